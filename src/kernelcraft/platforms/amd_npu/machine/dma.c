/* The DMA channels of the column around the core; the constants are those of dma.py. */
#define DMA_PARTS int64_t *dma, int64_t *locks, uint8_t *memory, uint8_t *tile, \
  const uint8_t *inbound, uint8_t *outbound, uint8_t *sent, uint8_t *ring
#define DMA_THESE dma, locks, memory, tile, inbound, outbound, sent, ring
#define DMA_DESCRIPTOR(number) (dma + DMA_DESCRIPTORS + (number) * DMA_DESCRIPTOR_WORDS)

static inline int dma_timed(const int64_t *dma)
{
  return dma[DMA_PACE] == DMA_USUAL || dma[DMA_PACE] == DMA_HELD_UP;
}

static void dma_note(int64_t *dma, int64_t row)
{
  while (dma[DMA_CLOCK] >> dma[DMA_SHIFT] >= DMA_BUCKETS) {
    for (int64_t *at = dma + DMA_NOTED; at < dma + DMA_SIZE; at += DMA_BUCKETS) {
      for (int i = 0; i < DMA_BUCKETS / 2; i++) at[i] = at[2 * i] + at[2 * i + 1];
      memset(at + DMA_BUCKETS / 2, 0, DMA_BUCKETS / 2 * sizeof *at);
    }
    dma[DMA_SHIFT]++;
  }
  dma[DMA_NOTED + row * DMA_BUCKETS + (dma[DMA_CLOCK] >> dma[DMA_SHIFT])]++;
}

static inline void dma_raise(int64_t *locks, const int64_t *c)
{
  int64_t *lock = locks + c[DMA_GIVE];
  *lock = *lock + c[DMA_GIVEN] > DMA_MOST ? DMA_MOST : *lock + c[DMA_GIVEN];
}

static inline int dma_begin(int64_t *c, const int64_t *dma)
{
  if (c[DMA_NOW] != DMA_NONE) return 1;
  if (!c[DMA_REPEAT]) {
    if (c[DMA_AT] >= (c[DMA_QUEUED] < c[DMA_END] ? c[DMA_QUEUED] : c[DMA_END])) return 0;
    const int64_t *task = dma + DMA_TASKS + 2 * c[DMA_AT]++;
    c[DMA_CHAIN] = task[0];
    c[DMA_REPEAT] = task[1];
    c[DMA_WAIT] = dma_timed(dma) ? c[DMA_FIRST] : 0;
    c[DMA_FIRST] = c[DMA_LATER];
  }
  c[DMA_REPEAT]--;
  c[DMA_NOW] = c[DMA_CHAIN];
  return 1;
}

static int dma_chosen(const int64_t *c, const int64_t *dma, int64_t number)
{
  if (dma[DMA_PACE] != DMA_HELD_UP || number >= DMA_MEMORY || c[DMA_BEFORE] == DMA_NONE) return 0;
  if (c[DMA_AT] == c[DMA_END] && !c[DMA_REPEAT] &&
      DMA_DESCRIPTOR(c[DMA_NOW])[DMA_NEXT] == DMA_NONE) return 1;
  uint64_t mixed = ((uint64_t)dma[DMA_SEED] + (uint64_t)c[DMA_TURNS] * 40503 + (uint64_t)number * 977);
  return mixed * UINT64_C(2654435761) >> 13 & 1;
}

static inline int dma_take(int64_t *c, int64_t *dma, int64_t *locks, int64_t number)
{
  if (c[DMA_HELD]) return 1;
  int64_t *d = DMA_DESCRIPTOR(c[DMA_NOW]);
  if (d[DMA_TAKE] != DMA_NONE) {
    if (locks[d[DMA_TAKE]] < d[DMA_TAKEN]) return 0;
    locks[d[DMA_TAKE]] -= d[DMA_TAKEN];
  }
  c[DMA_HELD] = 1;
  c[DMA_LEFT] = d[DMA_WORDS];
  c[DMA_FROM] = d[DMA_START] + d[DMA_COUNT]++ % d[DMA_TIMES] * d[DMA_FURTHER];
  c[DMA_I0] = c[DMA_I1] = c[DMA_I2] = c[DMA_I3] = 0;
  c[DMA_DETOUR] = dma_chosen(c, dma, number) ? d[DMA_WORDS] : 0;
  return 1;
}

static inline int64_t dma_address(int64_t *c, const int64_t *d)
{
  int64_t found = c[DMA_FROM] + c[DMA_I0] * d[DMA_STEP0] + c[DMA_I1] * d[DMA_STEP1]
    + c[DMA_I2] * d[DMA_STEP2] + c[DMA_I3] * d[DMA_STEP3];
  for (int i = 0; i < 4; i++) {
    if (++c[DMA_I0 + i] < d[DMA_SIZE0 + 2 * i]) break;
    c[DMA_I0 + i] = 0;
  }
  return found;
}

static inline int64_t dma_bank(int64_t space, int64_t address)
{
  return space == DMA_DATA ? INT64_C(2) << ((address >> 14 & 15) * 2 + (address >> 4 & 1)) : 0;
}

static int64_t dma_detour(int64_t *c, const int64_t *dma, uint8_t *memory)
{
  const int64_t *now = DMA_DESCRIPTOR(c[DMA_NOW]), *before = DMA_DESCRIPTOR(c[DMA_BEFORE]);
  int64_t offset = (now[DMA_WORDS] - c[DMA_DETOUR]) * DMA_WORD;
  c[DMA_DETOUR] -= DMA_BEAT / DMA_WORD;
  if (!c[DMA_SENDS] && offset < before[DMA_WORDS] * DMA_WORD)
    memmove(memory + now[DMA_START] + offset, memory + before[DMA_START] + offset, DMA_BEAT);
  return 1;
}

static inline int64_t dma_move(int64_t *c, DMA_PARTS)
{
  int64_t space = c[DMA_SPACE], did = 1;
  const int64_t *d = DMA_DESCRIPTOR(c[DMA_NOW]);
  uint8_t *const spaces[] = {memory, tile, (uint8_t *)inbound, outbound};
  uint8_t *at = spaces[space];
  int64_t *stream = dma + DMA_STREAMS + c[DMA_FLOW] * DMA_FLOW_WORDS;
  if (c[DMA_SENDS]) {
    uint8_t beat[DMA_BEAT];
    for (int64_t f = c[DMA_FLOW]; f < c[DMA_FLOWS]; f++, stream += DMA_FLOW_WORDS)
      if (stream[DMA_HEAD] - stream[DMA_TAIL] >= DMA_ROOM) return 0;
    for (int i = 0; i < DMA_BEAT; i += DMA_WORD) {
      int64_t address = dma_address(c, d);
      memcpy(beat + i, at + address, DMA_WORD);
      did |= dma_bank(space, address);
    }
    stream = dma + DMA_STREAMS + c[DMA_FLOW] * DMA_FLOW_WORDS;
    for (int64_t f = c[DMA_FLOW]; f < c[DMA_FLOWS]; f++, stream += DMA_FLOW_WORDS) {
      int64_t place = f * DMA_ROOM + stream[DMA_HEAD]++ % DMA_ROOM;
      memcpy(ring + place * DMA_BEAT, beat, DMA_BEAT);
      dma[DMA_SENT_AT + place] = dma[DMA_CLOCK];
    }
    return did;
  }
  if (stream[DMA_HEAD] == stream[DMA_TAIL]) return 0;
  int64_t place = c[DMA_FLOW] * DMA_ROOM + stream[DMA_TAIL] % DMA_ROOM;
  if (dma_timed(dma) && dma[DMA_SENT_AT + place] + stream[DMA_LATENCY] > dma[DMA_CLOCK]) return -1;
  for (int i = 0; i < DMA_BEAT; i += DMA_WORD) {
    int64_t address = dma_address(c, d);
    memcpy(at + address, ring + place * DMA_BEAT + i, DMA_WORD);
    if (space == DMA_DDR_OUT) memset(sent + address, 1, DMA_WORD);
    did |= dma_bank(space, address);
  }
  stream[DMA_TAIL]++;
  if (space == DMA_DDR_OUT) dma[DMA_LAST] = dma[DMA_CLOCK] + 1;
  return did;
}

static void dma_finish(int64_t *c, const int64_t *dma, int64_t *locks)
{
  const int64_t *d = DMA_DESCRIPTOR(c[DMA_NOW]);
  if (c[DMA_DUE]) dma_raise(locks, c);
  c[DMA_DUE] = 0;
  if (d[DMA_RAISE] != DMA_NONE) {
    c[DMA_GIVE] = d[DMA_RAISE];
    c[DMA_GIVEN] = d[DMA_RAISED];
    c[DMA_DUE] = dma_timed(dma) ? DMA_LATE : 1;
  }
  c[DMA_BEFORE] = c[DMA_NOW];
  c[DMA_NOW] = d[DMA_NEXT];
  c[DMA_HELD] = 0;
}

static int64_t dma_turn(int64_t number, DMA_PARTS)
{
  int64_t *c = dma + number * DMA_CHANNEL_WORDS, did = 0;
  if (c[DMA_DUE]) {
    if (!--c[DMA_DUE]) dma_raise(locks, c);
    did = 1;
  }
  if (!dma_begin(c, dma)) return did;
  if (c[DMA_WAIT]) {
    c[DMA_WAIT]--;
    return 1;
  }
  if (!dma_take(c, dma, locks, number)) return did;
  if (c[DMA_DETOUR]) return dma_detour(c, dma, memory);
  if (dma_timed(dma) && c[DMA_PAUSE] && c[DMA_TURNS] % c[DMA_PAUSE] == c[DMA_PAUSE] - 1) {
    c[DMA_TURNS]++;
    return 1;
  }
  int64_t moved = dma_move(c, DMA_THESE);
  if (moved <= 0) return did ? did : -moved;
  c[DMA_TURNS]++;
  dma_note(dma, number);
  c[DMA_LEFT] -= DMA_BEAT / DMA_WORD;
  if (!c[DMA_LEFT]) dma_finish(c, dma, locks);
  return moved;
}

static inline int64_t dma_push(int64_t *dma)
{
  if (dma[DMA_PUSHED] == dma[DMA_PUSH_END]) return 0;
  if (dma[DMA_PUSH_WAIT]) {
    dma[DMA_PUSH_WAIT]--;
    return 1;
  }
  int64_t number = dma[DMA_PUSHES + dma[DMA_PUSHED]];
  int64_t *c = dma + number * DMA_CHANNEL_WORDS;
  if (c[DMA_QUEUED] - c[DMA_AT] >= DMA_QUEUE) return 0;
  c[DMA_QUEUED]++;
  dma[DMA_PUSHED]++;
  if (dma_timed(dma)) dma[DMA_PUSH_WAIT] = DMA_PUSH * (number >= DMA_SHIM ? 2 : 1) - 1;
  return 1;
}

static int64_t dma_step(DMA_PARTS, int barred)
{
  int64_t clock = dma[DMA_CLOCK], pace = dma[DMA_PACE], did = dma_push(dma);
  if (pace == DMA_EAGER) {
    int64_t again = 1;
    for (int rounds = 0; again && rounds < DMA_ROUNDS; rounds++) {
      again = 0;
      for (int64_t number = 0; number < DMA_CHANNELS; number++)
        if (dma[number * DMA_CHANNEL_WORDS + DMA_END]) again |= dma_turn(number, DMA_THESE) & 1;
      again |= dma_push(dma);
      did |= again;
    }
  } else {
    for (int64_t number = clock % DMA_TURN; number < DMA_CHANNELS; number += DMA_TURN) {
      if (barred >> number / DMA_TURN & 1) continue;
      if (pace == DMA_LAZY && number % 2 == 0 && number < DMA_TURN && clock < DMA_TURN * DMA_AHEAD)
        did |= 1;
      else if (dma[number * DMA_CHANNEL_WORDS + DMA_END]) did |= dma_turn(number, DMA_THESE);
    }
  }
  dma[DMA_CLOCK]++;
  return did;
}

static __attribute__((noinline)) int64_t dma_claims(DMA_PARTS, int64_t planned, int64_t now, int64_t banks)
{
  if (!planned || dma[DMA_PACE] == DMA_LAZY) return 0;
  while (dma[DMA_CLOCK] < now) dma_step(DMA_THESE, 0);
  return dma[DMA_CLOCK] == now && (dma_step(DMA_THESE, 0) >> 1 & banks) != 0;
}

static __attribute__((noinline)) int64_t lock_cycles(DMA_PARTS, int64_t planned, int64_t now, int64_t asked,
                                                     int64_t lock, int64_t count)
{
  if (!asked) return 0;
  if (planned && dma[DMA_PACE] != DMA_LAZY) while (dma[DMA_CLOCK] < now) dma_step(DMA_THESE, 0);
  if (asked == DMA_RELEASE) {
    if (count > DMA_MOST - locks[lock]) return -1;
    locks[lock] += count;
    return 1;
  }
  static const int others[] = {3, 7, 5, 6};
  int64_t waited = 0, idle = 0;
  int barred = planned && dma[DMA_PACE] == DMA_LAZY ? others[lock / 16 < 3 ? lock / 16 : 3] : 0;
  for (; locks[lock] < count; waited++) {
    if (idle == 2 * DMA_TURN && barred) barred = idle = 0;
    if (!planned || idle == 2 * DMA_TURN || waited == DMA_PATIENCE) return -1;
    dma_note(dma, DMA_CHANNELS);
    idle = dma_step(DMA_THESE, barred) ? 0 : idle + 1;
  }
  locks[lock] -= count;
  return 1 + waited;
}

static int dma_expected(const int64_t *dma)
{
  for (int64_t number = DMA_SHIM; number < DMA_SHIM + 2; number++) {
    const int64_t *c = dma + number * DMA_CHANNEL_WORDS;
    if (c[DMA_END] && (c[DMA_AT] < c[DMA_END] || c[DMA_NOW] != DMA_NONE || c[DMA_REPEAT])) return 1;
  }
  return 0;
}

static __attribute__((noinline)) int64_t dma_end(DMA_PARTS, int64_t planned, int64_t now)
{
  if (!planned) return 0;
  while (dma[DMA_CLOCK] < now) dma_step(DMA_THESE, 0);
  for (int64_t idle = 0; idle < 2 * DMA_TURN && dma_expected(dma) &&
       dma[DMA_CLOCK] - now < DMA_PATIENCE;)
    idle = dma_step(DMA_THESE, 0) ? 0 : idle + 1;
  return dma[DMA_LAST] > now ? dma[DMA_LAST] - now : 0;
}
