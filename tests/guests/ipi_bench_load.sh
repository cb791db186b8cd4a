#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Loads that go well, in every mode: 4 CPUs.
# shellcheck source=lib.sh
. /files/lib.sh

# records NAME: those of the last run are complete and consistent.
records()
{
	check "$1: records" awk -f /files/records.awk "$dbg/results"
}

# run NAME PARAM…: a load that must go well, with its records.
run()
{
	run_name=$1
	shift
	load "$@"
	loaded "$run_name: insmod"
	records "$run_name"
}

# value PATH KIND KEY: of the last run's records.
value()
{
	results | grep " path=$1 kind=$2 " | field "$3" | sort -u | tr '\n' ' '
}

load
loaded "no options: insmod"
log | section list
equal "no options: no thread runs" "$(threads)" ""
equal "no options: no results" "$(cat "$dbg/results" "$dbg/histogram" "$dbg/matrix" "$dbg/raw")" ""
equal "files" "$(stat -c '%n %a' "$dbg"/* | sed 's|.*/||' | tr '\n' ' ')" \
	"histogram 400 matrix 400 raw 400 results 400 run 777 "
equal "run can only be written" "$(stat -c %a "/sys/module/$m/run")" 200
unload "no options"
gone "no options"

# The line of the README, with fewer loops.
run "options=2" options=2 srccpu=0 dstcpu=1 loops=300 warmup=50 runs=1
check "options=2: stays loaded" grep -q "^$m " /proc/modules
equal "options=2: dmesg has the records of debugfs" "$(log | grep -E '^(begin|env|skip|result|rate|end) ')" \
	"$(grep -v ' run=' "$dbg/results")"
log | grep -v -E '^(begin|env|result|end) ' | section legacy_single
log | section records_single

# run again, with other parameters
id=$(head -n 1 "$dbg/results" | field id)
echo 400 >"$par/loops"
echo 3 >"$par/runs"
echo single,self >"$par/paths"
check "run: again, by the file in debugfs" sh -c "echo 1 >$dbg/run"
records "run"
equal "run: new parameters" "$(head -n 1 "$dbg/results" | sed 's/.*\(loops=.*runs=[0-9]*\).*/\1/')" "loops=400 warmup=50 runs=3"
equal "run: both paths" "$(results | field path | uniq | tr '\n' ' ')" "self single "
check "run: another id" test "$id" != "$(head -n 1 "$dbg/results" | field id)"
for word in 0 x ''; do
	equal "run: '$word' is refused" "$( (echo "$word" >"$dbg/run") 2>&1)" "sh: write error: Invalid argument"
done
echo none >"$par/paths"
equal "run: wrong parameters are refused" "$( (echo 1 >"$dbg/run") 2>&1)" "sh: write error: Invalid argument"
unload "run"

run "lines of wait=1" options=0x2f srccpu=0 dstcpu=1-2 ndst=1,2 pairs=2 broadcasts=2 loops=200 warmup=20 runs=1 mode=flood
log | grep -v -E '^(begin|env|result|rate|end) ' | section legacy_wait1
unload "lines of wait=1"
run "lines of wait=0" options=0x2f srccpu=0 dstcpu=1 ndst=1 pairs=2 loops=200 warmup=20 runs=2 mode=flood wait=0 unit=ns
log | grep -v -E '^(begin|env|result|rate|end) ' | section legacy_wait0
unload "lines of wait=0"

load_once options=2 srccpu=0 dstcpu=1 loops=200 warmup=20 runs=1 oneshot=1
equal "oneshot=1: ECANCELED" "$rc" 125
equal "oneshot=1: measured" "$(log | grep -c '^result ')" 4
matches "oneshot=1: says that this is no failure" "$(log | tail -n 1)" '^oneshot=1: done'
gone "oneshot=1"

for mode in flood pingpong both; do
	run "mode=$mode" paths=all srccpu=1 dstcpu=2 mode=$mode loops=60 warmup=20 runs=2
	equal "mode=$mode: kinds" "$(results | field kind | sort -u | tr '\n' ' ')" \
		"$(case $mode in
		flood)		echo "flood " ;;
		pingpong)	echo "oneway rtt send " ;;
		both)		echo "flood oneway rtt send " ;;
		esac)"
	grep '^skip ' "$dbg/results" | sed 's/ id=[^ ]*//' | section "skip_$mode"
	unload "mode=$mode"
done

run "target=busy" paths=single,single_async,irq_work,self_irq_work,self,wakeup,cacheline srccpu=0 dstcpu=1 \
	target=busy mode=pingpong loops=200 warmup=20 runs=1
for path in single single_async irq_work self_irq_work; do
	equal "target=busy: $path interrupts" "$(value "$path" rtt ipi)" "1 "
done
for path in self cacheline; do
	equal "target=busy: $path does not" "$(value "$path" rtt ipi) $(value "$path" rtt irqs)" "0  0 "
done
equal "target=busy: recorded" "$(results | grep ' kind=rtt ' | field target | tr '\n' ' ')" \
	"busy busy busy busy busy idle busy "
equal "target=busy: no thread is left" "$(threads)" ""
unload "target=busy"

run "target=poll" paths=single srccpu=0 dstcpu=1 target=poll gap_us=2000 mode=pingpong loops=100 warmup=10 runs=1
equal "target=poll: no interrupt" "$(value single rtt ipi)" "0 "
unload "target=poll"

run "gap_us" paths=single,nop srccpu=0 dstcpu=1 gap_us=1000 mode=pingpong loops=100 warmup=10 runs=1
unload "gap_us"
run "lock=1 wait=0" paths=all srccpu=0 dstcpu=1 lock=1 wait=0 broadcasts=3 loops=40 warmup=10 runs=3
equal "lock=1 wait=0: recorded" "$(value all rtt lock)$(value all rtt wait)" "1 0 "
unload "lock=1 wait=0"

# A time-out that is far too short: what is late or lost is counted, and never
# among the samples.
for target in idle busy; do
	load_once paths=single_async,irq_work,wakeup srccpu=0 dstcpu=1 target=$target timeout_us=10 gap_us=100 \
		mode=pingpong loops=300 warmup=0 runs=1
	log | grep -v ' acknowledgement(s) lost, ' >/tmp/records
	lines=$(log | grep -c '^[a-z_]*: [0-9]* acknowledgement(s) lost, [0-9]* late (timeout_us=10): ')
	equal "short time-out, $target: an error is one line and EIO" "$rc" $((lines ? 5 : 0))
	equal "short time-out, $target: errors" "$(tail -n 1 /tmp/records | field errors)" "$lines"
	# shellcheck disable=SC2016 # awk's
	check "short time-out, $target: counts" awk '
		$1 == "result" {
			for (i = 2; i <= NF; i++)
				f[substr($i, 1, index($i, "=") - 1)] = substr($i, index($i, "=") + 1)
			if (f["sent"] != f["received"] + f["lost"] || f["sent"] != f["n"] + f["late"] + f["lost"]) {
				print
				bad = 1
			}
			lost += f["lost"] > 0 && f["kind"] == "rtt"
		}
		END { exit bad || lost > '"$lines"' }' /tmp/records
	if [ "$rc" = 0 ]; then
		unload "short time-out, $target"
	else
		gone "short time-out, $target"
	fi
done

# Statistics against raw samples; the host compares.
load paths=self,single,many,cacheline,mesh srccpu=0 dstcpu=1,3 ndst=2 raw=300 loops=300 warmup=20 runs=2
loaded "raw: insmod"
records "raw"
section raw <"$dbg/raw"
section raw_results <"$dbg/results"
section histogram <"$dbg/histogram"
unload "raw"
gone "raw"
finish
