// GEMV by dot products of 64 elements at once; the matrix is read once and stays where it is, the
// strip of x that all rows need stays in registers.
#include "vector.h"

static ALIGNED int32_t sums[M];

static inline void dot_products(const int8_t *a, const int8_t *x) {
  size_t vl;
  for (size_t j = 0; j < N; j += vl) {
    vl = __riscv_vsetvl_e8m4(N - j);
    vint8m4_t strip = __riscv_vle8_v_i8m4(x + j, vl);
    for (size_t i = 0; i < M; i++) {
      vint8m4_t row = __riscv_vle8_v_i8m4(a + i * N + j, vl);
      vint16m8_t products = __riscv_vwmul_vv_i16m8(row, strip, vl);
      vint32m1_t before = __riscv_vmv_s_x_i32m1(j ? sums[i] : 0, 1);
      sums[i] = __riscv_vmv_x_s_i32m1_i32(__riscv_vwredsum_vs_i16m8_i32m1(products, before, vl));
    }
  }
}

static inline void requantise(const int32_t *multiplier, const int32_t *shift, int8_t *y) {
  size_t vl;
  for (size_t i = 0; i < M; i += vl) {
    vl = __riscv_vsetvl_e32m8(M - i);
    vint32m8_t acc = __riscv_vle32_v_i32m8(sums + i, vl);
    vint32m8_t scale = __riscv_vle32_v_i32m8(multiplier + i, vl);
    vuint32m8_t right = __riscv_vle32_v_u32m8((const uint32_t *)shift + i, vl);
    __riscv_vse8_v_i8m2(y + i, requantised_each(acc, scale, right, ZERO_POINT, vl), vl);
  }
}

static inline void gemv(void) {
  dot_products(A, X);
  requantise(MULTIPLIER, SHIFT, OUTPUT);
}

KERNEL(gemv())
