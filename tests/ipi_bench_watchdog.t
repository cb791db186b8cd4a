#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench: 500,000 loops wake no watchdog.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

guest_module ipi_bench
guest_checks watchdog --smp 2 --append watchdog_thresh=2 --file "$test_top/tests/guests/records.awk" -- \
	ipi_bench_watchdog.sh 500000
done_testing
