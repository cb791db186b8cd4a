// SPDX-License-Identifier: GPL-2.0-only
/* CPUs: the machine's topology, and CPUs that vanish. */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/topology.h>

#include "cpus.h"

static int node_of(int cpu)
{
	return cpu_to_node(cpu);
}

const struct vipi_topology vipi_topology = {
	.online = cpu_online_mask,
	.present = cpu_present_mask,
	.node_of = node_of,
};

static struct vipi_run *watched;
static int hotplug_state;

/*
 * Only a note: the senders look whether their CPUs are online once they have
 * disabled preemption, see sender_batch(), and the lock is not held for a run.
 */
static int cpu_goes_offline(unsigned int cpu)
{
	if (cpumask_test_cpu(cpu, &watched->used)) {
		cmpxchg(&watched->gone_cpu, -1, cpu);
		vipi_stop(watched, -ENODEV);
	}
	return 0;
}

int vipi_cpus_watch(struct vipi_run *run)
{
	int state;

	watched = run;
	state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, KBUILD_MODNAME ":online",
					  NULL, cpu_goes_offline);
	if (state < 0)
		return state;
	hotplug_state = state;
	return 0;
}

void vipi_cpus_unwatch(void)
{
	cpuhp_remove_state_nocalls(hotplug_state);
}
