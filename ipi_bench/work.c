// SPDX-License-Identifier: GPL-2.0-only
/* Paths of irq_work. */
#include "ipi_bench.h"
#include "ksym.h"
#include "loop.h"

DEFINE_STATIC_CALL_NULL(ipi_bench_queue_on, irq_work_queue_on);

static void work_handler(struct irq_work *work)
{
	u64 now = vipi_clock();
	struct vipi_target *t = container_of(work, struct vipi_target, work);

	vipi_ack(now, t->slot, t->sender->lock);
}

/* Hard: in interrupt context on PREEMPT_RT, too. */
void irq_work_arm(struct vipi_target *t)
{
	t->work = IRQ_WORK_INIT_HARD(work_handler);
}

static __always_inline int send_irq_work(struct vipi_sender *s)
{
	return static_call(ipi_bench_queue_on)(&s->target->work, s->target->cpu) ? 0 : -EBUSY;
}

VIPI_DEFINE_PINGPONG(irq_work, vipi_ready, send_irq_work)

static __always_inline int send_self_irq_work(struct vipi_sender *s)
{
	return irq_work_queue(&s->target->work) ? 0 : -EBUSY;
}

VIPI_DEFINE_PINGPONG(self_irq_work, vipi_ready, send_self_irq_work)

const char *irq_work_unusable(void)
{
	static bool bound;

	if (!bound)
		bound = vipi_ksym_bind(ipi_bench_queue_on, "irq_work_queue_on");
	return bound ? NULL : "irq_work_queue_on() can't be found: the kernel needs KPROBES and KALLSYMS";
}
