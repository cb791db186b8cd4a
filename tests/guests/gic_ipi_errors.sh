#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What must be refused, each with one line: 4 CPUs, GICv3, iomem=relaxed. An SGI that
# firmware keeps is one that we disable in CPU 1's redistributor ourselves.
m=gic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

# GICR_ISENABLER0 and GICR_ICENABLER0 of CPU 1 on QEMU's virt machine.
isenabler=0x080d0100 icenabler=0x080d0180

# refuse ERRNO PARAM…: what the user sees becomes golden text.
refuse()
{
	errno=$1
	shift
	load_once "$@"
	refused "$*" "$rc" "$errno"
	gone "$*"
	if [ -d "/sys/module/$m" ]; then
		rmmod "$m"
	fi
}

# refused NAME GOT ERRNO: and a line beside the reasons of paths.
refused()
{
	log | sed -e '/^begin /d' -e '/^env /d' -e '/^end /d' -e 's/ id=[^ ]*//' >/tmp/lines
	{
		echo "$1"
		sed 's/^/    /' /tmp/lines
	} >>/tmp/refusals
	equal "$1: errno, lines beside reasons" "$2 $(grep -v -c '^skip ' /tmp/lines)" "$3 1"
}

run_again()
{
	dmesg -c >/dev/null
	(echo 1 >"$dbg/run") 2>&1 | sed 's/.*: //'
}

load
loaded "list: insmod"
log | section list
equal "list: the SGI is there" "$(awk '$NF == "gic_ipi" { print $(NF - 2) }' /proc/interrupts)" 8
unload "list"
equal "list: and is gone" "$(grep gic_ipi /proc/interrupts)" ""

EBUSY=16 EINVAL=22 EOPNOTSUPP=95
for value in 0 7 16 -1 4294967304 99999999999999999999 x 8x ''; do
	refuse $EINVAL paths=nop "sgi=$value"
	refuse $EINVAL "sgi=$value"
done
refuse $EINVAL options=0x400
refuse $EINVAL paths=raw
refuse $EINVAL paths=raw_sgi srccpu=0 ndst=4
refuse $EOPNOTSUPP paths=exit,sysreg

# Somebody has SGI 8: we, under another name.
sed 's/gic_ipi/gic_ipj/g' "/modules/$m.ko" >/tmp/gic_ipj.ko
check "another owner" insmod /tmp/gic_ipj.ko
refuse $EBUSY paths=raw_sgi
refuse $EBUSY paths=nop,ipi_send_single sgi=8
load
loaded "taken: list"
matches "taken: the list says so" "$(log)" "can't run here: SGI 8 is in use"
unload "taken: list"
load paths=nop,smp_call loops=10 warmup=1 runs=1 srccpu=0 dstcpu=1
loaded "taken: what needs no SGI runs"
unload "taken: what needs no SGI"
for value in 9 15; do
	load paths=ipi_send_single,raw_sgi,self_sgi loops=10 warmup=1 runs=2 srccpu=0 dstcpu=1 "sgi=$value"
	loaded "taken: SGI $value is free"
	check "taken: SGI $value: records" awk -f /files/records.awk "$dbg/results"
	matches "taken: SGI $value: env" "$(grep '^env ' "$dbg/results")" " sgi=$value "
	unload "taken: SGI $value"
done
load paths=raw_sgi loops=10 warmup=1 runs=1 srccpu=0 dstcpu=1 sgi=9
echo 8 >"$par/sgi"
equal "taken: when run again" "$(run_again)" "Device or resource busy"
refused "run, sgi=8" $EBUSY $EBUSY
echo 10 >"$par/sgi"
equal "another SGI when run again" "$(run_again)" ""
equal "another SGI: only that" "$(awk '$NF == "gic_ipi" { print $(NF - 2) }' /proc/interrupts)" 10
check "the other owner goes" rmmod gic_ipj
echo 8 >"$par/sgi"
equal "free again when run again" "$(run_again)" ""

# Never delivered.
check "devmem" busybox devmem $icenabler 32 0x100
equal "kept by firmware" "$(run_again)" "Operation not supported"
refused "run, not delivered" $EOPNOTSUPP $EOPNOTSUPP
echo nop,raw_sgi >"$par/paths"
equal "kept by firmware: what needs no SGI runs" "$(run_again)" ""
equal "kept by firmware: the other is skipped" "$(grep -c '^skip .*path=raw_sgi reason="SGI 8 is not delivered to CPU 1' "$dbg/results")" 1
busybox devmem $isenabler 32 0x100
echo raw_sgi >"$par/paths"
equal "delivered again" "$(run_again)" ""
check "delivered again: records" awk -f /files/records.awk "$dbg/results"

# No longer delivered, in the middle of a run; the last one turns up when nobody waits.
for mode in pingpong flood; do
	lost=3
	if [ $mode = flood ]; then
		lost=1
	fi
	echo $mode >"$par/mode"
	echo 100000000 >"$par/loops"
	echo 10000 >"$par/timeout_us"
	dmesg -c >/dev/null
	(echo 1 >"$dbg/run") 2>/tmp/writer &
	within 20 sh -c "dmesg | grep -q ': begin '" || fail "$mode: the run begins"
	sleep 1
	busybox devmem $icenabler 32 0x100
	wait
	equal "lost, $mode: the writer's error" "$(sed 's/.*: //' /tmp/writer)" "Input/output error"
	matches "lost, $mode: the line" "$(log)" "^raw_sgi: .*$lost acknowledgement"
	matches "lost, $mode: end" "$(tail -n 1 "$dbg/results")" ' errors=1$'
	busybox devmem $isenabler 32 0x100
	echo both >"$par/mode"
	echo 100 >"$par/loops"
	echo 100000 >"$par/timeout_us"
	equal "after lost, $mode: run" "$(run_again)" ""
	check "after lost, $mode: records" awk -f /files/records.awk "$dbg/results"
done
unload "delivery"
gone "delivery"

section refusals </tmp/refusals
finish
