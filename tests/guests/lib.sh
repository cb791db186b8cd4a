# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# For scripts that run inside a guest (busybox sh), which source /files/lib.sh. What
# they print is read by tests/guests/host.sh:
#
#   pass NAME, fail NAME [DETAIL]	the outcome of a check
#   check NAME COMMAND [ARG…]		COMMAND succeeds
#   equal NAME GOT WANT			two strings are equal
#   matches NAME TEXT REGEX		some line of TEXT matches
#   section NAME			the standard input, for the host to look at
#   finish				last of all: the script was not cut short
#
# and for the module $m:
#
#   load PARAM…		insmod; sets rc (0 or errno), message; the kernel log starts anew
#   load_once PARAM…	the same with one call of the module's init even when it
#			fails: busybox tries finit_module() and then init_module(),
#			and only the latter accepts a compressed module
#   loaded NAME		the load went well, without a message
#   log			the module's lines since then, without time and prefix
#   results		the result records of the last run, from debugfs
#   field KEY		that field of the records on the standard input
#   threads		names of the module's kernel threads
#   unload NAME		rmmod succeeds
#   gone NAME		the module left nothing behind
#   within SECONDS COMMAND [ARG…]	COMMAND becomes true in time

m=${m:-ipi_bench}
dbg=/sys/kernel/debug/$m
# shellcheck disable=SC2034 # for the scripts
par=/sys/module/$m/parameters
rc=0
message=

pass()
{
	echo "ok $1"
}

fail()
{
	echo "not ok $1"
	if [ -n "${2:-}" ]; then
		printf '%s\n' "$2" | sed 's/^/# /'
	fi
}

check()
{
	check_name=$1
	shift
	if check_output=$("$@" 2>&1); then
		pass "$check_name"
	else
		fail "$check_name" "$check_output"
	fi
}

equal()
{
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1" "     got: $2
expected: $3"
	fi
}

matches()
{
	if printf '%s\n' "$2" | grep -Eq -e "$3"; then
		pass "$1"
	else
		fail "$1" "no line matches /$3/ in:
$2"
	fi
}

section()
{
	echo "section $1"
	sed 's/^/|/'
}

finish()
{
	echo finished
}

insert()
{
	insert_file=$1
	shift
	dmesg -c >/dev/null
	rc=0
	# shellcheck disable=SC2034 # for the scripts
	message=$(insmod "$insert_file" "$@" 2>&1) || rc=$?
}

load()
{
	insert "/modules/$m.ko" "$@"
}

load_once()
{
	if [ ! -e "/tmp/$m.ko.gz" ]; then
		gzip -c "/modules/$m.ko" >"/tmp/$m.ko.gz"
	fi
	insert "/tmp/$m.ko.gz" "$@"
}

log()
{
	dmesg | sed -n -e '/: loading out-of-tree module/d' -e '/: module verification failed/d' \
		-e "s/^\[[^]]*\] $m: //p"
}

loaded()
{
	if [ "$rc" = 0 ] && [ -z "$message" ]; then
		pass "$1"
	else
		fail "$1" "$rc $message
$(log)"
	fi
}

results()
{
	grep '^result .* runs=' "$dbg/results"
}

field()
{
	sed -n "s/.* $1=\([^ ]*\).*/\1/p"
}

threads()
{
	grep -hs '^vipi_' /proc/[0-9]*/comm
}

unload()
{
	if unload_output=$(rmmod "$m" 2>&1); then
		pass "$1: rmmod"
	else
		fail "$1: rmmod" "$unload_output"
	fi
}

gone()
{
	gone_left=$(threads)
	for gone_path in "$dbg" "/sys/module/$m"; do
		if [ -e "$gone_path" ]; then
			gone_left="$gone_left $gone_path"
		fi
	done
	equal "$1: nothing left" "$gone_left" ""
}

within()
{
	within_end=$(($(cut -d. -f1 /proc/uptime) + $1))
	shift
	until "$@"; do
		if [ "$(cut -d. -f1 /proc/uptime)" -ge "$within_end" ]; then
			return 1
		fi
		usleep 50000
	done
}
