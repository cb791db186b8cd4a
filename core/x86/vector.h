/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An interrupt vector with our own handler on each target, for paths that raise a
 * vector: apic_ipi and hv_ipi.
 */
#ifndef VIPI_VECTOR_H
#define VIPI_VECTOR_H

#include <linux/static_call.h>
#include <asm/irq_vectors.h>

#include "loop.h"

/**
 * vipi_vector_setup() - path hook: a vector on every target of a sender
 * @s: sender; sets @s->vector, and hwid (APIC id) and irq of its targets
 * @why: on error VIPI_WHY_MAX bytes of reason
 *
 * One Linux interrupt of the vector domain for each target. A multicast raises one
 * vector on all targets, so interrupts are allocated until all have the same.
 * Process context.
 *
 * Return: 0 or -errno; vipi_vector_teardown() undoes it either way.
 */
int vipi_vector_setup(struct vipi_sender *s, char *why);

/**
 * vipi_vector_teardown() - path hook: undo vipi_vector_setup()
 * @s: sender; nothing sends to its targets any more
 *
 * Process context.
 */
void vipi_vector_teardown(struct vipi_sender *s);

/**
 * VIPI_VECTOR_LOOPS() - both loops of a path that raises a vector
 * @name: becomes name_pingpong() and name_flood()
 * @send: static __always_inline int send(struct vipi_sender *s, int vector)
 *
 * The ping-pong raises our own vector. The flood raises the one that the kernel uses
 * for function calls, with nothing queued: harmless, and what apic_ipi has
 * always measured.
 */
#define VIPI_VECTOR_LOOPS(name, send)							\
static __always_inline int name##_own(struct vipi_sender *s)			\
{										\
	return send(s, s->vector);						\
}										\
static __always_inline int name##_empty(struct vipi_sender *s)			\
{										\
	return send(s, CALL_FUNCTION_SINGLE_VECTOR);				\
}										\
VIPI_DEFINE_PINGPONG(name, vipi_ready, name##_own)				\
VIPI_DEFINE_FLOOD(name, false, name##_empty)

/* Declare what VIPI_VECTOR_LOOPS() defines. */
#define VIPI_VECTOR_LOOPS_DECLARE(name)						\
void name##_pingpong(struct vipi_sender *s, unsigned int n);			\
void name##_flood(struct vipi_sender *s, unsigned int n)

/**
 * VIPI_VECTOR_MASK_CALL() - a path that calls a send_IPI_mask() of the kernel's
 * @name: as in VIPI_VECTOR_LOOPS(); the static call to bind is call_name
 *
 * VIPI_VECTOR_SINGLE_CALL() is the same for a send_IPI().
 */
#define VIPI_VECTOR_MASK_CALL(name)						\
DEFINE_STATIC_CALL_NULL(call_##name, *vipi_mask_fn);				\
static __always_inline int name##_send(struct vipi_sender *s, int vector)	\
{										\
	static_call(call_##name)(s->mask, vector);				\
	return 0;								\
}										\
VIPI_VECTOR_LOOPS(name, name##_send)

#define VIPI_VECTOR_SINGLE_CALL(name)						\
DEFINE_STATIC_CALL_NULL(call_##name, *vipi_single_fn);				\
static __always_inline int name##_send(struct vipi_sender *s, int vector)	\
{										\
	static_call(call_##name)(s->target->cpu, vector);			\
	return 0;								\
}										\
VIPI_VECTOR_LOOPS(name, name##_send)

/* Only their types are used. */
extern void (*vipi_mask_fn)(const struct cpumask *mask, int vector);
extern void (*vipi_single_fn)(int cpu, int vector);

/**
 * VIPI_VECTOR_PATH() - most fields of a table entry of such a path
 * @_name: string
 * @_loops: as given to VIPI_VECTOR_LOOPS()
 * @_flags: VIPI_* shape
 * @_unusable: function, or NULL
 * @_what: what it executes
 *
 * Its .setup and .teardown are for the table to add.
 */
#define VIPI_VECTOR_PATH(_name, _loops, _flags, _unusable, _what)		\
	.name = _name,								\
	.what = _what,								\
	.flags = _flags,							\
	.irq = VIPI_IRQ_DEVICE,							\
	.flood_irq = VIPI_IRQ_CALL,						\
	.pingpong = _loops##_pingpong,						\
	.flood = _loops##_flood,						\
	.unusable = _unusable

#endif /* VIPI_VECTOR_H */
