// SPDX-License-Identifier: GPL-2.0-only
/*
 * Builds record lines. Also compiled in user space by tests/unit.
 */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/types.h>

#include "record.h"

/* Longest number: 20 digits, or a sign and 19, or 0x and 16. */
#define NUMBER_MAX	24

static bool is_control(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f;
}

static bool needs_quotes(const char *value)
{
	if (!*value)
		return true;
	for (; *value; value++)
		if (strchr(" =\"\\", *value) || is_control(*value))
			return true;
	return false;
}

/* Without room it writes nothing and returns false; @len counts no NUL. */
static bool put(struct vipi_record *r, const char *text, size_t len)
{
	if (len >= sizeof(r->buf) - r->len)
		return false;
	memcpy(r->buf + r->len, text, len);
	r->len += len;
	r->buf[r->len] = '\0';
	return true;
}

static bool put_quoted(struct vipi_record *r, const char *value)
{
	bool ok = put(r, "\"", 1);

	for (; ok && *value; value++) {
		if (is_control(*value))
			ok = put(r, "?", 1);
		else if (*value == '"' || *value == '\\')
			ok = put(r, "\\", 1) && put(r, value, 1);
		else
			ok = put(r, value, 1);
	}
	return ok && put(r, "\"", 1);
}

void vipi_record_start(struct vipi_record *r, const char *name)
{
	r->buf[0] = '\0';
	r->len = 0;
	r->cut = !put(r, name, strlen(name));
	vipi_record_u64(r, "v", 1);
}

void vipi_record_str(struct vipi_record *r, const char *key, const char *value)
{
	size_t start = r->len;
	bool ok;

	if (!value)
		value = "?";
	ok = put(r, " ", 1) && put(r, key, strlen(key)) && put(r, "=", 1);
	if (ok && needs_quotes(value))
		ok = put_quoted(r, value);
	else if (ok)
		ok = put(r, value, strlen(value));
	if (ok)
		return;

	/* Half a field would be read as a wrong value. */
	r->len = start;
	r->buf[start] = '\0';
	r->cut = true;
}

void vipi_record_u64(struct vipi_record *r, const char *key, u64 value)
{
	char text[NUMBER_MAX];

	snprintf(text, sizeof(text), "%llu", value);
	vipi_record_str(r, key, text);
}

void vipi_record_s64(struct vipi_record *r, const char *key, s64 value)
{
	char text[NUMBER_MAX];

	snprintf(text, sizeof(text), "%lld", value);
	vipi_record_str(r, key, text);
}

void vipi_record_hex(struct vipi_record *r, const char *key, u64 value)
{
	char text[NUMBER_MAX];

	snprintf(text, sizeof(text), "0x%llx", value);
	vipi_record_str(r, key, text);
}
