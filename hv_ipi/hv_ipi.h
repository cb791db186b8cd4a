/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef HV_IPI_H
#define HV_IPI_H

#include "vector.h"

/* probe.c */

/** hv_unusable() - why this is no guest that may use Hyper-V's IPI hypercall, or NULL */
const char *hv_unusable(void);

/** hv_raw_unusable() - the same for hypercalls of our own */
const char *hv_raw_unusable(void);

/** hv_ex_unusable() - the same for HVCALL_SEND_IPI_EX */
const char *hv_ex_unusable(void);

/** hv_exit_unusable() - why the undefined call can't be made, or NULL */
const char *hv_exit_unusable(void);

/** hv_env() - module hook: hints, host build, isolation */
void hv_env(struct vipi_record *r);

/** hv_status_name() - module hook: name of a hypercall status (TLFS, Hypercall Status Values) */
const char *hv_status_name(u64 status);

/* kernel.c: the kernel's functions, and the APIC driver that they replaced. */
VIPI_VECTOR_LOOPS_DECLARE(kernel_single);
VIPI_VECTOR_LOOPS_DECLARE(kernel_mask);
VIPI_VECTOR_LOOPS_DECLARE(orig_single);
VIPI_VECTOR_LOOPS_DECLARE(orig_mask);
const char *kernel_single_unusable(void);
const char *kernel_mask_unusable(void);
const char *orig_single_unusable(void);
const char *orig_mask_unusable(void);

/* hypercall.c: HVCALL_SEND_IPI and HVCALL_SEND_IPI_EX. */
VIPI_VECTOR_LOOPS_DECLARE(fast16);
VIPI_VECTOR_LOOPS_DECLARE(slow);
VIPI_VECTOR_LOOPS_DECLARE(ex);
void hv_exit_pingpong(struct vipi_sender *s, unsigned int n);

/**
 * hv_mask_setup() - path hook: a vector, and VP indexes below 64
 * @s: sender; hwid of its targets becomes their VP index
 * @why: reason
 */
int hv_mask_setup(struct vipi_sender *s, char *why);

/** hv_set_setup() - path hook: a vector, and any valid VP indexes */
int hv_set_setup(struct vipi_sender *s, char *why);

#endif /* HV_IPI_H */
