#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# CPUs that come and go, runs that end early, and loads again and again: 4 CPUs.
m=gic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

online()
{
	echo "$2" >"/sys/devices/system/cpu/cpu$1/online"
}

set_parameters()
{
	for assignment in "$@"; do
		echo "${assignment#*=}" >"$par/${assignment%%=*}"
	done
}

run()
{
	check "$1: runs" sh -c "echo 1 >$dbg/run"
	check "$1: records" awk -f /files/records.awk "$dbg/results"
}

# begin NAME: an endless run; sets writer.
begin()
{
	dmesg -c >/dev/null
	sh -c "trap : TERM; echo 1 >$dbg/run" 2>/tmp/writer &
	writer=$!
	within 60 sh -c "dmesg | grep -q ': begin '" || fail "$1: the run begins" "$(cat /tmp/writer)"
	sleep 1
}

# ended NAME WANT: the writer's error, and that nothing runs any more.
ended()
{
	wait "$writer"
	equal "$1: the writer's error" "$(cat /tmp/writer)" "sh: write error: $2"
	equal "$1: no thread left" "$(threads)" ""
}

paths="paths=ipi_send_single,ipi_send_mask,raw_sgi,self_sgi,raw_sgi_each"

# Between runs.
online 2 0
load
loaded "CPU 2 is offline: insmod"
online 2 1
set_parameters "$paths" srccpu=0 dstcpu=2 loops=200 warmup=20 runs=2
run "CPU 2 came after the load"
for cpu in 1 2 3; do
	online $cpu 0
	online $cpu 1
done
set_parameters dstcpu=1-3
run "all went and came: to each"
set_parameters ndst=3
run "all went and came: to all at once"
set_parameters ndst= srccpu=3 dstcpu=0
run "all went and came: from one"
unload "all went and came"

online 3 0
load "$paths" srccpu=0 dstcpu=1 loops=50 warmup=5 runs=1
loaded "CPU 3 is offline at the end: insmod"
unload "CPU 3 is offline at the end"
online 3 1

# During a run.
load
for mode in pingpong flood; do
	set_parameters paths=raw_sgi "mode=$mode" srccpu=0 dstcpu=1 loops=100000000 warmup=0 runs=1 timeout_us=50000
	begin "target offline, $mode"
	check "target offline, $mode" online 1 0
	ended "target offline, $mode" "No such device"
	equal "target offline, $mode: the line" "$(log | tail -n 1)" \
		"CPU 1 went offline during the run: leave the CPUs alone and run again"
	online 1 1
	set_parameters mode=both loops=200 warmup=20 runs=2 timeout_us=1000000
	run "back online after $mode"
done
set_parameters paths=ipi_send_single mode=pingpong loops=100000000 srccpu=2
begin "source offline"
check "source offline" online 2 0
ended "source offline" "No such device"
online 2 1
set_parameters srccpu=0
begin "bystander"
online 3 0
online 3 1
check "bystander: the run goes on" kill -0 "$writer"
echo 9 >"$par/sgi"
check "bystander: rmmod during a run" timeout 30 rmmod "$m"
# It was interrupted, and busybox tried once more.
ended "bystander" "No such device"
equal "bystander: the line" "$(log | tail -n 1)" "interrupted: the records above are incomplete"
equal "bystander: no interrupt is left" "$(grep "$m" /proc/interrupts)" ""
gone "bystander"

# While insmod itself runs.
dmesg -c >/dev/null
insmod "/modules/$m.ko" paths=raw_sgi,self_sgi srccpu=0 dstcpu=1 loops=100000000 2>/tmp/writer &
writer=$!
within 60 sh -c "dmesg | grep -q ': begin '" || fail "insmod: its run begins"
sleep 1
kill -TERM "$writer"
wait "$writer" 2>/dev/null
matches "insmod: interrupted" "$(log)" '^interrupted: '
equal "insmod: no interrupt is left" "$(grep "$m" /proc/interrupts)" ""
gone "insmod"
load paths=raw_sgi srccpu=0 dstcpu=1 loops=10 warmup=1 runs=1 oneshot=1
equal "oneshot: insmod" "$rc" 125
equal "oneshot: no interrupt is left" "$(grep "$m" /proc/interrupts)" ""
gone "oneshot"

# Again and again.
memory()
{
	awk '/^(Percpu|SUnreclaim|VmallocUsed)/ { s += $2 } END { print s }' /proc/meminfo
}
loads()
{
	i=0
	while [ $i -lt "$1" ]; do
		insmod "/modules/$m.ko" options=$((1 << i % 4)) sgi=$((8 + i % 8)) srccpu=0 loops=10 warmup=2 runs=1 mode=flood || return 1
		rmmod "$m" || return 1
		i=$((i + 1))
	done
}
check "loads" loads 5
before=$(memory)
check "50 loads" loads 50
check "50 loads: memory comes back: $before, now $(memory)" test "$(memory)" -lt $((before + 2048))
equal "50 loads: no interrupt is left" "$(grep "$m" /proc/interrupts)" ""
gone "50 loads"
finish
