// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading, unloading, and the files under /sys/kernel/debug/MODULE/.
 *
 * An open debugfs file pins the module, so that a run could not be ended by
 * rmmod if writing to a debugfs file were what starts it. `run` is therefore an
 * attribute of the module in sysfs, which is drained on removal, and the debugfs
 * name is a symbolic link to it.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/sysfs.h>

#include "matrix.h"
#include "raw.h"
#include "report.h"

static struct dentry *dir;

static ssize_t run_store(vipi_module_attribute *attr, struct module_kobject *mk,
			 const char *buf, size_t count)
{
	bool go;
	int err = kstrtobool(buf, &go);

	if (err || !go) {
		vipi_say("run: write 1 to run again with the parameters as they are now");
		return -EINVAL;
	}
	err = vipi_run_now();
	return err && err != -ECANCELED ? err : count;
}

static struct module_attribute run_attr = {
	.attr = { .name = "run", .mode = 0200 },
	.store = run_store,
};

static ssize_t results_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	return vipi_report_read(false, to, count, pos);
}

static ssize_t histogram_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	return vipi_report_read(true, to, count, pos);
}

static int matrix_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &vipi_matrix_seq);
}

static int raw_open(struct inode *inode, struct file *file)
{
	return seq_open(file, &vipi_raw_seq);
}

static const struct file_operations results_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = results_read,
	.llseek = default_llseek,
};

static const struct file_operations histogram_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = histogram_read,
	.llseek = default_llseek,
};

static const struct file_operations matrix_fops = {
	.owner = THIS_MODULE,
	.open = matrix_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

static const struct file_operations raw_fops = {
	.owner = THIS_MODULE,
	.open = raw_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = seq_release,
};

/* A kernel without debugfs measures all the same. */
static int files_create(void)
{
	int err = sysfs_create_file(&THIS_MODULE->mkobj.kobj, &run_attr.attr);

	if (err)
		return err;
	dir = debugfs_create_dir(KBUILD_MODNAME, NULL);
	debugfs_create_symlink("run", dir, "/sys/module/" KBUILD_MODNAME "/run");
	debugfs_create_file("results", 0400, dir, NULL, &results_fops);
	debugfs_create_file("histogram", 0400, dir, NULL, &histogram_fops);
	debugfs_create_file("matrix", 0400, dir, NULL, &matrix_fops);
	debugfs_create_file("raw", 0400, dir, NULL, &raw_fops);
	return 0;
}

static void files_remove(void)
{
	vipi_run_stop();
	sysfs_remove_file(&THIS_MODULE->mkobj.kobj, &run_attr.attr);
	debugfs_remove_recursive(dir);
}

static void end(void)
{
	vipi_report_free();
	vipi_matrix_free();
	vipi_raw_free();
	if (vipi_module.unload)
		vipi_module.unload();
}

static int __init vipi_init(void)
{
	int err = vipi_module.load ? vipi_module.load() : 0;

	if (err)
		return err;
	err = vipi_run_now();
	if (err == -ECANCELED)
		pr_info("oneshot=1: done, not staying loaded: insmod says ECANCELED\n");
	/*
	 * Only now: the kernel frees a module whose init fails even while somebody
	 * has a file of it open.
	 */
	if (!err)
		err = files_create();
	if (err)
		end();
	return err;
}
module_init(vipi_init);

static void __exit vipi_exit(void)
{
	files_remove();
	end();
}
module_exit(vipi_exit);
