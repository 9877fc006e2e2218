// GEMV by vectors: products of four bytes each, whose 32 sums are added up for every row.
#include "vector.h"

#define CHUNKS ((N + LINE - 1) / LINE)

static int8_t vector[CHUNKS * LINE] ALIGNED;  // x, and zeros after it
static int32_t sums[(M + LINE - 1) / LINE * LINE] ALIGNED;

static inline HVX_Vector sum_of_row(const int8_t *row) {
  HVX_Vector acc = Q6_V_vzero();
  for (int i = 0; i < CHUNKS; i++)
    acc = Q6_Vw_vrmpyacc_VwVbVb(acc, load(row + i * LINE), ((HVX_Vector *)vector)[i]);
  return sum_of_words(acc);
}

static inline HVX_Vector words(int at) {
  HVX_Vector shift = load(SHIFT + at);
  return requantised_words(load(sums + at), load(MULTIPLIER + at), shift, half_of(shift),
                           Q6_V_vsplat_R(ZERO_POINT));
}

static void gemv(int8_t *y) {
  for (int i = 0; i < CHUNKS; i++)
    ((HVX_Vector *)vector)[i] =
        first_bytes(load(X + i * LINE), Q6_V_vzero(), N - i * LINE);
  for (int i = 0; i < M; i++) sums[i] = first_word(sum_of_row(A + i * N));
  for (int i = 0; i < M; i += LINE)
    store_bytes(y + i, narrowed(words(i), words(i + 32), words(i + 64), words(i + 96)),
                M - i < LINE ? M - i : LINE);
}

KERNEL(gemv(OUTPUT))
