// SPDX-License-Identifier: GPL-2.0-only
/*
 * ipi_bench: what the kernel's own ways to interrupt another CPU cost, on any
 * architecture. This is the table; the paths are in the other files.
 */
#include <linux/module.h>
#include <linux/topology.h>

#include "arch.h"
#include "baseline.h"
#include "call.h"
#include "env.h"
#include "ipi_bench.h"
#include "params.h"
#include "report.h"

/* Append only: a position is a bit of options=. */
static const struct vipi_path paths[] = {
	{
		VIPI_CALL_PATH("self", VIPI_SELF,
			       "smp_call_function_single() to oneself: a local call, no interrupt"),
	}, {
		VIPI_CALL_PATH("single", 0, "smp_call_function_single() to one other CPU"),
	}, {
		VIPI_CALL_PATH("mesh", VIPI_PAIRS,
			       "single in several pairs of CPUs at once (pairs=, acrossnuma=)"),
	}, {
		.name = "all",
		.what = "smp_call_function() to all other CPUs (broadcasts= at once)",
		.flags = VIPI_ALL | VIPI_WAIT,
		.irq = VIPI_IRQ_CALL,
		.pingpong = all_pingpong,
		.flood = all_flood,
	}, {
		.name = "single_async",
		.what = "smp_call_function_single_async(), the caller's own csd",
		.irq = VIPI_IRQ_CALL,
		.pingpong = single_async_pingpong,
		.arm = single_async_arm,
	}, {
		.name = "many",
		.what = "smp_call_function_many() to ndst= CPUs",
		.flags = VIPI_MULTI | VIPI_WAIT,
		.irq = VIPI_IRQ_CALL,
		.pingpong = many_pingpong,
		.flood = many_flood,
	}, {
		.name = "irq_work",
		.what = "irq_work_queue_on() one other CPU",
		.irq = VIPI_IRQ_CALL,
		.pingpong = irq_work_pingpong,
		.arm = irq_work_arm,
		.unusable = irq_work_unusable,
	}, {
		.name = "self_irq_work",
		.what = "irq_work_queue(): a real interrupt to oneself",
		.flags = VIPI_SELF,
		.irq = VIPI_IRQ_WORK,
		.pingpong = self_irq_work_pingpong,
		.arm = irq_work_arm,
	}, {
		.name = "wakeup",
		.what = "wake_up_process() of a kthread that sleeps on one other CPU",
		.flags = VIPI_WAKES,
		.irq = VIPI_IRQ_WAKE,
		.pingpong = wakeup_pingpong,
	},
	VIPI_BASELINES
};

static bool wait = true;
module_param(wait, bool, 0644);
MODULE_PARM_DESC(wait, "smp_call_function_*() waits until the handler has run (1)");
static bool lock;
module_param(lock, bool, 0644);
MODULE_PARM_DESC(lock, "the handlers contend for one raw spinlock (0)");
static bool acrossnuma;
module_param(acrossnuma, bool, 0644);
MODULE_PARM_DESC(acrossnuma, "mesh: the two CPUs of a pair in different NUMA nodes (0)");
VIPI_NUMBER(pairs, 0, "mesh: pairs of CPUs at once (as many as there are)");
VIPI_NUMBER(broadcasts, 1, "all: CPUs that broadcast at once (1)");

static int read_params(struct vipi_config *cfg, char *why)
{
	long cpus = num_online_cpus();

	cfg->wait = wait;
	cfg->lock = lock;
	cfg->acrossnuma = acrossnuma;
	return vipi_number("pairs", &pairs, pairs.given ? 1 : 0, INT_MAX, &cfg->pairs, why) ?:
	       vipi_number("broadcasts", &broadcasts, 1, cpus, &cfg->broadcasts, why);
}

static long in_unit(const struct vipi_config *cfg, u64 t)
{
	return cfg->unit_ns ? vipi_clock_to_ns(t) : t;
}

static void print_ends(const struct vipi_config *cfg, const struct vipi_case *c,
		       const char *name, const struct vipi_ends *e)
{
	const char *unit = cfg->unit_ns ? "ns" : VIPI_CLOCK_UNIT;
	long sends = e->flood.sends;
	long elapsed = in_unit(cfg, e->flood.ticks);
	long ipitime = in_unit(cfg, e->flood.ipitime);

	pr_info("%30s wait[%d], CPU%d[NODE%d] -> CPU%d[NODE%d], loop = %d\n", name, cfg->wait,
		e->src, cpu_to_node(e->src), e->dst, e->dst < 0 ? -1 : cpu_to_node(e->dst),
		(int)sends);
	pr_info("%40s  elapsed = %16ld %s, average = %8ld %s\n", "", elapsed, unit,
		elapsed / sends, unit);
	if (cfg->wait)
		pr_info("%40s  ipitime = %16ld %s, average = %8ld %s\n", "", ipitime, unit,
			ipitime / sends, unit);
}

/* The lines that ipi_bench has always printed, for its existing parsers. */
static void print_legacy(const struct vipi_config *cfg, const struct vipi_case *c)
{
	char name[32];
	unsigned int i;

	snprintf(name, sizeof(name), "ipi_bench_%s", c->path->name);
	for (i = 0; i < c->nsenders; i++)
		if (c->ends[i].flood.sends)
			print_ends(cfg, c, name, &c->ends[i]);
	if (c->path->flags & (VIPI_PAIRS | VIPI_ALL))
		pr_info("throughput %ld ipi/s\n", (long)vipi_rate(&c->flood, c->ndst));
}

const struct vipi_module vipi_module = {
	.paths = paths,
	.npaths = ARRAY_SIZE(paths),
	.params = read_params,
	.legacy = print_legacy,
};

MODULE_DESCRIPTION("What an IPI costs: the kernel's own ways to interrupt a CPU");
MODULE_VERSION(VIPI_VERSION);
MODULE_LICENSE("GPL");
