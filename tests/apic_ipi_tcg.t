#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# apic_ipi under plain emulation, where the guest is in xAPIC mode: every path, every
# number of targets, the lines that existing parsers know, and nothing left behind.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

records=$test_top/tests/guests/records.awk
for guest_kernel in 6.1 6.12; do
	guest_module apic_ipi
	guest_checks "$guest_kernel, each path" --smp 4 --file "$records" -- walk.sh insmod apic_ipi srccpu=0 dstcpu=1
	golden "apic_ipi_list_$guest_kernel" "$(guest_section list)"
	golden "apic_ipi_walk_$guest_kernel" "$(guest_section walk | sed 's/ vector [0-9]*/ vector #/')"
	guest_checks "$guest_kernel" --smp 4 --numa 0-1/2-3 --file "$records" -- apic_ipi_load.sh
	golden "apic_ipi_legacy_$guest_kernel" "$(guest_section legacy)"
	golden "apic_ipi_via_$guest_kernel" "$(guest_section via)"
done
guest_kernel=6.1
guest_module apic_ipi
guest_checks "one CPU" --smp 1 --file "$records" -- apic_ipi_one_cpu.sh
done_testing
