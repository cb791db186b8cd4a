#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gic_ipi: what it refuses, and an SGI that belongs to others or is not delivered.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=guests/gic_host.sh
. "$test_top/tests/guests/gic_host.sh"

gic_module 6.1
# irqaffinity= must not keep an SGI from the other CPUs.
gic_checks errors 3 dt 4 --append "iomem=relaxed irqaffinity=0" -- gic_ipi_errors.sh
golden gic_ipi_list "$(guest_section list)"
golden gic_ipi_errors "$(guest_section refusals)"
done_testing
