/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every difference between kernels, and nothing else; forced into every file by
 * Kbuild.include, so that the sources read as if only the newest kernel existed.
 * Test for the new name first, for a version last; say since when it exists.
 */
#ifndef VIPI_COMPAT_H
#define VIPI_COMPAT_H

#include <linux/irq_work.h>
#include <linux/smp.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 10, 0)
#error "vipi needs Linux 5.10 or newer"
#endif

/* 5.11 */
#ifndef IRQ_WORK_INIT_HARD
#define IRQ_WORK_INIT_HARD(handler)						\
	((struct irq_work){ .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ), .func = (handler) })
#endif

/* 5.16: kvzalloc() and its relatives moved to <linux/slab.h>. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 16, 0)
#include <linux/mm.h>
#endif

/* 5.17 */
#ifndef INIT_CSD
#define INIT_CSD(csd, handler, data)						\
	((void)(*(csd) = (call_single_data_t){ .func = (handler), .info = (data) }))
#endif

/* 6.14: module attributes are constant. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 14, 0)
#define vipi_module_attribute		struct module_attribute
#else
#define vipi_module_attribute		const struct module_attribute
#endif

#ifdef CONFIG_X86
#include <linux/hardirq.h>
#include <asm/msr.h>

/*
 * vipi_irq_stat() - one of x86's interrupt counters: CALL_FUNCTION, IRQ_WORK or
 * RESCHEDULE. Between 6.12 and 7.2 the members of irq_cpustat_t became an array;
 * inc_perf_irq_stat() came with it.
 */
#ifdef inc_perf_irq_stat
#define vipi_irq_stat(cpu, name)						\
	READ_ONCE(per_cpu_ptr(&irq_stat, cpu)->counts[IRQ_COUNT_##name])
#else
#define vipi_irq_stat(cpu, name)						\
	READ_ONCE(per_cpu_ptr(&irq_stat, cpu)->VIPI_IRQ_STAT_##name)
#define VIPI_IRQ_STAT_CALL_FUNCTION	irq_call_count
#define VIPI_IRQ_STAT_IRQ_WORK		apic_irq_work_irqs
#define VIPI_IRQ_STAT_RESCHEDULE	irq_resched_count
#endif

/*
 * 5.10 does not export what irq_domain_alloc_irqs() calls, 6.1 does. Before 5.18
 * there was no IBT and no kCFI, so the address may be called.
 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 18, 0)
#include <linux/irqdomain.h>
#include "ksym.h"

static inline int vipi_irq_domain_alloc_irqs(struct irq_domain *domain, unsigned int n,
					     int node, void *arg)
{
	typeof(&__irq_domain_alloc_irqs) alloc =
		(typeof(alloc))vipi_ksym("__irq_domain_alloc_irqs");

	return alloc ? alloc(domain, -1, n, node, arg, false, NULL) : -EOPNOTSUPP;
}

#define irq_domain_alloc_irqs	vipi_irq_domain_alloc_irqs
#endif

/* 5.12: an older kernel does not run in an isolated Hyper-V guest. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 12, 0)
#define HV_ISOLATION_TYPE_NONE		0
#define hv_get_isolation_type()		HV_ISOLATION_TYPE_NONE
#endif

/* 6.16 */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 16, 0)
#define wrmsrq(msr, value)		wrmsrl(msr, value)
#define rdmsrq(msr, value)		rdmsrl(msr, value)
#endif
#endif /* CONFIG_X86 */

#ifdef CONFIG_ARM64
#include <linux/arm-smccc.h>
#include <linux/string.h>
#include <linux/uuid.h>

/* 6.16 */
#ifndef ARM_SMCCC_VENDOR_HYP_UID_KVM
#define ARM_SMCCC_VENDOR_HYP_UID_KVM						\
	UUID_INIT(0x28b46fb6, 0x2ec5, 0x11e9, 0xa9, 0xca, 0x4b, 0x56, 0x4d, 0x00, 0x3a, 0x74)

static inline bool arm_smccc_hypervisor_has_uuid(const uuid_t *uuid)
{
	struct arm_smccc_res res;
	__le32 found[4];

	if (arm_smccc_1_1_get_conduit() != SMCCC_CONDUIT_HVC)
		return false;
	arm_smccc_1_1_hvc(ARM_SMCCC_VENDOR_HYP_CALL_UID_FUNC_ID, &res);
	found[0] = cpu_to_le32(res.a0);
	found[1] = cpu_to_le32(res.a1);
	found[2] = cpu_to_le32(res.a2);
	found[3] = cpu_to_le32(res.a3);
	return !memcmp(found, uuid, sizeof(found));
}
#endif
#endif /* CONFIG_ARM64 */

#endif /* VIPI_COMPAT_H */
