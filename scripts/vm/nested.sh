# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables are shared with the command
# shellcheck disable=SC2016 # the dollars are those of awk
# Guests under real KVM inside an emulated guest. The outer guest is one of guest's
# own, whose script, nested-host, runs the inner ones. Sourced by guest.

# list_rows: "NAME QEMU-ARGUMENTS" for each of the rows that were asked for.
list_rows()
{
	local row

	if [ ${#rows[@]} -eq 0 ]; then
		echo guest
	fi
	for row in "${rows[@]+"${rows[@]}"}"; do
		case $row in
		*=*)	echo "${row%%=*} ${row#*=}" ;;
		*)	tr ',' '\n' <<<"$row" | awk -f "$vm_dir/rowtable.awk" "$vm_dir/rows-$arch.tab" - ;;
		esac
	done
}

check_rows()
{
	local twice

	if ! list_rows >"$scratch/rows"; then
		exit 2
	fi
	if grep -qv '^[A-Za-z0-9][A-Za-z0-9_.-]*\( \|$\)' "$scratch/rows"; then
		usage_error "a row's name has letters, digits, '_', '.' and '-'"
	fi
	twice=$(cut -d' ' -f1 "$scratch/rows" | sort | uniq -d)
	if [ -n "$twice" ] || grep -q '^outer\( \|$\)' "$scratch/rows"; then
		usage_error "row ${twice:-outer}: a name is taken once, and 'outer' is the outer guest's"
	fi
}

# pack_rows CONSOLE RESULTS: fills $scratch/nested with what nested-host reads. The
# serial ports CONSOLE and RESULTS of the outer guest are for the inner ones.
pack_rows()
{
	local row row_args module file modules_dir='' dir=$scratch/nested

	mkdir -p "$dir/rows" "$dir/kvm"
	: >"$dir/kvm/list"
	if [ ${#outer_modules[@]} -gt 0 ]; then
		modules_dir=$("$vm_dir/fetch" modules "$host_kernel" "$arch")
	fi
	for module in "${outer_modules[@]+"${outer_modules[@]}"}"; do
		file=$(echo "$modules_dir/kernel/$module".ko*)
		case $file in
		*.xz)	xz -dc "$file" ;;
		*)	cat "$file" ;;
		esac >"$dir/kvm/${module##*/}.ko"
		echo "${module##*/}" >>"$dir/kvm/list"
	done
	: >"$dir/oracle"
	if [ -n "$oracle" ]; then
		sed '/^#/d; s/\t\t*/\t/' "$vm_dir/oracle-$arch.tab" >"$dir/oracle"
	fi

	while read -r row row_args; do
		# shellcheck disable=SC2086 # words are meant
		qemu_setup kvm $row_args
		qemu_args+=(
			-chardev "file,id=console,path=/dev/$1" -chardev "file,id=results,path=/dev/$2"
			-chardev "pipe,id=marks,path=/tmp/marks" -device "pci-serial,chardev=marks"
		)
		kernel_args="${kernel_args:+$kernel_args }vipi.marks=ttyS$more_tty"
		if [ "$outer" = det ]; then
			kernel_args+=" $det_kernel_args"
		fi
		guest_args /vmlinuz /initramfs
		printf '%s\n' "${qemu_args[@]}" >"$dir/rows/$row"
		echo "$row" >>"$dir/rows/list"
	done <"$scratch/rows"
}

# watch_rows PID: follows nested-host's output while the outer guest, process PID,
# runs. Notes in $scratch/times when each row began and ended.
watch_rows()
{
	local what value row='' log=$out/outer/results.log

	: >"$scratch/times"
	while [ ! -e "$log" ]; do
		kill -0 "$1" 2>/dev/null || return 0
		sleep 0.2
	done
	tail -n +1 -f --pid="$1" "$log" | while read -r what value; do
		case $what in
		row)	row=$value ;;
		ended)	;;
		*)	continue ;;
		esac
		if [ -z "$quiet" ] && [ "$what" = row ] && [ ${#rows[@]} -gt 0 ]; then
			say "guest $row"
		fi
		echo "$what $row $(($(date +%s%N) / 1000000))" >>"$scratch/times"
	done
}

# start_outer CONSOLE RESULTS: runs the outer guest to its end.
start_outer()
{
	local channel arg
	local -a args

	# The time to boot counts for no row.
	args=(
		--quiet --accel "$outer" --arch "$arch" --kernel "$host_kernel" --smp "$outer_smp"
		--timeout $((120 + limit * $(wc -l <"$scratch/rows"))) --mem $((mem + 1024))
		--append "$host_append" --out "$out/outer"
		--file "$("$vm_dir/fetch" qemu-lab "$arch"):/lab"
		--file "$kernel_file:/vmlinuz" --file "$scratch/initramfs:/initramfs"
		--file "$scratch/nested/rows:/rows" --file "$scratch/nested/kvm:/kvm"
		--file "$scratch/nested/oracle:/oracle"
	)
	for channel in console results; do
		args+=(--qemu-arg -chardev --qemu-arg "file,id=inner-$channel,path=${scratch//,/,,}/$channel"
		       --qemu-arg -device --qemu-arg "pci-serial,chardev=inner-$channel")
	done
	for arg in "${outer_args[@]}"; do
		args+=(--qemu-arg "$arg")
	done

	rm -rf "$out/outer"
	setpriv --pdeathsig TERM "$vm_dir/guest" "${args[@]}" "$vm_dir/nested-host" \
		"$end" "$limit" "$1" "$2" 2>"$scratch/outer.log" &
	child=$!
	watch_rows "$child" &
	wait "$child" || outer_rc=$?
	child=
	wait
}

# from_host ROW AWK-TEXT: what nested-host said about ROW.
from_host()
{
	awk -v row="$1" '$1 == "row" { on = $2 == row } '"$2" "$out/outer/results.log"
}

# judge_row ROW ARGS DIR: the verdict on one inner guest, its files in DIR.
judge_row()
{
	local row=$1 dir=$3 late code milliseconds name=''

	mkdir -p "$dir"
	rm -f "$dir"/{qemu,oracle}.log
	mv "$scratch/split/$row"/*.log "$dir"
	if [ -n "$oracle" ]; then
		awk -v row="$row" -f "$vm_dir/oracle.awk" "$out/outer/results.log" >"$dir/oracle.log"
	fi
	from_host "$row" 'on && $1 == "qemu" { print substr($0, 6) }' >"$scratch/qemu.log"
	if [ -s "$scratch/qemu.log" ]; then
		cp "$scratch/qemu.log" "$dir/qemu.log"
	fi
	code=$(from_host "$row" 'on && $1 == "ended" { print $2 }')
	late=$(from_host "$row" 'on && $1 == "late"')
	# It was running when the outer guest's own time was up.
	if [ "$outer_rc" -eq 4 ] && [ -z "$code" ] && [ -n "$(from_host "$row" on)" ]; then
		late=1
	fi
	milliseconds=$(awk -v row="$row" '$2 == row { t[$1] = $3 }
		END { print ("ended" in t) ? t["ended"] - t["row"] : 0 }' "$scratch/times")

	verdict "$dir" "$end" "$code" "$late"
	facts "seconds=$(seconds "$milliseconds")" "row=$row" "row_args=$2" "outer_smp=$outer_smp" \
		"outer_kernel=$(sed -n 's/^kernel=//p' "$out/outer/guest.env")" >"$dir/guest.env"
	if [ ${#rows[@]} -gt 0 ]; then
		name=$row
	fi
	if [ -z "$quiet" ]; then
		if [ -n "$name" ]; then
			echo "# guest $name"
		fi
		cat "$dir/results.log"
	fi
	explain "$dir" "$name"
}

# The inner guests, one after the other; sets rc to the worst of their exit codes.
run_nested()
{
	local row row_args channel dir outer=tcg outer_rc=0 worst=0 inner_console inner_results

	if [ "$accel" = nested-det ]; then
		outer=det
	fi
	check_rows
	outer_setup "$outer" "$scratch/rows"
	qemu_setup "$outer"
	if [ -z "$host_kernel" ]; then
		host_kernel=$kernel
	fi
	if [ -z "$outer_smp" ]; then
		outer_smp=$outer_cpus
	fi
	inner_console=ttyS$more_tty inner_results=ttyS$((more_tty + 1))
	pack_rows "$inner_console" "$inner_results"
	qemu_setup "$outer"
	qemu=$(qemu_for "$outer" "$arch")
	start_outer "$inner_console" "$inner_results"

	while read -r row _; do
		mkdir -p "$scratch/split/$row"
		: >"$scratch/split/$row/console.log"
		: >"$scratch/split/$row/results.log"
	done <"$scratch/rows"
	for channel in console results; do
		touch "$scratch/$channel"
		awk -v end="$end" -v dir="$scratch/split" -v file="$channel.log" -f "$vm_dir/rows.awk" "$scratch/$channel"
	done
	while read -r row row_args; do
		dir=$out
		if [ ${#rows[@]} -gt 0 ]; then
			dir=$out/$row
		fi
		judge_row "$row" "$row_args" "$dir"
		if [ "$rc" -gt "$worst" ]; then
			worst=$rc
		fi
	done <"$scratch/rows"
	rc=$worst
	if [ "$outer_rc" -gt 0 ]; then
		say "the outer guest:"
		cat "$scratch/outer.log" >&2
		rc=$((outer_rc > rc ? outer_rc : rc))
	fi
}
