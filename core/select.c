// SPDX-License-Identifier: GPL-2.0-only
/* Which CPUs send and receive. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "select.h"

static int refuse_cpu(const struct vipi_topology *topo, const char *param, int cpu, char *why)
{
	if (cpu >= 0 && (unsigned int)cpu < nr_cpu_ids && cpumask_test_cpu(cpu, topo->present))
		snprintf(why, VIPI_WHY_MAX,
			 "%s: CPU %d is offline: echo 1 > /sys/devices/system/cpu/cpu%d/online",
			 param, cpu, cpu);
	else
		snprintf(why, VIPI_WHY_MAX, "%s: there is no CPU %d: online are %*pbl",
			 param, cpu, cpumask_pr_args(topo->online));
	return -EINVAL;
}

static bool is_online(const struct vipi_topology *topo, int cpu)
{
	return cpu >= 0 && (unsigned int)cpu < nr_cpu_ids &&
	       cpumask_test_cpu(cpu, topo->online);
}

static int parse_src(const struct vipi_topology *topo, const char *spec, int *src, char *why)
{
	if (kstrtoint(spec, 0, src) || *src < 0) {
		snprintf(why, VIPI_WHY_MAX, "srccpu=%.40s: not a CPU number", spec);
		return -EINVAL;
	}
	return is_online(topo, *src) ? 0 : refuse_cpu(topo, "srccpu", *src, why);
}

static int parse_dst(const struct vipi_topology *topo, const char *spec, struct cpumask *dst,
		     char *why)
{
	int cpu, err = cpulist_parse(spec, dst);

	if (err == -ERANGE || err == -EOVERFLOW) {
		snprintf(why, VIPI_WHY_MAX, "dstcpu=%.40s: beyond the last CPU: online are %*pbl",
			 spec, cpumask_pr_args(topo->online));
		return -EINVAL;
	}
	if (err || cpumask_empty(dst)) {
		snprintf(why, VIPI_WHY_MAX,
			 "dstcpu=%.40s: not a CPU, a list such as 1,4-7, last or all", spec);
		return -EINVAL;
	}
	for_each_cpu(cpu, dst)
		if (!is_online(topo, cpu))
			return refuse_cpu(topo, "dstcpu", cpu, why);
	return 0;
}

/* One CPU of each node that has one beside the source. */
static void one_per_node(const struct vipi_topology *topo, int src, struct cpumask *dst)
{
	int cpu, other;

	for_each_cpu(cpu, topo->online) {
		bool seen = cpu == src;

		for_each_cpu(other, dst)
			seen |= topo->node_of(other) == topo->node_of(cpu);
		if (!seen)
			cpumask_set_cpu(cpu, dst);
	}
}

static void last_but(const struct vipi_topology *topo, int src, struct cpumask *dst)
{
	int cpu, last = -1;

	for_each_cpu(cpu, topo->online)
		if (cpu != src)
			last = cpu;
	if (last >= 0)
		cpumask_set_cpu(last, dst);
}

int vipi_select_ends(const struct vipi_topology *topo, const char *src_spec,
		     const char *dst_spec, int here, int *src, struct cpumask *dst,
		     char *why)
{
	bool last = !strcmp(dst_spec, "last"), all = !strcmp(dst_spec, "all");
	bool list = *dst_spec && !last && !all;
	int cpu, err;

	cpumask_clear(dst);
	*src = here;
	if (*src_spec) {
		err = parse_src(topo, src_spec, src, why);
		if (err)
			return err;
	}
	if (list) {
		err = parse_dst(topo, dst_spec, dst, why);
		if (err)
			return err;
		if (!*src_spec && cpumask_test_cpu(*src, dst)) {
			for_each_cpu(cpu, topo->online)
				if (!cpumask_test_cpu(cpu, dst))
					break;
			if (is_online(topo, cpu))
				*src = cpu;
		}
		if (cpumask_test_cpu(*src, dst)) {
			snprintf(why, VIPI_WHY_MAX,
				 "dstcpu=%.40s contains the source, CPU %d: choose another srccpu= (the path self needs no dstcpu=)",
				 dst_spec, *src);
			return -EINVAL;
		}
	} else if (all) {
		cpumask_copy(dst, topo->online);
		cpumask_clear_cpu(*src, dst);
	} else if (last) {
		last_but(topo, *src, dst);
	} else {
		one_per_node(topo, *src, dst);
	}
	return 0;
}

/* The first unused CPU that may be the other end of @cpu, or -1. */
static int partner(const struct vipi_topology *topo, const struct cpumask *used, int cpu,
		   bool same_node, bool any_node)
{
	int other;

	for_each_cpu(other, topo->online) {
		if (other == cpu || cpumask_test_cpu(other, used))
			continue;
		if (any_node || (topo->node_of(other) == topo->node_of(cpu)) == same_node)
			return other;
	}
	return -1;
}

/* An unused CPU of the node with the most unused CPUs: pairing there first wastes none. */
static int fullest(const struct vipi_topology *topo, const struct cpumask *used)
{
	int cpu, other, best = -1;
	unsigned int most = 0;

	for_each_cpu(cpu, topo->online) {
		unsigned int n = 0;

		if (cpumask_test_cpu(cpu, used))
			continue;
		for_each_cpu(other, topo->online)
			n += !cpumask_test_cpu(other, used) &&
			     topo->node_of(other) == topo->node_of(cpu);
		if (n > most) {
			most = n;
			best = cpu;
		}
	}
	return best;
}

static int take_pairs(const struct vipi_topology *topo, unsigned int want, bool across,
		      bool any_node, struct cpumask *used, int (*ends)[2], unsigned int n)
{
	int cpu, other;

	while (n < want) {
		if (across) {
			cpu = fullest(topo, used);
			other = cpu < 0 ? -1 : partner(topo, used, cpu, false, false);
		} else {
			other = -1;
			for_each_cpu(cpu, topo->online) {
				if (cpumask_test_cpu(cpu, used))
					continue;
				other = partner(topo, used, cpu, true, any_node);
				if (other >= 0)
					break;
			}
		}
		if (other < 0)
			break;
		cpumask_set_cpu(cpu, used);
		cpumask_set_cpu(other, used);
		ends[n][0] = cpu;
		ends[n++][1] = other;
	}
	return n;
}

int vipi_select_pairs(const struct vipi_topology *topo, unsigned int pairs, bool across,
		      struct cpumask *used, int (*ends)[2], char *why)
{
	unsigned int most = cpumask_weight(topo->online) / 2;
	unsigned int want = pairs ? min(pairs, most) : most;
	unsigned int n;

	cpumask_clear(used);
	n = take_pairs(topo, want, across, false, used, ends, 0);
	if (!across)
		n = take_pairs(topo, want, false, true, used, ends, n);
	if (n && (!pairs || n == pairs))
		return n;
	snprintf(why, VIPI_WHY_MAX, "pairs=%u: CPUs %*pbl make at most %u pair(s)%s", pairs,
		 cpumask_pr_args(topo->online), n,
		 across ? " across NUMA nodes: try acrossnuma=0" : "");
	return -EINVAL;
}
