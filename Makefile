# SPDX-License-Identifier: GPL-2.0-only
# For people; kbuild reads Kbuild. `make help` lists the targets.

KERNELRELEASE ?= $(shell uname -r)
KERNELDIR ?= /lib/modules/$(KERNELRELEASE)/build
DESTDIR ?=
T ?=

tests = $(sort $(wildcard tests/*$(T)*.t))
kbuild = $(MAKE) -C $(KERNELDIR) M=$(CURDIR)

.PHONY: modules clean install demo run bench check check-long style help

modules: | $(KERNELDIR)
	$(kbuild) modules

$(KERNELDIR):
	@echo "No kernel headers at $@." >&2
	@echo "Install them (Debian, Ubuntu: linux-headers-$(KERNELRELEASE); Fedora, RHEL:" >&2
	@echo "kernel-devel-$(KERNELRELEASE); Arch: linux-headers), or name them: make KERNELDIR=DIR" >&2
	@exit 1

clean: | $(KERNELDIR)
	$(kbuild) clean

install: modules
	$(kbuild) INSTALL_MOD_PATH=$(DESTDIR) modules_install

demo:
	@scripts/vipi demo

run:
	@scripts/vipi run

bench:
	@scripts/vipi bench

check:
	@scripts/need build guest arm64 plot check
	@$(if $(tests),prove --timer $(tests),echo "no test matches T=$(T)" >&2; exit 1)

check-long: check
	@prove --timer $(sort $(wildcard tests/long/*$(T)*.t))

style:
	@prove --timer tests/style.t

help:
	@echo "make              build the modules for the running kernel (or KERNELDIR=DIR)"
	@echo "make demo         boot a throw-away guest, measure in it, show a table and a plot"
	@echo "make run          in a guest of your own, as root: build, load, show the table, unload"
	@echo "make bench        what the harness adds, in instructions, per architecture and kernel"
	@echo "make check        all tests; make check T=PATTERN some of them"
	@echo "make check-long   and those that take long"
	@echo "make style        checks of the sources only"
	@echo "make install      install the modules (DESTDIR=DIR)"
	@echo "make clean        remove what the build made"
