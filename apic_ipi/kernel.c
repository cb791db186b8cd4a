// SPDX-License-Identifier: GPL-2.0-only
/*
 * Paths through the kernel's own functions, each called through a static call of its
 * own. Never call a function for a mode that is not active: a PV function without
 * its hypervisor, or an xAPIC function in x2APIC mode, is an oops.
 */
#include <asm/apic.h>

#include "apic_ipi.h"
#include "ksym.h"
#include "x86.h"

VIPI_VECTOR_MASK_CALL(kvm_mask)
VIPI_VECTOR_MASK_CALL(sequence_phys)
VIPI_VECTOR_MASK_CALL(flat_mask)
VIPI_VECTOR_MASK_CALL(cluster_mask)
VIPI_VECTOR_MASK_CALL(phys_mask)
VIPI_VECTOR_MASK_CALL(now_mask)
VIPI_VECTOR_SINGLE_CALL(now_single)

const char *kvm_mask_unusable(void)
{
	const char *why = apic_pv_ipi_unusable();

	if (!why && !vipi_ksym_bind(call_kvm_mask, "kvm_send_ipi_mask"))
		why = "this kernel has no kvm_send_ipi_mask()";
	return why;
}

const char *sequence_phys_unusable(void)
{
	const char *why = apic_xapic_unusable();

	if (!why && !vipi_ksym_bind(call_sequence_phys, "default_send_IPI_mask_sequence_phys"))
		why = "this kernel has no default_send_IPI_mask_sequence_phys()";
	return why;
}

/* In every other driver's mode the logical ids are not those that it expects. */
const char *flat_mask_unusable(void)
{
	const char *why = apic_xapic_unusable();

	if (!why && !apic_driver_is("flat"))
		why = "the APIC driver is not flat";
	if (!why && !vipi_ksym_bind(call_flat_mask, "flat_send_IPI_mask"))
		why = "this kernel has no flat_send_IPI_mask()";
	return why;
}

/*
 * Both x2APIC drivers have functions of the same names, and KVM may have put its own
 * into the driver's struct; the one that is meant stands next to the
 * driver's other functions.
 */
unsigned long apic_driver_fn(const char *driver, const char *name)
{
	const struct apic *a = (const struct apic *)vipi_ksym(driver);

	return a ? vipi_ksym_near((unsigned long)a->send_IPI_all, name) : 0;
}

const char *cluster_mask_unusable(void)
{
	const char *why = apic_x2apic_unusable();
	unsigned long address;

	if (!why && !apic_driver_is("cluster x2apic"))
		why = "the APIC driver is not cluster x2apic: it takes interrupt remapping (QEMU: intel-iommu,intremap=on)";
	if (why)
		return why;
	address = apic_driver_fn("apic_x2apic_cluster", "x2apic_send_IPI_mask");
	if (!address)
		return "this kernel's x2apic_send_IPI_mask() can't be found";
	static_call_update(call_cluster_mask, (typeof(vipi_mask_fn))address);
	return NULL;
}

const char *phys_mask_unusable(void)
{
	const char *why = apic_x2apic_unusable();
	unsigned long address;

	if (why)
		return why;
	address = apic_driver_fn("apic_x2apic_phys", "x2apic_send_IPI_mask");
	if (!address)
		return "this kernel's x2apic_send_IPI_mask() can't be found";
	static_call_update(call_phys_mask, (typeof(vipi_mask_fn))address);
	return NULL;
}

static const char *no_apic(void)
{
	return boot_cpu_has(X86_FEATURE_APIC) ? NULL : "this guest has no local APIC in use";
}

const char *now_single_unusable(void)
{
	if (no_apic())
		return no_apic();
	static_call_update(call_now_single, apic->send_IPI);
	return NULL;
}

const char *now_mask_unusable(void)
{
	if (no_apic())
		return no_apic();
	static_call_update(call_now_mask, (typeof(vipi_mask_fn))vipi_apic_send_mask());
	return NULL;
}
