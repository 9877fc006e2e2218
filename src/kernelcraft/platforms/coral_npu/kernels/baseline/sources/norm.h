// The steps that the norms share; `gamma` and `beta` are in DTCM, because all rows need them.
#pragma once

#include "vector.h"

static ALIGNED int8_t gamma[WIDTH];

// `divided` of 32 elements.
static inline vint32m8_t divided_all(vint32m8_t a, int32_t divisor, size_t vl) {
  vint32m8_t sign = __riscv_vsra_vx_i32m8(a, 31, vl);
  vint32m8_t half = __riscv_vxor_vx_i32m8(sign, divisor / 2, vl);
  half = __riscv_vsub_vv_i32m8(half, sign, vl);
  return __riscv_vdiv_vx_i32m8(__riscv_vadd_vv_i32m8(a, half, vl), divisor, vl);
}

// y = requantised(divided((WIDTH * x - sum) * 1024, root) * gamma + beta), beta or NULL.
static inline void normalise(const int8_t *x, int32_t sum, int32_t root, const int32_t *beta,
                             int8_t *y) {
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e8m2(WIDTH - i);
    vint32m8_t v = __riscv_vsext_vf4_i32m8(__riscv_vle8_v_i8m2(x + i, vl), vl);
    v = __riscv_vmul_vx_i32m8(v, WIDTH * 1024, vl);
    v = divided_all(__riscv_vsub_vx_i32m8(v, sum * 1024, vl), root, vl);
    vint32m8_t scale = __riscv_vsext_vf4_i32m8(__riscv_vle8_v_i8m2(gamma + i, vl), vl);
    v = __riscv_vmul_vv_i32m8(v, scale, vl);
    if (beta) v = __riscv_vadd_vv_i32m8(v, __riscv_vle32_v_i32m8(beta + i, vl), vl);
    __riscv_vse8_v_i8m2(y + i, requantised_all(v, MULTIPLIER, SHIFT, ZERO_POINT, vl), vl);
  }
}
