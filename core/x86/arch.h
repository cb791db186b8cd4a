/* SPDX-License-Identifier: GPL-2.0-only */
/* x86: the clock is the TSC. The other architectures have a file of this name. */
#ifndef VIPI_ARCH_H
#define VIPI_ARCH_H

#include <linux/types.h>

#include "arch_api.h"

#define VIPI_CLOCK_UNIT		"cycles"
/* unit= when it is not given: what existing parsers of the legacy lines expect */
#define VIPI_LEGACY_UNIT	"cycles"

/**
 * vipi_clock() - ordered read of the clock
 *
 * LFENCE on both sides: RDTSC is neither executed before what precedes it nor
 * after what follows (SDM Vol. 2B, RDTSC). Any context.
 *
 * Return: TSC cycles.
 */
static __always_inline u64 vipi_clock(void)
{
	u32 lo, hi;

	asm volatile("lfence\n\trdtsc\n\tlfence" : "=a" (lo), "=d" (hi) : : "memory");
	return (u64)hi << 32 | lo;
}

#endif /* VIPI_ARCH_H */
