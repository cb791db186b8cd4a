// SPDX-License-Identifier: GPL-2.0-only
/*
 * Logical destinations of the xAPIC in the flat model: eight CPUs, a bit each in the
 * logical destination register (SDM Vol. 3A, 11.6.2.2).
 */
#include <linux/slab.h>
#include <linux/smp.h>
#include <asm/apic.h>

#include "apic_ipi.h"

#define FLAT_CPUS	8

/**
 * struct ldr - one CPU's logical destination registers
 * @ldr: LDR; the id is in its upper byte
 * @dfr: DFR; all ones in the flat model
 */
struct ldr {
	u32 ldr, dfr;
};

static void ldr_read(void *info)
{
	struct ldr *l = info;

	l->ldr = native_apic_mem_read(APIC_LDR);
	l->dfr = native_apic_mem_read(APIC_DFR);
}

static void ldr_write(void *info)
{
	const struct ldr *l = info;

	native_apic_mem_write(APIC_DFR, l->dfr);
	native_apic_mem_write(APIC_LDR, l->ldr);
}

/* Logical ids in use on all CPUs; true when each of @s's targets has a bit to itself. */
static int read_ids(struct vipi_sender *s, u32 *used, bool *usable, bool *overlap)
{
	unsigned int i;
	struct ldr l;
	int cpu;

	*used = 0;
	*overlap = false;
	for_each_online_cpu(cpu) {
		int err = smp_call_function_single(cpu, ldr_read, &l, true);
		u32 id = GET_APIC_LOGICAL_ID(l.ldr);

		if (err)
			return err;
		*overlap |= id & *used;
		*used |= id;
		for (i = 0; i < s->ntargets; i++)
			if (s->target[i].cpu == cpu)
				s->target[i].hwid = l.dfr == APIC_DFR_FLAT ? id : 0;
	}
	*usable = !*overlap;
	for (i = 0; i < s->ntargets; i++)
		*usable &= hweight32(s->target[i].hwid) == 1;
	return 0;
}

static int program_ids(struct vipi_sender *s)
{
	struct ldr *saved = kcalloc(s->ntargets, sizeof(*saved), GFP_KERNEL);
	unsigned int i;
	int err = 0;

	if (!saved)
		return -ENOMEM;
	s->priv = saved;
	for (i = 0; i < s->ntargets && !err; i++) {
		struct ldr l = { .ldr = SET_APIC_LOGICAL_ID(1U << i), .dfr = APIC_DFR_FLAT };

		err = smp_call_function_single(s->target[i].cpu, ldr_read, &saved[i], true);
		if (!err)
			err = smp_call_function_single(s->target[i].cpu, ldr_write, &l, true);
		s->target[i].hwid = 1U << i;
	}
	return err;
}

int xapic_flat_setup(struct vipi_sender *s, char *why)
{
	bool usable, overlap;
	u32 used;
	int err = vipi_vector_setup(s, why);

	if (!err)
		err = read_ids(s, &used, &usable, &overlap);
	if (err || usable)
		return err;
	if (used || s->ntargets > FLAT_CPUS) {
		snprintf(why, VIPI_WHY_MAX, s->ntargets > FLAT_CPUS ?
			 "the flat model has logical ids for 8 CPUs only: use a smaller ndst=" :
			 "some CPUs have logical ids that another would clash with");
		return -EBUSY;
	}
	return program_ids(s);
}

void xapic_flat_teardown(struct vipi_sender *s)
{
	struct ldr *saved = s->priv;
	unsigned int i;

	/* A CPU that has gone offline meanwhile comes back with its LDR reset. */
	for (i = 0; saved && i < s->ntargets; i++)
		if (saved[i].dfr)
			smp_call_function_single(s->target[i].cpu, ldr_write, &saved[i], true);
	kfree(saved);
	vipi_vector_teardown(s);
}
