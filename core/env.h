/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_ENV_H
#define VIPI_ENV_H

#include "engine.h"
#include "record.h"

/**
 * vipi_env() - append what every architecture can say of the machine
 * @r: an env record
 * @emulated: whether the CPUs are an emulator's
 *
 * Process context.
 */
void vipi_env(struct vipi_record *r, bool emulated);

/**
 * vipi_clock_to_ns() - convert an interval
 * @t: clock units
 *
 * Return: nanoseconds.
 */
s64 vipi_clock_to_ns(s64 t);

/**
 * vipi_us_to_clock() - convert an interval
 * @us: microseconds
 *
 * Return: clock units.
 */
u64 vipi_us_to_clock(u64 us);

/**
 * vipi_symbol() - append the name of a kernel function
 * @r: record
 * @key: field
 * @address: where it is; written as ? when it does not resolve, never as a number
 */
void vipi_symbol(struct vipi_record *r, const char *key, const void *address);

#endif /* VIPI_ENV_H */
