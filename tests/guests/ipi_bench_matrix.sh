#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The matrix of all pairs, and tables that do not fit: 4 CPUs, 256 MiB.
# shellcheck source=lib.sh
. /files/lib.sh

load matrix=1 paths=single,single_async,self loops=50 warmup=10 runs=2
loaded "matrix: insmod"
equal "matrix: every ordered pair, path and kind once" \
	"$(cut -d' ' -f1-4 "$dbg/matrix" | sort | uniq | wc -l) $(wc -l <"$dbg/matrix")" "84 84"
equal "matrix: pairs" "$(cut -d' ' -f3,4 "$dbg/matrix" | sort -u | tr ' \n' '> ')" \
	"0>1 0>2 0>3 1>0 1>2 1>3 2>0 2>1 2>3 3>0 3>1 3>2 "
equal "matrix: n of each" "$(grep -v ' flood ' "$dbg/matrix" | cut -d' ' -f5 | sort -u)" 100
# shellcheck disable=SC2016 # awk's
check "matrix: order of min, p50, p99, max" awk \
	'$6 > $7 || $7 > $8 || $8 > $9 || $13 { print; bad = 1 } END { exit bad }' "$dbg/matrix"
equal "matrix: one record per path and kind" "$(log | grep -c '^result ')" 7
equal "matrix: which" "$(log | grep '^result ' | sed 's/.* src=\(.*\) snode.* pairs=\([0-9]*\).*/\1 \2/' | uniq)" \
	"-1 dst=-1 ndst=1 12"
equal "matrix: their n" "$(log | grep '^result ' | field n | uniq)" 1200
equal "matrix: nothing lost" "$(log | grep '^result .* lost=' | sed 's/.*\(sent=.*\) irqs.*\(lost=.*\) .*/\1 \2/; s/ offset.*//; s/ steal.*//' | uniq)" \
	"sent=1440 received=1440 lost=0"
equal "matrix: promised and delivered" "$(log | grep '^begin ' | field results) $(log | grep '^end ' | sed 's/ id=[^ ]*//')" \
	"7 end v=1 results=7 skipped=1 errors=0"
matches "matrix: says how long it takes" "$(log)" '^12 pairs, about [0-9]+ s in all$'
unload "matrix"

load options=2 matrix=1 runs=1 warmup=0 mode=flood
equal "matrix: default of loops" "$(log | grep '^begin ' | field loops)" 1000
unload "matrix: default of loops"

# The rows of the raw samples would not fit: refused with the size.
load_once paths=all raw=1000000 loops=100 warmup=10 runs=5
equal "raw: too much is ENOMEM" "$rc" 12
section too_large <<END
$(log)
END
gone "raw: too much"
load_once paths=single matrix=1 raw=1000000 runs=10000
equal "matrix and raw: too much is ENOMEM" "$rc" 12
gone "matrix and raw: too much"

# As much as fits, again and again, does not add up.
load
before=$(awk '/^(MemAvailable|MemFree)/ { print $2 }' /proc/meminfo | tail -n 1)
echo self >"$par/paths"
echo 10 >"$par/loops"
echo 1 >"$par/runs"
echo 0 >"$par/warmup"
echo 500000 >"$par/raw"
for _ in 1 2 3 4 5 6; do
	echo 1 >"$dbg/run" || fail "raw: as much as fits"
done
equal "raw: as many as measured" "$(wc -l <"$dbg/raw")" 10
unload "raw"
after=$(awk '/^(MemAvailable|MemFree)/ { print $2 }' /proc/meminfo | tail -n 1)
check "raw: memory comes back ($before, $after KiB available)" test "$after" -gt "$((before - 12000))"
gone "raw"
finish
