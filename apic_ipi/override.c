// SPDX-License-Identifier: GPL-2.0-only
/*
 * override=: while the module is loaded, the kernel's own multicasts use the native
 * driver instead of PV IPI, or the other way round, so that any workload can be
 * measured both ways in one boot.
 *
 * Only functions of the kernel are ever put in place, never ours, so a CPU that is
 * in the middle of a call does not mind when the module goes.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/static_call.h>
#include <linux/vmalloc.h>
#include <asm/apic.h>

#include "apic_ipi.h"
#include "ksym.h"
#include "x86.h"

static char *override = "";
module_param(override, charp, 0444);
MODULE_PARM_DESC(override, "what the kernel's own multicasts use while we are loaded: native or pv");

/**
 * struct slot - one of the two functions that KVM overrides
 * @key: the static call's symbol, in kernels that have it
 * @tramp: its trampoline's symbol
 * @field: where the function stands in the driver's struct
 * @pv: KVM's function
 * @before: what was there
 */
struct slot {
	const char *key, *tramp;
	size_t field;
	const char *pv;
	unsigned long before;
};

#define SLOT(name)								\
	.key = "__SCK__apic_call_" #name,					\
	.tramp = "__SCT__apic_call_" #name,					\
	.field = offsetof(struct apic, name)

static struct slot slots[] = {
	{ SLOT(send_IPI_mask), .pv = "kvm_send_ipi_mask" },
	{ SLOT(send_IPI_mask_allbutself), .pv = "kvm_send_ipi_mask_allbutself" },
};

/* The native functions of each driver, in the order of slots[]; @near: found by it. */
static const struct {
	const char *driver, *near, *fn[ARRAY_SIZE(slots)];
} natives[] = {
	{ "flat", NULL, { "flat_send_IPI_mask", "flat_send_IPI_mask_allbutself" } },
	{ "physical flat", NULL, { "default_send_IPI_mask_sequence_phys",
				   "default_send_IPI_mask_allbutself_phys" } },
	{ "physical x2apic", "apic_x2apic_phys", { "x2apic_send_IPI_mask",
						   "x2apic_send_IPI_mask_allbutself" } },
	{ "cluster x2apic", "apic_x2apic_cluster", { "x2apic_send_IPI_mask",
						     "x2apic_send_IPI_mask_allbutself" } },
};

static unsigned long native_fn(unsigned int slot)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(natives); i++) {
		if (!apic_driver_is(natives[i].driver))
			continue;
		if (natives[i].near)
			return apic_driver_fn(natives[i].near, natives[i].fn[slot]);
		return vipi_ksym(natives[i].fn[slot]);
	}
	return 0;
}

static unsigned long *field_of(const struct slot *s)
{
	return (unsigned long *)((char *)apic + s->field);
}

static unsigned long current_fn(const struct slot *s)
{
	const struct static_call_key *key = (void *)vipi_ksym(s->key);

	return key ? (unsigned long)READ_ONCE(key->func) : READ_ONCE(*field_of(s));
}

/* The driver's struct is read-only after boot: write through another mapping of its page. */
static int write_field(unsigned long *field, unsigned long fn)
{
	struct page *page = virt_to_page(field);
	char *alias = vmap(&page, 1, VM_MAP, PAGE_KERNEL);

	if (!alias)
		return -ENOMEM;
	WRITE_ONCE(*(unsigned long *)(alias + offset_in_page(field)), fn);
	vunmap(alias);
	return READ_ONCE(*field) == fn ? 0 : -EFAULT;
}

static int put_fn(const struct slot *s, unsigned long fn)
{
	struct static_call_key *key = (void *)vipi_ksym(s->key);
	void *tramp = (void *)vipi_ksym(s->tramp);

	if (key && tramp) {
		__static_call_update(key, tramp, (void *)fn);
		return READ_ONCE(key->func) == (void *)fn ? 0 : -EFAULT;
	}
	return key ? -ENOENT : write_field(field_of(s), fn);
}

static int put_all(const unsigned long *fn)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < ARRAY_SIZE(slots) && !err; i++) {
		slots[i].before = current_fn(&slots[i]);
		err = put_fn(&slots[i], fn[i]);
		if (err)
			slots[i].before = 0;
	}
	if (err)
		apic_override_undo();
	return err;
}

int apic_override_apply(void)
{
	unsigned long fn[ARRAY_SIZE(slots)];
	bool pv = !strcmp(override, "pv");
	const char *why = NULL;
	unsigned int i;
	int err;

	if (!*override)
		return 0;
	if (!pv && strcmp(override, "native")) {
		pr_err("override=%s: must be native or pv\n", override);
		return -EINVAL;
	}
	why = apic_raw_unusable();
	if (!why && pv)
		why = apic_pv_ipi_unusable();
	for (i = 0; i < ARRAY_SIZE(slots) && !why; i++) {
		fn[i] = pv ? vipi_ksym(slots[i].pv) : native_fn(i);
		if (!fn[i])
			why = "this kernel's functions can't be found";
	}
	if (why) {
		pr_err("override=%s: %s\n", override, why);
		return -EOPNOTSUPP;
	}
	err = put_all(fn);
	if (err)
		pr_err("override=%s: the kernel did not take it: error %d\n", override, err);
	else
		pr_info("override=%s: the kernel's multicasts use %ps until this module is unloaded\n",
			override, (void *)fn[0]);
	return err;
}

const char *apic_override_name(void)
{
	return slots[0].before ? override : "none";
}

void apic_override_undo(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(slots); i++) {
		if (slots[i].before && put_fn(&slots[i], slots[i].before))
			pr_err("override: %s could not be undone: reboot this guest\n", slots[i].key);
		slots[i].before = 0;
	}
}
