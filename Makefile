# SPDX-License-Identifier: GPL-2.0-only
# For people; kbuild reads Kbuild. `make help` lists the targets.

KERNELRELEASE ?= $(shell uname -r)
KERNELDIR ?= /lib/modules/$(KERNELRELEASE)/build

modules:
	$(MAKE) -C $(KERNELDIR) M=$(CURDIR) modules
