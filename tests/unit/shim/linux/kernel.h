/* SPDX-License-Identifier: GPL-2.0-only */
/* What core/ uses of the kernel's header of this name. */
#ifndef SHIM_LINUX_KERNEL_H
#define SHIM_LINUX_KERNEL_H

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/types.h>

#define U32_MAX		((u32)~0U)
#define S32_MAX		((s32)(U32_MAX >> 1))
#define S32_MIN		((s32)(-S32_MAX - 1))
#define U64_MAX		((u64)~0ULL)
#define S64_MAX		((s64)(U64_MAX >> 1))
#define S64_MIN		((s64)(-S64_MAX - 1))

#define min(a, b) ({				\
	typeof(a) min_a = (a);			\
	typeof(b) min_b = (b);			\
	min_a < min_b ? min_a : min_b; })
#define min_t(type, a, b) ({			\
	type min_a = (a), min_b = (b);		\
	min_a < min_b ? min_a : min_b; })
#define max_t(type, a, b) ({			\
	type max_a = (a), max_b = (b);		\
	max_a > max_b ? max_a : max_b; })
#define clamp_t(type, v, lo, hi) min_t(type, max_t(type, v, lo), hi)

/* Stricter than the C library: no space, nothing behind but a newline. */
static inline int kstrtoint(const char *text, unsigned int base, int *result)
{
	long value;
	char *end;

	if (!*text || !strchr("+-0123456789abcdefABCDEF", *text))
		return -EINVAL;
	errno = 0;
	value = strtol(text, &end, base);
	if (end == text || (*end == '\n' ? end[1] : *end))
		return -EINVAL;
	if (errno || value != (int)value)
		return -ERANGE;
	*result = value;
	return 0;
}

#endif
