/* HBM2 by channel, bank and queue: how long a DMA instruction takes. The meaning of every word is
 * in hbm2.py; times are DRAM cycles of 1 ns. A channel jumps from command to command instead of
 * ticking: between two commands nothing in it can change. */

#include <stddef.h>

enum {
    HBM_CHANNELS = 2, HBM_HALVES = 2, HBM_GROUPS = 8, HBM_BANKS = 32, HBM_QUEUE = 33,
    HBM_MANY_WRITES = 26, HBM_FEW_WRITES = 6,
    HBM_BL = 4, HBM_CL = 7, HBM_CWL = 2, HBM_RCD = 7, HBM_RP = 7, HBM_RAS = 17, HBM_RC = 19,
    HBM_WR = 8, HBM_RTP = 3, HBM_RRDS = 2, HBM_RRDL = 3, HBM_FAW = 15, HBM_WTRS = 3, HBM_WTRL = 4,
    HBM_ACT = 2,
    HBM_BLOCK = 64, HBM_ELEMENTS_A_SCALE = 8, HBM_LOG_HEAD = 1, HBM_LOG_ENTRY = 7
};

#define HBM_NEVER (INT64_C(1) << 62)

/* `place` is row << 6 | bank << 1 | write, where rows count from 1. */
struct hbm_request { int64_t place, arrival, block; };
struct hbm_half { int64_t activate, read, write, activations[4]; };
struct hbm_group { int64_t activate, read; };
struct hbm_bank { int64_t row, activate, access, precharge; };
struct hbm_channel {
    int64_t clock, write_mode, activate, actives, writes;
    struct hbm_half half[HBM_HALVES];
    struct hbm_group group[HBM_GROUPS];
    struct hbm_bank bank[HBM_BANKS];
    struct hbm_request active[HBM_QUEUE], write[HBM_QUEUE];
};
struct hbm { int64_t clock, end, done, simulated; struct hbm_channel channel[HBM_CHANNELS]; };

/* The reads of one DMA in one channel, by row: those of a row are ready together, so only the first
 * of each row competes. None is left when the DMA ends. `waiting` counts those in `read` and in
 * `active`; `finished` is when the last one is answered; `sent` numbers them by age. */
struct hbm_queue { int64_t place; int first, last; };
struct hbm_reads {
    int64_t count, waiting, finished, sent, rows;
    uint64_t used;
    struct hbm_queue row[HBM_QUEUE];
    struct hbm_request read[HBM_QUEUE];
    int64_t age[HBM_QUEUE];
    int next[HBM_QUEUE];
};

KC_INLINE int64_t hbm_later(int64_t a, int64_t b) { return a > b ? a : b; }
KC_INLINE int64_t hbm_row(const struct hbm_request *r) { return r->place >> 6; }
KC_INLINE int64_t hbm_bank_of(const struct hbm_request *r) { return r->place >> 1 & 31; }
KC_INLINE int64_t hbm_group_of(const struct hbm_request *r) { return r->place >> 3 & 7; }
KC_INLINE int64_t hbm_half_of(const struct hbm_request *r) { return r->place >> 5 & 1; }
KC_INLINE int64_t hbm_is_write(const struct hbm_request *r) { return r->place & 1; }

KC_INLINE int64_t hbm_ready(const struct hbm_channel *c, const struct hbm_request *r)
{
    const struct hbm_bank *bank = &c->bank[hbm_bank_of(r)];
    const struct hbm_group *group = &c->group[hbm_group_of(r)];
    const struct hbm_half *half = &c->half[hbm_half_of(r)];
    if (bank->row == hbm_row(r))
        return hbm_is_write(r) ? hbm_later(bank->access, half->write)
                        : hbm_later(bank->access, hbm_later(group->read, half->read));
    if (bank->row)
        return hbm_later(bank->precharge, c->activate);
    return hbm_later(hbm_later(bank->activate, group->activate),
                     hbm_later(half->activate, c->activate));
}

static void hbm_remove(struct hbm_request *queue, int64_t *count, int64_t index)
{
    memmove(queue + index, queue + index + 1, (size_t)(--*count - index) * sizeof *queue);
    memset(queue + *count, 0, sizeof *queue);
}

KC_INLINE void hbm_choose_mode(struct hbm_channel *c, const struct hbm_reads *r)
{
    if (c->write_mode)
        c->write_mode = c->writes > HBM_FEW_WRITES || !r->count;
    else
        c->write_mode = c->writes >= HBM_MANY_WRITES || !r->count;
}

static void hbm_activate(struct hbm_channel *c, const struct hbm_request *r)
{
    struct hbm_bank *bank = &c->bank[hbm_bank_of(r)];
    struct hbm_half *half = &c->half[hbm_half_of(r)];
    const int64_t now = c->clock, fourth = half->activations[2];
    memmove(half->activations + 1, half->activations, 3 * sizeof now);
    half->activations[0] = now;
    half->activate = hbm_later(now + HBM_RRDS, fourth ? fourth + HBM_FAW : 0);
    c->activate = now + HBM_ACT;
    c->group[hbm_group_of(r)].activate = now + HBM_RRDL;
    bank->row = hbm_row(r);
    bank->activate = now + HBM_RC;
    bank->access = now + HBM_RCD;
    bank->precharge = now + HBM_RAS;
}

static void hbm_access(struct hbm_channel *c, const struct hbm_request *r)
{
    struct hbm_bank *bank = &c->bank[hbm_bank_of(r)];
    struct hbm_half *half = &c->half[hbm_half_of(r)];
    const int64_t now = c->clock;
    if (hbm_is_write(r)) {
        half->write = hbm_later(half->write, now + HBM_BL);
        half->read = hbm_later(half->read, now + HBM_CWL + HBM_BL + HBM_WTRS);
        c->group[hbm_group_of(r)].read = now + HBM_CWL + HBM_BL + HBM_WTRL;
        bank->precharge = hbm_later(bank->precharge, now + HBM_CWL + HBM_BL + HBM_WR);
    } else {
        half->read = hbm_later(half->read, now + HBM_BL);
        half->write = hbm_later(half->write, now + HBM_CL + HBM_BL + 2 - HBM_CWL);
        bank->precharge = hbm_later(bank->precharge, now + HBM_RTP);
    }
}

/* A read's data is there: the channel answers one read a cycle, in the order of their commands. */
KC_INLINE void hbm_answer(struct hbm_reads *r, int64_t when)
{
    r->finished = hbm_later(when, r->finished + 1);
}

static void hbm_enqueue(struct hbm_reads *r, const struct hbm_request *request)
{
    const int slot = __builtin_ctzll(~r->used);
    int64_t row = 0;
    r->used |= UINT64_C(1) << slot;
    r->read[slot] = *request;
    r->age[slot] = r->sent++;
    r->count++;
    while (row < r->rows && r->row[row].place != request->place)
        row++;
    if (row == r->rows)
        r->row[r->rows++] = (struct hbm_queue){request->place, slot, slot};
    else
        r->row[row].last = r->next[r->row[row].last] = slot;
}

static void hbm_dequeue(struct hbm_reads *r, int64_t row)
{
    struct hbm_queue *queue = &r->row[row];
    r->used &= ~(UINT64_C(1) << queue->first);
    r->count--;
    if (queue->first == queue->last)
        *queue = r->row[--r->rows];
    else
        queue->first = r->next[queue->first];
}

/* Who gives the next command, and when. */
struct hbm_choice { enum { HBM_ACTIVE, HBM_WRITE, HBM_READ } from; int64_t index, when; };

static struct hbm_choice hbm_choose(struct hbm_channel *c, const struct hbm_reads *r, int64_t first)
{
    struct hbm_choice best = {HBM_ACTIVE, 0, HBM_NEVER};
    for (int64_t i = 0; i < c->actives; i++) {
        int64_t when = hbm_later(first, hbm_ready(c, &c->active[i]));
        if (when < best.when ||
            (when == best.when && c->active[i].arrival < c->active[best.index].arrival))
            best = (struct hbm_choice){HBM_ACTIVE, i, when};
    }
    if (best.when == first)
        return best;
    hbm_choose_mode(c, r);
    if (c->write_mode) {
        for (int64_t i = 0; i < c->writes; i++) {
            int64_t when = hbm_later(first, hbm_ready(c, &c->write[i]));
            if (when < best.when)
                best = (struct hbm_choice){HBM_WRITE, i, when};
        }
        return best;
    }
    /* No open row is read before its half's bus is free: most of them need no closer look. */
    const int64_t bus[] = {hbm_later(first, c->half[0].read), hbm_later(first, c->half[1].read)};
    for (int64_t i = 0, age = -1; i < r->rows; i++) {
        const struct hbm_request *oldest = &r->read[r->row[i].first];
        const int64_t older = r->age[r->row[i].first];
        const int open = c->bank[hbm_bank_of(oldest)].row == hbm_row(oldest);
        const int64_t least = open ? bus[hbm_half_of(oldest)] : first;
        if (least > best.when || (least == best.when && older > age))
            continue;
        const int64_t when = hbm_later(first, hbm_ready(c, oldest));
        if (when < best.when || (when == best.when && older < age)) {
            best = (struct hbm_choice){HBM_READ, i, when};
            age = older;
        }
    }
    return best;
}

static void hbm_leave(struct hbm_channel *c, struct hbm_reads *r, const struct hbm_choice *chosen)
{
    if (chosen->from == HBM_READ)
        hbm_dequeue(r, chosen->index);
    else if (chosen->from == HBM_WRITE)
        hbm_remove(c->write, &c->writes, chosen->index);
    else
        hbm_remove(c->active, &c->actives, chosen->index);
}

/* The next command up to cycle `end`; 0 and the clock at `end` if there is none. */
static int hbm_step(struct hbm_channel *c, struct hbm_reads *r, int64_t end)
{
    const int64_t first = c->clock + 1;
    if (first > end)
        return 0;
    const struct hbm_choice chosen = hbm_choose(c, r, first);
    c->clock = chosen.when < end ? chosen.when : end;
    if (chosen.when > end)
        return 0;
    const struct hbm_request r0 = chosen.from == HBM_READ  ? r->read[r->row[chosen.index].first]
                                : chosen.from == HBM_WRITE ? c->write[chosen.index]
                                                           : c->active[chosen.index];
    struct hbm_bank *bank = &c->bank[hbm_bank_of(&r0)];
    if (bank->row == hbm_row(&r0)) {
        hbm_access(c, &r0);
        if (!hbm_is_write(&r0)) {
            r->waiting--;
            hbm_answer(r, c->clock + HBM_CL + HBM_BL);
        }
        hbm_leave(c, r, &chosen);
    } else if (bank->row) {
        for (int64_t i = 0; i < c->actives; i++)
            if (hbm_bank_of(&c->active[i]) == hbm_bank_of(&r0))
                return 1; /* an opened row is closed only after its request */
        bank->row = 0;
        bank->activate = hbm_later(bank->activate, c->clock + HBM_RP);
    } else {
        hbm_activate(c, &r0);
        if (chosen.from != HBM_ACTIVE && c->actives < HBM_QUEUE) {
            hbm_leave(c, r, &chosen);
            c->active[c->actives++] = r0;
        }
    }
    return 1;
}

KC_INLINE void hbm_advance(struct hbm_channel *c, struct hbm_reads *r, int64_t end)
{
    while (hbm_step(c, r, end))
        ;
}

/* Queue the 64-byte block at `address` (a quarter of it, in one of four channels that all do the
 * same) at DRAM cycle `clock`; 0 if the queue is full. */
static int hbm_send(struct hbm *hbm, struct hbm_reads *reads, uint64_t address, int64_t write,
                    int64_t *channel)
{
    const int64_t block = (int64_t)(address / HBM_BLOCK), column = block >> 8 & 7;
    const int64_t half = (block >> 3 ^ column >> 1) & 1;
    const int64_t group = (block >> 4 & 3) ^ column >> 2;
    const int64_t bank = half << 4 | group << 2 | (block >> 6 & 3);
    const int64_t row = (block >> 11) + 1;
    const struct hbm_request request = {row << 6 | bank << 1 | write, hbm->clock, block};
    *channel = (block >> 2 ^ column) & 1;
    struct hbm_channel *c = &hbm->channel[*channel];
    struct hbm_reads *r = &reads[*channel];
    hbm_advance(c, r, hbm->clock);
    if (write) {
        if (c->writes == HBM_QUEUE)
            return 0;
        c->write[c->writes++] = request;
        return 1;
    }
    for (int64_t i = 0; i < c->writes; i++)
        if (c->write[i].block == block) {
            hbm_answer(r, hbm->clock + 1); /* what waits to be written need not be read */
            return 1;
        }
    if (r->count == HBM_QUEUE)
        return 0;
    hbm_enqueue(r, &request);
    r->waiting++;
    return 1;
}

static void hbm_settle(struct hbm *hbm, struct hbm_reads *reads)
{
    for (int64_t i = 0; i < HBM_CHANNELS; i++)
        hbm_advance(&hbm->channel[i], &reads[i], hbm->clock);
}

/* A block waits for room in its queue, and everyone behind waits for this one. */
static void hbm_read_block(struct hbm *hbm, struct hbm_reads *reads, uint64_t block)
{
    int64_t at;
    while (!hbm_send(hbm, reads, block, 0, &at)) {
        while (reads[at].count == HBM_QUEUE)
            hbm_step(&hbm->channel[at], &reads[at], HBM_NEVER);
        hbm->clock = hbm->channel[at].clock;
    }
}

static int64_t hbm_finish_reads(struct hbm *hbm, struct hbm_reads *reads)
{
    for (int64_t i = 0; i < HBM_CHANNELS; i++) {
        while (reads[i].waiting)
            hbm_step(&hbm->channel[i], &reads[i], HBM_NEVER);
        hbm->clock = hbm_later(hbm->clock, reads[i].finished);
    }
    hbm_settle(hbm, reads);
    return hbm->clock - 1;
}

static void hbm_begin(struct hbm *hbm, struct hbm_reads *reads, int64_t now)
{
    for (int64_t i = 0; i < HBM_CHANNELS; i++)
        memset(&reads[i], 0, offsetof(struct hbm_reads, row));
    hbm->clock = hbm_later(hbm->clock, now);
    hbm_settle(hbm, reads);
}

static int64_t hbm_prefetch(struct hbm *hbm, int64_t now, uint64_t elements, uint64_t scales,
                            int64_t step, int64_t rows, int64_t row_bytes)
{
    struct hbm_reads reads[HBM_CHANNELS];
    hbm_begin(hbm, reads, now);
    for (int64_t row = 0; row < rows; row++) {
        const uint64_t first = elements + (uint64_t)(row * step);
        const uint64_t scale = scales + (uint64_t)(row * step / HBM_ELEMENTS_A_SCALE);
        for (int64_t chunk = 0; chunk < row_bytes; chunk += HBM_BLOCK)
            hbm_read_block(hbm, reads, first + (uint64_t)chunk);
        hbm_read_block(hbm, reads, scale);
    }
    return hbm_finish_reads(hbm, reads);
}

static int64_t hbm_write_block(struct hbm *hbm, int64_t now, uint64_t block)
{
    struct hbm_reads reads[HBM_CHANNELS];
    hbm_begin(hbm, reads, now);
    int64_t at;
    while (!hbm_send(hbm, reads, block, 1, &at))
        hbm->clock = hbm_later(hbm->clock, ++now);
    hbm_settle(hbm, reads);
    return now;
}

static int64_t hbm_store(struct hbm *hbm, int64_t now, uint64_t elements, uint64_t scales,
                         int64_t step, int64_t rows, int64_t row_bytes)
{
    for (int64_t row = 0; row < rows; row++) {
        const uint64_t first = elements + (uint64_t)(row * step);
        uint64_t scale = scales + (uint64_t)(row * step / HBM_ELEMENTS_A_SCALE);
        const int64_t reach = (int64_t)(scale % HBM_BLOCK) + row_bytes / HBM_ELEMENTS_A_SCALE;
        for (int64_t chunk = 0; chunk < row_bytes; chunk += HBM_BLOCK)
            now = hbm_write_block(hbm, now, first + (uint64_t)chunk);
        scale = scale / HBM_BLOCK * HBM_BLOCK;
        for (int64_t done = 0; done < reach; done += HBM_BLOCK, scale += HBM_BLOCK) {
            now = hbm_prefetch(hbm, now, 0, scale, 0, 1, 0);
            now = hbm_write_block(hbm, now, scale);
        }
    }
    return now;
}

/* now, elements, scales, step, rows (negative for a store), bytes of a row */
static int64_t hbm_transfer(struct hbm *hbm, const int64_t *entry)
{
    const int64_t now = entry[0], step = entry[3], rows = entry[4], row_bytes = entry[5];
    const uint64_t elements = (uint64_t)entry[1], scales = (uint64_t)entry[2];
    if (rows < 0)
        return hbm_store(hbm, now, elements, scales, step, -rows, row_bytes) - now;
    return hbm_prefetch(hbm, now, elements, scales, step, rows, row_bytes) - now;
}

int64_t hbm_cycles(int64_t *state, int64_t *log, int64_t log_size, int64_t now, int64_t elements,
                   int64_t scales, int64_t step, int64_t rows, int64_t row_bytes)
{
    struct hbm *hbm = (struct hbm *)state;
    if (now < hbm->end)
        memset(hbm, 0, sizeof *hbm);
    const int64_t wanted[] = {now, elements, scales, step, rows, row_bytes};
    const int64_t room = log_size > 0 ? (log_size - HBM_LOG_HEAD) / HBM_LOG_ENTRY : 0;
    int64_t *entry = log + HBM_LOG_HEAD + hbm->done * HBM_LOG_ENTRY;
    int64_t cycles;
    if (hbm->done < room && hbm->done < log[0] && !memcmp(entry, wanted, sizeof wanted)) {
        cycles = entry[6];
    } else {
        for (; hbm->simulated < hbm->done; hbm->simulated++)
            hbm_transfer(hbm, log + HBM_LOG_HEAD + hbm->simulated * HBM_LOG_ENTRY);
        cycles = hbm_transfer(hbm, wanted);
        hbm->simulated++;
        if (hbm->done < room) {
            memcpy(entry, wanted, sizeof wanted);
            entry[6] = cycles;
            log[0] = hbm->done + 1;
        }
    }
    hbm->done++;
    hbm->end = now + cycles;
    return cycles;
}
