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

/* When an access is served whose line an MSHR is at work on; it and the refills wait. */
static int64_t joined(int64_t *t, int64_t *found, int64_t cycle, int64_t store)
{
    const int64_t more = store ? t[P_JOINED_STORE] : t[P_JOINED_LOAD];
    const int64_t mshr = found[4];
    t[T_MSHRS_AT + mshr] += more;
    found[3] += more;
    if (store) found[2] = 0;
    const int64_t early = cycle + LOAD <= found[2] + 1;
    if (t[T_MISSING_AT + mshr] == found[0]) {
        t[T_REPLAYED_AT + mshr] += more;
        t[T_REPLAYS_AT + mshr] += early ? 0 : more;
    }
    if (!early) return found[3];
    t[T_BUS] += more;
    found[2] += more;
    return found[2];
}

/* How much longer a miss takes whose dirty victim is to be written back. */
static int64_t written_back(int64_t *t, int64_t cycle)
{
    const int64_t begins = later(cycle, t[T_EVICTED]);
    t[T_EVICTED] = begins + EVICTION + t[P_LATENCY];
    return begins - cycle + t[P_WRITE_BACK];
}

/* When the cache takes an access: an MSHR's replays go before. */
static int64_t admitted(const int64_t *t, int64_t cycle)
{
    for (int64_t i = 0; i < t[P_MSHRS]; i++) {
        const int64_t last = t[T_REPLAYED_AT + i] - LOAD;
        if (last - t[T_REPLAYS_AT + i] <= cycle && cycle < last) cycle = last;
    }
    return cycle;
}

/* The MSHR that takes a miss, at T_ACCEPTED. */
static int64_t accepted(int64_t *t, int64_t line, int64_t store)
{
    int64_t mshr = 0;
    for (int64_t i = 0; i < t[P_MSHRS]; i++) {
        if (t[T_MSHRS_AT + i] < t[T_MSHRS_AT + mshr]) mshr = i;
        const int64_t missing = t[T_MISSING_AT + i];
        if (missing && (missing - 1) % T_SETS == line % T_SETS) /* one miss of a set at a time */
            t[T_ACCEPTED] = later(t[T_ACCEPTED], t[T_MSHRS_AT + i] - SAME_SET);
    }
    if (t[T_MSHRS_AT + mshr] > t[T_ACCEPTED])
        t[T_ACCEPTED] = t[T_MSHRS_AT + mshr] + (store ? 0 : AGAIN);
    return mshr;
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
        found[1] |= store;
        return found[3] > cycle + LOAD ? joined(t, found, cycle, store) : cycle;
    }
    int64_t *entry = set + T_LINE_WORDS * victim(t);
    const int64_t mshr = accepted(t, line, store);
    const int64_t there =
        later(t[T_ACCEPTED] + t[P_LATENCY] + t[P_MISS], t[T_BUS] + t[P_REFILL]);
    t[T_BUS] = there;
    t[T_MISSING_AT + mshr] = line + 1;
    const int64_t leaves = entry[1] ? written_back(t, there + VICTIM) : 0;
    t[T_MSHRS_AT + mshr] = there - t[P_MISS] + t[P_OCCUPIED] + leaves;
    t[T_REPLAYED_AT + mshr] = there + REPLAYED + leaves;
    t[T_REPLAYS_AT + mshr] = store;
    entry[0] = line + 1;
    entry[1] = store;
    entry[2] = store ? 0 : there;
    entry[3] = there + REPLAYED + leaves;
    entry[4] = mshr;
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
        const int64_t writes = admitted(t, later(t[T_WRITTEN] + 1, store[4]));
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
    cycle = admitted(t, cycle);
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
