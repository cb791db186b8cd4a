/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's short type names, on top of the system's header of this name. */
#ifndef SHIM_LINUX_TYPES_H
#define SHIM_LINUX_TYPES_H

#include_next <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __s32 s32;
/* As in the kernel, where %llu prints a u64 on every architecture. */
typedef unsigned long long u64;
typedef long long s64;

#endif
