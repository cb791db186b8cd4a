// SPDX-License-Identifier: GPL-2.0-only
/* x86: the TSC, the APIC driver, the hypervisor. */
#include <linux/cc_platform.h>
#include <linux/delay.h>
#include <linux/hardirq.h>
#include <linux/kallsyms.h>
#include <linux/kernel_stat.h>
#include <linux/kvm_para.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/timekeeping.h>
#include <asm/apic.h>
#include <asm/cpufeature.h>
#include <asm/hypervisor.h>
#include <asm/processor.h>
#include <asm/tsc.h>

#include "arch.h"
#include "engine.h"
#include "env.h"
#include "ksym.h"
#include "x86.h"

/* CPUID leaves 0x40000000 + n * 0x100 belong to hypervisors (SDM Vol. 2A, CPUID). */
#define HV_BASE		0x40000000
#define HV_LIMIT	0x40010000
#define HV_STEP		0x100

/* Find a hypervisor's leaves by its signature, or any with NULL; 0: there are none. */
static u32 hypervisor_leaf(const char *signature, char found[13])
{
	u32 base, eax, reg[3];

	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return 0;
	for (base = HV_BASE; base < HV_LIMIT; base += HV_STEP) {
		cpuid(base, &eax, &reg[0], &reg[1], &reg[2]);
		memcpy(found, reg, 12);
		found[12] = '\0';
		if (!signature || !strcmp(found, signature))
			return base;
	}
	return 0;
}

/* The kernel gives up on a TSC that it can't calibrate; it still counts. */
#define CALIBRATION_MS	50

static u32 khz;
static bool exit_by_hypercall;

static u32 calibrate_tsc(void)
{
	u64 ns = ktime_get_ns(), tsc = vipi_clock();

	msleep(CALIBRATION_MS);
	tsc = vipi_clock() - tsc;
	ns = ktime_get_ns() - ns;
	return max_t(u64, div64_u64(tsc * USEC_PER_SEC, ns), 1);
}

void vipi_arch_prepare(void)
{
	exit_by_hypercall = x86_hyper_type == X86_HYPER_KVM && kvm_para_available();
	if (tsc_khz)
		khz = tsc_khz;
	else if (!khz && boot_cpu_has(X86_FEATURE_TSC))
		khz = calibrate_tsc();
}

u32 vipi_arch_khz(void)
{
	return khz ?: 1;
}

const char *vipi_arch_clock_unusable(void)
{
	if (!boot_cpu_has(X86_FEATURE_TSC))
		return "this CPU has no TSC: nothing can be timed";
	return NULL;
}

bool vipi_arch_emulated(void)
{
	char found[13];

	return hypervisor_leaf("TCGTCGTCGTCG", found) ||
	       strstr(boot_cpu_data.x86_model_id, "QEMU TCG CPU");
}

static const char *hypervisor_name(void)
{
	static char found[13];

	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return "none";
	if (x86_hyper_type == X86_HYPER_KVM)
		return "KVM";
	if (x86_hyper_type == X86_HYPER_MS_HYPERV)
		return "Microsoft Hyper-V";
	hypervisor_leaf(NULL, found);
	if (!strcmp(found, "TCGTCGTCGTCG"))
		return "TCG";
	return found[0] ? found : "?";
}

bool vipi_kvm_feature(unsigned int feature)
{
	u32 base, eax, ebx, ecx, edx;
	char found[13];

	base = hypervisor_leaf("KVMKVMKVM", found);
	if (!base)
		return false;
	cpuid(base | 1, &eax, &ebx, &ecx, &edx);
	return eax & BIT(feature);
}

struct static_call_key *vipi_apic_mask_key(void)
{
	return (struct static_call_key *)vipi_ksym("__SCK__apic_call_send_IPI_mask");
}

unsigned long vipi_apic_send_mask(void)
{
	const struct static_call_key *key = vipi_apic_mask_key();

	return (unsigned long)(key ? READ_ONCE(key->func) : apic->send_IPI_mask);
}

static bool pv_ipi_used(void)
{
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(name, vipi_apic_send_mask());
	return strstarts(name, "kvm_send_ipi_mask");
}

void vipi_arch_env(struct vipi_record *r)
{
	vipi_record_str(r, "hypervisor", hypervisor_name());
	vipi_record_str(r, "cpu", strim(boot_cpu_data.x86_model_id));
	vipi_record_str(r, "clock", check_tsc_unstable() ? "tsc-unstable" : "tsc");
	vipi_record_str(r, "apic", apic->name);
	vipi_record_u64(r, "x2apic", x2apic_enabled());
	vipi_symbol(r, "send_IPI", apic->send_IPI);
	vipi_symbol(r, "send_IPI_mask", (void *)vipi_apic_send_mask());
	vipi_record_u64(r, "pv_ipi_offered", vipi_kvm_feature(KVM_FEATURE_PV_SEND_IPI));
	vipi_record_u64(r, "pv_ipi_used", pv_ipi_used());
	vipi_record_str(r, "coco",
			cc_platform_has(CC_ATTR_GUEST_MEM_ENCRYPT) ? "encrypted" : "none");
}

u32 vipi_arch_irqs(int cpu, unsigned int irq)
{
	switch (irq) {
	case VIPI_IRQ_CALL:
		return vipi_irq_stat(cpu, CALL_FUNCTION);
	case VIPI_IRQ_WORK:
		return vipi_irq_stat(cpu, IRQ_WORK);
	case VIPI_IRQ_WAKE:	/* the scheduler chooses which of the two */
		return vipi_irq_stat(cpu, RESCHEDULE) + vipi_irq_stat(cpu, CALL_FUNCTION);
	case VIPI_IRQ_DEVICE:
		return kstat_cpu_irqs_sum(cpu);
	default:
		return 0;
	}
}

const char *vipi_arch_exit_unusable(void)
{
	char found[13];

	if (!boot_cpu_has(X86_FEATURE_HYPERVISOR))
		return "no hypervisor: there is no exit to take";
	if (hypervisor_leaf("TCGTCGTCGTCG", found))
		return "plain emulation: there is no exit to take";
	return NULL;
}

/* CPUID exits on every hypervisor; KVM's cheapest hypercall is cheaper. */
void vipi_arch_exit(void)
{
	if (exit_by_hypercall)
		kvm_hypercall0(KVM_HC_VAPIC_POLL_IRQ);
	else
		cpuid_eax(HV_BASE);
}

const char *vipi_arch_steal_symbol(void)
{
	return x86_hyper_type == X86_HYPER_KVM ? "kvm_steal_clock" : NULL;
}
