# SPDX-License-Identifier: GPL-2.0-only
# Prints the first line of a guest console that shows that the kernel found a
# fault in itself, and what went before it. Exit code 0 if there is one.
#
# The texts are those of the kernel's kernel/panic.c, lib/bug.c, lib/dump_stack.c,
# kernel/watchdog.c, kernel/rcu/tree_stall.h, kernel/hung_task.c, mm/kasan,
# kernel/kcsan, lib/ubsan.c, kernel/locking/lockdep.c, arch/*/mm/fault.c and
# arch/*/kernel/traps.c. Those that start a message are only looked for there,
# because drivers say "WARNING" for less.

BEGIN {
	start = "^(WARNING: |BUG: |Oops|Internal error: |Unable to handle kernel|Kernel panic - not syncing|" \
		"kernel BUG at |general protection fault|invalid opcode: |stack segment: |double fault: |" \
		"divide error: |int3: |traps: PANIC|UBSAN: |KASAN: |KCSAN: |KFENCE: |Call [Tt]race:|" \
		"INFO: possible |INFO: suspicious RCU|INFO: trying to register non-static key|" \
		"INFO: task |INFO: lockdep|Modules linked in: )"
	inside = "BUG: soft lockup|BUG: workqueue lockup|[Hh]ard LOCKUP|rcu[a-z_]*: INFO: |INFO: rcu_|" \
		"rcu_[a-z_]* (detected stalls|self-detected stall|kthread starved)|" \
		"detected (expedited )?stalls|self-detected stall|blocked for more than [0-9]+ sec|" \
		"unchecked MSR access error|refcount_t: |list_(add|del) corruption|cut here \\]"
	status = 1
}

{
	message = $0
	# printk's time and, with PRINTK_CALLER, its caller.
	sub(/^(<[0-9]+>)?\[ *[0-9]+\.[0-9]+\](\[ *[TC][0-9]+\])? /, "", message)
	if (message ~ start || message ~ inside) {
		# "cut here" says nothing: the next line does.
		if (message ~ /cut here \]/ && (getline next_line) > 0)
			print next_line
		else
			print
		status = 0
		exit
	}
}

END { exit status }
