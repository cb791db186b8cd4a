/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a run leaves: records in dmesg and in memory, for debugfs. docs/OUTPUT.md
 * is the promise.
 */
#ifndef VIPI_REPORT_H
#define VIPI_REPORT_H

#include <linux/math64.h>
#include <linux/time64.h>

#include "engine.h"
#include "record.h"

extern const char * const vipi_kind_names[VIPI_KINDS];

/**
 * vipi_rate() - IPIs per second of a flood
 * @f: sums of the flood
 * @ndst: targets of each send
 */
static inline u64 vipi_rate(const struct vipi_flood_sums *f, unsigned int ndst)
{
	u64 us = div_u64(f->ns, NSEC_PER_USEC);

	return us ? div64_u64(f->sends * ndst * USEC_PER_SEC, us) : 0;
}

/**
 * vipi_say() - one line to dmesg that says why something is refused
 * @why: the line
 */
void vipi_say(const char *why);

/**
 * vipi_report_begin() - forget the previous run, print begin and env records
 * @run: run
 * @results: result records that will follow if all goes well
 */
void vipi_report_begin(struct vipi_run *run, u64 results);

/**
 * vipi_report_skip() - a path that was asked for and can't run here
 * @run: run
 * @path: path
 * @reason: why
 */
void vipi_report_skip(struct vipi_run *run, const struct vipi_path *path, const char *reason);

/**
 * vipi_report_case() - the records of one case
 * @run: run
 * @c: case
 * @k: 0: merged over runs, to dmesg and debugfs; else the run's number: what
 *	@c->run_dist holds, to debugfs only
 */
void vipi_report_case(struct vipi_run *run, struct vipi_case *c, unsigned int k);

/**
 * vipi_report_kinds() - how many result records a case will have
 * @cfg: parameters
 * @path: its path
 */
unsigned int vipi_report_kinds(const struct vipi_config *cfg, const struct vipi_path *path);

/**
 * vipi_report_end() - the last record
 * @run: run
 */
void vipi_report_end(struct vipi_run *run);

/** vipi_report_free() - free what is kept for debugfs */
void vipi_report_free(void);

/**
 * vipi_report_read() - copy from what is kept, for a debugfs file
 * @histogram: the histograms, else the records
 * @to: user buffer
 * @count: its size
 * @pos: position in the text
 *
 * Never waits for a run.
 */
ssize_t vipi_report_read(bool histogram, char __user *to, size_t count, loff_t *pos);

#endif /* VIPI_REPORT_H */
