/* SPDX-License-Identifier: MIT */
/*
 * The trigger `hist`: counts records by their keys, in a table (hist_map.h) that the file
 * `hist` prints. Variables keep a value beside a key, for other histograms with the same kind
 * of key to refer to; actions do something when such a value is there, or is a new maximum.
 *
 * hist_parse.c reads the text, hist_expression.c what stands for a number in it,
 * hist_actions.c what is to be done; hist.c is what happens at an event, hist_print.c what
 * is shown. What is said to be guarded is so by event_mutex.
 */
#pragma once

#include "lib/list.h"
#include "lib/types.h"
#include "trace/events/hist_map.h"
#include "trace/events/trigger.h"

struct synth_event;
struct trace_event;

#define HIST_KEYS_MAX	   3
#define HIST_VALUES_MAX	   4 /* hitcount is one of them */
#define HIST_SORTS_MAX	   2
#define HIST_VARIABLES_MAX 16
#define HIST_MASK_WORD	   HIST_VALUES_MAX /* in an element, behind the sums */
#define HIST_REFS_MAX	   16
#define HIST_ACTIONS_MAX   8
#define HIST_PARAMS_MAX	   16
#define HIST_STACK_FRAMES  16
#define HIST_KEY_WORDS_MAX 64
#define HIST_STRING_MAX	   256 /* of a string of any length in a key, with its NUL */
#define HIST_STRING_WORDS  4   /* of a string in a variable */

enum hist_source {
	HIST_NUMBER,	/* a field */
	HIST_STRING,	/* a field of fixed size */
	HIST_DATA_LOC,	/* a field that says where the string is */
	HIST_STACK,	/* who called */
	HIST_TIMESTAMP, /* by the instance's clock */
	HIST_CPU,	/* which one */
	HIST_HITCOUNT,	/* one for each hit; a value only */
	HIST_CONSTANT,
	HIST_OPERATION, /* left operator right */
	HIST_OWN,	/* a variable of the same histogram */
	HIST_REFERENCE, /* of another one */
};

enum hist_modifier {
	HIST_PLAIN,
	HIST_HEX,
	HIST_SYM,
	HIST_SYM_OFFSET,
	HIST_SYSCALL,
	HIST_EXECNAME,
	HIST_LOG2,
	HIST_BUCKETS,
	HIST_USECS,
	HIST_PERCENT,
	HIST_GRAPH,
};

/* What stands for a number or a string. It and its texts are in the histogram's room. */
struct hist_field {
	u8 source;	/* enum hist_source */
	u8 modifier;	/* enum hist_modifier */
	char op;	/* + - * /, of HIST_OPERATION */
	bool is_string; /* its value is the address of text that ends with a NUL within size */
	bool is_signed;
	bool is_simple; /* a number of the record as it is */
	bool in_usecs;	/* a time that has been divided */
	u16 offset;	/* of a field: where to read 8 bytes */
	u8 left, right; /* how far to move them up, then down */
	u16 size;	/* of the field; of anything else 8: a u64 */
	u64 number;	/* the constant, or the width of a bucket */
	u64 mask;	/* of what has been moved down: the bits of a number without a sign */
	u32 word;	/* in an element: of HIST_OWN; HIST_REFERENCE: in hist->refs */
	struct hist_field *operands[2];
	const char *where; /* while it is read: where it stands in the text */
	const char *name;  /* what a column is called */
	const char *text;  /* the same with its modifier: what is shown of the trigger */
};

/* A value that is kept in the element, and whether it has been: a bit in HIST_MASK_WORD. */
struct hist_variable {
	const char *name;
	struct hist_field *value;
	u32 word;
};

/* A variable of another histogram. Its element has the key that is at hand. */
struct hist_ref {
	struct hist_trigger *hist; /* NULL: it is gone, nothing is found */
	u32 variable;
	bool once; /* reading takes it away */
};

enum hist_handler {
	HIST_ONMATCH,
	HIST_ONMAX,
	HIST_ONCHANGE
};
enum hist_act {
	HIST_TRACE,
	HIST_SAVE,
	HIST_SNAPSHOT
};

struct hist_action {
	enum hist_handler handler;
	enum hist_act act;
	struct trace_event_file *match; /* of onmatch */
	char *subject, *rest; /* while it is read: in the handler's parentheses, and behind them */
	struct hist_field *tracked;		    /* of onmax and onchange: the variable, */
	u32 tracked_word;			    /* and its value at the last action */
	struct synth_event *synth;		    /* is referred to */
	struct hist_field *params[HIST_PARAMS_MAX]; /* of trace */
	u32 param_count;
	/* The last snapshot: of which element, with which value. */
	const u64 *snapshot_element;
	u64 snapshot_value;
};

/* Why nothing is counted. */
#define HIST_PAUSED   (1u << 0) /* changed by any hit of enable_hist and disable_hist */
#define HIST_CLEARING (1u << 1)

/* Shared by histograms of one name. */
struct hist_table {
	struct hist_map map;
	u32 users;   /* guarded */
	u32 stopped; /* HIST_PAUSED and HIST_CLEARING; changed by hist_table_stop() */
};

struct hist_trigger {
	/* Read at each hit, not changed after trigger_add(). */
	struct hist_table *table;
	u32 key_count, key_words;
	u32 value_count; /* hitcount first, which is counted whether shown or not */
	u32 ref_count, variable_count, action_count;
	u32 comm_word; /* where the task's name is kept, for .execname; 0: nowhere */
	bool is_quick; /* it takes numbers of the record as they are, and nothing but adds */
	bool uses_time;
	struct hist_field *keys[HIST_KEYS_MAX];
	u16 key_at[HIST_KEYS_MAX]; /* the word where each begins */
	struct hist_field *values[HIST_VALUES_MAX];
	struct hist_ref refs[HIST_REFS_MAX];
	struct hist_variable variables[HIST_VARIABLES_MAX]; /* set by each hit ... */
	struct hist_variable saved[HIST_VARIABLES_MAX];	    /* ... or by the action save */
	struct hist_action actions[HIST_ACTIONS_MAX];

	/* Guarded. */
	struct list_head list; /* in hist_triggers */
	struct event_trigger *trigger;
	u32 saved_count;
	u32 element_words; /* data_words of its table */
	u32 size;
	struct {
		u32 index; /* of a value, or above HIST_VALUES_MAX: of a key */
		bool descending;
	} sorts[HIST_SORTS_MAX];
	u32 sort_count;
	u32 users; /* references to its variables */
	/* Made for parameters that are fields of another event, and gone with this one. */
	struct event_trigger *hidden[HIST_PARAMS_MAX];
	u32 hidden_count;
	bool no_hitcount;
	const char *clock;
	const char *name; /* shared by this name; NULL: nobody else's */
	/* `keys=...:vals=...:sort=...` and `:onmatch...`: what makes it the same as another. */
	const char *spec, *deeds;

	/* Memory for what its text says, from which hist_alloc() takes. */
	size_t room_bytes, room_used;
	char room[] __aligned(8);
};

/* All that are triggers, in the order they came. Guarded. */
extern struct list_head hist_triggers;

/* What happens at an event. Context: any, NMI included, preemption off. Return: false. */
bool hist_trigger_hit(struct event_trigger *trigger, const void *record);
/* Sets or clears one of the reasons. Context: any. */
static __always_inline void hist_table_stop(struct hist_table *table, u32 reason, bool stop)
{
	if (stop)
		__atomic_fetch_or(&table->stopped, reason, __ATOMIC_SEQ_CST);
	else
		__atomic_fetch_and(&table->stopped, ~reason, __ATOMIC_SEQ_CST);
}

/*
 * Obeys `hist:...`, which @text is from the parameters on, in the copy @base of @whole, which is
 * all that was written. @trigger is used up. Task, event_mutex held. Return: as
 * trace_trigger_write().
 */
int hist_trigger_write(struct event_trigger *trigger, const char *whole, char *base, char *text,
		       const char *filter, bool remove);
/* Has it refer to no other one, and no other to it: all of an instance go. Guarded. */
void hist_trigger_detach(struct hist_trigger *hist);
void hist_trigger_free(struct hist_trigger *hist);

/* Prints the line of the file `trigger`, and the whole file `hist`. Guarded. */
void hist_trigger_show_info(struct seq_file *m, const struct event_trigger *trigger);
void trace_hist_show(struct seq_file *m, struct trace_event_file *file);

/* For the files that read: */

/*
 * A text that is being read. A mistake is noted once; what is read after it means nothing, but does
 * no harm.
 */
struct hist_parser {
	struct hist_trigger *hist;
	const char *whole;	     /* as it was written */
	const char *base;	     /* the copy that is being cut up, at the same offsets */
	char *keys, *values, *sorts; /* what follows the `=`; NULL: not there */
	char *variables[HIST_VARIABLES_MAX];
	u32 variable_count;
	bool remove, pause, resume, clear;
	int error;
};

/* Notes a mistake at @where in the copy. */
void hist_mistake(struct hist_parser *parser, const char *where, const char *text);

/* Zeroed memory that goes with the histogram: there is enough for what its text can say. */
void *hist_alloc(struct hist_trigger *hist, size_t bytes);
char *hist_strndup(struct hist_trigger *hist, const char *text, size_t length);

/* Reads all of a histogram but its filter. @text is cut up. Return: 0 or an errno. */
int hist_parse(struct hist_parser *parser, char *text);

enum hist_role {
	HIST_AS_KEY,
	HIST_AS_VALUE,
	HIST_AS_VARIABLE
};

/* Reads an expression. Return: the field. */
struct hist_field *hist_expression_parse(struct hist_parser *parser, const char *text,
					 enum hist_role role);
/* Whether the name is one of a field of the event, or stands for something at every event. */
bool hist_event_has_field(const struct trace_event *event, const char *name);

/* Reads NAME=EXPRESSION[,...]. */
void hist_variables_parse(struct hist_parser *parser, char *text);
/* Adds one to those that are set at each hit, or saved, with its words in the element. */
void hist_variable_add(struct hist_trigger *hist, struct hist_variable *variables, u32 *count,
		       const char *name, struct hist_field *value);
/* Return: the index of the variable, or -1. */
int hist_variable_find(const struct hist_trigger *hist, const char *name);
/*
 * Has @field stand for the variable that its text names: of the event that the @length characters
 * at @where name if they are any, else one's own, one of onmatch's, the only one.
 */
void hist_reference(struct hist_parser *parser, struct hist_field *field, const char *where,
		    size_t length);

/*
 * Reads `onmatch(...).act(...)` and its like: first the handler, so that variables are found, then
 * the rest.
 */
void hist_action_parse_handler(struct hist_parser *parser, char *text);
void hist_action_parse(struct hist_parser *parser, struct hist_action *action);

/* What is known of a hit when it is counted. */
struct hist_hit {
	struct hist_trigger *hist;
	const void *record;
	u64 *element;
	const u64 *key;
	u64 now; /* if it uses the time */
	u64 refs[HIST_REFS_MAX];
};

/* The value of a field; of a string, its address. Context: as hist_trigger_hit(). */
u64 hist_field_value(const struct hist_field *field, const struct hist_hit *hit);
/* Copies the value to the element, and notes that it is there. */
void hist_variable_set(const struct hist_variable *variable, const struct hist_hit *hit);
/* The result of an operation; of a division by zero: -1. */
u64 hist_operate(char op, u64 left, u64 right);
/* Whether the keys of @b are of the same kinds as those of @a, of which it may have fewer. */
bool hist_keys_fit(const struct hist_trigger *a, const struct hist_trigger *b);
/* Does the actions. Context: the same. */
void hist_actions_run(const struct hist_hit *hit);
