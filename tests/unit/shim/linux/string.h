/* SPDX-License-Identifier: GPL-2.0-only */
/* The C library's has all that core/ uses. */
#ifndef SHIM_LINUX_STRING_H
#define SHIM_LINUX_STRING_H

#include <string.h>

#endif
