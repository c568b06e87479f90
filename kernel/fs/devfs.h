/* SPDX-License-Identifier: MIT */
/* /dev, inside the room. Drivers call register_chrdev() of chrdev.h. */
#pragma once

/* Mounts /dev, empty. */
int devfs_init(void);

/* Adds the devices that no driver stands behind: null, zero, full, kmsg. */
int mem_devices_init(void);
