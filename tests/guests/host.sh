# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests that run a script of this folder in a guest. Source it after tests/lib.sh.
#
#   guest_module MODULE		builds it for kernel $guest_kernel, sets guest_ko
#   guest_checks NAME [GUEST-OPTION…] -- SCRIPT [ARG…]
#				boots a guest; each of SCRIPT's checks (see lib.sh)
#				becomes one of the test, and so do the guest's end and
#				a kernel that complains; sets guest_out, a folder
#   guest_section NAME		what SCRIPT printed as section NAME
#   golden NAME TEXT		TEXT is that of golden/NAME.txt; with UPDATE_GOLDEN=1
#				in the environment it becomes that

# shellcheck disable=SC2154 # of tests/lib.sh
guest_top=$test_top guest_tmp=$test_tmp
guest_kernel=6.1
guest_ko=
guest_out=

guest_module()
{
	local built

	if ! built=$("$guest_top/scripts/vm/build" "$guest_kernel"); then
		echo "Bail out! $1 does not build"
		exit 1
	fi
	# Debug information would take longer to load than all the rest.
	guest_ko=$guest_tmp/$1.ko
	objcopy --strip-debug "$built/$1/$1.ko" "$guest_ko"
}

guest_checks()
{
	local name=$1 rc=0 line pending='' detail='' cut_short=1 messages
	local -a options=()
	shift

	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	guest_out=$guest_tmp/$name
	messages=$("$guest_top/scripts/vm/guest" --quiet --accel tcg --timeout 300 --out "$guest_out" \
		--kernel "$guest_kernel" --module "$guest_ko" --file "$guest_top/tests/guests/lib.sh" \
		"${options[@]+"${options[@]}"}" "$guest_top/tests/guests/$1" "${@:2}" 2>&1) || rc=$?
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
		finished)	cut_short=0 ;;
		'section '*|'|'*)	;;
		*)		diag "$line" ;;
		esac
	done <"$guest_out/results.log"
	test_result "$cut_short" "$name: ran to its end" "$(tail -n 5 "$guest_out/results.log")"
	test_result "$rc" "$name: the guest's kernel has no complaint" "$messages"
}

guest_section()
{
	awk -v name="$1" '
		$1 == "section" && NF == 2 { on = $2 == name; next }
		on && /^\|/ { print substr($0, 2); next }
		{ on = 0 }' "$guest_out/results.log"
}

golden()
{
	local file=$guest_top/tests/golden/$1.txt

	if [ -n "${UPDATE_GOLDEN:-}" ]; then
		printf '%s\n' "$2" >"$file"
	fi
	is "golden text: $1" "$2" "$(cat "$file")"
}
