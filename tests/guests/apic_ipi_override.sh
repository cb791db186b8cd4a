#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# apic_ipi_override.sh TOGGLES: ipi_bench with and without override=native, in phases
# pv_PATH, native_PATH and back_PATH; 4 CPUs, PV IPI in use. Section "sent": what each
# phase sent.
# shellcheck source=lib.sh
. /files/lib.sh

# pointer NAME: which function the kernel's multicasts use, by ipi_bench.
pointer()
{
	equal "$1: apic->send_IPI_mask" "$(grep '^env ' "$dbg/results" | field send_IPI_mask)" "$2"
}

# bench PHASE: single and many
bench()
{
	for path in single many; do
		mark "$1_$path"
		echo "$path" >"$par/paths"
		check "$1 $path: run" sh -c "echo 1 >$dbg/run"
		mark between
		check "$1 $path: records" awk -f /files/records.awk "$dbg/results"
		echo "$1_$path $(results | field sent | head -n 1) $(results | field ndst | head -n 1)" >>/tmp/sent
	done
}

# Runs one after the other until told to end; counts them and what was lost.
keep_sending()
{
	sends=0
	while [ ! -e /tmp/enough ]; do
		echo 1 >"$dbg/run" || echo failed >>/tmp/lost
		results | field lost | grep -v '^0$' >>/tmp/lost
		sends=$((sends + 1))
		echo "$sends" >/tmp/runs
	done
}

load srccpu=0 dstcpu=1-2 ndst=2 mode=pingpong loops=100 warmup=10 runs=1
loaded "ipi_bench: insmod"
bench pv
pointer "before" kvm_send_ipi_mask
check "override=native: insmod" insmod /modules/apic_ipi.ko override=native
native=$(dmesg | sed -n "s/.*override=native: the kernel's multicasts use \([^ ]*\) until.*/\1/p")
bench native
pointer "override=native" "$native"
check "override=native: rmmod" rmmod apic_ipi
bench back
pointer "after" kvm_send_ipi_mask
section sent </tmp/sent

: >/tmp/lost
echo many >"$par/paths"
keep_sending &
toggles=0
while [ "$toggles" -lt "$1" ] && insmod /modules/apic_ipi.ko override=native && rmmod apic_ipi; do
	toggles=$((toggles + 1))
done
: >/tmp/enough
wait
equal "toggles while many runs" "$toggles" "$1"
check "toggles: many ran meanwhile" test "$(cat /tmp/runs)" -gt 2
equal "toggles: nothing lost" "$(cat /tmp/lost)" ""
echo 1 >"$dbg/run"
pointer "after all" kvm_send_ipi_mask
unload ipi_bench
finish
