/* The channels of the core's DMA: 16 bytes of one channel a cycle, in turn, and locks. */
enum { DMA_AT, DMA_END, DMA_LEFT, DMA_NEAR, DMA_FAR, DMA_GIVE, DMA_DUE, DMA_WORDS };
enum { DMA_CHANNELS = 4, DMA_CLOCK = DMA_CHANNELS * DMA_WORDS, DMA_BEAT = 16, DMA_LATE = 2 };
enum { DMA_PACE = DMA_CLOCK + 1, DMA_AHEAD = 8 };
enum { PACE_USUAL, PACE_EAGER, PACE_LAZY };
enum { PIECE_NEAR, PIECE_FAR, PIECE_HALF, PIECE_TAKE, PIECE_GIVE, PIECE_WORDS };
enum { LOCK_NONE, LOCK_ACQUIRE, LOCK_RELEASE, LOCK_MOST = 63 };

/* What the channel of this cycle does: 0 for nothing, 1, or the bank that it takes shifted by 1. */
static inline int64_t dma_step(int64_t *channels, int64_t *locks, const int64_t *pieces, uint8_t *memory,
                        const uint8_t *inbound, uint8_t *outbound, uint8_t *sent)
{
  int64_t clock = channels[DMA_CLOCK]++, pace = channels[DMA_PACE];
  int64_t number = clock % DMA_CHANNELS, did = 0;
  if (pace == PACE_LAZY && !(number & 1) && clock < DMA_CHANNELS * DMA_AHEAD) return 1;
  int64_t *c = channels + number * DMA_WORDS;
  if (c[DMA_DUE]) {
    if (!--c[DMA_DUE]) locks[c[DMA_GIVE]]++;
    did = 1;
  }
  if (!c[DMA_LEFT]) {
    if (c[DMA_AT] == c[DMA_END]) return did;
    const int64_t *piece = pieces + c[DMA_AT] * PIECE_WORDS;
    if (!locks[piece[PIECE_TAKE]]) return did;
    locks[piece[PIECE_TAKE]]--;
    c[DMA_LEFT] = piece[PIECE_HALF];
    c[DMA_NEAR] = piece[PIECE_NEAR] + (number & 1) * piece[PIECE_HALF];
    c[DMA_FAR] = piece[PIECE_FAR] + (number & 1) * piece[PIECE_HALF];
  }
  int64_t near = c[DMA_NEAR], far = c[DMA_FAR];
  int64_t size = pace == PACE_EAGER ? c[DMA_LEFT] : DMA_BEAT;
  if (number < DMA_CHANNELS / 2) memcpy(memory + near, inbound + far, size);
  else {
    memcpy(outbound + far, memory + near, size);
    memset(sent + far, 1, size);
  }
  c[DMA_NEAR] += size;
  c[DMA_FAR] += size;
  if (!(c[DMA_LEFT] -= size)) {
    c[DMA_GIVE] = pieces[c[DMA_AT]++ * PIECE_WORDS + PIECE_GIVE];
    c[DMA_DUE] = pace == PACE_EAGER ? 1 : DMA_LATE;
  }
  return INT64_C(2) << ((near >> 14 & 15) * 2 + (near >> 4 & 1));
}

#define DMA_STEP dma_step(channels, locks, pieces, memory, inbound, outbound, sent)

static __attribute__((noinline)) int64_t dma_claims(int64_t *channels, int64_t *locks, const int64_t *pieces, uint8_t *memory,
                          const uint8_t *inbound, uint8_t *outbound, uint8_t *sent, int64_t planned,
                          int64_t now, int64_t banks)
{
  if (!planned || channels[DMA_PACE] == PACE_LAZY) return 0;
  while (channels[DMA_CLOCK] < now) DMA_STEP;
  return channels[DMA_CLOCK] == now && (DMA_STEP >> 1 & banks) != 0;
}

static __attribute__((noinline)) int64_t lock_cycles(int64_t *channels, int64_t *locks, const int64_t *pieces, uint8_t *memory,
                           const uint8_t *inbound, uint8_t *outbound, uint8_t *sent,
                           int64_t planned, int64_t now, int64_t asked, int64_t lock, int64_t count)
{
  if (!asked) return 0;
  if (planned && channels[DMA_PACE] != PACE_LAZY) while (channels[DMA_CLOCK] < now) DMA_STEP;
  if (asked == LOCK_RELEASE) {
    if (count > LOCK_MOST - locks[lock]) return -1;
    locks[lock] += count;
    return 1;
  }
  int64_t waited = 0, idle = 0;
  for (; locks[lock] < count; waited++) {
    if (!planned || idle == DMA_CHANNELS) return -1;
    idle = DMA_STEP ? 0 : idle + 1;
  }
  locks[lock] -= count;
  return 1 + waited;
}
