// SPDX-License-Identifier: GPL-2.0-only
/* Text that grows, kept for a debugfs file. */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "text.h"

/* Enough for thousands of records; nobody's memory is eaten. */
#define TEXT_LIMIT	(16U << 20)

static bool grow(struct vipi_text *t)
{
	size_t size = t->size ? t->size * 2 : 16384;
	char *buf;

	if (size > TEXT_LIMIT)
		return false;
	buf = kvmalloc(size, GFP_KERNEL);
	if (!buf)
		return false;
	if (t->len)
		memcpy(buf, t->buf, t->len);
	kvfree(t->buf);
	t->buf = buf;
	t->size = size;
	return true;
}

void vipi_text_add(struct vipi_text *t, const char *line)
{
	size_t len = strlen(line);

	mutex_lock(&t->lock);
	if (t->len + len + 1 > t->size && !grow(t)) {
		t->dropped++;
	} else {
		memcpy(t->buf + t->len, line, len);
		t->len += len;
		t->buf[t->len++] = '\n';
	}
	mutex_unlock(&t->lock);
}

void vipi_text_clear(struct vipi_text *t)
{
	mutex_lock(&t->lock);
	kvfree(t->buf);
	t->buf = NULL;
	t->len = 0;
	t->size = 0;
	t->dropped = 0;
	mutex_unlock(&t->lock);
}

ssize_t vipi_text_read(struct vipi_text *t, char __user *to, size_t count, loff_t *pos)
{
	ssize_t n;

	mutex_lock(&t->lock);
	n = simple_read_from_buffer(to, count, pos, t->buf, t->len);
	mutex_unlock(&t->lock);
	return n;
}
