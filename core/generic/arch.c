// SPDX-License-Identifier: GPL-2.0-only
/* An architecture that nobody tuned. */
#include <linux/kernel_stat.h>

#include "arch.h"

void vipi_arch_prepare(void)
{
}

u32 vipi_arch_khz(void)
{
	return USEC_PER_SEC;
}

const char *vipi_arch_clock_unusable(void)
{
	return NULL;
}

bool vipi_arch_emulated(void)
{
	return false;
}

void vipi_arch_env(struct vipi_record *r)
{
	vipi_record_str(r, "hypervisor", NULL);
	vipi_record_str(r, "clock", "ktime");
}

u32 vipi_arch_irqs(int cpu, unsigned int irq)
{
	return kstat_cpu_irqs_sum(cpu);
}

const char *vipi_arch_exit_unusable(void)
{
	return "no cheapest exit is known on this architecture";
}

void vipi_arch_exit(void)
{
}

const char *vipi_arch_steal_symbol(void)
{
	return NULL;
}
