/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef GIC_IPI_H
#define GIC_IPI_H

#include <linux/jump_label.h>

#include "loop.h"

struct irq_domain;

/**
 * struct gic - the interrupt controller
 * @version: 2 or 3 (4 is 3 with additions that SGIs don't notice), 0 for none that we know
 * @domain: the domain of its interrupts
 * @dist: GICv2: its distributor, NULL when we could not find out where it is
 * @why: why there are no SGIs for us here, or NULL
 */
struct gic {
	int version;
	struct irq_domain *domain;
	void __iomem *dist;
	const char *why;
};

extern struct gic gic;

/* The same as gic.version == 3, for the sends: no load, no comparison. */
DECLARE_STATIC_KEY_FALSE(gic_is_v3);

/* gic.c: which interrupt controller this is, and what it calls its CPUs. */

/** gic_find() - fill in &gic; process context, balanced by gic_forget() */
void gic_find(void);

/** gic_forget() - undo gic_find() */
void gic_forget(void);

/**
 * gic_this_cpu() - how an SGI is addressed to this CPU
 *
 * Preemption disabled, or a kthread of this CPU.
 *
 * Return: GICv3: affinity, the fields of MPIDR_EL1; GICv2: a bit in the CPU
 * target list, 0 when unknown.
 */
u64 gic_this_cpu(void);

/* sgi.c: an SGI of our own. */

/* Linux has 0 to 7, and firmware may keep 8 to 15 for itself. */
#define SGI_MIN		8
#define SGI_MAX		15

/**
 * sgi_claim() - have an SGI with our handler on all CPUs that are or come online
 * @sgi: SGI_MIN to SGI_MAX; one that we have already is kept, another is released
 *
 * Then tries whether it reaches every online CPU. Process context, up to a second
 * when it does not.
 *
 * Return: 0, or -errno and sgi_unusable() says why: -EBUSY when somebody else has
 * this SGI, -ENODEV without a GIC, -EIO when it is not delivered.
 */
int sgi_claim(unsigned int sgi);

/** sgi_release() - undo sgi_claim(), also when it failed or was never called */
void sgi_release(void);

/** sgi_unusable() - why we have no SGI, or NULL */
const char *sgi_unusable(void);

/** sgi_raw_unusable() - the same for paths that write the GIC's registers themselves */
const char *sgi_raw_unusable(void);

/** sgi_env() - append what we know of our SGI to a record */
void sgi_env(struct vipi_record *r);

/**
 * sgi_setup() - path hook: the SGI's handler acknowledges to a sender
 * @s: sender; sets @s->vector (the SGI), and irq and hwid (see gic_this_cpu()) of
 *	its targets
 * @why: reason
 */
int sgi_setup(struct vipi_sender *s, char *why);

/** sgi_teardown() - path hook: undo sgi_setup(); an SGI that is late does no harm */
void sgi_teardown(struct vipi_sender *s);

/**
 * sgi_settle() - wait until the targets have taken every SGI
 * @s: sender; when one does not within the time-out it is lost, and @s->err -EIO
 *
 * Preemption disabled, interrupts on.
 */
void sgi_settle(struct vipi_sender *s);

/**
 * SGI_LOOPS() - both loops of a path that sends our SGI
 * @name: becomes name_pingpong() and name_flood()
 * @send: as for VIPI_DEFINE_PINGPONG()
 *
 * An SGI that is sent again before it was taken is taken once, so the flood counts no
 * acknowledgements. It must not leave one behind, either, that the ping-pong would
 * mistake for its own.
 */
#define SGI_LOOPS(name, send)							\
VIPI_DEFINE_PINGPONG(name, vipi_ready, send)					\
void name##_flood(struct vipi_sender *s, unsigned int n)			\
{										\
	vipi_flood(s, n, false, send);						\
	sgi_settle(s);								\
}

/* Declare what SGI_LOOPS() defines. */
#define SGI_LOOPS_DECLARE(name)							\
void name##_pingpong(struct vipi_sender *s, unsigned int n);			\
void name##_flood(struct vipi_sender *s, unsigned int n)

/* send.c: the kernel's functions, the registers, the trapped register. */
SGI_LOOPS_DECLARE(kernel_single);
SGI_LOOPS_DECLARE(kernel_mask);
SGI_LOOPS_DECLARE(raw);
SGI_LOOPS_DECLARE(raw_each);
SGI_LOOPS_DECLARE(self);
void sysreg_pingpong(struct vipi_sender *s, unsigned int n);

/** sysreg_choose() - find out which register the path sysreg reads; before each run */
void sysreg_choose(void);

/** sysreg_name() - its name */
const char *sysreg_name(void);

#endif /* GIC_IPI_H */
