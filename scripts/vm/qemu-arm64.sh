# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# How QEMU is called for an arm64 guest. Sourced by guest; sets what
# qemu-amd64.sh sets.

qemu_setup()
{
	qemu_name=qemu-system-aarch64
	console_tty=ttyAMA0
	results_tty=ttyS0
	kernel_args="cryptomgr.notests"
	# The virt machine has one UART; the second is a PCI device.
	qemu_args=(-serial chardev:console -device "pci-serial,chardev=results")

	case $1 in
	kvm)
		qemu_args+=(-accel kvm -M "virt,gic-version=max" -cpu host)
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
		kernel_args="$kernel_args nokaslr"
		;;
	esac
}
