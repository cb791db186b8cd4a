#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# apic_ipi override=native: while it is loaded the kernel's own multicasts are ICR
# writes, before and after it they are PV hypercalls, as KVM sees it.
# VIPI_TOGGLES=N: how often it is loaded and unloaded while IPIs are sent (20).
set -euo pipefail
# shellcheck source=../lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=../guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=../guests/nested.sh
. "$test_top/tests/guests/nested.sh"

# events PHASE REGEX: events in the phase that carry a vector of the kernel's
# function calls (0xfb, 0xfc).
events()
{
	awk -v phase="$1" -v what="$2" '
		$1 == "phase" { on = $2 == phase }
		on && $0 ~ what && / .*vector=25[12] / { n += $NF }
		END { print n + 0 }' "$guest_out/oracle.log"
}

# seen PHASE hypercalls|writes: what PHASE sent was seen as these; the others are
# fewer than a tenth, which the rest of the kernel may have sent.
seen()
{
	local sent calls writes

	sent=$(guest_section sent | awk -v phase="$1" '$1 == phase { print $2 / $3 }')
	calls=$(events "$1" '^kvm_hypercall .*nr=10,')
	writes=$(events "$1" '^kvm_apic_ipi ')
	diag "$1: $sent sends, $calls hypercalls, $writes ICR writes"
	if [ "$2" = hypercalls ]; then
		ok "$row: $1: hypercalls" test "${sent:-0}" -gt 0 -a "$calls" -ge "${sent:-0}"
	else
		ok "$row: $1: ICR writes" test "${sent:-0}" -gt 0 -a "$writes" -ge "${sent:-0}"
		ok "$row: $1: no hypercalls" test "$calls" -lt $((${sent:-0} / 10))
	fi
}

guest_module ipi_bench
bench_ko=$guest_ko
guest_module apic_ipi
row_boot xapic-pv,x2apic-pv --smp 4 --module "$bench_ko" -- apic_ipi_override.sh "${VIPI_TOGGLES:-20}"

row=xapic-pv
row_checks $row
for path in single many; do
	seen pv_$path hypercalls
	seen native_$path writes
	seen back_$path hypercalls
done
# In x2APIC mode the kernel reaches one CPU by send_IPI, which is native anyway.
row=x2apic-pv
row_checks $row
seen pv_many hypercalls
seen native_many writes
seen back_many hypercalls
for phase in pv native back; do
	seen ${phase}_single writes
done
done_testing
