# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# kbuild's own programs (modpost, objtool, …) of a newer Debian suite may need a
# newer C library than this system has. Sourced by fetch.

needs_newer_libc()
{
	local text

	text=$(LC_ALL=C ldd "$1" 2>&1 || true)
	[[ $text == *"' not found (required by"* || $text == *"=> not found"* ]]
}

# wrap_host_tools ROOT FINAL SUITE: puts a wrapper, with that suite's C library
# beside it, in the place of each program under ROOT that does not run here. ROOT
# will be renamed to FINAL. The programs for signatures are not needed.
wrap_host_tools()
{
	local root=$1 final=$2 suite=$3 tool lib='' deb
	local -a tools=()

	while IFS= read -r tool; do
		if [ "$(head -c 4 "$tool" | tail -c 3)" = ELF ] && needs_newer_libc "$tool"; then
			tools+=("$tool")
		fi
	done < <(find "$root"/usr/lib/linux-kbuild-* -type f -perm -u+x ! -name sign-file ! -name extract-cert)
	if [ ${#tools[@]} -eq 0 ]; then
		return
	fi

	say "kbuild's programs need a newer C library than this system's: they get their own"
	# Backports build on the C library of the suite that they are for.
	apt_select "$(host_arch)" /dev/null "${suite%-backports}"
	mkdir -p "$scratch/libs" "$root/libc"
	apt_download "$scratch/libs" libc6 libelf1t64 zlib1g libzstd1 liblzma5 libbz2-1.0 libssl3t64 ||
		die "download failed; nothing was kept, run it again"
	for deb in "$scratch"/libs/*.deb; do
		dpkg-deb -x "$deb" "$root/libc"
	done
	lib=$(dirname "$(find "$root/libc/usr/lib" -name 'libc.so.6')")
	lib=$final${lib#"$root"}
	for tool in "${tools[@]}"; do
		mv "$tool" "$tool.elf"
		cat >"$tool" <<-END
		#!/bin/sh
		exec '$lib'/ld-linux-*.so.* --argv0 "\$0" --library-path '$lib' '$final${tool#"$root"}.elf' "\$@"
		END
		chmod 755 "$tool"
	done
}
