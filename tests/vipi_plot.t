#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# vipi plot: never blank, never wider than a terminal, never without its units.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

command -v gnuplot >/dev/null || skip_all "no gnuplot; scripts/need plot"
vipi=$test_top/scripts/vipi
kvm=$test_top/tests/fixtures/kvm.results

lab="$test_tmp/a lab"
mkdir "$lab"
cp "$test_top/tests/fixtures/det.dmesg" "$lab/results.log"
printf 'status=ok\naccel=det\ndeterministic=1\n' >"$lab/guest.env"

# plot ARGUMENT…: sets rc, output, messages.
plot()
{
	rc=0
	output=$("$vipi" plot "$@" 2>"$test_tmp/messages") || rc=$?
	messages=$(<"$test_tmp/messages")
}

longest_line()
{
	awk 'length > n { n = length } END { print n + 0 }' <<<"$output"
}

# The column of letter $1 in the row that starts with $2.
column()
{
	awk -v row="$2" -v c="$1" 'index($0, row " |") { s = substr($0, index($0, "|"))
		print index(s, c); exit }' <<<"$output"
}

plot "$kvm"
is "terminal: succeeds" "$rc" 0
is "terminal: no complaint from gnuplot" "$messages" ''
is "terminal: at most 80 columns" "$(($(longest_line) <= 80))" 1
is "terminal: a line for each row" "$(grep -c ' |' <<<"$output")" \
	"$("$vipi" table "$kvm" | grep -cE '^[a-z_]+( \*)?  +([0-9]+ (->|pairs).*|0) +[0-9]')"
like "terminal: says where" "$output" 'Linux 6\.12\.9-amd64 x86_64, 8 CPUs, KVM'
like "terminal: says the unit and the scale" "$output" '\(cycles, log scale\)'
unlike "terminal: not emulated" "$output" 'EMULATED'
row='single_async  0 -> 1'
is "terminal: send left of one-way left of rtt" \
	"$(($(column s "$row") < $(column o "$row") && $(column o "$row") < $(column r "$row")))" 1
is "terminal: rows keep their order" "$(grep -oE '^ +[a-z_]+' <<<"$output" | tr -d ' ' | uniq | sed -n '1p;$p' | xargs)" \
	'self s'

plot "$lab"
like "terminal: emulated" "$output" '^ *EMULATED: instructions counted by an emulator .*, not time$'
like "terminal: instructions" "$output" '\(instructions, log scale\)'

for target in svg png; do
	plot "$lab" "$test_tmp/the plot.$target"
	is "$target: succeeds in silence" "$rc $messages" '0 '
	ok "$target: more than a frame" test "$(wc -c <"$test_tmp/the plot.$target")" -gt 5000
done
svg=$(<"$test_tmp/the plot.svg")
like "svg: kernel" "$svg" 'IPI latency, Linux 6\.1\.0-57-cloud-amd64'
like "svg: emulated" "$svg" 'EMULATED: instructions counted'
like "svg: unit" "$svg" 'median in instructions, log scale'
like "svg: legend" "$svg" 'one-way'
like "svg: every row" "$svg" 'many  0 -(>|&gt;) 3 CPUs'
like "svg: names are not set as subscripts" "$svg" 'self_irq_work  0'
is "png: is one" "$(head -c 8 "$test_tmp/the plot.png" | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
plot "$kvm" "$test_tmp/a.svg" "$test_tmp/b.png"
ok "several files at once" test -s "$test_tmp/a.svg" -a -s "$test_tmp/b.png"

# One point, and values close together.
{
	grep -e '^begin' -e '^env' "$kvm" | sed 's/results=35/results=1/'
	grep 'path=nop kind=send .*runs=' "$kvm"
	grep '^end' "$kvm" | sed 's/results=35/results=1/'
} >"$test_tmp/one"
plot "$test_tmp/one"
is "one point: succeeds in silence" "$rc $messages" '0 '
ok "one point: is there" test "$(column s 'nop  0 -> 1')" -gt 1
like "one point: linear" "$output" '\(cycles\)'
plot "$test_tmp/one" "$test_tmp/one.svg"
ok "one point: svg" test -s "$test_tmp/one.svg"
sed 's/ p50=[0-9]*/ p50=0/; s/ p99=[0-9]*/ p99=0/' "$test_tmp/one" >"$test_tmp/zero"
plot "$test_tmp/zero"
is "only zeros: succeeds in silence" "$rc $messages" '0 '
sed '/kind=oneway/s/ p50=[0-9]*/ p50=-50/' "$kvm" >"$test_tmp/negative"
plot "$test_tmp/negative"
is "negative medians do not stop it" "$rc $messages" '0 '
ok "negative medians: the others are there" test "$(column r "$row")" -gt 1

# Nothing to draw is an error with a reason, and leaves no file.
{
	grep -e '^begin' -e '^env' "$kvm" | sed 's/results=35/results=0/'
	echo 'skip v=1 id=4f21c3aa path=exit reason="it is Tuesday"'
	grep '^end' "$kvm" | sed 's/results=35/results=0/'
} >"$test_tmp/none"
plot "$test_tmp/none" "$test_tmp/none.png"
is "all skipped: fails" "$rc" 1
like "all skipped: says why" "$messages" 'nothing to plot: .*exit: it is Tuesday'
ok "all skipped: leaves no file" test ! -e "$test_tmp/none.png"
plot /dev/null
is "no records: fails" "$rc" 1
is "no records: one complaint" "$(wc -l <<<"$messages")" 1
plot "$kvm" "$test_tmp/plot.pdf"
is "unknown format" "$rc" 2
like "unknown format: says what there is" "$messages" 'svg or .png'
plot "$kvm" "$test_tmp/no such folder/plot.svg"
is "no such folder: fails" "$((rc != 0))" 1

done_testing
