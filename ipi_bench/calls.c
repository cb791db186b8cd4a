// SPDX-License-Identifier: GPL-2.0-only
/* Paths of the smp_call_function family, but for single, which core has. */
#include "call.h"
#include "ipi_bench.h"
#include "loop.h"

static void async_handler(void *info)
{
	u64 now = vipi_clock();
	struct vipi_target *t = info;

	vipi_ack(now, t->slot, t->sender->lock);
}

static __always_inline int send_many(struct vipi_sender *s)
{
	smp_call_function_many(s->mask, vipi_call_handler, s, s->wait);
	return 0;
}

VIPI_DEFINE_PINGPONG(many, vipi_ready, send_many)
VIPI_DEFINE_FLOOD(many, true, send_many)

static __always_inline int send_all(struct vipi_sender *s)
{
	smp_call_function(vipi_call_handler, s, s->wait);
	return 0;
}

VIPI_DEFINE_PINGPONG(all, vipi_ready, send_all)
VIPI_DEFINE_FLOOD(all, true, send_all)

static __always_inline int send_single_async(struct vipi_sender *s)
{
	return smp_call_function_single_async(s->target->cpu, &s->target->csd);
}

VIPI_DEFINE_PINGPONG(single_async, vipi_ready, send_single_async)

void single_async_arm(struct vipi_target *t)
{
	INIT_CSD(&t->csd, async_handler, t);
}
