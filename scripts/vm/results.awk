# SPDX-License-Identifier: GPL-2.0-only
# Separates what the guest's script printed from the end mark that init wrote
# after it.
#
#   -v end=STRING	the mark of this run
#   -v fact=FILE	gets "EXIT-CODE KERNEL-RELEASE" when the mark is there
#
# init starts a line for the mark, which leaves an empty line to be dropped when
# the script's last line was complete.

$1 == "vipi-end" && $2 == end && NF == 4 {
	print $3, $4 >fact
	if (held && line != "")
		print line
	held = 0
	exit
}

{
	if (held)
		print line
	line = $0
	held = 1
}

END {
	if (held)
		print line
}
