#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gic_ipi under real KVM: what the hypervisor saw is what the module says it sent.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=guests/host.sh
. "$test_top/tests/guests/host.sh"
# shellcheck source=guests/nested.sh
. "$test_top/tests/guests/nested.sh"
# shellcheck source=guests/gic_host.sh
. "$test_top/tests/guests/gic_host.sh"

gic_module 6.1
gic_kvm 3
done_testing
