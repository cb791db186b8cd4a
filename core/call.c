// SPDX-License-Identifier: GPL-2.0-only
/* smp_call_function_single(), which every module can compare its paths with. */
#include "call.h"

void vipi_call_handler(void *info)
{
	u64 now = vipi_clock();
	struct vipi_sender *s = info;

	vipi_ack(now, this_cpu_ptr(s->slots), s->lock);
}

/* To oneself, the kernel calls the function and raises no interrupt. */
static __always_inline int send_single(struct vipi_sender *s)
{
	return smp_call_function_single(s->target->cpu, vipi_call_handler, s, s->wait);
}

VIPI_DEFINE_PINGPONG(vipi_call, vipi_ready, send_single)
VIPI_DEFINE_FLOOD(vipi_call, true, send_single)
