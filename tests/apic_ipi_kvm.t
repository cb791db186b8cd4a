#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# apic_ipi in guests of real KVM: each path delivers what it sends, and KVM's own
# tracepoints count exactly as many, of the kind that the path is meant to be.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=guests/nested.sh
. "$test_top/tests/guests/nested.sh"

yardsticks="nop cacheline exit"
icr="icr apic_ipi"
icr_all="icr/all apic_ipi/all"
x2apic="icr_msr $icr"
x2apic_all="icr_msr/all $icr_all"

# The same whether there is PV IPI or not.
witness_x2apic="x2apic_send_IPI_mask $x2apic_all
x2apic_phys $x2apic
apic_send_IPI $x2apic
raw_x2apic_phys $x2apic
raw_x2apic_phys_nofence $x2apic
raw_x2apic_logical $x2apic_all
self_icr $x2apic
self_x2apic self_msr apic_ipi
raw_allbutself $x2apic_all"
witness_xapic="default_send_IPI_mask_sequence_phys $icr
flat_send_IPI_mask $icr_all
raw_xapic_phys $icr
raw_xapic_flat $icr_all
self_icr $icr
raw_allbutself $icr_all"
witness_pv="kvm_send_ipi_mask hypercall/all
raw_kvm_hypercall hypercall/all
apic_send_IPI_mask hypercall/all"

guest_module apic_ipi
row_boot x2apic-pv,x2apic-native,xapic-pv,xapic-native -- walk.sh run apic_ipi srccpu=0 dstcpu=1

row_checks x2apic-pv
# shellcheck disable=SC2086 # words are meant
{
	witness="$witness_x2apic
$witness_pv"
	row_walk x2apic-pv kvm_send_ipi_mask x2apic_send_IPI_mask x2apic_phys apic_send_IPI apic_send_IPI_mask \
		raw_x2apic_phys raw_x2apic_logical raw_kvm_hypercall self_icr self_x2apic $yardsticks \
		raw_x2apic_phys_nofence raw_allbutself
}
like "x2apic-pv: the kernel has no cluster driver here, ours stands in" "$(guest_section walk)" \
	'^x2apic_send_IPI_mask sent .* via raw_x2apic_logical$'
like "x2apic-pv: what the guest says of itself" "$(guest_section env)" \
	'^env .* x2apic=1 .*send_IPI_mask=kvm_send_ipi_mask pv_ipi_offered=1 pv_ipi_used=1 '
like "options=4 in x2APIC mode: skipped" "$(guest_section walk)" '^flat_send_IPI_mask skip .*x2APIC mode'

row_checks x2apic-native
# shellcheck disable=SC2086 # words are meant
{
	witness="$witness_x2apic
apic_send_IPI_mask $x2apic"
	row_walk x2apic-native x2apic_send_IPI_mask x2apic_phys apic_send_IPI apic_send_IPI_mask raw_x2apic_phys \
		raw_x2apic_logical self_icr self_x2apic $yardsticks raw_x2apic_phys_nofence raw_allbutself
}
like "options=1 without PV IPI: skipped" "$(guest_section walk)" '^kvm_send_ipi_mask skip .*does not offer PV IPI'
like "x2apic-native: what the guest says of itself" "$(guest_section env)" \
	'^env .* x2apic=1 .*send_IPI_mask=x2apic_send_IPI_mask pv_ipi_offered=0 pv_ipi_used=0 '

# Here the kernel's function for one CPU calls the one for a mask.
row_checks xapic-pv
# shellcheck disable=SC2086 # words are meant
{
	witness="$witness_xapic
$witness_pv
apic_send_IPI hypercall"
	row_walk xapic-pv kvm_send_ipi_mask default_send_IPI_mask_sequence_phys flat_send_IPI_mask apic_send_IPI \
		apic_send_IPI_mask raw_xapic_phys raw_xapic_flat raw_kvm_hypercall self_icr $yardsticks raw_allbutself
}
like "xapic-pv: options=4 is the kernel's function" "$(guest_section walk)" '^flat_send_IPI_mask sent .* via -$'
like "options=8 without x2APIC: skipped" "$(guest_section walk)" '^x2apic_send_IPI_mask skip .*xAPIC mode'

row_checks xapic-native
# shellcheck disable=SC2086 # words are meant
{
	witness="$witness_xapic
apic_send_IPI $icr
apic_send_IPI_mask $icr_all"
	row_walk xapic-native default_send_IPI_mask_sequence_phys flat_send_IPI_mask apic_send_IPI apic_send_IPI_mask \
		raw_xapic_phys raw_xapic_flat self_icr $yardsticks raw_allbutself
}
done_testing
