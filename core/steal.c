// SPDX-License-Identifier: GPL-2.0-only
/* Time that the hypervisor gave to others while our CPUs wanted to run. */
#include <linux/jiffies.h>
#include <linux/kernel_stat.h>

#include "arch_api.h"
#include "ksym.h"
#include "steal.h"

static u64 (*steal_clock)(int cpu) __maybe_unused;
DEFINE_STATIC_CALL_NULL(vipi_steal_clock, *steal_clock);

static bool exact;

void vipi_steal_bind(void)
{
	const char *symbol = vipi_arch_steal_symbol();

	if (!exact && symbol)
		exact = vipi_ksym_bind(vipi_steal_clock, symbol);
}

u64 vipi_steal_ns(int cpu)
{
	if (exact)
		return static_call(vipi_steal_clock)(cpu);
	return READ_ONCE(kcpustat_cpu(cpu).cpustat[CPUTIME_STEAL]);
}

u32 vipi_steal_resolution_ns(void)
{
	return exact ? 1 : TICK_NSEC;
}
