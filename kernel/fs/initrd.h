/* SPDX-License-Identifier: MIT */
/* The initrd: files that the loader brought along. */
#pragma once

/*
 * Unpacks the archive at boot_info.initrd into the root file system. What is damaged is
 * logged; the files in front of the damage are there. Its memory is given back.
 * Context: task, once. Return: 0; a bad archive is no reason not to boot.
 */
int initrd_init(void);
