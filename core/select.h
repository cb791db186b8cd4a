/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which CPUs send and receive. Pure: it sees the machine only through the topology
 * that it is given, so user-space tests can give it any machine. CPU and node
 * numbers have holes; nodes may have memory only.
 */
#ifndef VIPI_SELECT_H
#define VIPI_SELECT_H

#include <linux/cpumask.h>
#include <linux/types.h>

/* Room for a refusal: one line that names the parameter and the remedy. */
#define VIPI_WHY_MAX	200

/**
 * struct vipi_topology - what selection needs to know of the machine
 * @online: online CPUs
 * @present: CPUs that could be brought online
 * @node_of: NUMA node of a CPU
 */
struct vipi_topology {
	const struct cpumask *online;
	const struct cpumask *present;
	int (*node_of)(int cpu);
};

/**
 * vipi_select_ends() - source and targets from srccpu= and dstcpu=
 * @topo: machine
 * @src_spec: a CPU number; "" means @here, or another CPU when @here is a target
 * @dst_spec: a CPU list, "last", "all", or "" for one CPU of each NUMA node
 * @here: the CPU we happen to run on
 * @src: result
 * @dst: result, without the source; empty on a machine with one CPU
 * @why: on error VIPI_WHY_MAX bytes that say what is wrong and what to do
 *
 * Return: 0 or -EINVAL.
 */
int vipi_select_ends(const struct vipi_topology *topo, const char *src_spec,
		     const char *dst_spec, int here, int *src, struct cpumask *dst,
		     char *why);

/**
 * vipi_select_pairs() - disjoint pairs of CPUs
 * @topo: machine
 * @pairs: how many; 0 means as many as there are
 * @across: the two CPUs of a pair in different nodes, else in one node as
 *	far as possible
 * @used: scratch, a mask
 * @ends: result, @src[i] and @dst[i]; room for half the online CPUs
 * @why: as above
 *
 * Return: the number of pairs, or -EINVAL when there are less than @pairs, or none.
 */
int vipi_select_pairs(const struct vipi_topology *topo, unsigned int pairs, bool across,
		      struct cpumask *used, int (*ends)[2], char *why);

#endif /* VIPI_SELECT_H */
