// SPDX-License-Identifier: GPL-2.0-only
/*
 * The IPI hypercalls themselves (TLFS, HvCallSendSyntheticClusterIpi and …Ex). A VP
 * index is not a CPU number, and a mask of 64 can't name a VP index of 64 or
 * more: shifted, it would hit another CPU and succeed.
 */
#include <asm/mshyperv.h>

#include "hv_ipi.h"

#define MASK_VPS	64

/* No hypervisor defines it, so it must answer HV_STATUS_INVALID_HYPERCALL_CODE. */
#define UNDEFINED_CALL	0x7ff0

static __always_inline int check(struct vipi_sender *s, u64 status)
{
	if (likely((status & HV_HYPERCALL_RESULT_MASK) == HV_STATUS_SUCCESS))
		return 0;
	s->fault = status;
	return -EIO;
}

static __always_inline u64 vp_mask(const struct vipi_sender *s)
{
	unsigned int i;
	u64 mask = 0;

	for (i = 0; i < s->ntargets; i++)
		mask |= BIT_ULL(s->target[i].hwid);
	return mask;
}

static __always_inline int send_fast16(struct vipi_sender *s, int vector)
{
	return check(s, hv_do_fast_hypercall16(HVCALL_SEND_IPI, vector, vp_mask(s)));
}

VIPI_VECTOR_LOOPS(fast16, send_fast16)

/* The input page belongs to this CPU, and to whoever has interrupts off on it. */
static __always_inline void *input_page(void)
{
	return *(void **)this_cpu_ptr(hyperv_pcpu_input_arg);
}

static __always_inline int send_slow(struct vipi_sender *s, int vector)
{
	struct hv_send_ipi *in;
	unsigned long flags;
	u64 status;

	local_irq_save(flags);
	in = input_page();
	if (unlikely(!in)) {
		local_irq_restore(flags);
		return -ENXIO;
	}
	in->vector = vector;
	in->reserved = 0;
	in->cpu_mask = vp_mask(s);
	status = hv_do_hypercall(HVCALL_SEND_IPI, in, NULL);
	local_irq_restore(flags);
	return check(s, status);
}

VIPI_VECTOR_LOOPS(slow, send_slow)

/* The set is built for each send, as the kernel must. */
static __always_inline int send_ex(struct vipi_sender *s, int vector)
{
	struct hv_send_ipi_ex *in;
	unsigned long flags;
	int banks;
	u64 status;

	local_irq_save(flags);
	in = input_page();
	if (unlikely(!in)) {
		local_irq_restore(flags);
		return -ENXIO;
	}
	in->vector = vector;
	in->reserved = 0;
	in->vp_set.valid_bank_mask = 0;
	in->vp_set.format = HV_GENERIC_SET_SPARSE_4K;
	banks = cpumask_to_vpset(&in->vp_set, s->mask);
	if (unlikely(banks <= 0)) {
		local_irq_restore(flags);
		return -EINVAL;
	}
	status = hv_do_rep_hypercall(HVCALL_SEND_IPI_EX, 0, banks, in, NULL);
	local_irq_restore(flags);
	return check(s, status);
}

VIPI_VECTOR_LOOPS(ex, send_ex)

static __always_inline int send_exit(struct vipi_sender *s)
{
	u64 status = hv_do_fast_hypercall8(UNDEFINED_CALL, 0);

	if (likely((status & HV_HYPERCALL_RESULT_MASK) == HV_STATUS_INVALID_HYPERCALL_CODE))
		return 0;
	s->fault = status;
	return -EIO;
}

void hv_exit_pingpong(struct vipi_sender *s, unsigned int n)
{
	vipi_send_only(s, n, send_exit);
}

static int vp_setup(struct vipi_sender *s, u64 limit, char *why)
{
	unsigned int i;
	int err = vipi_vector_setup(s, why);

	if (err)
		return err;
	if (s->vector < HV_IPI_LOW_VECTOR || s->vector > HV_IPI_HIGH_VECTOR) {
		snprintf(why, VIPI_WHY_MAX, "vector %#x is not one that the hypercall takes", s->vector);
		return -EINVAL;
	}
	for (i = 0; i < s->ntargets; i++) {
		struct vipi_target *t = &s->target[i];

		t->hwid = hv_cpu_number_to_vp_number(t->cpu);
		if (t->hwid == VP_INVAL) {
			snprintf(why, VIPI_WHY_MAX, "CPU %d has no VP index", t->cpu);
			return -ENXIO;
		}
		if (t->hwid >= limit) {
			snprintf(why, VIPI_WHY_MAX,
				 "CPU %d has VP index %llu, a mask goes up to %llu: only ex can name it",
				 t->cpu, t->hwid, limit - 1);
			return -ERANGE;
		}
	}
	return 0;
}

int hv_mask_setup(struct vipi_sender *s, char *why)
{
	return vp_setup(s, MASK_VPS, why);
}

int hv_set_setup(struct vipi_sender *s, char *why)
{
	return vp_setup(s, VP_INVAL, why);
}
