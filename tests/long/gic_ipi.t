#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gic_ipi: what the short tests leave out of the combinations of kernel, interrupt
# controller, firmware and number of CPUs.
set -euo pipefail
# shellcheck source=../lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=../guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=../guests/nested.sh
. "$test_top/tests/guests/nested.sh"
# shellcheck source=../guests/gic_host.sh
. "$test_top/tests/guests/gic_host.sh"

for kernel in 6.1 6.12; do
	gic_module $kernel
	for gic in 2 3; do
		gic_load det $gic dt 1
		gic_load det $gic dt 2
		gic_load det $gic acpi 2
		gic_load tcg $gic dt 8
		gic_kvm $gic
		gic_checks "$kernel GICv$gic stop" $gic dt 4 -- gic_ipi_stop.sh
	done
	gic_load tcg 3 acpi 20
done
done_testing
