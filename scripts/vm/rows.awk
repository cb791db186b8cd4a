# SPDX-License-Identifier: GPL-2.0-only
# Divides what several inner guests wrote on one channel of their outer guest.
#
#   -v end=STRING	the mark of this run
#   -v dir=DIR -v file=NAME	guest ROW's part goes to DIR/ROW/NAME
#
# A line for the mark was begun, which leaves an empty line to be dropped when the
# guest's last line was complete.

$1 == "vipi-row" && $2 == end && NF == 3 {
	if (held && line != "")
		print line >out
	held = 0
	if (out != "")
		close(out)
	out = dir "/" $3 "/" file
	next
}

out != "" {
	if (held)
		print line >out
	line = $0
	held = 1
}

END {
	if (held)
		print line >out
}
