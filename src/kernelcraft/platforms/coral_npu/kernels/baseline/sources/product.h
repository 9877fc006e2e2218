// The matrix product of the vector kernels: an outer product over k, 32 output columns at once.
#pragma once

#include "vector.h"

#define COLUMNS 32  // of a strip: two registers of weights, eight of sums

// acc + a * w, for a row of weights.
static inline vint32m8_t accumulated(vint32m8_t acc, int8_t a, vint8m2_t w, size_t vl) {
  return __riscv_vwmacc_vx_i32m8(acc, a, __riscv_vsext_vf2_i16m4(w, vl), vl);
}

// The `vl` columns of w[inner][columns] that begin at `w`, in rows of 32.
static inline void copy_strip(int8_t *strip, const int8_t *w, size_t inner, size_t columns,
                              size_t vl) {
  for (size_t k = 0; k < inner; k++)
    __riscv_vse8_v_i8m2(strip + k * COLUMNS, __riscv_vle8_v_i8m2(w + k * columns, vl), vl);
}

// y[rows][columns] = requantised(x[rows][inner] . w[inner][columns] + bias), bias or NULL. Every
// strip of the weights is copied into `strip`, inner * COLUMNS bytes of DTCM; x and bias are read
// again and again and should be there already.
static inline void product(const int8_t *x, const int8_t *w, const int32_t *bias,
                           const int32_t *multiplier, const int32_t *shift, int32_t zero_point,
                           size_t rows, size_t inner, size_t columns, int8_t *strip, int8_t *y) {
  size_t vl;
  for (size_t j = 0; j < columns; j += vl) {
    vl = __riscv_vsetvl_e8m2(columns - j);
    copy_strip(strip, w + j, inner, columns, vl);
    vint32m8_t scale = __riscv_vle32_v_i32m8(multiplier + j, vl);
    vuint32m8_t right = __riscv_vle32_v_u32m8((const uint32_t *)shift + j, vl);
    for (size_t i = 0; i < rows; i++) {
      vint32m8_t acc =
          bias ? __riscv_vle32_v_i32m8(bias + j, vl) : __riscv_vmv_v_x_i32m8(0, vl);
      for (size_t k = 0; k < inner; k++) {
        vint8m2_t row = __riscv_vle8_v_i8m2(strip + k * COLUMNS, vl);
        acc = accumulated(acc, x[i * inner + k], row, vl);
      }
      __riscv_vse8_v_i8m2(y + i * columns + j, requantised_each(acc, scale, right, zero_point, vl),
                          vl);
    }
  }
}
