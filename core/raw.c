// SPDX-License-Identifier: GPL-2.0-only
/* Raw samples, for those who do not trust our statistics. */
#include <linux/mutex.h>
#include <linux/vmalloc.h>

#include "raw.h"
#include "table.h"

/**
 * struct raw_sample - one sample, as a line of the debugfs file shows it
 * @path: the path's name
 * @src: source CPU
 * @dst: target CPU, or -1
 * @ndst: targets
 * @run: run, from 1
 * @stolen: the hypervisor took time during its batch
 * @send: clock units
 * @oneway: clock units, of two CPUs' clocks
 * @rtt: clock units
 */
struct raw_sample {
	const char *path;
	int src, dst;
	u32 ndst;
	u16 run;
	bool stolen;
	s64 send, oneway, rtt;
};

static struct vipi_table table = VIPI_TABLE_INIT(table, struct raw_sample);
static atomic64_t used;

int vipi_raw_start(u64 room)
{
	atomic64_set(&used, 0);
	return vipi_table_alloc(&table, room);
}

void vipi_raw_free(void)
{
	vipi_table_free(&table);
}

void vipi_raw_add(struct vipi_sender *s, bool stolen)
{
	const struct vipi_case *c = s->c;
	unsigned int i;

	for (i = 0; i < s->filled && s->raw < c->run->cfg.raw; i++, s->raw++) {
		const struct vipi_sample *t = &s->sample[i];
		u64 at = atomic64_inc_return(&used) - 1;
		struct raw_sample *raw;

		if (at >= table.n)
			return;
		raw = vipi_table_at(&table, at);
		*raw = (struct raw_sample){
			.src = s->src,
			.dst = s->ntargets == 1 ? s->target[0].cpu : -1,
			.ndst = s->ntargets,
			.run = c->runs + 1,
			.stolen = stolen,
			.send = t->t1 - t->t0,
			.oneway = t->th - t->t0,
			.rtt = t->t2 - t->t0,
		};
		/* The reader takes a line as written once it has a path. */
		smp_store_release(&raw->path, c->path->name);
	}
}

static int show(struct seq_file *m, void *v)
{
	struct raw_sample *raw = v;
	const char *path = smp_load_acquire(&raw->path);	/* paired with vipi_raw_add() */

	if (!path)
		return SEQ_SKIP;
	seq_printf(m, "%s %d %d %u %u %lld %lld %lld %d\n", path, raw->src, raw->dst,
		   raw->ndst, raw->run, raw->send, raw->oneway, raw->rtt, raw->stolen);
	return 0;
}

VIPI_TABLE_SEQ(vipi_raw_seq, table, show);
