/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a run is organised: a case is one path with one choice of CPUs; a case has
 * one sender or several; a sender is a kthread bound to its source CPU.
 */
#ifndef VIPI_ENGINE_H
#define VIPI_ENGINE_H

#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "record.h"
#include "select.h"
#include "vipi.h"

/**
 * struct vipi_flood_sums - what the flood of a case added up to
 * @sends: recorded sends
 * @ticks: their duration, clock units; several senders' are added up
 * @ipitime: their one-way times, only with wait=1
 * @ns: wall time of the slowest sender
 * @irqs: interrupts that the targets took, warm-up included
 */
struct vipi_flood_sums {
	u64 sends, ticks, ipitime, ns, irqs;
};

/**
 * struct vipi_sender - one kthread that sends, and what it measured in one run
 * @target: whom it sends to
 * @ntargets: entries of @target
 * @expected_step: acknowledgements that one send brings from each target
 * @relax: pause while polling: an emulator that runs the CPUs in turn needs it,
 *	hardware does not (PAUSE costs resolution and can cause an exit)
 * @wait: argument of smp_call_function_*()
 * @lock: what the handlers contend for, or NULL
 * @timeout: clock units
 * @gap: mean pause between samples, clock units, 0 for none
 * @rnd: state of the jitter
 * @sample: VIPI_BATCH samples
 * @filled: samples that the last batch took
 * @err: what made a send fail, 0
 * @fault: what a hypervisor answered to it, for vipi_module.fault_name()
 * @timed_out: the last batch ended with an acknowledgement missing
 * @surplus: acknowledgements beyond the expected: a lost one turned up after all
 * @flood_ticks: duration of the last flood batch
 * @flood_ipitime: sum of one-way times in it, only with @wait
 * @mask: the targets, for multicasts
 * @slots: a slot on every possible CPU
 * @vector: interrupt vector that reaches our handler, equal on all targets
 * @priv: what the path's setup needs to keep
 * @c: the case it belongs to
 * @src: source CPU
 * @task: the kthread
 * @batch: current size of a batch
 * @sent: IPIs that the ping-pong sent: sends, times their targets
 * @received: acknowledgements of them, counted by the handlers
 * @late: acknowledgements after @timeout
 * @lost: acknowledgements that never came
 * @irqs: interrupts that the targets took during the ping-pong
 * @flood: recorded part of the flood
 * @steal_ns: time that the hypervisor took from source or targets
 * @run_delay_ns: time that the kthread waited for its CPU
 * @raw: raw samples kept
 * @offset_lo: greatest th - t2 seen: the target's clock is ahead at least by it
 * @offset_hi: smallest th - t0 seen: and at most by this
 * @dist: distributions of this run
 */
struct vipi_sender {
	struct vipi_target *target;
	unsigned int ntargets;
	bool relax, wait;
	raw_spinlock_t *lock;
	u64 timeout, gap;
	u32 rnd;
	struct vipi_sample *sample;
	unsigned int filled;
	int err;
	u64 fault;
	bool timed_out;
	u64 surplus;
	u64 flood_ticks, flood_ipitime;
	struct cpumask *mask;
	struct vipi_slot __percpu *slots;
	int vector;
	void *priv;

	struct vipi_case *c;
	int src;
	struct task_struct *task;
	unsigned int batch;
	u64 sent, received, late, lost;
	u32 irqs;
	struct vipi_flood_sums flood;
	u64 steal_ns, run_delay_ns;
	u32 raw;
	s64 offset_lo, offset_hi;
	struct vipi_dist *dist;
};

/**
 * struct vipi_ends - the CPUs of one sender
 * @src: source CPU
 * @dst: target CPU, or -1 when the targets are those of vipi_case.targets
 * @flood: its flood in the last run, for the legacy lines
 */
struct vipi_ends {
	int src, dst;
	struct vipi_flood_sums flood;
};

/**
 * struct vipi_case - one path with one choice of CPUs, over all runs
 * @path: the path
 * @nsenders: senders at once
 * @ends: their CPUs
 * @targets: targets of a multicast (one sender) or broadcast
 * @ndst: targets of each send
 * @sender: array of @nsenders, exists while a run of the case is measured
 * @running: senders that are not done
 * @arrived: senders that reached the current phase
 * @done: woken by the last sender
 * @lock: what handlers contend for with lock=1
 * @run: the run it belongs to
 * @dist: VIPI_KINDS distributions merged over runs
 * @run_dist: the same for one run
 * @runs: runs that are in @dist
 * @pairs: pairs that are summed up in this case, 0 when it is about one
 * @vector: interrupt vector of the ping-pong, 0 for none of ours
 * @failed: given up
 * @fault: see &struct vipi_sender
 * @sent: as in &struct vipi_sender, summed over senders and runs, as are
 *	@received, @late, @lost, @irqs and @steal_ns
 * @received: acknowledgements
 * @late: late ones
 * @lost: lost ones
 * @irqs: interrupts that the targets took, by the kernel's own statistics
 * @steal_ns: stolen time
 * @run_delay_ns: time that the senders waited for their CPU
 * @offset_lo: see &struct vipi_sender
 * @offset_hi: the same
 * @flood: sums of the flood; the caller clears them when it wants those of a run
 */
struct vipi_case {
	const struct vipi_path *path;
	unsigned int nsenders;
	struct vipi_ends *ends;
	cpumask_var_t targets;
	unsigned int ndst;

	struct vipi_sender *sender;
	atomic_t running, arrived;
	wait_queue_head_t done;
	raw_spinlock_t lock;

	struct vipi_run *run;
	struct vipi_dist *dist, *run_dist;
	u32 runs, pairs;
	int vector;
	bool failed;
	u64 fault;
	u64 sent, received, late, lost, irqs, steal_ns, run_delay_ns;
	s64 offset_lo, offset_hi;
	struct vipi_flood_sums flood;
};

/**
 * struct vipi_run - the run that is going on
 * @cfg: its parameters
 * @id: random, in every record
 * @seq: result records printed
 * @skipped: paths that can't run here
 * @errors: cases that failed
 * @stop: 0, or the error that ends the run early
 * @gone_cpu: the CPU that went offline, when @stop is -ENODEV
 * @used: CPUs whose going offline ends the run
 * @emulated: the CPUs are an emulator's
 * @run_dist: VIPI_KINDS distributions of the case being measured
 * @record: where records are built
 * @why: reason of the case that could not be set up
 */
struct vipi_run {
	struct vipi_config cfg;
	u32 id;
	u32 seq, skipped, errors;
	int stop;
	int gone_cpu;
	struct cpumask used;
	bool emulated;
	struct vipi_dist *run_dist;
	struct vipi_record record;
	char why[VIPI_WHY_MAX];
};

/**
 * vipi_stop() - ask the run to end
 * @run: run
 * @err: why, a negative errno; the first caller's stays
 *
 * Any context. The senders see it at the end of their batch.
 */
static inline void vipi_stop(struct vipi_run *run, int err)
{
	cmpxchg(&run->stop, 0, err);
}

/**
 * vipi_run_now() - list the paths, or measure those that are asked for
 *
 * Process context; sleeps until it is done, a signal ends it early.
 *
 * Return: 0; -EBUSY when a run is going on; -EINVAL for bad parameters;
 * -EOPNOTSUPP when no path that was asked for can run here; -EIO when IPIs were
 * lost; -EINTR, -ENODEV (a CPU went offline) or -ENOMEM when it ended early;
 * -ECANCELED with oneshot=1 when all went well.
 */
int vipi_run_now(void);

/**
 * vipi_run_stop() - end the run that is going on, if any, and begin no other
 *
 * Any context; does not wait.
 */
void vipi_run_stop(void);

/* plan.c: from parameters to cases. */

/**
 * struct vipi_block - cases that are measured interleaved
 * @cases: the cases
 * @ncases: how many
 *
 * Within a block the runs are the outer loop, so that a drift of the machine
 * touches all paths alike.
 */
struct vipi_block {
	struct vipi_case *cases;
	unsigned int ncases;
};

unsigned int vipi_plan_blocks(const struct vipi_config *cfg);
int vipi_plan_block(const struct vipi_config *cfg, unsigned long paths,
		    unsigned int index, struct vipi_block *block);
void vipi_plan_free(struct vipi_block *block);

/* sender.c */

/**
 * vipi_sender_thread() - the kthread of a sender
 * @arg: struct vipi_sender, until kthread_stop()
 */
int vipi_sender_thread(void *arg);

/* case.c: one run of one case. */
int vipi_case_measure(struct vipi_run *run, struct vipi_case *c);

/* target.c: the kthreads on the targets, and the idle loop's polling. */
int vipi_target_start(struct vipi_target *t, const struct vipi_path *path,
		      enum vipi_target_state state);
void vipi_target_end(struct vipi_target *t);
const char *vipi_poll_unusable(void);
void vipi_poll_idle(bool on);

#endif /* VIPI_ENGINE_H */
