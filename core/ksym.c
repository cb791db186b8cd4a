// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel does not export kallsyms_lookup_name(); a kprobe on it resolves the
 * name and gives the address away.
 */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "ksym.h"

DEFINE_STATIC_CALL_NULL(vipi_kallsyms, kallsyms_lookup_name);

static int (*size_offset)(unsigned long address, unsigned long *size,
			  unsigned long *offset) __maybe_unused;
DEFINE_STATIC_CALL_NULL(vipi_size_offset, *size_offset);

/* How many symbols away a function of the same file may be. */
#define NEIGHBOURS	12

#ifdef CONFIG_KPROBES
/*
 * With IBT (x86) or BTI (arm64) a kprobe sits behind the landing pad, so its
 * address is the symbol's plus 4. The landing pad is ENDBR64, or the NOP that
 * sealing puts in its place, or BTI C; little-endian words.
 */
static bool is_landing_pad(u32 insn)
{
	return insn == 0xfa1e0ff3 || insn == 0x001f0f66 || insn == 0xd6401f0f ||
	       insn == 0xd503245f;
}

static unsigned long find_kallsyms(void)
{
	struct kprobe kp = { .symbol_name = "kallsyms_lookup_name" };
	unsigned long address;
	u32 before;

	if (register_kprobe(&kp) < 0)
		return 0;
	address = (unsigned long)kp.addr;
	unregister_kprobe(&kp);
	if (kp.offset)
		return address - kp.offset;
	before = *(const u32 *)(address - sizeof(before));
	return is_landing_pad(before) ? address - sizeof(before) : address;
}
#else
static unsigned long find_kallsyms(void)
{
	return 0;
}
#endif

unsigned long vipi_ksym(const char *name)
{
	static bool tried, bound;
	unsigned long address;

	if (!tried) {
		tried = true;
		address = find_kallsyms();
		if (address) {
			static_call_update(vipi_kallsyms,
					   (typeof(&kallsyms_lookup_name))address);
			bound = true;
		}
	}
	return bound ? static_call(vipi_kallsyms)(name) : 0;
}

/* The start of the next symbol, or of the previous one; 0 when there is none. */
static unsigned long neighbour(unsigned long address, bool up)
{
	unsigned long size, offset;

	if (!static_call(vipi_size_offset)(address, &size, &offset))
		return 0;
	address -= offset;
	if (up)
		return address + size;
	if (!static_call(vipi_size_offset)(address - 1, &size, &offset))
		return 0;
	return address - 1 - offset;
}

static bool is_named(unsigned long address, const char *name)
{
	char symbol[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(symbol, address);
	return !strcmp(symbol, name);
}

unsigned long vipi_ksym_near(unsigned long address, const char *name)
{
	unsigned long up = address, down = address;
	int i;

	if (!vipi_ksym_bind(vipi_size_offset, "kallsyms_lookup_size_offset"))
		return 0;
	for (i = 0; i < NEIGHBOURS && (up || down); i++) {
		if (up && is_named(up, name))
			return up;
		if (down && is_named(down, name))
			return down;
		up = up ? neighbour(up, true) : 0;
		down = down ? neighbour(down, false) : 0;
	}
	return 0;
}
