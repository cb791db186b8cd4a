/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_MATRIX_H
#define VIPI_MATRIX_H

#include <linux/seq_file.h>

#include "engine.h"

/**
 * vipi_matrix_start() - make room for a matrix
 * @rows: ordered pairs times paths times kinds, 0 for none
 *
 * Process context; forgets the matrix of the previous run.
 *
 * Return: 0, or -ENOMEM when that is too much memory.
 */
int vipi_matrix_start(u64 rows);

/**
 * vipi_matrix_add() - keep what one case measured
 * @c: case with one source and one target
 */
void vipi_matrix_add(const struct vipi_case *c);

/** vipi_matrix_free() - forget everything; process context */
void vipi_matrix_free(void);

extern const struct seq_operations vipi_matrix_seq;

#endif /* VIPI_MATRIX_H */
