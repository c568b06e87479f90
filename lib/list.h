/* SPDX-License-Identifier: MIT */
/*
 * Doubly linked lists whose links live inside the members.
 *
 * list: a ring with a head; adds at both ends. hlist: a head of one pointer, for
 * hash tables. Nothing locks here: the owner of a list says what guards it.
 * Context: any the owner's lock allows. Inlined, so not traced.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD_INIT(name)     \
	{                        \
		&(name), &(name) \
	}
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)

static __always_inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static __always_inline void list_insert_between(struct list_head *entry, struct list_head *prev,
						struct list_head *next)
{
	next->prev = entry;
	entry->next = next;
	entry->prev = prev;
	WRITE_ONCE(prev->next, entry);
}

/* Adds @entry as the first of @head. */
static __always_inline void list_add(struct list_head *entry, struct list_head *head)
{
	list_insert_between(entry, head, head->next);
}

/* Adds @entry as the last of @head; with a member for @head, in front of that member. */
static __always_inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	list_insert_between(entry, head->prev, head);
}

static __always_inline void list_unlink_between(struct list_head *prev, struct list_head *next)
{
	next->prev = prev;
	WRITE_ONCE(prev->next, next);
}

/* Takes @entry out. Its links become NULL, so that a second use faults. */
static __always_inline void list_del(struct list_head *entry)
{
	list_unlink_between(entry->prev, entry->next);
	entry->next = NULL;
	entry->prev = NULL;
}

/* Takes @entry out and leaves it an empty list, so that list_empty(entry) tells. */
static __always_inline void list_del_init(struct list_head *entry)
{
	list_unlink_between(entry->prev, entry->next);
	INIT_LIST_HEAD(entry);
}

static __always_inline void list_move(struct list_head *entry, struct list_head *head)
{
	list_unlink_between(entry->prev, entry->next);
	list_add(entry, head);
}

static __always_inline void list_move_tail(struct list_head *entry, struct list_head *head)
{
	list_unlink_between(entry->prev, entry->next);
	list_add_tail(entry, head);
}

static __always_inline bool list_empty(const struct list_head *head)
{
	return READ_ONCE(head->next) == head;
}

static __always_inline bool list_is_last(const struct list_head *entry,
					 const struct list_head *head)
{
	return entry->next == head;
}

/* Moves all of @list to the front of @head; @list is empty afterwards. */
static __always_inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	if (list_empty(list))
		return;
	list->prev->next = head->next;
	head->next->prev = list->prev;
	list->next->prev = head;
	head->next = list->next;
	INIT_LIST_HEAD(list);
}

/* The same, to the end of @head. */
static __always_inline void list_splice_tail_init(struct list_head *list, struct list_head *head)
{
	list_splice_init(list, head->prev);
}

#define list_entry(ptr, type, member)	     container_of(ptr, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member)  list_entry((head)->prev, type, member)
#define list_first_entry_or_null(head, type, member) \
	(list_empty(head) ? NULL : list_first_entry(head, type, member))
#define list_next_entry(pos, member) list_entry((pos)->member.next, __typeof__(*(pos)), member)
#define list_prev_entry(pos, member) list_entry((pos)->member.prev, __typeof__(*(pos)), member)

#define list_for_each(pos, head) for (pos = (head)->next; pos != (head); pos = pos->next)

#define list_for_each_entry(pos, head, member)                                               \
	for (pos = list_first_entry(head, __typeof__(*pos), member); &pos->member != (head); \
	     pos = list_next_entry(pos, member))

#define list_for_each_entry_reverse(pos, head, member)                                      \
	for (pos = list_last_entry(head, __typeof__(*pos), member); &pos->member != (head); \
	     pos = list_prev_entry(pos, member))

/* The loop may take @pos out of the list; @next holds its place. */
#define list_for_each_entry_safe(pos, next, head, member)            \
	for (pos = list_first_entry(head, __typeof__(*pos), member), \
	    next = list_next_entry(pos, member);                     \
	     &pos->member != (head); pos = next, next = list_next_entry(next, member))

struct hlist_node {
	struct hlist_node *next, **pprev; /* pprev: the pointer that points here */
};

struct hlist_head {
	struct hlist_node *first;
};

static __always_inline bool hlist_empty(const struct hlist_head *head)
{
	return !READ_ONCE(head->first);
}

/* True if @node is in no list (and was zero or removed by hlist_del_init()). */
static __always_inline bool hlist_unhashed(const struct hlist_node *node)
{
	return !node->pprev;
}

static __always_inline void hlist_add_head(struct hlist_node *node, struct hlist_head *head)
{
	node->next = head->first;
	node->pprev = &head->first;
	if (head->first)
		head->first->pprev = &node->next;
	WRITE_ONCE(head->first, node);
}

static __always_inline void hlist_del_init(struct hlist_node *node)
{
	if (hlist_unhashed(node))
		return;
	WRITE_ONCE(*node->pprev, node->next);
	if (node->next)
		node->next->pprev = node->pprev;
	node->next = NULL;
	node->pprev = NULL;
}

#define hlist_entry(ptr, type, member) container_of(ptr, type, member)
#define hlist_entry_safe(ptr, type, member)                           \
	({                                                            \
		__typeof__(ptr) _node = (ptr);                        \
		_node ? hlist_entry(_node, type, member) : (type *)0; \
	})

#define hlist_for_each_entry(pos, head, member)                                    \
	for (pos = hlist_entry_safe((head)->first, __typeof__(*pos), member); pos; \
	     pos = hlist_entry_safe(pos->member.next, __typeof__(*pos), member))

/* The loop may take @pos out of the list; @node is a struct hlist_node * that holds its place. */
#define hlist_for_each_entry_safe(pos, node, head, member)                    \
	for (pos = hlist_entry_safe((head)->first, __typeof__(*pos), member); \
	     pos && ({                                                        \
		     node = pos->member.next;                                 \
		     1;                                                       \
	     });                                                              \
	     pos = hlist_entry_safe(node, __typeof__(*pos), member))
