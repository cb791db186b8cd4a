/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pseudo-random test input, the same on every machine.
 */
#ifndef UNIT_RANDOM_H
#define UNIT_RANDOM_H

#include <linux/types.h>

/**
 * random_u64() - SplitMix64 (Steele, Lea and Flood, 2014)
 *
 * Return: 64 random bits.
 */
static inline u64 random_u64(void)
{
	static u64 state;
	u64 z = state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/**
 * random_between() - uniform over a range
 * @lo: smallest value
 * @hi: largest value
 *
 * Return: a value between them.
 */
static inline s64 random_between(s64 lo, s64 hi)
{
	return lo + (s64)(random_u64() % (u64)(hi - lo + 1));
}

/**
 * random_any() - any 64-bit value, all magnitudes equally likely
 *
 * Return: the value.
 */
static inline s64 random_any(void)
{
	u64 bits = random_u64();

	return (s64)bits >> (random_u64() % 64);
}

#endif /* UNIT_RANDOM_H */
