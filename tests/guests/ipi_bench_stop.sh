#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Runs that end before their time, and what may be done while one runs: 4 CPUs.
# shellcheck source=lib.sh
. /files/lib.sh

endless=100000000

# A run begins: the text of its begin record is new, and its senders exist.
has_begun()
{
	[ "$(sed -n '1s/.* id=\([^ ]*\).*/\1/p' "$dbg/results")" != "$last_id" ] && threads | grep -q '^vipi_send'
}

# begin NAME: starts a run by writing to `run`; sets writer.
begin()
{
	last_id=$(sed -n '1s/.* id=\([^ ]*\).*/\1/p' "$dbg/results")
	dmesg -c >/dev/null
	sh -c "echo 1 >$dbg/run" 2>/tmp/writer &
	writer=$!
	if ! within 60 has_begun; then
		fail "$1: the run begins" "$(cat /tmp/writer; dmesg)"
	fi
}

# ended NAME WANT: the writer's error, and that nothing runs any more.
ended()
{
	wait "$writer" 2>/dev/null
	equal "$1: the writer's error" "$(cat /tmp/writer)" "sh: write error: $2"
	equal "$1: no thread left" "$(threads)" ""
}

still_runs()
{
	kill -0 "$writer" 2>/dev/null && threads | grep -q '^vipi_send'
}

set_parameters()
{
	for assignment in "$@"; do
		echo "${assignment#*=}" >"$par/${assignment%%=*}"
	done
}

# stop NAME: a signal to the writer.
stop()
{
	rc=0
	kill -TERM "$writer"
	wait "$writer" 2>/dev/null || rc=$?
	equal "$1: the writer died of the signal" "$rc" 143
	equal "$1: no thread left" "$(threads)" ""
}

load
set_parameters paths=self,single,single_async,cacheline srccpu=0 dstcpu=1 loops=$endless warmup=10 runs=1

begin "rmmod"
check "rmmod during a run" timeout 30 rmmod "$m"
# It was interrupted, and busybox tried once more.
ended "rmmod" "No such device"
equal "rmmod: one line" "$(log | grep -v -E '^(begin|env|result|end) ')" "interrupted: the records above are incomplete"
gone "rmmod"

load
set_parameters paths=self,single,mesh,wakeup srccpu=0 dstcpu=1,3 mode=flood loops=$endless runs=1 target=busy
begin "signal"
stop "signal"
matches "signal: the line" "$(log)" '^interrupted: '
equal "signal: end record" "$(tail -n 1 "$dbg/results" | sed 's/ id=[^ ]*//')" "end v=1 results=0 skipped=1 errors=0"
begin "SIGKILL"
kill -KILL "$writer"
wait "$writer" 2>/dev/null
check "SIGKILL: no thread left" within 20 sh -c "! grep -hs '^vipi_' /proc/[0-9]*/comm"
matches "SIGKILL: the line" "$(log)" '^interrupted: '
set_parameters mode=both paths=mesh runs=10000 loops=5 warmup=0
begin "SIGKILL between runs"
kill -KILL "$writer"
wait "$writer" 2>/dev/null
check "SIGKILL between runs: no thread left" within 20 sh -c "! grep -hs '^vipi_' /proc/[0-9]*/comm"
matches "SIGKILL between runs: the line" "$(log)" '^interrupted: '

# While one runs.
set_parameters paths=self,single,cacheline target=idle mode=both loops=$endless runs=1 warmup=10
begin "second run"
equal "second run: refused" "$( (echo 1 >"$dbg/run") 2>&1)" "sh: write error: Device or resource busy"
equal "second run: one line" "$(log | tail -n 1)" "a run is going on: wait for its end, or send its writer a signal"
for file in "$par"/* "$dbg/results" "$dbg/histogram" "$dbg/matrix" "$dbg/raw"; do
	check "during a run: read ${file##*/}" timeout 10 cat "$file"
done
for assignment in loops=5 paths=nonsense srccpu=-7 dstcpu=x wait=0 mode=flood; do
	check "during a run: write $assignment" timeout 10 sh -c "echo ${assignment#*=} >$par/${assignment%%=*}"
done
check "during a run: it goes on" still_runs
equal "during a run: its parameters stay" "$(grep -c " loops=$endless .*mode=both" "$dbg/results")" 1
# A file that is open keeps the module, not the run.
exec 3<"$dbg/results"
equal "open file: rmmod is refused" "$(rmmod "$m" 2>&1)" "rmmod: can't unload module 'ipi_bench': Resource temporarily unavailable"
exec 3<&-
check "open file: the run goes on" still_runs
stop "open file"

# A reader of one run's file goes on during the next.
set_parameters paths=self srccpu=0 dstcpu=1 wait=1 mode=pingpong loops=2000 raw=2000 runs=1
echo 1 >"$dbg/run"
exec 3<"$dbg/raw" 4<"$dbg/results" 5<"$dbg/histogram"
read -r _ <&3
read -r _ <&4
read -r _ <&5
set_parameters raw=10 loops=10
echo 1 >"$dbg/run"
check "readers across runs" sh -c 'cat <&3 >/dev/null && cat <&4 >/dev/null && cat <&5 >/dev/null'
exec 3<&- 4<&- 5<&-
set_parameters raw=0

# CPUs come and go.
online()
{
	echo "$2" >"/sys/devices/system/cpu/cpu$1/online"
}
set_parameters paths=single srccpu=0 dstcpu=1 mode=flood loops=$endless
begin "target offline"
check "target offline" online 1 0
ended "target offline" "No such device"
equal "target offline: the line" "$(log | tail -n 1)" \
	"CPU 1 went offline during the run: leave the CPUs alone and run again"
online 1 1
begin "bystander offline"
online 3 0
sleep 1
check "bystander offline: the run goes on" still_runs
online 3 1
sleep 1
check "bystander online: the run goes on" still_runs
stop "bystander"
set_parameters paths=self,single srccpu=2 dstcpu=1
for mode in flood pingpong; do
	set_parameters mode=$mode
	begin "source offline"
	check "source offline, $mode" online 2 0
	ended "source offline, $mode" "No such device"
	equal "source offline, $mode: the line" "$(log | tail -n 1)" \
		"CPU 2 went offline during the run: leave the CPUs alone and run again"
	online 2 1
done
set_parameters paths=single srccpu=0 dstcpu=1,3 mode=flood
begin "later target offline"
check "later target offline" online 3 0
ended "later target offline" "No such device"
online 3 1
set_parameters paths=wakeup,cacheline srccpu=0 dstcpu=1 mode=pingpong
begin "responder offline"
check "responder offline" online 1 0
ended "responder offline" "No such device"
online 1 1
set_parameters paths=self srccpu=0 dstcpu=1 mode=pingpong
begin "self"
online 1 0
sleep 1
check "self: a target that it does not use may go offline" still_runs
online 1 1
stop "self"
# CPUs that are not targets get a broadcast as well, when they come online.
set_parameters paths=self options=8 wait=0 mode=flood srccpu=0 dstcpu=1 loops=3000 runs=3
online 3 0
begin "broadcast"
online 3 1
online 2 0
ended "broadcast" "No such device"
online 2 1
for _ in 1 2 3; do
	online 3 0
	set_parameters paths= loops=30000 runs=1
	begin "broadcast, CPU 3 comes"
	online 3 1
	sleep 1
	stop "broadcast, CPU 3 comes"
done
set_parameters options=2 paths=single matrix=1 wait=1 mode=flood loops=3000 runs=30 warmup=0
begin "matrix: offline"
sleep 1
check "matrix: offline" online 3 0
ended "matrix: offline" "No such device"
equal "matrix: offline: the line" "$(log | tail -n 1)" \
	"CPU 3 went offline during the run: leave the CPUs alone and run again"
unload "after CPUs went and came"
gone "after CPUs went and came"
load matrix=1 options=2 loops=10 warmup=1 runs=1 mode=flood
equal "matrix with a hole: pairs" "$(cut -d' ' -f3,4 "$dbg/matrix" | tr ' \n' '> ')" "0>1 0>2 1>0 1>2 2>0 2>1 "
unload "matrix with a hole"
online 3 1

# While insmod itself runs.
loading()
{
	grep -q "^$m .* Loading" /proc/modules && threads | grep -q '^vipi_send'
}
dmesg -c >/dev/null
insmod "/modules/$m.ko" paths=self,single srccpu=0 dstcpu=1 loops=$endless 2>/tmp/writer &
writer=$!
check "insmod: its run begins" within 60 loading
matches "insmod: rmmod is refused" "$(rmmod "$m" 2>&1)" 'busy|unavailable'
for file in "$par"/*; do
	check "insmod: read ${file##*/}" timeout 10 cat "$file"
done
# What is opened now must not outlive a load that fails.
exec 3</dev/null
if [ -e "$dbg/results" ]; then
	exec 3<"$dbg/results"
fi
stop "insmod"
cat <&3 >/dev/null 2>&1
exec 3<&-
matches "insmod: interrupted" "$(log)" '^interrupted: '
gone "insmod"
# Ctrl-C, as a terminal sends it. Busybox is killed before it can try again.
dmesg -c >/dev/null
rc=0
timeout -s INT 3 insmod "/modules/$m.ko" paths=single,mesh srccpu=0 dstcpu=1 loops=$endless >/dev/null 2>&1 || rc=$?
equal "Ctrl-C: insmod died of it" "$rc" 130
equal "Ctrl-C: one line" "$(log | grep -v -E '^(begin|env|result|end) ')" "interrupted: the records above are incomplete"
gone "Ctrl-C"

# Again and again.
memory()
{
	awk '/^(Percpu|SUnreclaim|VmallocUsed)/ { printf "%s%d ", $1, $2 }' /proc/meminfo
}
sum()
{
	memory | tr -c '0-9\n' ' ' | awk '{ for (i = 1; i <= NF; i++) s += $i; print s }'
}
loads()
{
	i=0
	while [ $i -lt "$1" ]; do
		insmod "/modules/$m.ko" options=$((1 << i % 4)) srccpu=0 loops=10 warmup=2 runs=1 mode=flood || return 1
		rmmod "$m" || return 1
		i=$((i + 1))
	done
}
check "loads" loads 5
before=$(memory) before_sum=$(sum)
check "50 loads" loads 50
check "50 loads: memory comes back: $before, now $(memory)" test "$(sum)" -lt $((before_sum + 2048))
gone "50 loads"
finish
