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

/* When the line of an access is there, at the earliest at `cycle`; a store makes it dirty. The
   cache takes the access at T_ACCEPTED. */
int64_t data_line(int64_t *t, int64_t line, int64_t cycle, int64_t store)
{
    int64_t *set = t + T_DATA_AT + line % T_SETS * T_MOST_WAYS * T_LINE_WORDS;
    t[T_ACCEPTED] = cycle;
    if (t[T_FREE] & Free_MISS) return cycle;
    for (int64_t way = 0; way < t[P_CACHE_WAYS]; way++) {
        int64_t *found = set + T_LINE_WORDS * way;
        if (found[0] != line + 1) continue;
        const int64_t clean = !found[1], miss = found[2] - 1;
        found[1] |= store;
        if (miss >= oldest_miss(t) && cycle + ASKS < miss_at(t, miss)[Miss_FREE])
            return joined(t, miss, cycle, store);
        if (!store || !clean) return cycle;
        missing(t, line, cycle, store, 1);
        under_way(t);
        found[2] = t[T_MISSED];
        return t[T_ACCEPTED];
    }
    for (int64_t i = oldest_miss(t); i < t[T_MISSED]; i++) { /* not yet replaced */
        const int64_t *each = miss_at(t, i);
        if (!store && each[Miss_VICTIM] == line + 1 && cycle < each[Miss_ACCEPTED]) return cycle;
    }
    int64_t *entry = set + T_LINE_WORDS * replaced_way(t);
    int64_t *miss = missing(t, line, cycle, store, 0);
    miss[Miss_VICTIM] = entry[0];
    miss[Miss_DIRTY] = entry[1];
    under_way(t);
    entry[0] = line + 1;
    entry[1] = store;
    entry[2] = t[T_MISSED];
    return store ? miss[Miss_GRANTED] + SERVED : miss[Miss_USED];
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
        const int64_t writes = admitted(t, later(t[T_WRITTEN] + 1, store[4]));
        if (writes > cycle && t[T_DRAINED] >= must) return;
        data_line(t, store[0] / T_LINE, writes, 1);
        t[T_WRITTEN] = t[T_ACCEPTED];
        t[T_RELEASED] = later(t[T_RELEASED], t[T_ACCEPTED] + WRITE);
        store[4] = t[T_RELEASED];
        t[T_DRAINED]++;
    }
}

/* The cycle in which the store queue has room for one more. */
int64_t store_room(int64_t *t)
{
    const int64_t oldest = t[T_STORES] - (t[P_STORE_QUEUE] - 1);
    if (oldest < 0) return 0;
    drain(t, 0, oldest + 1);
    return store_at(t, oldest)[4];
}

/* When a load that was issued at a cycle finds the data of its store, which were issued at another:
   it looks every third cycle, after those that wait longer; the store and the load that come in
   when the one before has left go before it. */
static int64_t looking(int64_t *t, int64_t cycle, int64_t data)
{
    if (cycle + 1 >= data) return cycle;
    const int64_t before = t[T_LOOKED_LAST], *port = t + T_PORTS_AT + T_MEMORY_PORT * T_CALENDAR;
    int64_t looks = cycle < before ? before + LOOKS_NEXT : cycle;
    while (looks + 1 < data) looks += LOOKS_AGAIN;
    while (looks - before >= FILLED && looks - before < FILLED + 2) {
        if (port[looks % T_CALENDAR] == looks) break; /* by an older operation, so not by those */
        looks++;
    }
    return t[T_LOOKED_LAST] = looks;
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
        if (store[0] <= address && store[0] + store[1] >= address + size) {
            const int64_t looks = looking(t, cycle, store[3]);
            /* Those that wait for an integer are woken early only at the first look. */
            const int64_t late = looks > cycle && t[T_DESTINATION] < 32;
            return moment(later(looks + LOAD + late, store[2] + AFTER_ADDRESS), Reason_LOAD_STORE);
        }
        drain(t, cycle, i + 1);
        return moment(later(cycle, store[4]) + REPLAY, Reason_LOAD_STORE);
    }
    const int64_t first = admitted(t, cycle);
    cycle = first > cycle ? admitted(t, later(first, cycle + LOOKS_AGAIN)) : cycle;
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
