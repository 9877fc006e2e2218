/* One instruction through the core; retire.py says what each function gives. */
enum { MEMORY_SIDE = 1, INTEGER_SIDE = 2, FLOAT_SIDE = 4 };

static int64_t sides_of(int64_t kind)
{
    switch (kind) {
    case Kind_LOAD: case Kind_FLOAD: case Kind_STORE: case Kind_AMO: case Kind_LR: case Kind_SC:
        return MEMORY_SIDE;
    case Kind_FSTORE:
        return MEMORY_SIDE | FLOAT_SIDE;
    case Kind_FPU: case Kind_FDIV: case Kind_FSQRT: case Kind_FTOI: case Kind_FCMP:
        return FLOAT_SIDE;
    case Kind_FENCE: case Kind_FENCEI:
        return 0;
    default:
        return INTEGER_SIDE;
    }
}

static inline int64_t runs_by_itself(int64_t kind) { return kind >= Kind_CSR; }

/* The earliest commit of a row, or of an integer in its order: those that were given out before an
   older quotient or a miss turned out to be later. A moment. */
static int64_t behind(int64_t *t, int64_t number, int64_t rows)
{
    const int64_t apart = rows ? 1 : t[P_WIDTH];
    int64_t found = 0;
    if (number > (rows ? t[T_ROWS_LATE] : t[T_INTEGERS_LATE])) return 0;
    for (int64_t i = later(0, t[T_DIVIDED] - T_DIVISIONS); i < t[T_DIVIDED]; i++) {
        const int64_t *each = division_at(t, i);
        const int64_t since = number - each[rows ? Division_ROW : Division_INTEGER];
        const int64_t cycle = each[Division_WRITTEN] + written_after(t) + DONE + since / apart;
        if (since >= 0) found = later(found, moment(cycle, Reason_PORT));
    }
    for (int64_t i = oldest_miss(t); i < t[T_MISSED]; i++) {
        const int64_t *each = miss_at(t, i);
        const int64_t since = number - each[rows ? Miss_ROW : Miss_INTEGER];
        const int64_t cycle = each[Miss_USED] + LOADED + since / apart;
        if (each[Miss_ROW] && since >= 0) found = later(found, moment(cycle, Reason_MISS));
    }
    return found;
}

static inline int64_t until_free(const int64_t *t, int64_t when, int64_t until)
{
    return t[T_FREE] & Free_WINDOW ? when : later(when, moment(until, Reason_WINDOW));
}

/* The moment in which nothing is in flight that an operation must not overtake. */
static int64_t empty(int64_t *t, int64_t kind)
{
    int64_t when = t[T_COMMITTED] + t[P_UNIQUE];
    if (kind >= Kind_FENCE && kind <= Kind_SC) {
        drain(t, 0, t[T_STORES]);
        when = later(when, t[T_RELEASED]);
    }
    if (kind == Kind_FENCE || kind == Kind_FENCEI) when = later(when, all_there(t));
    return moment(when, Reason_SERIAL);
}

/* The moment of the dispatch: rows, queues, registers, tags. */
static int64_t dispatched(int64_t *t, int64_t kind, int64_t rd, int64_t ready)
{
    const int64_t before = t[T_DISPATCHED], starts = t[T_POSITION] % t[P_WIDTH] == 0;
    int64_t when = later(ready, moment(before + starts, Reason_RETIRE));
    when = later(when, t[T_ALONE]);
    t[T_ROW_BEGAN] = starts || ready >> 4 > before;
    if (t[T_ROW_BEGAN]) {
        const int64_t rows = t[P_ROB] / t[P_WIDTH];
        const int64_t left = later(t[T_ROWS_AT + t[T_ROWS] % rows],
                                   behind(t, t[T_ROWS] - rows + 1, 1) >> 4);
        when = until_free(t, when, left + 1);
    }
    if (runs_by_itself(kind)) when = later(when, empty(t, kind));
    const int64_t side = sides_of(kind);
    if (side & MEMORY_SIDE) when = until_free(t, when, t[T_MEMORY_QUEUE_AT]);
    if (side & INTEGER_SIDE) when = until_free(t, when, t[T_INTEGER_QUEUE_AT]);
    if (side & FLOAT_SIDE) when = until_free(t, when, t[T_FLOAT_QUEUE_AT]);
    if (kind == Kind_LOAD || kind == Kind_FLOAD)
        when = until_free(t, when, t[T_LOADS_AT + t[T_LOADED] % (t[P_LOAD_QUEUE] - 1)] + 1);
    if (kind == Kind_STORE || kind == Kind_FSTORE)
        when = until_free(t, when, store_room(t));
    if (rd >= 32) when = until_free(t, when, t[T_FLOATS_AT + t[T_FLOATS] % t[P_FLOAT_FREE]] + 1);
    else if (rd) {
        const int64_t place = t[T_INTEGERS] - t[P_INTEGER_FREE];
        const int64_t left = later(t[T_INTEGERS_AT + t[T_INTEGERS] % t[P_INTEGER_FREE]],
                                   behind(t, place, 0) >> 4);
        when = until_free(t, when, left + 1);
    }
    if (kind == Kind_BRANCH || kind == Kind_JALR) when = until_free(t, when, t[T_BRANCHES_AT] + 1);
    t[T_DISPATCHED] = when >> 4;
    t[T_BUFFER_AT + t[T_COUNT] % t[P_FETCH_BUFFER]] = (when >> 4) - RENAMED;
    t[T_COUNT]++;
    t[T_POSITION]++;
    return when;
}

/* A load: issued again after a flush when an older store turned out to have its address. */
static int64_t core_load(int64_t *t, int64_t ready, int64_t address, int64_t size)
{
    const int64_t when = issued(t, 1 << T_MEMORY_PORT, ready);
    int64_t value = loaded(t, address, size, when >> 4, 0);
    if (value >= 0) return value > when ? later(value, when + moment(LOAD, 0)) : value;
    t[T_VIOLATED]++;
    int64_t known = 0;
    for (int64_t i = later(0, t[T_STORES] - t[P_STORE_QUEUE]); i < t[T_STORES]; i++)
        known = later(known, store_at(t, i)[2]);
    const int64_t found = later(known + DONE, t[T_COMMITTED] + 1);
    const int64_t rows = t[P_ROB] / t[P_WIDTH], younger = found - t[T_DISPATCHED];
    const int64_t restart = found + ORDER + (younger < rows ? younger : rows);
    t[T_RESTARTED] = restart;
    const int64_t second = claimed(t, 1 << T_MEMORY_PORT, restart + t[P_FRONT] + 1);
    t[T_ISSUED] = second;
    value = loaded(t, address, size, second, 1);
    return moment(value >> 4, Reason_LOAD_STORE);
}

/* When one that runs alone is done, so that it commits so many cycles after its dispatch. */
static int64_t runs_alone(int64_t *t, int64_t kind, int64_t when, int64_t address)
{
    int64_t cycles = 1 + 1;
    switch (kind) {
    case Kind_FENCE: case Kind_FENCEI: cycles = t[P_FENCE] - DONE; break;
    case Kind_AMO: cycles = t[P_ATOMIC] - DONE; break;
    case Kind_LR: cycles = t[P_RESERVE] - DONE; break;
    case Kind_SC: cycles = t[P_CONDITIONAL] - DONE; break;
    default: break;
    }
    if (kind >= Kind_AMO && kind <= Kind_SC) {
        const int64_t there = data_line(t, address / T_LINE, when >> 4, kind != Kind_LR);
        cycles += there - (when >> 4);
    }
    return after_cycles(when, cycles, Reason_SERIAL);
}

static int64_t operated(int64_t *t, int64_t kind, int64_t when, int64_t rs1, int64_t rs2,
                        int64_t rs3, int64_t address, int64_t size, int64_t a, int64_t b)
{
    const int64_t first = t[T_READY + rs1], second = t[T_READY + rs2];
    const int64_t next = after_cycles(when, 1, when & 15);
    if (runs_by_itself(kind)) return runs_alone(t, kind, when, address);
    if (kind == Kind_STORE || kind == Kind_FSTORE) return core_store(t, kind, next, first, second);
    const int64_t ready = later(later(next, first), later(second, t[T_READY + rs3]));
    int64_t done;
    if (kind == Kind_LOAD || kind == Kind_FLOAD) {
        done = core_load(t, ready, address, size);
        replace_least(t + T_MEMORY_QUEUE_AT, t[P_MEMORY_QUEUE], t[T_ISSUED] + 1);
        return kind == Kind_FLOAD ? done + moment(FLOAT_LOAD, 0) : done;
    }
    if (sides_of(kind) & FLOAT_SIDE) {
        done = core_float(t, kind, ready);
        replace_least(t + T_FLOAT_QUEUE_AT, t[P_FLOAT_QUEUE], t[T_ISSUED] + 1);
        return done;
    }
    done = core_integer(t, kind, ready, a, b);
    replace_least(t + T_INTEGER_QUEUE_AT, t[P_INTEGER_QUEUE], t[T_ISSUED] + 1);
    return done;
}

/* Give the entries back that an instruction holds until it commits. */
static void committed(int64_t *t, int64_t kind, int64_t rd, int64_t cycle, int64_t resolved)
{
    if (t[T_ROW_BEGAN]) t[T_ROWS]++;
    t[T_ROWS_AT + (t[T_ROWS] - 1) % (t[P_ROB] / t[P_WIDTH])] = cycle;
    t[T_TARGETS_AT + (t[T_PACKETS] - 1) % t[P_FETCH_TARGETS]] = cycle;
    if (kind == Kind_LOAD || kind == Kind_FLOAD) {
        t[T_LOADS_AT + t[T_LOADED] % (t[P_LOAD_QUEUE] - 1)] = cycle;
        t[T_LOADED]++;
    }
    if (rd >= 32) {
        t[T_FLOATS_AT + t[T_FLOATS] % t[P_FLOAT_FREE]] = cycle;
        t[T_FLOATS]++;
    } else if (rd) {
        t[T_INTEGERS_AT + t[T_INTEGERS] % t[P_INTEGER_FREE]] = cycle;
        t[T_INTEGERS]++;
    }
    if (kind == Kind_BRANCH || kind == Kind_JALR)
        replace_least(t + T_BRANCHES_AT, t[P_BRANCHES], resolved + DONE);
    if (runs_by_itself(kind)) t[T_ALONE] = moment(cycle + t[P_UNIQUE], Reason_SERIAL);
}

static inline int64_t awaited(int64_t done)
{
    const int64_t reason = done & 15;
    return reason == Reason_LOAD_STORE || reason == Reason_MISS
               ? done : moment(done >> 4, Reason_DEPENDENCE);
}

/* From when a result can be used to the earliest commit. */
static inline int64_t to_commit(int64_t kind)
{
    if (kind == Kind_LOAD) return LOADED;
    return kind == Kind_FLOAD ? LOADED - FLOAT_LOAD : DONE;
}

/* A call begins when all that the one before left in flight is done; caches and predictors stay. */
static void called(int64_t *t)
{
    drain(t, 0, t[T_STORES]);
    t[T_COMMITTED] = later(later(t[T_COMMITTED], t[T_RELEASED]), all_there(t));
    t[T_REDIRECTED] = moment(t[T_COMMITTED] + 1, Reason_FETCH);
    t[T_NEXT_1] = t[T_NEXT_2] = t[T_TAKEN_1] = t[T_TAKEN_2] = 0;
    t[T_SEEN_1] = t[T_SEEN_2] = t[T_SEEN_3] = t[T_LOOKED] = t[T_POSITION] = t[T_CALLED] = 0;
}

int64_t retire(int64_t *t, int64_t pc, int64_t length, int64_t kind, int64_t rd, int64_t rs1,
               int64_t rs2, int64_t rs3, int64_t address, int64_t size, int64_t a, int64_t b,
               int64_t next, int64_t free)
{
    t[T_FREE] = free;
    if (t[T_CALLED]) called(t);
    const int64_t before = t[T_COMMITTED], jumps = kind == Kind_JAL || kind == Kind_JALR;
    const int64_t calls = jumps && (rd == 1 || rd == 5);
    const int64_t returns = kind == Kind_JALR && !rd && (rs1 == 1 || rs1 == 5);
    const int64_t when = dispatched(t, kind, rd, fetched(t, pc, length));
    t[T_DESTINATION] = rd;
    const int64_t done = operated(t, kind, when, rs1, rs2, rs3, address, size, a, b);
    t[T_RESULT] = done >> 4;
    if (rd) t[T_READY + rd] = awaited(done);
    const int64_t last = moment(before + t[T_ROW_BEGAN], Reason_RETIRE);
    int64_t leaves = later(last, done + moment(to_commit(kind), 0));
    leaves = later(leaves, behind(t, t[T_ROWS] + t[T_ROW_BEGAN], 1));
    const int64_t cycle = leaves >> 4;
    if (kind == Kind_STORE || kind == Kind_FSTORE)
        stored(t, address, size, t[T_KNOWN], t[T_SENT], cycle);
    committed(t, kind, rd, cycle, t[T_ISSUED]);
    if (t[T_RESTARTED]) { /* the load was fetched again */
        t[T_FETCHED] = t[T_RESTARTED];
        t[T_DISPATCHED] = t[T_RESTARTED] + t[P_FRONT];
        t[T_POSITION] = 1;
        t[T_RESTARTED] = 0;
    }
    t[T_COMMITTED] = cycle;
    steer(t, pc, kind, returns, calls, pc + length, next, t[T_ISSUED], cycle);
    return (cycle - before) << 8 | (leaves & 15);
}
