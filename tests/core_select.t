#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# core/select.c in user space.
set -euo pipefail
exec "$(dirname "${BASH_SOURCE[0]}")/unit/run" select_test
