// SPDX-License-Identifier: GPL-2.0-only
/* The matrix of all ordered pairs: a few numbers for each. */
#include "matrix.h"
#include "report.h"
#include "table.h"

/**
 * struct matrix_row - one pair, path and kind
 * @path: index in the module's table, plus 1: 0 is an empty row
 * @kind: enum vipi_kind
 * @src: source CPU
 * @dst: target CPU
 * @cell: the numbers
 */
struct matrix_row {
	u8 path, kind;
	u16 src, dst;
	struct vipi_cell cell;
};

static_assert(sizeof(struct matrix_row) <= 64);

static struct vipi_table table = VIPI_TABLE_INIT(table, struct matrix_row);
static u64 used;

int vipi_matrix_start(u64 rows)
{
	used = 0;
	return vipi_table_alloc(&table, rows);
}

void vipi_matrix_free(void)
{
	vipi_table_free(&table);
}

void vipi_matrix_add(const struct vipi_case *c)
{
	unsigned int kind;

	for (kind = 0; kind < VIPI_KINDS; kind++) {
		struct matrix_row *row;

		if (!c->dist[kind].n || used >= table.n)
			continue;
		row = vipi_table_at(&table, used++);
		row->kind = kind;
		row->src = c->ends[0].src;
		row->dst = c->ends[0].dst;
		row->cell.lost = min_t(u64, c->lost, U32_MAX);
		vipi_cell_from(&row->cell, &c->dist[kind]);
		/* A row with a path is complete: paired with show(). */
		smp_store_release(&row->path, c->path - vipi_module.paths + 1);
	}
}

static int show(struct seq_file *m, void *v)
{
	struct matrix_row *row = v;
	const struct vipi_cell *cell = &row->cell;
	u8 path = smp_load_acquire(&row->path);	/* paired with vipi_matrix_add() */

	if (!path)
		return SEQ_SKIP;
	seq_printf(m, "%s %s %u %u %u %d %d %d %d %d %u %u %u\n",
		   vipi_module.paths[path - 1].name, vipi_kind_names[row->kind], row->src,
		   row->dst, cell->n, cell->min, cell->p50, cell->p99, cell->max, cell->mean,
		   cell->sd, cell->neg, cell->lost);
	return 0;
}

VIPI_TABLE_SEQ(vipi_matrix_seq, table, show);
