// Softmax by vectors, a row at a time: maximum, exponentials from their table, and one reciprocal.
#include "vector.h"
#include "whole.h"

static HVX_Vector table[4];

// The exponentials of bytes; those of even ones are in the lower vector, of odd ones in the upper.
static inline HVX_VectorPair exponentials(HVX_Vector below) {
  HVX_VectorPair e = Q6_Wh_vlut16_VbVhI(below, table[0], 0);
#define LOOK_UP(n) e = Q6_Wh_vlut16or_WhVbVhR(e, below, table[(n) / 4], n);
  LOOK_UP(1) LOOK_UP(2) LOOK_UP(3) LOOK_UP(4) LOOK_UP(5) LOOK_UP(6) LOOK_UP(7)
  LOOK_UP(8) LOOK_UP(9) LOOK_UP(10) LOOK_UP(11) LOOK_UP(12) LOOK_UP(13) LOOK_UP(14) LOOK_UP(15)
  return e;
}

static inline HVX_Vector maximum(HVX_Vector v) {
  for (int bytes = LINE / 2; bytes; bytes /= 2) v = Q6_Vb_vmax_VbVb(v, Q6_V_vror_VR(v, bytes));
  return v;
}

// (510 * e + sum) / (2 * sum) - 128.
static inline HVX_Vector share(HVX_Vector e, HVX_Vector sum, HVX_Vector inverse, int32_t shift) {
  HVX_Vector numerator = Q6_Vw_vadd_VwVw(Q6_Vw_vmpyi_VwRh(e, 510 | 510 << 16), sum);
  HVX_Vector q = quotients(numerator, Q6_Vw_vadd_VwVw(sum, sum), inverse, shift);
  return Q6_Vw_vsub_VwVw(q, Q6_V_vsplat_R(128));
}

static inline HVX_Vector row(HVX_Vector given) {
  HVX_Vector x = first_bytes(given, Q6_Vb_vsplat_R(-128), WIDTH);
  HVX_VectorPair e = exponentials(Q6_Vb_vsub_VbVb(maximum(x), x));
  HVX_VectorPair mask = Q6_Wh_vsxt_Vb(first_bytes(Q6_Vb_vsplat_R(-1), Q6_V_vzero(), WIDTH));
  HVX_VectorPair even = Q6_Wuw_vzxt_Vuh(Q6_V_vand_VV(Q6_V_lo_W(e), Q6_V_lo_W(mask)));
  HVX_VectorPair odd = Q6_Wuw_vzxt_Vuh(Q6_V_vand_VV(Q6_V_hi_W(e), Q6_V_hi_W(mask)));
  HVX_Vector sum = Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(Q6_V_lo_W(even), Q6_V_hi_W(even)),
                                   Q6_Vw_vadd_VwVw(Q6_V_lo_W(odd), Q6_V_hi_W(odd)));
  sum = sum_of_words(sum);
  int32_t shift;
  HVX_Vector inverse = Q6_V_vsplat_R(reciprocal(2 * first_word(sum), &shift));
  HVX_Vector a = share(Q6_V_lo_W(even), sum, inverse, shift);
  HVX_Vector b = share(Q6_V_hi_W(even), sum, inverse, shift);
  HVX_Vector c = share(Q6_V_lo_W(odd), sum, inverse, shift);
  HVX_Vector d = share(Q6_V_hi_W(odd), sum, inverse, shift);
  return Q6_Vb_vshuffe_VbVb(Q6_Vh_vshuffe_VhVh(d, c), Q6_Vh_vshuffe_VhVh(b, a));
}

static void softmax(const int8_t *x, int8_t *y) {
  for (int i = 0; i < 4; i++) table[i] = Q6_Vh_vshuff_Vh(((const HVX_Vector *)EXPONENTIALS)[i]);
  for (int i = 0; i < ROWS; i++, x += WIDTH, y += WIDTH) {
    HVX_Vector bytes = row(load(x));
    if (WIDTH == LINE) *(HVX_Vector *)y = bytes;
    else store_bytes(y, bytes, WIDTH);
  }
}

KERNEL(softmax(X, OUTPUT))
