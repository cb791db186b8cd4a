#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# No timed loop calls through a register or a retpoline: a looked-up address is only called by a
# patched direct call, which IBT and CFI do not mind. (Calls through pv_ops are patched by
# the kernel when the module is loaded; Hyper-V's hypercall page is the kernel's inline.)
set -euo pipefail

# shellcheck source=tests/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

modules=$("$test_top/scripts/vm/build" 6.12)

# loops FILE: each call of a timed loop: function and what is called
loops()
{
	objdump -dr --no-show-raw-insn "$1" | awk '
		/^[0-9a-f]+ <.*>:$/ { fn = substr($2, 2, length($2) - 3); call = "" }
		fn !~ /_(pingpong|flood)$/ { next }
		call != "" { print fn, call, ($0 ~ /R_X86_64_/ ? $3 : "?"); call = "" }
		/[ \t]call[ q]/ { call = $0; sub(/.*call[ q]*/, "", call); gsub(/ /, "", call) }'
}

for module in apic_ipi hv_ipi ipi_bench; do
	calls=$(loops "$modules/$module/$module.ko")
	ok "$module's loops can be read" test "$(printf '%s\n' "$calls" | wc -l)" -gt 5
	bad=$(printf '%s\n' "$calls" | grep -E '\*|indirect_thunk' | grep -vE 'pv_ops|hv_hypercall|^(fast16|slow|ex|hv_exit)_' || true)
	is "$module's loops make direct calls only" "$bad" ""
done
like "a looked-up function is called through its static call" \
	"$(loops "$modules/apic_ipi/apic_ipi.ko")" '^kvm_mask_pingpong .* __SCT__call_kvm_mask'
done_testing
