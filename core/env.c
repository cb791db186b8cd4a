// SPDX-License-Identifier: GPL-2.0-only
/* The environment fingerprint: what a reader must know before trusting a figure. */
#include <linux/cpu.h>
#include <linux/cpuidle.h>
#include <linux/kallsyms.h>
#include <linux/math64.h>
#include <linux/nodemask.h>
#include <linux/string.h>
#include <linux/utsname.h>

#include "arch.h"
#include "env.h"
#include "ksym.h"
#include "steal.h"

/* Adjacent timestamps that are compared for clock_p50. */
#define CLOCK_SAMPLES	255

s64 vipi_clock_to_ns(s64 t)
{
	u32 khz = vipi_arch_khz();
	s32 rest;
	s64 whole = div_s64_rem(t, khz, &rest);

	return whole * 1000000 + div_s64((s64)rest * 1000000, khz);
}

u64 vipi_us_to_clock(u64 us)
{
	return div_u64(us * vipi_arch_khz(), 1000);
}

void vipi_symbol(struct vipi_record *r, const char *key, const void *address)
{
	char name[KSYM_SYMBOL_LEN], *end;

	sprint_symbol_no_offset(name, (unsigned long)address);
	end = strchr(name, ' ');
	if (end)
		*end = '\0';
	vipi_record_str(r, key, strncmp(name, "0x", 2) ? name : "?");
}

/* Median distance of two adjacent timestamps: the floor of every interval. */
static u64 clock_median(void)
{
	static u32 seen[CLOCK_SAMPLES + 1];
	unsigned int i, sum = 0;

	memset(seen, 0, sizeof(seen));
	preempt_disable();
	for (i = 0; i < CLOCK_SAMPLES; i++) {
		u64 t0 = vipi_clock(), t1 = vipi_clock();

		seen[min_t(u64, t1 - t0, CLOCK_SAMPLES)]++;
	}
	preempt_enable();
	for (i = 0; i < CLOCK_SAMPLES; i++) {
		sum += seen[i];
		if (sum > CLOCK_SAMPLES / 2)
			break;
	}
	return i;
}

static const char *cpuidle_name(void)
{
#ifdef CONFIG_CPU_IDLE
	struct cpuidle_driver *driver = cpuidle_get_driver();

	return driver ? driver->name : "none";
#else
	return "none";
#endif
}

/* Whether the kernel was booted with a word that no kernel of ours need know. */
static bool booted_with(const char *word)
{
	char **line = (char **)vipi_ksym("saved_command_line");

	return line && *line && strstr(*line, word);
}

void vipi_env(struct vipi_record *r, bool emulated)
{
	vipi_record_u64(r, "emulated", emulated);
	vipi_record_str(r, "arch", init_utsname()->machine);
	vipi_record_str(r, "kernel", init_utsname()->release);
	vipi_record_u64(r, "cpus", num_online_cpus());
	vipi_record_u64(r, "nodes", num_node_state(N_CPU));
	vipi_record_u64(r, "khz", vipi_arch_khz());
	vipi_record_u64(r, "clock_p50", clock_median());
	vipi_record_str(r, "cpuidle", cpuidle_name());
	vipi_record_u64(r, "poll", booted_with("idle=poll"));
	vipi_record_u64(r, "no_kvm_pvipi", booted_with("no-kvm-pvipi"));
	vipi_record_u64(r, "hz", HZ);
	vipi_record_u64(r, "rt", IS_ENABLED(CONFIG_PREEMPT_RT));
	vipi_record_u64(r, "mitigations", !cpu_mitigations_off());
	vipi_record_u64(r, "steal_step_ns", vipi_steal_resolution_ns());
}
