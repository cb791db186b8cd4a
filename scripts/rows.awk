# SPDX-License-Identifier: GPL-2.0-only
#
# Collects the output of records.awk into rows, one for each thing that was
# measured (path, CPUs, and the settings that differ). Part of table.awk,
# plotdata.awk and bench.awk, which are run as `awk -f rows.awk -f table.awk`.
#
#	nrow, path[r], cpus[r], label[r]	rows in the order of the records
#	val[r, kind, key]			a merged result, as it was recorded
#	spread[r, kind]				half the range of the runs' medians, in
#						% of the median; absent without run= records
#	begin[key] env[key] end[key]		the run's own records
#	nrate rate[i, key], nskip skip[i, key], nnote note[i]
#
#	-v guest=FILE	guest.env of scripts/vm/guest, when a lab guest was measured

BEGIN {
	FS = "\t"
	CONVFMT = "%.15g"
	if (guest != "")
		read_guest()
}

{
	split("", f)
	for (i = 2; i <= NF; i++) {
		eq = index($i, "=")
		v = substr($i, eq + 1)
		# Made numbers here, else every later comparison is one of text.
		f[substr($i, 1, eq - 1)] = v ~ /^-?[0-9]+$/ && $i !~ /^id=/ ? v + 0 : v
	}
}

$1 == "begin"	{ for (k in f) begin[k] = f[k] }
$1 == "env"	{ for (k in f) env[k] = f[k] }
$1 == "end"	{ for (k in f) end[k] = f[k] }
$1 == "skip"	{ nskip++; for (k in f) skip[nskip, k] = f[k] }
$1 == "rate"	{ nrate++; for (k in f) rate[nrate, k] = f[k] }
$1 == "note"	{ note[++nnote] = f["text"] }
$1 == "result"	{ add_result() }

function read_guest(	line, eq)
{
	while ((getline line < guest) > 0) {
		eq = index(line, "=")
		outside[substr(line, 1, eq - 1)] = substr(line, eq + 1)
	}
	close(guest)
}

function add_result(	id, r, k)
{
	id = f["path"] SUBSEP f["src"] SUBSEP f["dst"] SUBSEP f["ndst"] SUBSEP f["senders"] \
	     SUBSEP f["target"] SUBSEP f["wait"] SUBSEP f["lock"]
	if (!(id in row_of)) {
		row_of[id] = ++nrow
		path[nrow] = f["path"]
		cpus[nrow] = cpus_text()
		for (k in f)
			common[nrow, k] = f[k]
	}
	r = row_of[id]
	if ("run" in f) {
		add_run(r, f["kind"], f["p50"])
		return
	}
	for (k in f)
		val[r, f["kind"], k] = f[k]
	has[r, f["kind"]] = 1
}

function add_run(r, kind, median)
{
	if (!((r, kind) in runs_seen) || median < low[r, kind])
		low[r, kind] = median
	if (!((r, kind) in runs_seen) || median > high[r, kind])
		high[r, kind] = median
	runs_seen[r, kind]++
}

# "0 -> 1", "0 -> 3 CPUs"; "0 -> 4 n1" when CPU 4 is on another node, 1; "2 pairs"
# and "2 x 3 CPUs" when several send at once.
function cpus_text()
{
	if (f["src"] < 0)
		return f["ndst"] > 1 ? f["senders"] " x " f["ndst"] " CPUs" : \
		       f["senders"] (f["senders"] == 1 ? " pair" : " pairs")
	if (f["ndst"] > 1)
		return f["src"] " -> " f["ndst"] " CPUs"
	if (f["src"] == f["dst"])
		return f["src"]
	return f["src"] " -> " f["dst"] (f["snode"] == f["dnode"] ? "" : " n" f["dnode"])
}

# To be called first in END: what needs all records.
function finish_rows(	r, k, kinds, n, i)
{
	# records.awk has said what is wrong.
	if (!NR)
		exit 1
	n = split("send oneway rtt flood", kinds, " ")
	for (r = 1; r <= nrow; r++) {
		label[r] = path[r] varying(r, "target") varying(r, "wait") varying(r, "lock")
		for (i = 1; i <= n; i++) {
			k = kinds[i]
			if (runs_seen[r, k] > 1 && val[r, k, "p50"] > 0)
				spread[r, k] = (high[r, k] - low[r, k]) / 2 / val[r, k, "p50"] * 100
		}
	}
	set_unit()
}

# A setting goes into the label only when the rows differ in it.
function varying(r, key,	i)
{
	for (i = 1; i <= nrow; i++)
		if (common[i, key] != common[r, key] && path[i] == path[r])
			return " " key "=" common[r, key]
	return ""
}

# A deterministic guest (QEMU -icount shift=0) executes one instruction each
# nanosecond of its own clock, so there the figures are instruction counts.
function set_unit(	r)
{
	deterministic = outside["deterministic"] == 1
	emulated = env["emulated"] == 1 || deterministic
	hypervisor = env["hypervisor"] == "none" ? "" : env["hypervisor"]
	for (r = 1; r <= nrow; r++)
		if (common[r, "emulated"] == 1)
			emulated = 1
	raw_unit = nrow ? common[1, "unit"] : "cycles"
	unit = deterministic ? "instructions" : raw_unit
	ns_per_unit = raw_unit == "ns" ? 1 : env["khz"] > 0 ? 1000000 / env["khz"] : 0
	# A calibrated clock is a hair off the 1 GHz it counts.
	if (deterministic && ns_per_unit > 0.999 && ns_per_unit < 1.001)
		ns_per_unit = 1
}

function is_baseline(name)
{
	return name ~ /^(nop|cacheline|exit|sysreg)$/
}

# A recorded value in the unit that people see; "" when it was not measured.
function shown(r, kind, key,	v)
{
	if (!((r, kind) in has))
		return ""
	v = val[r, kind, key]
	return deterministic && ns_per_unit ? v * ns_per_unit : v
}

function nanoseconds(r, kind, key)
{
	return (r, kind) in has && ns_per_unit ? val[r, kind, key] * ns_per_unit : ""
}

# The median that other paths are set in relation to; prefers the same CPUs.
function baseline(name, kind, r,	i, found)
{
	for (i = 1; i <= nrow; i++) {
		if (path[i] != name || !((i, kind) in has))
			continue
		if (!found || (common[i, "src"] == common[r, "src"] && common[i, "dst"] == common[r, "dst"]))
			found = i
	}
	return found ? val[found, kind, "p50"] : ""
}

# Three digits that matter, without an exponent.
function number(v)
{
	if (v == "")
		return ""
	if (v >= 100 || v <= -100 || v == int(v))
		return sprintf("%.0f", v)
	return sprintf(v >= 10 || v <= -10 ? "%.1f" : "%.2f", v)
}

function where_text()
{
	if (hypervisor == "" || hypervisor == "TCG")
		return emulated ? "emulated CPU" : "no hypervisor"
	if (hypervisor == "?")
		return "unknown hypervisor"
	return hypervisor (emulated ? " on an emulated CPU" : "")
}

function emulated_text()
{
	if (deterministic)
		return "instructions counted by an emulator (QEMU -icount), not time"
	if (emulated)
		return "figures from an emulator, no measure of any hardware"
	return ""
}
