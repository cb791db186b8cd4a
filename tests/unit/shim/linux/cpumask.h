/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What core/ uses of the kernel's header of this name: sets of CPU numbers, their
 * list format, and the printk format for it. A test chooses nr_cpu_ids.
 */
#ifndef SHIM_LINUX_CPUMASK_H
#define SHIM_LINUX_CPUMASK_H

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <linux/kernel.h>
#include <linux/types.h>

/* The most that a test's machine can have. */
#define NR_CPUS		1024

/* One byte per CPU: nothing to get wrong, and the sanitizers see every overrun. */
struct cpumask {
	bool cpu[NR_CPUS];
};

static unsigned int nr_cpu_ids = NR_CPUS;

/* The kernel warns, and reads what is not there. */
static inline unsigned int cpumask_check(unsigned int cpu)
{
	assert(cpu < nr_cpu_ids);
	return cpu;
}

static inline void cpumask_set_cpu(unsigned int cpu, struct cpumask *mask)
{
	mask->cpu[cpumask_check(cpu)] = true;
}

static inline void cpumask_clear_cpu(int cpu, struct cpumask *mask)
{
	mask->cpu[cpumask_check(cpu)] = false;
}

static inline bool cpumask_test_cpu(int cpu, const struct cpumask *mask)
{
	return mask->cpu[cpumask_check(cpu)];
}

static inline void cpumask_clear(struct cpumask *mask)
{
	memset(mask, 0, sizeof(*mask));
}

static inline void cpumask_copy(struct cpumask *to, const struct cpumask *from)
{
	*to = *from;
}

/* The next CPU after @cpu, or a number not below nr_cpu_ids. */
static inline unsigned int cpumask_next(int cpu, const struct cpumask *mask)
{
	unsigned int next = cpu + 1;

	while (next < nr_cpu_ids && !mask->cpu[next])
		next++;
	return next;
}

#define for_each_cpu(number, mask)						\
	for ((number) = cpumask_next(-1, mask); (unsigned int)(number) < nr_cpu_ids; \
	     (number) = cpumask_next(number, mask))

static inline unsigned int cpumask_weight(const struct cpumask *mask)
{
	unsigned int n = 0;
	int cpu;

	for_each_cpu(cpu, mask)
		n++;
	return n;
}

static inline bool cpumask_empty(const struct cpumask *mask)
{
	return !cpumask_weight(mask);
}

/* A number of a CPU list: decimal, or N for the last CPU. */
static inline int shim_list_number(const char **p, unsigned int *number)
{
	unsigned long long value;
	char *end;

	if (**p == 'N') {
		*number = nr_cpu_ids - 1;
		(*p)++;
		return 0;
	}
	if (!isdigit((unsigned char)**p))
		return -EINVAL;
	errno = 0;
	value = strtoull(*p, &end, 10);
	*p = end;
	*number = value;
	return errno || value != *number ? -EOVERFLOW : 0;
}

static inline bool shim_list_end(char c)
{
	return !c || c == ',' || isspace((unsigned char)c);
}

/* FIRST[-LAST[:USED/GROUP]] or all[:USED/GROUP]. */
static inline int shim_list_region(const char **p, struct cpumask *mask)
{
	unsigned int first, last, used, group, cpu;
	bool range = false;
	int err = 0;

	if (!strncasecmp(*p, "all", 3)) {
		first = 0;
		last = nr_cpu_ids - 1;
		*p += 3;
		range = true;
	} else {
		err = shim_list_number(p, &first);
		last = first;
		if (!err && **p == '-') {
			(*p)++;
			err = shim_list_number(p, &last);
			range = true;
		}
	}
	if (err)
		return err;
	used = last + 1;
	group = last + 1;
	if (!shim_list_end(**p)) {
		if (!range || *(*p)++ != ':')
			return -EINVAL;
		err = shim_list_number(p, &used);
		if (err)
			return err;
		if (*(*p)++ != '/')
			return -EINVAL;
		err = shim_list_number(p, &group);
		if (err)
			return err;
	}
	if (first > last || !group || used > group)
		return -EINVAL;
	if (last >= nr_cpu_ids)
		return -ERANGE;
	for (cpu = first; cpu <= last; cpu++)
		mask->cpu[cpu] |= (cpu - first) % group < used;
	return 0;
}

/* As the kernel's bitmap_parselist(): the errors are a part of it. */
static inline int cpulist_parse(const char *list, struct cpumask *mask)
{
	int err = 0;

	cpumask_clear(mask);
	while (!err) {
		while (*list && shim_list_end(*list))
			list++;
		if (!*list)
			return 0;
		err = shim_list_region(&list, mask);
	}
	return err;
}

/* Writes a mask as a list, such as 0-3,7. */
static inline void shim_list_print(char *to, size_t size, const struct cpumask *mask)
{
	unsigned int first, last;
	size_t len = 0;

	if (size)
		*to = '\0';
	for (first = cpumask_next(-1, mask); first < nr_cpu_ids && len < size;
	     first = cpumask_next(last, mask)) {
		last = first;
		while (last + 1 < nr_cpu_ids && mask->cpu[last + 1])
			last++;
		len += snprintf(to + len, size - len, first == last ? "%s%u" : "%s%u-%u",
				len ? "," : "", first, last);
	}
}

#define cpumask_pr_args(mask)	(int)nr_cpu_ids, (const void *)(mask)

/*
 * The kernel's snprintf(), as far as it is used together with CPU lists: %d, %u,
 * %s, %.40s and %*pbl, which takes cpumask_pr_args().
 */
static inline __attribute__((format(printf, 3, 4)))
int shim_snprintf(char *to, size_t size, const char *fmt, ...)
{
	char piece[4096], spec[16];
	size_t len = 0, n;
	va_list args;

	if (size)
		*to = '\0';
	va_start(args, fmt);
	for (; *fmt; fmt += n) {
		n = *fmt == '%' ? strcspn(fmt, "dusp") + 1 : strcspn(fmt, "%");
		if (*fmt != '%') {
			snprintf(piece, sizeof(piece), "%.*s", (int)n, fmt);
		} else if (!strncmp(fmt, "%*pbl", 5)) {
			n = 5;
			assert(va_arg(args, int) == (int)nr_cpu_ids);
			shim_list_print(piece, sizeof(piece),
					va_arg(args, const struct cpumask *));
		} else {
			assert(n < sizeof(spec) && fmt[n - 1] != 'p');
			memcpy(spec, fmt, n);
			spec[n] = '\0';
			if (fmt[n - 1] == 's')
				snprintf(piece, sizeof(piece), spec, va_arg(args, char *));
			else
				snprintf(piece, sizeof(piece), spec, va_arg(args, int));
		}
		if (len < size)
			snprintf(to + len, size - len, "%s", piece);
		len += strlen(piece);
	}
	va_end(args);
	return len;
}

#define snprintf	shim_snprintf

#endif
