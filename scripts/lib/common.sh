# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Shared by scripts/vipi and its subcommands: messages, steps with progress, and
# the table and plots of a result file.

vipi_scripts=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
vipi_top=$(dirname "$vipi_scripts")
# awk must print 0.5, not 0,5, and sort alike everywhere.
export LC_ALL=C

say()
{
	printf 'vipi: %s\n' "$*" >&2
}

die()
{
	say "$@"
	exit 1
}

usage_error()
{
	say "$*"
	exit 2
}

# Each subcommand's help is the comment at the top of its file, after the licence.
show_help()
{
	awk 'NR > 2 && !/^#/ { exit } NR > 2 { sub(/^# ?/, ""); print }' "$1"
}

# option_value OPTION COUNT: COUNT arguments are left, OPTION included.
option_value()
{
	[ "$2" -ge 2 ] || usage_error "$1 needs a value"
}

# A new folder for the results of one command: results/DATE-TIME-NAME.
new_results_dir()
{
	local base=${VIPI_RESULTS:-$vipi_top/results}
	local dir
	dir=$base/$(date +%Y-%m-%d-%H%M%S)-$1
	mkdir -p "$dir" || die "cannot create $dir. Set VIPI_RESULTS to a folder that you can write to"
	readlink -f "$dir"
}

# A path as short as it can be written from here.
short()
{
	case $1 in
	"$PWD"/*)	printf '%s\n' "${1#"$PWD"/}" ;;
	*)		printf '%s\n' "$1" ;;
	esac
}

# ---- steps ----

step_pid=
step_number=0
step_count=0
step_scratch=
step_out=
step_err=
# A line that is rewritten needs a terminal that can.
step_live=
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
	step_live=1
	step_columns=$(stty size <&2 2>/dev/null | cut -d' ' -f2)
	step_columns=$((${step_columns:-80} - 1))
fi

# begin_steps COUNT: sets up for COUNT calls of step.
begin_steps()
{
	step_count=$1
	step_scratch=$(mktemp -d)
	step_out=$step_scratch/stdout
	step_err=$step_scratch/stderr
	trap end_steps EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
}

end_steps()
{
	local pid=$step_pid

	if [ -n "$pid" ]; then
		step_pid=
		[ -z "$step_live" ] || echo >&2
		# The whole group; every step is started in one of its own.
		kill -TERM -- "-$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
	fi
	if declare -F on_exit >/dev/null; then
		on_exit
	fi
	rm -rf "$step_scratch"
}

# step TEXT EXPECTED COMMAND…: runs COMMAND and shows TEXT, the seconds that have
# passed, and what is expected. Leaves COMMAND's output in $step_out and
# $step_err, and returns its exit code.
step()
{
	local text=$1 expected=$2 start=$SECONDS rc=0 head

	shift 2
	step_number=$((step_number + 1))
	head="[$step_number/$step_count] $text"
	[ -n "$step_live" ] || printf '%s (about %s) ... ' "$head" "$expected" >&2

	# In a process group of its own, so that all of it can be stopped.
	set -m
	"$@" >"$step_out" 2>"$step_err" </dev/null &
	step_pid=$!
	set +m
	while [ -n "$step_live" ] && kill -0 "$step_pid" 2>/dev/null; do
		step_line "$head: $((SECONDS - start)) s of about $expected" "$(tail -n 1 "$step_err")"
		sleep 0.2
	done
	wait "$step_pid" || rc=$?
	step_pid=

	if [ -n "$step_live" ]; then
		step_line "$head: $((SECONDS - start)) s" ''
		echo >&2
	elif [ "$rc" -eq 0 ]; then
		printf '%s s\n' "$((SECONDS - start))" >&2
	else
		printf 'failed after %s s\n' "$((SECONDS - start))" >&2
	fi
	return "$rc"
}

# One line of the terminal: the text, and as much of the detail as has room.
step_line()
{
	local line=$1
	if [ -n "$2" ]; then
		line+="  $2"
	fi
	printf '\r\033[K%s' "${line:0:step_columns}" >&2
}

# What the last step said on stderr, indented.
step_remarks()
{
	sed 's/^/      /' "$step_err" >&2
}

# step_failed WHAT [REMEDY]: ends the command after a step that failed.
step_failed()
{
	step_remarks
	die "$@"
}

# ---- result files ----

# The file that a result argument means: a folder stands for its results.log.
result_file()
{
	local file=$1
	if [ -d "$file" ]; then
		file=$file/results.log
	fi
	if [ "$file" != - ] && [ ! -r "$file" ]; then
		die "cannot read $file"
	fi
	printf '%s\n' "$file"
}

# records FILE [AWK ARGUMENT…]: FILE's records in the form of records.awk.
records()
{
	local file=$1
	shift
	awk "$@" -f "$vipi_scripts/records.awk" "$file"
}

# from_records FILE AWKFILE…: runs scripts/AWKFILE… on records of FILE, read from
# stdin, with what the lab knows of the guest that FILE came from.
from_records()
{
	local env f args=()
	env=$(dirname "$1")/guest.env
	if [ "$1" != - ] && [ -r "$env" ]; then
		args=(-v guest="$env")
	fi
	shift
	for f in rows.awk "$@"; do
		args+=(-f "$vipi_scripts/$f")
	done
	awk "${args[@]}"
}

# table FILE [AWK ARGUMENT…]
table()
{
	records "$@" | from_records "$1" table.awk warnings.awk
}

# plot FILE TARGET [OUTPUT]: TARGET is dumb (the terminal), svg or png.
plot()
{
	local scratch rc=0

	command -v gnuplot >/dev/null || die "no gnuplot: scripts/need plot, or apt-get install gnuplot-nox"
	scratch=$(mktemp -d)
	records "$1" | from_records "$1" plotdata.awk >"$scratch/data" &&
		gnuplot -e "target='$2'; file='$scratch/plot'" "$scratch/data" "$vipi_scripts/plot.gp" \
			>"$scratch/terminal" || rc=$?
	if [ "$rc" -eq 0 ] && [ "$2" = dumb ]; then
		sed 's/[ \f]*$//' "$scratch/terminal" | cat -s
	elif [ "$rc" -eq 0 ]; then
		cp "$scratch/plot" "$3" || rc=$?
	fi
	rm -rf "$scratch"
	return "$rc"
}
