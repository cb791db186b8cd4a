/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_CPUS_H
#define VIPI_CPUS_H

#include "engine.h"
#include "select.h"

/* The machine as it is, for selection. CPUs may come and go: see vipi_cpus_watch(). */
extern const struct vipi_topology vipi_topology;

/**
 * vipi_cpus_watch() - end the run when one of its CPUs goes offline
 * @run: whose @used, @stop and @gone_cpu to look after
 *
 * Process context; until vipi_cpus_unwatch().
 *
 * Return: 0 or -errno.
 */
int vipi_cpus_watch(struct vipi_run *run);

/** vipi_cpus_unwatch() - undo vipi_cpus_watch(); process context */
void vipi_cpus_unwatch(void);

#endif /* VIPI_CPUS_H */
