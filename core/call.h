/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_CALL_H
#define VIPI_CALL_H

#include "loop.h"

/**
 * vipi_call_handler() - acknowledge from a smp_call_function_*() function
 * @info: the sender
 *
 * Hard IRQ context, or interrupts off in a local call.
 */
void vipi_call_handler(void *info);

void vipi_call_pingpong(struct vipi_sender *s, unsigned int n);
void vipi_call_flood(struct vipi_sender *s, unsigned int n);

/* Most fields of the table entry of a path by smp_call_function_single(). */
#define VIPI_CALL_PATH(_name, _flags, _what)					\
	.name = _name,								\
	.what = _what,								\
	.flags = (_flags) | VIPI_WAIT,						\
	.irq = VIPI_IRQ_CALL,							\
	.pingpong = vipi_call_pingpong,						\
	.flood = vipi_call_flood

#endif /* VIPI_CALL_H */
