/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every difference between kernels, and nothing else; forced into every file by
 * Kbuild.include, so that the sources read as if only the newest kernel existed.
 * Test for the new name first, for a version last; date each entry.
 */
#ifndef VIPI_COMPAT_H
#define VIPI_COMPAT_H

#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 10, 0)
#error "vipi needs Linux 5.10 or newer"
#endif

#endif /* VIPI_COMPAT_H */
