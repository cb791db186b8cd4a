// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's own functions on Hyper-V, and the APIC driver that they replaced,
 * which the kernel keeps in orig_apic and falls back to.
 */
#include <asm/apic.h>

#include "hv_ipi.h"
#include "ksym.h"

VIPI_VECTOR_SINGLE_CALL(kernel_single)
VIPI_VECTOR_MASK_CALL(kernel_mask)
VIPI_VECTOR_SINGLE_CALL(orig_single)
VIPI_VECTOR_MASK_CALL(orig_mask)

const char *kernel_single_unusable(void)
{
	const char *why = hv_unusable();

	if (!why && !vipi_ksym_bind(call_kernel_single, "hv_send_ipi"))
		why = "this kernel's hv_send_ipi() can't be found";
	return why;
}

const char *kernel_mask_unusable(void)
{
	const char *why = hv_unusable();

	if (!why && !vipi_ksym_bind(call_kernel_mask, "hv_send_ipi_mask"))
		why = "this kernel's hv_send_ipi_mask() can't be found";
	return why;
}

/* The kernel fills orig_apic in when, and only when, it installs the hypercalls. */
static const struct apic *orig_apic_of(const char **why)
{
	const struct apic *orig = NULL;

	*why = hv_unusable();
	if (!*why)
		orig = (const struct apic *)vipi_ksym("orig_apic");
	if (!*why && (!orig || !orig->send_IPI || !orig->send_IPI_mask))
		*why = "this kernel's orig_apic can't be found";
	return orig;
}

/* In flat mode it is a function that calls whatever apic->send_IPI_mask is now. */
const char *orig_single_unusable(void)
{
	const char *why;
	const struct apic *orig = orig_apic_of(&why);

	if (!why && (unsigned long)orig->send_IPI == vipi_ksym("default_send_IPI_single"))
		why = "the replaced driver's send_IPI goes through the hypercall: use orig_send_IPI_mask";
	if (!why)
		static_call_update(call_orig_single, orig->send_IPI);
	return why;
}

const char *orig_mask_unusable(void)
{
	const char *why;
	const struct apic *orig = orig_apic_of(&why);

	if (!why)
		static_call_update(call_orig_mask, orig->send_IPI_mask);
	return why;
}
