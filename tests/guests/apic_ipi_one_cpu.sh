#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A guest with one CPU: IPIs to oneself and yardsticks, nothing else.
m=apic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

load
loaded "list: insmod"
equal "list: paths that need another CPU say so" "$(log | grep -c "can't run here: needs a second online CPU")" 15
unload list
load_once paths=apic_send_IPI_mask,raw_xapic_flat
equal "no target: EOPNOTSUPP" "$rc" 95
equal "no target: the reason for each" "$(log | grep -c '^skip .*reason="needs a second online CPU"')" 2
gone "no target"
load paths=all loops=50 warmup=10 runs=2
loaded "paths=all: insmod"
check "paths=all: records" awk -f /files/records.awk "$dbg/results"
equal "paths=all: what could be measured" "$(results | field path | uniq | tr '\n' ' ')" "self_icr nop "
unload "paths=all"
gone "paths=all"
finish
