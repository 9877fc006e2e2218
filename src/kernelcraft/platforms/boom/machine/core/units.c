/* Queues and ports; units.py says what each function gives, timeline.py writes the numbers down
   before this file. */
enum {
    STAGES = 4, RESOLVED = 4, LOAD = 4, FLOAT_LOAD = 1, FORWARD = 5, AFTER_ADDRESS = 7, REPLAY = 2, WRITE = 7,
    DONE = 3, LOADED = 2, BY_ZERO = 69, PRODUCT = 6, FLOAT_OPERATION = 7, DIVISION = 23, ROOT = 31, PIPELINED = 3,
    TO_FLOAT = 5, FROM_FLOAT = 7, ORDER = 3, SAME_SET = 9
};

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

/* Take the first free cycle, from `cycle` on, of one of the ports in the set. */
int64_t claimed(int64_t *t, int64_t ports, int64_t cycle)
{
    for (;; cycle++)
        for (int64_t port = 0; ports >> port; port++) {
            int64_t *place = t + T_PORTS_AT + port * T_CALENDAR + cycle % T_CALENDAR;
            if (!(ports >> port & 1) || *place == cycle) continue;
            *place = cycle;
            return cycle;
        }
}
