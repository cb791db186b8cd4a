# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# Shared by the commands in this folder: messages, the cache folder, locks.
# A command sets vm_name to its own name and sources this file.

vm_dir=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
vm_top=$(dirname "$(dirname "$vm_dir")")
vm_cache=${VIPI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/vipi}
case $vm_cache in
/*)	;;
*)	vm_cache=$PWD/$vm_cache ;;
esac

say()
{
	printf '%s: %s\n' "$vm_name" "$*" >&2
}

die()
{
	say "$*"
	exit 1
}

usage_error()
{
	say "$*"
	exit 2
}

have()
{
	command -v "$1" >/dev/null 2>&1
}

# The Debian name of this machine's architecture.
host_arch()
{
	case $(uname -m) in
	x86_64)		echo amd64 ;;
	aarch64)	echo arm64 ;;
	*)		uname -m ;;
	esac
}

check_arch()
{
	case $1 in
	amd64|arm64)	;;
	*)		usage_error "unknown architecture '$1': amd64 or arm64" ;;
	esac
}

# take_lock NAME: hold the cache's lock NAME until this process ends. Children
# must not inherit it (9>&-) when they can outlive us.
take_lock()
{
	mkdir -p "$vm_cache/lock"
	exec 9>"$vm_cache/lock/$1"
	if ! flock -n 9; then
		say "waiting for another run that holds $vm_cache/lock/$1"
		flock 9
	fi
}
