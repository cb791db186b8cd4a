#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench: which CPUs it chooses, with holes in their numbers and nodes without.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

guest_module ipi_bench
guest_checks numa --smp 6 --mem 640 --numa "0-1/2//3/4//5" --file "$test_top/tests/guests/records.awk" -- \
	ipi_bench_numa.sh
done_testing
