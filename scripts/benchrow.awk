# SPDX-License-Identifier: GPL-2.0-only
#
# One configuration's figures for bench.awk: awk -f rows.awk -f benchrow.awk,
# fed by records.awk, with the environment variable config=NAME. Prints lines
#
#	harness<tab>CONFIG<tab>nop's send<tab>two timestamps
#	row<tab>CONFIG<tab>path<tab>CPUs<tab>send<tab>one-way<tab>rtt

END {
	config = ENVIRON["config"]
	finish_rows()
	if (!deterministic)
		refuse("the figures of " config " are not from a deterministic guest: they are no instruction counts")
	for (r = 1; r <= nrow; r++)
		if (path[r] == "nop" && (r, "send") in has)
			harness(r)
	if (!harnessed)
		print "harness\t" config "\t\t"
	for (r = 1; r <= nrow; r++)
		print "row\t" config "\t" label[r] "\t" cpus[r] "\t" number(shown(r, "send", "p50")) "\t" \
		      number(shown(r, "oneway", "p50")) "\t" number(shown(r, "rtt", "p50"))
	for (i = 1; i <= nskip; i++)
		print "skip\t" config "\t" skip[i, "path"] "\t" skip[i, "reason"]
}

function refuse(text)
{
	print "vipi: " text > "/dev/stderr"
	exit 1
}

function harness(r,	stamps)
{
	stamps = env["clock_p50"]
	if (stamps != "" && ns_per_unit)
		stamps *= ns_per_unit
	print "harness\t" config "\t" shown(r, "send", "p50") "\t" stamps
	harnessed = 1
}
