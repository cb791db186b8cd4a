# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# How QEMU is called for an x86 guest. Sourced by guest.
#
# qemu_setup ACCEL [ARG…] sets for the accelerator (kvm, tcg, det):
#   qemu_name		the program
#   qemu_args		its arguments; character devices "console" and "results"
#			exist. ARG… choose machine and CPU in place of the usual
#			ones; only KVM has a choice
#   console_tty, results_tty	their names inside the guest
#   more_tty		the ttyS number of the first pci-serial device
#   kernel_args		what the kernel must be told
#   det_kernel_args	what it must be told where instructions are counted
#
# outer_setup ACCEL ROWS sets, for the emulated guest (tcg, det) that runs the guests
# in the file ROWS under KVM:
#   outer_args		more QEMU arguments
#   outer_modules	the modules of KVM in the order they are loaded
#   outer_cpus		how many CPUs it has, unless told otherwise

qemu_setup()
{
	local accel=$1
	shift

	qemu_name=qemu-system-x86_64
	console_tty=ttyS0
	results_tty=ttyS1
	more_tty=2
	kernel_args=
	# Not to calibrate, or to doubt, a clock that stands still while it looks
	# at another; and to be at the same addresses whatever else changes.
	det_kernel_args="tsc=reliable no_timer_check nokaslr"
	qemu_args=(-serial chardev:console -serial chardev:results)

	case $accel in
	kvm)
		if [ $# -eq 0 ]; then
			set -- -cpu host
		fi
		qemu_args+=(-accel kvm "$@")
		;;
	tcg)
		qemu_args+=(-accel "tcg,thread=multi" -cpu max)
		;;
	det)
		# One instruction is one nanosecond of guest time, whatever the
		# host does.
		qemu_args+=(-accel tcg -cpu max -icount "shift=0,sleep=off" -seed 1
			    -rtc "base=2026-01-01T00:00:00,clock=vm")
		kernel_args=$det_kernel_args
		;;
	esac
}

outer_setup()
{
	# With XSAVE, an inner kernel finds sizes that do not agree and complains.
	outer_args=(-cpu "max,+svm,-xsave")
	outer_modules=(virt/lib/irqbypass arch/x86/kvm/kvm arch/x86/kvm/kvm-amd)
	outer_cpus=2
	# With two, an inner guest under det waits for ever.
	if [ "$1" = det ]; then
		outer_cpus=1
	fi
}
