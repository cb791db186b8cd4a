# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# Debian packages of any suite and architecture without touching the system:
# each suite and architecture has a private apt state in the cache. Signatures
# are checked against Debian's own keyring. Works without root. Sourced after
# common.sh.

# The mirror of the suites that match REGEX, from the system's apt sources.
find_mirror()
{
	local dir=/etc/apt f
	local -a files=()

	for f in "$dir"/sources.list "$dir"/sources.list.d/*.list "$dir"/sources.list.d/*.sources; do
		if [ -r "$f" ]; then
			files+=("$f")
		fi
	done
	if [ ${#files[@]} -gt 0 ]; then
		awk -v suites="$1" -f "$vm_dir/mirror.awk" "${files[@]}" |
			sort -s -n -k1,1 | sed -n '1s,^[0-9]* \(.*[^/]\)/*$,\1,p'
	fi
}

# mirror_for SUITE. VIPI_MIRROR, the address of a Debian mirror's "debian"
# folder, overrides the system's. Debian's relatives have mirrors of their own
# packages, which are no help.
mirror_for()
{
	local names uri='' base

	names=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null | tr -d '"')
	names="${names:-stable}|stable|testing|unstable|sid|oldstable"
	if [ -n "${VIPI_MIRROR:-}" ]; then
		base=${VIPI_MIRROR%/}
	elif grep -q '^ID=debian' /etc/os-release 2>/dev/null; then
		base=$(find_mirror "$names")
	else
		base=
	fi
	case $1 in
	*-security)
		if [ -z "${VIPI_MIRROR:-}" ] && [ -n "$base" ]; then
			uri=$(find_mirror "(${names})-security")
		fi
		if [ -z "$uri" ]; then
			case $base in
			*/debian)	uri=$base-security ;;
			*/debian.list)	uri=${base%.list}-security.list ;;
			esac
		fi
		;;
	*)
		uri=$base
		;;
	esac
	if [ -z "$uri" ]; then
		die "no Debian mirror in the system's apt sources: set VIPI_MIRROR to the address of one (it ends in /debian)"
	fi
	echo "$uri"
}

debian_keyring()
{
	local k

	for k in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp} /etc/apt/trusted.gpg.d; do
		if [ -e "$k" ]; then
			echo "$k"
			return
		fi
	done
	die "Debian's archive keyring is missing: install debian-archive-keyring"
}

# apt_select ARCH STATUS SUITE…: make the private apt state of these suites
# current for apt_run. STATUS is a dpkg status file: /dev/null for "nothing is
# installed". The package lists are downloaded when they are an hour old.
apt_select()
{
	local arch=$1 status=$2 keyring suite uri
	shift 2

	if ! have apt-get; then
		die "apt-get is missing: kernels and their headers come from Debian packages"
	fi
	keyring=$(debian_keyring)
	apt_dir=$vm_cache/apt/$(tr ' ' '+' <<<"$*")-$arch
	mkdir -p "$apt_dir"/{state/lists/partial,cache/archives/partial,sources.d,prefs.d,conf.d}
	: >"$apt_dir/sources.new"
	for suite in "$@"; do
		uri=$(mirror_for "$suite")
		if [ -d "$keyring" ]; then
			echo "deb $uri $suite main"
		else
			echo "deb [signed-by=$keyring] $uri $suite main"
		fi
	done >"$apt_dir/sources.new"

	# The system's proxy and transport settings, but not its hooks.
	{
		apt-config dump --no-empty Acquire
		cat <<-END
		Acquire::Languages "none";
		APT::Architecture "$arch";
		APT::Architectures:: "$arch";
		APT::Sandbox::User "root";
		Debug::NoLocking "true";
		Dir::Etc::Main "/dev/null";
		Dir::Etc::Parts "$apt_dir/conf.d";
		Dir::Etc::SourceList "$apt_dir/sources.list";
		Dir::Etc::SourceParts "$apt_dir/sources.d";
		Dir::Etc::Preferences "/dev/null";
		Dir::Etc::PreferencesParts "$apt_dir/prefs.d";
		Dir::State "$apt_dir/state";
		Dir::State::Status "$status";
		Dir::Cache "$apt_dir/cache";
		Dir::Cache::PkgCache "";
		Dir::Cache::SrcPkgCache "";
		END
	} >"$apt_dir/apt.conf"

	if cmp -s "$apt_dir/sources.new" "$apt_dir/sources.list" &&
	   [ -z "${apt_refresh:-}" ] && [ -n "$(find "$apt_dir/fresh" -mmin -60 2>/dev/null)" ]; then
		return
	fi
	mv "$apt_dir/sources.new" "$apt_dir/sources.list"
	rm -f "$apt_dir/fresh"
	say "reading the package lists of $* ($arch) from $uri"
	if ! apt_run apt-get -qq -o APT::Update::Error-Mode=any update >"$apt_dir/log" 2>&1; then
		cat "$apt_dir/log" >&2
		die "cannot read the package lists: is the mirror reachable? (its address comes from the system's apt sources or VIPI_MIRROR)"
	fi
	touch "$apt_dir/fresh"
}

# Run an apt command on the state that apt_select chose.
apt_run()
{
	APT_CONFIG=$apt_dir/apt.conf LC_ALL=C "$@" 9>&-
}

# apt_field PACKAGE FIELD: a field of the newest version, empty if unknown.
apt_field()
{
	{ apt_run apt-cache show --no-all-versions "$1" 2>/dev/null || true; } |
		sed -n "s/^$2: //p" | sed -n 1p
}

# Names in a Depends field, one a line, first alternative only.
apt_depends()
{
	apt_field "$1" Depends | tr ',' '\n' | sed 's/^ *//; s/[ (:|].*//'
}

# apt_download DIR PACKAGE…: the packages' .deb files into DIR.
apt_download()
{
	local dir=$1 p size
	shift

	for p in "$@"; do
		size=$(apt_field "$p" Size)
		say "downloading $p ($(( (${size:-0} + 999999) / 1000000 )) MB)"
	done
	if ! (cd "$dir" && apt_run apt-get -qq download "$@") >"$apt_dir/log" 2>&1; then
		cat "$apt_dir/log" >&2
		return 1
	fi
}
