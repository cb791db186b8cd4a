// SPDX-License-Identifier: GPL-2.0-only
/* From parameters to cases: which path is measured between which CPUs. */
#include <linux/slab.h>

#include "cpus.h"
#include "report.h"

/* Paths that a matrix can show: one source, one target. */
#define NOT_A_PAIR	(VIPI_SELF | VIPI_MULTI | VIPI_ALL | VIPI_PAIRS)

static int case_init(struct vipi_case *c, const struct vipi_path *path, unsigned int nsenders)
{
	c->path = path;
	c->nsenders = nsenders;
	c->ndst = 1;
	c->offset_lo = S64_MIN;
	c->offset_hi = S64_MAX;
	c->ends = kvcalloc(nsenders, sizeof(*c->ends), GFP_KERNEL);
	if (!c->ends || !zalloc_cpumask_var(&c->targets, GFP_KERNEL))
		return -ENOMEM;
	return 0;
}

static void case_free(struct vipi_case *c)
{
	free_cpumask_var(c->targets);
	kvfree(c->ends);
	kvfree(c->dist);
}

/* The @i-th size of a multicast to at most @most CPUs, or 0 when there is none. */
static unsigned int multi_size(const struct vipi_config *cfg, unsigned int i, unsigned int most)
{
	if (cfg->ndst[0])
		return i < cfg->nndst ? cfg->ndst[i] : 0;
	if (i == 0 || 1U << i < most)
		return 1U << i;
	return 1U << (i - 1) < most ? most : 0;
}

static int add_multi(const struct vipi_config *cfg, const struct vipi_path *path,
		     struct vipi_block *b)
{
	const struct cpumask *from = cfg->dst_given ? cfg->dst : cpu_online_mask;
	unsigned int most = cfg->dst_given ? cpumask_weight(from) : num_online_cpus() - 1;
	unsigned int i, n;
	int cpu;

	for (i = 0; (n = multi_size(cfg, i, most)) != 0; i++) {
		struct vipi_case *c = &b->cases[b->ncases++];
		int err = case_init(c, path, 1);

		if (err)
			return err;
		c->ends[0] = (struct vipi_ends){ cfg->src, -1 };
		for_each_cpu(cpu, from) {
			if (cpu == cfg->src)
				continue;
			if (!n--)
				break;
			cpumask_set_cpu(cpu, c->targets);
		}
		/* CPUs may have gone since the parameters were checked. */
		c->ndst = cpumask_weight(c->targets);
	}
	return 0;
}

static int add_all(const struct vipi_config *cfg, const struct vipi_path *path,
		   struct vipi_block *b)
{
	struct vipi_case *c = &b->cases[b->ncases++];
	unsigned int i, cpu = cfg->src;
	int err = case_init(c, path, cfg->flood ? cfg->broadcasts : 1);

	if (err)
		return err;
	cpumask_copy(c->targets, cpu_online_mask);
	c->ndst = cpumask_weight(c->targets) - 1;
	for (i = 0; i < c->nsenders; i++) {
		c->ends[i] = (struct vipi_ends){ cpu, -1 };
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
	}
	return 0;
}

static int add_pairs(const struct vipi_config *cfg, const struct vipi_path *path,
		     struct vipi_block *b)
{
	struct vipi_case *c = &b->cases[b->ncases++];
	char why[VIPI_WHY_MAX];
	int (*ends)[2];
	int i, n, err;

	ends = kvcalloc(num_possible_cpus(), sizeof(*ends), GFP_KERNEL);
	if (!ends)
		return -ENOMEM;
	err = case_init(c, path, num_possible_cpus());
	if (!err) {
		n = vipi_select_pairs(&vipi_topology, cfg->pairs, cfg->acrossnuma, c->targets,
				      ends, why);
		for (i = 0; i < n; i++)
			c->ends[i] = (struct vipi_ends){ ends[i][0], ends[i][1] };
		if (n < 0) {
			vipi_say(why);
			err = n;
		}
		c->nsenders = n;
	}
	kvfree(ends);
	return err;
}

static int add_pair(const struct vipi_path *path, int src, int dst, struct vipi_block *b)
{
	struct vipi_case *c = &b->cases[b->ncases++];
	int err = case_init(c, path, 1);

	if (!err)
		c->ends[0] = (struct vipi_ends){ src, dst };
	return err;
}

static int add_path(const struct vipi_config *cfg, const struct vipi_path *path, int src,
		    int dst, bool first, struct vipi_block *b)
{
	if (path->flags & VIPI_MASK && cfg->ndst[0] && !cfg->matrix)
		return first ? add_multi(cfg, path, b) : 0;
	if (!(path->flags & NOT_A_PAIR))
		return add_pair(path, src, dst, b);
	if (!first || cfg->matrix)
		return 0;
	if (path->flags & VIPI_SELF)
		return add_pair(path, src, src, b);
	if (path->flags & VIPI_MULTI)
		return add_multi(cfg, path, b);
	if (path->flags & VIPI_ALL)
		return add_all(cfg, path, b);
	return add_pairs(cfg, path, b);
}

/* The @index-th CPU of @mask without @but. */
static int nth_cpu(const struct cpumask *mask, unsigned int index, int but)
{
	int cpu;

	for_each_cpu(cpu, mask)
		if (cpu != but && !index--)
			return cpu;
	return -1;
}

/**
 * vipi_plan_blocks() - how many blocks a run has
 * @cfg: parameters
 */
unsigned int vipi_plan_blocks(const struct vipi_config *cfg)
{
	unsigned int n = cpumask_weight(cfg->dst);

	return cfg->matrix ? n * (n - 1) : max(n, 1U);
}

/**
 * vipi_plan_block() - the cases of one block
 * @cfg: parameters
 * @paths: usable ones of the paths asked for
 * @index: block
 * @block: filled in; freed by vipi_plan_free(), after an error too
 *
 * The first block has the paths that do not go from one CPU to one other, too.
 * Process context.
 *
 * Return: 0 or -errno; a reason has been printed unless it is -ENOMEM.
 */
int vipi_plan_block(const struct vipi_config *cfg, unsigned long paths, unsigned int index,
		    struct vipi_block *block)
{
	unsigned int n = cpumask_weight(cfg->dst), i;
	int src = cfg->src, dst, err = 0;

	/* A multicast takes a case for each of its sizes. */
	block->ncases = 0;
	block->cases = NULL;
	if (!vipi_plan_blocks(cfg))
		return 0;
	block->cases = kvcalloc(vipi_module.npaths, VIPI_NDST * sizeof(*block->cases),
				GFP_KERNEL);
	if (!block->cases)
		return -ENOMEM;
	if (cfg->matrix) {
		src = nth_cpu(cfg->dst, index / (n - 1), -1);
		dst = nth_cpu(cfg->dst, index % (n - 1), src);
	} else {
		dst = nth_cpu(cfg->dst, index, src);
	}
	for (i = 0; i < vipi_module.npaths && !err; i++)
		if (paths & BIT(i))
			err = add_path(cfg, &vipi_module.paths[i], src, dst, index == 0, block);
	return err;
}

/**
 * vipi_plan_free() - undo vipi_plan_block()
 * @block: block
 */
void vipi_plan_free(struct vipi_block *block)
{
	unsigned int i;

	for (i = 0; block->cases && i < block->ncases; i++)
		case_free(&block->cases[i]);
	kvfree(block->cases);
	block->cases = NULL;
}
