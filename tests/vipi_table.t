#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The table that people see: golden files, under every awk that is here, and
# what it must never leave unsaid.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

vipi=$test_top/scripts/vipi
kvm=$test_top/tests/fixtures/kvm.results

# What the lab leaves: the records, and beside them how the guest was run.
lab="$test_tmp/a lab"
mkdir "$lab"
cp "$test_top/tests/fixtures/det.dmesg" "$lab/results.log"
printf 'status=ok\naccel=det\ndeterministic=1\n' >"$lab/guest.env"

# table [ARGUMENT…]: sets rc, output, messages.
table()
{
	rc=0
	output=$("$vipi" table "$@" 2>"$test_tmp/messages") || rc=$?
	messages=$(<"$test_tmp/messages")
}

# golden NAME: the output equals tests/golden/NAME.
golden()
{
	ok "$1" diff -u "$test_top/tests/golden/$1" <(printf '%s\n' "$output")
}

longest_line()
{
	awk 'length > n { n = length } END { print n }' <<<"$output"
}

for awk in mawk gawk original-awk 'busybox awk'; do
	# shellcheck disable=SC2086 # "busybox awk" is two words
	if ! $awk 'BEGIN { }' 2>/dev/null; then
		skip "golden tables with $awk" "$awk is not here"
		continue
	fi
	mkdir -p "$test_tmp/bin"
	printf '#!/bin/sh\nexec %s "$@"\n' "$awk" >"$test_tmp/bin/awk"
	chmod +x "$test_tmp/bin/awk"
	diag "with $awk"
	PATH=$test_tmp/bin:$PATH table "$kvm"
	golden vipi_table_kvm.txt
	is "nothing on stderr" "$messages" ''
	PATH=$test_tmp/bin:$PATH table "$lab"
	golden vipi_table_det.txt
	is "nothing on stderr" "$messages" ''
done

table "$kvm"
is "fits in 100 columns" "$(($(longest_line) <= 100))" 1
unlike "not emulated, so the word does not occur" "$output" '[Ee]mulat|EMULAT'
like "multiples of the cacheline round trip" "$output" '^single_async .* 16\.6 '
like "multiples of an exit" "$output" '^single_async .* 1\.64$'
like "no interrupt is marked" "$output" '^self \* '
like "late ones are warned of" "$output" '^Warning: many, 0 -> 3 CPUs: 2 acknowledgements came after timeout_us=100000'

table "$lab"
like "emulated is said" "$output" 'EMULATED .*instructions counted by an emulator .*not time'
unlike "instructions are not called cycles or ns" "$output" '(^| )(cycles|ns)( |$)'
table "$test_top/tests/fixtures/det.dmesg"
like "emulated is said by the records alone, too" "$output" 'EMULATED .*no measure of any hardware'

# changed SED: the KVM fixture with a change.
changed()
{
	sed "$1" "$kvm" >"$test_tmp/changed"
	table "$test_tmp/changed"
}

changed 's/emulated=0/emulated=1/'
like "KVM in an emulator is emulated" "$output" 'KVM on an emulated CPU'
changed 's/clock=tsc/clock=tsc-unstable/'
like "a TSC that is not trusted" "$output" '^Warning: .*does not trust this TSC'
changed 's/hypervisor=KVM/hypervisor=none/'
unlike "without a hypervisor no multiples of exits" "$output" 'exits'
changed '/path=single_async kind=rtt .*runs=/s/lost=0/lost=7/'
like "lost IPIs" "$output" '^Warning: single_async, 0 -> 1: 7 IPIs were never acknowledged'
changed '/path=single_async kind=rtt .*runs=/s/received=[0-9]*/received=99993/'
like "sent is not received" "$output" '^Warning: single_async, .* 100000 sent, but 99993 received'
changed '/path=single kind=send.* run=2 /s/ p50=[0-9]*/ p50=9999/'
like "runs that differ" "$output" '^Warning: the medians of the runs differ, most in single, 0 -> 1: send \+-69\.'
changed '/run=/d'
unlike "without per-run records no spread" "$output" 'spread|\+-'
changed 's/\(path=irq_work kind=rtt .*\) n=100000/\1 n=500/'
like "few samples" "$output" 'fewer than 1000 samples'
changed 's/errors=0/errors=2/'
like "errors" "$output" '^Warning: 2 path\(s\) stopped with an error.*dmesg'
changed 's/path=single_async/path=default_send_IPI_mask_sequence_phys/; s/p50=4310/p50=43101234/'
is "long names and large numbers still fit" "$(($(longest_line) <= 100))" 1
like "nothing is cut" "$output" 'default_send_IPI_mask_sequence_phys'
like "nor rounded" "$output" ' 43101234 '
changed '/kind=oneway/s/ p50=[0-9]* / p50=-120 /'
like "negative medians stay negative" "$output" '^single .* -120 '
changed 's/unit=cycles/unit=ns/'
unlike "a clock of nanoseconds needs no second column" "$output" 'cycles'
changed '/path=\(nop\|cacheline\|exit\) /d; s/results=35/results=30/'
unlike "without baselines no multiples" "$output" 'lines|exits'

grep -v 'path=many kind=rtt' "$kvm" >"$test_tmp/changed"
table "$test_tmp/changed"
is "records missing: fails" "$rc $output" '1 '
like "records missing: says how many" "$messages" '3 of 35 results .* missing'
table --partial "$test_tmp/changed"
is "--partial goes on" "$rc" 0
like "--partial warns" "$output" '^Warning: incomplete: 3 of 35'

sed 's/4f21c3aa/0badcafe/; s/8 CPUs/9 CPUs/; s/cpus=8/cpus=9/' "$kvm" | cat "$kvm" - >"$test_tmp/two"
table "$test_tmp/two"
like "the last of two runs" "$output" '0badcafe'
table --run 4f21c3aa "$test_tmp/two"
like "the chosen one of two runs" "$output" '4f21c3aa'
table - <"$kvm"
golden vipi_table_kvm.txt

done_testing
