/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What every architecture folder defines beside vipi_clock(): the same names in
 * each, in arch.c.
 */
#ifndef VIPI_ARCH_API_H
#define VIPI_ARCH_API_H

#include <linux/types.h>

#include "record.h"

/**
 * vipi_arch_prepare() - find out what the other functions answer
 *
 * Process context, before each run and before all functions below; may sleep.
 */
void vipi_arch_prepare(void);

/**
 * vipi_arch_khz() - frequency of the clock
 *
 * Return: kHz, never 0.
 */
u32 vipi_arch_khz(void);

/**
 * vipi_arch_clock_unusable() - why no interval can be trusted here
 *
 * Return: the reason with a remedy, or NULL.
 */
const char *vipi_arch_clock_unusable(void);

/**
 * vipi_arch_emulated() - the CPU is an emulator's
 *
 * True under QEMU's TCG, and in a KVM guest inside it, as far as the guest can
 * tell: then no figure is a time.
 */
bool vipi_arch_emulated(void);

/**
 * vipi_arch_env() - append what only this architecture can say
 * @r: an env record
 */
void vipi_arch_env(struct vipi_record *r);

/**
 * vipi_arch_irqs() - interrupts a CPU has taken
 * @cpu: CPU, online
 * @irq: enum vipi_irq: which; an architecture that can't tell them apart
 *	counts all interrupts
 *
 * The kernel's own statistics, read without synchronisation: exact once the
 * CPU is quiet.
 *
 * Return: count since boot, modulo 2^32.
 */
u32 vipi_arch_irqs(int cpu, unsigned int irq);

/**
 * vipi_arch_exit_unusable() - why there is no cheapest exit here
 *
 * Return: the reason, or NULL when vipi_arch_exit() may be called.
 */
const char *vipi_arch_exit_unusable(void);

/**
 * vipi_arch_exit() - leave the guest and come back, as cheaply as possible
 *
 * Any context.
 */
void vipi_arch_exit(void);

/**
 * vipi_arch_steal_symbol() - the kernel function that reads stolen time
 *
 * Return: name of a u64 (*)(int cpu) in nanoseconds that may be called in this
 * guest, or NULL: then the tick's accounting has to do.
 */
const char *vipi_arch_steal_symbol(void);

#endif /* VIPI_ARCH_API_H */
