// SPDX-License-Identifier: GPL-2.0-only
/* The module parameters: the same names in every module. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arch.h"
#include "params.h"

VIPI_NUMBER(options, 0, "bitmask of paths; without it and without paths= they are listed");
VIPI_NUMBER(loops, 100000,
	    "samples per path, pair and run (100000; in a matrix 1000)");
VIPI_NUMBER(warmup, 1000,
	    "sends before them that are not recorded (1000)");
VIPI_NUMBER(runs, 5,
	    "repetitions of the whole measurement (5)");
VIPI_NUMBER(gap_us, 0,
	    "mean pause between samples in microseconds, so that targets halt (0)");
VIPI_NUMBER(timeout_us, 100000,
	    "when an acknowledgement is late, in microseconds (100000; emulated 1000000)");
VIPI_NUMBER(raw, 0,
	    "raw samples to keep per path, pair and run, for debugfs (0)");

static char *paths = "";
module_param(paths, charp, 0644);
MODULE_PARM_DESC(paths, "paths by name, comma separated, or all");
static char *srccpu = "";
module_param(srccpu, charp, 0644);
MODULE_PARM_DESC(srccpu, "source CPU (the one insmod runs on)");
static char *dstcpu = "";
module_param(dstcpu, charp, 0644);
MODULE_PARM_DESC(dstcpu, "target CPU, a list such as 1,4-7, last, all (one CPU of each NUMA node)");
static char *ndst = "";
module_param(ndst, charp, 0644);
MODULE_PARM_DESC(ndst, "numbers of targets of a multicast, such as 1,2,4 (1,2,4... up to all)");
static char *mode = "both";
module_param(mode, charp, 0644);
MODULE_PARM_DESC(mode, "flood, pingpong or both (both)");
static char *target = "idle";
module_param(target, charp, 0644);
MODULE_PARM_DESC(target, "what the target CPU does: idle, busy or poll (idle)");
static char *unit = VIPI_LEGACY_UNIT;
module_param(unit, charp, 0644);
MODULE_PARM_DESC(unit, "unit of the lines for people: cycles or ns (" VIPI_LEGACY_UNIT ")");

static bool matrix;
module_param(matrix, bool, 0644);
MODULE_PARM_DESC(matrix, "every ordered pair of CPUs");
static bool oneshot;
module_param(oneshot, bool, 0644);
MODULE_PARM_DESC(oneshot, "measure and do not stay loaded: insmod fails with ECANCELED");

/* Room for a text parameter; the kernel allows a little over 1000 characters. */
#define TEXT_MAX	1024

static int number_set(const char *text, const struct kernel_param *kp)
{
	struct vipi_number *n = kp->arg;
	int err = kstrtol(text, 0, &n->value);

	if (err)
		return -EINVAL;
	n->given = true;
	return 0;
}

static int number_get(char *buf, const struct kernel_param *kp)
{
	const struct vipi_number *n = kp->arg;

	return scnprintf(buf, PAGE_SIZE, "%ld\n", n->value);
}

const struct kernel_param_ops vipi_number_ops = { .set = number_set, .get = number_get };

static __printf(2, 3) int say(char *why, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, VIPI_WHY_MAX, fmt, args);
	va_end(args);
	return -EINVAL;
}

int vipi_number(const char *name, const struct vipi_number *n, long lo, long hi, u32 *out,
		char *why)
{
	if (n->value < lo || n->value > hi)
		return say(why, "%s=%ld: must be between %ld and %ld", name, n->value, lo, hi);
	*out = n->value;
	return 0;
}

static int word(const char *name, const char *text, const char * const *words, int n, char *why)
{
	int i = match_string(words, n, text);

	if (i >= 0)
		return i;
	return say(why, "%s=%.40s: must be %s%s%s or %s", name, text, words[0],
		   n > 2 ? ", " : "", n > 2 ? words[1] : "", words[n - 1]);
}

/* A copy of a text parameter without the newline that echo adds. */
static char *text_of(char *buf, const char *param)
{
	strscpy(buf, param ?: "", TEXT_MAX);
	return strim(buf);
}

static int find_path(const char *name)
{
	unsigned int i;

	for (i = 0; i < vipi_module.npaths; i++)
		if (!strcmp(vipi_module.paths[i].name, name))
			return i;
	return -1;
}

static int read_paths(struct vipi_config *cfg, char *buf, char *why)
{
	unsigned long all = GENMASK(vipi_module.npaths - 1, 0);
	char *names = text_of(buf, paths), *name;

	if (options.value < 0 || options.value & ~all)
		return say(why, "options=%#lx: this module has bits 0 to %u: load it without options= to list them",
			   options.value, vipi_module.npaths - 1);
	cfg->paths = options.value;
	while ((name = strsep(&names, ",")) != NULL) {
		int i = find_path(strim(name));

		if (!strcmp(name, "all"))
			cfg->paths |= all;
		else if (i >= 0)
			cfg->paths |= BIT(i);
		else if (*name)
			return say(why, "paths=%.40s: no path of that name: load the module without paths= to list them",
				   name);
	}
	return 0;
}

static int read_ndst(struct vipi_config *cfg, char *buf, char *why)
{
	char *list = text_of(buf, ndst), *item;

	cfg->nndst = 0;
	if (!*list) {
		cfg->ndst[cfg->nndst++] = 0;
		return 0;
	}
	while ((item = strsep(&list, ",")) != NULL) {
		u32 n;

		if (kstrtou32(strim(item), 0, &n) || !n)
			return say(why, "ndst=%.40s: must be numbers of targets, comma separated",
				   item);
		if (cfg->nndst == ARRAY_SIZE(cfg->ndst))
			return say(why, "ndst: more than %zu numbers", ARRAY_SIZE(cfg->ndst));
		cfg->ndst[cfg->nndst++] = n;
	}
	return 0;
}

static int read_words(struct vipi_config *cfg, char *buf, char *why)
{
	static const char * const modes[] = { "flood", "pingpong", "both" };
	static const char * const targets[] = { "idle", "busy", "poll" };
	static const char * const units[] = { "cycles", "ns" };
	int i;

	i = word("mode", text_of(buf, mode), modes, ARRAY_SIZE(modes), why);
	if (i < 0)
		return i;
	cfg->flood = i != 1;
	cfg->pingpong = i != 0;
	i = word("target", text_of(buf, target), targets, ARRAY_SIZE(targets), why);
	if (i < 0)
		return i;
	cfg->target = i;
	i = word("unit", text_of(buf, unit), units, ARRAY_SIZE(units), why);
	if (i < 0)
		return i;
	cfg->unit_ns = i;
	return 0;
}

static int read_numbers(struct vipi_config *cfg, bool emulated, char *why)
{
	struct vipi_number n_loops = loops, n_timeout = timeout_us;

	if (matrix && !loops.given)
		n_loops.value = 1000;
	if (emulated && !timeout_us.given)
		n_timeout.value *= 10;
	return vipi_number("loops", &n_loops, 1, INT_MAX, &cfg->loops, why) ?:
	       vipi_number("warmup", &warmup, 0, INT_MAX, &cfg->warmup, why) ?:
	       vipi_number("runs", &runs, 1, 10000, &cfg->runs, why) ?:
	       vipi_number("gap_us", &gap_us, 0, 10000, &cfg->gap_us, why) ?:
	       vipi_number("timeout_us", &n_timeout, 10, 1000000, &cfg->timeout_us, why) ?:
	       vipi_number("raw", &raw, 0, 1000000, &cfg->raw, why);
}

static int read_cpus(struct vipi_config *cfg, const struct vipi_topology *topo, char *buf,
		     char *why)
{
	char *src = text_of(buf, srccpu), *dst = text_of(buf + TEXT_MAX, dstcpu);
	int err;

	cfg->dst_given = *dst != '\0';
	err = vipi_select_ends(topo, src, dst, raw_smp_processor_id(), &cfg->src, cfg->dst, why);
	if (!err && cfg->matrix)
		cpumask_copy(cfg->dst, topo->online);
	return err;
}

static int check_ndst(const struct vipi_config *cfg, char *why)
{
	unsigned int i, most;

	most = cfg->dst_given ? cpumask_weight(cfg->dst) : num_online_cpus() - 1;
	for (i = 0; i < cfg->nndst; i++)
		if (cfg->ndst[i] > most)
			return say(why, "ndst=%u: there are only %u target CPUs: see dstcpu=",
				   cfg->ndst[i], most);
	return 0;
}

static int read_all(struct vipi_config *cfg, const struct vipi_topology *topo, bool emulated,
		    char *buf, char *why)
{
	cfg->broadcasts = 1;
	cfg->wait = true;
	cfg->matrix = matrix;
	cfg->oneshot = oneshot;
	return read_paths(cfg, buf, why) ?: read_numbers(cfg, emulated, why) ?:
	       read_words(cfg, buf, why) ?: read_ndst(cfg, buf, why) ?:
	       read_cpus(cfg, topo, buf, why) ?: check_ndst(cfg, why);
}

int vipi_params_read(struct vipi_config *cfg, const struct vipi_topology *topo,
		     bool emulated, char *why)
{
	char *buf = kmalloc(2 * TEXT_MAX, GFP_KERNEL);
	int err = -ENOMEM;

	memset(cfg, 0, sizeof(*cfg));
	snprintf(why, VIPI_WHY_MAX, "out of memory");
	if (!buf)
		return -ENOMEM;
	if (zalloc_cpumask_var(&cfg->dst, GFP_KERNEL)) {
		kernel_param_lock(THIS_MODULE);
		err = read_all(cfg, topo, emulated, buf, why);
		if (!err && vipi_module.params)
			err = vipi_module.params(cfg, why);
		kernel_param_unlock(THIS_MODULE);
		if (err)
			free_cpumask_var(cfg->dst);
	}
	kfree(buf);
	return err;
}

void vipi_params_free(struct vipi_config *cfg)
{
	free_cpumask_var(cfg->dst);
}
