/* SPDX-License-Identifier: MIT */
/*
 * A second, writable address for a piece of text, for the time of a patch. Text
 * is never writable at its own address. Each processor has its own window, that
 * no other ever looks through, so closing it needs no interrupt to the others.
 */
#pragma once

#include "lib/types.h"

/**
 * text_alias_map() - open this processor's window on the page of @text and the one after it.
 * @text: an address in kernel text, or in module_alloc() memory.
 *
 * Opening it again on the same page costs nothing; on another page, a page table
 * write. Context: any, but preemption is off from here to text_alias_unmap(), and
 * nothing that interrupts it may use the window as well. Not traced.
 * Return: where the byte at @text can be written; NULL if @text is not mapped.
 */
void *text_alias_map(unsigned long text);

/* Closes it. */
void text_alias_unmap(void);

/* Puts the windows' page table in place. Boot. */
void text_alias_init(void);
