/* When vector instructions are dispatched and done; vector_timing.py says what each function
   gives. */
enum {
    DECODE_INSTRUCTIONS = 2, DECODE_UOPS = 6, DISPATCH_UOPS = 3, READ_PORTS = 6, RETIRE_UOPS = 4,
    PLACES = 64, REMEMBERED = 4
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

/* What the uops of an instruction change, in registers of the host. */
struct queues {
    int64_t decode, decoded, uop_at, uops_now, ports, uops, rob, leaves;
};

SPECIALISED struct queues opened(const int64_t *t)
{
    return (struct queues){t[T_DECODE], t[T_DECODED_UOPS], t[T_UOP_AT], t[T_UOPS_NOW], t[T_PORTS],
                           t[T_UOP_COUNT], t[T_ROB_COUNT], t[T_LEAVES]};
}

SPECIALISED void closed(int64_t *t, struct queues q)
{
    t[T_DECODE] = q.decode, t[T_DECODED_UOPS] = q.decoded, t[T_UOP_AT] = q.uop_at;
    t[T_UOPS_NOW] = q.uops_now, t[T_PORTS] = q.ports, t[T_UOP_COUNT] = q.uops;
    t[T_ROB_COUNT] = q.rob, t[T_LEAVES] = q.leaves;
}

SPECIALISED int64_t send(int64_t *t, struct queues *q, int64_t ready, int64_t held, int64_t reads)
{
    int64_t *const uop = t + T_UOPS + (q->uops & 15);
    const int64_t decode = later(q->decode + (q->decoded >= DECODE_UOPS), *uop + 1);
    if (decode > q->decode) {
        q->decode = decode;
        q->decoded = 0;
        t[T_DECODED_INSTRUCTIONS] = 1;
    }
    q->decoded++;
    int64_t cycle = later(later(decode + 1, ready), t[T_ROB + (q->rob & 7)]);
    if (cycle <= q->uop_at) {
        const int full = q->uops_now == DISPATCH_UOPS ||
                         (q->uops_now == DISPATCH_UOPS - 1 && q->ports + reads > READ_PORTS);
        cycle = q->uop_at + full;
    }
    if (held && (held & 0xFFFFFFFF) != cycle) cycle = later(cycle, held >> 32);
    if (cycle > q->uop_at) {
        q->uop_at = cycle;
        q->uops_now = q->ports = 0;
    }
    q->uops_now++;
    q->ports += reads;
    q->uops++;
    *uop = cycle;
    return cycle;
}

SPECIALISED int64_t leave(int64_t *t, struct queues *q, int64_t done, int alone)
{
    const int64_t next = (alone ? q->leaves | (RETIRE_UOPS - 1) : q->leaves) + 1;
    q->leaves = later(RETIRE_UOPS * done, next);
    return t[T_ROB + (q->rob++ & 7)] = (uint64_t)q->leaves / RETIRE_UOPS;
}

static inline int64_t shown(int64_t *t, int64_t address, int64_t cycle, int64_t done,
                            int64_t leaves)
{
    const int64_t own = later(done, t[T_ROB + ((t[T_ROB_COUNT] - 5) & 7)] + 1);
    int64_t *const place = t + T_SHOWN + (address >> 2 & (PLACES - 1)) * (1 + 2 * REMEMBERED);
    int64_t *const pairs = place + 1;
    int64_t seen = own;
    if (place[0] != address) {
        place[0] = address;
        memset(pairs, 0, 2 * REMEMBERED * sizeof *pairs);
    }
    for (int64_t k = 0; k < REMEMBERED && pairs[2 * k + 1] > cycle; k++) {
        const int64_t other = later(pairs[2 * k], cycle + 1);
        if (other < seen) seen = other;
    }
    memmove(pairs + 2, pairs, 2 * (REMEMBERED - 1) * sizeof *pairs);
    pairs[0] = own;
    pairs[1] = leaves;
    return seen;
}

static inline int64_t pair_slot(int64_t *newest, int64_t now)
{
    return (*newest = later(2 * (now + 1), *newest + 1)) >> 1;
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

static inline void accepted(int64_t *t, int64_t cycle)
{
    arrives(t, cycle);
    t[T_COMMANDS + (t[T_VECTORS]++ & 15)] = moment(decode(t, cycle) + 1, Reason_VECTOR);
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
    t[T_DONE] = cycle + 1;
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

static inline int64_t selected_lanes(const uint8_t *mask, int64_t first, int64_t lanes, int64_t vl)
{
    int64_t number = 0;
    for (int64_t i = first; i < first + lanes && i < vl; i++) number += mask[i >> 3] >> (i & 7) & 1;
    return number;
}

SPECIALISED int64_t vector_timed(int64_t *t, const uint8_t *v, int64_t unit, int64_t flags,
                                 int64_t shape, int64_t address, int64_t field, int64_t a,
                                 int64_t vs2, int64_t vs1, int64_t vm, int64_t scalar, int64_t vl,
                                 int64_t sew, int64_t free)
{
    const int64_t when = vector_begins(t, flags, address, field, a, 0, free, 0);
    const int64_t passed = dispatch(t, flags, address, address + 4, field, when);
    accepted(t, when >> 3);
    const int64_t fixed = shape & 15, octets = vl * sew >> 3;
    const int64_t d_step = shape >> 8 & 15, s2_step = shape >> 12 & 15, s1_step = shape >> 16 & 15;
    const int reads_d = shape >> 20 & 1, reads_2 = shape >> 21 & 1, reads_1 = shape >> 22 & 1;
    const int64_t count =
        fixed ? fixed : registers_of(octets) << ((shape >> 4 & 15) && octets > 8);
    const int64_t target = shape >> 23 & 1;
    const int collects = unit == Unit_COLLECT || unit == Unit_COLLECT_WIDE;
    const int permutes = unit == Unit_PERMUTE || unit == Unit_COMPRESS;
    const int paid = !(free & Free_VECTOR);
    const int64_t lanes = 128 / sew;
    int64_t done = 0, go = 0, leaves = 0, full = 0, selected = 0, ends[8];
    struct queues q = opened(t);
    for (int64_t k = 0; k < count; k++) {
        /* A step of 15 gives 0 for every k. */
        const int64_t d = (field + (k >> d_step)) & 31, s2 = (vs2 + (k >> s2_step)) & 31;
        const int64_t s1 = (vs1 + (k >> s1_step)) & 31;
        int read_d = reads_d, read_1 = reads_1;
        if (unit == Unit_ALU && vm && (shape >> 27 & 1)) read_d = 0;
        if (unit == Unit_COMPRESS && k) read_1 = 0;
        const int64_t ports = read_d + reads_2 + read_1;
        if (collects && k < count - 1) {
            read_d &= !(shape >> 24 & 1);
            read_1 &= !(shape >> 25 & 1);
        }
        int64_t ready = 0, held = 0;
        if (reads_2) ready = t[T_VREADY + s2];
        if (read_1) ready = later(ready, t[T_VREADY + s1]);
        if (read_d) ready = later(ready, t[T_VREADY + d]);
        if (!vm) ready = later(ready, t[T_VREADY]);
        if (__builtin_expect(t[T_HELD_UNTIL] > q.uop_at, 0)) {
            if (reads_2) held = t[T_HELD + s2];
            if (read_1) held = later(held, t[T_HELD + s1]);
            if (read_d) held = later(held, t[T_HELD + d]);
            if (!vm) held = later(held, t[T_HELD]);
        }
        if ((collects || permutes) && paid)
            ready = later(ready, t[T_PERMUTES + (t[T_PERMUTE_COUNT] & 7)] + 1);
        const int64_t now = send(t, &q, ready, held, ports);
        if (!k) t[T_BEGAN] = now;
        if (!paid) {
            done = now;
        } else if (unit == Unit_ALU) {
            done = pair_slot(t + T_ALU_SLOT, now) + 1;
        } else if (unit == Unit_MULTIPLY) {
            done = pair_slot(t + T_MULTIPLY_SLOT, now) + 2;
        } else if (unit == Unit_COUNT) {
            done = pair_slot(t + T_ALU_SLOT, now) + 2;
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
            int64_t popped = later(now + 1, t[T_PERMUTE_AT]);
            if (unit == Unit_COLLECT_WIDE) popped += 1 - ((popped - later(now + 1, t[T_HEAD_AT])) & 1);
            t[T_PERMUTE_AT] = t[T_HEAD_AT] = popped + 1;
            t[T_COMPRESS_AT] = popped + 2;
            t[T_PERMUTES + (t[T_PERMUTE_COUNT]++ & 7)] = popped;
            done = popped + 2;
            if (k < count - 1) continue;
        } else {
            go = unit == Unit_COMPRESS ? later(now + 1, k ? go + 1 : t[T_COMPRESS_AT]) : now + 1;
            if (unit == Unit_COMPRESS) {
                t[T_PERMUTES + (t[T_PERMUTE_COUNT] & 7)] = go;
                selected += selected_lanes(v + 16 * vs1, k * lanes, lanes, vl);
                if (selected >= lanes * (full + 1) && k < count - 1) ends[full++] = go + 2;
            }
            t[T_PERMUTE_COUNT]++;
            q.rob++;
            continue;
        }
        leaves = leave(t, &q, done, target != 0);
        if (!target) t[T_VREADY + d] = later(t[T_VREADY + d], done);
    }
    if (unit == Unit_COMPRESS && paid) {
        q.rob -= count;
        for (int64_t k = 0; k < count; k++) {
            const int64_t d = (field + k) & 31;
            done = k < full ? ends[k] : go + 2 + k - full;
            leaves = leave(t, &q, done, 0);
            t[T_VREADY + d] = later(t[T_VREADY + d], done);
        }
        t[T_PERMUTE_AT] = done;
        t[T_HEAD_AT] = go + 1;
        t[T_COMPRESS_AT] = done - 1;
    } else if (permutes && paid) {
        go = later(go, t[T_PERMUTE_AT]);
        t[T_PERMUTE_AT] = t[T_HEAD_AT] = go + 2 * count - 1;
        t[T_COMPRESS_AT] = go + 2 * count;
        t[T_PERMUTE_COUNT] -= count;
        q.rob -= count;
        for (int64_t k = 0; k < count; k++) {
            const int64_t d = (field + k) & 31;
            done = go + k + 2;
            t[T_PERMUTES + (t[T_PERMUTE_COUNT]++ & 7)] =
                go + k + count - 1;
            leaves = leave(t, &q, done, 0);
            t[T_VREADY + d] = later(t[T_VREADY + d], done);
        }
    }
    closed(t, q);
    t[T_DONE] = done;
    if (target)
        t[T_READY + field] = field ? moment(leaves, Reason_VECTOR) : 0;
    else
        leaves = shown(t, address, when >> 3, done, leaves);
    retire(t, moment(leaves, Reason_VECTOR));
    t[T_LATEST] = later(t[T_LATEST], (uint64_t)q.leaves / RETIRE_UOPS);
    return passed;
}

/* One function for every unit; what most instructions are has a body of its own. */
#define VECTOR_ISSUE(name, unit)                                                                  \
    static int64_t name(int64_t *t, const uint8_t *v, int64_t flags, int64_t shape,               \
                        int64_t address, int64_t field, int64_t a, int64_t vs2, int64_t vs1,      \
                        int64_t vm, int64_t scalar, int64_t vl, int64_t sew, int64_t free)        \
    {                                                                                             \
        return vm & !free ? vector_timed(t, v, unit, flags, shape, address, field, a, vs2, vs1,   \
                                         1, scalar, vl, sew, 0)                                   \
                          : vector_timed(t, v, unit, flags, shape, address, field, a, vs2, vs1,   \
                                         vm, scalar, vl, sew, free);                              \
    }
VECTOR_ISSUE(valu_issue, Unit_ALU)
VECTOR_ISSUE(vmultiply_issue, Unit_MULTIPLY)
VECTOR_ISSUE(vcollect_issue, Unit_COLLECT)
VECTOR_ISSUE(vcollect_wide_issue, Unit_COLLECT_WIDE)
VECTOR_ISSUE(vpermute_issue, Unit_PERMUTE)
VECTOR_ISSUE(vdivide_issue, Unit_DIVIDE)
VECTOR_ISSUE(vcount_issue, Unit_COUNT)
VECTOR_ISSUE(vcompress_issue, Unit_COMPRESS)

SPECIALISED int64_t vector_issue(int64_t *t, const uint8_t *v, int64_t unit, int64_t flags,
                                 int64_t shape, int64_t address, int64_t field, int64_t a,
                                 int64_t vs2, int64_t vs1, int64_t vm, int64_t scalar, int64_t vl,
                                 int64_t sew, int64_t free)
{
#define ISSUE(name) name(t, v, flags, shape, address, field, a, vs2, vs1, vm, scalar, vl, sew, free)
    switch (unit) {
    case Unit_ALU: return ISSUE(valu_issue);
    case Unit_MULTIPLY: return ISSUE(vmultiply_issue);
    case Unit_COLLECT: return ISSUE(vcollect_issue);
    case Unit_COLLECT_WIDE: return ISSUE(vcollect_wide_issue);
    case Unit_PERMUTE: return ISSUE(vpermute_issue);
    case Unit_DIVIDE: return ISSUE(vdivide_issue);
    case Unit_COUNT: return ISSUE(vcount_issue);
    default: return ISSUE(vcompress_issue);
    }
}

/* An element of a group of indices; 0 beyond the last register, where no legal group reaches. */
static inline int64_t index_of(const uint8_t *v, int64_t vs2, int64_t i, int64_t index)
{
    const int64_t place = 16 * vs2 + i * index;
    return place < 16 * 32 ? lane_of(v + place, index, 0) : 0;
}

static int64_t touched_slowly(const uint8_t *v, int64_t place, int64_t stride, int64_t width,
                              int64_t vs2, int64_t index, int64_t first, int64_t count, int64_t vm,
                              int64_t store, int64_t beyond)
{
    /* Sixteen lanes at most: the bytes of every line, and how often each was written. */
    int64_t lines[16 * 4], written[16][16], number = 0;
    for (int64_t i = first; i < first + count; i++) {
        if (!vm && !(v[i >> 3] >> (i & 7) & 1)) continue;
        const int64_t offset = index ? index_of(v, vs2, i, index) : i * stride;
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

SPECIALISED int64_t vaccess_timed(int64_t *t, const uint8_t *v, int64_t kind, int64_t flags,
                                  int64_t address, int64_t field, int64_t a, int64_t b, int64_t vs2,
                                  int64_t vm, int64_t place, int64_t stride, int64_t fields,
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
    const int64_t group = registers_of(vl * width), lanes = 16 >> (width >> 1);
    int64_t parts = 1, until = access(t, when >> 3), leaves = 0, done = 0, finished = 0;
    t[T_BEGAN] = until;
    if (index > width && vl * index > 16) {
        parts = registers_of(vl * index);
        if (parts > index / width) parts = index / width;
    }
    struct queues q = opened(t);
    for (int64_t k = 0; k < group; k++) {
        for (int64_t f = 0; f < fields; f++) {
            const int64_t target = (field + f * group + k) & 31;
            int64_t now = 0;
            for (int64_t part = 0; part < parts; part++) {
                const int64_t step = index >= width ? k * parts + part : k * index / width;
                const int64_t source = (vs2 + step) & 31;
                int64_t ready = 0, held = 0;
                if (!vm) ready = t[T_VREADY];
                if (store) ready = later(ready, t[T_VREADY + target]);
                if (index) ready = later(ready, t[T_VREADY + source]);
                if (t[T_HELD_UNTIL] > q.uop_at) {
                    if (!vm) held = t[T_HELD];
                    if (store) held = later(held, t[T_HELD + target]);
                    if (index) held = later(held, t[T_HELD + source]);
                }
                now = send(t, &q, ready, held, store + (index > 0));
                until = later(until, now) + 1;
            }
            const int64_t first = k * lanes, left = vl - first;
            const int64_t cycles =
                touched(v, place + f * width, stride, width, vs2, index, first,
                        left < 0 ? 0 : left < lanes ? left : lanes, vm, store, beyond);
            until += cycles + 1 + (!store && cycles > 0);
            if (!paid) until = now - 2;
            done = until + 2;
            if (store) {
                if (!finished) finished = seen_stored(t, address, when >> 3, until + 1);
                stored(t, address, until + 1);
            }
            leaves = leave(t, &q, done, 0);
            if (store)
                t[T_HELD + target] = (leaves + 1) << 32 | now, t[T_HELD_UNTIL] = leaves + 1;
            else
                t[T_VREADY + target] = later(t[T_VREADY + target], done);
        }
    }
    closed(t, q);
    accessed(t, paid ? until + 1 : when >> 3, reason);
    t[T_MEMORY_UNTIL] = until;
    t[T_DONE] = done;
    if (!store) finished = shown(t, address, when >> 3, done, leaves);
    retire(t, moment(finished, reason));
    t[T_LATEST] = later(t[T_LATEST], leaves);
    return passed;
}

/* Plain vectors from and to memory have bodies of their own. */
#define VACCESS_ISSUE(name, kind)                                                                 \
    static int64_t name(int64_t *t, const uint8_t *v, int64_t flags, int64_t address,             \
                        int64_t field, int64_t a, int64_t b, int64_t place, int64_t stride,       \
                        int64_t width, int64_t vl)                                                \
    {                                                                                             \
        return vaccess_timed(t, v, kind, flags, address, field, a, b, 0, 1, place, stride, 1,     \
                             width, 0, vl, 0);                                                    \
    }
VACCESS_ISSUE(vload_issue, Kind_LOAD)
VACCESS_ISSUE(vstore_issue, Kind_STORE)

static int64_t vother_issue(int64_t *t, const uint8_t *v, int64_t kind, int64_t flags,
                            int64_t address, int64_t field, int64_t a, int64_t b, int64_t vs2,
                            int64_t vm, int64_t place, int64_t stride, int64_t fields,
                            int64_t width, int64_t index, int64_t vl, int64_t free)
{
    return vaccess_timed(t, v, kind, flags, address, field, a, b, vs2, vm, place, stride, fields,
                         width, index, vl, free);
}

SPECIALISED int64_t vaccess_issue(int64_t *t, const uint8_t *v, int64_t kind, int64_t flags,
                                  int64_t address, int64_t field, int64_t a, int64_t b, int64_t vs2,
                                  int64_t vm, int64_t place, int64_t stride, int64_t fields,
                                  int64_t width, int64_t index, int64_t vl, int64_t free)
{
    if (vm & (fields == 1) & !index & !free)
        return (kind == Kind_STORE ? vstore_issue : vload_issue)(t, v, flags, address, field, a, b,
                                                                 place, stride, width, vl);
    return vother_issue(t, v, kind, flags, address, field, a, b, vs2, vm, place, stride, fields,
                        width, index, vl, free);
}
