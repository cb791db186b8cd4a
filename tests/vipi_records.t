#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/records.awk: finds the records in every kind of log, and notices every
# kind of loss.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

fixtures=$test_top/tests/fixtures
plain=$test_tmp/plain.results

# Without prefix and times, as in debugfs.
sed 's/^\[[^]]*\] ipi_bench: //' "$fixtures/det.dmesg" >"$plain"

# parse FILE [AWK ARGUMENT…]: sets rc, output, messages.
parse()
{
	local file=$1
	shift
	rc=0
	output=$(awk "$@" -f "$test_top/scripts/records.awk" "$file" 2>"$test_tmp/messages") || rc=$?
	messages=$(<"$test_tmp/messages")
}

# same NAME: standard input, another form of the log, gives the same records.
same()
{
	cat >"$test_tmp/variant"
	parse "$test_tmp/variant"
	is "$1" "$output" "$reference"
}

# refused NAME REGEX: standard input is refused, with such a message and no output.
refused()
{
	cat >"$test_tmp/variant"
	parse "$test_tmp/variant"
	is "$1: fails" "$rc" 1
	is "$1: prints no record" "$output" ''
	like "$1: says why" "$messages" "$2"
}

parse "$plain"
reference=$output
is "a whole run is read" "$rc" 0
is "nothing to complain about" "$messages" ''
is "first the begin record" "$(head -n 1 <<<"$reference" | cut -f 1-3)" $'begin\tmodule=ipi_bench\tv=1'
is "every record becomes a line" "$(wc -l <<<"$reference")" "$(grep -c ' v=1 ' "$plain")"

same "with the module's name and seconds" <"$fixtures/det.dmesg"
same "with the module's name only (dmesg -t)" < <(sed 's/^/ipi_bench: /' "$plain")
same "lines that end in CR LF" < <(sed 's/$/\r/' "$fixtures/det.dmesg")
same "with thread ids" < <(sed 's/^\[\([^]]*\)\]/[\1][    T1]/' "$fixtures/det.dmesg")
same "with CPU ids" < <(sed 's/^\[\([^]]*\)\]/[\1][   C1]/' "$fixtures/det.dmesg")
same "with log levels" < <(sed 's/^/<6>/' "$fixtures/det.dmesg")
same "with dates (dmesg -T)" < <(sed 's/^\[[^]]*\]/[Tue Dec  1 04:19:27 2026]/' "$fixtures/det.dmesg")
same "with ISO dates" < <(sed 's/^\[[^]]*\]/2026-12-01T04:19:27,123456+00:00/' "$fixtures/det.dmesg")
same "from the journal" < <(sed 's/^\[[^]]*\]/Dec 01 04:19:27 guest kernel:/' "$fixtures/det.dmesg")
same "from syslog" < <(sed 's/^\[/Dec  1 04:19:27 guest kernel: [/' "$fixtures/det.dmesg")
awk '{ print } NR % 3 == 0 { print "[    4.000001] e1000: eth0: result v=1 of nothing";
	print "[    4.000002] clocksource: begin of something, end v=2"; print "" }' "$fixtures/det.dmesg" >"$test_tmp/busy"
same "between other drivers' lines" <"$test_tmp/busy"
# The last record comes last in both copies.
{
	sed '$d' "$fixtures/det.dmesg"
	cat "$fixtures/det.dmesg"
} >"$test_tmp/twice"
same "lines twice (console and dmesg in one log)" <"$test_tmp/twice"
sed 's/ v=1 \(id=[^ ]*\) / v=1 new_key="of \\"later\\" = \\\\ version" \1 /' "$plain" >"$test_tmp/unknown keys"
parse "$test_tmp/unknown keys"
is "unknown keys pass through, unquoted" "$(sed -n '1s/.*\(new_key=[^\t]*\)\t.*/\1/p' <<<"$output")" \
	'new_key=of "later" = \ version'
is "and change nothing else" "$(printf '%s\n' "$output" | sed 's/\tnew_key=[^\t]*//')" "$reference"

# Two runs in one log.
sed 's/00c0ffee/0badcafe/' "$fixtures/det.dmesg" | cat "$fixtures/det.dmesg" - >"$test_tmp/two"
parse "$test_tmp/two"
is "of two runs the last is taken" "$output" "${reference//id=00c0ffee/id=0badcafe}"
parse "$test_tmp/two" -v want=00c0ffee
is "or the one that is asked for" "$output" "$reference"
parse "$test_tmp/two" -v want=12345678
is "no such run: fails" "$rc" 1
like "no such run: lists those there are" "$messages" '12345678.*00c0ffee, 0badcafe'
cat "$fixtures/det.dmesg" "$plain" >"$test_tmp/same id"
parse "$test_tmp/same id"
is "a second run with the same id is a run of its own" "$output" "$reference"

# Losses.
refused "results missing" \
	'3 of 32 results of run 00c0ffee are missing.*/sys/kernel/debug/ipi_bench/results.*log_buf_len=' < <(grep -v 'path=many kind=rtt' "$plain")
refused "only the tail of the ring" '[0-9]+ of 32 results.* are missing' < <(sed -n '20,$p' "$plain")
refused "begin missing" 'the beginning of run 00c0ffee is missing' < <(grep -v '^begin' "$plain")
refused "no end" 'has no end.*16 of 32 results are here' < <(head -n 20 "$plain")
refused "a record cut short" '1 of 32 results .*missing' < <(sed '12s/ p99=.*//' "$plain")
sed '4s/ cpu="QEMU.*/ cpu="QEMU/' "$plain" >"$test_tmp/variant"
parse "$test_tmp/variant"
is "an env record cut inside quotes loses only itself" "$(grep -c '^env' <<<"$output")" 1
refused "another format" 'format v=2.*reads v=1' < <(sed 's/ v=1 / v=2 /' "$plain")
refused "dropped by the module" '1 of 32.*Read dmesg' < <(sed 's/^end \(.*\)/end \1 dropped=3/; /seq=5 /d' "$plain")
refused "an empty log" 'no records.*debug/MODULE/results' </dev/null
refused "no records" 'no records' < <(echo 'ipi_bench: loading out-of-tree module taints kernel.')
grep -v 'path=many kind=rtt' "$plain" >"$test_tmp/variant"
parse "$test_tmp/variant" -v partial=1
is "partial=1 prints what there is" "$rc $(grep -c '^result' <<<"$output")" '0 29'
like "and a note" "$output" '^note.*3 of 32 results'

done_testing
