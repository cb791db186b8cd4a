/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An interrupt vector with our own handler on each target, for paths that raise a
 * vector: apic_ipi and hv_ipi.
 */
#ifndef VIPI_VECTOR_H
#define VIPI_VECTOR_H

#include "engine.h"

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

#endif /* VIPI_VECTOR_H */
