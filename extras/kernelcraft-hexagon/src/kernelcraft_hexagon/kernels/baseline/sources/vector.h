// What the kernels with vector intrinsics share. A vector has 128 bytes, 32 words.
#pragma once

#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>

#include "kernel.h"

#define LINE 128
#define WORDS 32
#define ALIGNED __attribute__((aligned(128)))

typedef HVX_Vector Unaligned __attribute__((aligned(1)));

static inline HVX_Vector load(const void *from) { return *(const Unaligned *)from; }

// (a * b + 2^30) >> 31 of words.
static inline HVX_Vector scaled(HVX_Vector a, HVX_Vector b) {
  return Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(Q6_Vw_vmpye_VwVuh(a, b), a, b);
}

// Half of what is shifted out: (1 << shift) >> 1.
static inline HVX_Vector half_of(HVX_Vector shift) {
  return Q6_Vuw_vlsr_VuwR(Q6_Vw_vasl_VwVw(Q6_V_vsplat_R(1), shift), 1);
}

// Words as `requantised` has them before they are saturated.
static inline HVX_Vector requantised_words(HVX_Vector acc, HVX_Vector multiplier, HVX_Vector shift,
                                           HVX_Vector half, HVX_Vector zero_point) {
  HVX_Vector high = Q6_Vw_vadd_VwVw(scaled(acc, multiplier), half);
  return Q6_Vw_vadd_VwVw(Q6_Vw_vasr_VwVw(high, shift), zero_point);
}

// Four vectors of words as one of bytes, saturated.
static inline HVX_Vector narrowed(HVX_Vector a, HVX_Vector b, HVX_Vector c, HVX_Vector d) {
  return Q6_Vb_vpack_VhVh_sat(Q6_Vh_vpack_VwVw_sat(d, c), Q6_Vh_vpack_VwVw_sat(b, a));
}

// Bytes of a vector to any multiple of 8 bytes.
static inline void store_bytes(int8_t *to, HVX_Vector v, int bytes) {
  static uint64_t kept[LINE / 8] ALIGNED;
  *(HVX_Vector *)kept = v;
  for (int i = 0; i < bytes / 8; i++) ((uint64_t *)to)[i] = kept[i];
}

// The sum of the 32 words, in each of them.
static inline HVX_Vector sum_of_words(HVX_Vector v) {
  for (int bytes = LINE / 2; bytes >= 4; bytes /= 2) v = Q6_Vw_vadd_VwVw(v, Q6_V_vror_VR(v, bytes));
  return v;
}

// The first word.
static inline int32_t first_word(HVX_Vector v) {
  static int32_t kept[WORDS] ALIGNED;
  *(HVX_Vector *)kept = v;
  return ((volatile int32_t *)kept)[0];
}

// The first `bytes` bytes of a vector, and others of another.
static inline HVX_Vector first_bytes(HVX_Vector v, HVX_Vector others, int bytes) {
  return bytes >= LINE ? v : Q6_V_vmux_QVV(Q6_Q_vsetq_R(bytes), v, others);
}

// numerator / divisor rounded down, with `inverse` and `shift` of `reciprocal`: one off at most,
// which the rest shows. The quotient is below 2^16.
static inline HVX_Vector quotients(HVX_Vector numerator, HVX_Vector divisor, HVX_Vector inverse,
                                   int32_t shift) {
  HVX_Vector one = Q6_V_vsplat_R(1);
  HVX_Vector result = Q6_Vw_vasr_VwR(scaled(numerator, inverse), shift);
  HVX_Vector rest = Q6_Vw_vsub_VwVw(numerator, Q6_Vw_vmpyie_VwVuh(divisor, result));
  result = Q6_Vw_condnac_QVwVw(Q6_Q_vcmp_gt_VwVw(Q6_V_vzero(), rest), result, one);
  return Q6_Vw_condacc_QnVwVw(Q6_Q_vcmp_gt_VwVw(divisor, rest), result, one);
}
