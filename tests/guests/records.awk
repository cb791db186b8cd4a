# SPDX-License-Identifier: GPL-2.0-only
# Checks the records of one run (a debugfs results file): prints what is wrong and
# fails.
#
#   -v expect_errors=N	cases that may have failed (0)

function wrong(text)
{
	print text ": " $0
	bad = 1
}

# Splits $0 into f[key]; false if it is not name key=value ...
function parse(    rest, key, value)
{
	split("", f)
	rest = $0
	if (!match(rest, /^[a-z]+/))
		return 0
	name = substr(rest, 1, RLENGTH)
	rest = substr(rest, RLENGTH + 1)
	while (rest != "") {
		if (!match(rest, /^ [a-zA-Z0-9_]+=/))
			return 0
		key = substr(rest, 2, RLENGTH - 2)
		rest = substr(rest, RLENGTH + 1)
		if (!match(rest, /^("([^"\\]|\\.)*"|[^ "=\\]+)/))
			return 0
		value = substr(rest, 1, RLENGTH)
		rest = substr(rest, RLENGTH + 1)
		if (key in f)
			return 0
		f[key] = value
	}
	return 1
}

length($0) >= 900 { wrong("too long") }
!parse() { wrong("cannot be parsed"); next }
f["v"] != 1 { wrong("version") }
NR == 1 {
	if (name != "begin")
		wrong("not a begin record")
	id = f["id"]
	expected = f["results"]
	loops = f["loops"]
	warmup = f["warmup"]
	runs = f["runs"]
}
f["id"] != id || id !~ /^[0-9a-f]+$/ { wrong("id") }
ended { wrong("after the end") }
name == "skip" { skipped++ }
name == "end" {
	ended = 1
	if (f["results"] != expected || results != expected || f["skipped"] != skipped + 0 ||
	    f["errors"] != expect_errors + 0)
		wrong("counts; begin promised " expected ", there are " results " and " skipped + 0 " skipped")
	if (single_runs != expected * runs)
		wrong(single_runs + 0 " records of single runs")
}
name == "result" {
	senders = "senders" in f ? f["senders"] : 1
	# Of several broadcasters only one does the ping-pong.
	if (f["path"] == "all" && f["kind"] != "flood")
		senders = 1
	times = senders * ("pairs" in f ? f["pairs"] : 1)
	if (!(f["min"] + 0 <= f["p50"] + 0 && f["p50"] + 0 <= f["p90"] + 0 && f["p90"] + 0 <= f["p99"] + 0 &&
	      f["p99"] + 0 <= f["p999"] + 0 && f["p999"] + 0 <= f["max"] + 0))
		wrong("order of percentiles")
	if (f["mean"] + 0 < f["min"] + 0 || f["mean"] + 0 > f["max"] + 0)
		wrong("mean")
	if (f["emulated"] != 1)
		wrong("not marked as emulated")
}
name == "result" && "run" in f {
	single_runs++
	if (f["run"] < 1 || f["run"] + 0 > runs + 0)
		wrong("run")
}
name == "result" && "runs" in f {
	results++
	if (f["seq"] != results)
		wrong("seq")
	if (f["runs"] != runs)
		wrong("runs")
	if (f["n"] != loops * runs * times - f["late"])
		wrong("n is not loops * runs * " times)
	if (f["sat"] != 0)
		wrong("saturated")
	if ("sent" in f) {
		if (f["sent"] != f["received"] || f["lost"] != 0)
			wrong("lost")
		if (f["sent"] != (loops + warmup) * runs * times * f["ndst"])
			wrong("sent is not (loops + warmup) * runs * ndst * " times)
	} else if (f["kind"] != "flood" && f["path"] != "nop" && f["path"] != "exit") {
		wrong("no counts")
	}
	key = f["path"] " " f["src"] " " f["dst"] " " f["ndst"]
	p50[key, f["kind"]] = f["p50"]
	if (f["kind"] == "rtt" && f["p50"] + 0 < p50[key, "send"] + 0)
		wrong("shorter than its send")
}
END {
	if (!NR || !ended)
		print "no end record"
	exit bad || !ended
}
