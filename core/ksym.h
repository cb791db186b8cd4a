/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Addresses of kernel functions that modules can't link to.
 *
 * A resolved address is only ever called through a static call: on x86 that is a
 * patched direct call, which needs no ENDBR, no retpoline and no CFI hash.
 */
#ifndef VIPI_KSYM_H
#define VIPI_KSYM_H

#include <linux/static_call.h>

/**
 * vipi_ksym() - address of a kernel symbol
 * @name: as in /proc/kallsyms
 *
 * Process context, may sleep. Needs KPROBES the first time.
 *
 * Return: the address, or 0 when there is no such symbol or no way to look.
 */
unsigned long vipi_ksym(const char *name);

/**
 * vipi_ksym_near() - the symbol of a name that is nearest to an address
 * @address: in the kernel's text
 * @name: a name that several functions have
 *
 * For a static function whose name stands in several files: it lies beside other
 * functions of its own file. Process context.
 *
 * Return: the address, or 0 when none of a few neighbours has that name.
 */
unsigned long vipi_ksym_near(unsigned long address, const char *name);

/**
 * vipi_ksym_bind() - let a static call call a kernel symbol
 * @key: name given to DEFINE_STATIC_CALL_NULL()
 * @symbol: the symbol's name, a string; what it is must have the type of @key
 *
 * Process context; takes the CPU hotplug lock, so never during a run.
 *
 * Return: true when @key may be called.
 */
#define vipi_ksym_bind(key, symbol) ({						\
	unsigned long __address = vipi_ksym(symbol);				\
										\
	if (__address)								\
		static_call_update(key, (typeof(&STATIC_CALL_TRAMP(key)))__address); \
	__address != 0;								\
})

#endif /* VIPI_KSYM_H */
