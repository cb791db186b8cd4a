#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# scripts/vm/mirror.awk: the Debian mirror is found in every form that apt's
# sources take.
set -euo pipefail
# shellcheck source=lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# mirror SUITES FILE…
mirror()
{
	local suites=$1
	shift
	awk -v suites="$suites" -f "$test_top/scripts/vm/mirror.awk" "$@"
}

cd "$test_tmp"
cat >debian.sources <<'END'
# the distribution
Types: deb deb-src
URIs: https://mirror.example/debian
# a remark between fields
Suites: bookworm bookworm-updates
Components: main non-free-firmware
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: https://mirror.example/debian-security
Suites: bookworm-security
Components: main

Types: deb
Enabled: no
URIs: https://off.example/debian
Suites: bookworm
Components: main
END
is "deb822" "$(mirror bookworm debian.sources)" "0 https://mirror.example/debian"
is "deb822: security" "$(mirror bookworm-security debian.sources)" "0 https://mirror.example/debian-security"
is "deb822: an absent suite" "$(mirror sid debian.sources)" ""

cat >folded.sources <<'END'
Types: deb
URIs:
 https://one.example/debian/
 https://two.example/debian/
Suites:
	bookworm
Components: contrib
 main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBF
 -----END PGP PUBLIC KEY BLOCK-----
END
is "deb822: folded fields" "$(mirror 'sid|bookworm' folded.sources)" "0 https://one.example/debian/
0 https://two.example/debian/"

cat >sources.list <<'END'
# deb http://commented.example/debian bookworm main
deb-src http://source.example/debian bookworm main
deb cdrom:[Debian GNU/Linux 12]/ bookworm main
deb [arch=amd64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://odd.example/pub/d12 bookworm main contrib # home
deb http://security.example/debian-security bookworm-security main
END
is "classic" "$(mirror bookworm sources.list)" "0 http://odd.example/pub/d12"

cat >vendors.list <<'END'
deb [signed-by=/etc/apt/keyrings/vendor.gpg] https://apt.vendor.example bookworm main
deb https://docker.example/linux/debian bookworm stable
deb https://pg.example/pub/repos/apt bookworm-pgdg main
END
is "third parties rank last, or are no Debian at all" "$(mirror bookworm vendors.list sources.list)" \
	"1 https://apt.vendor.example
0 http://odd.example/pub/d12"

cat >cloud.sources <<'END'
Types: deb
URIs: mirror+file:/etc/apt/mirrors/debian.list
Suites: bookworm bookworm-updates bookworm-backports
Components: main
END
is "cloud image" "$(mirror bookworm cloud.sources)" "0 mirror+file:/etc/apt/mirrors/debian.list"

done_testing
