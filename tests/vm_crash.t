#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/vm/crash.awk: what on a guest's console counts as a fault of its kernel.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

scan()
{
	awk -f "$test_top/scripts/vm/crash.awk"
}

# Texts as the kernels 5.10 to 7.x print them.
while IFS= read -r line; do
	is "found: $line" "$(printf '%s\n' "[    0.1] quiet" "$line" "[    9.9] later" | scan || true)" "$line"
done <<'END'
[    1.234567] WARNING: CPU: 1 PID: 77 at kernel/smp.c:912 smp_call_function_many_cond+0x28f/0x2c0
[    1.234567] WARNING: kernel/smp.c:912 at smp_call_function_many_cond+0x28f/0x2c0, CPU#1: insmod/77
[    1.234567][   T77] WARNING: possible circular locking dependency detected
[    1.234567] WARNING: inconsistent lock state
[    1.234567] WARNING: suspicious RCU usage
[    1.234567] BUG: kernel NULL pointer dereference, address: 0000000000000000
[    1.234567] BUG: unable to handle page fault for address: ffffffffc0000000
[    1.234567] BUG: scheduling while atomic: insmod/77/0x00000002
[    1.234567] BUG: sleeping function called from invalid context at kernel/locking/mutex.c:580
[    1.234567] BUG: KASAN: slab-out-of-bounds in run+0x1/0x2
[    1.234567] BUG: KCSAN: data-race in run / run
[    1.234567] kernel BUG at lib/list_debug.c:29!
[    1.234567] Oops: 0002 [#1] PREEMPT SMP NOPTI
[    1.234567] Internal error: Oops: 0000000096000004 [#1] SMP
[    1.234567] Unable to handle kernel NULL pointer dereference at virtual address 0000000000000000
[    1.234567] general protection fault, probably for non-canonical address 0xdead000000000100: 0000 [#1] SMP
[    1.234567] invalid opcode: 0000 [#1] SMP NOPTI
[    1.234567] Kernel panic - not syncing: sysrq triggered crash
[    1.234567] watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [insmod:77]
[    1.234567] NMI watchdog: Watchdog detected hard LOCKUP on cpu 1
[    1.234567] watchdog: CPU1: Watchdog detected hard LOCKUP on cpu 1
[    1.234567] rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
[    1.234567] rcu: INFO: rcu_sched self-detected stall on CPU
[    1.234567] rcu: INFO: rcu_preempt detected expedited stalls on CPUs/tasks: { 1-... } 6 jiffies s: 93 root: 0x2/.
[    1.234567] rcu: rcu_preempt kthread starved for 5252 jiffies! g777 f0x2 RCU_GP_WAIT_FQS(5) ->state=0x0 ->cpu=0
[    1.234567] INFO: task insmod:77 blocked for more than 120 seconds.
[    1.234567] UBSAN: array-index-out-of-bounds in core/run.c:9:2
[    1.234567] BUG: workqueue lockup - pool cpus=0 node=0 flags=0x0 nice=0 stuck for 43s!
[    1.234567] unchecked MSR access error: WRMSR to 0x83f (tried to write 0x00000000000000ec)
[    1.234567] Call Trace:
[    1.234567] Call trace:
Kernel panic - not syncing: without a time
END

while IFS= read -r line; do
	is "passed over: $line" "$(scan <<<"$line" || true)" ""
done <<'END'
[    0.012345] RETBleed: WARNING: Spectre v2 mitigation leaves CPU vulnerable to RETBleed attacks, data leaks possible!
[    0.012345] Spectre V2 : WARNING: Unprivileged eBPF is enabled with eIBRS on
[    0.012345] INFO: NMI handler (perf_event_nmi_handler) took too long to run: 1.7 msecs
[    0.012345] Command line: console=ttyS0 oops=panic panic=-1 softlockup_panic=1
[    0.012345] x86/bugs: nothing to see
[    0.012345] hello: loading out-of-tree module taints kernel.
[    0.012345] clocksource: timekeeping watchdog on CPU1: Marking clocksource 'tsc' as unstable because the skew is too large:
[    0.012345] mtrr: your CPUs had inconsistent fixed MTRR settings
[    0.012345] reboot: Power down
[    0.012345] ipi_bench: 3 late, BUG in the sentence
END

ok "a fault sets the exit code" scan <<<'[    1.0] BUG: x'
is "cut here is replaced by what follows" \
	"$(printf '%s\n' '[    1.0] ------------[ cut here ]------------' '[    1.0] kernel says this' | scan)" \
	'[    1.0] kernel says this'

done_testing
