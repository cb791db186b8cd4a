// SPDX-License-Identifier: GPL-2.0-only
/* In which mode the local APICs are, and what may be touched in it. */
#include <linux/cc_platform.h>
#include <linux/kvm_para.h>
#include <linux/string.h>
#include <asm/apic.h>
#include <asm/hypervisor.h>

#include "apic_ipi.h"
#include "x86.h"

bool apic_is_x2apic;

void apic_mode_read(void)
{
	apic_is_x2apic = x2apic_enabled();
}

bool apic_driver_is(const char *name)
{
	return !strcmp(apic->name, name);
}

const char *apic_raw_unusable(void)
{
	if (!boot_cpu_has(X86_FEATURE_APIC) || !strcmp(apic->name, "noop"))
		return "this guest has no local APIC in use";
	if (cc_platform_has(CC_ATTR_GUEST_MEM_ENCRYPT))
		return "confidential guest: the register access would be emulated by the guest's own #VC or #VE handler";
	return NULL;
}

const char *apic_xapic_unusable(void)
{
	if (apic_is_x2apic)
		return "the local APICs are in x2APIC mode: boot with nox2apic, or QEMU -cpu …,x2apic=off";
	return apic_raw_unusable();
}

const char *apic_x2apic_unusable(void)
{
	if (!apic_is_x2apic)
		return "the local APICs are in xAPIC mode: the hypervisor does not offer x2APIC, or the kernel does not use it";
	return apic_raw_unusable();
}

const char *apic_pv_ipi_unusable(void)
{
	if (x86_hyper_type != X86_HYPER_KVM)
		return "not a KVM guest: there is no PV IPI";
	if (!vipi_kvm_feature(KVM_FEATURE_PV_SEND_IPI))
		return "the hypervisor does not offer PV IPI (QEMU: kvm-pv-ipi=on)";
	return NULL;
}
