#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench: the matrix, and requests that are too large.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

guest_module ipi_bench
guest_checks matrix --smp 4 --mem 256 -- ipi_bench_matrix.sh
golden ipi_bench_too_large "$(guest_section too_large | sed 's/[0-9]* MiB/# MiB/g')"
done_testing
