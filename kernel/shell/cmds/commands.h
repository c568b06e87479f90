/* SPDX-License-Identifier: MIT */
/*
 * The functions behind the commands, called like a C program's main in a task
 * of their own. Return: the exit status. What each does is in table.c.
 */
#pragma once

int cmd_cat(int argc, char **argv);
int cmd_clear(int argc, char **argv);
int cmd_cp(int argc, char **argv);
int cmd_dd(int argc, char **argv);
int cmd_dmesg(int argc, char **argv);
int cmd_echo(int argc, char **argv);
int cmd_false(int argc, char **argv);
int cmd_free(int argc, char **argv);
int cmd_grep(int argc, char **argv);
int cmd_head(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_hexdump(int argc, char **argv);
int cmd_ls(int argc, char **argv);
int cmd_lscpu(int argc, char **argv);
int cmd_mkdir(int argc, char **argv);
int cmd_mv(int argc, char **argv);
int cmd_poweroff(int argc, char **argv);
int cmd_ps(int argc, char **argv);
int cmd_pwd(int argc, char **argv);
int cmd_reboot(int argc, char **argv);
int cmd_rm(int argc, char **argv);
int cmd_rmdir(int argc, char **argv);
int cmd_selftest(int argc, char **argv);
int cmd_seq(int argc, char **argv);
int cmd_sh(int argc, char **argv);
int cmd_sleep(int argc, char **argv);
int cmd_sort(int argc, char **argv);
int cmd_stress(int argc, char **argv);
int cmd_tail(int argc, char **argv);
int cmd_tee(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_time(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_touch(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_true(int argc, char **argv);
int cmd_uniq(int argc, char **argv);
int cmd_uptime(int argc, char **argv);
int cmd_watch(int argc, char **argv);
int cmd_wc(int argc, char **argv);
