// SPDX-License-Identifier: GPL-2.0-only
/* Which interrupt controller this is, and where its registers are. */
#include <linux/acpi.h>
#include <linux/io.h>
#include <linux/irq.h>
#include <linux/irqchip/arm-gic.h>
#include <linux/irqdomain.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/sizes.h>
#include <linux/string.h>
#include <asm/cputype.h>

#include "gic_ipi.h"

/* Linux' own SGIs are among the first interrupts that it maps. */
#define MAX_IRQ		1024

struct gic gic;
DEFINE_STATIC_KEY_FALSE(gic_is_v3);

/* What irq-gic.c drives (Documentation/devicetree/bindings/interrupt-controller/arm,gic.yaml). */
static const struct of_device_id gicv2_nodes[] = {
	{ .compatible = "arm,gic-400" },
	{ .compatible = "arm,cortex-a15-gic" },
	{ .compatible = "arm,cortex-a9-gic" },
	{ .compatible = "arm,cortex-a7-gic" },
	{ .compatible = "arm,pl390" },
	{ .compatible = "qcom,msm-qgic2" },
	{ }
};

/* GICv2 and GICv3 send by a mask, at the root of the hierarchy of domains. */
static struct irq_data *find_root(void)
{
	unsigned int irq;

	for (irq = 1; irq < MAX_IRQ; irq++) {
		struct irq_data *d = irq_get_irq_data(irq);

		while (d && d->parent_data)
			d = d->parent_data;
		if (d && d->chip && d->chip->ipi_send_mask && d->domain)
			return d;
	}
	return NULL;
}

#ifdef CONFIG_ACPI
/* Physical address of a GICv2's distributor, or 0 (ACPI 6.5, 5.2.12.15). */
static phys_addr_t gicv2_in_madt(void)
{
	struct acpi_table_header *madt;
	struct acpi_subtable_header *entry;
	phys_addr_t base = 0;
	void *end;

	if (acpi_disabled || ACPI_FAILURE(acpi_get_table(ACPI_SIG_MADT, 1, &madt)))
		return 0;
	end = (void *)madt + madt->length;
	for (entry = (void *)madt + sizeof(struct acpi_table_madt);
	     (void *)(entry + 1) <= end && entry->length >= sizeof(*entry);
	     entry = (void *)entry + entry->length) {
		const struct acpi_madt_generic_distributor *dist = (void *)entry;

		if (entry->type != ACPI_MADT_TYPE_GENERIC_DISTRIBUTOR ||
		    (void *)(dist + 1) > end)
			continue;
		/* 0: says nothing of its version, which ACPI 5.0 did not know. */
		if (dist->version <= ACPI_MADT_GIC_VERSION_V2)
			base = dist->base_address;
		break;
	}
	acpi_put_table(madt);
	return base;
}
#else
static phys_addr_t gicv2_in_madt(void)
{
	return 0;
}
#endif

static bool is_gicv3(const struct irq_data *d)
{
	return d->chip->name && !strncmp(d->chip->name, "GICv3", strlen("GICv3"));
}

static bool find_gicv2(struct fwnode_handle *fwnode)
{
	struct device_node *node = to_of_node(fwnode);
	phys_addr_t base;

	if (node) {
		if (!of_match_node(gicv2_nodes, node))
			return false;
		gic.dist = of_iomap(node, 0);
		return true;
	}
	base = gicv2_in_madt();
	if (base)
		gic.dist = ioremap(base, SZ_4K);
	return base;
}

void gic_find(void)
{
	struct irq_data *d = find_root();

	gic = (struct gic){ .why = "no GICv2 or GICv3: this interrupt controller has no SGIs that we know" };
	if (!d)
		return;
	if (is_gicv3(d)) {
		gic.version = 3;
		static_branch_enable(&gic_is_v3);
	} else if (find_gicv2(d->domain->fwnode)) {
		gic.version = 2;
	} else {
		return;
	}
	gic.domain = d->domain;
	gic.why = NULL;
}

void gic_forget(void)
{
	if (gic.dist)
		iounmap(gic.dist);
	gic.dist = NULL;
}

/*
 * A GICv2 says it only in the target registers of interrupts that are private to
 * the CPU: these name the CPU that reads them (GICv2 specification, 4.3.12).
 */
static u64 gicv2_this_cpu(void)
{
	unsigned int i;
	u8 list = 0;

	for (i = 0; gic.dist && !list && i < 32; i++)
		list = readb_relaxed(gic.dist + GIC_DIST_TARGET + i);
	return list;
}

u64 gic_this_cpu(void)
{
	return gic.version == 3 ? read_cpuid_mpidr() & MPIDR_HWID_BITMASK : gicv2_this_cpu();
}
