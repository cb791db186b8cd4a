// SPDX-License-Identifier: GPL-2.0-only
/* Records: to dmesg for people and scripts, and in memory for debugfs. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/topology.h>

#include "arch.h"
#include "env.h"
#include "report.h"
#include "text.h"

static struct vipi_text results = VIPI_TEXT_INIT(results);
static struct vipi_text histograms = VIPI_TEXT_INIT(histograms);

const char * const vipi_kind_names[VIPI_KINDS] = { "send", "oneway", "rtt", "flood" };
static const char * const target_names[] = { "idle", "busy", "poll" };

void vipi_say(const char *why)
{
	pr_err("%s\n", why);
}

static void emit(const struct vipi_record *r, bool dmesg)
{
	if (dmesg)
		pr_info("%s\n", r->buf);
	vipi_text_add(&results, r->buf);
}

static void start(struct vipi_record *r, const struct vipi_run *run, const char *name)
{
	char id[9];

	vipi_record_start(r, name);
	snprintf(id, sizeof(id), "%08x", run->id);
	vipi_record_str(r, "id", id);
}

void vipi_report_begin(struct vipi_run *run, u64 expected)
{
	const struct vipi_config *cfg = &run->cfg;
	struct vipi_record *r = &run->record;

	vipi_text_clear(&results);
	vipi_text_clear(&histograms);
	if (vipi_module.banner)
		vipi_module.banner();
	start(r, run, "begin");
	vipi_record_str(r, "module", KBUILD_MODNAME);
	vipi_record_str(r, "version", VIPI_VERSION);
	vipi_record_u64(r, "results", expected);
	vipi_record_u64(r, "loops", cfg->loops);
	vipi_record_u64(r, "warmup", cfg->warmup);
	vipi_record_u64(r, "runs", cfg->runs);
	vipi_record_u64(r, "srccpu", cfg->src);
	vipi_record_str(r, "mode", !cfg->flood ? "pingpong" : !cfg->pingpong ? "flood" : "both");
	vipi_record_str(r, "target", target_names[cfg->target]);
	vipi_record_u64(r, "gap_us", cfg->gap_us);
	vipi_record_u64(r, "timeout_us", cfg->timeout_us);
	vipi_record_u64(r, "matrix", cfg->matrix);
	emit(r, true);
	start(r, run, "env");
	vipi_env(r, run->emulated);
	emit(r, true);
	start(r, run, "env");
	vipi_arch_env(r);
	emit(r, true);
	if (vipi_module.env) {
		start(r, run, "env");
		vipi_module.env(r);
		emit(r, true);
	}
}

void vipi_report_skip(struct vipi_run *run, const struct vipi_path *path, const char *reason)
{
	struct vipi_record *r = &run->record;

	start(r, run, "skip");
	vipi_record_str(r, "path", path->name);
	vipi_record_str(r, "reason", reason);
	emit(r, true);
	run->skipped++;
}

static bool has_kind(const struct vipi_config *cfg, const struct vipi_path *path,
		     enum vipi_kind kind)
{
	if (kind == VIPI_FLOOD)
		return cfg->flood && path->flood;
	if (!cfg->pingpong || !path->pingpong)
		return false;
	return kind == VIPI_SEND || !(path->flags & VIPI_NO_ACK);
}

unsigned int vipi_report_kinds(const struct vipi_config *cfg, const struct vipi_path *path)
{
	unsigned int kind, n = 0;

	for (kind = 0; kind < VIPI_KINDS; kind++)
		n += has_kind(cfg, path, kind);
	return n;
}

/* What the targets really did, whatever was asked for. */
static const char *target_state(const struct vipi_config *cfg, const struct vipi_path *path)
{
	if (path->flags & (VIPI_SELF | VIPI_RESPONDER))
		return "busy";
	if (path->flags & VIPI_WAKES && cfg->target == VIPI_BUSY)
		return "idle";
	return target_names[cfg->target];
}

/* The CPUs that a record names; -1 where it is about several. */
static struct vipi_ends ends_of(const struct vipi_case *c)
{
	struct vipi_ends e = c->ends[0];

	if (c->nsenders > 1 || c->pairs)
		return (struct vipi_ends){ -1, -1 };
	if (e.dst < 0 && c->ndst == 1)
		e.dst = cpumask_any_but(c->targets, e.src);
	return e;
}

static void put_ends(struct vipi_record *r, const struct vipi_case *c)
{
	struct vipi_ends e = ends_of(c);

	vipi_record_s64(r, "src", e.src);
	vipi_record_s64(r, "dst", e.dst);
	vipi_record_u64(r, "ndst", c->ndst);
	vipi_record_s64(r, "snode", e.src < 0 ? -1 : cpu_to_node(e.src));
	vipi_record_s64(r, "dnode", e.dst < 0 ? -1 : cpu_to_node(e.dst));
	if (c->nsenders > 1)
		vipi_record_u64(r, "senders", c->nsenders);
	if (c->pairs)
		vipi_record_u64(r, "pairs", c->pairs);
}

static void put_summary(struct vipi_record *r, const struct vipi_dist *d)
{
	struct vipi_summary s;

	vipi_dist_summary(d, &s);
	vipi_record_str(r, "unit", VIPI_CLOCK_UNIT);
	vipi_record_s64(r, "min", s.min);
	vipi_record_s64(r, "p50", s.p50);
	vipi_record_s64(r, "p90", s.p90);
	vipi_record_s64(r, "p99", s.p99);
	vipi_record_s64(r, "p999", s.p999);
	vipi_record_s64(r, "max", s.max);
	vipi_record_s64(r, "mean", s.mean);
	vipi_record_u64(r, "sd", s.sd);
	vipi_record_s64(r, "mean_ns", vipi_clock_to_ns(s.mean));
	vipi_record_u64(r, "neg", s.neg);
	vipi_record_u64(r, "sat", s.sat);
}

static void put_counts(struct vipi_record *r, const struct vipi_case *c, enum vipi_kind kind)
{
	if (kind == VIPI_FLOOD) {
		vipi_record_u64(r, "batch", VIPI_FLOOD_BATCH);
		vipi_record_u64(r, "irqs", c->flood.irqs);
		vipi_record_u64(r, "ipi", c->flood.irqs * 2 > c->flood.sends);
		return;
	}
	if (c->path->flags & VIPI_NO_ACK)
		return;
	if (c->vector)
		vipi_record_u64(r, "vector", c->vector);
	vipi_record_u64(r, "sent", c->sent);
	vipi_record_u64(r, "received", c->received);
	vipi_record_u64(r, "irqs", c->irqs);
	vipi_record_u64(r, "ipi", c->irqs * 2 > c->received);
	vipi_record_u64(r, "late", c->late);
	vipi_record_u64(r, "lost", c->lost);
	if (kind == VIPI_ONEWAY && c->offset_hi != S64_MAX) {
		vipi_record_s64(r, "offset", c->offset_lo + (c->offset_hi - c->offset_lo) / 2);
		vipi_record_s64(r, "offset_err", (c->offset_hi - c->offset_lo) / 2);
	}
}

static void report_kind(struct vipi_run *run, struct vipi_case *c, enum vipi_kind kind,
			unsigned int k)
{
	const struct vipi_dist *d = k ? &c->run_dist[kind] : &c->dist[kind];
	struct vipi_record *r = &run->record;

	start(r, run, "result");
	if (!k)
		vipi_record_u64(r, "seq", ++run->seq);
	vipi_record_u64(r, "emulated", run->emulated);
	vipi_record_str(r, "path", c->path->name);
	if (c->path->via)
		vipi_record_str(r, "via", c->path->via);
	vipi_record_str(r, "kind", vipi_kind_names[kind]);
	put_ends(r, c);
	vipi_record_str(r, "target", target_state(&run->cfg, c->path));
	if (c->path->flags & VIPI_WAIT)
		vipi_record_u64(r, "wait", run->cfg.wait);
	if (c->path->flags & VIPI_WAIT || run->cfg.lock)
		vipi_record_u64(r, "lock", run->cfg.lock);
	vipi_record_u64(r, k ? "run" : "runs", k ?: c->runs);
	vipi_record_u64(r, "n", kind == VIPI_FLOOD && !k ? c->flood.sends : d->n);
	put_summary(r, d);
	if (!k) {
		put_counts(r, c, kind);
		vipi_record_u64(r, "steal_ns", c->steal_ns);
		vipi_record_u64(r, "run_delay_ns", c->run_delay_ns);
	}
	emit(r, !k);
}

static void report_histogram(const struct vipi_case *c, enum vipi_kind kind)
{
	const struct vipi_dist *d = &c->dist[kind];
	struct vipi_ends e = ends_of(c);
	char line[160];
	unsigned int i;
	s64 lo, hi;

	snprintf(line, sizeof(line), "# path=%s kind=%s src=%d dst=%d ndst=%u unit=%s n=%llu",
		 c->path->name, vipi_kind_names[kind], e.src, e.dst, c->ndst,
		 VIPI_CLOCK_UNIT, d->n);
	vipi_text_add(&histograms, line);
	for (i = 0; i < VIPI_BUCKETS; i++) {
		if (!d->bucket[i])
			continue;
		vipi_bucket_range(i, &lo, &hi);
		snprintf(line, sizeof(line), "%lld %lld %llu", lo, hi, d->bucket[i]);
		vipi_text_add(&histograms, line);
	}
}

/* Senders that compete are judged by what they get done together. */
static void report_rate(struct vipi_run *run, struct vipi_case *c)
{
	struct vipi_record *r = &run->record;

	if (!(c->path->flags & (VIPI_PAIRS | VIPI_ALL)) || !c->flood.ns)
		return;
	start(r, run, "rate");
	vipi_record_u64(r, "emulated", run->emulated);
	vipi_record_str(r, "path", c->path->name);
	vipi_record_u64(r, "senders", c->nsenders);
	vipi_record_u64(r, "ndst", c->ndst);
	vipi_record_u64(r, "wait", run->cfg.wait);
	vipi_record_u64(r, "sends", c->flood.sends);
	vipi_record_u64(r, "elapsed_ns", c->flood.ns);
	vipi_record_u64(r, "ipi_per_s", vipi_rate(&c->flood, c->ndst));
	emit(r, true);
}

void vipi_report_case(struct vipi_run *run, struct vipi_case *c, unsigned int k)
{
	unsigned int kind;

	for (kind = 0; kind < VIPI_KINDS; kind++) {
		if (!has_kind(&run->cfg, c->path, kind))
			continue;
		report_kind(run, c, kind, k);
		if (!k)
			report_histogram(c, kind);
	}
	if (!k)
		report_rate(run, c);
}

void vipi_report_end(struct vipi_run *run)
{
	struct vipi_record *r = &run->record;

	start(r, run, "end");
	vipi_record_u64(r, "results", run->seq);
	vipi_record_u64(r, "skipped", run->skipped);
	vipi_record_u64(r, "errors", run->errors);
	if (results.dropped)
		vipi_record_u64(r, "dropped", results.dropped);
	emit(r, true);
}

void vipi_report_free(void)
{
	vipi_text_clear(&results);
	vipi_text_clear(&histograms);
}

ssize_t vipi_report_read(bool histogram, char __user *to, size_t count, loff_t *pos)
{
	return vipi_text_read(histogram ? &histograms : &results, to, count, pos);
}
