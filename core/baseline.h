/* SPDX-License-Identifier: GPL-2.0-only */
/* The yardsticks that every module has beside its paths. */
#ifndef VIPI_BASELINE_H
#define VIPI_BASELINE_H

#include "arch_api.h"
#include "vipi.h"

void vipi_nop_pingpong(struct vipi_sender *s, unsigned int n);
void vipi_cacheline_pingpong(struct vipi_sender *s, unsigned int n);
void vipi_exit_pingpong(struct vipi_sender *s, unsigned int n);

/* Entries for the table of a module; all three, or with an exit of its own. */
#define VIPI_BASELINES	VIPI_BASELINES_BUT_EXIT, VIPI_BASELINE_EXIT

#define VIPI_BASELINES_BUT_EXIT							\
	{									\
		.name = "nop",							\
		.what = "nothing between the timestamps: the harness alone",	\
		.flags = VIPI_BASELINE | VIPI_SELF | VIPI_NO_ACK,		\
		.pingpong = vipi_nop_pingpong,					\
	}, {									\
		.name = "cacheline",						\
		.what = "a store that the target polls for, no interrupt: the floor", \
		.flags = VIPI_BASELINE | VIPI_RESPONDER,			\
		.pingpong = vipi_cacheline_pingpong,				\
	}

#define VIPI_BASELINE_EXIT							\
	{									\
		.name = "exit",							\
		.what = "the cheapest exit to the hypervisor and back",		\
		.flags = VIPI_BASELINE | VIPI_SELF | VIPI_NO_ACK,		\
		.pingpong = vipi_exit_pingpong,					\
		.unusable = vipi_arch_exit_unusable,				\
	}

/* cacheline, for the estimate of the clock offset. */
extern const struct vipi_path vipi_calibration;

#endif /* VIPI_BASELINE_H */
