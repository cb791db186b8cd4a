#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Every path, and as many targets as there are, counted twice: by the handler, and by
# the kernel's interrupt statistics. Arguments: GIC version, dt or acpi, CPUs.
m=gic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

gic=$1 firmware=$2 cpus=$3
last=$((cpus - 1))
par_runs=2 par_loops=200 par_warmup=20
sends=$((par_runs * (par_loops + par_warmup)))

# taken: interrupts of our SGI on each CPU, a line each.
taken()
{
	awk -v n="$cpus" '$NF == "gic_ipi" { for (i = 2; i <= n + 1; i++) print $i }' /proc/interrupts
}

# counted NAME FROM TO WANT: CPUs FROM to TO have taken WANT more than in /tmp/before,
# and all others none. Every load has tried the SGI once on each CPU.
counted()
{
	taken >/tmp/after
	# shellcheck disable=SC2016 # awk's own
	check "$1" awk -v from="$2" -v to="$3" -v want="$4" '
		FNR == NR { before[FNR - 1] = $1; next }
		{
			cpu = FNR - 1
			due = 1 + (cpu >= from && cpu <= to ? want : 0)
			if ($1 - before[cpu] != due) {
				print "CPU " cpu ": " $1 - before[cpu] ", not " due
				bad = 1
			}
		}
		END { exit bad || !FNR }' /tmp/before /tmp/after
}

# run NAME PARAM=VALUE…: once more, of the loaded module.
run()
{
	run_name=$1
	shift
	for assignment in "$@"; do
		echo "${assignment#*=}" >"$par/${assignment%%=*}"
	done
	taken >/tmp/before
	check "$run_name: runs" sh -c "echo 1 >$dbg/run"
	check "$run_name: records" awk -f /files/records.awk "$dbg/results"
}

equal "guest: CPUs" "$(grep -c '^processor' /proc/cpuinfo)" "$cpus"
load paths=all srccpu=0 dstcpu="$([ "$cpus" = 1 ] || echo last)" loops=$par_loops warmup=$par_warmup runs=$par_runs
loaded "all paths: insmod"
check "all paths: records" awk -f /files/records.awk "$dbg/results"
matches "env" "$(grep '^env ' "$dbg/results")" " gic=$gic firmware=$firmware sgi=8 sgi_irq=[0-9]+ sysreg=PMSELR_EL0\$"

if [ "$cpus" = 1 ]; then
	equal "one CPU: what runs" "$(results | field path | uniq | tr '\n' ' ')" "self_sgi nop "
	run "self_sgi" paths=self_sgi mode=pingpong
	counted "self_sgi: interrupts" 0 0 $sends
	unload "one CPU"
	gone "one CPU"
	finish
	exit 0
fi

equal "what runs" "$(results | field path | uniq | tr '\n' ' ')" \
	"ipi_send_single ipi_send_mask raw_sgi self_sgi smp_call nop cacheline raw_sgi_each "
equal "to the last CPU" "$(results | grep -v -e self_sgi -e path=nop | field dst | sort -u)" "$last"

for path in ipi_send_single ipi_send_mask raw_sgi raw_sgi_each; do
	run "$path" "paths=$path" mode=pingpong
	counted "$path: interrupts" "$last" "$last" $sends
done
run "self_sgi" paths=self_sgi
counted "self_sgi: interrupts" 0 0 $sends

# Sends to many: each target takes one interrupt of each.
for n in 2 7 15 16 $last; do
	[ "$n" -le "$last" ] || continue
	for path in ipi_send_mask raw_sgi raw_sgi_each; do
		run "$path to $n" "paths=$path" "dstcpu=1-$last" "ndst=$n"
		equal "$path to $n: targets" "$(results | field ndst | sort -u)" "$n"
		counted "$path to $n: interrupts" 1 "$n" $sends
	done
done
if [ "$last" -gt 15 ]; then
	run "across clusters" paths=raw_sgi dstcpu=14-17 ndst=4
	counted "across clusters: interrupts" 14 17 $sends
fi

# Back to back an SGI may be taken once for many, and none is left behind.
for path in ipi_send_single raw_sgi self_sgi; do
	run "$path, flood, then ping-pong" "paths=$path" mode=both dstcpu="$last" ndst= loops=500
done
unload "all"
equal "no interrupt is left" "$(grep gic_ipi /proc/interrupts)" ""
gone "all"
finish
