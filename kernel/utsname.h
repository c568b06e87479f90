/* SPDX-License-Identifier: MIT */
/* What the kernel calls itself. */
#pragma once

#define UTS_SYSNAME  "Fivebyte"
#define UTS_RELEASE  "0.1.0"
#define UTS_VERSION  "#1 SMP PREEMPT"
#define UTS_MACHINE  "x86_64"
#define UTS_NODENAME "fivebyte"
