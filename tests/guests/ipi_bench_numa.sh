#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Selection of CPUs: 6 CPUs in five nodes, 0-1/2/3/4/5, and two nodes with memory
# only; later CPU 2 is offline, which leaves its node without a CPU.
# shellcheck source=lib.sh
. /files/lib.sh

short="loops=100 warmup=10 runs=1 mode=flood"

# chosen NAME WANT PARAM…: the ordered pairs of the single path's records.
chosen()
{
	chosen_name=$1
	want=$2
	shift 2
	# shellcheck disable=SC2086 # words
	load options=2 $short "$@"
	loaded "$chosen_name: insmod"
	equal "$chosen_name" "$(results | sed 's/.* src=\([-0-9]*\) dst=\([-0-9]*\) .*/\1>\2/' | tr '\n' ' ')" "$want"
	rmmod "$m"
}

# The five nodes have CPUs 0-1, 2, 3, 4, 5, whatever the kernel calls them.
node_of()
{
	basename "$(ls -d "/sys/devices/system/cpu/cpu$1"/node*)" | sed 's/node//'
}
equal "guest: nodes" "$(cat /sys/devices/system/node/online)" 0-6
equal "guest: nodes with CPUs" "$(cat /sys/devices/system/node/has_cpu)" 0-4

chosen "default: one CPU in each node with CPUs" "0>1 0>2 0>3 0>4 0>5 " srccpu=0
chosen "default: none in a node that holds only the sender" "2>0 2>3 2>4 2>5 " srccpu=2
chosen "last" "0>5 " srccpu=0 dstcpu=last
chosen "last: not the sender" "5>4 " srccpu=5 dstcpu=last
chosen "all" "3>0 3>1 3>2 3>4 3>5 " srccpu=3 dstcpu=all
chosen "a list" "0>1 0>4 0>5 " srccpu=0 dstcpu=1,4-5

# shellcheck disable=SC2086 # words
load options=2 $short srccpu=1
for cpu in 0 2 3 4 5; do
	equal "node of CPU $cpu in its record" "$(results | grep " dst=$cpu " | field dnode)" "$(node_of $cpu)"
done
equal "env: CPUs and nodes with CPUs" "$(grep '^env ' "$dbg/results" | field cpus) $(grep '^env ' "$dbg/results" | field nodes)" "6 5"
rmmod "$m"

# shellcheck disable=SC2086 # words
taskset 10 insmod "/modules/$m.ko" options=2 $short
equal "source: the CPU that insmod runs on" "$(results | field src | uniq)" 4
rmmod "$m"
# shellcheck disable=SC2086 # words
taskset 10 insmod "/modules/$m.ko" options=2 $short dstcpu=4
equal "source: another one when that is the target" "$(results | field src) $(results | field dst)" "0 4"
rmmod "$m"

# meshes PARAM…: the pairs of the mesh, "CPU[NODE]>CPU[NODE]".
meshes()
{
	# shellcheck disable=SC2086 # words
	load options=4 $short "$@"
	log | sed -n 's/.* CPU\([0-9]*\)\[NODE\([0-9]*\)\] -> CPU\([0-9]*\)\[NODE\([0-9]*\)\].*/\1 \2 \3 \4/p'
}
# different WHICH: fails unless both ends' nodes of each line differ.
different()
{
	awk '$2 == $4 { print; bad = 1 } END { exit bad || !NR }' "$1"
}
# disjoint FILE: fails if a CPU occurs twice.
disjoint()
{
	awk 'seen[$1]++ || seen[$3]++ { print; bad = 1 } END { exit bad }' "$1"
}
meshes >/tmp/pairs
equal "mesh: three pairs" "$(wc -l </tmp/pairs)" 3
equal "mesh: the first in one node" "$(sed -n '1s/ .*//p' /tmp/pairs) $(sed -n 1p /tmp/pairs | cut -d' ' -f3)" "0 1"
check "mesh: each CPU in one pair" disjoint /tmp/pairs
rmmod "$m"
for pairs in 1 2 3; do
	meshes acrossnuma=1 pairs=$pairs >/tmp/pairs
	equal "mesh acrossnuma=1 pairs=$pairs: pairs" "$(wc -l </tmp/pairs)" "$pairs"
	check "mesh acrossnuma=1 pairs=$pairs: between nodes" different /tmp/pairs
	check "mesh acrossnuma=1 pairs=$pairs: each CPU in one pair" disjoint /tmp/pairs
	rmmod "$m"
done

# shellcheck disable=SC2086 # words
load paths=many $short srccpu=1
equal "many: sizes" "$(results | field ndst | tr '\n' ' ')" "1 2 4 5 "
rmmod "$m"

# A hole.
echo 0 >/sys/devices/system/cpu/cpu2/online
chosen "CPU 2 offline: the default does not pick it" "0>1 0>3 0>4 0>5 " srccpu=0
chosen "CPU 2 offline: CPU 3 works" "0>3 " srccpu=0 dstcpu=3
chosen "CPU 2 offline: all" "1>0 1>3 1>4 1>5 " srccpu=1 dstcpu=all
for spec in dstcpu=2 dstcpu=1-3 srccpu=2; do
	load_once options=2 "$spec"
	equal "CPU 2 offline: $spec is refused" "$rc" 22
	equal "CPU 2 offline: $spec: the remedy" "$(log)" \
		"${spec%=*}: CPU 2 is offline: echo 1 > /sys/devices/system/cpu/cpu2/online"
done
# shellcheck disable=SC2086 # words
load paths=many,all,mesh $short srccpu=0 broadcasts=5
loaded "CPU 2 offline: all, many, mesh: insmod"
check "CPU 2 offline: all, many, mesh: records" awk -f /files/records.awk "$dbg/results"
equal "CPU 2 offline: all: targets" "$(results | grep 'path=all' | field ndst)" 4
equal "CPU 2 offline: all: broadcasters" "$(results | grep 'path=all' | field senders)" 5
equal "CPU 2 offline: mesh: pairs" "$(results | grep 'path=mesh' | field senders)" 2
equal "CPU 2 offline: never in a line" "$(log | grep -E -c 'CPU2\[| (src|dst)=2 ')" 0
rmmod "$m"
echo 1 >/sys/devices/system/cpu/cpu2/online
chosen "CPU 2 online again" "0>2 " srccpu=0 dstcpu=2
gone "selection"
finish
