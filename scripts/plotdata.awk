# SPDX-License-Identifier: GPL-2.0-only
#
# What scripts/plot.gp draws: variables and a data block, as gnuplot commands.
# awk -f rows.awk -f plotdata.awk, fed by records.awk.
#
# Columns of $data: row, send p50, one-way p50, rtt p50, rtt p99.

END {
	finish_rows()
	for (r = 1; r <= nrow; r++)
		if (!is_baseline(path[r]))
			take(r)
	for (r = 1; r <= nrow; r++)
		if (is_baseline(path[r]))
			take(r)
	if (!rows) {
		print "vipi: nothing to plot: " (nskip ? "all paths were skipped, such as " skip[1, "path"] ": " \
		      skip[1, "reason"] : "the run has no results with a send, one-way or rtt median") > "/dev/stderr"
		exit 1
	}

	assign("heading", "IPI latency, Linux " env["kernel"] " " env["arch"] ", " env["cpus"] " CPUs, " where_text())
	assign("subheading", emulated ? "EMULATED: " emulated_text() : "")
	assign("unit", unit)
	print "rows = " rows
	# Beyond a factor of 30 the short ones could not be told apart.
	print "logarithmic = " (least > 0 && most / least > 30)
	print "least = " least + 0
	print "lowest = " lowest + 0
	print "most = " most + 0
	print "kinds = '" (seen["send"] ? " send" : "") (seen["oneway"] ? " oneway" : "") \
	      (seen["rtt"] ? " rtt" : "") "'"
	print "set ytics (" tics ")"
	print "$data << VIPI_END"
	for (i = 1; i <= rows; i++)
		print data[i]
	print "VIPI_END"
}

function quoted(text)
{
	gsub(/'/, "''", text)
	return "'" text "'"
}

function assign(name, text)
{
	print name " = " quoted(text)
}

function take(r)
{
	if (!((r, "send") in has || (r, "oneway") in has || (r, "rtt") in has))
		return
	rows++
	tics = tics (rows > 1 ? ", " : "") quoted(label[r] "  " cpus[r]) " " rows
	data[rows] = rows "\t" point(r, "send", "p50") "\t" point(r, "oneway", "p50") \
		     "\t" point(r, "rtt", "p50") "\t" point(r, "rtt", "p99")
}

# Clocks of two CPUs that differ can make a one-way median 0 or less; a
# logarithmic axis leaves it out, the table warns about it.
function point(r, kind, key,	v)
{
	v = shown(r, kind, key)
	if (v == "")
		return "NaN"
	seen[kind] = 1
	if (v > 0 && (!least || v < least))
		least = v
	if (v < lowest)
		lowest = v
	if (v > most)
		most = v
	return sprintf("%.3f", v)
}
