#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Loads that must be refused, each with one line. Argument: one (a guest with one
# CPU) or four (four CPUs, of which CPU 2 is offline).
# shellcheck source=lib.sh
. /files/lib.sh

text=/tmp/refusals
: >"$text"

# refuse ERRNO PARAM…: what the user sees becomes golden text.
refuse()
{
	errno=$1
	shift
	load_once "$@"
	# Of the records of a run in which no path can run, the reasons.
	log | sed -e '/^begin /d' -e '/^env /d' -e '/^end /d' -e 's/ id=[^ ]*//' >/tmp/lines
	lines=0
	{
		echo "$*"
		echo "${message##*: }"
		while read -r line; do
			echo "$line"
			case $line in
			'skip '*)	;;
			*)		lines=$((lines + 1)) ;;
			esac
		done </tmp/lines
		echo
	} >>"$text"
	equal "$*: errno, lines beside reasons" "$rc $lines" "$errno 1"
	gone "$*"
	if [ -d "/sys/module/$m" ]; then
		rmmod "$m"
	fi
}

EINVAL=22 EOPNOTSUPP=95

if [ "$1" = one ]; then
	refuse $EOPNOTSUPP options=2
	refuse $EOPNOTSUPP paths=mesh,single,many dstcpu=last
	refuse $EOPNOTSUPP options=2 matrix=1
	refuse $EINVAL options=2 dstcpu=0
	refuse $EINVAL options=2 dstcpu=1
	refuse $EINVAL options=1 broadcasts=2
	load paths=all loops=100 warmup=10 runs=2
	loaded "all paths: those without a second CPU run"
	check "all paths: records" awk -f /files/records.awk "$dbg/results"
	equal "all paths: which" "$(results | field path | uniq | tr '\n' ' ')" "self self_irq_work nop "
	section refusals <"$text"
	finish
	exit 0
fi

echo 0 >/sys/devices/system/cpu/cpu2/online
for cpu in 2 4 64 99999 -1 99999999999999999999 x 1x 0-1; do
	refuse $EINVAL options=2 "srccpu=$cpu"
done
for cpus in 2 4 1,4 1-3 1000000 -1 99999999999999999999 x 1,x 1- 3-1 ',' 0 0-1 some; do
	refuse $EINVAL options=2 srccpu=0 "dstcpu=$cpus"
done

for value in 0 -1 2147483648 99999999999; do
	refuse $EINVAL options=2 "loops=$value"
done
for value in 99999999999999999999 many '' 1k; do
	refuse $EINVAL options=2 "loops=$value"
done
refuse $EINVAL options=2 warmup=-1
refuse $EINVAL options=2 runs=0
refuse $EINVAL options=2 runs=10001
refuse $EINVAL options=2 gap_us=-1
refuse $EINVAL options=2 timeout_us=0
refuse $EINVAL options=2 timeout_us=1000001
refuse $EINVAL options=2 raw=-1
refuse $EINVAL options=2 wait=2
refuse $EINVAL options=2 mode=fast
refuse $EINVAL options=2 mode=
refuse $EINVAL options=2 target=asleep
refuse $EINVAL options=2 unit=seconds

refuse $EINVAL options=0x1000
refuse $EINVAL options=-1
refuse $EINVAL paths=double
refuse $EINVAL paths=self,,doub1e
refuse $EINVAL paths=Self

refuse $EINVAL options=4 pairs=2
refuse $EINVAL options=4 pairs=0
refuse $EINVAL options=4 acrossnuma=1
refuse $EINVAL options=8 broadcasts=0
refuse $EINVAL options=8 broadcasts=4
refuse $EINVAL options=32 ndst=3
refuse $EINVAL options=32 ndst=1,0
refuse $EINVAL options=32 ndst=two
refuse $EINVAL options=32 ndst=-1
refuse $EINVAL options=32 ndst=2 dstcpu=1 srccpu=0
refuse $EINVAL options=32 ndst=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
refuse $EOPNOTSUPP paths=nop mode=flood
section refusals <"$text"

# What is wrong for a path that nobody asked for does no harm.
load options=1 loops=10 warmup=1 runs=1 pairs=100 acrossnuma=1
loaded "unused parameters: insmod"
# Newlines, which echo leaves in parameters, are no garbage.
echo 0 >"$par/srccpu"
echo 3 >"$par/dstcpu"
echo single >"$par/paths"
echo both >"$par/mode"
check "parameters with a newline" sh -c "echo 1 >$dbg/run"
equal "parameters with a newline: dst" "$(results | field dst | uniq | tr "\n" " ")" "0 3 "
unload "unused parameters"
finish
