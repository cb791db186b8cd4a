// SPDX-License-Identifier: GPL-2.0-only
/*
 * A software-generated interrupt of our own: claimed on all CPUs as long as the module
 * has it, acknowledged to whoever measures.
 *
 * Linux keeps no list of SGIs that nobody uses. What it uses is mapped in the GIC's
 * domain, so what is not mapped is free, unless firmware keeps it: then it is never
 * delivered, which a trial shows.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>

#include "gic_ipi.h"

/* How long the trial waits, and how often it looks. */
#define TRIAL_MS	1000
#define TRIAL_STEP_US	100

/*
 * After a flood: a CPU that has been interrupted so often since, and has had time to
 * take its SGI, will not.
 */
#define SETTLE_ASKS	100
#define SETTLE_STEP_US	5

/**
 * struct sgi_cpu - what the handler finds on its CPU
 * @target: whom to acknowledge, or NULL
 * @strays: SGIs taken while there was nobody: the trial's, and late ones
 * @hwid: see gic_this_cpu()
 */
struct sgi_cpu {
	struct vipi_target *target;
	unsigned long strays;
	u64 hwid;
};

static DEFINE_PER_CPU(struct sgi_cpu, sgi_cpus);

/**
 * struct claim - the SGI that we have
 * @sgi: its number
 * @irq: Linux' number for it, 0 for none
 * @hotplug: state of the CPU callbacks, 0 for none
 * @why: why it can't be used, empty when it can
 */
static struct claim {
	unsigned int sgi;
	unsigned int irq;
	int hotplug;
	char why[VIPI_WHY_MAX];
} claim;

static irqreturn_t sgi_handler(int irq, void *dev)
{
	u64 now = vipi_clock();
	struct sgi_cpu *c = dev;
	struct vipi_target *t = READ_ONCE(c->target);

	if (likely(t))
		vipi_ack(now, t->slot, t->sender->lock);
	else
		WRITE_ONCE(c->strays, c->strays + 1);
	return IRQ_HANDLED;
}

/* The GIC forgets what is enabled on a CPU that goes offline. */
static int sgi_cpu_online(unsigned int cpu)
{
	this_cpu_write(sgi_cpus.hwid, gic_this_cpu());
	enable_percpu_irq(claim.irq, IRQ_TYPE_NONE);
	return 0;
}

static int sgi_cpu_offline(unsigned int cpu)
{
	disable_percpu_irq(claim.irq);
	return 0;
}

void sgi_release(void)
{
	if (claim.hotplug)
		cpuhp_remove_state(claim.hotplug);
	/* No CPU is in the handler: each one has disabled it, in a kthread. */
	if (claim.irq) {
		free_percpu_irq(claim.irq, &sgi_cpus);
		irq_dispose_mapping(claim.irq);
	}
	claim.hotplug = 0;
	claim.irq = 0;
}

static __printf(2, 3) int refuse(int err, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(claim.why, sizeof(claim.why), fmt, args);
	va_end(args);
	return err;
}

static int map_sgi(unsigned int sgi)
{
	struct irq_fwspec spec = {
		.fwnode = gic.domain->fwnode, .param_count = 1, .param = { sgi },
	};
	unsigned int irq;
	int err;

	/* Mapping it would succeed, and disposing of it would take it from its owner. */
	if (irq_find_mapping(gic.domain, sgi))
		return refuse(-EBUSY, "SGI %u is in use: choose another with sgi=%u to %u",
			      sgi, SGI_MIN, SGI_MAX);
	irq = irq_create_fwspec_mapping(&spec);
	if (!irq)
		return refuse(-ENODEV, "the GIC's driver has no SGI %u", sgi);
	/* irqaffinity= is not about an interrupt that every CPU has. */
	irq_data_update_affinity(irq_get_irq_data(irq), cpu_possible_mask);
	err = request_percpu_irq(irq, sgi_handler, KBUILD_MODNAME, &sgi_cpus);
	if (err) {
		irq_dispose_mapping(irq);
		return refuse(err, "SGI %u can't be requested: error %d", sgi, err);
	}
	claim.sgi = sgi;
	claim.irq = irq;
	return 0;
}

static int claim_new(unsigned int sgi)
{
	int err = map_sgi(sgi);

	if (err)
		return err;
	err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, KBUILD_MODNAME ":sgi",
				sgi_cpu_online, sgi_cpu_offline);
	if (err < 0) {
		sgi_release();
		return refuse(err, "SGI %u can't be enabled on all CPUs: error %d", sgi, err);
	}
	claim.hotplug = err;
	return 0;
}

/* The CPU that has not taken a trial SGI, or -1; @before: strays of each CPU until then. */
static int trial_missing(const unsigned long *before)
{
	int cpu;

	for_each_online_cpu(cpu)
		if (READ_ONCE(per_cpu(sgi_cpus.strays, cpu)) == before[cpu])
			return cpu;
	return -1;
}

static int trial(void)
{
	unsigned long *before = kcalloc(nr_cpu_ids, sizeof(*before), GFP_KERNEL);
	int cpu, left = TRIAL_MS * 1000 / TRIAL_STEP_US, err;

	if (!before)
		return refuse(-ENOMEM, "out of memory");
	/* Nobody comes or goes meanwhile; who has come has it enabled. */
	cpus_read_lock();
	for_each_online_cpu(cpu)
		before[cpu] = READ_ONCE(per_cpu(sgi_cpus.strays, cpu));
	err = ipi_send_mask(claim.irq, cpu_online_mask);
	while (!err && trial_missing(before) >= 0 && left--)
		usleep_range(TRIAL_STEP_US, 2 * TRIAL_STEP_US);
	cpu = err ? -1 : trial_missing(before);
	cpus_read_unlock();
	kfree(before);
	if (err)
		return refuse(err, "the kernel does not send SGI %u: error %d", claim.sgi, err);
	if (cpu >= 0)
		return refuse(-EIO, "SGI %u is not delivered to CPU %d: firmware may keep it: try another, sgi=%u to %u",
			      claim.sgi, cpu, SGI_MIN, SGI_MAX);
	return 0;
}

int sgi_claim(unsigned int sgi)
{
	int err = 0;

	claim.why[0] = '\0';
	if (gic.why)
		return refuse(-ENODEV, "%s", gic.why);
	if (claim.irq && claim.sgi != sgi)
		sgi_release();
	if (!claim.irq)
		err = claim_new(sgi);
	return err ?: trial();
}

const char *sgi_unusable(void)
{
	return claim.why[0] ? claim.why : NULL;
}

const char *sgi_raw_unusable(void)
{
	if (gic.version == 2 && !gic.dist)
		return "the address of the GIC's distributor can't be found";
	return sgi_unusable();
}

void sgi_env(struct vipi_record *r)
{
	if (!claim.irq)
		return;
	vipi_record_u64(r, "sgi", claim.sgi);
	vipi_record_u64(r, "sgi_irq", claim.irq);
}

int sgi_setup(struct vipi_sender *s, char *why)
{
	unsigned int i;

	s->vector = claim.sgi;
	for (i = 0; i < s->ntargets; i++) {
		struct vipi_target *t = &s->target[i];
		struct sgi_cpu *c = per_cpu_ptr(&sgi_cpus, t->cpu);

		t->irq = claim.irq;
		t->hwid = c->hwid;
		/* A late SGI of somebody else's must not find half a target. */
		smp_store_release(&c->target, t);
	}
	return 0;
}

static void nothing(void *unused)
{
}

/* The handler runs with interrupts off: who takes a call has left it. */
void sgi_teardown(struct vipi_sender *s)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++) {
		int cpu = s->target[i].cpu;

		WRITE_ONCE(per_cpu(sgi_cpus.target, cpu), NULL);
		smp_call_function_single(cpu, nothing, NULL, true);
	}
}

static void ask_pending(void *info)
{
	bool *pending = info;

	if (irq_get_irqchip_state(claim.irq, IRQCHIP_STATE_PENDING, pending))
		*pending = false;
}

/* False when @cpu does not take its SGI. */
static bool settle_on(int cpu, u64 timeout)
{
	u64 start = vipi_clock();
	bool pending = false;
	unsigned int asks;

	for (asks = 0; asks < SETTLE_ASKS || vipi_clock() - start < timeout; asks++) {
		smp_call_function_single(cpu, ask_pending, &pending, true);
		if (!pending)
			return true;
		/* The next call, of a lower number, would be taken first again and again. */
		udelay(SETTLE_STEP_US);
	}
	return false;
}

/* Pending bits are private to a CPU; in a call, our handler is not active there. */
void sgi_settle(struct vipi_sender *s)
{
	unsigned int i;

	for (i = 0; i < s->ntargets; i++) {
		if (!settle_on(s->target[i].cpu, s->timeout)) {
			s->lost++;
			s->err = -EIO;
		}
	}
}
