/* SPDX-License-Identifier: GPL-2.0-only */
/* What core/ uses of the kernel's header of this name. */
#ifndef SHIM_LINUX_BITS_H
#define SHIM_LINUX_BITS_H

#define BIT_ULL(n)	(1ULL << (n))

#endif
