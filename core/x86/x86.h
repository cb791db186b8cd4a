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

#endif /* VIPI_X86_H */
