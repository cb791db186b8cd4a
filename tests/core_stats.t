#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# core/stats.c in user space.
set -euo pipefail
exec "$(dirname "${BASH_SOURCE[0]}")/unit/run" stats_test
