// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run of one case: build the senders and their targets, let them run, sum up,
 * take everything down again.
 */
#include <linux/kthread.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "env.h"
#include "loop.h"

static int sender_targets(struct vipi_sender *s, const struct vipi_ends *ends)
{
	const struct vipi_config *cfg = &s->c->run->cfg;
	struct vipi_case *c = s->c;
	unsigned int i = 0;
	int cpu, err;

	if (ends->dst >= 0)
		cpumask_set_cpu(ends->dst, s->mask);
	else
		cpumask_andnot(s->mask, c->targets, cpumask_of(s->src));
	for_each_cpu(cpu, s->mask) {
		struct vipi_target *t = &s->target[i];

		t->cpu = cpu;
		t->sender = s;
		t->slot = per_cpu_ptr(s->slots, cpu);
		if (c->path->arm)
			c->path->arm(t);
		if (++i == s->ntargets)
			break;
	}
	for (i = 0; i < s->ntargets; i++) {
		if (s->target[i].cpu == s->src)
			continue;
		err = vipi_target_start(&s->target[i], c->path, cfg->target);
		if (err)
			return err;
	}
	return 0;
}

static int sender_init(struct vipi_sender *s, struct vipi_case *c, const struct vipi_ends *ends)
{
	const struct vipi_config *cfg = &c->run->cfg;
	int err;

	s->c = c;
	s->src = ends->src;
	s->ntargets = ends->dst >= 0 ? 1 : c->ndst;
	s->batch = 8;
	s->relax = c->run->emulated;
	s->wait = cfg->wait && c->path->flags & VIPI_WAIT;
	s->lock = cfg->lock ? &c->lock : NULL;
	s->timeout = vipi_us_to_clock(cfg->timeout_us);
	s->gap = vipi_us_to_clock(cfg->gap_us);
	s->rnd = 1;
	s->offset_lo = S64_MIN;
	s->offset_hi = S64_MAX;
	s->mask = kzalloc(cpumask_size(), GFP_KERNEL);
	s->target = vzalloc(array_size(s->ntargets, sizeof(*s->target)));
	s->sample = vzalloc(array_size(VIPI_BATCH, sizeof(*s->sample)));
	s->dist = vzalloc(array_size(VIPI_KINDS, sizeof(*s->dist)));
	s->slots = alloc_percpu(struct vipi_slot);
	if (!s->mask || !s->target || !s->sample || !s->dist || !s->slots)
		return -ENOMEM;
	err = sender_targets(s, ends);
	if (!err && c->path->setup)
		err = c->path->setup(s, c->run->why);
	return err;
}

static void nothing(void *unused)
{
}

/* Nothing of a sender may be referred to once it is freed: flush what is queued. */
static void sender_exit(struct vipi_sender *s)
{
	unsigned int i;

	if (s->task)
		kthread_stop(s->task);
	for (i = 0; s->target && i < s->ntargets; i++) {
		struct vipi_target *t = &s->target[i];

		if (!t->sender)
			continue;
		vipi_target_end(t);
		smp_call_function_single(t->cpu, nothing, NULL, true);
		irq_work_sync(&t->work);
	}
	/* A broadcast goes to CPUs that came online meanwhile, too. */
	if (s->slots && s->c->path->flags & VIPI_ALL)
		smp_call_function(nothing, NULL, true);
	if (s->slots && s->c->path->teardown)
		s->c->path->teardown(s);
	free_percpu(s->slots);
	vfree(s->dist);
	vfree(s->sample);
	vfree(s->target);
	kfree(s->mask);
}

static int case_start(struct vipi_case *c)
{
	unsigned int i;
	int err;

	c->sender = kvcalloc(c->nsenders, sizeof(*c->sender), GFP_KERNEL);
	if (!c->sender)
		return -ENOMEM;
	for (i = 0; i < c->nsenders; i++) {
		struct vipi_sender *s = &c->sender[i];
		struct task_struct *task;

		err = sender_init(s, c, &c->ends[i]);
		if (err)
			return err;
		task = kthread_create_on_node(vipi_sender_thread, s, cpu_to_node(s->src),
					      "vipi_send/%d", s->src);
		if (IS_ERR(task))
			return PTR_ERR(task);
		kthread_bind(task, s->src);
		s->task = task;
	}
	return 0;
}

/* Senders flood at the same time: the slowest one's is the time it took. */
static void flood_add(struct vipi_flood_sums *sum, const struct vipi_flood_sums *f)
{
	sum->sends += f->sends;
	sum->ticks += f->ticks;
	sum->ipitime += f->ipitime;
	sum->ns = max(sum->ns, f->ns);
	sum->irqs += f->irqs;
}

/* Sum up a run, while the senders still exist. */
static int case_collect(struct vipi_case *c)
{
	int err = 0;
	unsigned int i, k;

	for (i = 0; i < c->nsenders; i++) {
		struct vipi_sender *s = &c->sender[i];

		err = err ?: s->err;
		c->fault = c->fault ?: s->fault;
		c->vector = s->vector;
		for (k = 0; k < VIPI_KINDS; k++)
			vipi_dist_merge(&c->run_dist[k], &s->dist[k]);
		c->sent += s->sent;
		c->received += s->received;
		c->late += s->late;
		c->lost += s->lost;
		c->steal_ns += s->steal_ns;
		c->run_delay_ns += s->run_delay_ns;
		c->ends[i].flood = s->flood;
		flood_add(&c->flood, &s->flood);
		c->offset_lo = max(c->offset_lo, s->offset_lo);
		c->offset_hi = min(c->offset_hi, s->offset_hi);
		c->irqs += s->irqs;
	}
	return err;
}

/**
 * vipi_case_measure() - one run of a case
 * @run: the run
 * @c: case; its distributions and counts are added to
 *
 * Process context, sleeps until the senders are done; a signal ends the run.
 *
 * Return: 0, -EIO when acknowledgements were lost, -EINTR, -ENODEV when a CPU
 * went offline, -ENOMEM, or what the path's send returned.
 */
int vipi_case_measure(struct vipi_run *run, struct vipi_case *c)
{
	unsigned int i;
	int err;

	c->run = run;
	raw_spin_lock_init(&c->lock);
	init_waitqueue_head(&c->done);
	atomic_set(&c->running, c->nsenders);
	atomic_set(&c->arrived, 0);
	err = case_start(c);
	/* A fatal signal keeps kthreads from being created. */
	if (err == -EINTR)
		vipi_stop(run, err);
	if (!err) {
		for (i = 0; i < c->nsenders; i++)
			wake_up_process(c->sender[i].task);
		if (wait_event_interruptible(c->done, !atomic_read(&c->running))) {
			vipi_stop(run, -EINTR);
			wait_event(c->done, !atomic_read(&c->running));
		}
		err = case_collect(c);
	}
	for (i = 0; c->sender && i < c->nsenders; i++)
		sender_exit(&c->sender[i]);
	kvfree(c->sender);
	c->sender = NULL;
	return err;
}
