/* When the scalar core dispatches an instruction; scalar_timing.py says what each function gives,
   timeline.py writes the numbers down before this file. */
enum {
    CORE_SLOTS = 4, LINE_BYTES = 16, CORE_BUFFERED = 8, QUEUED = 4, COMMANDED = 16, REDIRECT = 4,
    LINE_FETCH = 2, EXTERNAL_WRITE = 3, HALT = 2, STORES = 64, VSTART = 8, VXSAT = 9, VXRM = 10
};
static const int64_t OUTSIDE = 0x20000000;

static inline int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

static inline int64_t moment(int64_t cycle, int64_t reason) { return cycle * 8 | reason; }

/* Functions made for some constants: GCC and clang fold them through these. */
#define SPECIALISED static inline __attribute__((always_inline))

SPECIALISED int64_t fetched(int64_t *t, int64_t address, int64_t free)
{
    const int64_t count = t[T_COUNT];
    if (__builtin_expect(free & Free_FETCH, 0)) {
        t[T_LINE] = t[T_NOW];
    } else if (__builtin_expect(address != t[T_NEXT] || !count, 0)) {
        t[T_LINE] = t[T_NOW] + REDIRECT;
        t[T_REQUEST] = t[T_LINE] - LINE_FETCH;
    } else if ((t[T_AFTER] & T_JUMPS) || !(address & (LINE_BYTES - 1))) {
        const int64_t room = t[T_DISPATCHED + ((count - CORE_SLOTS - 1) & 7)] + 1;
        t[T_REQUEST] = later(t[T_REQUEST] + LINE_FETCH, room);
        t[T_LINE] = t[T_REQUEST] + LINE_FETCH;
    }
    if (__builtin_expect(!count, 0)) t[T_NOW] = t[T_LINE];
    if (t[T_AFTER] & T_CONTROL) {
        int64_t *before = t + T_RETIRED + ((count - 1) & 7);
        *before = later(*before, moment(t[T_LINE], Reason_FETCH));
    }
    return t[T_LINE];
}

SPECIALISED int64_t earliest(int64_t *t, int64_t flags, int64_t address, int64_t field, int64_t a,
                             int64_t b, int64_t c, int64_t free)
{
    const int64_t line = fetched(t, address, free), now = t[T_NOW];
    int64_t when = now > line ? moment(now, Reason_ISSUE) : moment(line, Reason_FETCH);
    const int64_t seen = ((int64_t)((flags & T_MARKS) != 0) << field) |
                         ((flags & T_READS_A) != 0 ? INT64_C(1) << a : 0) |
                         ((flags & T_READS_B) != 0 ? INT64_C(1) << b : 0);
    const int full = t[T_SLOTS] >= CORE_SLOTS || ((flags & T_ALONE) && t[T_SLOTS]);
    if (full || (t[T_MASK] & seen)) when = later(when, moment(now + 1, Reason_ISSUE));
    const int64_t first = t[T_READY + a], second = t[T_READY + b];
    when = later(when, first + ((flags & T_LATE_A) && first ? 8 : 0));
    when = later(when, second + ((flags & T_LATE_B) && second ? 8 : 0));
    when = later(when, t[T_READY + c]);
    if (flags & T_MARKS) when = later(when, t[T_READY + field]);
    if (t[T_BUFFER]) when = later(when, t[T_RETIRED + (t[T_COUNT] & 7)] + 8);
    when = later(when, t[T_QUEUE_ROOM]);
    return later(when, t[T_COMMANDS + (t[T_VECTORS] & 15)]);
}

SPECIALISED int64_t dispatch(int64_t *t, int64_t flags, int64_t address, int64_t next_address,
                             int64_t field, int64_t when)
{
    const int64_t now = t[T_NOW], cycle = when >> 3, reason = when & 7;
    if (cycle > now) t[T_SLOTS] = t[T_MASK] = t[T_SET_IN_GROUP] = 0;
    t[T_SLOTS] = flags & T_CLOSES ? CORE_SLOTS : t[T_SLOTS] + 1;
    t[T_MASK] |= (int64_t)((flags & T_MARKS) != 0) << field;
    t[T_AFTER] = (flags & (T_CONTROL | T_JUMPS)) | (next_address != address + 4 ? T_JUMPS : 0);
    t[T_NEXT] = next_address;
    t[T_DISPATCHED + (t[T_COUNT] & 7)] = cycle;
    t[T_COUNT]++;
    t[T_NOW] = t[T_BEGAN] = cycle;
    const int64_t passed = cycle - now;
    int64_t memory = 0;
    if (reason == Reason_VECTOR) {
        memory = later(t[T_MEMORY_UNTIL] - now, 0);
        if (memory > passed) memory = passed;
    }
    return (passed - memory) << 32 | memory << 8 | reason << 4 | t[T_MEMORY_REASON];
}

static inline void arrives(int64_t *t, int64_t cycle)
{
    if (cycle > t[T_LAST_VECTOR]) {
        t[T_VECTOR_BEFORE] = t[T_LAST_VECTOR];
        t[T_LAST_VECTOR] = cycle;
    }
}

static inline void retire(int64_t *t, int64_t done)
{
    const int64_t count = t[T_COUNT];
    t[T_RETIRED + ((count - 1) & 7)] = later(t[T_RETIRED + ((count - 2) & 7)], done);
}

static inline void stored(int64_t *t, int64_t address, int64_t done)
{
    int64_t *const place = t + T_STORES + (t[T_STORED]++ & (STORES - 1)) * 2;
    place[0] = address;
    place[1] = done;
}

static inline int64_t seen_stored(const int64_t *t, int64_t address, int64_t cycle, int64_t done)
{
    for (int64_t back = 1; back <= STORES; back++) {
        const int64_t *const place = t + T_STORES + ((t[T_STORED] - back) & (STORES - 1)) * 2;
        if (place[1] <= cycle) break;
        if (place[0] == address && place[1] < done) done = place[1];
    }
    return done;
}

static inline int64_t access(int64_t *t, int64_t cycle)
{
    const int64_t left = later(cycle + 1, t[T_FREE_AT]);
    t[T_QUEUE + (t[T_ACCESSES]++ & 3)] = left;
    return left;
}

static inline void accessed(int64_t *t, int64_t free_at, int64_t reason)
{
    t[T_FREE_AT] = free_at;
    t[T_MEMORY_REASON] = reason;
    t[T_QUEUE_ROOM] = moment(t[T_QUEUE + (t[T_ACCESSES] & 3)] + 1, reason);
}

static inline int64_t bits_of(int64_t value)
{
    return value ? 64 - __builtin_clzll((uint64_t)value) : 0;
}

static inline int64_t float_parts(int64_t bits, int64_t *exponent)
{
    int64_t fraction = bits & 0x7FFFFF;
    *exponent = bits >> 23 & 255;
    if (*exponent) fraction |= 1 << 23;
    const int64_t zeros = __builtin_ctzll((uint64_t)fraction);
    *exponent = later(*exponent, 1) + zeros;
    return fraction >> zeros;
}

static inline int float_special(int64_t bits)
{
    return !(bits & 0x7FFFFFFF) || (bits >> 23 & 255) == 255;
}

static int64_t float_divide_cycles(int64_t a, int64_t b, int64_t root)
{
    if (float_special(a) || (root ? a >> 31 & 1 : float_special(b))) return 3;
    int64_t exponent, lower, odd = float_parts(a, &exponent), result;
    if (root) {
        if (exponent & 1) odd <<= 1;
        result = 0;
        for (int64_t bit = 1 << 13; bit; bit >>= 1)
            if ((result | bit) * (result | bit) <= odd) result |= bit;
        return result * result == odd ? 6 + bits_of(result) / 2 : 19;
    }
    const int64_t divisor = float_parts(b, &lower);
    const int64_t longer = bits_of(odd) - bits_of(divisor);
    const int64_t difference = exponent - lower + longer;
    if (difference < -150 || (difference > 128 && b >> 23 & 255)) return 5;
    result = odd / divisor;
    const int64_t shift = odd << 24 < divisor << (24 + longer);
    return result * divisor == odd ? 6 + (bits_of(result) + shift) / 2 : 19;
}

SPECIALISED int64_t core_timed(int64_t *t, int64_t kind, int64_t flags, int64_t address,
                               int64_t next_address, int64_t field, int64_t a, int64_t b, int64_t c,
                               int64_t target, int64_t value, int64_t divisor, int64_t free)
{
    int64_t when = earliest(t, flags, address, field, a, b, c, free);
    const int paid = !(free & Free_SCALAR);
    if (target >= T_F) when = later(when, t[T_READY + target]);
    if (kind == Kind_MUL) {
        if (paid) when = later(when, moment(t[T_MUL] + 1, Reason_SCALAR));
    } else if (kind == Kind_DIV) {
        if (paid) when = later(when, moment(t[T_DIVIDER], Reason_SCALAR));
    } else if (kind == Kind_FLOAT || kind == Kind_FLOAT_MOVE || kind == Kind_FLOAT_DIV ||
               kind == Kind_CSR) {
        if (paid) when = later(when, moment(t[T_FLOAT], Reason_SCALAR));
    }
    if (kind == Kind_CSR && t[T_BUFFER])
        when = later(when, moment((t[T_RETIRED + ((t[T_COUNT] - 1) & 7)] >> 3) + 1, Reason_DRAIN));
    if (kind == Kind_CSR && value == VXSAT && t[T_VECTORS])
        when = later(when, moment((t[T_LEAVES] >> 2) + 1, Reason_DRAIN));
    if (kind == Kind_PAUSE) when = later(when, moment(t[T_LATEST] + 1, Reason_DRAIN));
    if (kind == Kind_PAUSE || kind == Kind_FLUSH)
        when = later(when, moment(t[T_FREE_AT], Reason_DRAIN));
    int64_t passed = dispatch(t, flags, address, next_address, field, when);
    const int64_t cycle = when >> 3;
    int64_t done = cycle + 1;
    if (kind == Kind_MUL) {
        t[T_MUL] = cycle;
        done = cycle + 2;
    } else if (kind == Kind_DIV) {
        int64_t bits = later(bits_of(value) + 1, 2);
        if (bits > 32 || !divisor) bits = 32;
        done = cycle + 2 + bits;
        t[T_DIVIDER] = done + 1;
    } else if (kind == Kind_FLOAT) {
        done = cycle + t[T_FLOAT_LATENCY];
        t[T_FLOAT] = done;
    } else if (kind == Kind_FLOAT_MOVE) {
        done = cycle + 2;
        t[T_FLOAT] = done;
    } else if (kind == Kind_FLOAT_DIV) {
        done = cycle + value + t[T_FLOAT_LATENCY] - 2;
        t[T_FLOAT] = done;
    } else if (kind == Kind_CSR && value >= VSTART && value <= VXRM) {
        arrives(t, cycle);
    } else if (kind == Kind_PAUSE) {
        passed += (int64_t)HALT << 32;
    }
    if (!paid) done = cycle;
    if (target) t[T_READY + target] = moment(done, Reason_SCALAR);
    done -= target >= T_F && paid;
    if (target) t[T_LATEST] = later(t[T_LATEST], done);
    t[T_DONE] = done;
    retire(t, moment(done, Reason_SCALAR));
    return passed;
}

static int64_t alu_issue(int64_t *t, int64_t flags, int64_t address, int64_t field, int64_t a,
                         int64_t b, int64_t free)
{
    return core_timed(t, Kind_ALU, flags, address, address + 4, field, a, b, 0, field, 0, 0, free);
}

static int64_t branch_issue(int64_t *t, int64_t flags, int64_t address, int64_t next_address,
                            int64_t a, int64_t b, int64_t free)
{
    return core_timed(t, Kind_BRANCH, flags, address, next_address, 0, a, b, 0, 0, 0, 0, free);
}

static int64_t other_issue(int64_t *t, int64_t kind, int64_t flags, int64_t address,
                           int64_t next_address, int64_t field, int64_t a, int64_t b, int64_t c,
                           int64_t target, int64_t value, int64_t divisor, int64_t free)
{
    return core_timed(t, kind, flags, address, next_address, field, a, b, c, target, value, divisor,
                      free);
}

SPECIALISED int64_t core_issue(int64_t *t, int64_t kind, int64_t flags, int64_t address,
                               int64_t next_address, int64_t field, int64_t a, int64_t b, int64_t c,
                               int64_t target, int64_t value, int64_t divisor, int64_t free)
{
    if (kind == Kind_ALU && target == field && next_address == address + 4)
        return alu_issue(t, flags, address, field, a, b, free);
    if (kind == Kind_BRANCH && !target && !field)
        return branch_issue(t, flags, address, next_address, a, b, free);
    return other_issue(t, kind, flags, address, next_address, field, a, b, c, target, value,
                       divisor, free);
}

static int64_t access_issue(int64_t *t, int64_t kind, int64_t flags, int64_t address, int64_t field,
                            int64_t a, int64_t b, int64_t target, int64_t place, int64_t size,
                            int64_t free)
{
    int64_t when = earliest(t, flags, address, field, a, b, 0, free);
    if (target >= T_F || b >= T_F) when = later(when, t[T_READY + T_F + field]);
    const int64_t passed = dispatch(t, flags, address, address + 4, field, when);
    const int64_t cycle = when >> 3;
    const int outside = place >= OUTSIDE && !(free & Free_EXTERNAL);
    const int64_t reason = outside ? Reason_EXTERNAL : Reason_LOAD_STORE;
    const int64_t lines = 1 + ((place & (LINE_BYTES - 1)) + size > LINE_BYTES);
    const int64_t left = access(t, cycle);
    int64_t done;
    if (kind == Kind_LOAD) {
        done = left + 2 + lines * (1 + (outside ? t[T_READ_LATENCY] : 0));
    } else {
        done = left + 1 + lines * (1 + (outside ? EXTERNAL_WRITE : 0));
    }
    int64_t free_at = done + (kind == Kind_LOAD);
    if (free & Free_LOAD_STORE) free_at = done = cycle;
    accessed(t, free_at, reason);
    if (kind == Kind_LOAD && target) {
        t[T_READY + target] = moment(done + (target >= T_F), reason);
        t[T_LATEST] = later(t[T_LATEST], done);
    }
    const int64_t own = done;
    t[T_BEGAN] = left;
    t[T_DONE] = done;
    if (kind == Kind_STORE) {
        done = seen_stored(t, address, cycle, own);
        stored(t, address, own);
    }
    retire(t, moment(done, reason));
    return passed;
}
