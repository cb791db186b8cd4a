# SPDX-License-Identifier: GPL-2.0-only
#
# The one reader of vipi's records (docs/OUTPUT.md). Takes a kernel log, a
# console log or a copy of debugfs' `results` file, finds the records of one run
# in it, checks that none is missing, and prints one record a line:
#
#	TYPE<tab>key=value<tab>key=value ...
#
# with module=NAME as the first field, and without quotes. When something is
# wrong it prints what and what to do on stderr, no record, and exits 1.
#
#	-v want=ID	the run to print; default: the last that began
#	-v partial=1	print what is there: a "note" record instead of the error

BEGIN {
	TYPES = "(begin|env|result|rate|skip|end)"
	HINT = "the kernel's log buffer was too small. Read " \
	       "/sys/kernel/debug/MODULE/results instead of dmesg, or boot with log_buf_len=4M"
}

{
	line = $0
	gsub(/\r/, "", line)

	# With a module's name in front anything may stand before it (time,
	# caller, syslog's words); without one, nothing.
	if (match(line, "[a-z][a-z0-9_]*: " TYPES " v=[0-9]+ ")) {
		before = substr(line, 1, RSTART - 1)
		if (before !~ /(^|[] >:])$/)
			next
		line = substr(line, RSTART)
		module = substr(line, 1, index(line, ":") - 1)
		line = substr(line, length(module) + 3)
	} else if (match(line, "^" TYPES " v=[0-9]+ ")) {
		module = ""
	} else {
		next
	}
	take(line)
}

END {
	if (failed)
		exit 1
	if (!nruns)
		fail(broken ? "every record is cut: " cut_example : \
		     "no records of vipi's modules in " source_name() ". Load a module with paths=..., then " \
		     "read /sys/kernel/debug/MODULE/results or dmesg")
	for (r = 1; r <= nruns; r++)
		if (want == "" || run_id[r] == want)
			chosen = r
	if (!chosen)
		fail("no run " want " in " source_name() ". It has: " known_runs())
	check(chosen)
	for (i = 1; i <= nrec[chosen]; i++)
		print rec[chosen, i]
}

function source_name()
{
	return FILENAME == "" || FILENAME == "-" ? "the input" : FILENAME
}

function known_runs(	r, s)
{
	for (r = 1; r <= nruns; r++)
		s = s (r > 1 ? ", " : "") run_id[r]
	return s
}

function fail(text)
{
	failed = 1
	print "vipi: " text > "/dev/stderr"
	exit 1
}

# One record without its prefix, such as `skip v=1 id=4f21c3aa path=exit`.
function take(s,	type, out, key, value, f, r)
{
	type = substr(s, 1, index(s, " ") - 1)
	s = substr(s, length(type) + 1)
	out = ""
	split("", f)
	while (match(s, /^ +[A-Za-z0-9_]+=/)) {
		key = substr(s, 1, RLENGTH - 1)
		gsub(/ /, "", key)
		s = substr(s, RLENGTH + 1)
		if (substr(s, 1, 1) == "\"") {
			s = unquote(s)
			value = unquoted
		} else {
			match(s, /^[^ ]*/)
			value = substr(s, 1, RLENGTH)
			s = substr(s, RLENGTH + 1)
		}
		gsub(/\t/, " ", value)
		f[key] = value
		out = out "\t" key "=" value
	}
	if (s ~ /[^ ]/ || f["id"] == "" || !complete(type, f)) {
		broken++
		cut_example = substr($0, 1, 60) "..."
		return
	}
	if (f["v"] != "1")
		fail("records of format v=" f["v"] " in " source_name() ", but this vipi reads v=1. " \
		     "Use the vipi that came with the module")

	r = run_of(f["id"], type)
	if (module != "")
		run_module[r] = module
	else if ("module" in f)
		run_module[r] = f["module"]
	# A console log may hold what dmesg printed again.
	if (seen[r, out, type]++)
		return
	rec[r, ++nrec[r]] = type "\tmodule=" run_module[r] out
	if (f["dropped"] > 0)
		dropped[r] = f["dropped"]
	if (type == "begin" || type == "end")
		announced[r, type] = f["results"]
	if (type == "result" && !("run" in f))
		nresults[r]++
}

# What the readers cannot do without; a line cut by the log lacks its last keys.
function complete(type, f)
{
	if (type == "result")
		return f["path"] != "" && f["kind"] != "" && f["n"] != "" && f["p50"] != "" && f["p99"] != ""
	if (type == "skip")
		return f["path"] != ""
	if (type == "begin" || type == "end")
		return f["results"] != ""
	return 1
}

# The number of the run with this id. A second begin starts a new run: a
# deterministic guest may give two runs the same id.
function run_of(id, type)
{
	if (!(id in current) || (type == "begin" && announced[current[id], "end"] != "")) {
		current[id] = ++nruns
		run_id[nruns] = id
	}
	return current[id]
}

# Cuts the quoted value off the front of s; leaves it in unquoted.
function unquote(s,	i, c)
{
	unquoted = ""
	for (i = 2; i <= length(s); i++) {
		c = substr(s, i, 1)
		if (c == "\"")
			return substr(s, i + 1)
		if (c == "\\")
			c = substr(s, ++i, 1)
		unquoted = unquoted c
	}
	return "\""
}

function check(r,	wanted, missing)
{
	if (dropped[r])
		HINT = "the module kept only part of them for debugfs. Read dmesg, or measure fewer paths or CPUs"
	gsub(/MODULE/, run_module[r] == "" ? "MODULE" : run_module[r], HINT)
	wanted = announced[r, "end"] != "" ? announced[r, "end"] : announced[r, "begin"]
	missing = wanted - nresults[r]
	if (wanted != "" && missing > 0 && announced[r, "end"] != "")
		problem(r, missing " of " wanted " results of run " run_id[r] " are missing: " HINT)
	else if (announced[r, "end"] == "")
		problem(r, "run " run_id[r] " has no end: it has not finished, it crashed, or " HINT \
			(wanted == "" ? "" : sprintf(" (%d of %d results are here)", nresults[r], wanted)))
	else if (announced[r, "begin"] == "")
		problem(r, "the beginning of run " run_id[r] " is missing: " HINT)
	else if (missing < 0)
		problem(r, "run " run_id[r] " announces " wanted " results, but " nresults[r] + 0 \
			" are here: the file mixes two runs")
}

function problem(r, text)
{
	if (!partial)
		fail(text)
	rec[r, ++nrec[r]] = "note\tmodule=" run_module[r] "\ttext=" text
}
