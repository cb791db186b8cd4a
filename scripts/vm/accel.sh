# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# Which accelerator a guest gets. Sourced by guest.

# Seconds in which a guest must boot under KVM for KVM to count as usable.
kvm_probe_limit=15

# choose_accel LIST ARCH KERNEL: takes the first of the comma-separated LIST that
# works. Sets accel, and accel_why: why those before it were not taken.
choose_accel()
{
	local list=$1 arch=$2 kernel=$3 why

	accel_why=
	while :; do
		accel=${list%%,*}
		# The last choice is taken as it is; QEMU then says what is wrong.
		if [ "$accel" != kvm ] || [ "$accel" = "$list" ]; then
			return
		fi
		why=$(kvm_fault "$arch" "$kernel")
		if [ -z "$why" ]; then
			return
		fi
		accel_why="no KVM: $why"
		list=${list#*,}
	done
}

# Why KVM cannot be used here; nothing if it can. That /dev/kvm exists proves
# little: some nested and para-virtual KVMs have it, and ordinary guest kernels
# hang under them. So a guest is booted once; the verdict holds until the host
# boots again or QEMU changes.
kvm_fault()
{
	local arch=$1 kernel=$2 qemu key file scratch rc=0 fault=

	if [ "$arch" != "$(host_arch)" ]; then
		echo "the host is $(host_arch), the guest $arch"
		return
	fi
	if [ ! -e /dev/kvm ]; then
		echo "no /dev/kvm"
		return
	fi
	if [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
		echo "no permission to use /dev/kvm (add yourself to the group kvm)"
		return
	fi

	qemu_setup kvm
	qemu=$(qemu_for kvm "$arch")
	key="$(cat /proc/sys/kernel/random/boot_id) $("$qemu" --version | sed -n 1p)"
	file=$vm_cache/kvm-$arch
	if [ -s "$file" ] && [ "$(sed -n 1p "$file")" = "$key" ]; then
		sed -n 2p "$file"
		return
	fi

	say "trying whether a guest boots with /dev/kvm (at most $kvm_probe_limit s, once)"
	scratch=$(mktemp -d)
	echo : >"$scratch/nothing"
	"$vm_dir/guest" --accel kvm --arch "$arch" --kernel "$kernel" --timeout "$kvm_probe_limit" \
		--quiet --out "$scratch/out" "$scratch/nothing" >/dev/null 2>&1 || rc=$?
	rm -rf "$scratch"
	case $rc in
	0)	;;
	4)	fault="/dev/kvm exists, but a guest did not boot with it in $kvm_probe_limit s" ;;
	*)	fault="/dev/kvm exists, but a guest did not boot with it" ;;
	esac
	mkdir -p "$vm_cache"
	printf '%s\n%s\n' "$key" "$fault" >"$file.$$"
	mv "$file.$$" "$file"
	echo "$fault"
}

# The QEMU program for an accelerator; qemu_setup has been called.
qemu_for()
{
	if [ "$1" != det ] && have "$qemu_name"; then
		command -v "$qemu_name"
	else
		"$vm_dir/fetch" qemu "$2"
	fi
}
