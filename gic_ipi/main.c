// SPDX-License-Identifier: GPL-2.0-only
/*
 * gic_ipi: every way in which an arm64 kernel can send an SGI: the interrupt
 * controller's driver, the registers themselves, and function calls on top. This
 * is the table.
 */
#include <linux/acpi.h>
#include <linux/module.h>

#include "baseline.h"
#include "call.h"
#include "gic_ipi.h"
#include "params.h"
#include "report.h"

VIPI_NUMBER(sgi, SGI_MIN, "the software-generated interrupt that we use, 8 to 15 (8)");

#define SGI_PATH(_name, _loops, _flags, _unusable, _what)			\
	{									\
		.name = _name,							\
		.what = _what,							\
		.flags = _flags,						\
		.irq = VIPI_IRQ_DEVICE,						\
		.pingpong = _loops##_pingpong,					\
		.flood = _loops##_flood,					\
		.setup = sgi_setup,						\
		.teardown = sgi_teardown,					\
		.unusable = _unusable,						\
	}

/* Append only: a position is a bit of options=. */
static const struct vipi_path paths[] = {
	SGI_PATH("ipi_send_single", kernel_single, 0, sgi_unusable,
		 "the kernel's, to one CPU; its flood coalesces, as all of an SGI do"),
	SGI_PATH("ipi_send_mask", kernel_mask, VIPI_MASK, sgi_unusable,
		 "the kernel's, to a mask: a write for each cluster"),
	SGI_PATH("raw_sgi", raw, VIPI_MASK, sgi_raw_unusable,
		 "ICC_SGI1R_EL1 for each cluster of 16, or GICD_SGIR on a GICv2"),
	SGI_PATH("self_sgi", self, VIPI_SELF, sgi_raw_unusable,
		 "the same register, to oneself"),
	{ VIPI_CALL_PATH("smp_call", 0, "smp_call_function_single() to one other CPU") },
	VIPI_BASELINES,
	{
		.name = "sysreg",
		.what = "a read of a register that the hypervisor emulates; env names it",
		.flags = VIPI_BASELINE | VIPI_SELF | VIPI_NO_ACK,
		.pingpong = sysreg_pingpong,
		.unusable = vipi_arch_exit_unusable,
	},
	SGI_PATH("raw_sgi_each", raw_each, VIPI_MASK, sgi_raw_unusable,
		 "raw_sgi with a write for each target"),
};

/* Of the next run: the SGI, and whether a path that was asked for needs it. */
static u32 wanted;
static bool needed;

static int load(void)
{
	gic_find();
	return 0;
}

static void unload(void)
{
	sgi_release();
	gic_forget();
}

static int read_params(struct vipi_config *cfg, char *why)
{
	unsigned int i;

	needed = false;
	for (i = 0; i < ARRAY_SIZE(paths); i++)
		needed |= cfg->paths & BIT(i) && paths[i].setup;
	return vipi_number("sgi", &sgi, SGI_MIN, SGI_MAX, &wanted, why);
}

/* An SGI that somebody else has is the user's to solve; the rest are reasons of paths. */
static int prepare(void)
{
	int err = sgi_claim(wanted);

	sysreg_choose();
	if (err == -ENOMEM || (err == -EBUSY && needed)) {
		vipi_say(sgi_unusable());
		return err;
	}
	return 0;
}

static void env(struct vipi_record *r)
{
	vipi_record_u64(r, "gic", gic.version);
	vipi_record_str(r, "firmware", acpi_disabled ? "dt" : "acpi");
	sgi_env(r);
	vipi_record_str(r, "sysreg", sysreg_name());
}

const struct vipi_module vipi_module = {
	.paths = paths,
	.npaths = ARRAY_SIZE(paths),
	.load = load,
	.unload = unload,
	.params = read_params,
	.prepare = prepare,
	.env = env,
};

MODULE_DESCRIPTION("What an IPI costs: every way in which an arm64 kernel can send an SGI");
MODULE_VERSION(VIPI_VERSION);
MODULE_LICENSE("GPL");
