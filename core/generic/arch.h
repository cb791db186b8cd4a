/* SPDX-License-Identifier: GPL-2.0-only */
/* Any other architecture: the clock is the kernel's. */
#ifndef VIPI_ARCH_H
#define VIPI_ARCH_H

#include <linux/timekeeping.h>
#include <linux/types.h>

#include "arch_api.h"

#define VIPI_CLOCK_UNIT		"ns"
/* unit= when it is not given: what existing parsers of the legacy lines expect */
#define VIPI_LEGACY_UNIT	"ns"

/**
 * vipi_clock() - ordered read of the clock
 *
 * Return: nanoseconds of CLOCK_MONOTONIC, as finely as the clocksource goes.
 */
static __always_inline u64 vipi_clock(void)
{
	u64 now;

	mb();	/* what precedes has been done */
	now = ktime_get_mono_fast_ns();
	mb();	/* what follows has not begun */
	return now;
}

#endif /* VIPI_ARCH_H */
