#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/vm/guest --accel nested-det on arm64: two runs give the same, the probe of
# SGIs agrees with the trap's tracepoint, and a guest that hangs ends at its limit,
# which costs nothing because the outer guest's clock skips what nobody waits for.
set -euo pipefail
# shellcheck source=../lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"

cat >"$test_tmp/script.sh" <<'END'
echo before
mark work
head -c 16 /dev/urandom | od -x
cat /proc/interrupts /proc/uptime
dmesg
END
pids=()
for i in 1 2; do
	"$test_top/scripts/vm/guest" --arch arm64 --accel nested-det --oracle --timeout 60 --out "$test_tmp/run $i" \
		--row "hangs=-M virt,gic-version=3 -cpu host -S" --row gicv3 --quiet "$test_tmp/script.sh" \
		2>"$test_tmp/messages $i" &
	pids+=($!)
done
rcs=
for pid in "${pids[@]}"; do
	rc=0
	wait "$pid" || rc=$?
	rcs+=" $rc"
done
is "exit code: the time-out" "$rcs" " 4 4"
run="$test_tmp/run 1"
is "each guest has its status" "$(sed -n 's/^status=//p' "$run"/{hangs,gicv3}/guest.env | tr '\n' ' ')" "timeout ok "
like "the time-out is named" "$(cat "$test_tmp/messages 1")" 'no result of guest hangs after 60 s'
is "facts" "$(sed -n 's/^\(accel\|deterministic\)=//p' "$run/gicv3/guest.env" | tr '\n' ' ')" "nested-det 1 "
ok "there is a result" test "$(wc -l <"$run/gicv3/results.log")" -gt 100
for file in results.log console.log oracle.log; do
	ok "two runs: the same $file" cmp "$run/gicv3/$file" "$test_tmp/run 2/gicv3/$file"
done
ok "two runs: the same console of the outer guest" cmp "$run/outer/console.log" "$test_tmp/run 2/outer/console.log"

for phase in boot work; do
	counts=$(awk -v phase="$phase" '$1 == "phase" { on = $2 == phase }
		on && /^kvm_sgi / { sgi += $NF }
		on && /^kvm_sys_access .*is_write=1,CRn=12,CRm=11,Op2=5 / { trap += $NF }
		END { print sgi + 0, trap + 0 }' "$run/gicv3/oracle.log")
	diag "$phase: SGIs decoded, writes of ICC_SGI1R_EL1 trapped: $counts"
	is "$phase: one SGI for each trapped write" "${counts% *}" "${counts#* }"
	ok "$phase: there are some" test "${counts% *}" -gt 0
done

done_testing
