/* SPDX-License-Identifier: MIT */
/* Ctrl-C on the console: what it ends. */
#pragma once

struct shell;
struct shell_job;

/* From now on Ctrl-C ends the foreground job of @shell, which never goes away. Context: task. */
void tty_job_attach(struct shell *shell);

/* Makes @job (NULL: none) the foreground job of @shell. Context: task. */
void tty_job_set(struct shell *shell, struct shell_job *job);
