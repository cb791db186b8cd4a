// SPDX-License-Identifier: GPL-2.0-only
/*
 * KVM_HC_SEND_IPI itself: a bitmap of 128 APIC ids from a lowest one
 * (Documentation/virt/kvm/x86/hypercalls.rst); more targets take more calls.
 */
#include <linux/kvm_para.h>
#include <linux/slab.h>
#include <asm/apicdef.h>

#include "apic_ipi.h"

#define IDS_PER_CALL	128

/**
 * struct call_list - the hypercalls that reach all targets
 * @n: how many
 * @call: their arguments: bitmap, and the APIC id of its bit 0
 */
struct call_list {
	unsigned int n;
	struct {
		unsigned long low, high, min;
	} call[];
};

static __always_inline int send_kvm_hypercall(struct vipi_sender *s, int vector)
{
	const struct call_list *list = s->priv;
	unsigned int i;

	for (i = 0; i < list->n; i++)
		if (kvm_hypercall4(KVM_HC_SEND_IPI, list->call[i].low, list->call[i].high,
				   list->call[i].min, APIC_DM_FIXED | vector) < 0)
			return -EIO;
	return 0;
}

VIPI_VECTOR_LOOPS(raw_kvm_hypercall, send_kvm_hypercall)

static void add_id(struct call_list *list, u32 id)
{
	unsigned int i, bit;

	for (i = 0; i < list->n; i++)
		if (id >= list->call[i].min && id - list->call[i].min < IDS_PER_CALL)
			break;
	if (i == list->n) {
		list->call[i].min = id;
		list->n++;
	}
	bit = id - list->call[i].min;
	if (bit < BITS_PER_LONG)
		list->call[i].low |= BIT(bit);
	else
		list->call[i].high |= BIT(bit - BITS_PER_LONG);
}

int raw_kvm_hypercall_setup(struct vipi_sender *s, char *why)
{
	struct call_list *list;
	unsigned int i;
	int err;

	list = kvzalloc(struct_size(list, call, s->ntargets), GFP_KERNEL);
	if (!list)
		return -ENOMEM;
	s->priv = list;
	err = vipi_vector_setup(s, why);
	/* Targets come in ascending CPU order, and so, nearly always, do their ids. */
	for (i = 0; i < s->ntargets && !err; i++)
		add_id(list, s->target[i].hwid);
	return err;
}

void raw_kvm_hypercall_teardown(struct vipi_sender *s)
{
	vipi_vector_teardown(s);
	kvfree(s->priv);
}
