/* Ports and units; units.py says what each function gives, timeline.py writes the numbers down
   before this file. */

static inline int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

static inline int64_t moment(int64_t cycle, int64_t reason) { return cycle << 4 | reason; }

/* Put a value in the place of the least of a heap. */
static void replace_least(int64_t *heap, int64_t size, int64_t value)
{
    int64_t at = 0;
    for (;;) {
        int64_t child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= value) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = value;
}

static inline int64_t *division_at(int64_t *t, int64_t index)
{
    return t + T_DIVISIONS_AT + index % T_DIVISIONS * T_DIVISION_WORDS;
}

/* From the issue of an addition to where a quotient can be used that is written in its cycle. */
static inline int64_t written_after(const int64_t *t)
{
    return QUOTIENT + (t[P_DIVIDE_PORT] == t[P_MULTIPLY_PORT] ? PRODUCTS : 0);
}

/* Quotients from one on are written when the port has no other result; the divider takes the next
   operation then. */
static void quotients(int64_t *t, int64_t index)
{
    const int64_t *port = t + T_PORTS_AT + t[P_DIVIDE_PORT] * T_CALENDAR;
    for (;; index++) {
        int64_t *each = division_at(t, index);
        int64_t *written = each + Division_WRITTEN;
        while (port[*written % T_CALENDAR] == *written) ++*written;
        t[T_DIVIDER] = *written + written_after(t);
        if (index + 1 >= t[T_DIVIDED]) return;
        int64_t *next = division_at(t, index + 1);
        next[Division_BEGUN] = later(next[Division_BEGUN], t[T_DIVIDER]);
        const int64_t ends = next[Division_BEGUN] + next[Division_CYCLES] - written_after(t);
        next[Division_WRITTEN] = later(next[Division_WRITTEN], ends);
    }
}

/* An operation issued at a cycle on the divider's port keeps a quotient waiting. */
static void crossed(int64_t *t, int64_t cycle)
{
    for (int64_t i = later(0, t[T_DIVIDED] - T_DIVISIONS); i < t[T_DIVIDED]; i++)
        if (division_at(t, i)[Division_WRITTEN] == cycle) {
            quotients(t, i);
            t[T_ROWS_LATE] = t[T_ROWS] + 1;
            t[T_INTEGERS_LATE] = t[T_INTEGERS] + 1;
        }
}

/* Take the first free cycle, from `cycle` on, of one of the ports in the set. */
int64_t claimed(int64_t *t, int64_t ports, int64_t cycle)
{
    for (;; cycle++)
        for (int64_t port = 0; ports >> port; port++) {
            int64_t *place = t + T_PORTS_AT + port * T_CALENDAR + cycle % T_CALENDAR;
            if (!(ports >> port & 1) || *place == cycle) continue;
            *place = cycle;
            if (port == t[P_DIVIDE_PORT] && t[T_DIVIDED]) crossed(t, cycle);
            return cycle;
        }
}

static int64_t issued(int64_t *t, int64_t ports, int64_t ready)
{
    const int64_t cycle =
        t[T_FREE] & Free_PORT ? ready >> 4 : claimed(t, ports, ready >> 4);
    t[T_ISSUED] = cycle;
    return cycle > ready >> 4 ? moment(cycle, Reason_PORT) : ready;
}

static inline int64_t highest(uint64_t value)
{
    return value ? 63 - __builtin_clzll(value) : 0;
}

static int64_t division(int64_t kind, int64_t a, int64_t b)
{
    const int64_t negative = kind == Kind_DIV && a < 0;
    const uint64_t dividend = negative ? -(uint64_t)a : (uint64_t)a;
    const uint64_t divisor = kind == Kind_DIV && b < 0 ? -(uint64_t)b : (uint64_t)b;
    if (!b) return BY_ZERO;
    return 7 + ((highest(dividend) - highest(divisor)) & 63) + 2 * negative;
}

static int64_t core_store(int64_t *t, int64_t kind, int64_t ready, int64_t base, int64_t data)
{
    const int64_t known = issued(t, 1 << T_MEMORY_PORT, later(ready, base));
    int64_t sent = known;
    if (kind == Kind_FSTORE) {
        sent = issued(t, 1 << T_FLOAT_PORT, later(ready, data));
        replace_least(t + T_FLOAT_QUEUE_AT, t[P_FLOAT_QUEUE], (sent >> 4) + 1);
    } else if (data >> 4 > known >> 4) {
        sent = issued(t, 1 << T_MEMORY_PORT, data);
    }
    t[T_KNOWN] = known >> 4;
    t[T_SENT] = sent >> 4;
    replace_least(t + T_MEMORY_QUEUE_AT, t[P_MEMORY_QUEUE], (later(known, sent) >> 4) + 1);
    return later(known, sent) + moment(1, 0);
}

static inline int64_t after_cycles(int64_t when, int64_t cycles, int64_t reason)
{
    return ((when >> 4) + cycles) << 4 | reason;
}

static int64_t resulting(int64_t when, int64_t cycles)
{
    const int64_t waited = when & 15;
    return after_cycles(when, cycles,
                        cycles == 1 || waited == Reason_PORT ? waited : Reason_DEPENDENCE);
}

/* What a unit takes that works on one operation at a time. */
static int64_t divides(int64_t *t, int64_t unit, int64_t ports, int64_t ready, int64_t cycles,
                       int64_t busy)
{
    const int64_t when = issued(t, ports, later(ready, moment(t[unit], Reason_PORT)));
    t[unit] = (when >> 4) + busy;
    return resulting(when, cycles);
}

static int64_t core_float(int64_t *t, int64_t kind, int64_t ready)
{
    const int64_t port = 1 << T_FLOAT_PORT;
    if (kind == Kind_FDIV)
        return divides(t, T_FLOAT_DIVIDER, port, ready, DIVISION, DIVISION - PIPELINED);
    if (kind == Kind_FSQRT)
        return divides(t, T_FLOAT_DIVIDER, port, ready, ROOT, ROOT - PIPELINED);
    const int64_t cycles =
        kind == Kind_FTOI || kind == Kind_FCMP ? FROM_FLOAT : FLOAT_OPERATION;
    return resulting(issued(t, port, ready), cycles);
}

/* A division; its quotient may turn out to be later. */
static int64_t core_division(int64_t *t, int64_t ready, int64_t cycles)
{
    const int64_t free = moment(t[T_DIVIDER], Reason_PORT);
    const int64_t when = issued(t, 1 << t[P_DIVIDE_PORT], later(ready, free));
    int64_t *entry = division_at(t, t[T_DIVIDED]);
    entry[Division_WRITTEN] = (when >> 4) + cycles - written_after(t);
    entry[Division_BEGUN] = when >> 4;
    entry[Division_CYCLES] = cycles;
    entry[Division_ROW] = t[T_ROWS] + t[T_ROW_BEGAN];
    entry[Division_INTEGER] = t[T_INTEGERS];
    t[T_DIVIDED]++;
    quotients(t, t[T_DIVIDED] - 1);
    return resulting(when, t[T_DIVIDER] - (when >> 4));
}

static int64_t core_integer(int64_t *t, int64_t kind, int64_t ready, int64_t a, int64_t b)
{
    int64_t ports = t[P_ALU_PORTS], cycles = 1;
    switch (kind) {
    case Kind_MUL:
        ports = 1 << t[P_MULTIPLY_PORT];
        cycles = PRODUCT;
        break;
    case Kind_DIV: case Kind_UDIV:
        return core_division(t, ready, division(kind, a, b));
    case Kind_ITOF:
        ports = 1 << t[P_CONVERT_PORT];
        cycles = TO_FLOAT;
        break;
    case Kind_AUIPC: case Kind_JAL: case Kind_JALR:
        ports = 1 << t[P_JUMP_PORT];
        break;
    default:
        break;
    }
    return resulting(issued(t, ports, ready), cycles);
}
