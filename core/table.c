// SPDX-License-Identifier: GPL-2.0-only
/* Rows kept for a debugfs file. */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/vmalloc.h>

#include "table.h"

static bool affordable(u64 n, size_t size)
{
	struct sysinfo info;
	u64 bytes, quarter;
	bool overflow;

	si_meminfo(&info);
	quarter = (u64)info.totalram * info.mem_unit / 4;
	overflow = check_mul_overflow(n, (u64)size, &bytes);
	if (!overflow && bytes <= quarter)
		return true;
	pr_err("%llu MiB for %llu rows are more than a quarter of the memory, %llu MiB: ask for fewer CPUs, paths, runs or raw samples\n",
	       overflow ? U64_MAX >> 20 : bytes >> 20, n, quarter >> 20);
	return false;
}

int vipi_table_alloc(struct vipi_table *t, u64 n)
{
	int err = 0;

	vipi_table_free(t);
	if (!n)
		return 0;
	if (!affordable(n, t->size))
		return -ENOMEM;
	mutex_lock(&t->lock);
	t->rows = vzalloc(n * t->size);
	if (t->rows) {
		t->n = n;
	} else {
		pr_err("no memory for %llu rows of %zu bytes\n", n, t->size);
		err = -ENOMEM;
	}
	mutex_unlock(&t->lock);
	return err;
}

void vipi_table_free(struct vipi_table *t)
{
	mutex_lock(&t->lock);
	vfree(t->rows);
	t->rows = NULL;
	t->n = 0;
	mutex_unlock(&t->lock);
}

static void *row_or_end(struct vipi_table *t, loff_t pos)
{
	return pos >= 0 && (u64)pos < t->n ? vipi_table_at(t, pos) : NULL;
}

/* For VIPI_TABLE_SEQ(); its stop function unlocks. */
void *vipi_table_start(struct vipi_table *t, loff_t *pos)
{
	mutex_lock(&t->lock);
	return row_or_end(t, *pos);
}

/* For VIPI_TABLE_SEQ(). */
void *vipi_table_next(struct vipi_table *t, loff_t *pos)
{
	return row_or_end(t, ++*pos);
}
