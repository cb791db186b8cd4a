#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hv_ipi in guests of KVM that shows itself as Hyper-V, and in one that does not: each
# path delivers what it sends, and KVM counts exactly as many hypercalls of its kind.
set -euo pipefail
# shellcheck source=../lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"
# shellcheck source=../guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=../guests/nested.sh
. "$test_top/tests/guests/nested.sh"

kernel_paths=(hv_send_ipi hv_send_ipi_mask)
rest=(orig_send_IPI orig_send_IPI_mask smp_call nop cacheline exit)
witness_mask="fast16 hv_send_ipi/all
slow hv_send_ipi/all hv_slow/all
ex hv_send_ipi_ex/all
hv_send_ipi hv_send_ipi
hv_send_ipi_mask hv_send_ipi/all"

guest_module hv_ipi
row_boot hyperv-x2apic,hyperv-xapic,hyperv-noipi,hyperv-id70,x2apic-pv -- walk.sh run hv_ipi srccpu=0 dstcpu=1

row_checks hyperv-x2apic
witness="$witness_mask
orig_send_IPI icr_msr icr apic_ipi
orig_send_IPI_mask icr_msr icr apic_ipi"
row_walk hyperv-x2apic "${kernel_paths[@]}" fast16 slow ex "${rest[@]}"
like "hyperv-x2apic: what the guest says of itself" "$(guest_section env)" \
	'^env .* hyperv=1 .* cluster_ipi=1 ex_masks=1 .* apicv=unknown '

row_checks hyperv-xapic
witness="$witness_mask
orig_send_IPI_mask icr/all apic_ipi/all"
row_walk hyperv-xapic "${kernel_paths[@]}" fast16 slow ex "${rest[@]:1}"
like "hyperv-xapic: the flat driver's send_IPI would measure the hypercall" "$(guest_section walk)" \
	'^orig_send_IPI skip .* goes through the hypercall'
like "hyperv-xapic: what the guest says of itself" "$(guest_section env)" \
	'^env .* hyperv=1 .* cluster_ipi=1 ex_masks=1 .* apicv=(absent|in-use) '

row_checks hyperv-noipi
row_walk hyperv-noipi smp_call nop cacheline exit
is "hyperv-noipi: the hint is missing, says each path" \
	"$(guest_section walk | grep -c ' skip the hypervisor does not recommend its IPI hypercall')" 7

# CPU 1 has VP index 70, which a mask of 64 can't name.
row_checks hyperv-id70
witness="ex hv_send_ipi_ex/all
hv_send_ipi hv_send_ipi_ex
hv_send_ipi_mask hv_send_ipi_ex/all
orig_send_IPI icr_msr icr apic_ipi
orig_send_IPI_mask icr_msr icr apic_ipi"
row_walk hyperv-id70 "${kernel_paths[@]}" ex "${rest[@]}"
for path in fast16 slow; do
	like "VP index 70: $path refuses" "$(guest_section walk)" "^$path skip CPU 1 has VP index 70, .*only ex "
done
like "VP index 70: ex reaches it" "$(sed -n '/^phase ex$/,/^phase /p' "$guest_out/oracle.log")" \
	"^kvm_apic_accept_irq vector=$(guest_section walk | sed -n 's/^ex .* vector \([0-9]*\) .*/\1/p'),apicid=70 [6-9][0-9]\$"

row_checks x2apic-pv
row_walk x2apic-pv smp_call nop cacheline
is "not Hyper-V: says each path" "$(guest_section walk | grep -c ' skip not a Hyper-V guest$')" 8
is "not Hyper-V: says the list" "$(guest_section list | grep -c "can't run here: not a Hyper-V guest$")" 8
done_testing
