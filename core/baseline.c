// SPDX-License-Identifier: GPL-2.0-only
/* The yardsticks: nothing, a cache line, an exit. */
#include "baseline.h"
#include "loop.h"

static __always_inline int send_nop(struct vipi_sender *s)
{
	return 0;
}

void vipi_nop_pingpong(struct vipi_sender *s, unsigned int n)
{
	vipi_send_only(s, n, send_nop);
}

static __always_inline int send_cacheline(struct vipi_sender *s)
{
	/* Paired with the load in target_respond(). */
	smp_store_release(&s->target->line, s->target->expected);
	return 0;
}

void vipi_cacheline_pingpong(struct vipi_sender *s, unsigned int n)
{
	vipi_pingpong(s, n, vipi_ready, send_cacheline);
}

static __always_inline int send_exit(struct vipi_sender *s)
{
	vipi_arch_exit();
	return 0;
}

void vipi_exit_pingpong(struct vipi_sender *s, unsigned int n)
{
	vipi_send_only(s, n, send_exit);
}

const struct vipi_path vipi_calibration = {
	.name = "calibration",
	.flags = VIPI_BASELINE | VIPI_RESPONDER,
	.pingpong = vipi_cacheline_pingpong,
};
