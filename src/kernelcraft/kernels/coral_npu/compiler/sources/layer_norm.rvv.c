// LayerNorm by strips: widening sums, a scalar square root, the vector divider. The rows are read
// where they lie, gamma and beta are copied to DTCM.
#include "norm.h"

static ALIGNED int32_t beta[WIDTH];

// The sum of a row.
static inline int32_t sum_of(const int8_t *x) {
  vint32m1_t sum = __riscv_vmv_s_x_i32m1(0, 1);
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e8m4(WIDTH - i);
    vint16m8_t wide = __riscv_vsext_vf2_i16m8(__riscv_vle8_v_i8m4(x + i, vl), vl);
    sum = __riscv_vwredsum_vs_i16m8_i32m1(wide, sum, vl);
  }
  return __riscv_vmv_x_s_i32m1_i32(sum);
}

static void layer_norm(const int8_t *x, int8_t *y) {
  copy(gamma, GAMMA, sizeof gamma);
  copy(beta, BETA, sizeof beta);
  for (int i = 0; i < ROWS; i++, x += WIDTH, y += WIDTH) {
    int32_t sum = sum_of(x);
    int32_t root = square_root(WIDTH * squares_of(x) - sum * sum + EPSILON);
    normalise(x, sum, root, beta, y);
  }
}

KERNEL(layer_norm(X, OUTPUT))
