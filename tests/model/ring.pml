/* SPDX-License-Identifier: MIT */
/*
 * The ring's page protocol (trace/ring/ring_write.c, ring_read.c), for Spin: a task
 * and an interrupt write on one processor, a reader takes events on another.
 * Every interleaving is tried. Each step below is one access to shared memory.
 *
 * Events are numbered as their space is reserved. The reader knows which number
 * must come next, from the ordinals of the pages' first events; so one that is
 * torn, doubled, out of order or miscounted as lost is noticed.
 *
 * MISTAKE selects a broken variant, which must be found out:
 *	1 the reader does not look whether its page is still there when it takes it
 *	2 a writer overwrites what is not committed
 *	3 the outermost writer does not look again after its commit
 *	4 who finds tail_seq behind does not bring it up to date
 *	5 the page of an old position is taken for the page tail is on
 *	6 positions do not count events, so they come back
 *	7 who says that the ring is full does not look whether it still is
 *
 * With DISCARD a full ring drops new events, without a look at anything but is_full, until
 * a reader has taken a page. It must not stay full when there is room.
 */
#ifndef DISCARD
#define DISCARD 0
#endif
#ifndef MISTAKE
#define MISTAKE 0
#endif
#ifndef TASK_EVENTS
#define TASK_EVENTS 3
#endif
#ifndef IRQ_EVENTS
#define IRQ_EVENTS 2
#endif

#define SLOTS	  2
#define PAGES	  3 /* one is the reader's */
#define PER_PAGE  1
/* A position: page, events on it, events reserved so far. */
#define POS(p, has, count) ((p) * 32 + (has) * 16 + (count))
#define PAGE(pos)	   ((pos) / 32)
#define HAS(pos)	   ((pos) / 16 % 2)
#if MISTAKE == 6
#define COUNT(pos) 0
#define BEHIND(pos) ((pos) + POS(0, 1, 0))
#else
#define COUNT(pos)	   ((pos) % 16)
#define BEHIND(pos)	   ((pos) + POS(0, 1, 1)) /* the next event */
#endif
#define WORD(seq, p) ((seq) * 4 + (p)) /* a slot's word */
#define SEQ(word)    ((word) / 4)
#define INDEX(word)  ((word) % 4)

byte slot[SLOTS];
byte tail, tail_seq, commit, commit_seq;
byte first[PAGES], used[PAGES];
byte cell[PAGES * PER_PAGE];
byte next_number, dropped;
bool interrupted, is_full;
byte irq_left = IRQ_EVENTS;
byte writing = 2;

/* One event, written by whoever runs on the processor. */
inline write_event()
{
	do
#if DISCARD
	:: is_full -> d_step { dropped++; number = 255 }; break
	:: !is_full -> position = tail;
#else
	:: position = tail;
#endif
		if
		:: HAS(position) < PER_PAGE ->
			atomic {
				if
				:: tail == position ->
					tail = BEHIND(tail);
					number = next_number; next_number++;
					start = position;
					done = true
				:: else -> done = false
				fi
			};
			if
			:: done -> break
			:: else -> skip
			fi
		:: else ->
			sequence = tail_seq;
			done = (slot[(sequence + 1) % SLOTS] == WORD(sequence + 1, PAGE(position)));
#if MISTAKE != 5
			done = done && tail == position;
#endif
			if
			:: done ->
#if MISTAKE != 4
				atomic {
					if
					:: tail_seq == sequence -> tail_seq++
					:: else -> skip
					fi
				};
#endif
				sequence++
			:: else -> skip
			fi;
			sequence++;
			word = slot[sequence % SLOTS];
			claimed = false; no_room = false;
			if
			:: SEQ(word) == sequence -> claimed = true
			:: SEQ(word) + SLOTS != sequence -> skip
			:: else ->
#if MISTAKE != 2
				if
				:: SEQ(word) >= commit_seq -> no_room = true
				:: else ->
					if
					:: INDEX(word) == PAGE(commit) -> no_room = true
					:: else -> skip
					fi
				fi;
#endif
				if
				:: no_room -> skip
				:: else ->
#if DISCARD
					is_full = true;
#if MISTAKE != 7
					if
					:: slot[sequence % SLOTS] != word -> is_full = false
					:: else -> no_room = true
					fi
#else
					no_room = true
#endif
#else
					atomic {
						if
						:: slot[sequence % SLOTS] == word ->
							word = WORD(sequence, INDEX(word));
							slot[sequence % SLOTS] = word;
							claimed = true
						:: else -> skip
						fi
					}
#endif
				fi
			fi;
			if
			:: no_room ->
				atomic {
					if
					:: tail == position ->
						dropped++; number = 255
					:: else -> no_room = false
					fi
				};
				if
				:: no_room -> break
				:: else -> skip
				fi
			:: claimed ->
				atomic {
					if
					:: tail == position ->
						tail = POS(INDEX(word), 1, COUNT(BEHIND(position)));
						number = next_number; next_number++;
						start = POS(INDEX(word), 0, COUNT(position));
						done = true
					:: else -> done = false
					fi
				};
				if
				:: done ->
					atomic {
						if
						:: tail_seq == sequence - 1 -> tail_seq = sequence
						:: else -> skip
						fi
					};
					used[PAGE(position)] = HAS(position);
					if
					:: commit == position ->
						first[INDEX(word)] = first[PAGE(position)] + used[PAGE(position)];
						commit_seq++;
						commit = start
					:: else -> skip
					fi;
					break
				:: else -> skip
				fi
			:: else -> skip
			fi
		fi
	od;
	if
	:: number == 255 -> skip
	:: else ->
		cell[PAGE(start) * PER_PAGE + HAS(start)] = number;
		if
		:: commit == start ->
			commit = BEHIND(start);
#if MISTAKE != 3
			do
			:: position = commit;
				word = tail;
				if
				:: position == word -> break
				:: else -> skip
				fi;
				if
				:: commit != position -> skip
				:: else ->
					position = PAGE(position);
					do
					:: position == PAGE(word) -> break
					:: else ->
						claimed_index = INDEX(slot[(commit_seq + 1) % SLOTS]);
						first[claimed_index] = first[position] + used[position];
						commit_seq++;
						position = claimed_index
					od;
					commit = word
				fi
			od
#endif
		:: else -> skip
		fi
	fi;
	skip; /* a break may not lead into a d_step */
	d_step { number = 0; start = 0; position = 0; word = 0; sequence = 0; claimed_index = 0 }
}

init
{
	d_step {
		slot[0] = WORD(0, 0);
		slot[1] = WORD(1, 1);
		tail = POS(0, 0, 0);
		commit = POS(0, 0, 0)
	};
	atomic {
		run task();
		run interrupt();
		run reader()
	}
}

proctype task() provided (!interrupted)
{
	byte position, number, start, sequence, word, claimed_index, left = TASK_EVENTS;
	bool claimed, no_room, done;

	do
	:: left > 0 -> write_event(); left--
	:: else -> break
	od;
	writing--
}

proctype interrupt()
{
	byte position, number, start, sequence, word, claimed_index;
	bool claimed, no_room, done;

	do
	:: irq_left > 0 ->
		interrupted = true;
		do
		:: irq_left > 0 -> write_event(); irq_left--
		:: break
		od;
		interrupted = false
	:: irq_left == 0 -> break
	od;
	writing--
}

proctype reader()
{
	byte own = PAGES - 1, sequence, offset, ordinal, lost, taken, limit, word, got;
	bool valid, complete, finished;

	do
	:: true ->
		finished = (writing == 0);
		complete = true; limit = 0;
		if
		:: valid ->
			d_step { word = commit; complete = (PAGE(word) != own) };
			if
			:: complete -> limit = used[own]
			:: else -> limit = HAS(word)
			fi
		:: else -> skip
		fi;
		if
		:: valid && offset < limit ->
			got = cell[own * PER_PAGE + offset];
			assert(got == ordinal);
			d_step { offset++; ordinal++; taken++ }
		:: !(valid && offset < limit) && complete ->
			sequence = sequence + valid;
			do
			:: word = slot[sequence % SLOTS];
				if
				:: SEQ(word) != sequence -> sequence = SEQ(word) - SLOTS + 1
				:: else ->
					atomic {
						if
#if MISTAKE == 1
						:: true ->
#else
						:: slot[sequence % SLOTS] == word ->
#endif
							slot[sequence % SLOTS] = WORD(sequence + SLOTS, own);
							own = INDEX(word);
							break
						:: else -> skip
						fi
					}
				fi
			od;
#if DISCARD
			is_full = false;
#endif
			assert(first[own] >= ordinal);
			d_step {
				valid = true; offset = 0;
				lost = lost + first[own] - ordinal;
				ordinal = first[own]
			}
		:: else ->
			if
			:: finished -> break
			:: else -> (writing == 0 || commit != word)
			fi
		fi
	od;
	assert(taken + lost == next_number);
	assert(!is_full || SEQ(slot[(tail_seq + 1) % SLOTS]) != tail_seq + 1);
	assert(next_number + dropped == TASK_EVENTS + IRQ_EVENTS)
}

