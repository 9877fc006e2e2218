// LayerNorm by strips: widening sums, a scalar square root, the vector divider. The rows are read
// where they lie, gamma and beta are copied to DTCM.
#include "norm.h"

static ALIGNED int32_t beta[WIDTH];

typedef struct {
  int32_t values, squares;
} Sums;

// Over a row.
static inline Sums sums_of(const int8_t *x) {
  vint32m1_t values = __riscv_vmv_s_x_i32m1(0, 1);
  vint32m1_t squares = __riscv_vmv_s_x_i32m1(0, 1);
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e8m4(WIDTH - i);
    vint8m4_t v = __riscv_vle8_v_i8m4(x + i, vl);
    values = __riscv_vwredsum_vs_i16m8_i32m1(__riscv_vsext_vf2_i16m8(v, vl), values, vl);
    squares = __riscv_vwredsum_vs_i16m8_i32m1(__riscv_vwmul_vv_i16m8(v, v, vl), squares, vl);
  }
  return (Sums){__riscv_vmv_x_s_i32m1_i32(values), __riscv_vmv_x_s_i32m1_i32(squares)};
}

static void layer_norm(const int8_t *x, int8_t *y) {
  copy(gamma, GAMMA, sizeof gamma);
  copy(beta, BETA, sizeof beta);
  for (int i = 0; i < ROWS; i++, x += WIDTH, y += WIDTH) {
    Sums sums = sums_of(x);
    int32_t scaled = WIDTH * sums.squares - sums.values * sums.values;
    normalise(x, sums.values, square_root(scaled + EPSILON), beta, y);
  }
}

KERNEL(layer_norm(X, OUTPUT))
