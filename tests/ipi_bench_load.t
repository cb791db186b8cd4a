#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench: loads that go well; their lines and records.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

guest_module ipi_bench
guest_checks load --smp 4 --file "$test_top/tests/guests/records.awk" -- ipi_bench_load.sh

# Figures become #, one for each character of a padded field.
hide_figures()
{
	awk '{
		out = ""
		while (match($0, /(elapsed|ipitime|average) = [ 0-9]*[0-9] |throughput [0-9]+ /)) {
			text = substr($0, RSTART, RLENGTH)
			if (text ~ /^throughput/)
				text = "throughput # "
			else {
				name = substr(text, 1, index(text, "= ") + 1)
				number = substr(text, length(name) + 1, length(text) - length(name) - 1)
				gsub(/./, "#", number)
				text = name number " "
			}
			out = out substr($0, 1, RSTART - 1) text
			$0 = substr($0, RSTART + RLENGTH)
		}
		sub(/, about [0-9]+ s /, ", about # s ")
		print out $0
	}'
}

# Values of records that differ from run to run become #.
hide_values()
{
	awk '{
		out = $1
		for (i = 2; i <= NF; i++) {
			if ($i ~ /^(id|version|kernel|khz|clock_p50|min|p50|p90|p99|p999|max|mean|sd|mean_ns|neg|irqs|offset|offset_err|steal_ns|run_delay_ns|elapsed_ns|ipi_per_s|clock|mitigations)=/)
				sub(/=.*/, "=#", $i)
			out = out " " $i
		}
		print out
	}'
}

golden ipi_bench_list "$(guest_section list)"
golden ipi_bench_lines_single "$(guest_section legacy_single | hide_figures)"
golden ipi_bench_lines_wait "$(guest_section legacy_wait1 | hide_figures)"
golden ipi_bench_lines_nowait "$(guest_section legacy_wait0 | hide_figures)"
golden ipi_bench_records "$(guest_section records_single | grep -E '^(begin|env|result|end) ' | hide_values)"
golden ipi_bench_skips "$(for mode in flood pingpong both; do
	echo "mode=$mode"
	guest_section "skip_$mode"
done)"

# Percentiles, extremes and means of the records against those of the raw samples.
guest_section raw >"$test_tmp/raw"
guest_section raw_results | grep '^result .* runs=' >"$test_tmp/results"
{
	awk '{ who = $1 " " ($1 == "mesh" ? "-1 -1" : $2 " " $3) " " $4
		print who, "send", $6; print who, "oneway", $7; print who, "rtt", $8 }' "$test_tmp/raw"
} | sort -k1,5 -k6,6n >"$test_tmp/samples"

# compare: "PATH SRC DST NDST KIND" groups of sorted samples against the records.
compare()
{
	awk '
	function near(name, got, want,    d)
	{
		d = got - want
		if (d < 0)
			d = -d
		if (want < 0)
			want = -want
		if (d * 64 > want && d >= 1) {
			print who ": " name "=" got ", exactly " want
			bad = 1
		}
	}
	function value(name)
	{
		return match(record[who], " " name "=-?[0-9]+") ?
			substr(record[who], RSTART + length(name) + 2, RLENGTH - length(name) - 2) + 0 : "none"
	}
	function rank(per_1000,    r)
	{
		r = int((n * per_1000 + 999) / 1000)
		return sample[r < 1 ? 1 : r]
	}
	function group()
	{
		if (!(who in record)) {
			print "no record for " who
			bad = 1
			return
		}
		if (value("n") != n) {
			print who ": " n " samples, n=" value("n")
			bad = 1
		}
		near("p50", value("p50"), rank(500))
		near("p90", value("p90"), rank(900))
		near("p99", value("p99"), rank(990))
		near("p999", value("p999"), rank(999))
		if (value("min") != sample[1] || value("max") != sample[n]) {
			print who ": min=" value("min") " max=" value("max") ", exactly " sample[1] " " sample[n]
			bad = 1
		}
		if (value("mean") - sum / n > 1 || sum / n - value("mean") > 1) {
			print who ": mean=" value("mean") ", exactly " sum / n
			bad = 1
		}
		groups++
	}
	FNR == NR {
		split("", f)
		for (i = 2; i <= NF; i++)
			f[substr($i, 1, index($i, "=") - 1)] = substr($i, index($i, "=") + 1)
		if (f["kind"] != "flood") {
			record[f["path"] " " f["src"] " " f["dst"] " " f["ndst"] " " f["kind"]] = $0
			records++
		}
		next
	}
	{
		if ($1 " " $2 " " $3 " " $4 " " $5 != who) {
			if (n)
				group()
			who = $1 " " $2 " " $3 " " $4 " " $5
			n = sum = 0
		}
		sample[++n] = $6
		sum += $6
	}
	END {
		group()
		if (groups != records || !groups) {
			print groups " groups of samples, " records " records"
			bad = 1
		}
		exit bad
	}' "$test_tmp/results" "$test_tmp/samples"
}
ok "percentiles agree with exact ones to 1/64, min and max exactly, the mean to 1" compare

# histograms: each adds up to its n, in ascending buckets that do not overlap.
histograms()
{
	awk '
	function end()
	{
		if (blocks++ && sum != n) {
			print head ": buckets add up to " sum
			bad = 1
		}
	}
	/^#/ { end(); head = $0; n = $NF; sub(/.*=/, "", n); sum = 0; above = ""; next }
	NF != 3 || $1 > $2 || (above != "" && $1 + 0 <= above + 0) { print head ": " $0; bad = 1 }
	{ sum += $3; above = $2 }
	END { end(); if (blocks < 10) { print blocks " blocks"; bad = 1 } exit bad }'
}
ok "histograms add up" histograms < <(guest_section histogram)

done_testing
