#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench, counting instructions: what the harness adds is known, and every run
# gives the same.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

# field KEY: of the record on the standard input.
field()
{
	sed -n "s/.* $1=\([^ ]*\).*/\1/p"
}

guest_module ipi_bench
for boot in 1 2; do
	guest_checks "deterministic $boot" --accel det --smp 2 --file "$test_top/tests/guests/records.awk" -- \
		ipi_bench_det.sh
	for part in results raw histogram log; do
		guest_section $part | sed 's/ id=[0-9a-f]*/ id=#/' >"$test_tmp/$part $boot"
	done
done
for part in results raw histogram log; do
	ok "two boots: something in $part" test -s "$test_tmp/$part 1"
	ok "two boots: identical $part" diff "$test_tmp/$part 1" "$test_tmp/$part 2"
done

floor=$(grep '^env .*clock_p50=' "$test_tmp/results 1" | field clock_p50)
nop=$(grep '^result .* path=nop kind=send .* runs=' "$test_tmp/results 1" | field p50)
diag "two adjacent timestamps are $floor instructions apart, nop's send takes $nop"
ok "the figures are there" test "${floor:-0}" -gt 0 -a "${nop:-0}" -gt 0
ok "nop adds at most 12 instructions" test $((nop - floor)) -le 12
ok "nop is no shorter than the clock allows" test "$nop" -ge "$floor"
done_testing
