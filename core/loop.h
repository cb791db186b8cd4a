/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The timed loops. The method, in full in docs/METHOD.md:
 *
 *   t0 -- send -- t1 ....... th (handler on the target) ....... t2
 *   send = t1 - t0    oneway = th - t0    rtt = t2 - t0
 *
 * One IPI is in flight at a time. Between the timestamps there is the send, or
 * the wait for the acknowledgement, and nothing else. Every path has loops of
 * its own: the send function is a constant, inlined, so that no indirect call
 * of ours is measured.
 */
#ifndef VIPI_LOOP_H
#define VIPI_LOOP_H

#include <linux/percpu.h>
#include <linux/processor.h>

#include "arch.h"
#include "engine.h"

/* Polls between two looks at the clock: the time-out is coarse, the wait is tight. */
#define VIPI_POLLS	1024

/**
 * vipi_ack() - acknowledge, from the handler on the target
 * @now: clock, read by the caller as its first instruction
 * @slot: this CPU's slot of the sender
 * @lock: contended lock of lock=1, or NULL; only in hard IRQ context
 */
static __always_inline void vipi_ack(u64 now, struct vipi_slot *slot, raw_spinlock_t *lock)
{
	if (lock) {
		raw_spin_lock(lock);
		raw_spin_unlock(lock);
	}
	slot->th = now;
	/* Who sees the hit sees @th: paired with vipi_wait_acks(). */
	smp_store_release(&slot->hits, slot->hits + 1);
}

/* @n more acknowledgements are due from each target. */
static __always_inline void vipi_expect(struct vipi_sender *s, long n)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++)
		s->target[i].expected += n;
}

/* False when an acknowledgement is missing @s->timeout after @t1. */
static __always_inline bool vipi_wait_acks(struct vipi_sender *s, u64 t1)
{
	unsigned int i, polls = 0;

	for (i = 0; i < s->ntargets; i++) {
		const struct vipi_target *t = &s->target[i];

		/* Paired with vipi_ack(). */
		while ((s64)(smp_load_acquire(&t->slot->hits) - t->expected) < 0) {
			if (s->relax)
				cpu_relax();
			if (unlikely(++polls % VIPI_POLLS == 0) &&
			    vipi_clock() - t1 > s->timeout)
				return false;
		}
	}
	return true;
}

/* The latest handler's timestamp; hits beyond the expected are counted. */
static __always_inline u64 vipi_last_th(struct vipi_sender *s, u64 t0)
{
	u64 last = s->target[0].slot->th;
	unsigned int i;

	for (i = 0; i < s->ntargets; i++) {
		const struct vipi_target *t = &s->target[i];

		if ((s64)(t->slot->th - t0) > (s64)(last - t0))
			last = t->slot->th;
		if (unlikely(READ_ONCE(t->slot->hits) != t->expected))
			s->surplus++;
	}
	return last;
}

/* Pause between half of and one and a half times the gap. */
static __always_inline void vipi_gap(struct vipi_sender *s)
{
	u64 start = vipi_clock(), gap;

	s->rnd = s->rnd * 1664525 + 1013904223;
	gap = s->gap / 2 + ((s->gap * (s->rnd >> 16)) >> 16);
	while (vipi_clock() - start < gap)
		cpu_relax();
}

/* Most targets are ready for the next send as soon as they acknowledged. */
static __always_inline void vipi_ready(struct vipi_sender *s)
{
}

static __always_inline void vipi_pingpong(struct vipi_sender *s, unsigned int n,
					  void (*ready)(struct vipi_sender *s),
					  int (*send)(struct vipi_sender *s))
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		struct vipi_sample *sample = &s->sample[i];
		u64 t0, t1, t2;
		int err;

		if (s->gap)
			vipi_gap(s);
		ready(s);
		vipi_expect(s, 1);
		t0 = vipi_clock();
		err = send(s);
		t1 = vipi_clock();
		if (unlikely(err)) {
			vipi_expect(s, -1);
			s->err = err;
			break;
		}
		if (unlikely(!vipi_wait_acks(s, t1))) {
			s->timed_out = true;
			break;
		}
		t2 = vipi_clock();
		*sample = (struct vipi_sample){ t0, t1, vipi_last_th(s, t0), t2 };
	}
	s->filled = i;
}

/* For baselines that nobody acknowledges. */
static __always_inline void vipi_send_only(struct vipi_sender *s, unsigned int n,
					   int (*send)(struct vipi_sender *s))
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		u64 t0, t1;
		int err;

		if (s->gap)
			vipi_gap(s);
		t0 = vipi_clock();
		err = send(s);
		t1 = vipi_clock();
		if (unlikely(err)) {
			s->err = err;
			break;
		}
		s->sample[i] = (struct vipi_sample){ t0, t1, t1, t1 };
	}
	s->filled = i;
}

/*
 * With wait=1 the kernel itself waits, so the handler's time of each send is
 * there to be read: the sum is the ipitime of the legacy lines.
 */
static __always_inline void vipi_flood(struct vipi_sender *s, unsigned int n, bool acked,
				       int (*send)(struct vipi_sender *s))
{
	u64 t0 = vipi_clock(), now;
	unsigned int i;

	s->flood_ipitime = 0;
	if (acked)
		vipi_expect(s, n);
	for (i = 0; i < n && !s->err; i++) {
		if (s->wait) {
			now = vipi_clock();
			s->err = send(s);
			s->flood_ipitime += s->target[s->ntargets - 1].slot->th - now;
		} else {
			s->err = send(s);
		}
	}
	s->flood_ticks = vipi_clock() - t0;
	if (acked && unlikely(s->err))
		vipi_expect(s, (long)i - 1 - n);
}

/**
 * VIPI_DEFINE_PINGPONG() - the ping-pong loop of a path
 * @name: becomes name_pingpong()
 * @ready: static __always_inline void ready(struct vipi_sender *): wait, outside
 *	the timed region, until the targets are in their state; vipi_ready()
 *	when there is nothing to wait for
 * @send: static __always_inline int send(struct vipi_sender *), 0 or -errno
 */
#define VIPI_DEFINE_PINGPONG(name, ready, send)					\
void name##_pingpong(struct vipi_sender *s, unsigned int n)		\
{										\
	vipi_pingpong(s, n, ready, send);					\
}

/**
 * VIPI_DEFINE_FLOOD() - the flood loop of a path
 * @name: becomes name_flood()
 * @acked: our handler acknowledges these sends, too
 * @send: as in VIPI_DEFINE_PINGPONG()
 */
#define VIPI_DEFINE_FLOOD(name, acked, send)					\
void name##_flood(struct vipi_sender *s, unsigned int n)			\
{										\
	vipi_flood(s, n, acked, send);						\
}

#endif /* VIPI_LOOP_H */
