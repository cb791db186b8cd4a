# SPDX-License-Identifier: GPL-2.0-only
#
# The table of vipi bench, from benchrow.awk's lines of all configurations.

BEGIN {
	FS = "\t"
	CONVFMT = "%.15g"
}

!($2 in known) {
	known[$2] = 1
	config[++n] = $2
}

$1 == "harness" {
	nop[$2] = $3
	stamps[$2] = $4
}

$1 == "row" {
	row = $3 "\t" $4
	if (!(row in order)) {
		order[row] = ++nrows
		rows[nrows] = row
		if (length($3) > wpath)
			wpath = length($3)
		if (length($4) > wcpus)
			wcpus = length($4)
	}
	for (i = 5; i <= 7; i++) {
		cell[row, $2, i] = $i
		if (length($i) > wcell)
			wcell = length($i)
	}
}

$1 == "skip" {
	why = $3 "\t" $4
	if (!(why in skipped))
		skips[++nskips] = why
	skipped[why] = skipped[why] (skipped[why] == "" ? "" : ", ") $2
}

END {
	if (!n)
		exit 1
	print "Instructions, counted in deterministic guests (QEMU -icount): path lengths, not time.\n"
	print "What the harness adds to a send (docs/METHOD.md), medians:"
	printf "  %-14s %8s %16s %8s\n", "guest", "nop", "two timestamps", "adds"
	for (c = 1; c <= n; c++)
		printf "  %-14s %8s %16s %8s\n", config[c], dash(nop[config[c]]), dash(stamps[config[c]]),
		       nop[config[c]] == "" || stamps[config[c]] == "" ? "-" : nop[config[c]] - stamps[config[c]]

	# Narrow, so that four guests fit in 100 columns.
	if (wcell < 4)
		wcell = 4
	print "\nMedians of send, one-way (1way) and round trip (rtt):"
	line = pad("", wpath) "  " pad("", wcpus)
	for (c = 1; c <= n; c++)
		line = line "  " pad(config[c], 3 * wcell + 2)
	print trim(line)
	line = pad("path", wpath) "  " pad("CPUs", wcpus)
	for (c = 1; c <= n; c++)
		line = line " " right("send") right("1way") right("rtt")
	print line
	for (r = 1; r <= nrows; r++) {
		split(rows[r], part, "\t")
		line = pad(part[1], wpath) "  " pad(part[2], wcpus)
		for (c = 1; c <= n; c++) {
			line = line " "
			for (i = 5; i <= 7; i++)
				line = line right(cell[rows[r], config[c], i])
		}
		print trim(line)
	}
	if (nskips)
		print "\nNot measured:"
	for (i = 1; i <= nskips; i++) {
		split(skips[i], part, "\t")
		print "  " part[1] " (" skipped[skips[i]] "): " part[2]
	}
}

function dash(s)
{
	return s == "" ? "-" : s
}

function pad(s, w)
{
	return sprintf("%-" w "s", s)
}

function right(s)
{
	return sprintf(" %" wcell "s", s)
}

function trim(s)
{
	sub(/ +$/, "", s)
	return s
}
