/* When vector instructions are dispatched and done; vector_timing.py says what each function
   gives. */
enum {
    DECODE_INSTRUCTIONS = 2, DECODE_UOPS = 6, DISPATCH_UOPS = 3, READ_PORTS = 6, RETIRE_UOPS = 4,
    PLACES = 64
};

static inline int64_t registers_of(int64_t octets)
{
    return octets <= 16 ? 1 : octets <= 32 ? 2 : octets <= 64 ? 4
           : (int64_t)1 << bits_of((octets - 1) >> 4);
}

static inline int64_t decode(int64_t *t, int64_t cycle)
{
    int64_t first = later(cycle + 2, t[T_DECODE]);
    const int full = t[T_DECODED_INSTRUCTIONS] >= DECODE_INSTRUCTIONS || t[T_DECODED_UOPS] >= DECODE_UOPS;
    if (first == t[T_DECODE] && full) first++;
    if (first > t[T_DECODE]) {
        t[T_DECODE] = first;
        t[T_DECODED_INSTRUCTIONS] = t[T_DECODED_UOPS] = 0;
    }
    t[T_DECODED_INSTRUCTIONS]++;
    return first;
}

static inline int64_t decoded(int64_t *t)
{
    const int64_t room = t[T_UOPS + (t[T_UOP_COUNT] & 15)] + 1;
    int64_t cycle = t[T_DECODE] + (t[T_DECODED_UOPS] >= DECODE_UOPS);
    cycle = later(cycle, room);
    if (cycle > t[T_DECODE]) {
        t[T_DECODE] = cycle;
        t[T_DECODED_INSTRUCTIONS] = 1;
        t[T_DECODED_UOPS] = 0;
    }
    t[T_DECODED_UOPS]++;
    return cycle;
}

static inline int64_t send(int64_t *t, int64_t ready, int64_t held, int64_t reads)
{
    int64_t cycle = later(later(decoded(t) + 1, ready), t[T_UOP_AT]);
    cycle = later(cycle, t[T_ROB + (t[T_ROB_COUNT] & 7)]);
    const int64_t now = t[T_UOPS_NOW];
    const int full = now == DISPATCH_UOPS ||
                     (now == DISPATCH_UOPS - 1 && t[T_PORTS] + reads > READ_PORTS);
    if (cycle == t[T_UOP_AT] && full) cycle++;
    if (held && (held & 0xFFFFFFFF) != cycle) cycle = later(cycle, held >> 32);
    if (cycle > t[T_UOP_AT]) {
        t[T_UOP_AT] = cycle;
        t[T_UOPS_NOW] = t[T_PORTS] = 0;
    }
    t[T_UOPS_NOW]++;
    t[T_PORTS] += reads;
    t[T_UOPS + (t[T_UOP_COUNT]++ & 15)] = cycle;
    return cycle;
}

static inline int64_t leave(int64_t *t, int64_t done, int alone)
{
    int64_t cycle = later(done, t[T_RETIRE_AT]);
    if (cycle == t[T_RETIRE_AT] && (alone || t[T_RETIRED_NOW] == RETIRE_UOPS)) cycle++;
    if (cycle > t[T_RETIRE_AT]) {
        t[T_RETIRE_AT] = cycle;
        t[T_RETIRED_NOW] = 0;
    }
    t[T_RETIRED_NOW]++;
    t[T_ROB + (t[T_ROB_COUNT]++ & 7)] = cycle;
    return cycle;
}

static inline int64_t shown(int64_t *t, int64_t address, int64_t cycle, int64_t done,
                            int64_t leaves)
{
    const int64_t own = later(done, t[T_ROB + ((t[T_ROB_COUNT] - 5) & 7)] + 1);
    int64_t *place = t + T_SHOWN + (address >> 2 & (PLACES - 1)) * 3, seen = own;
    if (place[0] == address && place[2] > cycle) {
        const int64_t other = later(place[1], cycle + 1);
        if (other < seen) seen = other;
    }
    place[0] = address;
    place[1] = own;
    place[2] = leaves;
    return seen;
}

static inline int64_t pair_slot(int64_t *when, int64_t now)
{
    int64_t cycle = later(now + 1, when[0]);
    if (cycle == when[0] && when[1] == 2) cycle++;
    if (cycle > when[0]) {
        when[0] = cycle;
        when[1] = 0;
    }
    when[1]++;
    return cycle;
}

static inline int64_t vector_begins(int64_t *t, int64_t flags, int64_t address, int64_t field,
                                    int64_t a, int64_t b, int64_t free, int memory)
{
    const int64_t when = earliest(t, flags, address, field, a, b, 0, free);
    const int64_t cycle = when >> 3, last = t[T_LAST_VECTOR];
    if ((memory || (flags & T_ZERO_START)) && cycle <= last + 1 &&
        (cycle == last + 1 || t[T_VECTOR_BEFORE] == cycle - 1 || t[T_SET_IN_GROUP]))
        return moment(last + 2, Reason_ISSUE);
    return when;
}

static inline void arrives(int64_t *t, int64_t cycle)
{
    if (cycle > t[T_LAST_VECTOR]) {
        t[T_VECTOR_BEFORE] = t[T_LAST_VECTOR];
        t[T_LAST_VECTOR] = cycle;
    }
}

static inline void accepted(int64_t *t, int64_t cycle)
{
    arrives(t, cycle);
    t[T_COMMANDS + (t[T_VECTORS]++ & 15)] = decode(t, cycle);
}

static int64_t vset_issue(int64_t *t, int64_t flags, int64_t address, int64_t field, int64_t a,
                          int64_t b, int64_t free)
{
    const int64_t when = earliest(t, flags, address, field, a, b, 0, free);
    const int64_t passed = dispatch(t, flags, address, address + 4, field, when);
    const int64_t cycle = when >> 3;
    arrives(t, cycle);
    t[T_SET_IN_GROUP] = 1;
    if (field) t[T_READY + field] = moment(cycle + 1, Reason_SCALAR);
    retire(t, moment(cycle + 1, Reason_SCALAR));
    return passed;
}

static inline int64_t lane_of(const uint8_t *bytes, int64_t octets, int is_signed)
{
    if (octets == 1) return is_signed ? (int8_t)bytes[0] : bytes[0];
    if (octets == 2) {
        uint16_t value;
        memcpy(&value, bytes, 2);
        return is_signed ? (int16_t)value : value;
    }
    uint32_t value;
    memcpy(&value, bytes, 4);
    return is_signed ? (int32_t)value : (int64_t)value;
}

static int64_t divide_cycles(int64_t *t, const uint8_t *v, int64_t vs2, const uint8_t *divisors,
                             int64_t sew, int is_signed)
{
    const int64_t kind = (int64_t)is_signed << 8 | sew, octets = sew >> 3;
    const uint8_t *dividends = v + 16 * vs2, *last = (const uint8_t *)(t + T_DIVIDED);
    const int known = t[T_DIVIDED + 4] == kind;
    int64_t most = 0;
    for (int64_t i = 0; i < 16; i += octets) {
        const int64_t a = lane_of(dividends + i, octets, is_signed);
        const int64_t b = lane_of(divisors + i, octets, is_signed);
        const int same = known && !memcmp(last + i, dividends + i, (size_t)octets) &&
                         !memcmp(last + 16 + i, divisors + i, (size_t)octets);
        if (b == 0 || same || (b == -1 && a == -(INT64_C(1) << (sew - 1)))) continue;
        most = later(most, bits_of(a < 0 ? -a : a));
    }
    memcpy(t + T_DIVIDED, dividends, 16);
    memcpy(t + T_DIVIDED + 2, divisors, 16);
    t[T_DIVIDED + 4] = kind;
    return 2 + (most + 2) / 3;
}

static int64_t vector_issue(int64_t *t, const uint8_t *v, int64_t unit, int64_t flags,
                            int64_t address, int64_t field, int64_t a, int64_t shape,
                            int64_t target, int64_t vd, int64_t vs2, int64_t vs1, int64_t vm,
                            int64_t scalar, int64_t vl, int64_t sew, int64_t free)
{
    const int64_t when = vector_begins(t, flags, address, field, a, 0, free, 0);
    const int64_t passed = dispatch(t, flags, address, address + 4, field, when);
    accepted(t, when >> 3);
    const int64_t fixed = shape & 15, octets = vl * sew >> 3;
    const int64_t d_step = shape >> 8 & 15, s2_step = shape >> 12 & 15, s1_step = shape >> 16 & 15;
    const int reads_d = shape >> 20 & 1, reads_2 = shape >> 21 & 1, reads_1 = shape >> 22 & 1;
    const int64_t count =
        fixed ? fixed : registers_of(octets) << ((shape >> 4 & 15) && octets > 8);
    const int64_t reads = reads_d + reads_2 + reads_1;
    const int collects = unit == Unit_COLLECT || unit == Unit_COLLECT_WIDE;
    const int permutes = unit == Unit_PERMUTE || unit == Unit_COMPRESS;
    const int paid = !(free & Free_VECTOR);
    int64_t done = 0, go = 0, leaves = 0;
    for (int64_t k = 0; k < count; k++) {
        /* A step of 15 gives 0 for every k. */
        const int64_t d = (vd + (k >> d_step)) & 31, s2 = (vs2 + (k >> s2_step)) & 31;
        const int64_t s1 = (vs1 + (k >> s1_step)) & 31;
        int64_t ready = 0, held = 0;
        if (reads_2) ready = t[T_VREADY + s2], held = t[T_HELD + s2];
        if (reads_1) ready = later(ready, t[T_VREADY + s1]), held = later(held, t[T_HELD + s1]);
        if (reads_d) ready = later(ready, t[T_VREADY + d]), held = later(held, t[T_HELD + d]);
        if (!vm) ready = later(ready, t[T_VREADY]), held = later(held, t[T_HELD]);
        if ((collects || permutes) && paid)
            ready = later(ready, t[T_PERMUTES + (t[T_PERMUTE_COUNT] & 7)] + 1);
        const int64_t now = send(t, ready, held, reads);
        if (!paid) {
            done = now;
        } else if (unit == Unit_ALU) {
            done = pair_slot(t + T_ALU_AT, now) + 1;
        } else if (unit == Unit_MULTIPLY) {
            done = pair_slot(t + T_MULTIPLY_AT, now) + 2;
        } else if (unit == Unit_COUNT) {
            done = pair_slot(t + T_ALU_AT, now) + 2;
        } else if (unit == Unit_DIVIDE) {
            uint8_t divisors[16];
            if (reads_1)
                memcpy(divisors, v + 16 * s1, 16);
            else
                for (int64_t i = 0; i < 16; i++)
                    divisors[i] = (uint8_t)(scalar >> 8 * (i & ((sew >> 3) - 1)));
            done = later(now + 1, t[T_DIVIDE_AT]) +
                   divide_cycles(t, v, s2, divisors, sew, (flags & T_SIGNED) != 0);
            t[T_DIVIDE_AT] = done;
        } else if (collects) {
            const int64_t popped = later(now + 1, t[T_PERMUTE_AT]) + (unit == Unit_COLLECT_WIDE);
            t[T_PERMUTE_AT] = popped + 1;
            t[T_PERMUTES + (t[T_PERMUTE_COUNT]++ & 7)] = popped;
            done = popped + 2;
            if (k < count - 1) continue;
        } else {
            go = now + 1;
            t[T_PERMUTE_COUNT]++;
            t[T_ROB_COUNT]++;
            continue;
        }
        leaves = leave(t, done, target != 0);
        if (!target) t[T_VREADY + d] = later(t[T_VREADY + d], done);
    }
    if (permutes && paid) {
        go = later(go, t[T_PERMUTE_AT]);
        t[T_PERMUTE_AT] = go + 2 * count - 1;
        t[T_PERMUTE_COUNT] -= count;
        t[T_ROB_COUNT] -= count;
        for (int64_t k = 0; k < count; k++) {
            const int64_t d = (vd + k) & 31;
            done = go + k + 2;
            t[T_PERMUTES + (t[T_PERMUTE_COUNT]++ & 7)] =
                go + k + (unit == Unit_PERMUTE ? count - 1 : 0);
            leaves = leave(t, done, 0);
            t[T_VREADY + d] = later(t[T_VREADY + d], done);
        }
    }
    if (target)
        t[T_READY + field] = field ? moment(leaves, Reason_VECTOR) : 0;
    else
        leaves = shown(t, address, when >> 3, done, leaves);
    retire(t, moment(leaves, Reason_VECTOR));
    t[T_LATEST] = later(t[T_LATEST], t[T_RETIRE_AT]);
    return passed;
}

static int64_t touched_slowly(const uint8_t *v, int64_t place, int64_t stride, int64_t width,
                              int64_t vs2, int64_t index, int64_t first, int64_t count, int64_t vm,
                              int64_t store, int64_t beyond)
{
    /* Sixteen lanes at most: the bytes of every line, and how often each was written. */
    int64_t lines[16 * 4], written[16][16], number = 0;
    for (int64_t i = first; i < first + count; i++) {
        if (!vm && !(v[i >> 3] >> (i & 7) & 1)) continue;
        const int64_t offset = index ? lane_of(v + 16 * vs2 + i * index, index, 0) : i * stride;
        for (int64_t byte = 0; byte < width; byte++) {
            const int64_t where = (place + offset + byte) & 0xFFFFFFFF;
            int64_t at = 0;
            while (at < number && lines[at] != where >> 4) at++;
            if (at == number) {
                lines[number++] = where >> 4;
                memset(written[at], 0, sizeof written[at]);
            }
            written[at][where & 15]++;
        }
    }
    int64_t total = 0;
    for (int64_t at = 0; at < number; at++) {
        int64_t most = 1;
        for (int64_t byte = 0; store && byte < 16; byte++) most = later(most, written[at][byte]);
        total += most * (1 + (lines[at] << 4 >= OUTSIDE ? beyond : 0));
    }
    return total;
}

static int64_t touched(const uint8_t *v, int64_t place, int64_t stride, int64_t width, int64_t vs2,
                       int64_t index, int64_t first, int64_t count, int64_t vm, int64_t store,
                       int64_t beyond)
{
    if (vm && !index && stride == width && count) {
        const int64_t start = (place + first * width) & 0xFFFFFFFF;
        const int64_t lines = ((start & 15) + count * width + 15) >> 4;
        return lines * (1 + (start >= OUTSIDE ? beyond : 0));
    }
    return touched_slowly(v, place, stride, width, vs2, index, first, count, vm, store, beyond);
}

static int64_t vaccess_issue(int64_t *t, const uint8_t *v, int64_t kind, int64_t flags,
                             int64_t address, int64_t field, int64_t a, int64_t b, int64_t vd,
                             int64_t vs2, int64_t vm, int64_t place, int64_t stride, int64_t fields,
                             int64_t width, int64_t index, int64_t vl, int64_t free)
{
    const int64_t when = vector_begins(t, flags, address, field, a, b, free, 1);
    const int64_t passed = dispatch(t, flags, address, address + 4, field, when);
    accepted(t, when >> 3);
    const int store = kind == Kind_STORE, outside = place >= OUTSIDE && !(free & Free_EXTERNAL);
    const int paid = !(free & Free_LOAD_STORE);
    const int64_t reason = outside ? Reason_EXTERNAL : Reason_LOAD_STORE;
    const int64_t each = store ? EXTERNAL_WRITE : t[T_READ_LATENCY];
    const int64_t beyond = free & Free_EXTERNAL ? 0 : each;
    const int64_t group = registers_of(vl * width), lanes = 16 / width;
    int64_t parts = 1, until = access(t, when >> 3), leaves = 0, done = 0, stored = 0;
    if (index > width && vl * index > 16) {
        parts = registers_of(vl * index);
        if (parts > index / width) parts = index / width;
    }
    for (int64_t k = 0; k < group; k++) {
        for (int64_t f = 0; f < fields; f++) {
            const int64_t target = (vd + f * group + k) & 31;
            int64_t now = 0;
            for (int64_t part = 0; part < parts; part++) {
                int64_t ready = 0, held = 0;
                if (!vm) ready = t[T_VREADY], held = t[T_HELD];
                if (store)
                    ready = later(ready, t[T_VREADY + target]), held = later(held, t[T_HELD + target]);
                if (index) {
                    const int64_t step = index >= width ? k * parts + part : k * index / width;
                    const int64_t source = (vs2 + step) & 31;
                    ready = later(ready, t[T_VREADY + source]);
                    held = later(held, t[T_HELD + source]);
                }
                now = send(t, ready, held, store + (index > 0));
                until = later(until, now) + 1;
            }
            const int64_t first = k * lanes, left = vl - first;
            const int64_t cycles =
                touched(v, place + f * width, stride, width, vs2, index, first,
                        left < 0 ? 0 : left < lanes ? left : lanes, vm, store, beyond);
            until += cycles + 1 + (!store && cycles > 0);
            if (!paid) until = now - 2;
            done = until + 2;
            if (!stored) stored = until;
            leaves = leave(t, done, 0);
            if (store)
                t[T_HELD + target] = (leaves + 1) << 32 | now;
            else
                t[T_VREADY + target] = later(t[T_VREADY + target], done);
        }
    }
    t[T_FREE_AT] = paid ? until + 1 : when >> 3;
    t[T_MEMORY_REASON] = reason;
    t[T_MEMORY_UNTIL] = until;
    const int64_t finished = store ? stored + 1 : shown(t, address, when >> 3, done, leaves);
    retire(t, moment(finished, reason));
    t[T_LATEST] = later(t[T_LATEST], leaves);
    return passed;
}
