# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# QEMU from Debian packages: for this machine, and for guests that run guests.
# Sourced by fetch.

# The oldest QEMU that counts instructions well enough: older ones starve an x86
# guest's secondary CPUs in deterministic mode.
qemu_floor()
{
	case $1 in
	amd64)	echo 8.1 ;;
	arm64)	echo 7.2 ;;
	esac
}

qemu_package()
{
	case $1 in
	amd64)	echo qemu-system-x86 ;;
	arm64)	echo qemu-system-arm ;;
	esac
}

qemu_program()
{
	case $1 in
	amd64)	echo qemu-system-x86_64 ;;
	arm64)	echo qemu-system-aarch64 ;;
	esac
}

cached_qemu()
{
	local arch=$1 floor program version

	program=$(qemu_program "$arch")
	floor=$(qemu_floor "$arch")
	if have "$program"; then
		version=$("$program" --version | sed -n '1s/^QEMU emulator version \([0-9.]*\).*/\1/p')
		if printf '%s\n%s\n' "$floor" "$version" | sort -V -C; then
			command -v "$program"
			return
		fi
	fi
	[ -z "$refresh" ] && [ -x "$vm_cache/qemu/$arch/$program" ] && echo "$vm_cache/qemu/$arch/$program"
}

# QEMU of a Debian suite that has a new enough one, with the libraries that this
# system lacks, behind a wrapper that finds them all.
fetch_qemu()
{
	local arch=$1 program package suite=bookworm-backports dir=$vm_cache/qemu/$1 deb libs triplet

	program=$(qemu_program "$arch")
	package=$(qemu_package "$arch")
	if ! grep -q '^VERSION_CODENAME=bookworm' /etc/os-release 2>/dev/null; then
		die "no QEMU of at least version $(qemu_floor "$arch") here: install $package"
	fi
	fetch_scratch
	# apt finds out what is missing, as if no part of QEMU were installed.
	awk 'BEGIN { RS = ""; ORS = "\n\n" } !/^Package: (qemu-|seabios|ipxe-qemu)/' \
		/var/lib/dpkg/status >"$scratch/status"
	apt_refresh=$refresh apt_select "$(host_arch)" "$scratch/status" bookworm "$suite"
	say "downloading $package from $suite"
	mkdir -p "$scratch/archives/partial"
	if ! apt_run apt-get -qq -y --no-install-recommends --download-only -o Dir::Cache::Archives="$scratch/archives" \
		-t "$suite" install "$package" >"$apt_dir/log" 2>&1; then
		cat "$apt_dir/log" >&2
		die "download failed; nothing was kept, run it again"
	fi
	mkdir "$scratch/new"
	for deb in "$scratch"/archives/*.deb; do
		dpkg-deb -x "$deb" "$scratch/new"
	done
	triplet=$(uname -m)-linux-gnu
	libs=$dir/usr/lib/$triplet:$dir/lib/$triplet
	cat >"$scratch/new/$program" <<-END
	#!/bin/sh
	LD_LIBRARY_PATH='$libs' exec '$dir/usr/bin/$program' -L '$dir/usr/share/qemu' -L '$dir/usr/share/seabios' "\$@"
	END
	chmod 755 "$scratch/new/$program"
	replace "$scratch/new" "$dir"
	if ! "$dir/$program" --version >/dev/null; then
		rm -rf "$dir"
		die "the QEMU of $suite does not run on this system"
	fi
	echo "$dir/$program"
}

# QEMU for a guest that runs guests: the oldest suite's, which is the smallest, and
# every library it needs, since the guest has none. Its programs do not run here
# when the architecture is another, so its needs are looked for in the files.
cached_qemu_lab()
{
	[ -z "$refresh" ] && [ -x "$vm_cache/qemu-lab/$1/qemu" ] && echo "$vm_cache/qemu-lab/$1"
}

# What may be a library's name in the ELF file $1: more than it needs, never less.
library_names()
{
	LC_ALL=C tr -cs 'A-Za-z0-9_.+-' '\n' <"$1" |
		grep -E '^(lib[^.]+.*|ld-linux-[^.]+)\.so\.[0-9.]+$' | LC_ALL=C sort -u || true
}

fetch_qemu_lab()
{
	local arch=$1 dir=$vm_cache/qemu-lab/$1 root deb f name
	local -a files

	fetch_scratch
	apt_refresh=$refresh apt_select "$arch" /dev/null bookworm
	say "downloading $(qemu_package "$arch") and its libraries ($arch, about 45 MB)"
	mkdir -p "$scratch/archives/partial" "$scratch/root" "$scratch/new/lib" "$scratch/new/share"
	if ! apt_run apt-get -qq -y --no-install-recommends --download-only -o Dir::Cache::Archives="$scratch/archives" \
		install "$(qemu_package "$arch")" >"$apt_dir/log" 2>&1; then
		cat "$apt_dir/log" >&2
		die "download failed; nothing was kept, run it again"
	fi
	root=$scratch/root
	for deb in "$scratch"/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --wildcards --no-anchored \
			"$(qemu_program "$arch")" '*.so*' '*.bin' 2>/dev/null || true
	done
	cp "$root/usr/bin/$(qemu_program "$arch")" "$scratch/new/qemu.elf"
	files=("$scratch/new/qemu.elf")
	while [ ${#files[@]} -gt 0 ]; do
		for name in $(library_names "${files[0]}"); do
			for f in "$root"/{,usr/}lib/*-linux-gnu/"$name" "$root"/lib*/"$name"; do
				if [ -e "$f" ] && [ ! -e "$scratch/new/lib/$name" ]; then
					cp -L "$f" "$scratch/new/lib"
					files+=("$scratch/new/lib/$name")
				fi
			done
		done
		files=("${files[@]:1}")
	done
	for f in bios-256k.bin kvmvapic.bin linuxboot_dma.bin; do
		find "$root" -name "$f" -exec cp -L {} "$scratch/new/share" \;
	done
	cat >"$scratch/new/qemu" <<-'END'
	#!/bin/sh
	lab=$(dirname "$0")
	exec "$lab"/lib/ld-linux-*.so.* --library-path "$lab/lib" "$lab/qemu.elf" -L "$lab/share" "$@"
	END
	chmod 755 "$scratch/new/qemu"
	replace "$scratch/new" "$dir"
	echo "$dir"
}
