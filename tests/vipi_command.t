#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# The command itself: help, errors with a remedy, and the course of demo, bench
# and run with stand-ins for the lab, the compiler and the kernel.
# shellcheck disable=SC2016 # what stands in the stubs is expanded when they run
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# A copy, in which the lab can be replaced.
tree="$test_tmp/a tree"
mkdir -p "$tree/scripts/vm" "$tree/ipi_bench"
cp -r "$test_top"/scripts/{vipi,vipi-*,lib,*.awk,*.gp} "$tree/scripts/"
cp "$test_top/dkms.conf" "$tree/"
vipi=$tree/scripts/vipi
fixtures=$test_top/tests/fixtures
export VIPI_RESULTS="$test_tmp/the results"

# run COMMAND…: sets rc, output, messages.
run()
{
	rc=0
	output=$("$@" 2>"$test_tmp/messages") || rc=$?
	messages=$(<"$test_tmp/messages")
}

# stub FILE: a command with standard input as its shell text. It may use $stubs,
# where it can leave traces, and $fixtures.
stubs=$test_tmp/stubs
mkdir "$stubs"
export stubs fixtures
stub()
{
	mkdir -p "$(dirname "$1")"
	{
		echo '#!/usr/bin/env bash'
		cat
	} >"$1"
	chmod +x "$1"
}

# ---- help and usage ----

run "$vipi" --help
is "--help succeeds" "$rc" 0
for f in "$tree"/scripts/vipi-*; do
	name=${f##*/vipi-}
	like "--help lists $name" "$output" "^  $name +[a-z].*[a-zA-Z)]$"
	run "$vipi" "$name" --help
	is "$name --help succeeds" "$rc" 0
	like "$name --help starts with its usage" "$(head -n 1 <<<"$output")" "^Usage: vipi $name"
	run "$vipi" "$name" --no-such-option
	is "$name --no-such-option is a usage error" "$rc" 2
	run "$vipi" --help
done
run "$vipi" --version
is "--version" "$output" "vipi $(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$tree/dkms.conf")"
like "--version is a number" "$output" '^vipi [0-9]+\.[0-9]+'
run "$vipi"
is "no command: usage error" "$rc" 2
like "no command: help" "$messages" '^  demo '
run "$vipi" frobnicate
is "unknown command: usage error" "$rc" 2
like "unknown command: named" "$messages" "no command 'frobnicate'"
like "unknown command: those there are" "$messages" '^  table '
run "$vipi" ../vipi
is "a command is no path" "$rc" 2
run "$vipi" table "$test_tmp/no such file"
is "no such result file" "$rc" 1
like "no such result file: named" "$messages" 'cannot read .*no such file'
ln -s "$vipi" "$test_tmp/link"
run bash -c 'cd / && "$1" table "$2"' - "$test_tmp/link" "$fixtures/kvm.results"
is "works through a link, from another folder" "$rc" 0

# ---- demo ----

stub "$tree/scripts/need" <<'END'
echo "need $*" >>"$stubs/calls"
END
stub "$tree/scripts/vm/fetch" <<'END'
echo "fetch $*" >>"$stubs/calls"
case "$*" in *9.9*) echo "fetch: no kernel 9.9" >&2; exit 1 ;; esac
echo "/cache/$*"
END
stub "$tree/scripts/vm/build" <<'END'
echo "build $*" >>"$stubs/calls"
echo "warning: this is a warning" >&2
echo /cache/build
END
stub "$tree/scripts/vm/guest" <<'END'
echo "guest $*" >>"$stubs/calls"
while [ "$1" != --out ]; do shift; done
echo "guest: using det" >&2
cp "$fixtures/det.dmesg" "$2/results.log"
printf 'deterministic=1\n' >"$2/guest.env"
touch "$2/console.log"
END

run "$vipi" demo --smp 3 --out "$test_tmp/demo out"
is "demo succeeds" "$rc" 0
is "demo: packages, kernel, module, guest, in this order" "$(cut -d' ' -f1 "$stubs/calls" | uniq | xargs)" \
	'need fetch build guest'
like "demo: KVM if it works, else deterministic" "$(<"$stubs/calls")" '^guest .*--accel kvm,det'
like "demo: as many CPUs as asked for" "$(<"$stubs/calls")" '^guest .*--smp 3 '
like "demo: all paths" "$(<"$stubs/calls")" '^guest .* paths=all'
like "demo: shows its steps" "$messages" '^\[1/3\] .*about .*\.\.\. [0-9]+ s$'
like "demo: shows warnings of the build" "$messages" '^ +warning: this is a warning'
like "demo: says which accelerator" "$messages" 'using det'
like "demo: prints the table" "$output" '^single_async +0 -> 1 +420 '
like "demo: says that it is emulated" "$output" '^ +EMULATED'
if command -v gnuplot >/dev/null; then
	like "demo: draws the plot" "$output" 's send +o one-way'
	for f in results.log console.log table.txt plot.svg plot.png guest.env; do
		ok "demo: leaves $f" test -e "$test_tmp/demo out/$f"
	done
else
	skip "demo: the plot" "no gnuplot"
fi
is "demo: table.txt is the table" "$(<"$test_tmp/demo out/table.txt")" \
	"$("$vipi" table "$test_tmp/demo out/results.log")"
run "$vipi" demo
like "demo: results are dated" "$(ls "$VIPI_RESULTS")" '^20[0-9-]+-demo$'
run "$vipi" demo --kernel 9.9
is "demo: no kernel: fails" "$rc" 1
like "demo: no kernel: passes on the reason" "$messages" 'no kernel 9.9'
run "$vipi" demo --smp
is "demo: option without value" "$rc" 2
stub "$tree/scripts/vm/guest" <<'END'
while [ "$1" != --out ]; do shift; done
echo "ipi_bench: no such luck" >"$2/results.log"
exit 1
END
run "$vipi" demo --out "$test_tmp/demo out"
is "demo: the guest failed: fails" "$rc" 1
like "demo: the guest failed: shows what it said" "$messages" 'ipi_bench: no such luck'
like "demo: the guest failed: where to look" "$messages" 'console\.log'

# A demo that is interrupted leaves nothing running.
stub "$tree/scripts/vm/guest" <<'END'
sleep 600 &
echo $! >"$stubs/sleeper"
wait
END
# interrupt NAME PID FILE: terminates PID as soon as FILE holds the id of its child.
interrupt()
{
	local rc=0 _

	for _ in {1..100}; do
		[ ! -s "$3" ] || break
		sleep 0.1
	done
	kill -TERM "$2"
	wait "$2" || rc=$?
	is "$1: terminated: exit code" "$rc" 143
	# Gone, or a zombie that nobody waits for.
	sleep 0.2
	unlike "$1: terminated: its children, too" \
		"$(sed -n 's/^State:[[:space:]]*//p' "/proc/$(<"$3")/status" 2>/dev/null)" '^[^ZX]'
}

setsid "$vipi" demo --out "$test_tmp/demo out" >/dev/null 2>&1 &
interrupt "demo" "$!" "$stubs/sleeper"

# ---- bench ----

stub "$tree/scripts/vm/guest" <<'END'
while [ "$1" != --out ]; do shift; done
cp "$fixtures/det.dmesg" "$2/results.log"
printf 'deterministic=%s\n' "${deterministic:-1}" >"$2/guest.env"
END
run "$vipi" bench --out "$test_tmp/bench out"
is "bench succeeds" "$rc" 0
ok "bench: golden table" diff -u "$test_top/tests/golden/vipi_bench.txt" "$test_tmp/bench out/table.txt"
run "$vipi" bench 6.1/amd64 9.9/arm64
is "bench: a kernel that cannot be had is no failure" "$rc" 0
like "bench: but it is named" "$messages" 'left out.*: 9.9/arm64$'
run "$vipi" bench 9.9/amd64
is "bench: no kernel at all is a failure" "$rc" 1
run "$vipi" bench 6.1
is "bench: half a name" "$rc" 2
deterministic=0 run "$vipi" bench 6.1/amd64
is "bench: figures that are no instruction counts are refused" "$rc" 1
like "bench: and why" "$messages" 'not from a deterministic guest'

# ---- run ----

# shellcheck source=../scripts/lib/insmod.sh
. "$tree/scripts/lib/insmod.sh"
VIPI_OS_RELEASE=$test_tmp/os-release
export VIPI_OS_RELEASE
uname() { echo "${fake_release:-6.1.0-57-cloud-amd64}"; }
while IFS='|' read -r id fake_release want; do
	printf '%s\n' "ID=${id%% *}" "ID_LIKE=\"${id#* }\"" >"$VIPI_OS_RELEASE"
	is "headers on $id" "$(headers_package)" "$want"
done <<'END'
debian x|6.1.0-57-cloud-amd64|apt-get install linux-headers-6.1.0-57-cloud-amd64 make gcc
ubuntu debian|6.8.0-40-generic|apt-get install linux-headers-6.8.0-40-generic make gcc
linuxmint ubuntu debian|6.8.0-40-generic|apt-get install linux-headers-6.8.0-40-generic make gcc
fedora x|6.11.4-301.fc41.x86_64|dnf install kernel-devel-6.11.4-301.fc41.x86_64 make gcc elfutils-libelf-devel
rocky rhel centos fedora|5.14.0-427.el9.x86_64|dnf install kernel-devel-5.14.0-427.el9.x86_64 make gcc elfutils-libelf-devel
opensuse-leap suse opensuse|6.4.0-150600.23-default|zypper install kernel-default-devel make gcc
arch x|6.11.6-arch1-1|pacman -S linux-headers make gcc
arch x|6.6.60-1-lts|pacman -S linux-lts-headers make gcc
gentoo x|6.6.60|install your distribution's package of kernel headers for 6.6.60, make and gcc
END
unset -f uname
rm "$VIPI_OS_RELEASE"
like "headers on something without os-release" "$(headers_package)" 'kernel headers'

like "the module's own line is what a person sees" \
	"$(explain_insmod ipi_bench 'insmod: ERROR: could not insert module: Invalid parameters' \
		'[ 1.0] ipi_bench: loops=0: must be between 1 and 2147483647')" \
	'^ipi_bench: loops=0: must be between'
like "unsigned: Secure Boot" "$(explain_insmod ipi_bench 'Key was rejected by service' '')" 'Secure Boot'
like "unsigned: required key" "$(explain_insmod ipi_bench 'Required key not available' '')" 'mokutil'
like "lockdown" "$(explain_insmod ipi_bench 'Operation not permitted' \
	'Lockdown: insmod: unsigned module loading is restricted')" 'locked down'
like "another kernel's module" "$(explain_insmod ipi_bench 'Invalid module format' \
	"ipi_bench: version magic '6.1.0' should be '6.12.0'")" 'make clean'
like "unknown symbol" "$(explain_insmod ipi_bench 'Unknown symbol in module' \
	'ipi_bench: Unknown symbol frob (err -2)')" 'frob'
like "nothing in the log: insmod's words" "$(explain_insmod ipi_bench 'insmod: ERROR: whatever' '')" 'whatever'

# vipi run with a kernel that is made of stubs.
run_course()
{
	local bin=$test_tmp/bin headers=$test_tmp/headers

	KERNELDIR=$test_tmp/nothing run "$vipi" run
	is "run: no headers: fails" "$rc" 1
	like "run: no headers: what to install" "$messages" 'install'

	mkdir -p "$headers"
	touch "$headers/Makefile"
	stub "$bin/make" <<<'echo "make $*" >>"$stubs/calls"'
	stub "$bin/modinfo" <<<'printf "%s\n" "paths:which (charp)" "loops:how many"'
	stub "$bin/mount" <<<'true'
	stub "$bin/dmesg" <<<'echo "[    1.000000] before"; [ ! -e "$stubs/loaded" ] || cat "$stubs/loaded"'
	stub "$bin/insmod" <<'END'
echo "insmod $*" >>"$stubs/calls"
cp "$fixtures/det.dmesg" "$stubs/loaded"
END
	: >"$stubs/calls"
	KERNELDIR=$headers PATH=$bin:$PATH run "$vipi" run loops=7 --out "$test_tmp/run out"
	is "run succeeds" "$rc" 0
	like "run: builds for that kernel" "$(<"$stubs/calls")" "^make .*KERNELDIR=$headers modules$"
	like "run: all paths unless told otherwise" "$(<"$stubs/calls")" \
		'^insmod .*/ipi_bench/ipi_bench\.ko paths=all loops=7$'
	like "run: the table" "$output" '^single_async +0 -> 1 +420 '
	unlike "run: nothing from before the load" "$(<"$test_tmp/run out/results.log")" 'before'
	KERNELDIR=$headers PATH=$bin:$PATH run "$vipi" run frob=7
	is "run: unknown parameter" "$rc" 2
	like "run: unknown parameter: those there are" "$messages" "no parameter 'frob'.* paths loops"

	stub "$bin/insmod" <<'END'
echo "[    2.000000] ipi_bench: loops=0: must be between 1 and 2147483647" >"$stubs/loaded"
echo "insmod: ERROR: could not insert module: Invalid parameters" >&2
exit 1
END
	KERNELDIR=$headers PATH=$bin:$PATH run "$vipi" run loops=0
	is "run: the module refuses: fails" "$rc" 1
	like "run: the module refuses: its own words" "$messages" '^ipi_bench: loops=0: must be'

	stub "$bin/insmod" <<'END'
echo $$ >"$stubs/insmod"
exec sleep 600
END
	KERNELDIR=$headers PATH=$bin:$PATH setsid "$vipi" run >/dev/null 2>&1 &
	interrupt "run" "$!" "$stubs/insmod"
}

if [ "$(id -u)" -eq 0 ]; then
	chmod 755 "$test_tmp"
	run setpriv --reuid 65534 --clear-groups "$vipi" run loops=10
	is "run: not root: fails" "$rc" 1
	like "run: not root: the remedy" "$messages" 'root.*sudo .*vipi-run .*loops=10'
	run "$vipi" run 10000
	is "run: not a parameter" "$rc" 2
	run "$vipi" run oneshot=1
	is "run: oneshot makes no sense" "$rc" 2
	if [ -d /sys/module/ipi_bench ]; then
		skip "run: the whole course" "ipi_bench is loaded on this machine"
	else
		run_course
	fi
else
	skip "run" "needs root"
fi

done_testing
