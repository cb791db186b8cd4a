#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The rules of CONTRIBUTING.md that a machine can check.
set -euo pipefail

# shellcheck source=tests/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
cd "$test_top"

files=$(git ls-files 2>/dev/null || find . -type f -not -path './.git/*' -not -path './results/*' | sed 's|^\./||')
sources=$(printf '%s\n' "$files" | grep -E '\.(c|h)$' || true)
scripts=$(printf '%s\n' "$files" | while read -r f; do
	case $f in
	*.sh | *.t) echo "$f" ;;
	*.*) ;;
	*)
		if head -c 64 "$f" 2> /dev/null | grep -qaE '^#!/bin/(ba)?sh'; then
			echo "$f"
		fi
		;;
	esac
done)

# offenders NAME COMMAND…: COMMAND lists what breaks the rule; nothing must come
offenders()
{
	local name=$1
	shift
	is "$name" "$("$@" | head -20)" ""
}

no_spdx()
{
	printf '%s\n' "$files" | grep -vE '^(COPYING|tests/golden/|tests/fixtures/|\.gitignore$|.*\.svg$)' |
		while read -r f; do
			head -3 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-only' || echo "$f"
		done
}

too_long()
{
	printf '%s\n' "$files" | grep -E '\.(c|h|sh|awk|gp|t)$|^scripts/' | while read -r f; do
		awk -v f="$f" 'END { if (NR > 500) print f ": " NR " lines" }' "$f"
	done
}

too_wide()
{
	printf '%s\n' "$sources" | while read -r f; do
		expand -t 8 "$f" | awk -v f="$f" 'length($0) > 100 { print f ":" NR ": " length($0) " columns" }'
	done
}

# strings that are printed may not be broken, so only code counts
wide_code()
{
	too_wide | while IFS=: read -r f line rest; do
		sed -n "${line}p" "$f" | grep -q '"' || echo "$f:$line:$rest"
	done
}

elsewhere()
{
	printf '%s\n' "$sources" | grep -vE "$2" | xargs grep -nE "$1" || true
}

trailing_space()
{
	printf '%s\n' "$files" | grep -vE '^(COPYING|tests/(golden|fixtures)/|.*\.svg$)' |
		while read -r f; do grep -nE '[[:space:]]+$' "$f" /dev/null || true; done
}

machine_paths()
{
	printf '%s\n' "$files" | grep -v '^tests/style\.t$' |
		while read -r f; do grep -nE '(^|[^[:alnum:]_.])/(work|root|farm)/' "$f" /dev/null || true; done
}

offenders "every file names its licence" no_spdx
offenders "no file is longer than 500 lines" too_long
offenders "no line of code is wider than 100 columns" wide_code
offenders "only core/compat.h looks at the kernel's version" elsewhere 'LINUX_VERSION_CODE|KERNEL_VERSION' '^core/compat\.h$'
offenders "generic files know no architecture" elsewhere 'CONFIG_(X86|ARM64)' '^(core/(x86|arm64|compat\.h)|(apic|hv|gic)_ipi/)'
offenders "no white space at the end of a line" trailing_space
offenders "no path of somebody's machine" machine_paths
if command -v shellcheck > /dev/null; then
	# shellcheck disable=SC2086 # one word each
	ok "shellcheck has nothing to say" shellcheck -x $scripts
else
	skip "shellcheck has nothing to say" "no shellcheck here"
fi
done_testing
