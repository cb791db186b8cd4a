#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/vm/guest: every way a guest can end is told apart.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

out="$test_tmp/out"
mkdir "$test_tmp/tmp"
export TMPDIR="$test_tmp/tmp"

# guest 'SHELL TEXT' [option…]: runs the text in a guest; sets rc, output (stdout)
# and messages (stderr).
guest()
{
	local text=$1
	shift

	printf '%s\n' "$text" >"$test_tmp/the script.sh"
	rc=0
	output=$("$test_top/scripts/vm/guest" --accel tcg --timeout 120 --out "$out" "$@" \
		"$test_tmp/the script.sh" 2>"$test_tmp/messages") || rc=$?
	messages=$(cat "$test_tmp/messages")
}

fact()
{
	sed -n "s/^$1=//p" "$out/guest.env"
}

# A module that makes the kernel complain, as its parameter says.
mkdir -p "$test_tmp/src/faulty"
echo 'obj-m := faulty/' >"$test_tmp/src/Kbuild"
echo 'obj-m := faulty.o' >"$test_tmp/src/faulty/Kbuild"
cat >"$test_tmp/src/faulty/faulty.c" <<'END'
#include <linux/delay.h>
#include <linux/module.h>
static char *how = "";
module_param(how, charp, 0444);
static int __init faulty_init(void)
{
	int i;

	WARN_ON(!strcmp(how, "warn"));
	if (!strcmp(how, "softlockup")) {
		preempt_disable();
		for (i = 0; i < 8000; i++)
			udelay(1000);
		preempt_enable();
	}
	return 0;
}
static void __exit faulty_exit(void)
{
}
module_init(faulty_init);
module_exit(faulty_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("provokes reports of the kernel");
END
built=$("$test_top/scripts/vm/build" --src "$test_tmp/src" 6.1)
trap 'rm -rf "$built" "$test_tmp"' EXIT
faulty=$built/faulty/faulty.ko

# A run that succeeds.
mkdir "$test_tmp/a folder"
echo data >"$test_tmp/a folder/a file"
# shellcheck disable=SC2016 # the guest expands it
printf '%s\n' 'echo "args: $# <$1> <$2>"; echo error >&2' \
	'cat "/files/a folder/a file" "/data/elsewhere"; ls /modules' \
	'cat /sys/devices/system/node/node*/cpulist' \
	'echo "vipi-end 0123456789abcdef 0 6.1"; echo "vipi-end  0"' \
	'uname -r; printf "no newline"' >"$test_tmp/good one.sh"
rc=0
output=$("$test_top/scripts/vm/guest" --accel tcg --out "$out" --smp 4 --mem 640 --numa "0-1/2,3/" \
	--module "$faulty" --file "$test_tmp/a folder" \
	--file "$test_tmp/a folder/a file:/data/elsewhere" --append "vipi.test=1" \
	"$test_tmp/good one.sh" "one  two" "it's" 2>"$test_tmp/messages") || rc=$?
is "success: exit code 0" "$rc" 0
is "success: what the script printed, nothing else" "$output" "args: 2 <one  two> <it's>
error
data
data
faulty.ko
0-1
2-3

vipi-end 0123456789abcdef 0 6.1
vipi-end  0
$(fact kernel)
no newline"
is "success: results.log is the same" "$(cat "$out/results.log")" "$output"
is "success: no message" "$(cat "$test_tmp/messages")" ""
is "success: facts" "$(fact status) $(fact script_rc) $(fact accel) $(fact deterministic) $(fact smp)" "ok 0 tcg 0 4"
like "success: kernel release" "$(fact kernel)" '^6\.1\..*-cloud-amd64$'
unlike "success: no carriage return on the console" "$(cat "$out/console.log")" $'\r'

# A script that fails.
guest 'echo before; exit 7'
is "failure: exit code 1" "$rc" 1
is "failure: facts" "$(fact status) $(fact script_rc)" "failed 7"
is "failure: results kept" "$output" "before"

# Wrong use never starts a guest.
guest 'echo' --accel fast
is "usage: unknown accelerator" "$rc" 2
guest 'echo' --smp many
is "usage: not a number" "$rc" 2
guest 'echo' --frobnicate 1
is "usage: unknown option" "$rc" 2
guest 'echo' --module "$test_tmp/none.ko"
is "usage: no such module" "$rc" 2
rc=0
"$test_top/scripts/vm/guest" "$test_tmp/nothing here" 2>/dev/null || rc=$?
is "usage: no such script" "$rc" 2

# Kernels that crash or complain.
start=$SECONDS
guest 'echo before; echo c >/proc/sysrq-trigger; echo after' --quiet
is "panic: exit code 3" "$rc" 3
is "panic: results up to it are kept" "$(cat "$out/results.log")" "before"
is "panic: nothing on stdout with --quiet" "$output" ""
like "panic: the message names it" "$messages" 'kernel reports: .*(BUG|panic|Oops)'
ok "panic: ends at once, not at the time-out" test $((SECONDS - start)) -lt 100
guest 'insmod /modules/faulty.ko how=warn && echo loaded' --module "$faulty"
is "WARNING: exit code 3 although the script succeeds" "$rc $(fact script_rc)" "3 0"
like "WARNING: the message shows it" "$messages" 'WARNING: CPU: [0-9]+ PID: [0-9]+ at .*faulty'
guest 'echo 1 >/proc/sys/kernel/watchdog_thresh; insmod /modules/faulty.ko how=softlockup' --module "$faulty"
is "soft lock-up: exit code 3" "$rc" 3
like "soft lock-up: the message shows it" "$messages" 'BUG: soft lockup'

# Guests without a result. The limit leaves time to boot on a busy machine.
seconds=$(fact seconds)
guest 'echo before; sleep 1000' --timeout $((${seconds%.*} * 2 + 3))
is "time-out: exit code 4" "$rc" 4
is "time-out: results up to it are kept" "$(cat "$out/results.log")" "before"
guest 'echo before; poweroff -f; sleep 100'
is "early power-off: exit code 5" "$rc" 5
is "early power-off: no script code" "$(fact status) $(fact script_rc)" "noresult "
guest 'echo' --qemu-arg -no-such-option
is "QEMU refuses: exit code 5" "$rc" 5
like "QEMU refuses: its words are shown" "$messages" 'no-such-option'

# A guest that is stopped from outside takes QEMU and its files with it.
for signal in TERM KILL; do
	echo 'sleep 1000' >"$test_tmp/the script.sh"
	"$test_top/scripts/vm/guest" --accel tcg --out "$out" "$test_tmp/the script.sh" >/dev/null 2>&1 &
	pid=$!
	for _ in $(seq 100); do
		if pgrep -f "^qemu.*$out/console.log|/qemu-system.*$out/console.log" >/dev/null; then
			break
		fi
		sleep 0.1
	done
	kill -"$signal" "$pid"
	rc=0
	wait "$pid" 2>/dev/null || rc=$?
	for _ in $(seq 50); do
		left=$(pgrep -f -- "$out/console.log" || true)
		if [ -z "$left" ]; then
			break
		fi
		sleep 0.1
	done
	is "SIG$signal: no process left" "$left" ""
	if [ "$signal" = TERM ]; then
		is "SIGTERM: exit code" "$rc" 143
		is "SIGTERM: no temporary file left, from this or any run before" "$(ls "$TMPDIR")" ""
	fi
done

# Deterministic guests, at the same time, from different folders.
# shellcheck disable=SC2016 # the guest expands it
echo 'cat /proc/interrupts /proc/uptime; dmesg; head -c 16 /dev/urandom | od -x; date' >"$test_tmp/the script.sh"
pids=()
for i in 1 2; do
	"$test_top/scripts/vm/guest" --accel det --quiet --out "$test_tmp/det $i" "$test_tmp/the script.sh" &
	pids+=($!)
done
rcs=
for pid in "${pids[@]}"; do
	rc=0
	wait "$pid" || rc=$?
	rcs+=" $rc"
done
is "deterministic: exit codes" "$rcs" " 0 0"
ok "deterministic: there is a result" test "$(wc -l <"$test_tmp/det 1/results.log")" -gt 100
ok "deterministic: two results are identical" cmp "$test_tmp/det 1/results.log" "$test_tmp/det 2/results.log"
ok "deterministic: two consoles are identical" cmp "$test_tmp/det 1/console.log" "$test_tmp/det 2/console.log"

done_testing
