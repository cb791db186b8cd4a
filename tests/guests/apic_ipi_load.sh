#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Runs in xAPIC mode: CPUs 0-3 in two NUMA nodes.
m=apic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

multicasts="default_send_IPI_mask_sequence_phys flat_send_IPI_mask apic_send_IPI_mask raw_xapic_phys raw_xapic_flat"
count=0
first=

# measured NAME PARAM…: a load that delivers all that it sends.
measured()
{
	measured_name=$1
	shift
	load "$@"
	loaded "$measured_name: insmod"
	check "$measured_name: records" awk -f /files/records.awk "$dbg/results"
}

# paths of the skip records
skipped()
{
	log | sed -n 's/^skip .* path=\([^ ]*\) .*/\1/p' | tr '\n' ' '
}

# The lines that apic_ipi has always printed, tabs and all; figures become #.
measured legacy options=5 srccpu=0 dstcpu=1 mode=flood loops=300 runs=2
dmesg | sed -n 's/^\[[^]]*\] \(apic_ipi:.*\)/\1/p' | grep -v -E '^apic_ipi: (begin|env|skip|result|rate|end|loading|module) ' |
	sed 's/+0x0\/0x[0-9a-f]*]/+0x0\/#]/; s/total cycles [0-9]*, avg [0-9]*$/total cycles #, avg #/' | section legacy
equal "legacy: without PV IPI there is none" "$(skipped)" "kvm_send_ipi_mask "
unload legacy

measured "default targets" paths=apic_send_IPI srccpu=0 mode=pingpong loops=50 warmup=10 runs=1
equal "default targets: one of each node" "$(results | field dst | uniq | tr '\n' ' ')" "1 2 "
equal "default targets: their nodes" "$(results | field dnode | uniq | tr '\n' ' ')" "0 1 "
unload "default targets"

measured "ndst=1,2,3" paths="$(echo "$multicasts" | tr ' ' ,)" srccpu=0 ndst=1,2,3 loops=60 warmup=10 runs=2
for path in $multicasts; do
	equal "ndst=1,2,3: $path" "$(results | grep " path=$path .*kind=rtt " |
		sed 's/.* ndst=\([0-9]*\).* sent=\([0-9]*\).* received=\([0-9]*\).* lost=\([0-9]*\).*/\1:\2:\3:\4/' | tr '\n' ' ')" \
		"1:140:140:0 2:280:280:0 3:420:420:0 "
done
unload "ndst=1,2,3"

measured "several paths, flat last" paths=raw_xapic_flat,raw_allbutself,apic_send_IPI srccpu=3 dstcpu=0 mode=pingpong \
	loops=50 warmup=10 runs=2
equal "several paths, flat last: in which order they ran" \
	"$(grep '^result .* run=1 .*kind=rtt\|^result .*kind=rtt .* run=1 ' "$dbg/results" | field path | tr '\n' ' ')" \
	"apic_send_IPI raw_allbutself raw_xapic_flat "
unload "several paths, flat last"

load paths=apic_send_IPI,raw_xapic_phys,raw_xapic_flat matrix=1 mode=pingpong loops=20 warmup=5 runs=1
loaded "matrix: insmod"
for path in apic_send_IPI raw_xapic_phys raw_xapic_flat; do
	equal "matrix: $path" "$(grep "^$path rtt " "$dbg/matrix" | awk '{ print $5, $12 }' | sort | uniq -c | tr -s ' ')" " 12 20 0"
	equal "matrix: $path: all pairs" "$(results | grep " path=$path .*kind=rtt " | field received)" 300
done
unload matrix

# What is left of a logical id would be in the way of the next targets.
for dst in 1 2 1-3 3; do
	measured "logical ids, dstcpu=$dst" paths=flat_send_IPI_mask,raw_xapic_flat srccpu=0 dstcpu=$dst mode=pingpong loops=30 \
		warmup=10 runs=2 ndst=1
	equal "logical ids, dstcpu=$dst: none skipped" "$(skipped)" ""
	echo "$(results | field path | uniq | tr '\n' ' ')via $(results | field via | uniq)" >/tmp/via
	unload "logical ids, dstcpu=$dst"
done
section via </tmp/via

echo 0 >/sys/devices/system/cpu/cpu3/online
load_once paths=raw_allbutself srccpu=0
equal "offline CPU: raw_allbutself: EOPNOTSUPP" "$rc" 95
matches "offline CPU: raw_allbutself: why" "$(log)" 'path=raw_allbutself .*offline'
gone "offline CPU: raw_allbutself"
measured "offline CPU" paths=raw_xapic_flat,flat_send_IPI_mask,raw_xapic_phys srccpu=0 ndst=2 mode=pingpong loops=30 warmup=10 runs=1
unload "offline CPU"
echo 1 >/sys/devices/system/cpu/cpu3/online
measured "online again" paths=raw_allbutself,raw_xapic_flat srccpu=0 ndst=3 mode=pingpong loops=30 warmup=10 runs=1
unload "online again"

for bad in override=pv override=both; do
	load_once "$bad"
	equal "$bad: refused" "$rc" "$(case $bad in *pv) echo 95 ;; *) echo 22 ;; esac)"
	matches "$bad: one line" "$(log)" "^$bad: "
	gone "$bad"
done
load override=native
loaded "override=native: insmod"
matches "override=native: says so" "$(log)" "^override=native: the kernel's multicasts use [a-zA-Z_]*send_IPI_mask"
unload "override=native"

while [ $count -lt 50 ]; do
	load paths=apic_send_IPI_mask,raw_xapic_flat srccpu=0 ndst=3 mode=pingpong loops=5 warmup=1 runs=1
	if [ "$rc" != 0 ]; then
		break
	fi
	vector=$(results | field vector | sort -u)
	first=${first:-$vector}
	if ! rmmod "$m" || [ "$vector" != "$first" ]; then
		break
	fi
	count=$((count + 1))
done
equal "load and unload 50 times, with the same vector: times" "$count" 50
gone "load and unload 50 times"
equal "no interrupt is left" "$(grep -w "$m" /proc/interrupts)" ""
finish
