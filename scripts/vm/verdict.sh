# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# How a guest ended. Sourced by guest.

# verdict DIR END QEMU-CODE LATE: DIR holds the raw console.log and results.log of a
# guest whose results end with the mark END; LATE is not empty if it was killed at
# the time-out. Cleans both files; sets status, rc, script_rc, release and crash.
verdict()
{
	local dir=$1 fact=$scratch/end

	touch "$dir/console.log" "$dir/results.log"
	tr -d '\r' <"$dir/console.log" >"$scratch/clean"
	mv "$scratch/clean" "$dir/console.log"
	rm -f "$fact"
	awk -v end="$2" -v fact="$fact" -f "$vm_dir/results.awk" "$dir/results.log" >"$scratch/clean"
	mv "$scratch/clean" "$dir/results.log"
	script_rc='' release=${kernel_file##*/vmlinuz-}
	if [ -s "$fact" ]; then
		read -r script_rc release <"$fact"
	fi
	qemu_rc=$3

	if crash=$(awk -f "$vm_dir/crash.awk" "$dir/console.log"); then
		status=crash rc=3
	elif [ -n "$4" ]; then
		status=timeout rc=4
	elif [ -z "$script_rc" ]; then
		status=noresult rc=5
	elif [ "$script_rc" -ne 0 ]; then
		status=failed rc=1
	else
		status=ok rc=0
	fi
}

# seconds MILLISECONDS
seconds()
{
	printf '%d.%03d\n' $(($1 / 1000)) $(($1 % 1000))
}

# facts [LINE…]: guest.env of the guest that verdict looked at, with more lines.
facts()
{
	local deterministic=0

	case $accel in
	det|nested-det)	deterministic=1 ;;
	esac
	cat <<END
status=$status
script_rc=$script_rc
accel=$accel
accel_requested=$accels
accel_why=$accel_why
deterministic=$deterministic
arch=$arch
kernel=$release
kernel_file=$kernel_file
smp=$smp
mem=$mem
numa=$numa
append=$append
qemu=$qemu
qemu_version=$("$qemu" --version | sed -n '1s/^QEMU emulator version //p')
timeout=$limit
host_kernel=$(uname -r)
host_cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed -n 1p)
END
	if [ $# -gt 0 ]; then
		printf '%s\n' "$@"
	fi
}

# explain DIR NAME: for people, how the guest NAME (empty: the only one) ended.
explain()
{
	local dir=$1 who="the guest" kept=$1

	if [ -n "$2" ]; then
		who="guest $2"
	fi
	case $status in
	ok)		;;
	failed)		say "${script##*/} failed with $script_rc in $who" ;;
	crash)		say "$who's kernel reports: $crash" ;;
	timeout)	say "no result of $who after $limit s" ;;
	noresult)	say "$who ended without a result (QEMU's exit code ${qemu_rc:-unknown})" ;;
	esac
	case $dir in
	"$scratch"/*)	kept="(use --out to keep it)" ;;
	esac
	if [ "$rc" -gt 1 ]; then
		if [ "$status" = noresult ] && [ -s "$dir/qemu.log" ]; then
			cat "$dir/qemu.log" >&2
		fi
		tail -n 15 "$dir/console.log" | sed 's/^/    /' >&2
		say "console: $kept"
	fi
}
