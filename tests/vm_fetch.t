#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/vm/fetch: complete things in the cache are used without the network, and
# a mirror that cannot be reached leaves nothing behind.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

fetch="$test_top/scripts/vm/fetch"
nowhere=http://127.0.0.1:9/debian

kernel=$("$fetch" kernel 6.1)
headers=$("$fetch" headers 6.1)
ok "kernel: a Linux image" test "$(od -An -c -j 514 -N 4 "$kernel" | tr -d ' ')" = HdrS
ok "headers: a KERNELDIR" test -f "$headers/include/generated/autoconf.h"
is "headers and kernel are of one release" "${headers##*linux-headers-}" "$(basename "$(dirname "$kernel")")"

start=$(date +%s%N)
is "cached: the same path, without a network" "$(VIPI_MIRROR=$nowhere "$fetch" kernel 6.1)" "$kernel"
elapsed=$((($(date +%s%N) - start) / 1000000))
ok "cached: in less than 100 ms ($elapsed)" test "$elapsed" -lt 100

cache="$test_tmp/cache"
rc=0
output=$(VIPI_CACHE=$cache VIPI_MIRROR=$nowhere "$fetch" kernel 6.1 2>&1) || rc=$?
is "mirror out of reach: exit code" "$rc" 1
like "mirror out of reach: says so" "$output" 'is the mirror reachable'
ok "mirror out of reach: no kernel, no scratch folder" \
	test ! -e "$cache/kernel" -a -z "$(find "$cache" -name '.fetch.*')"

# A run that was killed half-way leaves a scratch folder; it is no kernel, and the
# next run clears it away.
mkdir -p "$cache/.fetch.killed/new" "$cache/kernel"
: >"$cache/.fetch.killed/new/vmlinuz"
VIPI_CACHE=$cache "$fetch" kernel 6.1 >"$test_tmp/path" 2>/dev/null
ok "after a killed run: a whole kernel" cmp "$(cat "$test_tmp/path")" "$kernel"
ok "after a killed run: no scratch folder" test -z "$(find "$cache" -name '.fetch.*')"

rc=0
output=$("$fetch" kernel 1.0 2>&1) || rc=$?
is "unknown series: exit code" "$rc" 1
like "unknown series: says where they are listed" "$output" 'fetch list'
rc=0
output=$("$fetch" kernel 6.1 m68k 2>&1) || rc=$?
is "unknown architecture: exit code" "$rc" 2
rc=0
output=$("$fetch" 2>&1) || rc=$?
is "usage: exit code" "$rc" 2

done_testing
