/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_TABLE_H
#define VIPI_TABLE_H

#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/types.h>

/**
 * struct vipi_table - rows of one size, written by a run, read through debugfs
 * @lock: held while rows are read, allocated or freed; not while they are written
 * @rows: the rows, zeroed when allocated
 * @n: how many
 * @size: bytes of a row
 */
struct vipi_table {
	struct mutex lock;
	void *rows;
	u64 n;
	size_t size;
};

#define VIPI_TABLE_INIT(name, type) \
	{ .lock = __MUTEX_INITIALIZER(name.lock), .size = sizeof(type) }

/**
 * vipi_table_alloc() - replace the rows by zeroed ones
 * @t: table
 * @n: rows, 0 for none
 *
 * Process context.
 *
 * Return: 0, or -ENOMEM when it is more than a quarter of the memory, or there is
 * none; the size has been printed, and the table is empty.
 */
int vipi_table_alloc(struct vipi_table *t, u64 n);

/**
 * vipi_table_free() - free the rows
 * @t: table
 */
void vipi_table_free(struct vipi_table *t);

/* Row @i, below @t->n. */
static inline void *vipi_table_at(struct vipi_table *t, u64 i)
{
	return (char *)t->rows + i * t->size;
}

void *vipi_table_start(struct vipi_table *t, loff_t *pos);
void *vipi_table_next(struct vipi_table *t, loff_t *pos);

/**
 * VIPI_TABLE_SEQ() - seq_operations over a table
 * @name: their name
 * @table: struct vipi_table
 * @show_row: show function; its argument is the row
 */
#define VIPI_TABLE_SEQ(name, table, show_row)					\
static void *name##_start(struct seq_file *m, loff_t *pos)			\
{										\
	return vipi_table_start(&(table), pos);					\
}										\
static void *name##_next(struct seq_file *m, void *v, loff_t *pos)		\
{										\
	return vipi_table_next(&(table), pos);					\
}										\
static void name##_stop(struct seq_file *m, void *v)				\
{										\
	mutex_unlock(&(table).lock);						\
}										\
const struct seq_operations name = {						\
	.start = name##_start,							\
	.next = name##_next,							\
	.stop = name##_stop,							\
	.show = show_row,							\
}

#endif /* VIPI_TABLE_H */
