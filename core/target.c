// SPDX-License-Identifier: GPL-2.0-only
/* What runs on a target CPU: a spinner, a responder, a sleeper, or nothing. */
#include <linux/cpu.h>
#include <linux/kthread.h>
#include <linux/sched.h>

#include "ksym.h"
#include "loop.h"

DEFINE_STATIC_CALL_NULL(vipi_idle_poll_ctrl, cpu_idle_poll_ctrl);

/* target=busy: the CPU is in the kernel, awake, with interrupts on. */
static int target_spin(void *unused)
{
	while (!kthread_should_stop()) {
		unsigned int i;

		for (i = 0; i < VIPI_POLLS; i++)
			cpu_relax();
		cond_resched();
	}
	return 0;
}

/* Answers a store, without any interrupt. */
static int target_respond(void *arg)
{
	struct vipi_target *t = arg;
	bool relax = t->sender->relax;
	u64 seen = 0;	/* the sender may have begun before we run */

	while (!kthread_should_stop()) {
		unsigned int i;

		for (i = 0; i < VIPI_POLLS; i++) {
			u64 line = smp_load_acquire(&t->line);	/* paired with the send */

			if (line != seen) {
				vipi_ack(vipi_clock(), t->slot, NULL);
				seen = line;
			} else if (relax) {
				cpu_relax();
			}
		}
		cond_resched();
	}
	return 0;
}

/* Answers a wake-up: the first thing it does when it runs again. */
static int target_sleep(void *arg)
{
	struct vipi_target *t = arg;
	u64 seen = 0;	/* the sender may have begun before we run */

	for (;;) {
		u64 now;

		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop())
			break;
		if (READ_ONCE(t->line) == seen)
			schedule();
		now = vipi_clock();
		__set_current_state(TASK_RUNNING);
		if (READ_ONCE(t->line) != seen) {
			seen = READ_ONCE(t->line);
			vipi_ack(now, t->slot, NULL);
		}
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/**
 * vipi_target_start() - bring a target into the state that a path needs
 * @t: target, on another CPU than its sender
 * @path: path
 * @state: what the user asked for
 *
 * Process context. Undone by vipi_target_end(), after an error too.
 *
 * Return: 0 or -errno.
 */
int vipi_target_start(struct vipi_target *t, const struct vipi_path *path,
		      enum vipi_target_state state)
{
	int (*fn)(void *) = NULL;
	struct task_struct *task;

	if (path->flags & VIPI_RESPONDER)
		fn = target_respond;
	else if (path->flags & VIPI_WAKES)
		fn = target_sleep;
	else if (state == VIPI_BUSY)
		fn = target_spin;
	if (!fn)
		return 0;
	task = kthread_create_on_node(fn, t, cpu_to_node(t->cpu), "vipi_target/%d", t->cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, t->cpu);
	t->task = task;
	wake_up_process(task);
	return 0;
}

/**
 * vipi_target_end() - stop what vipi_target_start() started
 * @t: target
 *
 * Process context, sleeps.
 */
void vipi_target_end(struct vipi_target *t)
{
	if (t->task)
		kthread_stop(t->task);
	t->task = NULL;
}

/**
 * vipi_poll_unusable() - why target=poll can't be had
 *
 * Process context.
 *
 * Return: the reason, or NULL.
 */
const char *vipi_poll_unusable(void)
{
	static bool bound;

	if (!bound)
		bound = vipi_ksym_bind(vipi_idle_poll_ctrl, "cpu_idle_poll_ctrl");
	return bound ? NULL : "target=poll: cpu_idle_poll_ctrl() can't be found: boot with idle=poll instead";
}

/**
 * vipi_poll_idle() - make all idle CPUs poll, or undo it
 * @on: polls; calls must be balanced
 *
 * Process context, only after vipi_poll_unusable() returned NULL. A CPU that is
 * halted begins to poll after its next wake-up, which the warm-up brings.
 */
void vipi_poll_idle(bool on)
{
	static_call(vipi_idle_poll_ctrl)(on);
}
