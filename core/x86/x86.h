/* SPDX-License-Identifier: GPL-2.0-only */
/* What only x86 modules ask of core. */
#ifndef VIPI_X86_H
#define VIPI_X86_H

#include <linux/types.h>

/**
 * vipi_kvm_feature() - what KVM offers
 * @feature: KVM_FEATURE_*
 *
 * Looks for KVM's CPUID leaves at every base, as they may stand behind Hyper-V's.
 */
bool vipi_kvm_feature(unsigned int feature);

/**
 * vipi_apic_mask_key() - the static call behind the kernel's own multicasts
 *
 * From 6.5 on the kernel calls its APIC driver through static calls; the pointers
 * in the driver's struct are only where they came from.
 *
 * Return: the key, or NULL in a kernel that calls through the struct.
 */
struct static_call_key *vipi_apic_mask_key(void);

/**
 * vipi_apic_send_mask() - what the kernel calls now to send to a mask of CPUs
 *
 * Return: address of the function.
 */
unsigned long vipi_apic_send_mask(void);

#endif /* VIPI_X86_H */
