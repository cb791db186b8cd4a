# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with host.sh
# For tests of gic_ipi. Source it after host.sh.
#
#   gic_module SERIES	builds gic_ipi for that arm64 kernel, which guests get from now on
#   gic_checks NAME GIC FIRMWARE SMP [GUEST-OPTION…] -- SCRIPT [ARG…]
#			guest_checks in an arm64 guest: GIC is 2 or 3, FIRMWARE dt or acpi
#   gic_load ACCEL GIC FIRMWARE SMP
#			the checks of gic_ipi_load.sh in such a guest
#   gic_kvm GIC		the checks of gic_ipi_kvm.sh under real KVM, with what KVM saw
#			(source nested.sh, too)
#   gic_firmware	makes sure that there is an UEFI for acpi, and sets gic_uefi

gic_uefi=

gic_module()
{
	local built cross=

	guest_kernel=$1
	if ! built=$("$guest_top/scripts/vm/build" "$1" arm64); then
		echo "Bail out! gic_ipi does not build for $1"
		exit 1
	fi
	if [ "$(uname -m)" != aarch64 ]; then
		cross=aarch64-linux-gnu-
	fi
	mkdir -p "$guest_tmp/$1"
	guest_ko=$guest_tmp/$1/gic_ipi.ko
	# Debug information would take longer to load than all the rest.
	"${cross}objcopy" --strip-debug "$built/gic_ipi/gic_ipi.ko" "$guest_ko"
}

# From the system's package, or from the package unpacked into the cache.
gic_firmware()
{
	local file=usr/share/qemu-efi-aarch64/QEMU_EFI.fd
	local cache=${VIPI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/vipi}/firmware

	if [ -r "/$file" ]; then
		gic_uefi=/$file
		return
	fi
	gic_uefi=$cache/$file
	if [ -r "$gic_uefi" ]; then
		return
	fi
	mkdir -p "$guest_tmp/uefi"
	(
		cd "$guest_tmp/uefi" || exit
		apt-get download qemu-efi-aarch64 >&2
		dpkg -x ./*.deb .
		mkdir -p "$cache/${file%/*}"
		mv "$file" "$gic_uefi"
	)
}

gic_checks()
{
	local name=$1
	local -a options=(--arch arm64 --smp "$4" --file "$guest_top/tests/guests/records.awk"
			  --qemu-arg -M --qemu-arg "gic-version=$2")

	if [ "$3" = acpi ]; then
		gic_firmware
		options+=(--qemu-arg -bios --qemu-arg "$gic_uefi" --append acpi=force)
	fi
	shift 4
	guest_checks "$name" "${options[@]}" "$@"
}

gic_load()
{
	gic_checks "$guest_kernel GICv$2 $3 $4 CPUs" "$2" "$3" "$4" --accel "$1" -- \
		gic_ipi_load.sh "$2" "$3" "$4"
}

gic_kvm()
{
	local line

	row_boot "gicv$1" --arch arm64 --accel nested-det --mem 256 -- gic_ipi_kvm.sh
	row_checks "gicv$1"
	guest_section sent >"$guest_tmp/sent"
	ok "something was sent" test -s "$guest_tmp/sent"
	while IFS= read -r line; do
		case $line in
		'ok '*)	test_result 0 "$guest_kernel gicv$1: ${line#ok }" ;;
		*)
			line=${line#not ok }
			test_result 1 "$guest_kernel gicv$1: $line" \
				"$(sed -n "/^phase ${line%%:*}\$/,/^phase between/p" "$guest_out/oracle.log")"
			;;
		esac
	done < <(awk -f "$guest_top/tests/guests/gic_witness.awk" "$guest_tmp/sent" "$guest_out/oracle.log")
}
