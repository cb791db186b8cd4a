# SPDX-License-Identifier: GPL-2.0-only
# Finds the Debian mirror in apt's sources: classic one-line files (*.list) and
# deb822 files (*.sources), in the order given.
#
#   -v suites=REGEX	the suites to look for
#
# Prints "RANK URI" for each entry that offers such a suite's main component. Rank
# 0 is signed by Debian's keyring or lies in a folder called debian or
# debian-security, as every mirror's does; rank 1 is anything else, which may be
# a third party that uses Debian's suite names.

function entry(types, uris, names, comps, signed, enabled,	n, u, i, rank)
{
	if (enabled == "no" || !word(types, "deb") || !word(names, suites) || !word(comps, "main"))
		return
	n = split(uris, u, " ")
	for (i = 1; i <= n; i++) {
		if (u[i] ~ /^cdrom:/)
			continue
		rank = 1
		if (signed ~ /debian-archive/ || u[i] ~ /\/debian(-security)?(\.list)?\/?$/)
			rank = 0
		print rank, u[i]
	}
}

function word(list, regex,	n, w, i)
{
	n = split(list, w, " ")
	for (i = 1; i <= n; i++)
		if (w[i] ~ "^(" regex ")$")
			return 1
	return 0
}

function stanza()
{
	entry(f["types"], f["uris"], f["suites"], f["components"], f["signed-by"], f["enabled"])
	split("", f)
	key = ""
}

FNR == 1 {
	stanza()
	deb822 = FILENAME ~ /\.sources$/
}

/^[ \t]*#/ { next }

!deb822 {
	line = $0
	sub(/#.*/, "", line)
	options = ""
	if (match(line, /\[[^]]*\]/)) {
		options = substr(line, RSTART, RLENGTH)
		line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
	}
	n = split(line, w, " ")
	comps = ""
	for (i = 4; i <= n; i++)
		comps = comps " " w[i]
	entry(w[1], w[2], w[3], comps, options, "yes")
	next
}

/^[ \t]*$/ {
	stanza()
	next
}

/^[ \t]/ {
	f[key] = f[key] " " $0
	gsub(/[ \t]+/, " ", f[key])
	next
}

{
	i = index($0, ":")
	key = tolower(substr($0, 1, i - 1))
	f[key] = substr($0, i + 1)
	gsub(/[ \t]+/, " ", f[key])
	if (key == "enabled") {
		gsub(/ /, "", f[key])
		f[key] = tolower(f[key])
	}
}

END { stanza() }
