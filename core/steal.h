/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_STEAL_H
#define VIPI_STEAL_H

#include <linux/sched.h>
#include <linux/types.h>

/**
 * vipi_steal_bind() - find the best source of stolen time
 *
 * Process context, before a run.
 */
void vipi_steal_bind(void);

/**
 * vipi_steal_ns() - stolen time of a CPU
 * @cpu: CPU
 *
 * Any context.
 *
 * Return: ns since boot, as exact as vipi_steal_resolution_ns() says; always 0
 * where no hypervisor reports it.
 */
u64 vipi_steal_ns(int cpu);

/**
 * vipi_steal_resolution_ns() - the step in which vipi_steal_ns() moves
 *
 * Return: ns: 1 by the hypervisor's own clock, a tick by the kernel's accounting.
 */
u32 vipi_steal_resolution_ns(void);

/**
 * vipi_run_delay_ns() - time that this task was runnable and did not run
 *
 * Return: ns, 0 in a kernel without CONFIG_SCHED_INFO.
 */
static inline u64 vipi_run_delay_ns(void)
{
#ifdef CONFIG_SCHED_INFO
	return current->sched_info.run_delay;
#else
	return 0;
#endif
}

#endif /* VIPI_STEAL_H */
