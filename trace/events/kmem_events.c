/* SPDX-License-Identifier: MIT */
/* The events of the allocators: what each record has, and how it is filled in. */
#include "trace/events/kmem.h"

#include "kernel/mm/page.h"
#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/fgraph.h"
#include "trace/events/event_file.h"

_Static_assert(GFP_KERNEL == 0xcc0 && GFP_ATOMIC == 0xa20 && __GFP_ZERO == 0x100,
	       "as the texts below name them");

#define ALLOC_NODE (-1) /* any */

#define KMALLOC_FIELDS(R, value, array, string)                                                    \
	value(R, unsigned long, call_site) value(R, const void *, ptr) value(R, size_t, bytes_req) \
		value(R, size_t, bytes_alloc) value(R, unsigned long, gfp_flags)                   \
			value(R, int, node)
EVENT_CLASS(kmalloc, KMALLOC_FIELDS,
	    "call_site=%pS ptr=%p bytes_req=%zu bytes_alloc=%zu gfp_flags=%s node=%d accounted=%s",
	    (void *)REC->call_site, REC->ptr, REC->bytes_req, REC->bytes_alloc,
	    (REC->gfp_flags) ? __print_flags(REC->gfp_flags, "|", {0xcc0, "GFP_KERNEL"},
					     {0xa20, "GFP_ATOMIC"}, {0x100, "__GFP_ZERO"})
			     : "none",
	    REC->node, (REC->gfp_flags & 0x400000) ? "true" : "false");
struct static_key kmalloc_key;
static struct trace_event kmalloc_description =
	EVENT("kmem", kmalloc, kmalloc, .key = &kmalloc_key);

void kmalloc_event(const void *site, const void *object, size_t wanted, size_t given, gfp_t gfp)
{
	struct kmalloc_record record;

	record.call_site = fgraph_caller((unsigned long)site);
	record.ptr = object;
	record.bytes_req = wanted;
	record.bytes_alloc = given;
	record.gfp_flags = gfp;
	record.node = ALLOC_NODE;
	trace_event_emit(&kmalloc_description, &record.ent, sizeof(record));
}

#define KMEM_CACHE_ALLOC_FIELDS(R, value, array, string) \
	KMALLOC_FIELDS(R, value, array, string) value(R, bool, accounted)
EVENT_CLASS(kmem_cache_alloc, KMEM_CACHE_ALLOC_FIELDS,
	    "call_site=%pS ptr=%p bytes_req=%zu bytes_alloc=%zu gfp_flags=%s node=%d accounted=%s",
	    (void *)REC->call_site, REC->ptr, REC->bytes_req, REC->bytes_alloc,
	    (REC->gfp_flags) ? __print_flags(REC->gfp_flags, "|", {0xcc0, "GFP_KERNEL"},
					     {0xa20, "GFP_ATOMIC"}, {0x100, "__GFP_ZERO"})
			     : "none",
	    REC->node, REC->accounted ? "true" : "false");
struct static_key kmem_cache_alloc_key;
static struct trace_event kmem_cache_alloc_description =
	EVENT("kmem", kmem_cache_alloc, kmem_cache_alloc, .key = &kmem_cache_alloc_key);

void kmem_cache_alloc_event(const void *site, const void *object, size_t wanted, size_t given,
			    gfp_t gfp)
{
	struct kmem_cache_alloc_record record;

	record.call_site = fgraph_caller((unsigned long)site);
	record.ptr = object;
	record.bytes_req = wanted;
	record.bytes_alloc = given;
	record.gfp_flags = gfp;
	record.node = ALLOC_NODE;
	record.accounted = false;
	trace_event_emit(&kmem_cache_alloc_description, &record.ent, sizeof(record));
}

#define KFREE_FIELDS(R, value, array, string) \
	value(R, unsigned long, call_site) value(R, const void *, ptr)
EVENT_CLASS(kfree, KFREE_FIELDS, "call_site=%pS ptr=%p", (void *)REC->call_site, REC->ptr);
struct static_key kfree_key;
static struct trace_event kfree_description = EVENT("kmem", kfree, kfree, .key = &kfree_key);

void kfree_event(const void *site, const void *object)
{
	struct kfree_record record;

	record.call_site = fgraph_caller((unsigned long)site);
	record.ptr = object;
	trace_event_emit(&kfree_description, &record.ent, sizeof(record));
}

#define KMEM_CACHE_FREE_FIELDS(R, value, array, string) \
	KFREE_FIELDS(R, value, array, string) string(R, name)
EVENT_CLASS(kmem_cache_free, KMEM_CACHE_FREE_FIELDS, "call_site=%pS ptr=%p name=%s",
	    (void *)REC->call_site, REC->ptr, __get_str(name));
struct static_key kmem_cache_free_key;
static struct trace_event kmem_cache_free_description =
	EVENT("kmem", kmem_cache_free, kmem_cache_free, .key = &kmem_cache_free_key);

void kmem_cache_free_event(const void *site, const void *object, const char *cache)
{
	struct {
		struct kmem_cache_free_record record;
		char strings[EVENT_STRINGS_MAX];
	} event;
	u32 size = sizeof(event.record);

	event.record.call_site = fgraph_caller((unsigned long)site);
	event.record.ptr = object;
	event.record.name = trace_event_string(&event.record.ent, size, &size, cache);
	trace_event_emit(&kmem_cache_free_description, &event.record.ent, size);
}

/*
 * Where the table of pages is depends on the machine, and a tool that reads the texts does not
 * know it: kmem_events_init() puts the number in the place of the word.
 */
#define MEM_MAP_ADDRESS ((unsigned long)mem_map)
static const char mem_map_word[] = "MEM_MAP_ADDRESS";
#define PAGE_TEXT_EXTRA 8 /* bytes that the number may be longer than the word */
_Static_assert(sizeof(struct page) == 32, "as the texts below say");

#define MM_PAGE_ALLOC_FIELDS(R, value, array, string)              \
	value(R, unsigned long, pfn) value(R, unsigned int, order) \
		value(R, unsigned long, gfp_flags) value(R, int, migratetype)
EVENT_CLASS(mm_page_alloc, MM_PAGE_ALLOC_FIELDS,
	    "page=%p pfn=0x%lx order=%d migratetype=%d gfp_flags=%s",
	    (void *)(REC->pfn != -1UL ? MEM_MAP_ADDRESS + REC->pfn * 32 : 0),
	    REC->pfn != -1UL ? REC->pfn : 0, REC->order, REC->migratetype,
	    (REC->gfp_flags) ? __print_flags(REC->gfp_flags, "|", {0xcc0, "GFP_KERNEL"},
					     {0xa20, "GFP_ATOMIC"}, {0x100, "__GFP_ZERO"})
			     : "none");
struct static_key mm_page_alloc_key;
static struct trace_event mm_page_alloc =
	EVENT("kmem", mm_page_alloc, mm_page_alloc, .key = &mm_page_alloc_key);

void mm_page_alloc_event(const struct page *page, u32 order, gfp_t gfp)
{
	struct mm_page_alloc_record record;

	record.pfn = page ? page_to_pfn(page) : -1ul;
	record.order = order;
	record.gfp_flags = gfp;
	record.migratetype = 0;
	trace_event_emit(&mm_page_alloc, &record.ent, sizeof(record));
}

#define MM_PAGE_FREE_FIELDS(R, value, array, string) \
	value(R, unsigned long, pfn) value(R, unsigned int, order)
EVENT_CLASS(mm_page_free, MM_PAGE_FREE_FIELDS, "page=%p pfn=0x%lx order=%d",
	    (void *)(MEM_MAP_ADDRESS + REC->pfn * 32), REC->pfn, REC->order);
struct static_key mm_page_free_key;
static struct trace_event mm_page_free =
	EVENT("kmem", mm_page_free, mm_page_free, .key = &mm_page_free_key);

void mm_page_free_event(const struct page *page, u32 order)
{
	struct mm_page_free_record record;

	record.pfn = page_to_pfn(page);
	record.order = order;
	trace_event_emit(&mm_page_free, &record.ent, sizeof(record));
}

static void say_where_mem_map_is(struct trace_event *event)
{
	const char *word = strstr(event->print_fmt, mem_map_word);
	size_t size = strlen(event->print_fmt) + PAGE_TEXT_EXTRA;
	char *text = kmalloc(size, GFP_KERNEL);

	if (!text)
		panic("events: no memory for a text of %lu bytes", size);
	snprintf(text, size, "%.*s0x%lx%s", (int)(word - event->print_fmt), event->print_fmt,
		 MEM_MAP_ADDRESS, word + sizeof(mem_map_word) - 1);
	event->print_fmt = text;
}

void kmem_events_init(void)
{
	say_where_mem_map_is(&mm_page_alloc);
	say_where_mem_map_is(&mm_page_free);
}

struct trace_event *const kmem_events[] = {
	&kmalloc_description,
	&kmem_cache_alloc_description,
	&kfree_description,
	&kmem_cache_free_description,
	&mm_page_alloc,
	&mm_page_free,
	NULL,
};
