/* When an instruction has been fetched; fetch.py says what each function gives. */

static inline int64_t told(int64_t history, int64_t branch, int64_t seen)
{
    return branch ? (int64_t)((uint64_t)history << 1 | 1)
                  : seen ? (int64_t)((uint64_t)history << 1) : history;
}

/* Cycles lost because an earlier stage of the front end went another way. */
static int64_t bubbles(const int64_t *t, int64_t next, int64_t branch)
{
    const int64_t history = t[T_HISTORY_NOW];
    if (t[T_FREE] & Free_FETCH) return 0;
    const int64_t third = told(history, branch, t[T_SEEN_3]);
    const int64_t second = told(history, t[T_NEXT_2] && t[T_TAKEN_2], t[T_SEEN_2]);
    const int64_t first = told(history, t[T_NEXT_1] && t[T_TAKEN_1], t[T_SEEN_1]);
    if (t[T_NEXT_2] != next || second != third) return 2;
    return t[T_NEXT_1] != t[T_NEXT_2] || first != second;
}

static void end_bank(int64_t *t, int64_t branch)
{
    t[T_HISTORY_NOW] = told(t[T_HISTORY_NOW], branch, t[T_SEEN_3]);
    t[T_NEXT_1] = t[T_NEXT_2] = t[T_TAKEN_1] = t[T_TAKEN_2] = 0;
    t[T_SEEN_1] = t[T_SEEN_2] = t[T_SEEN_3] = t[T_LOOKED] = 0;
}

static void begin_packet(int64_t *t, int64_t chunk, int64_t when)
{
    const int64_t ready = code_line(t, chunk * T_BANK / T_LINE, when >> 4);
    t[T_FETCHED] = ready;
    t[T_WHY] = ready > when >> 4 ? Reason_FETCH : when & 15;
    t[T_CHUNK] = chunk;
    t[T_BANKS_LEFT] = t[P_BANKS] - 1;
    t[T_HISTORY] = t[T_HISTORY_NOW];
    const int64_t slot = T_TARGETS_AT + t[T_PACKETS] % t[P_FETCH_TARGETS];
    t[T_FETCHED] = later(t[T_FETCHED], t[slot] - STAGES);
    t[T_PACKETS]++;
}

int64_t fetched(int64_t *t, int64_t address, int64_t length)
{
    if (t[T_REDIRECTED]) {
        begin_packet(t, address / T_BANK, t[T_REDIRECTED]);
        t[T_REDIRECTED] = 0;
    }
    const int64_t last = (address + length - 1) / T_BANK;
    while (t[T_CHUNK] != last) { /* the path goes on into the next bank */
        const int64_t lost = bubbles(t, 0, 0), chunk = t[T_CHUNK] + 1;
        end_bank(t, 0);
        if (t[T_BANKS_LEFT] && chunk * T_BANK % T_LINE) {
            t[T_BANKS_LEFT]--;
            t[T_CHUNK] = chunk;
        } else {
            begin_packet(t, chunk, moment(t[T_FETCHED] + 1 + lost, Reason_FETCH));
        }
    }
    const int64_t room = t[T_BUFFER_AT + t[T_COUNT] % t[P_FETCH_BUFFER]] + 1 - STAGES;
    if (room > t[T_FETCHED] && !(t[T_FREE] & Free_WINDOW)) {
        t[T_FETCHED] = room;
        t[T_WHY] = Reason_WINDOW;
    }
    return moment(t[T_FETCHED] + t[P_FRONT], t[T_WHY]);
}

/* Where the path goes after an instruction; `resolved`: when a branch is known, `committed`. */
void steer(int64_t *t, int64_t address, int64_t kind, int64_t returns, int64_t calls,
           int64_t after, int64_t next, int64_t resolved, int64_t committed)
{
    if (kind < Kind_BRANCH || kind > Kind_JALR) {
        if (kind == Kind_CSR || kind == Kind_SYSTEM || next != after) {
            end_bank(t, 0);
            t[T_REDIRECTED] = moment(committed + t[P_FLUSH], Reason_SERIAL);
        } else if (kind == Kind_FENCEI) {
            end_bank(t, 0);
            t[T_REDIRECTED] = moment(committed + t[P_FENCE_I] + t[P_LATENCY], Reason_SERIAL);
        }
        if (t[T_REDIRECTED]) t[T_POSITION] = 0;
        return;
    }
    const int64_t wrong = foretold(t, address, kind, returns, calls, after, next);
    const int64_t branch = kind == Kind_BRANCH, taken = next != after || !branch;
    if (wrong && !(t[T_FREE] & Free_MISPREDICT)) {
        t[T_SEEN_3] |= branch && !taken;
        end_bank(t, branch && taken);
        t[T_REDIRECTED] = moment(resolved + RESOLVED + (kind == Kind_JALR), Reason_MISPREDICT);
        t[T_POSITION] = 0;
        t[T_MISPREDICTED]++;
    } else if (taken) {
        const int64_t lost = bubbles(t, next, branch);
        end_bank(t, branch);
        t[T_REDIRECTED] = moment(t[T_FETCHED] + 1 + lost, Reason_FETCH);
    } else {
        t[T_SEEN_3] = 1;
    }
}
