#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The demo as a newcomer runs it, in a real guest: every path of the module turns
# up in the table with figures, or is named with the reason why not.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

out="$test_tmp/the demo"
rc=0
output=$("$test_top/scripts/vipi" demo --accel det --smp 3 --out "$out" 2>"$test_tmp/messages") || rc=$?
is "succeeds" "$rc" 0
if [ "$rc" -ne 0 ]; then
	diag "$(<"$test_tmp/messages")"
	done_testing
	exit
fi

for path in self single mesh all single_async many irq_work self_irq_work wakeup nop cacheline exit; do
	like "$path is measured, or it says why not" "$output" \
		"^($path( \*)?  .* [0-9]+ |  $path +[a-z].*[a-z])"
done
like "multicast to one CPU" "$output" '^many +0 -> 1 .*[0-9]'
like "multicast to two CPUs" "$output" '^many +0 -> 2 CPUs .*[0-9]'
like "self sends no interrupt, and says so" "$output" '^self \* '
like "single does" "$output" '^single +0 -> 1 '
like "instructions, not time" "$output" 'EMULATED +instructions counted by an emulator'
like "which version" "$output" "^ipi_bench $(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$test_top/dkms.conf"): "
unlike "no field is empty" "$output" '=( |$)|Linux  |  ,'
is "the table fits in a mail" "$(awk 'length > 100' "$out/table.txt")" ''
if command -v gnuplot >/dev/null; then
	like "the plot" "$output" '^ +single  0 -> 1 \|.*o.*s'
	ok "svg and png" test -s "$out/plot.svg" -a -s "$out/plot.png"
fi
like "how the guest was run" "$(<"$out/guest.env")" '^deterministic=1$'
unlike "nobody complains" "$(<"$test_tmp/messages")" '[Ee]rror|[Cc]annot|No such|warning:'

done_testing
