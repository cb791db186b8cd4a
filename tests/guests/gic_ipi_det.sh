#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Every path in a deterministic guest.
m=gic_ipi
# shellcheck source=lib.sh
. /files/lib.sh

load paths=all srccpu=0 dstcpu=1 loops=500 warmup=50 runs=2 raw=20
loaded "insmod"
check "records" awk -f /files/records.awk "$dbg/results"
section results <"$dbg/results"
section raw <"$dbg/raw"
section histogram <"$dbg/histogram"
section log <<END
$(log)
END
unload "all paths"
finish
