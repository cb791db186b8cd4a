#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Paths one after the other, in a phase of its name each, in a guest with 2 CPUs.
# Sections: "figures" are the records of all paths; "sent" has a line for each phase,
#   PATH SENDS AT-LEAST AT-MOST
# the last two being how many IPIs the guest's kernel has taken meanwhile.
m=gic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

# kernel_ipis: taken so far, by its own statistics.
kernel_ipis()
{
	awk '/^ *IPI[0-9]/ { n += $2 + $3 } END { print n + 0 }' /proc/interrupts
}

load paths=all srccpu=0 dstcpu=1 loops=500 warmup=50 runs=2
loaded "all paths: insmod"
equal "all paths: what runs" "$(results | field path | uniq | tr '\n' ' ')" \
	"ipi_send_single ipi_send_mask raw_sgi self_sgi smp_call nop cacheline exit sysreg raw_sgi_each "
equal "all paths: sent = received" "$(results | field sent | sort -u) $(results | field received | sort -u)" "1100 1100"
equal "all paths: nothing lost, nothing late" "$( (results | field lost; results | field late) | grep -v '^0$')" ""
matches "env" "$(grep '^env ' "$dbg/results")" ' gic=[23] .* sysreg=PMSELR_EL0$'
section figures <"$dbg/results"

echo pingpong >"$par/mode"
echo 1 >"$par/runs"
for path in ipi_send_single ipi_send_mask raw_sgi self_sgi raw_sgi_each exit sysreg; do
	echo "$path" >"$par/paths"
	most=$(kernel_ipis)
	mark "$path"
	least=$(kernel_ipis)
	check "$path: run" sh -c "echo 1 >$dbg/run"
	least=$(($(kernel_ipis) - least))
	mark between
	most=$(($(kernel_ipis) - most))
	echo "$path 550 $least $most" >>/tmp/sent
done
section sent </tmp/sent
unload "all"
equal "no interrupt is left" "$(grep "$m" /proc/interrupts)" ""
gone "all"
finish
