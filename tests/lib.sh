# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# TAP for tests written in bash. Source it, make checks, end with done_testing:
#
#   ok NAME COMMAND [ARG…]	COMMAND succeeds (its output becomes a diagnostic if not)
#   is NAME GOT WANT		two strings are equal
#   like NAME TEXT REGEX	some line of TEXT matches the extended regex
#   unlike NAME TEXT REGEX	no line of TEXT does
#   skip NAME REASON		counts, but was not tried
#   skip_all REASON		nothing can be tried here; ends the test
#   diag TEXT…			a line for the reader
#   done_testing		prints the plan; its status is the test's
#
# Also sets test_top, the repository's folder, and test_tmp, a scratch folder with
# a space in its name that is removed at the end.

# shellcheck disable=SC2034 # for the tests
test_top=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
test_tmp=$(mktemp -d "${TMPDIR:-/tmp}/vipi test.XXXXXX")
test_count=0
test_failed=0
trap 'rm -rf "$test_tmp"' EXIT
trap 'exit 143' INT TERM

diag()
{
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

# test_result STATUS NAME [DETAIL]
test_result()
{
	test_count=$((test_count + 1))
	if [ "$1" -eq 0 ]; then
		printf 'ok %d - %s\n' "$test_count" "$2"
		return
	fi
	test_failed=$((test_failed + 1))
	printf 'not ok %d - %s\n' "$test_count" "$2"
	if [ -n "${3:-}" ]; then
		diag "$3"
	fi
}

ok()
{
	local name=$1 output rc=0
	shift

	output=$("$@" 2>&1) || rc=$?
	test_result "$rc" "$name" "$output"
}

is()
{
	local rc=0

	[ "$2" = "$3" ] || rc=1
	test_result "$rc" "$1" "     got: $2
expected: $3"
}

like()
{
	local rc=0

	grep -Eq -e "$3" <<<"$2" || rc=1
	test_result "$rc" "$1" "no line matches /$3/ in:
$2"
}

unlike()
{
	local rc=0

	! grep -Eq -e "$3" <<<"$2" || rc=1
	test_result "$rc" "$1" "a line matches /$3/ in:
$2"
}

skip()
{
	test_count=$((test_count + 1))
	printf 'ok %d - %s # SKIP %s\n' "$test_count" "$1" "$2"
}

skip_all()
{
	printf '1..0 # SKIP %s\n' "$*"
	exit 0
}

done_testing()
{
	printf '1..%d\n' "$test_count"
	[ "$test_failed" -eq 0 ]
}
