#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# walk.sh insmod|run MODULE [PARAM…]
#
# Every path of the module alone, in a phase of its name, by a load each or (faster) in
# one load by its file run: either it delivers all that it sends, or it is refused
# with a reason. Sections: "list" is what the module prints without parameters;
# "walk" has a line for each path,
#   PATH sent N ndst N vector N via PATH	(- for what it does not have), or
#   PATH skip REASON
how=$1 m=$2
shift 2
# shellcheck source=lib.sh
. /files/lib.sh

# value KEY: of the first record of the last run, or -.
value()
{
	results | head -n 1 | field "$1" | grep . || echo -
}

# start BITS PARAM…: sets rc, and the records in /tmp/records.
start()
{
	start_bits=$1
	shift
	rc=0 message=
	if [ "$how" = insmod ]; then
		load_once options="$start_bits" "$@"
		log >/tmp/records
	else
		echo "$start_bits" >"$par/options"
		message=$( (echo 1 >"$dbg/run") 2>&1) || rc=1
		case $message in
		*'not supported')	rc=95 ;;
		esac
		cat "$dbg/results" >/tmp/records
	fi
}

measured()
{
	check "$path: records" awk -f /files/records.awk "$dbg/results"
	equal "$path: sent = received" "$(value sent)" "$(value received)"
	equal "$path: nothing lost, nothing late" "$( (results | field lost; results | field late) | grep -v '^0$')" ""
	echo "$path sent $(value sent) ndst $(value ndst) vector $(value vector) via $(value via)" >>/tmp/walk
}

refused()
{
	equal "$path: EOPNOTSUPP" "$rc $message" "95 $message"
	why=$(sed -n "s/^skip .* path=$path .*reason=\"\(.*\)\"\$/\1/p" /tmp/records)
	matches "$path: a reason" "$why" .
	echo "$path skip $why" >>/tmp/walk
}

set -- mode=pingpong loops=50 warmup=10 runs=1 "$@"
load "$@"
loaded "list: insmod"
log >/tmp/list
section list </tmp/list
if [ "$how" = insmod ]; then
	unload list
	gone list
fi

bit=0
sed -n 's/^bit *[0-9]* *\([^ ]*\) .*/\1/p' /tmp/list >/tmp/paths
while read -r path; do
	mark "$path"
	start $((1 << bit)) "$@"
	if [ "$rc" = 0 ]; then
		measured
	else
		refused
	fi
	if [ "$how" = insmod ] && [ "$rc" = 0 ]; then
		unload "$path"
	fi
	equal "$path: no interrupt is left" "$(grep -w "$m" /proc/interrupts)" ""
	bit=$((bit + 1))
done </tmp/paths
mark walked
if [ "$how" = run ]; then
	grep '^env ' "$dbg/results" | section env
	unload run
fi
gone "after all"
section walk </tmp/walk
finish
