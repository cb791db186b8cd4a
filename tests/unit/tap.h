/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A subject is a handful of checks, reported as one TAP line.
 */
#ifndef UNIT_TAP_H
#define UNIT_TAP_H

#include <stdio.h>

/* Failed checks that are printed of one subject. */
#define TAP_SHOWN	5

static unsigned int tap_subjects, tap_failed_subjects, tap_checks, tap_failures;

/**
 * tap_check() - one check of the current subject
 * @ok: whether it holds
 * @fmt: what to print when it does not: a format string and its arguments
 */
#define tap_check(ok, fmt, ...) do {					\
	tap_checks++;							\
	if (!(ok) && tap_failures++ < TAP_SHOWN)			\
		printf("# %s:%d: %s: " fmt "\n", __func__, __LINE__,	\
		       #ok, ##__VA_ARGS__);				\
} while (0)

/**
 * tap_subject() - end a subject and print its line
 * @name: what held or did not hold; a subject without any check fails
 */
static inline void tap_subject(const char *name)
{
	int ok = tap_checks && !tap_failures;

	printf("%sok %u - %s (%u checks, %u failed)\n", ok ? "" : "not ",
	       ++tap_subjects, name, tap_checks, tap_failures);
	tap_failed_subjects += !ok;
	tap_checks = 0;
	tap_failures = 0;
}

/**
 * tap_end() - print the plan
 *
 * Return: the exit status of the program.
 */
static inline int tap_end(void)
{
	printf("1..%u\n", tap_subjects);
	return tap_failed_subjects ? 1 : 0;
}

#endif /* UNIT_TAP_H */
