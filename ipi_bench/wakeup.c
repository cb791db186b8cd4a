// SPDX-License-Identifier: GPL-2.0-only
/* The path that most IPIs of a busy guest take: waking a task on another CPU. */
#include <linux/sched.h>

#include "ipi_bench.h"
#include "loop.h"

/* The kthread acknowledges before it sleeps; waking it earlier takes no IPI. */
static __always_inline void ready_wakeup(struct vipi_sender *s)
{
	u64 start = vipi_clock();

	while (READ_ONCE(s->target->task->on_cpu) && vipi_clock() - start < s->timeout)
		cpu_relax();
}

static __always_inline int send_wakeup(struct vipi_sender *s)
{
	/* The sleeper looks at it before it sleeps, and once it runs again. */
	smp_store_release(&s->target->line, s->target->expected);
	wake_up_process(s->target->task);
	return 0;
}

VIPI_DEFINE_PINGPONG(wakeup, ready_wakeup, send_wakeup)
