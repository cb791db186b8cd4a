/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Distributions of signed 64-bit samples: a log-linear histogram together with
 * exact moments, in integers only.
 *
 * Everything here is arithmetic on memory that the caller owns: no allocation,
 * no locks, no sleeping, so every function may be called in any context. A
 * distribution that several CPUs use needs the caller's serialisation.
 *
 * The unit of the samples is the caller's (cycles, ticks, ns).
 */
#ifndef VIPI_STATS_H
#define VIPI_STATS_H

#include <linux/build_bug.h>
#include <linux/types.h>

/*
 * Magnitudes from 2^VIPI_SAT_BITS on saturate. Each power of two is split
 * into 2^VIPI_SUB_BITS buckets of equal width, so that a bucket is never wider
 * than 1/64 of its smallest magnitude, and 0..127 have a bucket each.
 */
#define VIPI_SUB_BITS		6
#define VIPI_SAT_BITS		40
#define VIPI_SAT_VALUE		(1LL << VIPI_SAT_BITS)

/*
 * Buckets are numbered from the most negative values to the most positive ones,
 * symmetrically around the bucket of the value 0. The outermost bucket on each
 * side holds the saturated samples and nothing else.
 */
#define VIPI_BUCKET_ZERO	((VIPI_SAT_BITS - VIPI_SUB_BITS + 1) << VIPI_SUB_BITS)
#define VIPI_BUCKETS		(2 * VIPI_BUCKET_ZERO + 1)

/**
 * struct vipi_u128 - 128-bit integer, modulo 2^128
 * @hi: upper 64 bits; for a signed quantity the sign is its top bit
 * @lo: lower 64 bits
 *
 * The kernel has no 128-bit division without libgcc, and not every compiler
 * and architecture has __int128.
 */
struct vipi_u128 {
	u64 hi;
	u64 lo;
};

/**
 * struct vipi_dist - one distribution
 * @n: samples, saturated and negative ones included; less than 2^46
 * @neg: samples below zero (clocks of two CPUs may disagree); they count
 *	like all others
 * @sat: samples whose magnitude is 2^40 or more; they are recorded as 2^40 or
 *	-2^40 in @min, @max, @sum, @sumsq and the outermost bucket
 * @min: smallest sample; meaningless while @n is 0
 * @max: largest sample; meaningless while @n is 0
 * @sum: sum of the samples, signed
 * @sumsq: sum of the squares, below 2^126 as long as @n is below 2^46
 * @bucket: how many samples each bucket holds, see vipi_bucket_range()
 *
 * All bytes zero is an empty distribution, so memory from kvzalloc() is
 * ready for use. About 35 KiB: never on the stack.
 */
struct vipi_dist {
	u64 n;
	u64 neg;
	u64 sat;
	s64 min;
	s64 max;
	struct vipi_u128 sum;
	struct vipi_u128 sumsq;
	u64 bucket[VIPI_BUCKETS];
};

static_assert(sizeof(struct vipi_dist) <= 64 * 1024);

/**
 * struct vipi_summary - what a result record says of a distribution
 * @n: samples
 * @min: smallest sample
 * @p50: median
 * @p90: 90th percentile
 * @p99: 99th percentile
 * @p999: 99.9th percentile
 * @max: largest sample
 * @mean: arithmetic mean, see vipi_dist_mean()
 * @sd: standard deviation, see vipi_dist_sd()
 * @neg: samples below zero
 * @sat: saturated samples
 *
 * All in the unit of the samples. All zero when there are no samples.
 */
struct vipi_summary {
	u64 n;
	s64 min;
	s64 p50;
	s64 p90;
	s64 p99;
	s64 p999;
	s64 max;
	s64 mean;
	u64 sd;
	u64 neg;
	u64 sat;
};

/**
 * struct vipi_cell - what a matrix keeps of one ordered pair of CPUs and kind
 * @n: samples
 * @min: smallest sample
 * @p50: median
 * @p99: 99th percentile
 * @max: largest sample
 * @mean: arithmetic mean
 * @sd: standard deviation
 * @neg: samples below zero
 * @lost: interrupts that were never acknowledged; the caller's, a distribution
 *	does not know
 *
 * A number that does not fit its field is stored as the nearest one that does.
 * The measured values are signed, because a one-way time may be negative.
 */
struct vipi_cell {
	u32 n;
	s32 min;
	s32 p50;
	s32 p99;
	s32 max;
	s32 mean;
	u32 sd;
	u32 neg;
	u32 lost;
};

static_assert(sizeof(struct vipi_cell) <= 64);

/**
 * vipi_dist_reset() - make a distribution empty
 * @d: distribution, whatever it holds
 */
void vipi_dist_reset(struct vipi_dist *d);

/**
 * vipi_dist_add() - add one sample
 * @d: distribution
 * @v: sample, any value; magnitudes of 2^40 and more saturate and are counted
 *
 * Constant time, one bucket touched.
 */
void vipi_dist_add(struct vipi_dist *d, s64 v);

/**
 * vipi_dist_merge() - add all samples of one distribution to another
 * @into: receives the samples
 * @from: stays as it is; may be @into, which doubles every count
 *
 * The result is the same as if every sample had been added to @into.
 */
void vipi_dist_merge(struct vipi_dist *into, const struct vipi_dist *from);

/**
 * vipi_dist_percentile() - percentile by the nearest-rank definition
 * @d: distribution
 * @per_10000: which one, in hundredths of a percent: 5000 is the median; above
 *	10000 means 10000
 *
 * The exact percentile is the sample of rank max(1, ceil(n * per_10000 / 10000))
 * in ascending order. Returned is the middle of the bucket that holds this
 * sample, brought into [min, max]: within 1/128 of the exact percentile, and equal
 * to it for rank 1, for rank n, and for magnitudes up to 127. The saturated
 * samples are all taken as 2^40 or -2^40.
 *
 * Return: the percentile, 0 when there are no samples.
 */
s64 vipi_dist_percentile(const struct vipi_dist *d, unsigned int per_10000);

/**
 * vipi_dist_mean() - arithmetic mean
 * @d: distribution
 *
 * Return: the exact mean rounded to the nearest integer, halves upwards;
 * 0 when there are no samples.
 */
s64 vipi_dist_mean(const struct vipi_dist *d);

/**
 * vipi_dist_sd() - sample standard deviation
 * @d: distribution
 *
 * The divisor is n - 1: the samples stand for all interrupts of this kind.
 * Computed from the exact sums, not from the histogram.
 *
 * Return: the standard deviation rounded to the nearest integer (with very few
 * samples it may be off by 0.66 instead of 0.5); 0 when there are less than two.
 */
u64 vipi_dist_sd(const struct vipi_dist *d);

/**
 * vipi_dist_summary() - everything that a result record says
 * @d: distribution
 * @s: filled in
 */
void vipi_dist_summary(const struct vipi_dist *d, struct vipi_summary *s);

/**
 * vipi_cell_from() - shrink a distribution into a matrix cell
 * @cell: filled in, except @cell->lost, which is left alone
 * @d: distribution
 */
void vipi_cell_from(struct vipi_cell *cell, const struct vipi_dist *d);

/**
 * vipi_bucket_of() - which bucket holds a value
 * @v: any value
 *
 * Return: an index below VIPI_BUCKETS.
 */
unsigned int vipi_bucket_of(s64 v);

/**
 * vipi_bucket_range() - which values a bucket holds
 * @index: bucket, below VIPI_BUCKETS
 * @lo: the smallest value it holds
 * @hi: the largest value it holds
 *
 * Together the buckets cover all 64-bit values without gap or overlap; the
 * first begins at S64_MIN and the last ends at S64_MAX.
 */
void vipi_bucket_range(unsigned int index, s64 *lo, s64 *hi);

#endif /* VIPI_STATS_H */
