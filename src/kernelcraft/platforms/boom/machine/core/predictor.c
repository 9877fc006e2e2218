/* The branch predictors of a packet; predictor.py says what each function gives. */
static const int64_t TAGE_ROWS[T_TABLES] = {128, 128, 256, 256, 128, 128};
static const int64_t TAGE_HISTORY[T_TABLES] = {2, 4, 8, 16, 32, 64};
static const int64_t TAGE_TAG[T_TABLES] = {7, 7, 8, 8, 9, 9};
static const int64_t TAGE_WIDTH[T_TABLES] = {7, 7, 8, 8, 7, 7};
enum { STRONG = 7, ALLOCATED = 1 << 5, CONFIDENT = 7 };

static inline int64_t shifted(int64_t x)
{
    return x >> 1 | ((x ^ x >> 2 ^ x >> 3 ^ x >> 5) & 1) << 15;
}

static inline int64_t drawn(int64_t *t)
{
    return t[T_RANDOM] = shifted(t[T_RANDOM]);
}

static int64_t folded(int64_t history, int64_t length, int64_t bits)
{
    uint64_t rest = (uint64_t)history;
    if (length < 64) rest &= (UINT64_C(1) << length) - 1;
    uint64_t result = 0;
    for (; rest; rest >>= bits) result ^= rest & ((UINT64_C(1) << bits) - 1);
    return (int64_t)result;
}

/* Rows of the predictors come in two banks where a packet has two. */
static inline int64_t bank_of(const int64_t *t, int64_t chunk)
{
    return t[P_BANKS] > 1 ? chunk & 1 : 0;
}

static inline int64_t row_of(const int64_t *t, int64_t chunk)
{
    return t[P_BANKS] > 1 ? chunk >> 1 : chunk;
}

static void look_up(int64_t *t)
{
    if (t[T_LOOKED]) return;
    const int64_t row = row_of(t, t[T_CHUNK]), history = t[T_HISTORY];
    for (int64_t i = 0; i < T_TABLES; i++) {
        const int64_t index = folded(history, TAGE_HISTORY[i], TAGE_WIDTH[i]);
        const int64_t tag = folded(history, TAGE_HISTORY[i], TAGE_TAG[i]);
        t[T_HASHED + 2 * i] = (row ^ index) & (TAGE_ROWS[i] - 1);
        t[T_HASHED + 2 * i + 1] = ((row >> TAGE_WIDTH[i]) ^ tag) & ((1 << TAGE_TAG[i]) - 1);
    }
    t[T_LOOKED] = 1;
}

/* A key: address of the bank, two bits of a counter, whether it is a conditional branch. */
static inline int64_t micro_entry(const int64_t *t, int64_t chunk, int64_t way, int64_t slot)
{
    return T_MICRO_AT + 2 * ((bank_of(t, chunk) * T_MICRO_WAYS + way) * T_SLOTS + slot);
}

static int64_t micro_way(const int64_t *t, int64_t chunk, int64_t slot)
{
    for (int64_t way = 0; way < T_MICRO_WAYS; way++)
        if (t[micro_entry(t, chunk, way, slot)] >> 3 == chunk + 1) return way;
    return -1;
}

static int64_t micro_row_way(const int64_t *t, int64_t chunk)
{
    for (int64_t way = 0; way < T_MICRO_WAYS; way++)
        for (int64_t slot = 0; slot < T_SLOTS; slot++)
            if (t[micro_entry(t, chunk, way, slot)] >> 3 == chunk + 1) return way;
    return -1;
}

static inline int64_t btb_entry(const int64_t *t, int64_t chunk, int64_t way, int64_t slot)
{
    const int64_t set = (row_of(t, chunk) & (T_BTB_SETS - 1)) + bank_of(t, chunk) * T_BTB_SETS;
    return T_BTB_AT + 2 * ((set * T_BTB_WAYS + way) * T_SLOTS + slot);
}

static int64_t btb_way(const int64_t *t, int64_t chunk, int64_t slot)
{
    for (int64_t way = 0; way < T_BTB_WAYS; way++)
        if (t[btb_entry(t, chunk, way, slot)] >> 3 == chunk + 1) return way;
    return -1;
}

static int64_t btb_row_way(const int64_t *t, int64_t chunk)
{
    for (int64_t way = 0; way < T_BTB_WAYS; way++)
        for (int64_t slot = 0; slot < T_SLOTS; slot++)
            if (t[btb_entry(t, chunk, way, slot)] >> 3 == chunk + 1) return way;
    return -1;
}

static inline int64_t bim_row(const int64_t *t, int64_t chunk)
{
    return T_BIM_AT + (row_of(t, chunk) & (T_BIM_SETS - 1)) + bank_of(t, chunk) * T_BIM_SETS;
}

static inline int64_t stepped(int64_t counter, int64_t up, int64_t most)
{
    return up ? counter + (counter < most) : counter - (counter > 0);
}

static inline int64_t tage_entry(const int64_t *t, int64_t table, int64_t slot)
{
    const int64_t bank = bank_of(t, t[T_CHUNK]);
    return T_TAGE_AT + ((table * 2 + bank) * 256 + t[T_HASHED + 2 * table]) * T_SLOTS + slot;
}

static inline int64_t tage_hit(const int64_t *t, int64_t table, int64_t slot)
{
    const int64_t word = t[tage_entry(t, table, slot)];
    return (word & ALLOCATED) && word >> 6 == t[T_HASHED + 2 * table + 1];
}

/* taken | provided << 1 | provider << 2 | differs << 5 */
static int64_t tage_predicted(int64_t *t, int64_t slot, int64_t base)
{
    int64_t taken = base, other = base, alternative = base, provided = 0, provider = 0;
    look_up(t);
    for (int64_t i = 0; i < T_TABLES; i++) {
        if (!tage_hit(t, i, slot)) continue;
        const int64_t counter = t[tage_entry(t, i, slot)] >> 2 & 7;
        taken = counter == 3 || counter == 4 ? alternative : counter >> 2;
        other = alternative;
        alternative = counter >> 2;
        provided = 1;
        provider = i;
    }
    return taken | provided << 1 | provider << 2 | (int64_t)(other != taken) << 5;
}

static void tage_learn(int64_t *t, int64_t slot, int64_t found, int64_t taken, int64_t wrong)
{
    const int64_t provided = found >> 1 & 1, provider = found >> 2 & 7, differs = found >> 5 & 1;
    int64_t first = -1, chosen = -1;
    const int64_t random = wrong ? drawn(t) : 0;
    if (wrong)
        for (int64_t i = provided ? provider + 1 : 0; i < T_TABLES; i++) {
            if (tage_hit(t, i, slot) || (t[tage_entry(t, i, slot)] & 3)) continue;
            if (first < 0) first = i;
            if (chosen < 0 && (random >> i & 1)) chosen = i;
        }
    if (provided) {
        int64_t *word = t + tage_entry(t, provider, slot);
        const int64_t useful = differs ? stepped(*word & 3, !wrong, 3) : *word & 3;
        *word = (*word & ~INT64_C(31)) | stepped(*word >> 2 & 7, taken, STRONG) << 2 | useful;
    }
    if (!wrong) return;
    if (first >= 0) {
        const int64_t table = chosen >= 0 ? chosen : first;
        t[tage_entry(t, table, slot)] =
            t[T_HASHED + 2 * table + 1] << 6 | ALLOCATED | (taken ? 4 : 3) << 2;
    } else if (provided) {
        for (int64_t i = provider + 1; i < T_TABLES; i++) t[tage_entry(t, i, slot)] &= ~INT64_C(3);
    }
}

static inline int64_t loop_entry(const int64_t *t, int64_t chunk, int64_t slot)
{
    const int64_t set = (row_of(t, chunk) & (T_LOOP_SETS - 1)) + bank_of(t, chunk) * T_LOOP_SETS;
    return T_LOOPS_AT + 5 * (set * T_SLOTS + slot);
}

/* Whether the loop predictor turns the prediction round; counts the branch if `known`. */
static int64_t loop_turns(int64_t *t, int64_t chunk, int64_t slot, int64_t known)
{
    int64_t *e = t + loop_entry(t, chunk, slot);
    if (e[0] != (row_of(t, chunk) >> 4 & 1023)) return 0;
    const int64_t turns = e[4] == e[3] && e[1] == CONFIDENT;
    if (known) {
        e[2] = turns ? 7 : stepped(e[2], 1, 7);
        e[4] = turns ? 0 : (e[4] + 1) & 1023;
    }
    return turns;
}

static void loop_learn(int64_t *t, int64_t chunk, int64_t slot, int64_t count)
{
    int64_t *e = t + loop_entry(t, chunk, slot);
    const int64_t tag = row_of(t, chunk) >> 4 & 1023;
    const int64_t same = e[0] == tag, equal = e[3] == count;
    if (e[1] == CONFIDENT) {
        if (same) e[1] = e[4] = 0;
    } else if (same && equal) {
        if (!e[1]) e[2] = 7;
        e[1]++;
        e[4] = 0;
    } else if (same) {
        if (!e[1]) e[2] = 7;
        e[1] = 0;
        e[4] = 0;
        e[3] = count;
    } else if (e[1] && e[2]) {
        e[2]--;
    } else {
        if (!e[1]) e[2] = 7;
        e[0] = tag;
        e[1] = 1;
        e[4] = 0;
        e[3] = count;
    }
}

static void micro_learn(int64_t *t, int64_t chunk, int64_t slot, int64_t branch, int64_t taken,
                        int64_t target)
{
    const int64_t hit = micro_way(t, chunk, slot);
    int64_t way = hit >= 0 ? hit : micro_row_way(t, chunk);
    if (way < 0) way = drawn(t) & (T_MICRO_WAYS - 1);
    int64_t *word = t + micro_entry(t, chunk, way, slot);
    const int64_t counter = hit >= 0 ? stepped(*word >> 1 & 3, taken, 3) : taken ? 3 : 0;
    word[0] = (chunk + 1) << 3 | counter << 1 | branch;
    if (taken) word[1] = target;
}

/* The way that the next entry of a set replaces: the parity of all tags. */
static int64_t btb_victim(const int64_t *t, int64_t chunk)
{
    uint64_t all = (uint64_t)(row_of(t, chunk) / T_BTB_SETS);
    for (int64_t way = 0; way < T_BTB_WAYS; way++)
        for (int64_t slot = 0; slot < T_SLOTS; slot++) {
            const int64_t key = t[btb_entry(t, chunk, way, slot)] >> 3;
            if (key) all ^= (uint64_t)(row_of(t, key - 1) / T_BTB_SETS);
        }
    return __builtin_parityll(all);
}

static void btb_learn(int64_t *t, int64_t chunk, int64_t slot, int64_t branch, int64_t taken,
                      int64_t target)
{
    int64_t way = btb_row_way(t, chunk);
    if (way < 0) way = btb_victim(t, chunk);
    int64_t *word = t + btb_entry(t, chunk, way, slot);
    word[0] = (chunk + 1) << 3 | branch;
    if (taken) word[1] = target;
}

int64_t foretold(int64_t *t, int64_t address, int64_t kind, int64_t returns, int64_t calls,
                 int64_t after, int64_t next)
{
    const int64_t chunk = t[T_CHUNK], branch = kind == Kind_BRANCH, taken = next != after;
    const int64_t slot = address >> 3 == chunk ? address >> 1 & 3 : 0;
    const int64_t micro = micro_way(t, chunk, slot), btb = btb_way(t, chunk, slot);
    int64_t target = 0, known_branch = 0;
    if (micro >= 0) { /* what the micro-BTB says in the first stage */
        const int64_t *word = t + micro_entry(t, chunk, micro, slot);
        known_branch = *word & 1;
        target = word[1];
        if (known_branch && !(*word >> 2 & 1)) {
            t[T_SEEN_1] |= !t[T_NEXT_1];
        } else if (!t[T_NEXT_1]) {
            t[T_NEXT_1] = target;
            t[T_TAKEN_1] = known_branch;
        }
    }
    if (btb >= 0) { /* the BTB in the second, with the counters of the BIM */
        const int64_t *word = t + btb_entry(t, chunk, btb, slot);
        known_branch = *word & 1;
        target = word[1];
    }
    int64_t *bim = t + bim_row(t, chunk);
    const int64_t base = *bim >> 2 * slot & 3, known = micro >= 0 || btb >= 0;
    if (known && known_branch && !(base >> 1)) {
        t[T_SEEN_2] |= !t[T_NEXT_2];
    } else if (known && !t[T_NEXT_2]) {
        t[T_NEXT_2] = target;
        t[T_TAKEN_2] = known_branch;
    }
    int64_t wrong;
    if (branch) { /* TAGE and the loop predictor in the third */
        const int64_t found = tage_predicted(t, slot, base >> 1);
        const int64_t count = t[loop_entry(t, chunk, slot) + 4];
        const int64_t turns = loop_turns(t, chunk, slot, known && known_branch);
        wrong = ((found & 1) ^ turns) != taken;
        tage_learn(t, slot, found, taken, wrong);
        if (wrong) loop_learn(t, chunk, slot, count);
        *bim = (*bim & ~(INT64_C(3) << 2 * slot)) | stepped(base, taken, 3) << 2 * slot;
    } else if (kind == Kind_JAL) {
        wrong = 0;
    } else if (returns) {
        wrong = t[T_RETURNS_AT + (t[T_TOP] & (T_RETURNS - 1))] != next;
        t[T_TOP]--;
    } else {
        wrong = target != next;
    }
    if (calls) {
        t[T_TOP]++;
        t[T_RETURNS_AT + (t[T_TOP] & (T_RETURNS - 1))] = after;
    }
    micro_learn(t, chunk, slot, branch, taken || !branch, next);
    btb_learn(t, chunk, slot, branch, taken || !branch, next);
    return wrong;
}
