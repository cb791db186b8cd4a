#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ipi_bench: wrong input is refused with the right error and one clear line, and
# leaves nothing behind.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"

guest_module ipi_bench
guest_checks errors --smp 4 -- ipi_bench_errors.sh four
golden ipi_bench_errors "$(guest_section refusals)"
guest_checks "errors, one CPU" --smp 1 --file "$test_top/tests/guests/records.awk" -- ipi_bench_errors.sh one
golden ipi_bench_errors_one_cpu "$(guest_section refusals)"
done_testing
