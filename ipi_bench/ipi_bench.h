/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef IPI_BENCH_H
#define IPI_BENCH_H

#include "vipi.h"

/* calls.c: smp_call_function_*() */
void many_pingpong(struct vipi_sender *s, unsigned int n);
void many_flood(struct vipi_sender *s, unsigned int n);
void all_pingpong(struct vipi_sender *s, unsigned int n);
void all_flood(struct vipi_sender *s, unsigned int n);
void single_async_pingpong(struct vipi_sender *s, unsigned int n);
void single_async_arm(struct vipi_target *t);

/* work.c: irq_work */
void irq_work_pingpong(struct vipi_sender *s, unsigned int n);
void self_irq_work_pingpong(struct vipi_sender *s, unsigned int n);
void irq_work_arm(struct vipi_target *t);
const char *irq_work_unusable(void);

/* wakeup.c: a sleeping kthread */
void wakeup_pingpong(struct vipi_sender *s, unsigned int n);

#endif /* IPI_BENCH_H */
