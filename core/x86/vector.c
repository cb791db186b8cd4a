// SPDX-License-Identifier: GPL-2.0-only
/* An interrupt vector with our own handler on each target. */
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/slab.h>
#include <asm/hw_irq.h>
#include <asm/irqdomain.h>
#include <asm/smp.h>

#include "loop.h"
#include "vector.h"

/* There are less vectors than that on a CPU. */
#define MAX_TRIES	256

static irqreturn_t vector_handler(int irq, void *dev)
{
	u64 now = vipi_clock();
	struct vipi_target *t = dev;

	vipi_ack(now, t->slot, t->sender->lock);
	return IRQ_HANDLED;
}

static int vector_of(int irq)
{
	struct irq_cfg *cfg = irqd_cfg(irq_get_irq_data(irq));

	return cfg ? cfg->vector : -EINVAL;
}

static int alloc_on(int cpu)
{
	struct irq_alloc_info info;

	memset(&info, 0, sizeof(info));
	info.mask = cpumask_of(cpu);
	return irq_domain_alloc_irqs(x86_vector_domain, 1, cpu_to_node(cpu), &info);
}

/*
 * Vectors are handed out in ascending order as long as the ones before are held:
 * take more on @t's CPU until it has @want, or passes it. What was taken on the
 * way is freed by the caller.
 */
static int advance(struct vipi_target *t, int want, int *held, unsigned int *nheld)
{
	while (vector_of(t->irq) < want) {
		int irq;

		if (*nheld == MAX_TRIES)
			return -ENOSPC;
		irq = alloc_on(t->cpu);
		if (irq <= 0)
			return irq ?: -ENOSPC;
		held[(*nheld)++] = t->irq;
		t->irq = irq;
	}
	return vector_of(t->irq);
}

static int equalise(struct vipi_sender *s, int *held, unsigned int *nheld)
{
	int want = 0, tries, vector;
	unsigned int i;

	for (tries = 0; tries < MAX_TRIES; tries++) {
		bool equal = true;

		for (i = 0; i < s->ntargets; i++) {
			vector = advance(&s->target[i], want, held, nheld);
			if (vector < 0)
				return vector;
			equal &= vector == want;
			want = max(want, vector);
		}
		if (equal)
			return want;
	}
	return -ENOSPC;
}

static int request_all(struct vipi_sender *s)
{
	unsigned int i;
	int err;

	for (i = 0; i < s->ntargets; i++) {
		struct vipi_target *t = &s->target[i];

		irq_set_handler(t->irq, handle_edge_irq);
		err = request_irq(t->irq, vector_handler, IRQF_NO_THREAD | IRQF_NOBALANCING,
				  KBUILD_MODNAME, t);
		if (err)
			return err;
		t->requested = true;
		if (vector_of(t->irq) != s->vector)
			return -EBUSY;
	}
	return 0;
}

int vipi_vector_setup(struct vipi_sender *s, char *why)
{
	unsigned int i, nheld = 0;
	int *held, err = 0;

	held = kcalloc(MAX_TRIES, sizeof(*held), GFP_KERNEL);
	if (!held)
		return -ENOMEM;
	for (i = 0; i < s->ntargets && !err; i++) {
		struct vipi_target *t = &s->target[i];
		int irq = alloc_on(t->cpu);

		t->hwid = per_cpu(x86_cpu_to_apicid, t->cpu);
		if (irq > 0)
			t->irq = irq;
		else
			err = irq ?: -ENOSPC;
	}
	if (!err)
		err = equalise(s, held, &nheld);
	while (nheld)
		irq_dispose_mapping(held[--nheld]);
	kfree(held);
	if (err > 0) {
		s->vector = err;
		err = request_all(s);
	}
	if (err)
		snprintf(why, VIPI_WHY_MAX, "no common interrupt vector on %u target(s): error %d",
			 s->ntargets, err);
	return err;
}

void vipi_vector_teardown(struct vipi_sender *s)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++) {
		struct vipi_target *t = &s->target[i];

		if (t->requested)
			free_irq(t->irq, t);
		if (t->irq)
			irq_dispose_mapping(t->irq);
	}
}
