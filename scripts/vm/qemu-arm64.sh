# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# How QEMU is called for an arm64 guest. Sourced by guest; sets what
# qemu-amd64.sh sets.

qemu_setup()
{
	local accel=$1
	shift

	qemu_name=qemu-system-aarch64
	console_tty=ttyAMA0
	results_tty=ttyS0
	more_tty=1
	kernel_args="cryptomgr.notests"
	det_kernel_args="nokaslr"
	# The virt machine has one UART; the others are PCI devices.
	qemu_args=(-serial chardev:console -device "pci-serial,chardev=results")

	case $accel in
	kvm)
		if [ $# -eq 0 ]; then
			set -- -M "virt,gic-version=max" -cpu host
		fi
		qemu_args+=(-accel kvm "$@")
		;;
	tcg)
		qemu_args+=(-accel "tcg,thread=multi" -M "virt,gic-version=3"
			    -cpu "max,pauth-impdef=on")
		;;
	det)
		# A generic timer at 1 GHz: one tick is one instruction. The
		# device tree's random seeds would differ from run to run.
		qemu_args+=(-accel tcg -M "virt,gic-version=3,dtb-randomness=off"
			    -cpu "max,pauth-impdef=on,cntfrq=1000000000"
			    -icount "shift=0,sleep=off" -seed 1
			    -rtc "base=2026-01-01T00:00:00,clock=vm")
		kernel_args="$kernel_args $det_kernel_args"
		;;
	esac
}

outer_setup()
{
	local gic=3

	# KVM gives its guests the GIC that it has itself.
	if grep -q gic-version=2 "$2"; then
		gic=2
		if grep -qv gic-version=2 "$2"; then
			usage_error "guests with GICv2 need an outer guest of their own: two runs"
		fi
	fi
	outer_args=(-M "virtualization=on,gic-version=$gic")
	outer_modules=()
	outer_cpus=2
}
