/* Misses of the data cache, from an access to a free MSHR; misses.py says what each gives. */

static inline int64_t *miss_at(int64_t *t, int64_t index)
{
    return t + T_MISSES_AT + index % T_MISSES * T_MISS_WORDS;
}

static inline int64_t oldest_miss(const int64_t *t) { return later(0, t[T_MISSED] - T_MISSES); }

/* The way that a miss replaces; the register moves on with each access that an MSHR takes. */
static int64_t replaced_way(const int64_t *t)
{
    int64_t way = 0;
    for (int64_t bit = 0; 1 << bit < t[P_CACHE_WAYS]; bit++)
        way |= (t[T_REPLACING] >> (15 - bit) & 1) << bit;
    return way;
}

struct spans {
    int64_t number, first[3 * T_MISSES], end[3 * T_MISSES];
};

static void span(struct spans *spans, int64_t cycle, int64_t first, int64_t end)
{
    if (end <= cycle) return;
    spans->first[spans->number] = first;
    spans->end[spans->number++] = end;
}

/* The spans of cycles in which the buffer of arriving lines cannot be read for a miss: a line
   arrives then, or an MSHR of a lower number reads it. Those that end before `cycle` are left
   out. */
static void kept(int64_t *t, int64_t index, int64_t cycle, struct spans *spans)
{
    const int64_t mshr = miss_at(t, index)[Miss_MSHR];
    spans->number = 0;
    for (int64_t i = oldest_miss(t); i < t[T_MISSED]; i++) {
        const int64_t *each = miss_at(t, i);
        if (i == index) continue;
        span(spans, cycle, each[Miss_GRANTED] - BEATS, each[Miss_GRANTED]);
        if (each[Miss_MSHR] >= mshr) continue;
        if (each[Miss_DRAINED])
            span(spans, cycle, each[Miss_USED] - SERVED, each[Miss_READ] - 1);
        span(spans, cycle, each[Miss_MOVED], each[Miss_CACHED]);
    }
}

/* The first cycle, from one on, that lies in no span. */
static int64_t outside(const struct spans *spans, int64_t cycle)
{
    for (int64_t i = 0; i < spans->number; i++) {
        if (cycle < spans->first[i] || spans->end[i] <= cycle) continue;
        cycle = spans->end[i];
        i = -1; /* from the first one again */
    }
    return cycle;
}

/* When the cache takes an access: replays and what is read to be written back go before. */
int64_t admitted(int64_t *t, int64_t cycle)
{
    for (int64_t i = oldest_miss(t); i < t[T_MISSED]; i++) {
        const int64_t *each = miss_at(t, i);
        const int64_t first = each[Miss_CACHED] - ACCESS, last = first + each[Miss_REPLAYED];
        const int64_t read = each[Miss_MOVED] - ACCESS - 2;
        if (first <= cycle && cycle < last) cycle = last;
        if (each[Miss_DIRTY] && read - BEATS <= cycle && cycle < read) cycle = read;
    }
    return cycle;
}

/* When a line is in the cache whose last beat could be there at a cycle. */
static int64_t moved_into(int64_t *t, int64_t index, int64_t cycle)
{
    int64_t *miss = miss_at(t, index);
    if (index) cycle = later(cycle, miss[Miss_GRANTED] + BEATS); /* after those before */
    miss[Miss_GRANTED] = cycle;
    struct spans others;
    kept(t, index, cycle, &others);
    for (int64_t i = 0; i < miss[Miss_DRAINED]; i++) {
        cycle = outside(&others, cycle);
        if (!i) miss[Miss_USED] = cycle + SERVED;
        cycle++;
    }
    miss[Miss_READ] = cycle + 1;
    cycle += 1 + LOOKED_AT;
    if (miss[Miss_DIRTY]) {
        cycle = later(cycle + 1, miss[Miss_EVICTED]);
        miss[Miss_EVICTED] = cycle + EVICTION + t[P_LATENCY];
        cycle += t[P_WRITE_BACK] - 1;
    }
    miss[Miss_MOVED] = cycle;
    for (int64_t i = 0; i < BEATS; i++) cycle = outside(&others, cycle) + 1;
    return cycle;
}

/* The times of a miss. */
static void timed(int64_t *t, int64_t index)
{
    int64_t *miss = miss_at(t, index);
    const int64_t *before = index ? miss_at(t, index - 1) : 0;
    int64_t cycle = miss[Miss_ASKED];
    if (miss[Miss_BEFORE] > oldest_miss(t))
        cycle = later(cycle, miss_at(t, miss[Miss_BEFORE] - 1)[Miss_FREE] - TAKEN + AGAIN);
    if (before && cycle == before[Miss_ACCEPTED] + 1) cycle += NEXT_TRY;
    miss[Miss_ACCEPTED] = cycle;
    miss[Miss_GRANTED] = before ? before[Miss_GRANTED] : 0;
    miss[Miss_EVICTED] = before ? before[Miss_EVICTED] : 0;
    if (miss[Miss_CLEAN]) {
        cycle += ASKS + 1;
        miss[Miss_READ] = miss[Miss_MOVED] = cycle;
    } else {
        cycle = moved_into(t, index, cycle + t[P_LATENCY] + t[P_MISS] - SERVED);
    }
    miss[Miss_CACHED] = cycle;
    miss[Miss_FREE] = cycle + miss[Miss_REPLAYED] + EMPTIED;
}

/* The load that began a miss has its value later than was said before. */
static void belated(int64_t *t, const int64_t *miss, int64_t used)
{
    int64_t *ready = t + T_READY + miss[Miss_REGISTER];
    const int64_t more = miss[Miss_REGISTER] >= 32 ? FLOAT_LOAD : 0;
    t[T_ROWS_LATE] = t[T_ROWS];
    t[T_INTEGERS_LATE] = t[T_INTEGERS];
    if (miss[Miss_REGISTER] && *ready == moment(used + more, Reason_MISS))
        *ready = moment(miss[Miss_USED] + more, Reason_MISS);
}

/* The times of all that are not over at a cycle, after one has changed then; those of the oldest
   stay. */
static void timed_again(int64_t *t, int64_t cycle)
{
    for (int64_t i = oldest_miss(t) + (t[T_MISSED] > T_MISSES); i < t[T_MISSED]; i++) {
        int64_t *miss = miss_at(t, i);
        const int64_t used = miss[Miss_USED];
        if (miss[Miss_FREE] <= cycle) continue;
        timed(t, i);
        if (used && miss[Miss_USED] != used) belated(t, miss, used);
    }
}

/* When an access is served whose line a miss is at work on; it waits, too. */
static int64_t joined(int64_t *t, int64_t index, int64_t cycle, int64_t store)
{
    int64_t *miss = miss_at(t, index);
    const int64_t asks = cycle + ASKS;
    if (asks >= miss[Miss_FREE] - CLOSED) {
        t[T_ACCEPTED] = miss[Miss_FREE] - ASKS + AGAIN; /* it is a hit then */
        return t[T_ACCEPTED] + LOAD;
    }
    t[T_REPLACING] = shifted(t[T_REPLACING]);
    if (!store && !miss[Miss_STORED] && asks <= miss[Miss_READ] - 2) {
        miss[Miss_DRAINED]++;
        timed_again(t, asks);
        return miss[Miss_READ];
    }
    if (store) miss[Miss_STORED] = 1;
    miss[Miss_REPLAYED]++;
    timed_again(t, asks);
    return miss[Miss_CACHED] + miss[Miss_REPLAYED] - 1 + REPLAYED;
}

/* The MSHR that is free first. */
static int64_t soonest_mshr(int64_t *t, int64_t *free)
{
    int64_t found = 0;
    for (int64_t i = 0; i < t[P_MSHRS]; i++) {
        const int64_t last = t[T_MSHRS_AT + i];
        const int64_t then = last > oldest_miss(t) ? miss_at(t, last - 1)[Miss_FREE] : 0;
        if (i && then >= *free) continue;
        *free = then;
        found = i;
    }
    return found;
}

/* A miss begins, of a load or a store; a clean line only has to become dirty. Gives its words. */
static int64_t *missing(int64_t *t, int64_t line, int64_t cycle, int64_t store, int64_t clean)
{
    int64_t free = 0, before = 0;
    const int64_t mshr = soonest_mshr(t, &free);
    if (free - TAKEN > cycle) before = t[T_MSHRS_AT + mshr];
    for (int64_t i = oldest_miss(t); i < t[T_MISSED]; i++) { /* one of a set at a time */
        const int64_t *each = miss_at(t, i), until = each[Miss_FREE];
        if ((each[Miss_LINE] - 1) % T_SETS != line % T_SETS) continue;
        if (until - TAKEN <= cycle || until < free) continue;
        free = until;
        before = i + 1;
    }
    t[T_REPLACING] = shifted(t[T_REPLACING]);
    int64_t *miss = miss_at(t, t[T_MISSED]++);
    for (int64_t i = 0; i < T_MISS_WORDS; i++) miss[i] = 0;
    miss[Miss_LINE] = line + 1;
    miss[Miss_ASKED] = before ? free - TAKEN + AGAIN : cycle;
    miss[Miss_BEFORE] = before;
    miss[Miss_STORED] = miss[Miss_REPLAYED] = store;
    miss[Miss_DRAINED] = !store;
    miss[Miss_CLEAN] = clean;
    miss[Miss_MSHR] = mshr;
    if (!store) {
        miss[Miss_ROW] = t[T_ROWS] + t[T_ROW_BEGAN];
        miss[Miss_INTEGER] = t[T_INTEGERS];
        miss[Miss_REGISTER] = t[T_DESTINATION];
    }
    t[T_MSHRS_AT + mshr] = t[T_MISSED];
    return miss;
}

/* A miss whose victim is known takes its time; its access is at T_ACCEPTED. */
static void under_way(int64_t *t)
{
    timed(t, t[T_MISSED] - 1); /* first: others wait for its beats */
    timed_again(t, miss_at(t, t[T_MISSED] - 1)[Miss_ACCEPTED]);
    t[T_ACCEPTED] = miss_at(t, t[T_MISSED] - 1)[Miss_ACCEPTED];
}

/* The cycle in which no miss is under way any more. */
static int64_t all_there(int64_t *t)
{
    int64_t last = 0;
    for (int64_t i = oldest_miss(t); i < t[T_MISSED]; i++)
        last = later(last, miss_at(t, i)[Miss_FREE]);
    return last;
}
