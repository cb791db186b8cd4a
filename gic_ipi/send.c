// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sends: the kernel's functions, the registers behind them (Arm GIC
 * architecture specification, ICC_SGI1R_EL1 and GICD_SGIR), and the trapped register.
 */
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/irqchip/arm-gic-v3.h>
#include <asm/barrier.h>
#include <asm/cpufeature.h>
#include <asm/cputype.h>
#include <asm/sysreg.h>

#include "gic_ipi.h"

/* GICD_SGIR: where the target list goes, and the filter that means the writer itself. */
#define SGIR_LIST_SHIFT		16
#define SGIR_SELF		(2 << 24)

/* CPUs that one write to ICC_SGI1R_EL1 can reach differ in these bits only. */
#define SGI1R_CPU_MASK		0xfULL

static __always_inline int send_kernel_single(struct vipi_sender *s)
{
	return ipi_send_single(s->target->irq, s->target->cpu);
}

SGI_LOOPS(kernel_single, send_kernel_single)

static __always_inline int send_kernel_mask(struct vipi_sender *s)
{
	return ipi_send_mask(s->target->irq, s->mask);
}

SGI_LOOPS(kernel_mask, send_kernel_mask)

/* To the CPUs of @list in the affinity cluster of @hwid. */
static __always_inline void write_sgi1r(u64 hwid, u64 list, int sgi)
{
	u64 value = MPIDR_AFFINITY_LEVEL(hwid, 3) << ICC_SGI1R_AFFINITY_3_SHIFT |
		    MPIDR_AFFINITY_LEVEL(hwid, 2) << ICC_SGI1R_AFFINITY_2_SHIFT |
		    MPIDR_AFFINITY_LEVEL(hwid, 1) << ICC_SGI1R_AFFINITY_1_SHIFT |
		    (MPIDR_AFFINITY_LEVEL(hwid, 0) >> 4) << ICC_SGI1R_RS_SHIFT |
		    (u64)sgi << ICC_SGI1R_SGI_ID_SHIFT | list;

	write_sysreg_s(value, SYS_ICC_SGI1R_EL1);
}

static __always_inline u64 list_of(u64 hwid)
{
	return 1ULL << (hwid & SGI1R_CPU_MASK);
}

/* Neighbours in one cluster share a write, as in the kernel. */
static __always_inline void sgi1r_clusters(const struct vipi_sender *s)
{
	u64 hwid = s->target->hwid, list = list_of(hwid);
	unsigned int i;

	for (i = 1; i < s->ntargets; i++) {
		u64 next = s->target[i].hwid;

		if ((next ^ hwid) & ~SGI1R_CPU_MASK) {
			write_sgi1r(hwid, list, s->vector);
			list = 0;
		}
		hwid = next;
		list |= list_of(hwid);
	}
	write_sgi1r(hwid, list, s->vector);
}

static __always_inline void write_sgir(u32 value)
{
	writel_relaxed(value, gic.dist + GICD_SGIR);
}

/* A GICv2 has no more than 8 CPUs: one write reaches them all. */
static __always_inline void sgir_all(const struct vipi_sender *s)
{
	u32 list = 0;
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		list |= s->target[i].hwid;
	write_sgir(list << SGIR_LIST_SHIFT | s->vector);
}

/* What was stored before is visible to a CPU that takes the interrupt; as in the kernel. */
static __always_inline int send_raw(struct vipi_sender *s)
{
	if (static_branch_likely(&gic_is_v3)) {
		dsb(ishst);
		sgi1r_clusters(s);
		isb();
	} else {
		dmb(ishst);
		sgir_all(s);
	}
	return 0;
}

SGI_LOOPS(raw, send_raw)

static __always_inline int send_raw_each(struct vipi_sender *s)
{
	unsigned int i;

	if (static_branch_likely(&gic_is_v3)) {
		dsb(ishst);
		for (i = 0; i < s->ntargets; i++)
			write_sgi1r(s->target[i].hwid, list_of(s->target[i].hwid), s->vector);
		isb();
	} else {
		dmb(ishst);
		for (i = 0; i < s->ntargets; i++)
			write_sgir(s->target[i].hwid << SGIR_LIST_SHIFT | s->vector);
	}
	return 0;
}

SGI_LOOPS(raw_each, send_raw_each)

/* A GICv2 has a word for it; a GICv3 is told this CPU's own affinity. */
static __always_inline int send_self(struct vipi_sender *s)
{
	if (static_branch_likely(&gic_is_v3)) {
		dsb(ishst);
		write_sgi1r(s->target->hwid, list_of(s->target->hwid), s->vector);
		isb();
	} else {
		dmb(ishst);
		write_sgir(SGIR_SELF | s->vector);
	}
	return 0;
}

SGI_LOOPS(self, send_self)

/*
 * A hypervisor emulates the PMU, so PMSELR_EL0 traps; without a PMU it is undefined.
 * Reads of the feature registers trap as well: KVM shows a guest its own.
 */
static DEFINE_STATIC_KEY_FALSE(has_pmu);

void sysreg_choose(void)
{
	unsigned int version = cpuid_feature_extract_unsigned_field(
		read_sanitised_ftr_reg(SYS_ID_AA64DFR0_EL1), ID_AA64DFR0_EL1_PMUVer_SHIFT);

	if (version != ID_AA64DFR0_EL1_PMUVer_NI && version != ID_AA64DFR0_EL1_PMUVer_IMP_DEF)
		static_branch_enable(&has_pmu);
}

const char *sysreg_name(void)
{
	return static_key_enabled(&has_pmu) ? "PMSELR_EL0" : "ID_AA64ISAR0_EL1";
}

/* Read only: the selection belongs to the kernel's PMU driver. */
static __always_inline int send_sysreg(struct vipi_sender *s)
{
	if (static_branch_likely(&has_pmu))
		read_sysreg(pmselr_el0);
	else
		read_sysreg(id_aa64isar0_el1);
	return 0;
}

void sysreg_pingpong(struct vipi_sender *s, unsigned int n)
{
	vipi_send_only(s, n, send_sysreg);
}
