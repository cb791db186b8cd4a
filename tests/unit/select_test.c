// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/select.c on machines of every shape: what it chooses is compared with what
 * a different way of computing finds, what it refuses with literal lines.
 */
#include <linux/cpumask.h>

#include "select.c"
#include "random.h"
#include "tap.h"

/* No machine here has more CPUs, but the last test's. */
#define SMALL		16

static struct cpumask online, present, dst, used;
static int node_of_cpu[NR_CPUS];
static int ends[NR_CPUS / 2][2];
static char why[VIPI_WHY_MAX];
static int src;

static int node_of(int cpu)
{
	return node_of_cpu[cpumask_check(cpu)];
}

static const struct vipi_topology topo = {
	.online = &online, .present = &present, .node_of = node_of,
};

/**
 * machine() - set up a machine
 * @ids: nr_cpu_ids
 * @online_list: online CPUs
 * @present_list: online ones and those that could be
 * @nodes: node of each online CPU, one digit each, in the order of the CPUs
 */
static void machine(unsigned int ids, const char *online_list, const char *present_list,
		    const char *nodes)
{
	int cpu;

	nr_cpu_ids = ids;
	tap_check(!cpulist_parse(online_list, &online), "%s", online_list);
	tap_check(!cpulist_parse(present_list, &present), "%s", present_list);
	memset(node_of_cpu, -1, sizeof(node_of_cpu));
	for_each_cpu(cpu, &online)
		node_of_cpu[cpu] = *nodes++ - '0';
	tap_check(!*nodes, "nodes left over: %s", nodes);
}

static int select_ends(const char *src_spec, const char *dst_spec, int here)
{
	memset(&dst, 0xff, sizeof(dst));
	memset(why, 'x', sizeof(why));
	src = -1;
	return vipi_select_ends(&topo, src_spec, dst_spec, here, &src, &dst, why);
}

static const char *list_of(const struct cpumask *mask)
{
	static char list[4096];

	shim_list_print(list, sizeof(list), mask);
	return list;
}

static void chosen(const char *src_spec, const char *dst_spec, int here, int want_src,
		   const char *want_dst)
{
	int err = select_ends(src_spec, dst_spec, here);

	tap_check(!err && src == want_src && !strcmp(list_of(&dst), want_dst),
		  "src '%s' dst '%s' on %d: %d: %d -> %s, not %d -> %s%s%.200s", src_spec, dst_spec,
		  here, err, src, list_of(&dst), want_src, want_dst, err ? ": " : "",
		  err ? why : "");
}

static void refused(const char *src_spec, const char *dst_spec, int here, const char *text)
{
	int err = select_ends(src_spec, dst_spec, here);

	tap_check(err == -EINVAL && !strcmp(why, text), "src '%s' dst '%s': %d\n#   %.200s\n#   %s",
		  src_spec, dst_spec, err, err ? why : "", text);
}

static void test_default(void)
{
	machine(4, "0-3", "0-3", "0000");
	chosen("", "", 2, 2, "0");
	chosen("", "", 0, 0, "1");
	chosen("3", "", 0, 3, "0");
	tap_subject("default target on one node: its first CPU that is not the source");

	machine(8, "0-7", "0-7", "00112233");
	chosen("", "", 5, 5, "0,2,4,6");
	chosen("0", "", 5, 0, "1-2,4,6");
	machine(SMALL, "0-11", "0-11", "012345012345");
	chosen("", "", 0, 0, "1-6");
	chosen("", "", 7, 7, "0-5");
	tap_subject("default targets: one CPU of each node, more than four nodes too");

	machine(12, "1,3,6,8-9,11", "1-11", "277299");
	chosen("", "", 9, 9, "1,3,11");
	chosen("3", "", 9, 3, "1,6,9");
	chosen("8", "", 1, 8, "1,3,9");
	tap_subject("default targets with holes in CPU and node numbers, and memory-only nodes");

	machine(3, "0-2", "0-2", "110");
	chosen("2", "", 0, 2, "0");
	tap_subject("a source that is alone in its node has no target there");

	machine(4, "0-1,3", "0-3", "000");
	chosen("", "", 0, 0, "1");
	chosen("", "", 3, 3, "0");
	machine(4, "0,2-3", "0-3", "011");
	chosen("0", "", 0, 0, "2");
	machine(4, "0-1,3", "0-3", "001");
	chosen("", "", 1, 1, "0,3");
	tap_subject("the default never is an offline CPU");
}

static void test_words(void)
{
	machine(8, "0,2,4-5", "0-7", "0011");
	chosen("", "last", 0, 0, "5");
	chosen("", "last", 5, 5, "4");
	chosen("2", "last", 5, 2, "5");
	tap_subject("last: the highest online CPU that is not the source");
	chosen("", "all", 0, 0, "2,4-5");
	chosen("4", "all", 0, 4, "0,2,5");
	tap_subject("all: every online CPU but the source");

	machine(1, "0", "0", "0");
	chosen("", "", 0, 0, "");
	chosen("0", "last", 0, 0, "");
	chosen("0", "all", 0, 0, "");
	tap_subject("a machine with one CPU has no target");
}

static void test_lists(void)
{
	machine(8, "0-1,3,5-7", "0-7", "000111");
	chosen("0", "1", 5, 0, "1");
	chosen("0x3", "5-7", 5, 3, "5-7");
	chosen("3\n", "1,5-7", 0, 3, "1,5-7");
	chosen("0", "7,1,5-6,6", 0, 0, "1,5-7");
	chosen("0", "1-7:1/2", 0, 0, "1,3,5,7");
	chosen("0", " 1, 3\n", 0, 0, "1,3");
	tap_subject("a list of targets");

	chosen("", "5", 5, 0, "5");
	chosen("", "0-1", 1, 3, "0-1");
	chosen("", "3", 1, 1, "3");
	tap_subject("without srccpu= the source makes room for the target");
	refused("", "0-1,3,5-7", 1,
		"dstcpu=0-1,3,5-7 contains the source, CPU 1: choose another srccpu= (the path self needs no dstcpu=)");
	refused("1", "1", 0,
		"dstcpu=1 contains the source, CPU 1: choose another srccpu= (the path self needs no dstcpu=)");
	refused("5", "3,5-6", 0,
		"dstcpu=3,5-6 contains the source, CPU 5: choose another srccpu= (the path self needs no dstcpu=)");
	machine(1, "0", "0", "0");
	refused("", "0", 0,
		"dstcpu=0 contains the source, CPU 0: choose another srccpu= (the path self needs no dstcpu=)");
	tap_subject("a target that is the source is refused");
}

static void test_bad_source(void)
{
	static const char * const garbage[] = {
		"-1", "x", "1x", "1,2", "1-2", "last", "all", "0 1", " 1", "99999999999", "1.5", "--",
	};
	char text[VIPI_WHY_MAX];
	unsigned int i;

	machine(8, "0-1,3", "0-3", "000");
	for (i = 0; i < sizeof(garbage) / sizeof(garbage[0]); i++) {
		snprintf(text, sizeof(text), "srccpu=%s: not a CPU number", garbage[i]);
		refused(garbage[i], "", 0, text);
	}
	refused("12345678901234567890123456789012345678901234567890", "", 0,
		"srccpu=1234567890123456789012345678901234567890: not a CPU number");
	tap_subject("a source that is no number is refused, long ones cut");

	refused("2", "", 0, "srccpu: CPU 2 is offline: echo 1 > /sys/devices/system/cpu/cpu2/online");
	refused("2", "0", 0, "srccpu: CPU 2 is offline: echo 1 > /sys/devices/system/cpu/cpu2/online");
	refused("4", "", 0, "srccpu: there is no CPU 4: online are 0-1,3");
	refused("8", "", 0, "srccpu: there is no CPU 8: online are 0-1,3");
	refused("2147483647", "", 0, "srccpu: there is no CPU 2147483647: online are 0-1,3");
	tap_subject("a source that is offline or does not exist is refused");
}

static void test_bad_target(void)
{
	static const char * const garbage[] = {
		"-1", "x", "1x", "1,x", "3-1", "1-", "0-3:2", "0-3:2/", "0-3:2/0", "1,-3", "LAST",
		"1;3", "1.5", "1:1/2", ",", "\n",
	};
	char text[VIPI_WHY_MAX];
	unsigned int i;

	machine(8, "0-1,3", "0-3", "000");
	for (i = 0; i < sizeof(garbage) / sizeof(garbage[0]); i++) {
		snprintf(text, sizeof(text),
			 "dstcpu=%s: not a CPU, a list such as 1,4-7, last or all", garbage[i]);
		refused("0", garbage[i], 0, text);
		refused("", garbage[i], 0, text);
	}
	tap_subject("targets that are no list are refused");

	refused("0", "2", 0, "dstcpu: CPU 2 is offline: echo 1 > /sys/devices/system/cpu/cpu2/online");
	refused("0", "1-3", 0,
		"dstcpu: CPU 2 is offline: echo 1 > /sys/devices/system/cpu/cpu2/online");
	refused("", "4", 0, "dstcpu: there is no CPU 4: online are 0-1,3");
	refused("", "3,7", 0, "dstcpu: there is no CPU 7: online are 0-1,3");
	refused("", "8", 0, "dstcpu=8: beyond the last CPU: online are 0-1,3");
	refused("", "1-100", 0, "dstcpu=1-100: beyond the last CPU: online are 0-1,3");
	refused("", "99999999999", 0, "dstcpu=99999999999: beyond the last CPU: online are 0-1,3");
	tap_subject("targets that are offline or do not exist are refused");
}

/* Random machines and lists: the set that was written is the set that is chosen. */
static void test_random_lists(void)
{
	unsigned int i;

	for (i = 0; i < 20000; i++) {
		char list[4 * SMALL] = "";
		struct cpumask want;
		int cpu, err, bad = -1, missing = -1;

		nr_cpu_ids = random_between(1, SMALL);
		cpumask_clear(&online);
		cpumask_clear(&present);
		cpumask_clear(&want);
		for (cpu = 0; cpu < (int)nr_cpu_ids; cpu++) {
			online.cpu[cpu] = cpu == 0 || random_u64() % 4;
			present.cpu[cpu] = online.cpu[cpu] || random_u64() % 2;
			node_of_cpu[cpu] = random_between(0, 3);
		want.cpu[cpu] = random_u64() % 2 && (online.cpu[cpu] || !(random_u64() % 8));
			if (want.cpu[cpu]) {
				sprintf(list + strlen(list), "%s%d", *list ? "," : "", cpu);
				if (!online.cpu[cpu] && bad < 0)
					bad = cpu;
			}
			if (online.cpu[cpu] && !want.cpu[cpu] && missing < 0)
				missing = cpu;
		}
		if (!*list)
			continue;
		err = select_ends("", list, 0);
		tap_check(!err == (bad < 0 && missing >= 0), "'%s' of %s: %d", list,
			  list_of(&online), err);
		if (err)
			continue;
		tap_check(!memcmp(&dst, &want, nr_cpu_ids), "'%s': %s", list, list_of(&dst));
		tap_check(src == (want.cpu[0] ? missing : 0), "'%s': source %d", list, src);
	}
	tap_subject("random lists on random machines");
}

static int select_pairs(unsigned int pairs, bool across)
{
	memset(&used, 0xff, sizeof(used));
	memset(ends, 0xff, sizeof(ends));
	memset(why, 'x', sizeof(why));
	return vipi_select_pairs(&topo, pairs, across, &used, ends, why);
}

/* The pairs are of online CPUs, each used once. Returns how many are across nodes. */
static int check_pairs(int n)
{
	struct cpumask seen;
	int i, k, across = 0;

	cpumask_clear(&seen);
	for (i = 0; i < n; i++) {
		for (k = 0; k < 2; k++) {
			int cpu = ends[i][k];

			tap_check(cpu >= 0 && cpu < (int)nr_cpu_ids && online.cpu[cpu],
				  "pair %d has CPU %d", i, cpu);
			if (cpu < 0 || cpu >= (int)nr_cpu_ids)
				return -1;
			tap_check(!seen.cpu[cpu], "CPU %d twice", cpu);
			seen.cpu[cpu] = true;
		}
		across += node_of(ends[i][0]) != node_of(ends[i][1]);
	}
	return across;
}

static void paired(unsigned int pairs, bool across, int want, int want_across)
{
	int n = select_pairs(pairs, across);

	tap_check(n == want, "pairs=%u across=%d: %d, not %d%s%.200s", pairs, across, n, want,
		  n < 0 ? ": " : "", n < 0 ? why : "");
	if (n > 0)
		tap_check(check_pairs(n) == want_across, "%d are across", check_pairs(n));
}

static void not_paired(unsigned int pairs, bool across, const char *text)
{
	int n = select_pairs(pairs, across);

	tap_check(n == -EINVAL && !strcmp(why, text), "pairs=%u across=%d: %d\n#   %.200s\n#   %s",
		  pairs, across, n, n < 0 ? why : "", text);
}

static void test_pairs(void)
{
	machine(8, "0-7", "0-7", "00001111");
	paired(0, false, 4, 0);
	paired(2, false, 2, 0);
	paired(0, true, 4, 4);
	paired(3, true, 3, 3);
	machine(SMALL, "0,2-3,7,9", "0-9", "50505");
	paired(0, false, 2, 0);
	paired(1, true, 1, 1);
	paired(0, true, 2, 2);
	tap_subject("pairs within and across nodes, odd numbers of CPUs, holes");

	machine(6, "0-5", "0-5", "000111");
	paired(0, false, 3, 1);
	paired(2, false, 2, 0);
	machine(4, "0-3", "0-3", "0123");
	paired(0, false, 2, 2);
	tap_subject("within nodes as far as possible, the rest across");

	machine(8, "0-7", "0-7", "00000112");
	paired(0, true, 3, 3);
	machine(8, "0-7", "0-7", "11200000");
	paired(0, true, 3, 3);
	machine(6, "0-5", "0-5", "011222");
	paired(0, true, 3, 3);
	tap_subject("unequal nodes: no CPU is left over needlessly");
}

static void test_bad_pairs(void)
{
	machine(8, "0-1,3-5", "0-7", "00001");
	not_paired(3, false, "pairs=3: CPUs 0-1,3-5 make at most 2 pair(s)");
	not_paired(2147483647, false, "pairs=2147483647: CPUs 0-1,3-5 make at most 2 pair(s)");
	not_paired(2, true,
		   "pairs=2: CPUs 0-1,3-5 make at most 1 pair(s) across NUMA nodes: try acrossnuma=0");
	machine(4, "0-3", "0-3", "0000");
	not_paired(0, true,
		   "pairs=0: CPUs 0-3 make at most 0 pair(s) across NUMA nodes: try acrossnuma=0");
	machine(1, "0", "0", "0");
	not_paired(0, false, "pairs=0: CPUs 0 make at most 0 pair(s)");
	not_paired(1, false, "pairs=1: CPUs 0 make at most 0 pair(s)");
	tap_subject("more pairs than there are, or none, are refused");
}

/*
 * The most pairs by trying all: the first free CPU stays alone, or is paired with
 * each other one.
 */
static int most_pairs(const struct cpumask *taken, bool across)
{
	struct cpumask now = *taken;
	int best, cpu, other;

	for_each_cpu(cpu, &online)
		if (!now.cpu[cpu])
			break;
	if (cpu >= (int)nr_cpu_ids)
		return 0;
	now.cpu[cpu] = true;
	best = most_pairs(&now, across);
	for_each_cpu(other, &online) {
		if (now.cpu[other] || (node_of(other) != node_of(cpu)) != across)
			continue;
		now.cpu[other] = true;
		best = max_t(int, best, 1 + most_pairs(&now, across));
		now.cpu[other] = false;
	}
	return best;
}

static void test_most_pairs(void)
{
	static const struct cpumask none;
	unsigned int i;

	for (i = 0; i < 400; i++) {
		int cpu, n, nodes = random_between(1, 5), within, across, all, got;

		nr_cpu_ids = random_between(1, 9);
		cpumask_clear(&online);
		for (cpu = 0; cpu < (int)nr_cpu_ids; cpu++) {
			online.cpu[cpu] = cpu == 0 || random_u64() % 5;
			/* The smaller of two numbers: low nodes have more CPUs. */
			node_of_cpu[cpu] = min(random_between(0, nodes - 1),
					       random_between(0, nodes - 1));
		}
		all = cpumask_weight(&online) / 2;
		within = most_pairs(&none, false);
		across = most_pairs(&none, true);

		got = select_pairs(0, true);
		tap_check(got == (across ? across : -EINVAL), "%s: %d across, not %d",
			  list_of(&online), got, across);
		if (got > 0)
			tap_check(check_pairs(got) == got, "a pair is not across");
		got = select_pairs(0, false);
		tap_check(got == (all ? all : -EINVAL), "%s: %d, not %d", list_of(&online), got,
			  all);
		if (got > 0)
			tap_check(check_pairs(got) == all - within, "%d across, not %d",
				  check_pairs(got), all - within);
		for (n = 1; n <= all + 1; n++) {
			got = select_pairs(n, true);
			tap_check(got == (n <= across ? n : -EINVAL), "%d of %d: %d", n, across, got);
			got = select_pairs(n, false);
			tap_check(got == (n <= all ? n : -EINVAL), "%d of %d: %d", n, all, got);
		}
	}
	tap_subject("there never are more pairs than were found, by trying all");
}

static void test_large(void)
{
	static char nodes[513];
	int cpu;

	memset(nodes, '0', 512);
	for (cpu = 0; cpu < 512; cpu++)
		nodes[cpu] += cpu % 8;
	machine(512, "0-511", "0-511", nodes);
	chosen("", "", 511, 511, "0-7");
	chosen("8", "last", 0, 8, "511");
	chosen("511", "last", 0, 511, "510");
	chosen("256", "all", 0, 256, "0-255,257-511");
	refused("512", "", 0, "srccpu: there is no CPU 512: online are 0-511");
	refused("0", "500-512", 0, "dstcpu=500-512: beyond the last CPU: online are 0-511");
	paired(0, false, 256, 0);
	paired(0, true, 256, 256);
	not_paired(257, true,
		   "pairs=257: CPUs 0-511 make at most 256 pair(s) across NUMA nodes: try acrossnuma=0");
	tap_subject("512 CPUs");

	/* Every second CPU online: the list is longer than the line. */
	for (cpu = 1; cpu < 512; cpu += 2)
		online.cpu[cpu] = false;
	tap_check(select_ends("1", "", 0) == -EINVAL, "%.200s", why);
	tap_check(!strncmp(why, "srccpu: CPU 1 is offline", 24), "%.200s", why);
	cpumask_copy(&present, &online);
	tap_check(select_ends("1", "", 0) == -EINVAL, "%.200s", why);
	tap_check(!strncmp(why, "srccpu: there is no CPU 1: online are 0,2,4,6,", 46) &&
		  strlen(why) == VIPI_WHY_MAX - 1, "%.200s", why);
	tap_subject("a refusal is cut, not overrun");
}

int main(void)
{
	test_default();
	test_words();
	test_lists();
	test_bad_source();
	test_bad_target();
	test_random_lists();
	test_pairs();
	test_bad_pairs();
	test_most_pairs();
	test_large();
	return tap_end();
}
