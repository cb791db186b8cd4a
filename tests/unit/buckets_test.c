// SPDX-License-Identifier: GPL-2.0-only
/*
 * What core/stats.c is built on: the bucket map and 128-bit arithmetic.
 */
#include <stdlib.h>

#include "stats.c"
#include "random.h"
#include "tap.h"

static void test_buckets(void)
{
	s64 lo, hi, last = S64_MIN;
	unsigned int i;

	for (i = 0; i < VIPI_BUCKETS; i++) {
		vipi_bucket_range(i, &lo, &hi);
		tap_check(lo == (i ? last + 1 : S64_MIN), "%u begins at %lld after %lld", i, lo,
			  last);
		tap_check(lo <= hi, "%u is %lld..%lld", i, lo, hi);
		tap_check(vipi_bucket_of(lo) == i, "%lld is in %u, not %u", lo,
			  vipi_bucket_of(lo), i);
		tap_check(vipi_bucket_of(hi) == i, "%lld is in %u, not %u", hi,
			  vipi_bucket_of(hi), i);
		if (i > 0 && i < VIPI_BUCKETS - 1)
			tap_check((hi - lo) * 64 <= min_t(s64, llabs(lo), llabs(hi)),
				  "%lld..%lld is too wide", lo, hi);
		if (lo >= -127 && hi <= 127)
			tap_check(lo == hi, "%lld..%lld", lo, hi);
		last = hi;
	}
	tap_check(last == S64_MAX, "the last ends at %lld", last);
	tap_check(vipi_bucket_of(0) == VIPI_BUCKET_ZERO, "%u", vipi_bucket_of(0));

	for (i = 0; i < 200000; i++) {
		s64 v = random_any();

		vipi_bucket_range(vipi_bucket_of(v), &lo, &hi);
		tap_check(lo <= v && v <= hi, "%lld is not in %lld..%lld", v, lo, hi);
	}
	tap_check(sizeof(struct vipi_dist) <= 65536, "%zu bytes", sizeof(struct vipi_dist));
	tap_subject("buckets are contiguous and hold exactly their values");
}

static __int128 to_int128(struct vipi_u128 v)
{
	return (__int128)((unsigned __int128)v.hi << 64 | v.lo);
}

static void test_arithmetic(void)
{
	unsigned int i;

	for (i = 0; i < 20000; i++) {
		u64 a = random_any(), b = random_any(), d = (u64)random_any() | 1, rem;
		unsigned __int128 wide = (unsigned __int128)a << 64 | b, q, root;
		struct vipi_u128 v = { .hi = a, .lo = b };

		tap_check(to_int128(mul_u64(a, b)) == (__int128)((unsigned __int128)a * b),
			  "%llu %llu", a, b);
		tap_check(to_int128(u128_mul_s64(v, d)) == (__int128)(wide * (__int128)(s64)d),
			  "%llu:%llu %lld", a, b, d);
		q = to_int128(u128_div_u64(v, d, &rem));
		tap_check(q == wide / d && rem == (u64)(wide % d), "%llu:%llu / %llu", a, b, d);

		v.hi >>= 1;
		wide = to_int128(v);
		root = u128_sqrt(v);
		tap_check(root * root <= wide && wide < (root + 1) * (root + 1),
			  "root of %llu:%llu", v.hi, v.lo);
	}
	tap_subject("128-bit product, quotient and root");
}

int main(void)
{
	test_buckets();
	test_arithmetic();
	return tap_end();
}
