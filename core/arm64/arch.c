// SPDX-License-Identifier: GPL-2.0-only
/* arm64: the virtual counter, the SMCCC conduit. */
#include <linux/arm-smccc.h>
#include <linux/kernel_stat.h>
#include <linux/smp.h>
#include <linux/uuid.h>
#include <uapi/linux/psci.h>
#include <asm/cputype.h>
#include <asm/sysreg.h>
#include <asm/virt.h>
#include <clocksource/arm_arch_timer.h>
#include <asm/arch_timer.h>

#include "arch.h"
#include "ksym.h"

void vipi_arch_prepare(void)
{
}

u32 vipi_arch_khz(void)
{
	return arch_timer_get_cntfrq() / 1000 ?: 1;
}

/* With an erratum the kernel reads the counter several times, we would not. */
const char *vipi_arch_clock_unusable(void)
{
#ifdef CONFIG_ARM_ARCH_TIMER_OOL_WORKAROUND
	int cpu;

	for_each_online_cpu(cpu)
		if (per_cpu(timer_unstable_counter_workaround, cpu))
			return "the counter of this CPU has an erratum: nothing can be timed by it";
#endif
	return NULL;
}

/* MIDR implementer 0 is reserved for software use: QEMU's -cpu max (Arm ARM, D19.2.115). */
bool vipi_arch_emulated(void)
{
	return !MIDR_IMPLEMENTOR(read_cpuid_id());
}

/* is_hyp_mode_available() is not for modules. */
static bool booted_at_el2(void)
{
	const u32 *mode = (const u32 *)vipi_ksym("__boot_cpu_mode");

	return is_kernel_in_hyp_mode() || (mode && *mode == BOOT_CPU_MODE_EL2);
}

static bool is_kvm(void)
{
	static const uuid_t kvm = ARM_SMCCC_VENDOR_HYP_UID_KVM;

	return arm_smccc_hypervisor_has_uuid(&kvm);
}

static const char *hypervisor_name(void)
{
	if (booted_at_el2())
		return "none";
	if (is_kvm())
		return "KVM";
	return vipi_arch_emulated() ? "TCG" : "?";
}

void vipi_arch_env(struct vipi_record *r)
{
	vipi_record_str(r, "hypervisor", hypervisor_name());
	vipi_record_hex(r, "midr", read_cpuid_id());
	vipi_record_str(r, "clock", "cntvct");
	vipi_record_str(r, "conduit", arm_smccc_1_1_get_conduit() == SMCCC_CONDUIT_HVC ? "hvc" :
			arm_smccc_1_1_get_conduit() == SMCCC_CONDUIT_SMC ? "smc" : "none");
}

/* IPIs are ordinary per-CPU interrupts here; their numbers are the kernel's secret. */
u32 vipi_arch_irqs(int cpu, unsigned int irq)
{
	return kstat_cpu_irqs_sum(cpu);
}

/* The hypervisor's own conduit only: HVC at EL2, or SMC to firmware, is no exit. */
const char *vipi_arch_exit_unusable(void)
{
	if (booted_at_el2())
		return "no hypervisor above this kernel: there is no exit to take";
	if (!strcmp(hypervisor_name(), "TCG"))
		return "plain emulation: there is no exit to take";
	if (arm_smccc_1_1_get_conduit() != SMCCC_CONDUIT_HVC)
		return "the kernel found no HVC conduit";
	return NULL;
}

/* PSCI_VERSION, by the conduit that the kernel found (PSCI, 5.1.1). */
void vipi_arch_exit(void)
{
	struct arm_smccc_res res;

	arm_smccc_1_1_hvc(PSCI_0_2_FN_PSCI_VERSION, &res);
}

const char *vipi_arch_steal_symbol(void)
{
	return NULL;
}
