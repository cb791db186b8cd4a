// SPDX-License-Identifier: GPL-2.0-only
/*
 * hv_ipi: every way in which a Hyper-V guest can send an IPI: the kernel's
 * functions, the hypercalls, and the APIC driver that they replace.
 */
#include <linux/module.h>

#include "baseline.h"
#include "call.h"
#include "hv_ipi.h"

#define SETUP(_setup)								\
	.setup = _setup,							\
	.teardown = vipi_vector_teardown

/* Append only: a position is a bit of options=. */
static const struct vipi_path paths[] = {
	{ VIPI_VECTOR_PATH("hv_send_ipi", kernel_single, 0, kernel_single_unusable,
			   "the kernel's, to one CPU"), SETUP(vipi_vector_setup) },
	{ VIPI_VECTOR_PATH("hv_send_ipi_mask", kernel_mask, VIPI_MASK, kernel_mask_unusable,
			   "the kernel's, to a mask"), SETUP(vipi_vector_setup) },
	{ VIPI_VECTOR_PATH("fast16", fast16, VIPI_MASK, hv_raw_unusable,
			   "HVCALL_SEND_IPI, arguments in registers"), SETUP(hv_mask_setup) },
	{ VIPI_VECTOR_PATH("slow", slow, VIPI_MASK, hv_raw_unusable,
			   "HVCALL_SEND_IPI, arguments in the input page"), SETUP(hv_mask_setup) },
	{ VIPI_VECTOR_PATH("ex", ex, VIPI_MASK, hv_ex_unusable,
			   "HVCALL_SEND_IPI_EX, a sparse set in the input page"),
	  SETUP(hv_set_setup) },
	{ VIPI_VECTOR_PATH("orig_send_IPI", orig_single, 0, orig_single_unusable,
			   "the APIC driver that Hyper-V replaced, to one CPU"),
	  SETUP(vipi_vector_setup) },
	{ VIPI_VECTOR_PATH("orig_send_IPI_mask", orig_mask, VIPI_MASK, orig_mask_unusable,
			   "the APIC driver that Hyper-V replaced, to a mask"),
	  SETUP(vipi_vector_setup) },
	{ VIPI_CALL_PATH("smp_call", 0, "smp_call_function_single() to one other CPU") },
	VIPI_BASELINES_BUT_EXIT,
	{
		.name = "exit",
		.what = "an undefined hypercall, which must come back as invalid",
		.flags = VIPI_BASELINE | VIPI_SELF | VIPI_NO_ACK,
		.pingpong = hv_exit_pingpong,
		.unusable = hv_exit_unusable,
	},
};

const struct vipi_module vipi_module = {
	.paths = paths,
	.npaths = ARRAY_SIZE(paths),
	.env = hv_env,
	.fault_name = hv_status_name,
};

MODULE_DESCRIPTION("What an IPI costs: every way in which a Hyper-V guest can send one");
MODULE_VERSION(VIPI_VERSION);
MODULE_LICENSE("GPL");
