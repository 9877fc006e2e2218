// LayerNorm by vectors, a row at a time: sums of products, a scalar root, and one reciprocal.
#include "vector.h"
#include "whole.h"

#define PARTS 4  // vectors of 32 words that a row has room for

static HVX_Vector gamma[PARTS], beta[PARTS];

// 128 bytes as words, in their order.
static inline void widened(HVX_Vector bytes, HVX_Vector *words) {
  HVX_VectorPair halves = Q6_Wh_vunpack_Vb(bytes);
  HVX_VectorPair low = Q6_Ww_vunpack_Vh(Q6_V_lo_W(halves));
  HVX_VectorPair high = Q6_Ww_vunpack_Vh(Q6_V_hi_W(halves));
  words[0] = Q6_V_lo_W(low);
  words[1] = Q6_V_hi_W(low);
  words[2] = Q6_V_lo_W(high);
  words[3] = Q6_V_hi_W(high);
}

static inline HVX_Vector row(HVX_Vector given) {
  HVX_Vector x = first_bytes(given, Q6_V_vzero(), WIDTH), w[PARTS], zero = Q6_V_vzero();
  HVX_Vector total = sum_of_words(Q6_Vw_vrmpyacc_VwVbVb(zero, x, Q6_Vb_vsplat_R(1)));
  int32_t squares = first_word(sum_of_words(Q6_Vw_vrmpyacc_VwVbVb(zero, x, x)));
  int32_t sum = first_word(total), shift;
  int32_t root = square_root(WIDTH * squares - sum * sum + EPSILON);
  HVX_Vector inverse = Q6_V_vsplat_R(reciprocal(root, &shift)), divisor = Q6_V_vsplat_R(root);
  HVX_Vector scale = Q6_V_vsplat_R(MULTIPLIER), right = Q6_V_vsplat_R(SHIFT);
  HVX_Vector half = half_of(right), zero_point = Q6_V_vsplat_R(ZERO_POINT);
  widened(x, w);
  for (int i = 0; i < PARTS; i++) {
    HVX_Vector far = Q6_Vw_vsub_VwVw(Q6_Vw_vmpyi_VwRh(w[i], WIDTH | WIDTH << 16), total);
    HVX_Vector size = Q6_Vw_vasl_VwR(Q6_Vw_vabs_Vw(far), 10);
    HVX_Vector q = quotients(Q6_Vw_vadd_VwVw(size, Q6_V_vsplat_R(root / 2)), divisor, inverse, shift);
    HVX_Vector sign = Q6_Vw_vasr_VwR(far, 31);
    q = Q6_Vw_vsub_VwVw(Q6_V_vxor_VV(q, sign), sign);
    q = Q6_Vw_vadd_VwVw(Q6_Vw_vmpyio_VwVh(q, gamma[i]), beta[i]);
    w[i] = requantised_words(q, scale, right, half, zero_point);
  }
  return narrowed(w[0], w[1], w[2], w[3]);
}

static void layer_norm(const int8_t *x, int8_t *y) {
  widened(load(GAMMA), gamma);
  for (int i = 0; i < PARTS; i++) {
    gamma[i] = Q6_Vw_vasl_VwR(gamma[i], 16);
    beta[i] = load(BETA + i * WORDS);
  }
  for (int i = 0; i < ROWS; i++, x += WIDTH, y += WIDTH) {
    HVX_Vector bytes = row(load(x));
    if (WIDTH == LINE) *(HVX_Vector *)y = bytes;
    else store_bytes(y, bytes, WIDTH);
  }
}

KERNEL(layer_norm(X, OUTPUT))
