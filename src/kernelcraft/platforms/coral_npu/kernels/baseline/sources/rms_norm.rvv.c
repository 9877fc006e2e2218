// RMSNorm by strips: a widening sum, a scalar square root, the vector divider. The rows are read
// where they lie, gamma is copied to DTCM.
#include "norm.h"

// The sum of the squares of a row.
static inline int32_t squares_of(const int8_t *x) {
  vint32m1_t squares = __riscv_vmv_s_x_i32m1(0, 1);
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e8m4(WIDTH - i);
    vint8m4_t v = __riscv_vle8_v_i8m4(x + i, vl);
    squares = __riscv_vwredsum_vs_i16m8_i32m1(__riscv_vwmul_vv_i16m8(v, v, vl), squares, vl);
  }
  return __riscv_vmv_x_s_i32m1_i32(squares);
}

static void rms_norm(const int8_t *x, int8_t *y) {
  copy(gamma, GAMMA, sizeof gamma);
  for (int i = 0; i < ROWS; i++, x += WIDTH, y += WIDTH)
    normalise(x, 0, square_root(WIDTH * squares_of(x) + EPSILON), NULL, y);
}

KERNEL(rms_norm(X, OUTPUT))
