# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For vipi run: what a person must do when headers are missing or the kernel
# does not take the module.

# headers_package: how to install the running kernel's headers here, as a command.
headers_package()
{
	local release id
	release=$(uname -r)
	# shellcheck disable=SC1090,SC1091 # not ours
	id=$( (. "${VIPI_OS_RELEASE:-/etc/os-release}" && echo "${ID:-} ${ID_LIKE:-}") 2>/dev/null || true)
	case " $id " in
	*' debian '*|*' ubuntu '*)
		echo "apt-get install linux-headers-$release make gcc" ;;
	*' fedora '*|*' rhel '*|*' centos '*)
		echo "dnf install kernel-devel-$release make gcc elfutils-libelf-devel" ;;
	*suse*)
		# The last part of the release is the flavour, such as "default".
		echo "zypper install kernel-${release##*-}-devel make gcc" ;;
	*' arch '*)
		case $release in
		*-lts)		echo "pacman -S linux-lts-headers make gcc" ;;
		*-zen*)		echo "pacman -S linux-zen-headers make gcc" ;;
		*-hardened*)	echo "pacman -S linux-hardened-headers make gcc" ;;
		*)		echo "pacman -S linux-headers make gcc" ;;
		esac ;;
	*)
		echo "install your distribution's package of kernel headers for $release, make and gcc" ;;
	esac
}

# explain_insmod MODULE ERRORTEXT KERNELLOG: why the load failed, and the remedy.
# ERRORTEXT is insmod's, KERNELLOG the kernel's lines since then.
explain_insmod()
{
	local module=$1 error=$2 log=$3 own

	own=$(sed -n "s/.*\($module: [^ ].*\)/\1/p" <<<"$log")
	case $error$'\n'$log in
	*'Key was rejected'*|*'equired key not available'*)
		echo "The kernel takes only modules with a signature it knows (Secure Boot, or module.sig_enforce=1)."
		echo "Switch Secure Boot off for this guest, or sign $module.ko with a key that is enrolled:"
		echo "  scripts/sign-file sha256 KEY.priv KEY.der $module.ko    in the kernel's headers; mokutil --import KEY.der"
		;;
	*[Ll]ockdown*)
		echo "The kernel is locked down and takes no unsigned module (cat /sys/kernel/security/lockdown)."
		echo "Boot this guest without lockdown= and without Secure Boot, or sign $module.ko with an enrolled key."
		;;
	*'nvalid module format'*|*'Exec format error'*)
		echo "$module.ko was built for another kernel: make clean, then run this again."
		sed -n '/version magic/p' <<<"$log"
		;;
	*'Unknown symbol'*)
		echo "This kernel lacks something that $module needs:"
		sed -n '/Unknown symbol/p' <<<"$log"
		;;
	*)
		if [ -n "$own" ]; then
			printf '%s\n' "$own"
		else
			printf '%s\n' "$error"
			echo "dmesg may say more."
		fi
		;;
	esac
}
