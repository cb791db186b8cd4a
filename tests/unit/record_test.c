// SPDX-License-Identifier: GPL-2.0-only
/*
 * core/record.c: what it writes is compared with literal lines, and read back
 * by a parser that follows the format's description instead of the code.
 */
#include <stdlib.h>
#include <string.h>

#include "record.c"
#include "tap.h"

#define FIELDS_MAX	16

struct field {
	char key[64];
	char value[VIPI_RECORD_MAX];
};

static struct vipi_record record;
static struct field fields[FIELDS_MAX];

static void check_line(const char *expected)
{
	tap_check(!strcmp(record.buf, expected), "got      %s\n# expected %s", record.buf,
		  expected);
	tap_check(record.len == strlen(record.buf), "len is %zu", record.len);
}

/* The value that begins at @p goes to @to. Returns where it ends, NULL if malformed. */
static const char *parse_value(const char *p, char *to)
{
	if (*p != '"') {
		if (!*p || *p == ' ')
			return NULL;
		while (*p && *p != ' ') {
			if (strchr("=\"\\", *p) || (unsigned char)*p < 32 || *p == 127)
				return NULL;
			*to++ = *p++;
		}
		*to = '\0';
		return p;
	}
	for (p++; *p != '"'; *to++ = *p++) {
		if (*p == '\\')
			p++;
		if ((unsigned char)*p < 32 || *p == 127)
			return NULL;
	}
	*to = '\0';
	return p + 1;
}

/* Fills fields[]. Returns their number, -1 if the line is malformed. */
static int parse(const char *p)
{
	int n = 0;

	p += strcspn(p, " ");
	while (*p) {
		size_t key = strcspn(++p, "= \"");

		if (n == FIELDS_MAX || !key || key >= sizeof(fields[n].key) || p[key] != '=')
			return -1;
		memcpy(fields[n].key, p, key);
		fields[n].key[key] = '\0';
		p = parse_value(p + key + 1, fields[n++].value);
		if (!p || (*p && *p != ' '))
			return -1;
	}
	return n;
}

static void test_fields(void)
{
	vipi_record_start(&record, "result");
	check_line("result v=1");
	vipi_record_str(&record, "path", "kvm_send_ipi_mask");
	vipi_record_u64(&record, "n", 500000);
	vipi_record_s64(&record, "min", -3756);
	vipi_record_hex(&record, "mask", 0xdeadbeef);
	check_line("result v=1 path=kvm_send_ipi_mask n=500000 min=-3756 mask=0xdeadbeef");
	tap_check(!record.cut, "cut");

	vipi_record_start(&record, "end");
	check_line("end v=1");
	vipi_record_u64(&record, "a", ~0ULL);
	vipi_record_s64(&record, "b", S64_MIN);
	vipi_record_s64(&record, "c", S64_MAX);
	vipi_record_hex(&record, "d", ~0ULL);
	vipi_record_u64(&record, "e", 0);
	vipi_record_s64(&record, "f", 0);
	vipi_record_hex(&record, "g", 0);
	check_line("end v=1 a=18446744073709551615 b=-9223372036854775808 "
		   "c=9223372036854775807 d=0xffffffffffffffff e=0 f=0 g=0x0");
	tap_subject("numbers and words");
}

static void check_str(const char *value, const char *expected)
{
	char line[128];

	vipi_record_start(&record, "env");
	vipi_record_str(&record, "k", value);
	vipi_record_u64(&record, "z", 9);
	snprintf(line, sizeof(line), "env v=1 k=%s z=9", expected);
	check_line(line);
	tap_check(!record.cut, "cut");
}

static void test_quotes(void)
{
	check_str("plain", "plain");
	check_str("a,b;c:d/e+f'g{h}%s#", "a,b;c:d/e+f'g{h}%s#");
	check_str("\xc3\xbc\xc3\x9f", "\xc3\xbc\xc3\x9f");
	check_str("", "\"\"");
	check_str(" ", "\" \"");
	check_str("not a guest", "\"not a guest\"");
	check_str("a=b", "\"a=b\"");
	check_str("say \"hi\"", "\"say \\\"hi\\\"\"");
	check_str("\"", "\"\\\"\"");
	check_str("back\\slash", "\"back\\\\slash\"");
	check_str("\\", "\"\\\\\"");
	check_str("a\nb", "\"a?b\"");
	check_str("\t\x01\x1f\x7f", "\"????\"");
	check_str(NULL, "?");
	tap_subject("quotes and escapes");
}

static void test_round_trip(void)
{
	char values[3][64];
	unsigned int round, i, j;

	srand(1);
	for (round = 0; round < 20000; round++) {
		vipi_record_start(&record, "env");
		for (i = 0; i < 3; i++) {
			unsigned int len = rand() % sizeof(values[i]);

			for (j = 0; j < len; j++)
				values[i][j] =
					rand() % 3 ? 1 + rand() % 255 : " =\"\\?a"[rand() % 6];
			values[i][len] = '\0';
			vipi_record_str(&record, (const char *[]){ "a", "bb", "c_1" }[i],
					values[i]);
			for (j = 0; j < len; j++)
				if ((unsigned char)values[i][j] < 32 || values[i][j] == 127)
					values[i][j] = '?';
		}
		tap_check(!record.cut, "%s", record.buf);
		tap_check(parse(record.buf) == 4, "%s", record.buf);
		tap_check(!strcmp(fields[0].key, "v") && !strcmp(fields[0].value, "1"), "%s",
			  record.buf);
		tap_check(!strcmp(fields[1].key, "a") && !strcmp(fields[3].key, "c_1"), "%s",
			  record.buf);
		for (i = 0; i < 3; i++)
			tap_check(!strcmp(fields[i + 1].value, values[i]), "%s", record.buf);
	}
	tap_subject("a parser reads back what was written");
}

/* Appends k=VALUE, VALUE being @len bytes long, after `result v=1`. */
static void add_long(char c, size_t len)
{
	char value[2 * VIPI_RECORD_MAX];

	memset(value, c, len);
	value[len] = '\0';
	vipi_record_start(&record, "result");
	vipi_record_str(&record, "k", value);
}

static void check_left_out(const char *what, size_t total)
{
	check_line("result v=1");
	tap_check(record.cut, "%s, %zu", what, total);
}

static void check_kept(const char *what, size_t total)
{
	tap_check(record.len == total && !record.cut, "%s: %zu of %zu, cut %d", what, record.len,
		  total, record.cut);
	tap_check(strlen(record.buf) == total && parse(record.buf) == 2, "%s: %s", what,
		  record.buf);
}

static void test_length(void)
{
	const size_t head = strlen("result v=1 k=");
	size_t total;

	/* @total counts the NUL: 900 fills the buffer. */
	for (total = 880; total <= 1000; total++) {
		bool fits = total <= VIPI_RECORD_MAX;

		add_long('x', total - 1 - head);
		if (fits)
			check_kept("plain", total - 1);
		else
			check_left_out("plain", total);

		add_long(' ', total - 1 - head - 2);
		if (fits)
			check_kept("quoted", total - 1);
		else
			check_left_out("quoted", total);

		if ((total - 1 - head) % 2)
			continue;
		add_long('"', (total - 1 - head - 2) / 2);
		if (fits)
			check_kept("escaped", total - 1);
		else
			check_left_out("escaped", total);
	}
	add_long('x', 2 * VIPI_RECORD_MAX - 1);
	check_left_out("far too long", 2 * VIPI_RECORD_MAX);
	tap_check(VIPI_RECORD_MAX == 900 && sizeof(record.buf) == 900, "%zu", sizeof(record.buf));
	tap_subject("a line of 899 characters fits, one of 900 or 901 does not");
}

static void test_cut(void)
{
	const size_t head = strlen("result v=1 k=");
	size_t room;

	for (room = 0; room <= 12; room++) {
		size_t before = VIPI_RECORD_MAX - 1 - room;

		add_long('x', before - head);
		vipi_record_u64(&record, "n", 1234567);
		tap_check(record.len == (room >= 10 ? before + 10 : before), "%zu: %zu", room,
			  record.len);
		tap_check(record.cut == (room < 10), "%zu", room);
		tap_check(parse(record.buf) == (room >= 10 ? 3 : 2), "%s", record.buf);

		add_long('x', before - head);
		vipi_record_str(&record, "n", "a b");
		tap_check(record.len == (room >= 8 ? before + 8 : before), "%zu: %zu", room,
			  record.len);
		tap_check(parse(record.buf) == (room >= 8 ? 3 : 2), "%s", record.buf);

		/* A field left out does not keep a shorter one out, and stays reported. */
		add_long('x', before - head);
		vipi_record_str(&record, "n", "longer than the room");
		vipi_record_hex(&record, "h", 1);
		tap_check(record.len == (room >= 6 ? before + 6 : before), "%zu: %zu", room,
			  record.len);
		tap_check(record.cut, "%zu", room);
		tap_check(strlen(record.buf) == record.len, "%zu", strlen(record.buf));
	}

	vipi_record_start(&record, "end");
	tap_check(!record.cut, "a new record");
	check_line("end v=1");
	tap_subject("a field that does not fit is left out whole");
}

int main(void)
{
	/* Whatever was there before vipi_record_start(). */
	memset(&record, 0xa5, sizeof(record));
	test_fields();
	test_quotes();
	test_round_trip();
	test_length();
	test_cut();
	return tap_end();
}
