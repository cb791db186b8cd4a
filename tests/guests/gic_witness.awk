# SPDX-License-Identifier: GPL-2.0-only
# awk -f gic_witness.awk SENT ORACLE: compares what the paths of gic_ipi_kvm.sh say they
# did with what the hypervisor saw in their phases; a line "ok …" or "not ok …" each.
#
# Every run tries the SGI first, by one send to all CPUs. A GICv2's writes are seen with
# their value, so our SGI 8 is told from the kernel's own. A GICv3's are not: there the
# kernel's are those that the guest's own statistics know of.

FILENAME != file {
	file = FILENAME
	files++
}

files == 1 {
	order[++paths] = $1
	sends[$1] = $2
	least[$1] = $3
	most[$1] = $4
	next
}

$1 == "phase" { phase = $2; next }
$2 ~ /Op0=3,Op1=0,is_write=1,CRn=12,CRm=11,Op2=5$/ { sgi1r[phase] += $NF; gic = 3 }
$1 == "kvm_mmio" { gic = 2 }
$1 == "kvm_mmio" && $2 ~ /,sgi=8$/ { sgir[phase] += $NF }
$1 == "kvm_hvc_arm64" && $2 == "r0=0x84000000" { version[phase] += $NF }
$2 ~ /Op0=3,Op1=3,is_write=0,CRn=9,CRm=12,Op2=5$/ { pmselr[phase] += $NF }

# verdict PATH WHAT COUNT LEAST MOST
function verdict(path, what, n, lo, hi)
{
	print (n >= lo && n <= hi ? "ok" : "not ok") " " path ": " n " " what ", " lo (hi > lo ? " to " hi : "") " expected"
}

END {
	for (i = 1; i <= paths; i++) {
		path = order[i]
		if (path == "exit")
			verdict(path, "calls of PSCI_VERSION", version[path] + 0, sends[path], sends[path])
		else if (path == "sysreg")
			verdict(path, "reads of PMSELR_EL0", pmselr[path] + 0, sends[path], sends[path])
		else if (gic == 3)
			verdict(path, "writes to ICC_SGI1R_EL1", sgi1r[path] + 0, sends[path] + 1 + least[path], sends[path] + 1 + most[path])
		else
			verdict(path, "writes of SGI 8 to GICD_SGIR", sgir[path] + 0, sends[path] + 1, sends[path] + 1)
	}
}
