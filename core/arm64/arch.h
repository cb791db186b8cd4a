/* SPDX-License-Identifier: GPL-2.0-only */
/* arm64: the clock is the virtual counter. The other architectures have a file of this name. */
#ifndef VIPI_ARCH_H
#define VIPI_ARCH_H

#include <linux/types.h>

#include "arch_api.h"

#define VIPI_CLOCK_UNIT		"ticks"
/* unit= when it is not given: what existing parsers of the legacy lines expect */
#define VIPI_LEGACY_UNIT	"ns"

/**
 * vipi_clock() - ordered read of the clock
 *
 * ISB on both sides: the counter may otherwise be read speculatively (Arm ARM,
 * D11.2.2). Not the kernel's function pointer, which costs an indirect call on
 * machines with counter errata; those are refused, see vipi_arch_clock_unusable().
 *
 * Return: ticks of CNTVCT_EL0.
 */
static __always_inline u64 vipi_clock(void)
{
	u64 now;

	asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r" (now) : : "memory");
	return now;
}

#endif /* VIPI_ARCH_H */
