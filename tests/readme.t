#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the README tells people to type in a guest works there, line by line.
set -euo pipefail

# shellcheck source=tests/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# the block that follows "by hand", without the build, which the lab does
script=$test_tmp/readme.sh
{
	echo 'set -e; cd /modules'
	awk '/^Or by hand|by hand, with/ { hand = 1 } hand && /^```/ { n++; next } hand && n == 1' \
		"$test_top/README.md" | grep -v '^make$' |
		sed -e 's/ *#.*//' -e 's|insmod [a-z_]*/|insmod |' -e 's/\(options=[0-9]*\)/\1 loops=200 runs=1/'
	echo 'echo README-DONE'
} > "$script"

is "the README has commands for a guest" "$(grep -c '^insmod' "$script")" 3
modules=$("$test_top/scripts/vm/build" 6.1)
set +e
"$test_top/scripts/vm/guest" --quiet --kernel 6.1 --accel tcg --smp 2 --timeout 200 \
	--module "$modules/ipi_bench/ipi_bench.ko" --module "$modules/apic_ipi/apic_ipi.ko" \
	--out "$test_tmp/out" "$script" 2> "$test_tmp/err"
rc=$?
set -e
results=$(cat "$test_tmp/out/results.log" 2>/dev/null || true)
is "they succeed" "$rc" 0
[ "$rc" -eq 0 ] || diag "$(cat "$test_tmp/err"; tail -n 40 "$test_tmp/out/console.log")"
like "to the last one" "$results" '^README-DONE$'
like "dmesg has the lines for people" "$results" 'ipi_bench_single wait\[1\], CPU0\[NODE0\] -> CPU1\[NODE0\], loop = 200'
like "results has records of all paths" "$results" '^result v=1 .* path=wakeup kind=rtt '
while read -r file; do
	ok "the README's link $file leads somewhere" test -s "$test_top/$file"
done < <(grep -o '](docs/[A-Za-z.]*\|]([A-Z]*\.md' "$test_top/README.md" | sed 's/](//' | sort -u)
done_testing
