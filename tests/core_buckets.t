#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The bucket map and the 128-bit arithmetic of core/stats.c in user space.
set -euo pipefail
exec "$(dirname "${BASH_SOURCE[0]}")/unit/run" buckets_test
