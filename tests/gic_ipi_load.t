#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gic_ipi on both interrupt controllers, described by device tree and by ACPI: every SGI
# that is sent is taken, once.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=guests/gic_host.sh
. "$test_top/tests/guests/gic_host.sh"

gic_module 6.1
gic_load det 3 dt 1
gic_load det 2 dt 2
gic_load det 3 acpi 2
gic_load tcg 3 dt 20
gic_module 6.12
gic_load det 2 dt 8
gic_load det 2 acpi 2
done_testing
