/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_TEXT_H
#define VIPI_TEXT_H

#include <linux/mutex.h>
#include <linux/types.h>

/**
 * struct vipi_text - text that grows
 * @lock: protects all below
 * @buf: the text
 * @len: its length
 * @size: size of @buf
 * @dropped: lines that found no memory, or no room below the limit
 */
struct vipi_text {
	struct mutex lock;
	char *buf;
	size_t len, size;
	u64 dropped;
};

#define VIPI_TEXT_INIT(name) { .lock = __MUTEX_INITIALIZER(name.lock) }

/**
 * vipi_text_add() - append a line
 * @t: text
 * @line: without a newline
 *
 * Process context. A line for which there is no room is counted in @t->dropped.
 */
void vipi_text_add(struct vipi_text *t, const char *line);

/**
 * vipi_text_clear() - empty a text and free its memory
 * @t: text
 */
void vipi_text_clear(struct vipi_text *t);

/**
 * vipi_text_read() - serve read() from a text
 * @t: text
 * @to: user buffer
 * @count: its size
 * @pos: position
 *
 * Return: bytes, or -EFAULT.
 */
ssize_t vipi_text_read(struct vipi_text *t, char __user *to, size_t count, loff_t *pos);

#endif /* VIPI_TEXT_H */
