/* SPDX-License-Identifier: MIT */
/* The 8254 timer. Ports and control words: Intel 8254 data sheet. */
#include "arch/x86_64/pit.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/muldiv.h"

#define PIT_CHANNEL0	 0x40
#define PIT_CHANNEL2	 0x42
#define PIT_CONTROL	 0x43
#define PIT_GATE_PORT	 0x61 /* bit 0: channel 2 counts; bit 1: it is heard */
#define PIT_GATE_ON	 0x01
#define PIT_SPEAKER_ON	 0x02
#define PIT_CH0_ONE_SHOT 0x30 /* channel 0, low byte then high, mode 0: interrupt at zero */
#define PIT_CH2_ONE_SHOT 0xb0 /* channel 2, the same */
#define PIT_CH2_LATCH	 0x80
#define PIT_MAX		 0xffffu

void pit_stopwatch_start(void)
{
	outb(PIT_GATE_PORT, (inb(PIT_GATE_PORT) & ~PIT_SPEAKER_ON) | PIT_GATE_ON);
	outb(PIT_CONTROL, PIT_CH2_ONE_SHOT);
	outb(PIT_CHANNEL2, PIT_MAX & 0xff);
	outb(PIT_CHANNEL2, PIT_MAX >> 8);
}

u64 pit_stopwatch_read(void)
{
	u32 low;

	outb(PIT_CONTROL, PIT_CH2_LATCH);
	low = inb(PIT_CHANNEL2);
	return (PIT_MAX - (low | (u32)inb(PIT_CHANNEL2) << 8)) & PIT_MAX;
}

void pit_set_next_event(u64 delta_ns)
{
	u64 counts = mul_u64_u64_div_u64(delta_ns, PIT_HZ, 1000000000ul) + 1;

	if (counts > PIT_MAX)
		counts = PIT_MAX;
	outb(PIT_CONTROL, PIT_CH0_ONE_SHOT);
	outb(PIT_CHANNEL0, counts & 0xff);
	outb(PIT_CHANNEL0, counts >> 8);
}
