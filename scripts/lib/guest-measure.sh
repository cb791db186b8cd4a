# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# Runs in a lab guest: guest-measure.sh MODULE LOOPS_EMULATED LOOPS [PARAM=VALUE…]
# loads the module, prints its records. Emulated CPUs get the first number of
# loops: instruction counts vary little, and emulation is slow.

module=$1
loops=$3
if grep -q -e 'QEMU TCG CPU' -e 'CPU implementer.*: 0x00' /proc/cpuinfo; then
	loops=$2
fi
shift 3

if insmod "/modules/$module.ko" "loops=$loops" "$@"; then
	cat "/sys/kernel/debug/$module/results"
else
	dmesg | grep "$module: "
	exit 1
fi
