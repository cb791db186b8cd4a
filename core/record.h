/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One machine-readable record: a word, then key=value fields, on one line
 * (logfmt). docs/OUTPUT.md describes the records.
 *
 * Nothing here allocates, locks or sleeps: any context will do.
 */
#ifndef VIPI_RECORD_H
#define VIPI_RECORD_H

#include <linux/types.h>

/*
 * Bytes of a record with its final NUL. With the module's name in front a
 * record must fit one printk line, which the kernel cuts at about 1000 bytes.
 */
#define VIPI_RECORD_MAX		900

/**
 * struct vipi_record - a record while it is being built
 * @buf: the text, always NUL-terminated, without a newline
 * @len: its length without the NUL
 * @cut: at least one field did not fit and is missing
 *
 * Large for a kernel stack: keep it in the memory of the run.
 */
struct vipi_record {
	char buf[VIPI_RECORD_MAX];
	size_t len;
	bool cut;
};

/**
 * vipi_record_start() - begin a record, forgetting the previous one
 * @r: record, need not be initialised
 * @name: the record's first word: a short word such as "result"
 *
 * Writes the name and the version of the format, such as `result v=1`.
 */
void vipi_record_start(struct vipi_record *r, const char *name);

/**
 * vipi_record_str() - append a text field
 * @r: record
 * @key: letters, digits and underscores
 * @value: any text; NULL is written as ?, like everything we could not find out
 *
 * An empty value, and one with a space, =, ", \ or a control character, is put
 * in double quotes. Inside quotes " and \ have a \ in front, and control
 * characters become a question mark.
 *
 * Like each of the functions below it leaves the field out altogether and sets
 * @r->cut when it does not fit; a later, shorter field may still fit.
 */
void vipi_record_str(struct vipi_record *r, const char *key, const char *value);

/**
 * vipi_record_u64() - append an unsigned decimal field
 * @r: record
 * @key: letters, digits and underscores
 * @value: number
 */
void vipi_record_u64(struct vipi_record *r, const char *key, u64 value);

/**
 * vipi_record_s64() - append a signed decimal field
 * @r: record
 * @key: letters, digits and underscores
 * @value: number
 */
void vipi_record_s64(struct vipi_record *r, const char *key, s64 value);

/**
 * vipi_record_hex() - append a hexadecimal field with 0x in front
 * @r: record
 * @key: letters, digits and underscores
 * @value: number
 */
void vipi_record_hex(struct vipi_record *r, const char *key, u64 value);

#endif /* VIPI_RECORD_H */
