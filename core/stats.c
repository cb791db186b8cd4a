// SPDX-License-Identifier: GPL-2.0-only
/*
 * Histogram and exact moments. Also compiled in user space by tests/unit, so it
 * uses nothing of the kernel but types, fls64() and the division helpers.
 */
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/types.h>

#include "stats.h"

#define PER_10000	10000

static struct vipi_u128 u128_from_s64(s64 v)
{
	return (struct vipi_u128){ .hi = v < 0 ? ~0ULL : 0, .lo = v };
}

static struct vipi_u128 u128_add(struct vipi_u128 a, struct vipi_u128 b)
{
	struct vipi_u128 r = { .hi = a.hi + b.hi, .lo = a.lo + b.lo };

	r.hi += r.lo < a.lo;
	return r;
}

static struct vipi_u128 u128_sub(struct vipi_u128 a, struct vipi_u128 b)
{
	struct vipi_u128 r = { .hi = a.hi - b.hi, .lo = a.lo - b.lo };

	r.hi -= a.lo < b.lo;
	return r;
}

static struct vipi_u128 u128_neg(struct vipi_u128 a)
{
	return u128_sub((struct vipi_u128){ 0, 0 }, a);
}

static bool u128_less(struct vipi_u128 a, struct vipi_u128 b)
{
	return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

static struct vipi_u128 mul_u64(u64 a, u64 b)
{
	u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
	u64 low = al * bl;
	u64 mid = ah * bl + (low >> 32);
	u64 mid2 = al * bh + (u32)mid;

	return (struct vipi_u128){
		.hi = ah * bh + (mid >> 32) + (mid2 >> 32),
		.lo = (mid2 << 32) | (u32)low,
	};
}

/* Modulo 2^128, so that it serves signed values in two's complement as well. */
static struct vipi_u128 u128_mul_s64(struct vipi_u128 a, s64 b)
{
	u64 mag = b < 0 ? -(u64)b : (u64)b;
	struct vipi_u128 r = mul_u64(a.lo, mag);

	r.hi += a.hi * mag;
	return b < 0 ? u128_neg(r) : r;
}

/* Long division, bit by bit: there is no 128-bit division without libgcc. */
static struct vipi_u128 u128_div_u64(struct vipi_u128 a, u64 d, u64 *rem)
{
	struct vipi_u128 q = { 0, 0 };
	u64 r;
	int bit;

	q.hi = div64_u64_rem(a.hi, d, &r);
	for (bit = 63; bit >= 0; bit--) {
		bool carry = r >> 63;

		r = (r << 1) | ((a.lo >> bit) & 1);
		if (carry || r >= d) {
			r -= d;
			q.lo |= BIT_ULL(bit);
		}
	}
	*rem = r;
	return q;
}

/* The square root of @v, rounded down. */
static u64 u128_sqrt(struct vipi_u128 v)
{
	u64 root = 0;
	int bit;

	for (bit = 63; bit >= 0; bit--) {
		u64 try = root | BIT_ULL(bit);

		if (!u128_less(v, mul_u64(try, try)))
			root = try;
	}
	return root;
}

/*
 * The bucket of a magnitude, counted from the bucket of 0. From 64 on the shift
 * leaves the leading one and VIPI_SUB_BITS bits after it.
 */
static unsigned int magnitude_bucket(u64 mag)
{
	int shift = fls64(mag) - 1 - VIPI_SUB_BITS;

	if (shift <= 0)
		return mag;
	return (shift << VIPI_SUB_BITS) + (unsigned int)(mag >> shift);
}

static void magnitude_range(unsigned int bucket, s64 *lo, s64 *hi)
{
	const unsigned int sub = 1U << VIPI_SUB_BITS;
	unsigned int shift;

	if (bucket < sub) {
		*lo = bucket;
		*hi = bucket;
		return;
	}
	shift = (bucket >> VIPI_SUB_BITS) - 1;
	*lo = (s64)(sub | (bucket & (sub - 1))) << shift;
	*hi = *lo + (1LL << shift) - 1;
}

static s64 saturate(s64 v)
{
	return clamp_t(s64, v, -VIPI_SAT_VALUE, VIPI_SAT_VALUE);
}

unsigned int vipi_bucket_of(s64 v)
{
	v = saturate(v);
	if (v < 0)
		return VIPI_BUCKET_ZERO - magnitude_bucket(-v);
	return VIPI_BUCKET_ZERO + magnitude_bucket(v);
}

void vipi_bucket_range(unsigned int index, s64 *lo, s64 *hi)
{
	s64 near, far;

	if (index >= VIPI_BUCKET_ZERO) {
		magnitude_range(index - VIPI_BUCKET_ZERO, lo, hi);
	} else {
		magnitude_range(VIPI_BUCKET_ZERO - index, &near, &far);
		*lo = -far;
		*hi = -near;
	}
	if (index == 0)
		*lo = S64_MIN;
	if (index == VIPI_BUCKETS - 1)
		*hi = S64_MAX;
}

void vipi_dist_reset(struct vipi_dist *d)
{
	memset(d, 0, sizeof(*d));
}

void vipi_dist_add(struct vipi_dist *d, s64 v)
{
	u64 mag;

	v = saturate(v);
	mag = v < 0 ? -v : v;
	if (!d->n || v < d->min)
		d->min = v;
	if (!d->n || v > d->max)
		d->max = v;
	d->n++;
	d->neg += v < 0;
	d->sat += mag == VIPI_SAT_VALUE;
	d->sum = u128_add(d->sum, u128_from_s64(v));
	d->sumsq = u128_add(d->sumsq, mul_u64(mag, mag));
	d->bucket[vipi_bucket_of(v)]++;
}

void vipi_dist_merge(struct vipi_dist *into, const struct vipi_dist *from)
{
	unsigned int i;

	if (!from->n)
		return;
	if (!into->n || from->min < into->min)
		into->min = from->min;
	if (!into->n || from->max > into->max)
		into->max = from->max;
	into->n += from->n;
	into->neg += from->neg;
	into->sat += from->sat;
	into->sum = u128_add(into->sum, from->sum);
	into->sumsq = u128_add(into->sumsq, from->sumsq);
	for (i = 0; i < VIPI_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

s64 vipi_dist_percentile(const struct vipi_dist *d, unsigned int per_10000)
{
	u64 rank, seen;
	unsigned int i;
	s64 lo, hi;

	if (!d->n)
		return 0;
	rank = d->n * min_t(unsigned int, per_10000, PER_10000);
	rank = div_u64(rank + PER_10000 - 1, PER_10000);
	if (rank <= 1)
		return d->min;
	if (rank == d->n)
		return d->max;

	i = vipi_bucket_of(d->min);
	for (seen = d->bucket[i]; seen < rank; seen += d->bucket[i])
		i++;
	vipi_bucket_range(i, &lo, &hi);
	return clamp_t(s64, lo + (hi - lo) / 2, d->min, d->max);
}

/* floor(sum / n), and the remainder, 0 <= *rem < n. */
static s64 floor_mean(const struct vipi_dist *d, u64 *rem)
{
	bool negative = d->sum.hi >> 63;
	struct vipi_u128 q;

	q = u128_div_u64(negative ? u128_neg(d->sum) : d->sum, d->n, rem);
	if (!negative)
		return q.lo;
	if (!*rem)
		return -(s64)q.lo;
	*rem = d->n - *rem;
	return -(s64)q.lo - 1;
}

s64 vipi_dist_mean(const struct vipi_dist *d)
{
	u64 rem;
	s64 mean;

	if (!d->n)
		return 0;
	mean = floor_mean(d, &rem);
	return rem >= d->n - rem ? mean + 1 : mean;
}

/*
 * With m = floor(sum / n) and r the remainder, sum = n m + r and
 *
 *   sum((x - m)^2) = sumsq - n m^2 - 2 m r = sumsq - m (sum + r)
 *
 * and the squares around the true mean m + r / n add up to r^2 / n less. The
 * terms may exceed 64 bits and be negative, but all is exact modulo 2^128.
 * Four times the variance has twice the root, whose last bit does the rounding.
 */
u64 vipi_dist_sd(const struct vipi_dist *d)
{
	struct vipi_u128 squares, excess;
	u64 r, rem;
	s64 m;

	if (d->n < 2)
		return 0;
	m = floor_mean(d, &r);
	squares = u128_add(d->sum, (struct vipi_u128){ 0, r });
	squares = u128_sub(d->sumsq, u128_mul_s64(squares, m));
	squares = u128_mul_s64(squares, 4);
	excess = u128_div_u64(u128_mul_s64(mul_u64(r, r), 4), d->n, &rem);
	squares = u128_sub(squares, excess);
	return (u128_sqrt(u128_div_u64(squares, d->n - 1, &rem)) + 1) / 2;
}

void vipi_dist_summary(const struct vipi_dist *d, struct vipi_summary *s)
{
	*s = (struct vipi_summary){
		.n = d->n,
		.min = d->n ? d->min : 0,
		.p50 = vipi_dist_percentile(d, 5000),
		.p90 = vipi_dist_percentile(d, 9000),
		.p99 = vipi_dist_percentile(d, 9900),
		.p999 = vipi_dist_percentile(d, 9990),
		.max = d->n ? d->max : 0,
		.mean = vipi_dist_mean(d),
		.sd = vipi_dist_sd(d),
		.neg = d->neg,
		.sat = d->sat,
	};
}

static s32 to_s32(s64 v)
{
	return clamp_t(s64, v, S32_MIN, S32_MAX);
}

static u32 to_u32(u64 v)
{
	return min_t(u64, v, U32_MAX);
}

void vipi_cell_from(struct vipi_cell *cell, const struct vipi_dist *d)
{
	struct vipi_summary s;

	vipi_dist_summary(d, &s);
	cell->n = to_u32(s.n);
	cell->min = to_s32(s.min);
	cell->p50 = to_s32(s.p50);
	cell->p99 = to_s32(s.p99);
	cell->max = to_s32(s.max);
	cell->mean = to_s32(s.mean);
	cell->sd = to_u32(s.sd);
	cell->neg = to_u32(s.neg);
}
