// SPDX-License-Identifier: GPL-2.0-only
/* A whole run, from the parameters to the last record. */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "arch_api.h"
#include "baseline.h"
#include "cpus.h"
#include "matrix.h"
#include "params.h"
#include "raw.h"
#include "report.h"
#include "steal.h"

static DEFINE_MUTEX(running);
static struct vipi_run run;
static bool unloading;

/* The clock offset of a pair is estimated from so many exchanges of a cache line. */
#define CALIBRATION_LOOPS	200

static const char *unusable(const struct vipi_config *cfg, const struct vipi_path *path)
{
	if (!(path->flags & (VIPI_SELF | VIPI_NO_ACK)) && num_online_cpus() < 2)
		return "needs a second online CPU";
	if (cfg->matrix && path->flags & (VIPI_SELF | VIPI_MULTI | VIPI_ALL | VIPI_PAIRS))
		return "not a path between two CPUs: leave out matrix=1";
	if (!cfg->flood && !path->pingpong)
		return "has no ping-pong mode: use mode=flood or both";
	if (!cfg->pingpong && !path->flood)
		return "has no flood mode: use mode=pingpong or both";
	return path->unusable ? path->unusable() : NULL;
}

static void list_paths(const struct vipi_config *cfg)
{
	unsigned int i, width = 0;

	for (i = 0; i < vipi_module.npaths; i++)
		width = max_t(size_t, width, strlen(vipi_module.paths[i].name));
	pr_info("%u paths; choose with options=BITMASK or paths=NAME,NAME or paths=all\n",
		vipi_module.npaths);
	for (i = 0; i < vipi_module.npaths; i++) {
		const struct vipi_path *path = &vipi_module.paths[i];
		const char *reason = unusable(cfg, path);

		pr_info("bit %2u  %-*s %s\n", i, width, path->name, path->what);
		if (reason)
			pr_info("        %-*s can't run here: %s\n", width, "", reason);
	}
}

/* Drop the paths that can't run here, with a record for each that was asked for. */
static unsigned long usable_paths(bool report)
{
	unsigned long usable = run.cfg.paths;
	unsigned int i;

	for (i = 0; i < vipi_module.npaths; i++) {
		const struct vipi_path *path = &vipi_module.paths[i];
		const char *reason = usable & BIT(i) ? unusable(&run.cfg, path) : NULL;

		if (!reason)
			continue;
		usable &= ~BIT(i);
		if (report)
			vipi_report_skip(&run, path, reason);
	}
	return usable;
}

static void use_cpus(const struct vipi_block *b)
{
	unsigned int i, j;

	cpumask_clear(&run.used);
	for (i = 0; i < b->ncases; i++) {
		const struct vipi_case *c = &b->cases[i];

		cpumask_or(&run.used, &run.used, c->targets);
		/* A path between two CPUs goes to the other targets later. */
		if (c->nsenders == 1 && c->ends->dst >= 0 && c->ends->dst != c->ends->src)
			cpumask_or(&run.used, &run.used, run.cfg.dst);
		for (j = 0; j < c->nsenders; j++) {
			cpumask_set_cpu(c->ends[j].src, &run.used);
			if (c->ends[j].dst >= 0)
				cpumask_set_cpu(c->ends[j].dst, &run.used);
		}
	}
}

/* Bounds of the clock offset from @src to @dst, both unknown after an error. */
static int calibrate(int src, int dst, s64 *lo, s64 *hi)
{
	static struct vipi_run calibration;
	struct vipi_ends ends = { src, dst };
	struct vipi_case c = {
		.path = &vipi_calibration, .nsenders = 1, .ends = &ends, .ndst = 1,
		.offset_lo = S64_MIN, .offset_hi = S64_MAX,
	};
	int err = 0;

	calibration.cfg.loops = CALIBRATION_LOOPS;
	calibration.cfg.pingpong = true;
	calibration.cfg.timeout_us = run.cfg.timeout_us;
	calibration.emulated = run.emulated;
	calibration.stop = 0;
	calibration.gone_cpu = -1;
	c.run_dist = vzalloc(array_size(VIPI_KINDS, sizeof(*c.run_dist)));
	if (!c.run_dist)
		return -ENOMEM;
	err = vipi_case_measure(&calibration, &c);
	cmpxchg(&run.gone_cpu, -1, calibration.gone_cpu);
	vfree(c.run_dist);
	*lo = c.offset_lo;
	*hi = c.offset_hi;
	return err == -EIO ? 0 : err;
}

static int calibrate_block(struct vipi_block *b)
{
	s64 lo = S64_MIN, hi = S64_MAX;
	int src = -1, dst = -1, err;
	unsigned int i;

	if (!run.cfg.pingpong)
		return 0;
	for (i = 0; i < b->ncases; i++) {
		struct vipi_case *c = &b->cases[i];
		const struct vipi_ends *e = c->ends;

		if (c->nsenders > 1 || e->dst < 0 || e->dst == e->src)
			continue;
		if (e->src != src || e->dst != dst) {
			src = e->src;
			dst = e->dst;
			err = calibrate(src, dst, &lo, &hi);
			if (err)
				return err;
		}
		c->offset_lo = lo;
		c->offset_hi = hi;
	}
	return 0;
}

static void complain(const struct vipi_case *c, int err)
{
	if (c->fault && vipi_module.fault_name)
		pr_err("%s: gave up: the hypervisor answered %s (%#llx)\n", c->path->name,
		       vipi_module.fault_name(c->fault), c->fault);
	else if (err == -EIO)
		pr_err("%s: %llu acknowledgement(s) lost, %llu late (timeout_us=%u): is a CPU stopped or overcommitted?\n",
		       c->path->name, c->lost, c->late, run.cfg.timeout_us);
	else
		pr_err("%s: gave up: the send failed with error %d\n", c->path->name, err);
}

/* One run of one case; only an error that ends the whole run is returned. */
static int measure_once(struct vipi_case *c, unsigned int k)
{
	struct vipi_flood_sums before = c->flood;
	unsigned int kind;
	int err;

	if (c->failed)
		return 0;
	for (kind = 0; kind < VIPI_KINDS; kind++)
		vipi_dist_reset(&c->run_dist[kind]);
	memset(&c->flood, 0, sizeof(c->flood));
	run.why[0] = '\0';
	err = vipi_case_measure(&run, c);
	if (run.stop)
		return run.stop;
	if (err == -ENOMEM)
		return err;
	if (run.why[0]) {
		vipi_report_skip(&run, c->path, run.why);
		c->failed = true;
		return 0;
	}
	if (err) {
		complain(c, err);
		c->failed = true;
		run.errors++;
	}
	for (kind = 0; kind < VIPI_KINDS; kind++)
		vipi_dist_merge(&c->dist[kind], &c->run_dist[kind]);
	c->runs++;
	if (k == 1 && c->flood.sends && vipi_module.legacy)
		vipi_module.legacy(&run.cfg, c);
	if (!run.cfg.matrix)
		vipi_report_case(&run, c, k);
	c->flood.sends += before.sends;
	c->flood.ticks += before.ticks;
	c->flood.ipitime += before.ipitime;
	c->flood.ns += before.ns;
	c->flood.irqs += before.irqs;
	return 0;
}

/* The cases with and without VIPI_LAST, interleaved. */
static int measure_runs(struct vipi_block *b, unsigned int last)
{
	unsigned int i, k;
	int err = 0;

	for (k = 1; k <= run.cfg.runs && !err; k++)
		for (i = 0; i < b->ncases && !err; i++)
			if ((b->cases[i].path->flags & VIPI_LAST) == last)
				err = measure_once(&b->cases[i], k);
	return err;
}

static int measure_block(struct vipi_block *b)
{
	unsigned int i;
	int err;

	for (i = 0; i < b->ncases; i++) {
		b->cases[i].dist = vzalloc(array_size(VIPI_KINDS, sizeof(struct vipi_dist)));
		if (!b->cases[i].dist)
			return -ENOMEM;
		b->cases[i].run_dist = run.run_dist;
	}
	use_cpus(b);
	err = calibrate_block(b);
	if (!err)
		err = measure_runs(b, 0);
	if (!err)
		err = measure_runs(b, VIPI_LAST);
	return err;
}

/* A matrix keeps a few numbers of each pair, and of all pairs together a distribution. */
static void keep_in_matrix(struct vipi_block *b, struct vipi_block *total)
{
	unsigned int i, kind;

	for (i = 0; i < b->ncases; i++) {
		const struct vipi_case *c = &b->cases[i];
		struct vipi_case *sum = &total->cases[i];

		vipi_matrix_add(c);
		for (kind = 0; kind < VIPI_KINDS; kind++)
			vipi_dist_merge(&sum->dist[kind], &c->dist[kind]);
		sum->sent += c->sent;
		sum->received += c->received;
		sum->late += c->late;
		sum->lost += c->lost;
		sum->irqs += c->irqs;
		sum->steal_ns += c->steal_ns;
		sum->run_delay_ns += c->run_delay_ns;
		sum->flood.sends += c->flood.sends;
		sum->flood.irqs += c->flood.irqs;
		sum->runs = c->runs;
		sum->pairs++;
	}
}

static void report_block(struct vipi_block *b)
{
	unsigned int i;

	for (i = 0; i < b->ncases; i++)
		if (b->cases[i].runs)
			vipi_report_case(&run, &b->cases[i], 0);
}

static int measure_pairs(unsigned long paths, unsigned int blocks, struct vipi_block *total)
{
	u64 start = ktime_get_ns();
	struct vipi_block b = { };
	unsigned int i;
	int err = 0;

	for (i = 0; i < blocks && !err; i++) {
		err = vipi_plan_block(&run.cfg, paths, i, &b);
		if (!err)
			err = measure_block(&b);
		if (!err && run.cfg.matrix)
			keep_in_matrix(&b, total);
		else if (!err)
			report_block(&b);
		vipi_plan_free(&b);
		if (!err && i == 0 && run.cfg.matrix)
			pr_info("%u pairs, about %llu s in all\n", blocks,
				div_u64((ktime_get_ns() - start) * blocks, NSEC_PER_SEC));
	}
	return err;
}

static int measure_all(unsigned long paths, unsigned int blocks)
{
	struct vipi_block total = { };
	unsigned int i;
	int err = 0;

	if (run.cfg.matrix) {
		err = vipi_plan_block(&run.cfg, paths, 0, &total);
		for (i = 0; i < total.ncases && !err; i++) {
			total.cases[i].dist = vzalloc(array_size(VIPI_KINDS,
								 sizeof(struct vipi_dist)));
			err = total.cases[i].dist ? 0 : -ENOMEM;
		}
	}
	if (!err)
		err = measure_pairs(paths, blocks, &total);
	if (!err && run.cfg.matrix)
		report_block(&total);
	vipi_plan_free(&total);
	return err;
}

/* How many records will follow, and how much memory the kept rows need. */
static int count_results(unsigned long paths, unsigned int blocks, u64 *results)
{
	struct vipi_block b = { };
	unsigned int i, j, rows = 0, cases = 0;
	int err = 0;

	*results = 0;
	for (i = 0; i < (run.cfg.matrix ? 1 : blocks) && !err; i++) {
		err = vipi_plan_block(&run.cfg, paths, i, &b);
		for (j = 0; j < b.ncases && !err; j++) {
			const struct vipi_case *c = &b.cases[j];

			rows += vipi_report_kinds(&run.cfg, c->path);
			cases += c->path->flags & VIPI_PAIRS ? c->nsenders : 1;
		}
		vipi_plan_free(&b);
	}
	*results = rows;
	if (!err)
		err = vipi_matrix_start(run.cfg.matrix ? (u64)rows * blocks : 0);
	if (!err)
		err = vipi_raw_start((u64)run.cfg.raw * run.cfg.runs * cases *
				     (run.cfg.matrix ? blocks : 1));
	return err;
}

static int prepare(void)
{
	const char *why;

	vipi_arch_prepare();
	why = vipi_arch_clock_unusable();
	if (!why && run.cfg.target == VIPI_POLL)
		why = vipi_poll_unusable();
	if (why) {
		vipi_say(why);
		return -EOPNOTSUPP;
	}
	vipi_steal_bind();
	return vipi_module.prepare ? vipi_module.prepare() : 0;
}

static void explain(int err)
{
	if (err == -EOPNOTSUPP)
		pr_err("none of the requested paths can run here: the reasons are above\n");
	else if (err == -EINTR)
		pr_err("interrupted: the records above are incomplete\n");
	else if (err == -ENODEV)
		pr_err("CPU %d went offline during the run: leave the CPUs alone and run again\n",
		       run.gone_cpu);
	else if (err == -ENOMEM)
		pr_err("out of memory: nothing was measured to the end\n");
}

static int run_paths(void)
{
	unsigned long paths = usable_paths(false);
	unsigned int blocks = vipi_plan_blocks(&run.cfg);
	u64 results;
	int err;

	err = count_results(paths, blocks, &results);
	if (err)
		return err;
	run.run_dist = vzalloc(array_size(VIPI_KINDS, sizeof(*run.run_dist)));
	if (!run.run_dist)
		return -ENOMEM;
	vipi_report_begin(&run, results);
	paths = usable_paths(true);
	if (!paths) {
		err = -EOPNOTSUPP;
	} else {
		if (run.cfg.target == VIPI_POLL)
			vipi_poll_idle(true);
		err = measure_all(paths, blocks);
		if (run.cfg.target == VIPI_POLL)
			vipi_poll_idle(false);
		if (!err && run.errors)
			err = -EIO;
	}
	vipi_report_end(&run);
	explain(err);
	vfree(run.run_dist);
	return err;
}

static int run_locked(void)
{
	char why[VIPI_WHY_MAX];
	int err;

	memset(&run, 0, sizeof(run));
	run.gone_cpu = -1;
	run.id = get_random_u32();
	run.emulated = vipi_arch_emulated();
	err = vipi_params_read(&run.cfg, &vipi_topology, run.emulated, why);
	if (err) {
		vipi_say(why);
		return err;
	}
	err = prepare();
	if (!err && !run.cfg.paths) {
		list_paths(&run.cfg);
	} else if (!err) {
		err = vipi_cpus_watch(&run);
		if (!err) {
			err = READ_ONCE(unloading) ? -EINTR : run_paths();
			vipi_cpus_unwatch();
		}
	}
	vipi_params_free(&run.cfg);
	return err ?: run.cfg.oneshot ? -ECANCELED : 0;
}

int vipi_run_now(void)
{
	int err;

	if (!mutex_trylock(&running)) {
		vipi_say("a run is going on: wait for its end, or send its writer a signal");
		return -EBUSY;
	}
	err = run_locked();
	mutex_unlock(&running);
	return err;
}

void vipi_run_stop(void)
{
	WRITE_ONCE(unloading, true);
	vipi_stop(&run, -EINTR);
}
