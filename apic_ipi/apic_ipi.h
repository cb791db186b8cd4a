/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef APIC_IPI_H
#define APIC_IPI_H

#include "loop.h"
#include "vector.h"

/* mode.c: in which mode the local APICs are, and who handles them. */

/*
 * The local APICs are in x2APIC mode (SDM Vol. 3A, 11.12): a variable, because asking the
 * hardware is an exit.
 */
extern bool apic_is_x2apic;

/** apic_mode_read() - find out in which mode they are; process context, once */
void apic_mode_read(void);

/**
 * apic_driver_is() - the kernel's APIC driver
 * @name: as in the kernel's boot log: "flat", "physical flat", "physical x2apic",
 *	"cluster x2apic"
 */
bool apic_driver_is(const char *name);

/** apic_raw_unusable() - why the local APIC must not be touched directly, or NULL */
const char *apic_raw_unusable(void);

/** apic_xapic_unusable() - why there is no xAPIC register page, or NULL */
const char *apic_xapic_unusable(void);

/** apic_x2apic_unusable() - why there are no x2APIC MSRs, or NULL */
const char *apic_x2apic_unusable(void);

/** apic_pv_ipi_unusable() - why KVM_HC_SEND_IPI must not be called, or NULL */
const char *apic_pv_ipi_unusable(void);

/* kernel.c: the kernel's own functions. */

/**
 * apic_driver_fn() - a static function of an APIC driver
 * @driver: symbol of the driver's struct
 * @name: the function's name, which another driver may have, too
 *
 * Return: its address, or 0.
 */
unsigned long apic_driver_fn(const char *driver, const char *name);

VIPI_VECTOR_LOOPS_DECLARE(kvm_mask);
VIPI_VECTOR_LOOPS_DECLARE(sequence_phys);
VIPI_VECTOR_LOOPS_DECLARE(flat_mask);
VIPI_VECTOR_LOOPS_DECLARE(cluster_mask);
VIPI_VECTOR_LOOPS_DECLARE(phys_mask);
VIPI_VECTOR_LOOPS_DECLARE(now_single);
VIPI_VECTOR_LOOPS_DECLARE(now_mask);
const char *kvm_mask_unusable(void);
const char *sequence_phys_unusable(void);
const char *flat_mask_unusable(void);
const char *cluster_mask_unusable(void);
const char *phys_mask_unusable(void);
const char *now_single_unusable(void);
const char *now_mask_unusable(void);

/* icr.c: the hardware's registers, and the hypercall. */
VIPI_VECTOR_LOOPS_DECLARE(raw_x2apic_phys);
VIPI_VECTOR_LOOPS_DECLARE(raw_x2apic_phys_nofence);
VIPI_VECTOR_LOOPS_DECLARE(raw_x2apic_logical);
VIPI_VECTOR_LOOPS_DECLARE(raw_xapic_phys);
VIPI_VECTOR_LOOPS_DECLARE(raw_xapic_flat);
VIPI_VECTOR_LOOPS_DECLARE(raw_allbutself);
VIPI_VECTOR_LOOPS_DECLARE(self_icr);
VIPI_VECTOR_LOOPS_DECLARE(self_x2apic);
const char *raw_allbutself_unusable(void);
const char *self_icr_unusable(void);

/* hypercall.c: KVM_HC_SEND_IPI. */
VIPI_VECTOR_LOOPS_DECLARE(raw_kvm_hypercall);
int raw_kvm_hypercall_setup(struct vipi_sender *s, char *why);
void raw_kvm_hypercall_teardown(struct vipi_sender *s);

/* flat.c: logical destinations of the xAPIC. */

/**
 * xapic_flat_setup() - path hook: a vector, and a logical id on every target
 * @s: sender; the targets' hwid becomes their bit in the logical destination
 * @why: reason
 *
 * Kernels up to 6.11 in flat mode have programmed the LDRs: these are used. Else the
 * targets' LDRs are programmed, and restored by xapic_flat_teardown().
 */
int xapic_flat_setup(struct vipi_sender *s, char *why);

/** xapic_flat_teardown() - path hook: undo xapic_flat_setup() */
void xapic_flat_teardown(struct vipi_sender *s);

/* override.c: what the kernel's own IPIs use while the module is loaded. */

/** apic_override_apply() - module hook: carry out override=; 0 or -errno, with a line */
int apic_override_apply(void);

/** apic_override_name() - what is in force: native, pv or none */
const char *apic_override_name(void);

/** apic_override_undo() - module hook: let the kernel use what it used before */
void apic_override_undo(void);

#endif /* APIC_IPI_H */
