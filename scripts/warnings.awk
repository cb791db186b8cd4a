# SPDX-License-Identifier: GPL-2.0-only
#
# What makes the figures of a table doubtful, and what to do about it. Part of
# table.awk.

function warnings(	r, i)
{
	for (i = 1; i <= nnote; i++)
		warn("incomplete: " note[i])
	if (end["errors"] > 0)
		warn(end["errors"] " path(s) stopped with an error. The kernel log says which: dmesg | grep " \
		     begin["module"])
	if (end["results"] < begin["results"] && end["results"] != "")
		warn("the run stopped early: " end["results"] " of " begin["results"] " results.")
	if (env["clock"] == "tsc-unstable")
		warn("the kernel does not trust this TSC: one-way figures between CPUs may be off by any amount. Use rtt.")
	for (r = 1; r <= nrow; r++)
		warn_row(r)
	warn_rows()
}

function warn(text)
{
	if (!nwarned++)
		print ""
	print wrap("Warning: " text, "         ")
}

function warn_row(r,	who, apart)
{
	who = label[r] ", " cpus[r] ": "
	if (sum(r, "lost") > 0)
		warn(who sum(r, "lost") " IPIs were never acknowledged within timeout_us=" begin["timeout_us"] \
		     ". Raise timeout_us= to tell slow from lost; if they stay lost, this path does not work here.")
	if (sum(r, "late") > 0)
		warn(who sum(r, "late") " acknowledgements came after timeout_us=" begin["timeout_us"] \
		     ". A vCPU was probably not running: pin the vCPUs, or raise timeout_us=.")
	if (val[r, "oneway", "neg"] > 0)
		warn(who sprintf("%d of %d one-way samples are negative: the two CPUs' clocks differ by more " \
		     "than the latency. Use rtt.", val[r, "oneway", "neg"], val[r, "oneway", "n"]))
	if (sum(r, "sat") > 0)
		warn(who sum(r, "sat") " samples were beyond the histogram and count as its maximum.")
	apart = val[r, "oneway", "offset"] < 0 ? -val[r, "oneway", "offset"] : val[r, "oneway", "offset"]
	if (apart > val[r, "oneway", "offset_err"])
		warn(who sprintf("the two CPUs' clocks are %d %s apart, give or take %d; one-way is off by that. " \
		     "Use rtt.", apart, raw_unit, val[r, "oneway", "offset_err"]))
	if (val[r, "rtt", "sent"] != val[r, "rtt", "received"])
		warn(who val[r, "rtt", "sent"] " sent, but " val[r, "rtt", "received"] \
		     " received. The medians may hide it: do not use this row.")
}

# lost, late, sat are of the samples, so the kinds repeat them.
function sum(r, key,	k, kinds, n, i, most)
{
	n = split("send oneway rtt flood", kinds, " ")
	for (i = 1; i <= n; i++)
		if (val[r, kinds[i], key] > most)
			most = val[r, kinds[i], key]
	return most + 0
}

# Said once for all rows, with the worst row as the example.
function warn_rows(	r, k, kinds, i, n, worst, wkind, few, stolen, srow)
{
	n = split("send rtt flood", kinds, " ")
	for (r = 1; r <= nrow; r++) {
		for (i = 1; i <= n; i++) {
			k = kinds[i]
			if ((r, k) in spread && (!worst || spread[r, k] > spread[worst, wkind])) {
				worst = r
				wkind = k
			}
		}
		if (sum(r, "steal_ns") > stolen) {
			stolen = sum(r, "steal_ns")
			srow = r
		}
		if ((r, "rtt") in has && val[r, "rtt", "n"] < 1000)
			few++
	}
	if (stolen > 0)
		warn(sprintf("the hypervisor took CPU time away, most from %s, %s: %.1f ms. p99 shows it more than " \
		     "the median. Quiet the host, or pin the vCPUs.", label[srow], cpus[srow], stolen / 1000000))
	if (worst && spread[worst, wkind] > 5)
		warn(sprintf("the medians of the runs differ, most in %s, %s: %s +-%.1f%%. %s", label[worst],
		     cpus[worst], wkind, spread[worst, wkind], deterministic ? \
		     "The guest is deterministic, so this is no noise: the path has more than one way to go." : \
		     "Close other load, pin the vCPUs, or raise runs= and loops=."))
	if (few)
		warn("fewer than 1000 samples: less than ten lie beyond p99. Raise loops= before quoting it.")
}
