// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a sender's kthread does: run the loops in short batches and account for
 * every acknowledgement.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/timekeeping.h>

#include "env.h"
#include "loop.h"
#include "raw.h"
#include "steal.h"

/* A path is given up after so many. */
#define MAX_LOST	3
#define MAX_LATE	100
/* A batch keeps preemption off for about this long. */
#define BATCH_US	2000
/* A missing acknowledgement is waited for this much longer before it is lost. */
#define DRAIN_FACTOR	10
#define DRAIN_MAX_US	2000000

/*
 * A CPU of the sender's that went offline, or -1. No target does so under a batch:
 * that needs stop_machine(), which waits until we enable preemption.
 */
static int sender_gone_cpu(const struct vipi_sender *s)
{
	unsigned int i;

	if (smp_processor_id() != s->src)
		return s->src;
	for (i = 0; i < s->ntargets; i++)
		if (!cpu_online(s->target[i].cpu))
			return s->target[i].cpu;
	return -1;
}

static u64 sender_steal(const struct vipi_sender *s)
{
	u64 sum = vipi_steal_ns(s->src);
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		if (s->target[i].cpu != s->src)
			sum += vipi_steal_ns(s->target[i].cpu);
	return sum;
}

/* One batch. Between batches everybody else gets the CPU, the watchdogs too. */
static int sender_batch(struct vipi_sender *s, vipi_loop_fn loop, unsigned int n,
			u64 *took, u64 *stolen)
{
	u64 steal, delay, start;
	int gone, stop = READ_ONCE(s->c->run->stop);

	if (stop)
		return stop;
	cond_resched();
	steal = sender_steal(s);
	delay = vipi_run_delay_ns();
	s->filled = 0;
	s->timed_out = false;
	preempt_disable();
	gone = sender_gone_cpu(s);
	if (gone >= 0) {
		preempt_enable();
		cmpxchg(&s->c->run->gone_cpu, -1, gone);
		vipi_stop(s->c->run, -ENODEV);
		return -ENODEV;
	}
	start = vipi_clock();
	loop(s, n);
	*took = vipi_clock() - start;
	preempt_enable();
	*stolen = sender_steal(s) - steal;
	s->steal_ns += *stolen;
	s->run_delay_ns += vipi_run_delay_ns() - delay;
	return s->err;
}

static unsigned int adapted(unsigned int batch, unsigned int most, u64 took)
{
	u64 goal = vipi_us_to_clock(BATCH_US);

	if (took < goal / 2)
		return min(batch * 2, most);
	return took > goal * 2 && batch > 1 ? batch / 2 : batch;
}

/* Interrupts that the targets have taken since boot, modulo 2^32. */
static u32 sender_irqs(const struct vipi_sender *s, unsigned int irq)
{
	unsigned int i;
	u32 sum = 0;

	for (i = 0; i < s->ntargets; i++)
		sum += vipi_arch_irqs(s->target[i].cpu, irq);
	return sum;
}

static unsigned int sender_missing(const struct vipi_sender *s)
{
	unsigned int i, n = 0;

	for (i = 0; i < s->ntargets; i++)
		n += (s64)(READ_ONCE(s->target[i].slot->hits) - s->target[i].expected) < 0;
	return n;
}

/* Wait, sleeping, for what is still on its way; what does not come is lost. */
static unsigned int sender_drain(struct vipi_sender *s)
{
	u64 left = min_t(u64, (u64)s->c->run->cfg.timeout_us * DRAIN_FACTOR, DRAIN_MAX_US);
	unsigned int i, missing;

	while (sender_missing(s) && left) {
		u32 nap = min_t(u64, left, 1000);

		usleep_range(nap, 2 * nap);
		left -= nap;
	}
	missing = sender_missing(s);
	for (i = 0; i < s->ntargets; i++)
		s->target[i].expected = READ_ONCE(s->target[i].slot->hits);
	s->lost += missing;
	return missing;
}

/*
 * After a time-out every acknowledgement is accounted for before the next send:
 * what still comes is late, what does not come is lost, and what was lost and
 * turned up between other samples is late after all.
 */
static int sender_settle(struct vipi_sender *s)
{
	unsigned int overdue = sender_missing(s);

	/* It may have come between the time-out and here. */
	if (s->timed_out)
		overdue = max(overdue, 1U);
	s->late += overdue - sender_drain(s);
	if (s->surplus && s->lost) {
		s->lost--;
		s->late++;
	}
	s->surplus = 0;
	return s->lost >= MAX_LOST || s->late >= MAX_LATE ? -EIO : 0;
}

/* From here on acknowledgements and interrupts count as the ping-pong's. */
static void sender_mark(struct vipi_sender *s)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		s->target[i].base = s->target[i].expected;
	s->irqs = -sender_irqs(s, s->c->path->irq);
}

static void sender_record(struct vipi_sender *s, bool stolen)
{
	bool sendonly = s->c->path->flags & VIPI_NO_ACK;
	unsigned int i;

	for (i = 0; i < s->filled; i++) {
		const struct vipi_sample *t = &s->sample[i];

		vipi_dist_add(&s->dist[VIPI_SEND], t->t1 - t->t0);
		if (sendonly)
			continue;
		vipi_dist_add(&s->dist[VIPI_ONEWAY], (s64)(t->th - t->t0));
		vipi_dist_add(&s->dist[VIPI_RTT], t->t2 - t->t0);
		s->offset_lo = max(s->offset_lo, (s64)(t->th - t->t2));
		s->offset_hi = min(s->offset_hi, (s64)(t->th - t->t0));
	}
	vipi_raw_add(s, stolen);
}

static int sender_pingpong(struct vipi_sender *s, u32 loops, bool record)
{
	u32 done = 0;
	int err = 0;

	while (done < loops && !err) {
		unsigned int n = min(loops - done, s->batch);
		u64 took, stolen;

		err = sender_batch(s, s->c->path->pingpong, n, &took, &stolen);
		if (!(s->c->path->flags & VIPI_NO_ACK))
			s->sent += (u64)(s->filled + s->timed_out) * s->ntargets;
		if (err)
			break;
		if (record)
			sender_record(s, stolen);
		if (s->timed_out || s->surplus)
			err = sender_settle(s);
		done += s->filled + s->timed_out;
		s->batch = adapted(s->batch, VIPI_BATCH, took);
	}
	return err;
}

static int sender_flood(struct vipi_sender *s, u32 loops, bool record)
{
	unsigned int batch = VIPI_FLOOD_BATCH;
	u64 start = ktime_get_ns();
	u32 done = 0;
	int err = 0;

	while (done < loops && !err) {
		unsigned int n = min(loops - done, batch);
		u64 took, stolen;

		err = sender_batch(s, s->c->path->flood, n, &took, &stolen);
		if (err)
			break;
		done += n;
		batch = adapted(batch, VIPI_FLOOD_BATCH, took);
		if (!record)
			continue;
		s->flood.sends += n;
		s->flood.ticks += s->flood_ticks;
		s->flood.ipitime += s->flood_ipitime;
		vipi_dist_add(&s->dist[VIPI_FLOOD], div_u64(s->flood_ticks + n / 2, n));
	}
	s->flood.ns = ktime_get_ns() - start;
	return err;
}

/* All senders of a case begin a phase together. */
static int sender_meet(struct vipi_sender *s, unsigned int phase)
{
	struct vipi_case *c = s->c;

	atomic_inc(&c->arrived);
	while (atomic_read(&c->arrived) < c->nsenders * phase) {
		if (READ_ONCE(s->c->run->stop))
			return s->c->run->stop;
		cpu_relax();
		cond_resched();
	}
	return 0;
}

static int sender_phases(struct vipi_sender *s)
{
	const struct vipi_config *cfg = &s->c->run->cfg;
	const struct vipi_path *path = s->c->path;
	int err = sender_meet(s, 1);
	unsigned int i;
	u32 irqs;

	if (!err && cfg->flood && path->flood) {
		irqs = sender_irqs(s, path->flood_irq ?: path->irq);
		err = sender_flood(s, cfg->warmup, false);
		if (!err)
			err = sender_flood(s, cfg->loops, true);
		if (!err && sender_drain(s))
			err = -EIO;
		s->flood.irqs = (u32)(sender_irqs(s, path->flood_irq ?: path->irq) - irqs);
	}
	if (!err)
		err = sender_meet(s, 2);
	/* Several broadcasts at once can't be told apart by their acknowledgements. */
	if (!err && cfg->pingpong && path->pingpong &&
	    (s == s->c->sender || path->flags & VIPI_PAIRS)) {
		sender_mark(s);
		err = sender_pingpong(s, cfg->warmup, false);
		if (!err)
			err = sender_pingpong(s, cfg->loops, true);
		s->irqs += sender_irqs(s, path->irq);
		for (i = 0; i < s->ntargets; i++)
			s->received += READ_ONCE(s->target[i].slot->hits) - s->target[i].base;
	}
	/* A lost one is an error, and why the next could not be sent. */
	if (s->lost && (!err || err == -EBUSY))
		err = -EIO;
	return err;
}

int vipi_sender_thread(void *arg)
{
	struct vipi_sender *s = arg;

	s->err = sender_phases(s);
	/* Who failed must not keep the others waiting. */
	atomic_add(2 * s->c->nsenders, &s->c->arrived);
	if (atomic_dec_and_test(&s->c->running))
		wake_up(&s->c->done);
	/* Stay until kthread_stop(), so that nobody is left in our text. */
	set_current_state(TASK_INTERRUPTIBLE);
	while (!kthread_should_stop()) {
		schedule();
		set_current_state(TASK_INTERRUPTIBLE);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}
