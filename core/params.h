/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VIPI_PARAMS_H
#define VIPI_PARAMS_H

#include <linux/moduleparam.h>

#include "select.h"
#include "vipi.h"

/**
 * struct vipi_number - a numeric module parameter
 * @value: its value
 * @given: the user set it, so no default depends on other parameters
 *
 * Signed and wide, so that it is us who say what is wrong with a value.
 */
struct vipi_number {
	long value;
	bool given;
};

extern const struct kernel_param_ops vipi_number_ops;

/**
 * VIPI_NUMBER() - define a numeric module parameter
 * @name: its name, also that of the struct vipi_number
 * @init: default
 * @text: description
 */
#define VIPI_NUMBER(name, init, text)						\
	static struct vipi_number name = { .value = init };			\
	module_param_cb(name, &vipi_number_ops, &name, 0644);			\
	MODULE_PARM_DESC(name, text)

/**
 * vipi_number() - a numeric parameter within its bounds
 * @name: its name
 * @n: its value
 * @lo: smallest good value
 * @hi: largest
 * @out: result
 * @why: on error VIPI_WHY_MAX bytes of reason
 *
 * Return: 0 or -EINVAL.
 */
int vipi_number(const char *name, const struct vipi_number *n, long lo, long hi, u32 *out,
		char *why);

/**
 * vipi_params_read() - the module parameters as they are now, checked
 * @cfg: filled in; freed by vipi_params_free()
 * @topo: machine
 * @emulated: the default time-out is longer on an emulator
 * @why: on error VIPI_WHY_MAX bytes that say what is wrong and what to do
 *
 * Process context. Parameters may be written through sysfs at any time: they
 * are copied under their lock.
 *
 * Return: 0, -EINVAL or -ENOMEM; nothing is held after an error.
 */
int vipi_params_read(struct vipi_config *cfg, const struct vipi_topology *topo,
		     bool emulated, char *why);

/**
 * vipi_params_free() - release what vipi_params_read() allocated
 * @cfg: config
 */
void vipi_params_free(struct vipi_config *cfg);

#endif /* VIPI_PARAMS_H */
