// SPDX-License-Identifier: GPL-2.0-only
/*
 * apic_ipi: every way in which an x86 guest can send an IPI: the kernel's functions,
 * the local APIC's registers, KVM's hypercall. This is the table.
 */
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/topology.h>
#include <asm/apic.h>

#include "apic_ipi.h"
#include "baseline.h"
#include "ksym.h"
#include "x86.h"

#define VECTOR									\
	.setup = vipi_vector_setup,						\
	.teardown = vipi_vector_teardown

#define FLAT									\
	.setup = xapic_flat_setup,						\
	.teardown = xapic_flat_teardown

/* Append only: a position is a bit of options=. */
static struct vipi_path paths[] = {
	{ VIPI_VECTOR_PATH("kvm_send_ipi_mask", kvm_mask, VIPI_MASK, kvm_mask_unusable,
		    "the kernel's PV IPI: one hypercall for up to 128 APIC ids"), VECTOR },
	{ VIPI_VECTOR_PATH("default_send_IPI_mask_sequence_phys", sequence_phys, VIPI_MASK,
		    sequence_phys_unusable,
		    "the kernel's xAPIC unicasts, physical destinations"), VECTOR },
	{ VIPI_VECTOR_PATH("flat_send_IPI_mask", flat_mask, VIPI_MASK, flat_mask_unusable,
		    "the kernel's xAPIC multicast, flat logical destination"), VECTOR },
	{ VIPI_VECTOR_PATH("x2apic_send_IPI_mask", cluster_mask, VIPI_MASK, cluster_mask_unusable,
		    "the kernel's x2APIC multicast, a write for each cluster"), VECTOR },
	{ VIPI_VECTOR_PATH("x2apic_phys", phys_mask, VIPI_MASK, phys_mask_unusable,
		    "the kernel's x2APIC unicasts, physical destinations"), VECTOR },
	{ VIPI_VECTOR_PATH("apic_send_IPI", now_single, 0, now_single_unusable,
		    "what apic->send_IPI points to now"), VECTOR },
	{ VIPI_VECTOR_PATH("apic_send_IPI_mask", now_mask, VIPI_MASK, now_mask_unusable,
		    "what apic->send_IPI_mask points to now"), VECTOR },
	{ VIPI_VECTOR_PATH("raw_x2apic_phys", raw_x2apic_phys, VIPI_MASK, apic_x2apic_unusable,
		    "WRMSR to the ICR, fenced, for each target"), VECTOR },
	{ VIPI_VECTOR_PATH("raw_x2apic_logical", raw_x2apic_logical, VIPI_MASK, apic_x2apic_unusable,
		    "WRMSR to the ICR, fenced, for each cluster of 16"), VECTOR },
	{ VIPI_VECTOR_PATH("raw_xapic_phys", raw_xapic_phys, VIPI_MASK, apic_xapic_unusable,
		    "stores to the ICR for each target"), VECTOR },
	{ VIPI_VECTOR_PATH("raw_xapic_flat", raw_xapic_flat, VIPI_MASK | VIPI_LAST,
		    apic_xapic_unusable,
		    "stores to the ICR once, flat logical destination; runs last"), FLAT },
	{ VIPI_VECTOR_PATH("raw_kvm_hypercall", raw_kvm_hypercall, VIPI_MASK, apic_pv_ipi_unusable,
		    "KVM_HC_SEND_IPI, one for 128 APIC ids"),
	  .setup = raw_kvm_hypercall_setup, .teardown = raw_kvm_hypercall_teardown },
	{ VIPI_VECTOR_PATH("self_icr", self_icr, VIPI_SELF, self_icr_unusable,
		    "to oneself by the ICR's self shorthand"), VECTOR },
	{ VIPI_VECTOR_PATH("self_x2apic", self_x2apic, VIPI_SELF, apic_x2apic_unusable,
		    "to oneself by the SELF IPI register"), VECTOR },
	VIPI_BASELINES,
	{ VIPI_VECTOR_PATH("raw_x2apic_phys_nofence", raw_x2apic_phys_nofence, VIPI_MASK,
		    apic_x2apic_unusable, "raw_x2apic_phys without the fence"), VECTOR },
	{ VIPI_VECTOR_PATH("raw_allbutself", raw_allbutself, VIPI_ALL, raw_allbutself_unusable,
		    "the ICR's all-but-self shorthand, to all other CPUs"), VECTOR },
};

/* Places in the table of those that stand in for others, and of those others. */
enum { FLAT_MASK = 2, CLUSTER_MASK = 3, RAW_X2APIC_LOGICAL = 8, RAW_XAPIC_FLAT = 10 };

static void stand_in(struct vipi_path *path, const struct vipi_path *other)
{
	path->pingpong = other->pingpong;
	path->flood = other->flood;
	path->flags = other->flags;
	path->setup = other->setup;
	path->teardown = other->teardown;
	path->unusable = other->unusable;
	path->via = other->name;
}

/* An old name still measures its hardware mode when the kernel's function is gone. */
static int choose_stand_ins(void)
{
	if (!apic_is_x2apic && !vipi_ksym("flat_send_IPI_mask"))
		stand_in(&paths[FLAT_MASK], &paths[RAW_XAPIC_FLAT]);
	if (apic_is_x2apic && !apic_driver_is("cluster x2apic"))
		stand_in(&paths[CLUSTER_MASK], &paths[RAW_X2APIC_LOGICAL]);
	return 0;
}

/* What apic_ipi has always printed first. */
static void print_banner(void)
{
	char symbol[KSYM_SYMBOL_LEN];

	pr_info("%d NUMA node(s)\n", num_online_nodes());
	pr_info("apic [%s]\n", apic->name);
	sprint_symbol(symbol, (unsigned long)apic->send_IPI);
	pr_info("apic->send_IPI[%s]\n", symbol);
	sprint_symbol(symbol, vipi_apic_send_mask());
	pr_info("apic->send_IPI_mask[%s]\n", symbol);
}

/* The second line has no space after the colon: parsers know it so. */
static void print_legacy(const struct vipi_config *cfg, const struct vipi_case *c)
{
	const struct vipi_ends *e = &c->ends[0];

	pr_info("\tIPI[%s] from CPU[%d] to CPU[%d]\n", c->path->name, e->src, e->dst);
	printk(KERN_INFO KBUILD_MODNAME ":\t\ttotal cycles %ld, avg %ld\n",
	       (long)e->flood.ticks, (long)(e->flood.ticks / e->flood.sends));
}

static int load(void)
{
	apic_mode_read();
	return apic_override_apply();
}

static void apic_env(struct vipi_record *r)
{
	vipi_record_str(r, "override", apic_override_name());
	vipi_record_str(r, "mask_call", vipi_apic_mask_key() ? "static_call" : "struct");
}

const struct vipi_module vipi_module = {
	.paths = paths,
	.npaths = ARRAY_SIZE(paths),
	.load = load,
	.unload = apic_override_undo,
	.prepare = choose_stand_ins,
	.banner = print_banner,
	.env = apic_env,
	.legacy = print_legacy,
};

MODULE_DESCRIPTION("What an IPI costs: every way in which an x86 guest can send one");
MODULE_VERSION(VIPI_VERSION);
MODULE_LICENSE("GPL");
