// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/stats.c against oracles that share nothing with it: sorted raw samples,
 * __int128 and long double.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.c"
#include "random.h"
#include "tap.h"

#define SAMPLES		20000
#define LIMIT		VIPI_SAT_VALUE

static const unsigned int percentiles[] = {
	0, 1, 10, 100, 1000, 2500, 3333, 5000, 6667, 7500, 9000, 9900, 9990, 9999, 10000, 12345
};

static struct vipi_dist dist, other, all;
static s64 raw[SAMPLES];

static struct vipi_u128 from_int128(__int128 v)
{
	return (struct vipi_u128){ .hi = (unsigned __int128)v >> 64, .lo = (u64)v };
}

static s64 saturated(s64 v)
{
	return v >= LIMIT ? LIMIT : v <= -LIMIT ? -LIMIT : v;
}

static int compare(const void *a, const void *b)
{
	s64 x = *(const s64 *)a, y = *(const s64 *)b;

	return (x > y) - (x < y);
}

/* |@got - @exact| is at most |@exact| / 128, the promise for percentiles. */
static bool near_enough(s64 got, s64 exact)
{
	return llabs(got - exact) * 128 <= llabs(exact);
}

/* Rounded to nearest, or nearly so when a few samples leave no more bits. */
static bool rounded(u64 got, long double exact, u64 n)
{
	return fabsl(got - exact) <= (n < 100 ? 0.66L : 0.51L);
}

static void check_percentiles(const char *what, const struct vipi_dist *d, const s64 *sorted,
			      u64 n)
{
	s64 last = sorted[0];
	size_t i;

	for (i = 0; i < sizeof(percentiles) / sizeof(percentiles[0]); i++) {
		unsigned int p = percentiles[i] < 10000 ? percentiles[i] : 10000;
		u64 rank = ((unsigned __int128)n * p + 9999) / 10000;
		s64 exact = sorted[rank ? rank - 1 : 0];
		s64 got = vipi_dist_percentile(d, percentiles[i]);

		tap_check(near_enough(got, exact), "%s: p%u of %llu is %lld, exactly %lld", what,
			  p, n, got, exact);
		tap_check(got >= last && got <= sorted[n - 1],
			  "%s: p%u = %lld leaves [%lld, %lld]", what, p, got, last,
			  sorted[n - 1]);
		if (llabs(exact) <= 127 || rank <= 1 || rank == n)
			tap_check(got == exact, "%s: p%u is %lld, exactly %lld", what, p, got,
				  exact);
		last = got;
	}
}

static void check_moments(const char *what, const struct vipi_dist *d, const s64 *v, u64 n)
{
	s64 mean = vipi_dist_mean(d);
	u64 sd = vipi_dist_sd(d);
	long double exact_mean, exact_sd, squares = 0;
	__int128 sum = 0, off;
	u64 i;

	for (i = 0; i < n; i++)
		sum += v[i];
	off = ((__int128)mean * n - sum) * 2;
	tap_check(off > -(__int128)n && off <= (__int128)n, "%s: mean is %lld, exactly %.3Lf",
		  what, mean, (long double)sum / n);

	exact_mean = (long double)sum / n;
	for (i = 0; i < n; i++)
		squares += (v[i] - exact_mean) * (v[i] - exact_mean);
	exact_sd = n > 1 ? sqrtl(squares / (n - 1)) : 0;
	tap_check(rounded(sd, exact_sd, n), "%s: sd is %llu, exactly %.3Lf", what, sd, exact_sd);
}

/* Everything about the first @n samples of raw[], which get sorted. */
static void check_raw(const char *what, u64 n)
{
	u64 neg = 0, sat = 0, counted = 0, i;
	struct vipi_summary s;

	vipi_dist_reset(&dist);
	for (i = 0; i < n; i++) {
		vipi_dist_add(&dist, raw[i]);
		neg += raw[i] < 0;
		sat += raw[i] >= LIMIT || raw[i] <= -LIMIT;
		raw[i] = saturated(raw[i]);
	}
	qsort(raw, n, sizeof(raw[0]), compare);
	for (i = 0; i < VIPI_BUCKETS; i++)
		counted += dist.bucket[i];
	tap_check(counted == n, "%s: %llu in the buckets", what, counted);

	check_percentiles(what, &dist, raw, n);
	check_moments(what, &dist, raw, n);

	vipi_dist_summary(&dist, &s);
	tap_check(s.n == n && s.neg == neg && s.sat == sat, "%s: n %llu neg %llu sat %llu", what,
		  s.n, s.neg, s.sat);
	tap_check(s.min == raw[0] && s.max == raw[n - 1], "%s: min %lld max %lld", what, s.min,
		  s.max);
	tap_check(s.p50 == vipi_dist_percentile(&dist, 5000) &&
		  s.p90 == vipi_dist_percentile(&dist, 9000) &&
		  s.p99 == vipi_dist_percentile(&dist, 9900) &&
		  s.p999 == vipi_dist_percentile(&dist, 9990) &&
		  s.mean == vipi_dist_mean(&dist) && s.sd == vipi_dist_sd(&dist),
		  "%s: the summary differs from the functions", what);
}

static void test_constant(void)
{
	static const s64 values[] = {
		0, 1, -1, 63, 64, 127, 128, 129, 4249, -3756,
		LIMIT / 2 + 12345, LIMIT - 1, 1 - LIMIT
	};
	size_t i, j;

	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		for (j = 0; j < 1000; j++)
			raw[j] = values[i];
		check_raw("constant", 1000);
		tap_check(vipi_dist_sd(&dist) == 0, "of %lld", values[i]);
		tap_check(vipi_dist_percentile(&dist, 5000) == values[i], "of %lld", values[i]);
	}
	tap_subject("constant input");
}

static void check_uniform(const char *what, s64 lo, s64 hi)
{
	u64 i;

	for (i = 0; i < SAMPLES; i++)
		raw[i] = random_between(lo, hi);
	check_raw(what, SAMPLES);
}

static void test_uniform(void)
{
	s64 octave;

	check_uniform("0..1", 0, 1);
	check_uniform("0..4095", 0, 4095);
	check_uniform("0..2^40-1", 0, LIMIT - 1);
	check_uniform("-500..1500", -500, 1500);
	check_uniform("all negative", -9000, -70);
	check_uniform("both signs", 1 - LIMIT, LIMIT - 1);
	/* Great values that differ little: sd without cancellation. */
	check_uniform("2^39 + 0..1", LIMIT / 2, LIMIT / 2 + 1);
	check_uniform("-2^39 + 0..9", -LIMIT / 2, -LIMIT / 2 + 9);
	for (octave = 64; octave < LIMIT; octave *= 2)
		check_uniform("one octave", octave, octave * 2 - 1);
	tap_subject("uniform input");
}

static void test_bimodal(void)
{
	u64 i;

	for (i = 0; i < SAMPLES; i++)
		raw[i] = i % 10 ? random_between(2150, 2250) : random_between(36000, 38000);
	check_raw("fast and slow", SAMPLES);
	for (i = 0; i < SAMPLES; i++)
		raw[i] = i % 2 ? random_between(-310, -290)
			       : random_between(LIMIT - 1000, LIMIT - 1);
	check_raw("negative and huge", SAMPLES);
	for (i = 0; i < SAMPLES; i++)
		raw[i] = i % 2 ? 1 - LIMIT : LIMIT - 1;
	check_raw("the widest spread", SAMPLES);
	for (i = 0; i < SAMPLES; i++)
		raw[i] = 4249 - !(i % 100);
	check_raw("one in a hundred is less", SAMPLES);
	tap_check(vipi_dist_sd(&dist) == 0, "sd of 0.0995 is %llu", vipi_dist_sd(&dist));
	tap_subject("bimodal input");
}

/* Pareto with index 1 / @power, by inversion. */
static s64 pareto(s64 scale, int power)
{
	u64 u = random_between(1, 1LL << 32);
	unsigned __int128 v = scale;

	while (power--)
		v = (v << 32) / u;
	return v < (unsigned __int128)LIMIT ? (s64)v : LIMIT - 1;
}

static void test_heavy_tail(void)
{
	u64 i;

	for (i = 0; i < SAMPLES; i++)
		raw[i] = pareto(300, 1);
	check_raw("Pareto, index 1", SAMPLES);
	for (i = 0; i < SAMPLES; i++)
		raw[i] = pareto(2000, 3);
	check_raw("Pareto, index 1/3", SAMPLES);
	tap_check(dist.max == LIMIT - 1, "the tail ends at %lld", dist.max);
	for (i = 0; i < SAMPLES; i++)
		raw[i] = i % 3 ? pareto(50, 1) - 100 : -pareto(80, 2);
	check_raw("Pareto on both sides", SAMPLES);
	tap_subject("heavy-tailed input");
}

static void test_few_samples(void)
{
	struct vipi_summary s, zero;
	u64 n, i;

	vipi_dist_reset(&dist);
	memset(&zero, 0, sizeof(zero));
	memset(&s, 0xff, sizeof(s));
	vipi_dist_summary(&dist, &s);
	tap_check(!memcmp(&s, &zero, sizeof(s)), "n = 0");
	memset(&dist, 0xff, sizeof(dist));
	vipi_dist_reset(&dist);
	memset(&other, 0, sizeof(other));
	tap_check(!memcmp(&dist, &other, sizeof(dist)), "reset");

	for (n = 1; n <= 12; n++) {
		for (i = 0; i < n; i++)
			raw[i] = random_between(-5000, 5000);
		check_raw("few", n);
		for (i = 0; i < n; i++)
			raw[i] = random_any();
		check_raw("few, any size", n);
	}
	raw[0] = 1000;
	raw[1] = 2001;
	check_raw("two", 2);
	tap_check(vipi_dist_mean(&dist) == 1501, "%lld", vipi_dist_mean(&dist));
	tap_check(vipi_dist_percentile(&dist, 5000) == 1000, "the lower of two");
	tap_check(vipi_dist_percentile(&dist, 5001) == 2001, "the upper of two");
	tap_check(vipi_dist_sd(&dist) == 708, "%llu", vipi_dist_sd(&dist));
	raw[0] = -1000;
	raw[1] = -2001;
	check_raw("two negative", 2);
	tap_check(vipi_dist_mean(&dist) == -1500, "%lld", vipi_dist_mean(&dist));
	tap_subject("no sample, one, two and a few");
}

static void test_saturation(void)
{
	static const s64 values[] = {
		LIMIT - 1, LIMIT, LIMIT + 1, S64_MAX, 1 - LIMIT, -LIMIT, -LIMIT - 1, S64_MIN, 5
	};
	const u64 n = sizeof(values) / sizeof(values[0]);
	u64 i;

	memcpy(raw, values, sizeof(values));
	check_raw("around the limit", n);
	tap_check(dist.sat == 6 && dist.neg == 4, "sat %llu neg %llu", dist.sat, dist.neg);
	tap_check(dist.min == -LIMIT && dist.max == LIMIT, "%lld %lld", dist.min, dist.max);
	tap_check(dist.bucket[0] == 3 && dist.bucket[VIPI_BUCKETS - 1] == 3, "%llu %llu",
		  dist.bucket[0], dist.bucket[VIPI_BUCKETS - 1]);
	tap_check(dist.bucket[1] == 1 && dist.bucket[VIPI_BUCKETS - 2] == 1, "%llu %llu",
		  dist.bucket[1], dist.bucket[VIPI_BUCKETS - 2]);
	for (i = 0; i < SAMPLES; i++)
		raw[i] = random_any();
	check_raw("any 64-bit value", SAMPLES);
	tap_check(dist.sat > SAMPLES / 10 && dist.neg > SAMPLES / 10, "sat %llu neg %llu",
		  dist.sat, dist.neg);
	tap_subject("values of 2^40 and more saturate and are counted");
}

/* Each of @n different samples in raw[], repeated 2^@doublings times. */
static void check_doubled(const char *what, u64 n, unsigned int doublings)
{
	u64 times = 1ULL << doublings, total = n * times, i;
	long double mean = 0, squares = 0, sd;
	s64 exact;

	check_raw(what, n);
	for (i = 0; i < doublings; i++)
		vipi_dist_merge(&dist, &dist);
	tap_check(dist.n == total, "%s: n = %llu", what, dist.n);

	for (i = 0; i < n; i++)
		mean += (long double)raw[i] / n;
	for (i = 0; i < n; i++)
		squares += (raw[i] - mean) * (raw[i] - mean) * times;
	sd = sqrtl(squares / (total - 1));
	tap_check(rounded(vipi_dist_sd(&dist), sd, total), "%s: sd is %llu, exactly %.3Lf", what,
		  vipi_dist_sd(&dist), sd);
	tap_check(vipi_dist_mean(&dist) < mean + 0.51L && vipi_dist_mean(&dist) > mean - 0.51L,
		  "%s: mean is %lld, exactly %.3Lf", what, vipi_dist_mean(&dist), mean);
	for (i = 1; i <= 10000; i++) {
		exact = raw[(((unsigned __int128)total * i + 9999) / 10000 - 1) / times];
		tap_check(near_enough(vipi_dist_percentile(&dist, i), exact),
			  "%s: p%llu is %lld not %lld", what, i, vipi_dist_percentile(&dist, i),
			  exact);
	}
}

/* @n samples of @lo and as many of @hi, without adding them one by one. */
static void construct(u64 n, s64 lo, s64 hi)
{
	vipi_dist_reset(&dist);
	dist.n = 2 * n;
	dist.neg = (lo < 0 ? n : 0) + (hi < 0 ? n : 0);
	dist.min = lo;
	dist.max = hi;
	dist.sum = from_int128(((__int128)lo + hi) * n);
	dist.sumsq = from_int128(((__int128)lo * lo + (__int128)hi * hi) * n);
	dist.bucket[vipi_bucket_of(lo)] += n;
	dist.bucket[vipi_bucket_of(hi)] += n;
}

static void test_many_samples(void)
{
	static const s64 mixed[] = {
		LIMIT - 1, -7, 100, 1 - LIMIT, 3756, 2219, 70000, -123456789
	};
	const u64 n = 1ULL << 31;
	u64 i;

	memcpy(raw, mixed, sizeof(mixed));
	check_doubled("2^32 mixed", 8, 29);
	check_doubled("2^45 mixed", 8, 42);
	for (i = 0; i < 4; i++)
		raw[i] = LIMIT - 1 - (s64)(i % 2);
	check_doubled("2^32 of the largest", 4, 30);
	for (i = 0; i < 4; i++)
		raw[i] = 1 - LIMIT + (s64)(i % 2);
	check_doubled("2^45 of the smallest", 4, 43);

	construct(n, LIMIT - 1, LIMIT - 1);
	tap_check(vipi_dist_mean(&dist) == LIMIT - 1, "%lld", vipi_dist_mean(&dist));
	tap_check(vipi_dist_sd(&dist) == 0, "%llu", vipi_dist_sd(&dist));
	construct(n, 1 - LIMIT, LIMIT - 1);
	tap_check(vipi_dist_mean(&dist) == 0, "%lld", vipi_dist_mean(&dist));
	/* sqrt(1 + 1 / 2^32) is 1 + 1 / 2^33, of 2^40. */
	tap_check(vipi_dist_sd(&dist) == LIMIT - 1 + 128, "%llu", vipi_dist_sd(&dist));
	tap_check(near_enough(vipi_dist_percentile(&dist, 5000), 1 - LIMIT), "%lld",
		  vipi_dist_percentile(&dist, 5000));
	tap_check(vipi_dist_percentile(&dist, 5001) > 0, "%lld",
		  vipi_dist_percentile(&dist, 5001));
	vipi_dist_add(&dist, 0);
	tap_check(dist.n == 2 * n + 1 && dist.bucket[VIPI_BUCKET_ZERO] == 1, "%llu", dist.n);
	vipi_dist_add(&dist, LIMIT - 1);
	tap_check(dist.bucket[vipi_bucket_of(LIMIT - 1)] == n + 1, "a bucket beyond 2^31");
	tap_subject("2^32 and 2^45 samples without overflow");
}

static void test_merge(void)
{
	unsigned int round, i;

	for (round = 0; round < 20; round++) {
		vipi_dist_reset(&dist);
		vipi_dist_reset(&other);
		vipi_dist_reset(&all);
		for (i = 0; i < 1000; i++) {
			s64 v = round % 2 ? random_any()
					  : random_between(-100 * (s64)round, 5000);
			/* In rounds 0 and 1 one of the two stays empty. */
			bool first = round == 0 || (round > 1 && random_u64() % 3);

			vipi_dist_add(first ? &dist : &other, v);
			vipi_dist_add(&all, v);
		}
		vipi_dist_merge(&dist, &other);
		tap_check(!memcmp(&dist, &all, sizeof(all)), "round %u", round);
		vipi_dist_merge(&all, &all);
		vipi_dist_merge(&other, &dist);
		tap_check(all.n == 2000 && !all.bucket[0] == !dist.bucket[0], "doubled, round %u",
			  round);
	}

	vipi_dist_reset(&dist);
	vipi_dist_reset(&other);
	vipi_dist_add(&other, 500);
	vipi_dist_merge(&dist, &other);
	tap_check(dist.min == 500 && dist.max == 500, "%lld %lld", dist.min, dist.max);
	vipi_dist_reset(&dist);
	vipi_dist_reset(&other);
	vipi_dist_add(&other, -500);
	vipi_dist_merge(&dist, &other);
	tap_check(dist.min == -500 && dist.max == -500, "%lld %lld", dist.min, dist.max);
	tap_subject("merging equals adding all samples to one");
}

static void test_cell(void)
{
	struct vipi_cell cell = { .lost = 77 };
	u64 i;

	vipi_dist_reset(&dist);
	for (i = 0; i < 1000; i++)
		vipi_dist_add(&dist, (s64)i - 10);
	vipi_cell_from(&cell, &dist);
	tap_check(cell.n == 1000 && cell.neg == 10 && cell.lost == 77, "%u %u %u", cell.n,
		  cell.neg, cell.lost);
	tap_check(cell.min == -10 && cell.max == 989, "%d %d", cell.min, cell.max);
	tap_check(cell.p50 == vipi_dist_percentile(&dist, 5000), "%d", cell.p50);
	tap_check(cell.p99 == vipi_dist_percentile(&dist, 9900), "%d", cell.p99);
	tap_check(cell.mean == 490 && cell.sd == 289, "%d %u", cell.mean, cell.sd);

	construct(1ULL << 31, -LIMIT / 2, LIMIT - 1);
	vipi_cell_from(&cell, &dist);
	tap_check(cell.n == U32_MAX && cell.sd == U32_MAX, "%u %u", cell.n, cell.sd);
	tap_check(cell.min == S32_MIN && cell.p50 == S32_MIN, "%d %d", cell.min, cell.p50);
	tap_check(cell.max == S32_MAX && cell.p99 == S32_MAX && cell.mean == S32_MAX, "%d %d %d",
		  cell.max, cell.p99, cell.mean);
	tap_check(cell.neg == 1U << 31, "%u", cell.neg);
	tap_check(sizeof(cell) <= 64, "%zu bytes", sizeof(cell));
	tap_subject("a matrix cell saturates");
}

int main(void)
{
	test_constant();
	test_uniform();
	test_bimodal();
	test_heavy_tail();
	test_few_samples();
	test_saturation();
	test_many_samples();
	test_merge();
	test_cell();
	return tap_end();
}
