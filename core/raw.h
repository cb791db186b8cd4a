/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_RAW_H
#define VIPI_RAW_H

#include <linux/seq_file.h>

#include "engine.h"

/**
 * vipi_raw_start() - make room for raw samples
 * @room: samples of the whole run, 0 for none
 *
 * Process context; forgets those of the previous run.
 *
 * Return: 0, or -ENOMEM when that is too much memory.
 */
int vipi_raw_start(u64 room);

/**
 * vipi_raw_add() - keep the samples of a batch, up to cfg.raw of each run
 * @s: sender, between batches
 * @stolen: the hypervisor took time during the batch
 */
void vipi_raw_add(struct vipi_sender *s, bool stolen);

/** vipi_raw_free() - forget everything; process context */
void vipi_raw_free(void);

extern const struct seq_operations vipi_raw_seq;

#endif /* VIPI_RAW_H */
