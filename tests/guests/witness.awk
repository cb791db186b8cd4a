# SPDX-License-Identifier: GPL-2.0-only
# awk -f witness.awk WITNESS WALK ORACLE: compares what the paths of walk.sh say they
# sent with what the hypervisor saw in their phases.
#
# WITNESS has lines "PATH CLASS[/all]…": the path's sends are seen as these classes of
# events and as no other, one event for each target or, with /all, for each send.
# Prints a line "ok …" or "not ok …", with the path last, for each path with a vector.

FILENAME != file {
	file = FILENAME
	files++
}

files == 1 && NF {
	known[$1] = 1
	for (i = 2; i <= NF; i++) {
		name = $i
		per = sub(/\/all$/, "", name) ? "send" : "target"
		wanted[$1, name] = per
	}
	next
}

files == 2 && $2 == "sent" {
	sent[$1] = $3
	ndst[$1] = $5
	vector[$1] = $7
	order[++paths] = $1
	next
}

files == 3 && $1 == "phase" { phase = $2 }
files == 3 && $1 != "phase" && phase in sent {
	name = class_of($1, "," $2 ",")
	if (name != "")
		seen[phase, name] += $NF
}

# Where the event names a vector, only the path's own counts.
function class_of(event, keys)
{
	if (keys ~ /,vector=/ && index(keys, ",vector=" vector[phase] ",") == 0)
		return ""
	if (event == "kvm_hypercall" && keys ~ /,nr=10,/)
		return "hypercall"
	if (event == "kvm_msr" && keys ~ /,ecx=0x830,/)
		return "icr_msr"
	if (event == "kvm_msr" && keys ~ /,ecx=0x83f,/)
		return "self_msr"
	if (event == "kvm_apic" && keys ~ /,reg=0x300,/)
		return "icr"
	if (event ~ /^kvm_(apic_ipi|apic_accept_irq|hv_send_ipi|hv_send_ipi_ex)$/)
		return substr(event, 5)
	# The kernel makes this call with its arguments in registers, so these are ours.
	if (event == "kvm_hv_hypercall" && keys ~ /,code=0xb,fast=0,/)
		return "hv_slow"
	return ""
}

END {
	n = split("hypercall icr_msr self_msr icr apic_ipi hv_send_ipi hv_send_ipi_ex hv_slow", names, " ")
	for (i = 1; i <= paths; i++) {
		path = order[i]
		if (vector[path] == "-")
			continue
		text = ""
		bad = !(path in known)
		for (j = 1; j <= n; j++) {
			name = names[j]
			want = 0
			if ((path, name) in wanted)
				want = wanted[path, name] == "send" ? sent[path] / ndst[path] : sent[path]
			got = seen[path, name] + 0
			if (got != want) {
				bad = 1
				text = text " " name "=" got " instead of " want
			} else if (got) {
				text = text " " name "=" got
			}
		}
		# A device may have had the same vector before.
		if (seen[path, "apic_accept_irq"] + 0 < sent[path]) {
			bad = 1
			text = text " accepted=" seen[path, "apic_accept_irq"] + 0
		}
		print (bad ? "not ok" : "ok") " sent=" sent[path] text ": " path
	}
}
