# SPDX-License-Identifier: GPL-2.0-only
#
# The table for people. awk -f rows.awk -f table.awk -f warnings.awk, fed by
# records.awk.
# Plain ASCII, at most 100 columns wide: it is pasted into mails.

BEGIN {
	WIDTH = 100
}

END {
	finish_rows()
	header()
	if (nrow) {
		columns()
		fit()
		print_rows()
	}
	rates()
	skipped()
	warnings()
}

# ---- what was measured, where ----

function header(	s)
{
	printf "%s %s: one IPI in flight, medians over %s runs of %s loops%s\n", begin["module"],
	       begin["version"] == "" ? "?" : begin["version"], begin["runs"], begin["loops"],
	       begin["id"] == "" ? "" : " (run " begin["id"] ")"
	s = "Linux " env["kernel"] " " env["arch"] ", " env["cpus"] " CPUs"
	s = s (env["nodes"] > 1 ? ", " env["nodes"] " nodes" : "") ", " where_text()
	line("guest", s)
	if (env["apic"] != "")
		line("apic", env["apic"] "; send_IPI " env["send_IPI"] ", send_IPI_mask " env["send_IPI_mask"])
	line("cpu", env["cpu"] != "" ? env["cpu"] : facts("midr"))
	line("facts", facts("pv_ipi_offered pv_ipi_used x2apic conduit cpuidle coco mitigations") \
	     set_facts("no_kvm_pvipi poll rt"))
	line("settings", "target=" begin["target"] same("wait") same("lock") \
	     (begin["gap_us"] > 0 ? " gap_us=" begin["gap_us"] : "") " warmup=" begin["warmup"])
	s = env["clock"]
	if (env["khz"] > 0)
		s = s sprintf(" at %s MHz", number(env["khz"] / 1000))
	if (env["clock_p50"] != "")
		s = s ", two adjacent reads " env["clock_p50"] " " unit
	line("clock", s)
	if (emulated)
		line("EMULATED", emulated_text())
	print ""
}

function line(name, text)
{
	if (text != "")
		print wrap(sprintf("  %-9s %s", name, text), "            ")
}

function facts(keys,	list, n, i, s)
{
	n = split(keys, list, " ")
	for (i = 1; i <= n; i++)
		if (list[i] in env && env[list[i]] != "")
			s = s " " list[i] "=" env[list[i]]
	return substr(s, 2)
}

# Those of the keys that are not 0, which is what they nearly always are.
function set_facts(keys,	list, n, i, s)
{
	n = split(keys, list, " ")
	for (i = 1; i <= n; i++)
		if (env[list[i]] != "" && env[list[i]] != 0)
			s = s " " list[i] "=" env[list[i]]
	return s
}

# " key=value" when all rows that have the key agree; else the rows show it.
function same(key,	r, v)
{
	for (r = 1; r <= nrow; r++) {
		if (common[r, key] == "")
			continue
		if (v != "" && v != common[r, key])
			return ""
		v = common[r, key]
	}
	return v == "" ? "" : " " key "=" v
}

# ---- the columns: which there are, and which fit ----

function columns(	u, ns, kind, kinds, n, i, r)
{
	u = unit == "instructions" ? "instr" : unit
	# Instructions are not time, so they are not shown as time either.
	ns = ns_per_unit && unit != "ns" && unit != "instructions"

	# The higher the number, the sooner a column goes when room is short.
	add("send", u, 0)
	if (ns)
		add("send", "ns", 3)
	add("one-way", u, 0)
	if (ns)
		add("one-way", "ns", 4)
	add("rtt", u, 0)
	if (ns)
		add("rtt", "ns", 1)
	add("rtt", "spread", 1)
	add("p99 rtt", u, 0)
	if (ns)
		add("p99 rtt", "ns", 2)
	add("flood", u, 5)
	add("rtt in", "lines", 0)
	if (hypervisor != "" && hypervisor != "TCG")
		add("send in", "exits", 0)
	for (r = 1; r <= nrow; r++)
		fill(r)
}

function add(top, below, priority)
{
	ncol++
	head1[ncol] = top
	head2[ncol] = below
	drop[ncol] = priority
	col[top, below] = ncol
}

function put(r, top, below, text)
{
	if ((top, below) in col)
		cell[r, col[top, below]] = text
}

function fill(r,	u, line_rtt, exit_send, k)
{
	u = unit == "instructions" ? "instr" : unit
	put(r, "send", u, number(shown(r, "send", "p50")))
	put(r, "send", "ns", number(nanoseconds(r, "send", "p50")))
	put(r, "one-way", u, number(shown(r, "oneway", "p50")))
	put(r, "one-way", "ns", number(nanoseconds(r, "oneway", "p50")))
	put(r, "rtt", u, number(shown(r, "rtt", "p50")))
	put(r, "rtt", "ns", number(nanoseconds(r, "rtt", "p50")))
	put(r, "p99 rtt", u, number(shown(r, "rtt", "p99")))
	put(r, "p99 rtt", "ns", number(nanoseconds(r, "rtt", "p99")))
	put(r, "flood", u, number(shown(r, "flood", "p50")))
	k = (r, "rtt") in has ? "rtt" : "send"
	if ((r, k) in spread)
		put(r, "rtt", "spread", sprintf("+-%.1f%%", spread[r, k]))
	line_rtt = baseline("cacheline", "rtt", r)
	if (line_rtt > 0 && (r, "rtt") in has && !is_baseline(path[r]))
		put(r, "rtt in", "lines", number(val[r, "rtt", "p50"] / line_rtt))
	exit_send = baseline("exit", "send", r)
	if (exit_send > 0 && (r, "send") in has && !is_baseline(path[r]))
		put(r, "send in", "exits", number(val[r, "send", "p50"] / exit_send))
}

function fit(	c, r, worst, i)
{
	wpath = 4
	wcpus = 4
	for (r = 1; r <= nrow; r++) {
		name[r] = label[r] (no_interrupt(r) ? " *" : "")
		if (length(name[r]) > wpath)
			wpath = length(name[r])
		if (length(cpus[r]) > wcpus)
			wcpus = length(cpus[r])
	}
	for (c = 1; c <= ncol; c++) {
		used[c] = 0
		width[c] = length(head1[c]) > length(head2[c]) ? length(head1[c]) : length(head2[c])
		for (r = 1; r <= nrow; r++) {
			if (cell[r, c] != "")
				used[c] = 1
			if (length(cell[r, c]) > width[c])
				width[c] = length(cell[r, c])
		}
	}
	gap = total(2) <= WIDTH ? 2 : 1
	while (total(gap) > WIDTH) {
		worst = 0
		for (c = 1; c <= ncol; c++)
			if (used[c] && drop[c] && (!worst || drop[c] > drop[worst]))
				worst = c
		if (!worst)
			break
		used[worst] = 0
	}
}

function total(space,	c, sum)
{
	sum = wpath + 2 + wcpus
	for (c = 1; c <= ncol; c++)
		if (used[c])
			sum += space + width[c]
	return sum
}

# ---- the rows: paths first, then what they are compared with ----

function print_rows(	r, c, baselines, stars)
{
	print_row("", "", head1)
	print_row("path", "CPUs", head2)
	for (r = 1; r <= nrow; r++)
		if (!is_baseline(path[r]))
			print_cells(r)
	for (r = 1; r <= nrow; r++) {
		if (!is_baseline(path[r]))
			continue
		if (!baselines++)
			print ""
		print_cells(r)
	}
	print ""
	for (r = 1; r <= nrow; r++)
		stars += no_interrupt(r)
	if (stars)
		print "* no interrupt: the kernel reached the target without one."
	print "send: until the sender may go on. one-way: until the handler runs. rtt: until the sender sees it."
	print "Figures are medians (p50)" (uses("rtt", "spread") ? \
	      "; spread: half the range of the runs' medians." : ".")
	if (other_node())
		print "n1: on NUMA node 1; without it, on the sender's own node."
	if (uses("rtt in", "lines"))
		print "lines: multiples of the cacheline rtt, a store on one CPU seen by the other."
	if (uses("send in", "exits"))
		print "exits: multiples of the cheapest exit to the hypervisor."
	if (uses("flood", unit == "instructions" ? "instr" : unit))
		print "flood: sender's cost per IPI when sent back to back."
}

function uses(top, below)
{
	return (top, below) in col && used[col[top, below]]
}

# By the kernel's own interrupt counts, with one IPI in flight. (A flood to a
# queue that is not empty sends none, and that is no surprise.)
function no_interrupt(r)
{
	return !is_baseline(path[r]) && val[r, "rtt", "ipi"] "" == "0"
}

function other_node(	r)
{
	for (r = 1; r <= nrow; r++)
		if (cpus[r] ~ / n[0-9]+$/)
			return 1
	return 0
}

function print_row(a, b, texts,	c, s)
{
	s = sprintf("%-" wpath "s  %-" wcpus "s", a, b)
	for (c = 1; c <= ncol; c++)
		if (used[c])
			s = s sprintf("%" (gap + width[c]) "s", texts[c])
	sub(/ +$/, "", s)
	print s
}

function print_cells(r,	c, texts)
{
	for (c = 1; c <= ncol; c++)
		texts[c] = cell[r, c]
	print_row(name[r], cpus[r], texts)
}

function rates(	i)
{
	if (!nrate)
		return
	print "\nThroughput" (deterministic ? ", per second of the emulator's own clock" : "") ":"
	for (i = 1; i <= nrate; i++)
		printf "  %-" (wpath ? wpath : 1) "s  %s -> %s  %s IPI/s\n", rate[i, "path"],
		       plural(rate[i, "senders"], "sender"), plural(rate[i, "ndst"], "CPU") \
		       (rate[i, "senders"] > 1 ? " each" : ""), thousands(rate[i, "ipi_per_s"])
}

function plural(n, noun)
{
	return n " " noun (n == 1 ? "" : "s")
}

function thousands(v,	s)
{
	v = sprintf("%.0f", v)
	while (length(v) > 3) {
		s = "," substr(v, length(v) - 2) s
		v = substr(v, 1, length(v) - 3)
	}
	return v s
}

function skipped(	i)
{
	if (!nskip)
		return
	print "\nNot measured:"
	for (i = 1; i <= nskip; i++)
		printf "  %-" (wpath ? wpath : 1) "s  %s\n", skip[i, "path"], skip[i, "reason"]
}

function wrap(text, indent,	out, cut)
{
	while (length(text) > WIDTH) {
		cut = WIDTH + 1
		while (cut > length(indent) && substr(text, cut, 1) != " ")
			cut--
		if (cut <= length(indent))
			break
		out = out substr(text, 1, cut - 1) "\n"
		text = indent substr(text, cut + 1)
	}
	return out text
}
