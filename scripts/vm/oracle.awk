# SPDX-License-Identifier: GPL-2.0-only
# Turns the counters' snapshots in nested-host's output into counts by phase.
#
#   -v row=NAME		the guest whose counts are wanted
#
# Prints, for each phase, "phase NAME" and lines "TRACEPOINT KEY=VALUE,… COUNT" with
# what was counted between its mark and the next; the phase before the first mark is
# called "boot". Keys are the tracepoint's fields, and what the trigger's filter
# fixes ("nr == 10"). Values that hold an ICR have a key "vector" beside them, and
# kvm_apic_accept_irq's vec is called so; values written to GICD_SGIR have a key "sgi". A line "dropped TRACEPOINT COUNT" says
# that a histogram was full: its counts are then too low.

BEGIN {
	split("icr_low a3 data val", list, " ")
	for (i in list)
		is_icr[list[i]] = 1
	split("ecx reg code gpa exit_reason esr_ec icr_low a3 data val", list, " ")
	for (i in list)
		is_hex[list[i]] = 1
	phase = "boot"
}

$1 == "row" { on = $2 == row; next }
!on { next }

$1 == "snapshot" {
	phase_end()
	name = $2
	next
}

$1 == "late" || $1 == "qemu" || $1 == "ended" {
	phase_end()
	next
}

$1 == "event" {
	event = $2
	next
}

# The filter's fixed fields, which are the same for all of a histogram.
/^# trigger info/ {
	fixed = ""
	hex_keys = $0
	sub(/:vals=.*/, "", hex_keys)
	filter = $0
	if (sub(/.* if /, "", filter)) {
		sub(/ \[.*/, "", filter)
		n = split(filter, part, / *&& */)
		for (i = 1; i <= n; i++)
			if (part[i] ~ /^[A-Za-z0-9_]+ == [0-9]+$/) {
				sub(/ == /, "=", part[i])
				fixed = fixed part[i] ","
			}
	}
	next
}

$1 == "Dropped:" {
	count("dropped " event, $2)
	next
}

/hitcount:/ {
	value = $0
	sub(/.*hitcount: */, "", value)
	keys = $0
	sub(/^[{] */, "", keys)
	sub(/ *[}].*/, "", keys)
	text = event " " fixed
	n = split(keys, part, / *, */)
	vector = ""
	for (i = 1; i <= n; i++) {
		split(part[i], kv, /: */)
		text = text (i > 1 ? "," : "") field(kv[1], kv[2])
	}
	if (vector != "")
		text = text (event == "kvm_mmio" ? ",sgi=" vector % 16 : ",vector=" vector)
	count(text, value)
}

function field(name, value)
{
	if (index(hex_keys, name ".hex"))
		return name "=0x" value
	if (is_icr[name])
		vector = value % 256
	if (name == "vec")
		name = "vector"
	if (is_hex[name])
		value = hex(value)
	return name "=" value
}

# Some awks print no more than 32 bits with %x.
function hex(v,	high)
{
	high = int(v / 4294967296)
	if (high)
		return sprintf("0x%x%08x", high, v - high * 4294967296)
	return sprintf("0x%x", v)
}

function count(text, value)
{
	order[++texts] = text
	now[text] = value
}

# A snapshot is complete: what was counted since the one before.
function phase_end(	i, text, n)
{
	if (name == "")
		return
	print "phase " phase
	for (i = 1; i <= texts; i++) {
		text = order[i]
		n = now[text] - before[text]
		if (n)
			printf "%s %.0f\n", text, n
		before[text] = now[text]
	}
	split("", now)
	texts = 0
	phase = name
	name = ""
}
