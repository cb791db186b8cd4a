/* SPDX-License-Identifier: GPL-2.0-only */
/* What core/ uses of the kernel's header of this name. */
#ifndef SHIM_LINUX_BUILD_BUG_H
#define SHIM_LINUX_BUILD_BUG_H

#ifndef static_assert
#define static_assert(expr)	_Static_assert(expr, #expr)
#endif

#endif
