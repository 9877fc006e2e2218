// GEMM by vectors: 32 columns at once, four rows; each product is of four bytes of a row with four
// of a column, so the weights are brought into that order first.
#include "vector.h"

static HVX_Vector order[N / WORDS][K / 4];

// Four rows of w, 32 or 64 columns of them, as one or two vectors of four bytes a column.
static inline void bring_in_order(void) {
  const HVX_Vector *w = (const HVX_Vector *)W;
  for (int k = 0; k < K / 4; k++) {
#if N == 32
    order[0][k] = Q6_Vb_vshuff_Vb(Q6_Vb_vshuff_Vb(w[k]));
#elif N == 64
    HVX_VectorPair both =
        Q6_W_vshuff_VVR(Q6_Vb_vshuff_Vb(w[2 * k + 1]), Q6_Vb_vshuff_Vb(w[2 * k]), -2);
    order[0][k] = Q6_V_lo_W(both);
    order[1][k] = Q6_V_hi_W(both);
#else
#error "columns: 32 or 64"
#endif
  }
}

static void gemm(const int8_t *x, int8_t *y) {
  HVX_Vector zero_point = Q6_V_vsplat_R(ZERO_POINT);
  bring_in_order();
  for (int j = 0; j < N / WORDS; j++) {
    HVX_Vector scale = load(MULTIPLIER + j * WORDS), shift = load(SHIFT + j * WORDS);
    HVX_Vector half = half_of(shift);
    for (int i = 0; i < M; i += 4) {
      HVX_Vector acc[4] = {Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero(), Q6_V_vzero()};
      for (int k = 0; k < K / 4; k++)
        for (int r = 0; r < 4; r++) {
          HVX_Vector a = Q6_V_vsplat_R(((const int32_t *)(x + (i + r) * K))[k]);
          acc[r] = Q6_Vw_vrmpyacc_VwVbVb(acc[r], a, order[j][k]);
        }
      for (int r = 0; r < 4; r++)
        acc[r] = requantised_words(acc[r], scale, shift, half, zero_point);
      HVX_Vector bytes = narrowed(acc[0], acc[1], acc[2], acc[3]);
#if N == 32
      *(HVX_Vector *)(y + i * N) = bytes;
#else
      for (int r = 0; r < 4; r++)
        store_bytes(y + (i + r) * N + j * WORDS, Q6_V_vror_VR(bytes, r * WORDS), WORDS);
#endif
    }
  }
}

KERNEL(gemm(X, OUTPUT))
