# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# How QEMU is called for an x86 guest. Sourced by guest.
#
# Sets for accelerator $1 (kvm, tcg, det):
#   qemu_name		the program
#   qemu_args		its arguments; character devices "console" and "results" exist
#   console_tty, results_tty	their names inside the guest
#   kernel_args		what the kernel must be told

qemu_setup()
{
	qemu_name=qemu-system-x86_64
	console_tty=ttyS0
	results_tty=ttyS1
	kernel_args=
	qemu_args=(-serial chardev:console -serial chardev:results)

	case $1 in
	kvm)
		qemu_args+=(-accel kvm -cpu host)
		;;
	tcg)
		qemu_args+=(-accel "tcg,thread=multi" -cpu max)
		;;
	det)
		# One instruction is one nanosecond of guest time, whatever the
		# host does. The kernel is told not to calibrate, or to doubt, a
		# clock that stands still while it looks at another.
		qemu_args+=(-accel tcg -cpu max -icount "shift=0,sleep=off" -seed 1
			    -rtc "base=2026-01-01T00:00:00,clock=vm")
		kernel_args="tsc=reliable no_timer_check nokaslr"
		;;
	esac
}
