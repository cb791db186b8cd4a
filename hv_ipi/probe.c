// SPDX-License-Identifier: GPL-2.0-only
/* Whether this is a Hyper-V guest, and what its hypervisor says of itself. */
#include <asm/apic.h>
#include <asm/hypervisor.h>
#include <asm/mshyperv.h>
#include <asm/processor.h>

#include "hv_ipi.h"

/* An undefined call must be refused by number; these are TLFS, Hypercall Status Values. */
static const struct {
	u16 status;
	const char *name;
} statuses[] = {
	{ HV_STATUS_SUCCESS, "HV_STATUS_SUCCESS" },
	{ HV_STATUS_INVALID_HYPERCALL_CODE, "HV_STATUS_INVALID_HYPERCALL_CODE" },
	{ HV_STATUS_INVALID_HYPERCALL_INPUT, "HV_STATUS_INVALID_HYPERCALL_INPUT" },
	{ HV_STATUS_INVALID_ALIGNMENT, "HV_STATUS_INVALID_ALIGNMENT" },
	{ HV_STATUS_INVALID_PARAMETER, "HV_STATUS_INVALID_PARAMETER" },
	{ HV_STATUS_OPERATION_DENIED, "HV_STATUS_OPERATION_DENIED" },
	{ HV_STATUS_INSUFFICIENT_MEMORY, "HV_STATUS_INSUFFICIENT_MEMORY" },
};

const char *hv_status_name(u64 status)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(statuses); i++)
		if (statuses[i].status == (status & HV_HYPERCALL_RESULT_MASK))
			return statuses[i].name;
	return "a status that we have no name for";
}

static const char *not_hyperv(void)
{
	if (x86_hyper_type != X86_HYPER_MS_HYPERV || !hv_is_hyperv_initialized())
		return "not a Hyper-V guest";
	return NULL;
}

const char *hv_unusable(void)
{
	const char *why = not_hyperv();

	if (!why && !(ms_hyperv.hints & HV_X64_CLUSTER_IPI_RECOMMENDED))
		why = "the hypervisor does not recommend its IPI hypercall (QEMU: hv-ipi)";
	return why;
}

const char *hv_raw_unusable(void)
{
	const char *why = hv_unusable();

	if (!why && hv_get_isolation_type() != HV_ISOLATION_TYPE_NONE)
		why = "isolated guest: hypercalls go through the GHCB or the TDX module: use hv_send_ipi";
	return why;
}

const char *hv_ex_unusable(void)
{
	const char *why = hv_raw_unusable();

	if (!why && !(ms_hyperv.hints & HV_X64_EX_PROCESSOR_MASKS_RECOMMENDED))
		why = "the hypervisor does not recommend sparse processor sets (QEMU: hv-tlbflush, hv-ipi)";
	return why;
}

const char *hv_exit_unusable(void)
{
	const char *why = not_hyperv();

	if (!why && hv_get_isolation_type() != HV_ISOLATION_TYPE_NONE)
		why = "isolated guest: a hypercall is no plain exit";
	return why;
}

/*
 * Without APICv a hypervisor recommends MSRs over the xAPIC page; in x2APIC mode
 * the hint says nothing about it.
 */
static const char *apicv_state(void)
{
	if (x2apic_enabled())
		return "unknown";
	return ms_hyperv.hints & HV_X64_APIC_ACCESS_RECOMMENDED ? "absent" : "in-use";
}

void hv_env(struct vipi_record *r)
{
	u32 build, version, sp, flags;
	const char *why = not_hyperv();

	vipi_record_u64(r, "hyperv", !why);
	if (why)
		return;
	cpuid(HYPERV_CPUID_VERSION, &build, &version, &sp, &flags);
	vipi_record_hex(r, "hints", ms_hyperv.hints);
	vipi_record_u64(r, "cluster_ipi", !!(ms_hyperv.hints & HV_X64_CLUSTER_IPI_RECOMMENDED));
	vipi_record_u64(r, "ex_masks",
			!!(ms_hyperv.hints & HV_X64_EX_PROCESSOR_MASKS_RECOMMENDED));
	vipi_record_u64(r, "apic_access",
			!!(ms_hyperv.hints & HV_X64_APIC_ACCESS_RECOMMENDED));
	vipi_record_str(r, "apicv", apicv_state());
	vipi_record_u64(r, "host_major", version >> 16);
	vipi_record_u64(r, "host_minor", version & 0xffff);
	vipi_record_u64(r, "host_build", build);
	vipi_record_u64(r, "isolation", hv_get_isolation_type());
}
