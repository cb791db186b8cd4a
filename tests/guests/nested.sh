# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests in guests under real KVM inside an emulated guest. Source it after host.sh.
#
#   row_boot ROW,ROW… [GUEST-OPTION…] -- SCRIPT [ARG…]
#			boots the rows (see scripts/vm/guest) in one outer guest
#   row_checks ROW	each of SCRIPT's checks in that row becomes one of the test, and
#			so do its end and a kernel that complains; sets guest_out
#   row_walk ROW PATH…	of walk.sh's paths, exactly these could be measured, and for
#			each of them, by $witness, the hypervisor saw what it sent
#
# VIPI_ROW_LIMIT=SECONDS: how long each may take (400).
#
# $witness: lines "PATH CLASS…", a class of events of oracle.awk with the path's
# vector, or one that has no vector but is the path's alone; see witness.awk.

# shellcheck disable=SC2154 # of tests/lib.sh and host.sh
witness=
nested_out=$test_tmp/nested
nested_messages=

row_boot()
{
	local rows=$1
	local -a options=()
	shift

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rm -rf "$nested_out"
	# The verdict on each row is in its guest.env.
	nested_messages=$("$guest_top/scripts/vm/guest" --quiet --accel nested --oracle --timeout "${VIPI_ROW_LIMIT:-400}" \
		--out "$nested_out" --kernel "$guest_kernel" --row "$rows" --module "$guest_ko" \
		--file "$guest_top/tests/guests/lib.sh" --file "$guest_top/tests/guests/records.awk" \
		"${options[@]+"${options[@]}"}" "$guest_top/tests/guests/$1" "${@:2}" 2>&1) || true
}

row_checks()
{
	local name="$guest_kernel $1" line pending='' detail='' status

	guest_out=$nested_out/$1
	if [ ! -e "$guest_out/results.log" ]; then
		test_result 1 "$name: boots" "$nested_messages"
		return
	fi
	while IFS= read -r line; do
		case $line in
		'# '*)
			detail+="${line#'# '}"$'\n'
			continue
			;;
		esac
		if [ -n "$pending" ]; then
			test_result 1 "$pending" "$detail"
			pending='' detail=''
		fi
		case $line in
		'ok '*)		test_result 0 "$name: ${line#ok }" ;;
		'not ok '*)	pending="$name: ${line#not ok }" ;;
		esac
	done <"$guest_out/results.log"
	if [ -n "$pending" ]; then
		test_result 1 "$pending" "$detail"
	fi
	is "$name: ran to its end" "$(tail -n 1 "$guest_out/results.log")" finished
	status=$(sed -n 's/^status=//p' "$guest_out/guest.env")
	ok "$name: no event was dropped" test -z "$(sed -n '/^dropped/p' "$guest_out/oracle.log")"
	is "$name: the guest's kernel has no complaint" "$status" ok
	if [ "$status" != ok ]; then
		diag "$nested_messages"
	fi
}

row_walk()
{
	local name="$guest_kernel $1" row=$1 line
	shift

	is "$name: the paths that can run" \
		"$(guest_section walk | awk '$2 == "sent" { printf "%s ", $1 }')" "$* "
	guest_section walk >"$test_tmp/walk"
	echo "$witness" >"$test_tmp/witness"
	while IFS= read -r line; do
		case $line in
		'ok '*)	test_result 0 "$name: ${line#ok }" ;;
		*)	test_result 1 "$name: ${line#not ok }" "$(sed -n "/^phase ${line##* }\$/,/^phase /p" \
				"$guest_out/oracle.log" | grep -v kvm_exit)" ;;
		esac
	done < <(awk -f "$guest_top/tests/guests/witness.awk" "$test_tmp/witness" "$test_tmp/walk" \
		"$guest_out/oracle.log")
	diag "$row: $(sed -n 's/^seconds=//p' "$guest_out/guest.env") s"
}
