/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shared types of the vipi modules: a path (one way of raising an IPI), the
 * sender that measures it, and what a module has to provide.
 *
 * core/ is compiled into every module; nothing here is exported.
 */
#ifndef VIPI_H
#define VIPI_H

#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/smp.h>
#include <linux/types.h>

#include "stats.h"

struct vipi_sender;
struct vipi_case;
struct vipi_record;

/* The shape of a path: what the engine must prepare and may vary. */
#define VIPI_SELF	BIT(0)	/* the target is the source */
#define VIPI_MULTI	BIT(1)	/* one send to ndst targets */
#define VIPI_ALL	BIT(2)	/* one send to every other online CPU */
#define VIPI_PAIRS	BIT(3)	/* `pairs` senders at once, each with a target */
#define VIPI_WAIT	BIT(4)	/* honours wait=, so it may wait inside the kernel */
#define VIPI_RESPONDER	BIT(5)	/* a kthread on the target answers; the target is never idle */
#define VIPI_WAKES	BIT(6)	/* a sleeping kthread on the target answers */
#define VIPI_NO_ACK	BIT(7)	/* nothing answers: only the send is timed */
#define VIPI_BASELINE	BIT(8)	/* not an IPI: a yardstick */
#define VIPI_MASK	BIT(9)	/* takes a mask: to ndst targets when ndst= is given, else to one */
#define VIPI_LAST	BIT(10)	/* changes the machine for others: measured after them */

/**
 * enum vipi_kind - which distribution a record describes
 * @VIPI_SEND: t1 - t0, the sender's own cost
 * @VIPI_ONEWAY: th - t0, until the (last) handler runs; clocks of two CPUs
 * @VIPI_RTT: t2 - t0, until the sender sees the (last) acknowledgement
 * @VIPI_FLOOD: cost per send when sent back to back, as means over a batch
 * @VIPI_KINDS: how many there are
 */
enum vipi_kind { VIPI_SEND, VIPI_ONEWAY, VIPI_RTT, VIPI_FLOOD, VIPI_KINDS };

/**
 * enum vipi_target_state - what the target CPU does while it is not interrupted
 * @VIPI_IDLE: nothing of ours; it idles as the kernel lets it
 * @VIPI_BUSY: a kthread spins on it
 * @VIPI_POLL: the idle loop polls (idle=poll, switched on for the run)
 */
enum vipi_target_state { VIPI_IDLE, VIPI_BUSY, VIPI_POLL };

/**
 * struct vipi_slot - what a handler leaves behind, one per CPU and sender
 * @th: clock at the first instruction of the handler
 * @hits: acknowledgements so far; only ever incremented, by its own CPU, in
 *	hard IRQ context or by the one kthread that answers
 *
 * A line of its own, so that the acknowledgement costs one transfer.
 */
struct vipi_slot {
	u64 th;
	u64 hits;
} ____cacheline_aligned;

/**
 * struct vipi_target - one CPU that a sender sends to
 * @cpu: CPU number
 * @slot: the slot of this CPU
 * @hwid: what the hardware or hypervisor calls the CPU: APIC id, VP index, MPIDR;
 *	filled in by the path's setup
 * @irq: Linux interrupt of the path's handler on this CPU, 0 for none
 * @requested: @irq has our handler
 * @expected: value of @slot->hits once everything sent so far is acknowledged
 * @sender: back pointer, for handlers that only get a member of this struct
 * @csd: for smp_call_function_single_async(); outlives the call by construction
 * @work: for irq_work paths, the same
 * @task: kthread on the target (busy, responder or sleeper), or NULL
 * @line: what the responder watches, on a cache line of its own
 * @base: @expected when the ping-pong began
 */
struct vipi_target {
	int cpu;
	struct vipi_slot *slot;
	u64 hwid;
	int irq;
	bool requested;
	u64 expected;
	struct vipi_sender *sender;
	call_single_data_t csd;
	struct irq_work work;
	struct task_struct *task;
	u64 base;
	u64 line ____cacheline_aligned;
};

/**
 * struct vipi_sample - the timestamps of one IPI, in clock units
 * @t0: before the send
 * @t1: after the send
 * @th: in the (last) handler, by the target's clock
 * @t2: after the (last) acknowledgement was seen
 */
struct vipi_sample {
	u64 t0, t1, th, t2;
};

/* Samples that one preempt-disabled batch can take. */
#define VIPI_BATCH	256
/* Sizes of a multicast in one run: enough for 1, 2, 4, ... 2^15. */
#define VIPI_NDST	16
/* Sends whose mean is one sample of a flood. */
#define VIPI_FLOOD_BATCH	100

/**
 * typedef vipi_loop_fn - a timed loop, compiled for one path
 * @s: sender; preemption is disabled, interrupts are on
 * @n: iterations, at most VIPI_BATCH
 *
 * Made by VIPI_DEFINE_PINGPONG() from loop.h, so that the send is a direct call.
 */
typedef void (*vipi_loop_fn)(struct vipi_sender *s, unsigned int n);

/* vipi_path.irq: which counter of vipi_arch_irqs() moves. */
enum vipi_irq { VIPI_IRQ_NONE, VIPI_IRQ_CALL, VIPI_IRQ_WORK, VIPI_IRQ_WAKE, VIPI_IRQ_DEVICE };

/**
 * struct vipi_path - one way of raising an IPI
 * @name: stable name, as in paths= and in the records
 * @what: what it executes, for the list
 * @flags: VIPI_* shape
 * @irq: enum vipi_irq: which interrupt it raises, for the interrupt statistics
 * @flood_irq: the same for the flood, when it raises another one
 * @pingpong: one IPI in flight
 * @flood: back to back, without looking for acknowledgements; or NULL
 * @arm: fill in what its sends need in a target (csd, work); or NULL
 * @setup: bring a sender and its targets into being (vector, handler, hardware
 *	ids), process context, before the kthreads start; -errno with up to
 *	VIPI_WHY_MAX bytes of reason; or NULL
 * @teardown: undo @setup, after an error of it too; process context
 * @via: the path that stands in for it in this kernel, or NULL
 * @unusable: why it can't run here, in words, or NULL when it can; called in
 *	process context before every run. NULL: always usable
 *
 * Its position in the table of a module is its bit in options=.
 */
struct vipi_path {
	const char *name;
	const char *what;
	unsigned int flags;
	unsigned int irq, flood_irq;
	vipi_loop_fn pingpong;
	vipi_loop_fn flood;
	void (*arm)(struct vipi_target *t);
	int (*setup)(struct vipi_sender *s, char *why);
	void (*teardown)(struct vipi_sender *s);
	const char *via;
	const char *(*unusable)(void);
};

/**
 * struct vipi_config - one run's parameters, parsed and checked
 * @paths: bitmap over the module's table; 0 lists the paths and runs nothing
 * @loops: samples per path, pair and run
 * @warmup: sends before them that are not recorded
 * @runs: repetitions of the whole
 * @src: source CPU
 * @dst: target CPUs; in a matrix all CPUs that were online when it began
 * @dst_given: dstcpu= named them; else they are the default choice
 * @ndst: sizes for VIPI_MULTI paths; ndst[0] == 0 asks for 1, 2, 4, … all
 * @nndst: entries used in @ndst
 * @matrix: every ordered pair
 * @flood: do the flood loop
 * @pingpong: do the ping-pong loop
 * @target: state of the targets
 * @gap_us: pause between samples, jittered by half, microseconds
 * @timeout_us: when an acknowledgement is late, microseconds
 * @raw: raw samples kept per path and pair
 * @unit_ns: legacy lines in nanoseconds
 * @oneshot: do not stay loaded
 * @wait: smp_call_function_*() waits for the handler
 * @lock: the handler takes a lock shared by all targets
 * @pairs: senders of a VIPI_PAIRS path
 * @acrossnuma: both ends of such a pair in different NUMA nodes
 * @broadcasts: senders of a VIPI_ALL path in flood mode
 */
struct vipi_config {
	unsigned long paths;
	u32 loops, warmup, runs;
	int src;
	cpumask_var_t dst;
	bool dst_given;
	u32 ndst[VIPI_NDST];
	unsigned int nndst;
	bool matrix, flood, pingpong;
	enum vipi_target_state target;
	u32 gap_us, timeout_us, raw;
	bool unit_ns, oneshot, wait, lock;
	u32 pairs;
	bool acrossnuma;
	u32 broadcasts;
};

/**
 * struct vipi_module - what a module gives to the core
 * @paths: its table; append-only, a position is a bit of options=
 * @npaths: entries
 * @load: called once before the first run; an error fails the load; may be NULL
 * @unload: undoes @load; may be NULL
 * @banner: print lines that existing parsers expect before all others; may be NULL
 * @legacy: print the lines that existing parsers know, after the first flood of
 *	a case; may be NULL
 * @env: append what only this module can say of the machine to an env record of
 *	its own; may be NULL
 * @fault_name: name of what a hypervisor answered to a failed send; may be NULL
 * @params: check the parameters that only this module has into the config; a
 *	negative errno and VIPI_WHY_MAX bytes of reason; may be NULL
 * @prepare: called before each run in process context, to resolve what the
 *	paths need; may be NULL; an error fails the run
 */
struct vipi_module {
	const struct vipi_path *paths;
	unsigned int npaths;
	int (*load)(void);
	void (*unload)(void);
	void (*banner)(void);
	void (*legacy)(const struct vipi_config *cfg, const struct vipi_case *c);
	void (*env)(struct vipi_record *r);
	const char *(*fault_name)(u64 fault);
	int (*params)(struct vipi_config *cfg, char *why);
	int (*prepare)(void);
};

/* Each module defines it in its main.c. */
extern const struct vipi_module vipi_module;

#endif /* VIPI_H */
