# SPDX-License-Identifier: GPL-2.0-only
#
# gnuplot -e "target='svg'; file='plot.svg'" DATA plot.gp
# where DATA is plotdata.awk's output and target is svg, png or dumb (a terminal
# of 80 columns, on stdout).

terminal = target eq 'dumb'
scale = unit.(logarithmic ? ', log scale' : '')

# The plot command, without what has no data: gnuplot would complain.
series(kind, columns, style) = strstrt(kinds, kind) ? ', $data using '.columns.' '.style : ''
command(rtt, oneway, send) = 'plot '.(series('rtt', '4:1:4:5', rtt).series('oneway', '3:1', oneway) \
	.series('send', '2:1', send))[3:*]

set yrange [rows + 1 : 0]
set ytics scale 0
set errorbars 0
set border 3
set tics nomirror
set datafile missing 'NaN'
if (logarithmic) {
	set logscale x
	set xrange [least / 1.3 : most * 1.3]
} else {
	set xrange [lowest * 1.08 : most > 0 ? most * 1.08 : 1]
}

if (terminal) {
	# The margins leave exactly one line of text for each row.
	lines = rows + 8.0
	set term dumb noenhanced 79, lines
	set tmargin at screen 1 - 2 / lines
	set bmargin at screen 4 / lines
	set label 1 heading[1:79] at screen 0.5, screen 1 - 0.5 / lines center
	set label 2 subheading[1:79] at screen 0.5, screen 1 - 1.5 / lines center
	set xlabel 's send   o one-way   r round trip, --- to p99   ('.scale.')'
	unset key
	rtt_style = 'with xerrorbars lt -1 pt "r"'
	oneway_style = 'with points pt "o"'
	send_style = 'with points pt "s"'
	eval command(rtt_style, oneway_style, send_style)
	exit
}

height = 156 + 26 * rows
if (target eq 'svg') {
	set term svg noenhanced size 960, height font 'sans-serif,14' background rgb 'white'
} else {
	set term pngcairo noenhanced size 1440, 1.5 * height font 'sans-serif,12' \
		fontscale 1.5 linewidth 1.5 pointscale 1.5
}
set output file
set title heading.(subheading eq '' ? '' : "\n".subheading)
set xlabel 'median in '.scale
set grid xtics
set bmargin at screen 98.0 / height
set key at screen 0.5, screen 8.0 / height center bottom horizontal Left reverse
rtt_style = "with xerrorbars lw 2 pt 7 ps 0.8 lc rgb '#1f4e99' title 'rtt (line to p99)'"
oneway_style = "with points pt 9 ps 0.9 lc rgb '#2e8b57' title 'one-way'"
send_style = "with points pt 4 ps 1.1 lw 1.5 lc rgb '#d2691e' title 'send'"
eval command(rtt_style, oneway_style, send_style)
