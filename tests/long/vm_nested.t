#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/vm/guest --accel nested: several guests under real KVM in one outer guest,
# each judged alone, and KVM's tracepoints counted in the phases that a script marks.
set -euo pipefail
# shellcheck source=../lib.sh
. "$(dirname "$(readlink -f "$0")")/../lib.sh"

vm="$test_top/scripts/vm"
out="$test_tmp/out"
mkdir "$test_tmp/tmp"
export TMPDIR="$test_tmp/tmp"

# fact ROW NAME
fact()
{
	sed -n "s/^$2=//p" "$out/$1/guest.env"
}

# counted ROW PHASE REGEX: the sum of what the matching lines of oracle.log count
counted()
{
	awk -v phase="$2" -v regex="$3" '$1 == "phase" { on = $2 == phase; next }
		on && $0 ~ regex { n += $NF } END { print n + 0 }' "$out/$1/oracle.log"
}

# The histograms become counts by phase.
cat >"$test_tmp/host.log" <<'END'
row other
snapshot a
event kvm_hypercall
# trigger info: hist:keys=nr:vals=hitcount:sort=hitcount:size=2048 if nr != 10 [active]
{ nr:          5 } hitcount:         99
    Dropped: 0
ended 0
row mine
snapshot first
event kvm_hypercall
# trigger info: hist:keys=nr:vals=hitcount:sort=hitcount:size=2048 if nr != 10 [active]
{ nr:          5 } hitcount:          1
    Dropped: 0
# trigger info: hist:keys=a0.hex,a3:vals=hitcount:sort=hitcount:size=2048 if nr == 10 [active]
{ a0:                2, a3:        253 } hitcount:          7
    Dropped: 0
event kvm_apic_accept_irq
# trigger info: hist:keys=vec,apicid:vals=hitcount:sort=hitcount:size=2048 [active]
{ vec:        253, apicid:          1 } hitcount:          3
    Dropped: 0
snapshot end
event kvm_hypercall
# trigger info: hist:keys=nr:vals=hitcount:sort=hitcount:size=2048 if nr != 10 [active]
{ nr:          5 } hitcount:          1
    Dropped: 0
# trigger info: hist:keys=a0.hex,a3:vals=hitcount:sort=hitcount:size=2048 if nr == 10 [active]
{ a0:                2, a3:        253 } hitcount:         17
{ a0: ffffffffffffffff, a3:         36 } hitcount:          1
    Dropped: 0
event kvm_msr
# trigger info: hist:keys=ecx,data:vals=hitcount:sort=hitcount:size=2048 if write == 1 && (ecx == 0x830 || ecx == 0x83f) [active]
{ ecx:       2096, data: 4294967549 } hitcount:          2
    Dropped: 4
event kvm_apic_accept_irq
# trigger info: hist:keys=vec,apicid:vals=hitcount:sort=hitcount:size=2048 [active]
{ vec:        253, apicid:          1 } hitcount:          3
    Dropped: 0
qemu a warning
ended 0
END
is "oracle: differences by phase, of one guest" "$(awk -v row=mine -f "$vm/oracle.awk" "$test_tmp/host.log")" \
"phase boot
kvm_hypercall nr=5 1
kvm_hypercall nr=10,a0=0x2,a3=0xfd,vector=253 7
kvm_apic_accept_irq vector=253,apicid=1 3
phase first
kvm_hypercall nr=10,a0=0x2,a3=0xfd,vector=253 10
kvm_hypercall nr=10,a0=0xffffffffffffffff,a3=0x24,vector=36 1
kvm_msr write=1,ecx=0x830,data=0x1000000fd,vector=253 2
dropped kvm_msr 4"

# The channel that the guests share is divided.
mkdir -p "$test_tmp/split/one" "$test_tmp/split/two"
printf '\nvipi-row abc one\nfirst\n\nlast line\n\nvipi-row abc two\nvipi-row xyz one\nno newline\nvipi-row abc one\n' |
	awk -v end=abc -v dir="$test_tmp/split" -v file=f -f "$vm/rows.awk"
is "rows: the first guest's part" "$(cat "$test_tmp/split/one/f")" "first

last line"
is "rows: the second's, with another run's mark in it" "$(cat "$test_tmp/split/two/f")" "vipi-row xyz one
no newline"

# Wrong use starts nothing.
echo 'exit 0' >"$test_tmp/script.sh"
usage_is()
{
	local name=$1 want=$2 rc=0 output
	shift 2

	output=$("$vm/guest" "$@" "$test_tmp/script.sh" 2>&1) || rc=$?
	is "usage: $name" "$rc" 2
	like "usage: $name: says so" "$output" "$want"
}
usage_is "no such row" 'no row nothing.*x2apic-pv' --accel nested --row nothing
usage_is "a name twice" 'taken once' --accel nested --row a=-S,x --row a=-S
usage_is "a name that is a path" "name has letters" --accel nested --row "../a=-S"
usage_is "rows elsewhere" 'for --accel nested' --accel tcg --row x2apic-pv
usage_is "GICv2 and GICv3" 'two runs' --accel nested --arch arm64 --row gicv3,gicv2

# Real guests: QEMU refuses the first, the second crashes, the third is well.
module=$("$vm/build" 6.1)/apic_ipi/apic_ipi.ko
cat >"$test_tmp/script.sh" <<'END'
mark send
insmod /modules/apic_ipi.ko options=1 loops=100 warmup=10 runs=1 mode=pingpong srccpu=0 dstcpu=1 || exit
mark done
cat /sys/kernel/debug/apic_ipi/results
echo "args: $*"
if grep -qw x2apic /proc/cpuinfo; then
	echo c >/proc/sysrq-trigger
fi
rmmod apic_ipi
END
rc=0
output=$("$vm/guest" --accel nested --oracle --out "$out" --row "refused=-cpu nonsense" --row x2apic-pv \
	--row "mine=-cpu host,x2apic=off" --module "$module" "$test_tmp/script.sh" "one  two" \
	2>"$test_tmp/messages") || rc=$?
is "the exit code is the worst" "$rc" 5
is "each guest has its status" "$(fact refused status) $(fact x2apic-pv status) $(fact mine status)" "noresult crash ok"
is "the outer guest is well" "$(fact outer status)" ok
like "QEMU's refusal is shown" "$(cat "$out/refused/qemu.log" "$test_tmp/messages")" 'unable to find CPU model'
like "the crash is named" "$(cat "$test_tmp/messages")" "guest x2apic-pv's kernel reports: .*(BUG|panic|Oops)"
like "progress is told" "$(cat "$test_tmp/messages")" '^guest: guest mine$'
is "facts" "$(fact mine accel) $(fact mine row) $(fact mine row_args) $(fact mine script_rc)" \
	"nested mine -cpu host,x2apic=off 0"
like "arguments and results up to the crash" "$(cat "$out/x2apic-pv/results.log")" '^args: one  two$'
like "a guest's results are printed under its name" "$(grep -A1 '^# guest mine$' <<<"$output")" '^begin '
unlike "no console of one in the other's" "$(cat "$out/mine/console.log")" 'panic|sysrq'
like "the first guest is in x2APIC mode with PV IPI" "$(cat "$out/x2apic-pv/results.log")" ' x2apic=1 .* pv_ipi_used=1'
like "the other is not" "$(cat "$out/mine/results.log")" ' x2apic=0 .* pv_ipi_used=1'

for row in x2apic-pv mine; do
	read -r vector sent received < <(sed -n \
		's/^result .* kind=send .* vector=\([0-9]*\) sent=\([0-9]*\) received=\([0-9]*\) .*/\1 \2 \3/p' \
		"$out/$row/results.log") || true
	is "$row: the guest says what it sent and received" "${sent:-} ${received:-}" "110 110"
	is "$row: KVM saw as many hypercalls with our vector" \
		"$(counted "$row" send "^kvm_hypercall nr=10,.*,vector=${vector:-none} ")" "${sent:-none}"
	is "$row: and none after the mark" "$(counted "$row" 'done' "^kvm_hypercall nr=10,.*,vector=${vector:-none} ")" 0
	is "$row: the phases" "$(sed -n 's/^phase //p' "$out/$row/oracle.log" | tr '\n' ' ')" "boot send done "
	unlike "$row: no histogram was full" "$(cat "$out/$row/oracle.log")" '^dropped'
done
is "no temporary file left" "$(ls "$TMPDIR")" ""

done_testing
