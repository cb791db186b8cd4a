#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gic_ipi: CPUs that come and go, and runs that end early, leave nothing behind.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=guests/gic_host.sh
. "$test_top/tests/guests/gic_host.sh"

gic_module 6.1
gic_checks stop 3 dt 4 -- gic_ipi_stop.sh
done_testing
