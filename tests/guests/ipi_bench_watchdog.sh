#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Long runs under impatient watchdogs: a soft lock-up after 4 s, an RCU stall after
# 3. Their reports are found by the runner. Argument: loops.
# shellcheck source=lib.sh
. /files/lib.sh

loops=$1

equal "watchdog_thresh" "$(cat /proc/sys/kernel/watchdog_thresh)" 2
equal "the watchdog is on" "$(cat /proc/sys/kernel/watchdog)" 1
echo 3 >/sys/module/rcupdate/parameters/rcu_cpu_stall_timeout
equal "RCU stall time-out" "$(cat /sys/module/rcupdate/parameters/rcu_cpu_stall_timeout)" 3

# run NAME PARAM…
run()
{
	run_name=$1
	shift
	start=$(cut -d. -f1 /proc/uptime)
	load runs=1 srccpu=0 dstcpu=1 warmup=0 "$@"
	echo "$run_name: $(($(cut -d. -f1 /proc/uptime) - start)) s"
	loaded "$run_name: insmod"
	check "$run_name: records" awk -f /files/records.awk "$dbg/results"
	unload "$run_name"
}

run "self" paths=self "loops=$loops"
run "single" paths=single "loops=$((loops / 10))"
run "single, flood to a busy CPU" paths=single mode=flood wait=0 target=busy "loops=$((loops / 10))"
run "long batches" paths=nop gap_us=10000 loops=400
finish
