#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench: whatever happens during a run ends cleanly.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

guest_module ipi_bench
guest_checks stop --smp 4 -- ipi_bench_stop.sh
done_testing
