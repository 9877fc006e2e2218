/* Values under way: rings by the bundle in which they arrive, work at later stages, ports. */
#ifndef KERNELCRAFT_PIPELINE_H
#define KERNELCRAFT_PIPELINE_H

/* Results of the present bundle. 8 a body (MOST_WRITES), 6 bodies and 8 late ones. */
struct kc_written {
  int64_t count;
  struct { int64_t slot, number, value, path; } entry[128];
};

static inline void kc_write(struct kc_written *written, int64_t slot, int64_t number,
                            int64_t value, int64_t path)
{
  int64_t k = written->count++;
  written->entry[k].slot = slot;
  written->entry[k].number = number;
  written->entry[k].value = value;
  written->entry[k].path = path;
}

/* Where the newest value is that `ahead` bundles from now, or by a bypass, has arrived; or -1. */
static inline int64_t kc_under_way(const uint64_t *due, const uint8_t *via, int64_t instructions,
                                   int64_t number, int64_t ahead, int64_t path, int64_t depth,
                                   int64_t count, int64_t words)
{
  for (int64_t k = ahead + (path > 0); k > 0; k--) {
    int64_t slot = kc_slot(instructions + k, depth, 1), where = slot * count + number;
    if (due[slot * words + (number >> 6)] >> (number & 63) & 1)
      if (k <= ahead || via[where] == path) return where;
  }
  return -1;
}

static inline int64_t kc_result(int64_t *next, int64_t count, int64_t results)
{
  int64_t first = *next + count > results ? 0 : *next;
  *next = first + count;
  return first;
}

/* The offset of granules; gathered into a result if one of them is under way. */
static inline int64_t kc_lanes(uint8_t *lanes, const int64_t *new, const uint64_t *due,
                               const uint8_t *via, int64_t *next, int64_t instructions,
                               int64_t first, int64_t count, int64_t ahead, int64_t path,
                               int64_t depth, int64_t granules, int64_t width, int64_t results)
{
  uint64_t any = 0;
  for (int64_t k = ahead + (path > 0); k > 0; k--) any |= due[kc_slot(instructions + k, depth, 1)];
  if (!(any >> first & ((UINT64_C(1) << count) - 1))) return first * width;
  int64_t source[8], found = -1;
  for (int64_t i = 0; i < count; i++) {
    int64_t where = kc_under_way(due, via, instructions, first + i, ahead, path, depth, granules, 1);
    source[i] = where < 0 ? (first + i) * width : new[where];
    if (where > found) found = where;
  }
  if (found < 0) return first * width;
  int64_t offset = (granules + kc_result(next, count, results)) * width;
  for (int64_t i = 0; i < count; i++) memcpy(lanes + offset + i * width, lanes + source[i], width);
  return offset;
}

/* The place of one more operation that reaches a late stage in the bundle of a slot; or -1. */
enum { KC_MOST_LATE = 8, KC_LATE_WORDS = 8 };

static inline int64_t kc_later(int64_t *late_count, int64_t slot)
{
  if (late_count[slot] == KC_MOST_LATE) return -1;
  return (slot * KC_MOST_LATE + late_count[slot]++) * KC_LATE_WORDS;
}

#define KC_KEEP(entry, ...)                                                                   \
  {                                                                                           \
    const int64_t words[KC_LATE_WORDS] = {__VA_ARGS__};                                       \
    memcpy(s->late + (entry), words, sizeof words);                                           \
  }

#define KC_LATE(stages, run)                                                                  \
  {                                                                                           \
    int64_t slot = kc_slot(instructions, stages, 1);                                          \
    if (s->late_count[slot]) {                                                                \
      int64_t late_pc = 0;                                                                    \
      frame->cycles = cycles;                                                                 \
      int64_t ended = run(s, frame, code, width, slot, next, instructions, &late_pc);         \
      cycles = frame->cycles;                                                                 \
      s->late_count[slot] = 0;                                                                \
      if (__builtin_expect(ended == BODY_FAULTED, 0)) {                                       \
        pc = late_pc;                                                                         \
        fault = frame->fault;                                                                 \
        memcpy(fault_value, frame->fault_value, sizeof fault_value);                          \
        goto faulted;                                                                         \
      }                                                                                       \
    }                                                                                         \
  }

#define KC_LATE_BODY(name)                                                                    \
  __attribute__((noinline)) int64_t name(struct state *s, struct frame *frame,                \
      const int32_t *d, const int64_t pc, int64_t next, const int64_t instructions,           \
      const int64_t *kept)

#define KC_LATE_BEGIN                                                                         \
  static __attribute__((noinline)) int64_t late_work(struct state *s, struct frame *frame,    \
      const int32_t *code, int64_t width, int64_t slot, int64_t next, int64_t instructions,   \
      int64_t *pc)                                                                            \
  {                                                                                           \
    for (int64_t k = 0; k < s->late_count[slot]; k++) {                                       \
      const int64_t *entry = s->late + (slot * KC_MOST_LATE + k) * KC_LATE_WORDS;             \
      const int32_t *d = code + (*pc = entry[1]) * width;                                     \
      int64_t ended = 0;                                                                      \
      (void)d; (void)next; (void)instructions;                                                \
      switch (entry[0]) {

#define KC_LATE_CASE(key, body)                                                               \
  case key: ended = body(s, frame, d, *pc, next, instructions, entry + 2); break;

#define KC_LATE_END                                                                           \
      }                                                                                       \
      if (ended == BODY_FAULTED) return ended;                                                \
    }                                                                                         \
    return 0;                                                                                 \
  }

#define KC_PUBLISH(file, type, count_, words, depth, exclusive, twice)                        \
  for (int64_t k = 0; k < s->file##_written.count; k++) {                                     \
    int64_t slot = s->file##_written.entry[k].slot, number = s->file##_written.entry[k].number; \
    uint64_t bit = UINT64_C(1) << (number & 63), *due = s->file##_due + slot * words + (number >> 6); \
    if (exclusive && __builtin_expect((*due & bit) != 0, 0)) {                                \
      fault = twice; fault_value[0] = number;                                                 \
      goto faulted;                                                                           \
    }                                                                                         \
    s->file##_new[slot * count_ + number] = (type)s->file##_written.entry[k].value;           \
    s->file##_via[slot * count_ + number] = (uint8_t)s->file##_written.entry[k].path;         \
    *due |= bit;                                                                              \
  }                                                                                           \
  s->file##_written.count = 0;

#define KC_EACH_ARRIVAL(file, count_, words, depth, arrival)                                  \
  {                                                                                           \
    int64_t slot = kc_slot(instructions + 1, depth, 1);                                       \
    for (int64_t w = 0; w < words; w++) {                                                     \
      uint64_t due = s->file##_due[slot * words + w];                                         \
      s->file##_due[slot * words + w] = 0;                                                    \
      for (; due; due &= due - 1) {                                                           \
        int64_t number = w * 64 + __builtin_ctzll(due), where = slot * count_ + number;       \
        arrival;                                                                              \
      }                                                                                       \
    }                                                                                         \
  }

#define KC_ARRIVE(file, count_, words, depth)                                                 \
  KC_EACH_ARRIVAL(file, count_, words, depth, s->file[number] = s->file##_new[where])

#define KC_ARRIVE_LANES(file, count_, width_, depth)                                          \
  KC_EACH_ARRIVAL(file, count_, 1, depth,                                                     \
    memcpy(s->file + number * width_, s->file + s->file##_new[where], width_))

#endif
