# SPDX-License-Identifier: GPL-2.0-only
# Looks rows up: awk -f rowtable.awk TABLE NAMES prints "NAME ARGS" for each name
# (one a line) that the table of inner guests has. Exit code 1: one is unknown.

/^#/ || NF == 0 { next }

{
	if (FILENAME != "-") {
		name = $1
		$1 = ""
		sub(/^ +/, "")
		if (name ~ /^%/) {
			word[name] = $0
			next
		}
		for (w in word)
			while ((i = index($0, w)))
				$0 = substr($0, 1, i - 1) word[w] substr($0, i + length(w))
		args[name] = $0
		names = names " " name
		next
	}
	if (!($1 in args)) {
		print "guest: no row " $1 "; there are:" names >"/dev/stderr"
		exit 1
	}
	print $1, args[$1]
}
