#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gic_ipi, counting instructions: every run gives the same, and what it gives is known.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=guests/gic_host.sh
. "$test_top/tests/guests/gic_host.sh"

# figure PATH KIND: its minimum
figure()
{
	sed -n "s/^result .* path=$1 kind=$2 .* runs=.* min=\([0-9]*\) .*/\1/p" "$test_tmp/results 1"
}

# near PATH SEND ONEWAY RTT: within 5 % of what another module, written apart, counted
near()
{
	local want got kind path=$1

	shift
	for kind in send oneway rtt; do
		want=$1 got=$(figure "$path" $kind)
		shift
		diag "$path $kind: $got instructions, $want expected"
		ok "$path $kind: about $want instructions" test \
			$((${got:-0} * 20)) -ge $((want * 19 - 20)) -a $((${got:-0} * 20)) -le $((want * 21 + 20))
	done
}

gic_module 6.1
for boot in 1 2; do
	gic_checks "deterministic $boot" 3 dt 2 --accel det -- gic_ipi_det.sh
	for part in results raw histogram log; do
		guest_section $part | sed 's/ id=[0-9a-f]*/ id=#/' >"$test_tmp/$part $boot"
	done
done
for part in results raw histogram log; do
	ok "two boots: something in $part" test -s "$test_tmp/$part 1"
	ok "two boots: identical $part" diff "$test_tmp/$part 1" "$test_tmp/$part 2"
done
near ipi_send_single 274 743 1369
near raw_sgi 31 500 1126
ok "a write for each target costs one target as much" test \
	$(($(figure raw_sgi_each send) - $(figure raw_sgi send))) -le 6
done_testing
