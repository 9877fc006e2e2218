/* Caches, misses and the queues of loads and stores; caches.py says what each function gives. */

static int64_t victim(int64_t *t)
{
    return drawn(t) & (t[P_CACHE_WAYS] - 1);
}

int64_t code_line(int64_t *t, int64_t line, int64_t cycle)
{
    int64_t *set = t + T_CODE_AT + line % T_SETS * T_MOST_WAYS;
    for (int64_t way = 0; way < t[P_CACHE_WAYS]; way++)
        if (set[way] == line + 1) return cycle;
    set[victim(t)] = line + 1;
    if (t[T_FREE] & Free_FETCH) return cycle;
    return cycle + t[P_LATENCY] + t[P_INSTRUCTION_MISS];
}

/* A line that is on its way has one access more to serve: its MSHR and the refills wait. */
static void joined(int64_t *t, int64_t line, int64_t cycles)
{
    for (int64_t i = 0; i < t[P_MSHRS]; i++)
        if (t[T_MISSING_AT + i] == line + 1) t[T_MSHRS_AT + i] += cycles;
    t[T_BUS] += cycles;
}

/* When the line of an access is there, at the earliest at `cycle`; a store makes it dirty. The
   cache takes the access at T_ACCEPTED. */
int64_t data_line(int64_t *t, int64_t line, int64_t cycle, int64_t store)
{
    int64_t *set = t + T_DATA_AT + line % T_SETS * T_MOST_WAYS * 3;
    t[T_ACCEPTED] = cycle;
    if (t[T_FREE] & Free_MISS) return cycle;
    for (int64_t way = 0; way < t[P_CACHE_WAYS]; way++) {
        int64_t *found = set + 3 * way;
        if (found[0] != line + 1) continue;
        found[1] |= store;
        if (found[2] > cycle) joined(t, line, store ? t[P_JOINED_STORE] : t[P_JOINED_LOAD]);
        return later(found[2], cycle);
    }
    int64_t *entry = set + 3 * victim(t);
    int64_t mshr = 0;
    for (int64_t i = 0; i < t[P_MSHRS]; i++) {
        if (t[T_MSHRS_AT + i] < t[T_MSHRS_AT + mshr]) mshr = i;
        const int64_t missing = t[T_MISSING_AT + i];
        if (missing && (missing - 1) % T_SETS == line % T_SETS) /* one miss of a set at a time */
            t[T_ACCEPTED] = later(t[T_ACCEPTED], t[T_MSHRS_AT + i] - SAME_SET);
    }
    t[T_ACCEPTED] = later(t[T_ACCEPTED], t[T_MSHRS_AT + mshr]);
    const int64_t there =
        later(t[T_ACCEPTED] + t[P_LATENCY] + t[P_MISS], t[T_BUS] + t[P_REFILL]);
    t[T_BUS] = there;
    t[T_MISSING_AT + mshr] = line + 1;
    t[T_MSHRS_AT + mshr] =
        there - t[P_MISS] + t[P_OCCUPIED] + (entry[1] ? t[P_WRITE_BACK] : 0);
    entry[0] = line + 1;
    entry[1] = store;
    entry[2] = there;
    t[T_MISSED]++;
    return there;
}

/* The cycle in which no miss is under way any more. */
static int64_t all_there(const int64_t *t)
{
    int64_t last = 0;
    for (int64_t i = 0; i < t[P_MSHRS]; i++) last = later(last, t[T_MSHRS_AT + i]);
    return last;
}

static inline int64_t *store_at(int64_t *t, int64_t index)
{
    return t + T_STORED + index % T_QUEUE * T_STORE_WORDS;
}

/* Committed stores go to the cache, in order: those before `must`, others until `cycle`. */
void drain(int64_t *t, int64_t cycle, int64_t must)
{
    while (t[T_DRAINED] < t[T_STORES]) {
        int64_t *store = store_at(t, t[T_DRAINED]);
        const int64_t writes = later(t[T_WRITTEN] + 1, store[4]);
        if (writes > cycle && t[T_DRAINED] >= must) return;
        t[T_WRITTEN] = writes;
        data_line(t, store[0] / T_LINE, writes, 1);
        t[T_RELEASED] = later(t[T_RELEASED], t[T_ACCEPTED] + WRITE);
        store[4] = t[T_RELEASED];
        t[T_DRAINED]++;
    }
}

/* The cycle in which the store queue has room for one more. */
int64_t store_room(int64_t *t)
{
    const int64_t oldest = t[T_STORES] - t[P_STORE_QUEUE];
    if (oldest < 0) return 0;
    drain(t, 0, oldest + 1);
    return store_at(t, oldest)[4];
}

/* The moment from which the value of a load can be used; negative when an older store of which the
   address came later makes it wrong. `cycle`: when it was issued. */
int64_t loaded(int64_t *t, int64_t address, int64_t size, int64_t cycle, int64_t again)
{
    const int64_t oldest = later(0, t[T_STORES] - t[P_STORE_QUEUE]);
    drain(t, cycle, 0);
    for (int64_t i = t[T_STORES] - 1; i >= oldest; i--) {
        const int64_t *store = store_at(t, i);
        if (i < t[T_DRAINED] && store[4] <= cycle) break; /* written, as are all that are older */
        if (store[0] >= address + size || store[0] + store[1] <= address) continue;
        if (store[2] > cycle && !again) return -1;
        if (store[0] <= address && store[0] + store[1] >= address + size)
            return moment(later(later(cycle + LOAD, store[2] + AFTER_ADDRESS),
                                store[3] + FORWARD), Reason_LOAD_STORE);
        drain(t, cycle, i + 1);
        return moment(later(cycle, store[4]) + REPLAY, Reason_LOAD_STORE);
    }
    const int64_t there = data_line(t, address / T_LINE, cycle, 0);
    return there == cycle ? moment(cycle + LOAD, Reason_LOAD_STORE) : moment(there, Reason_MISS);
}

/* A store enters its queue: address and data known at these cycles, committed at another one. */
void stored(int64_t *t, int64_t address, int64_t size, int64_t known, int64_t data,
            int64_t committed)
{
    int64_t *store = store_at(t, t[T_STORES]);
    store[0] = address;
    store[1] = size;
    store[2] = known;
    store[3] = data;
    store[4] = committed + 1; /* until it is written */
    t[T_STORES]++;
}
