// The convolution of the vector kernels: outer products of a pixel's taps with 32 output channels
// at once. Everything that is read many times is in DTCM, the input with its padding.
#pragma once

#include "padded.h"
#include "product.h"

static ALIGNED int8_t x[SIDE * SIDE * C_IN], w[K * K * C_IN * C_OUT];
static ALIGNED int32_t bias[C_OUT];

// The sums of the pixel whose first tap is `x`, for the output channels from `o` on; a row of taps
// is contiguous in the input and in the weights.
static inline vint32m8_t pixel(const int8_t *x, size_t o, size_t vl) {
  vint32m8_t acc = __riscv_vle32_v_i32m8(bias + o, vl);
  const int8_t *row = w + o;
  for (size_t i = 0; i < K; i++, x += SIDE * C_IN) {
    for (size_t t = 0; t < K * C_IN; t++, row += C_OUT)
      acc = accumulated(acc, x[t], __riscv_vle8_v_i8m2(row, vl), vl);
  }
  return acc;
}

// `least` is the smallest value that the output may have.
static inline void convolution(int8_t least, int8_t *y) {
  pad(X, C_IN, x);
  copy(w, W, sizeof w);
  copy(bias, BIAS, sizeof bias);
  size_t vl;
  for (size_t o = 0; o < C_OUT; o += vl) {
    vl = __riscv_vsetvl_e8m2(C_OUT - o);
    vint32m8_t scale = __riscv_vle32_v_i32m8(MULTIPLIER + o, vl);
    vuint32m8_t right = __riscv_vle32_v_u32m8((const uint32_t *)SHIFT + o, vl);
    for (size_t row = 0; row < H; row++) {
      for (size_t column = 0; column < H; column++) {
        vint32m8_t acc = pixel(x + (row * SIDE + column) * C_IN, o, vl);
        vint8m2_t v = requantised_each(acc, scale, right, ZERO_POINT, vl);
        if (least > -128) v = __riscv_vmax_vx_i8m2(v, least, vl);
        __riscv_vse8_v_i8m2(y + (row * H + column) * C_OUT + o, v, vl);
      }
    }
  }
}
