// SPDX-License-Identifier: GPL-2.0-only
/*
 * Paths through the interrupt command register itself (SDM Vol. 3A, 11.6.1 and
 * 11.12.9): what the kernel's functions would cost without their code.
 */
#include <asm/apic.h>

#include "apic_ipi.h"

/*
 * WRMSR to an x2APIC register is not serialising: without MFENCE; LFENCE a store
 * before it may be seen after the interrupt (SDM Vol. 3A, 11.12.3).
 */
static __always_inline void x2apic_fence(void)
{
	asm volatile("mfence; lfence" : : : "memory");
}

/* The instruction itself: the kernel's function may be a call through pv_ops. */
static __always_inline void write_msr(u32 msr, u32 high, u32 low)
{
	asm volatile("wrmsr" : : "c" (msr), "a" (low), "d" (high) : "memory");
}

static __always_inline void x2apic_write_icr(u32 icr, u32 dest)
{
	write_msr(APIC_BASE_MSR + (APIC_ICR >> 4), dest, icr);
}

static __always_inline void x2apic_unicasts(struct vipi_sender *s, u32 icr)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		x2apic_write_icr(icr, s->target[i].hwid);
}

static __always_inline int send_x2apic_phys(struct vipi_sender *s, int vector)
{
	x2apic_fence();
	x2apic_unicasts(s, APIC_DM_FIXED | APIC_DEST_PHYSICAL | vector);
	return 0;
}

VIPI_VECTOR_LOOPS(raw_x2apic_phys, send_x2apic_phys)

static __always_inline int send_x2apic_phys_nofence(struct vipi_sender *s, int vector)
{
	x2apic_unicasts(s, APIC_DM_FIXED | APIC_DEST_PHYSICAL | vector);
	return 0;
}

VIPI_VECTOR_LOOPS(raw_x2apic_phys_nofence, send_x2apic_phys_nofence)

/* The logical id follows from the APIC id: cluster and bit (SDM Vol. 3A, 11.12.10.2). */
static __always_inline u32 x2apic_logical_id(u32 id)
{
	return (id >> 4) << 16 | 1U << (id & 15);
}

/* Neighbours in one cluster share a write, as in the kernel's cluster driver. */
static __always_inline int send_x2apic_logical(struct vipi_sender *s, int vector)
{
	u32 icr = APIC_DM_FIXED | APIC_DEST_LOGICAL | vector;
	u32 dest = x2apic_logical_id(s->target->hwid);
	unsigned int i;

	x2apic_fence();
	for (i = 1; i < s->ntargets; i++) {
		u32 next = x2apic_logical_id(s->target[i].hwid);

		if (next >> 16 == dest >> 16) {
			dest |= next;
			continue;
		}
		x2apic_write_icr(icr, dest);
		dest = next;
	}
	x2apic_write_icr(icr, dest);
	return 0;
}

VIPI_VECTOR_LOOPS(raw_x2apic_logical, send_x2apic_logical)

/* Two registers: an interrupt between the writes could send one of its own. */
static __always_inline void xapic_write_icr(u32 icr, u32 dest)
{
	unsigned long flags;

	local_irq_save(flags);
	while (native_apic_mem_read(APIC_ICR) & APIC_ICR_BUSY)
		cpu_relax();
	native_apic_mem_write(APIC_ICR2, dest << 24);
	native_apic_mem_write(APIC_ICR, icr);
	local_irq_restore(flags);
}

static __always_inline int send_xapic_phys(struct vipi_sender *s, int vector)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		xapic_write_icr(APIC_DM_FIXED | APIC_DEST_PHYSICAL | vector, s->target[i].hwid);
	return 0;
}

VIPI_VECTOR_LOOPS(raw_xapic_phys, send_xapic_phys)

/* One write for all targets: hwid is the bit of each, see flat.c. */
static __always_inline int send_xapic_flat(struct vipi_sender *s, int vector)
{
	u32 dest = 0;
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		dest |= s->target[i].hwid;
	xapic_write_icr(APIC_DM_FIXED | APIC_DEST_LOGICAL | vector, dest);
	return 0;
}

VIPI_VECTOR_LOOPS(raw_xapic_flat, send_xapic_flat)

static __always_inline int send_shorthand(u32 icr)
{
	if (apic_is_x2apic) {
		x2apic_fence();
		x2apic_write_icr(icr, 0);
	} else {
		xapic_write_icr(icr, 0);
	}
	return 0;
}

static __always_inline int send_allbutself(struct vipi_sender *s, int vector)
{
	return send_shorthand(APIC_DM_FIXED | APIC_DEST_ALLBUT | vector);
}

VIPI_VECTOR_LOOPS(raw_allbutself, send_allbutself)

/* The shorthand reaches CPUs that the kernel has not brought up, in whatever state. */
const char *raw_allbutself_unusable(void)
{
	if (!cpumask_equal(cpu_online_mask, cpu_present_mask))
		return "the all-but-self shorthand would reach CPUs that are offline: bring them online";
	return apic_raw_unusable();
}

static __always_inline int send_self_icr(struct vipi_sender *s, int vector)
{
	return send_shorthand(APIC_DM_FIXED | APIC_DEST_SELF | vector);
}

VIPI_VECTOR_LOOPS(self_icr, send_self_icr)

const char *self_icr_unusable(void)
{
	return apic_raw_unusable();
}

/* SELF IPI register, only in x2APIC mode (SDM Vol. 3A, 11.12.11). */
static __always_inline int send_self_x2apic(struct vipi_sender *s, int vector)
{
	write_msr(APIC_BASE_MSR + (APIC_SELF_IPI >> 4), 0, vector);
	return 0;
}

VIPI_VECTOR_LOOPS(self_x2apic, send_self_x2apic)
