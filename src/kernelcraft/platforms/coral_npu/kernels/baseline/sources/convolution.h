// The convolution of the vector kernels: outer products of a pixel's taps with 32 output channels
// at once. What is read many times is in DTCM, the input with a frame of zero points, so that no
// tap needs a decision.
#pragma once

#include "product.h"

#define BEFORE ((K - 1) / 2)  // the frame's pixels above and on the left
#define SIDE (H + K - 1)      // of the framed image

static ALIGNED int8_t x[SIDE * SIDE * C_IN];
static ALIGNED int32_t bias[C_OUT];

#if SIDE * SIDE * C_IN + K * K * C_IN * COLUMNS <= ROOM
static ALIGNED int8_t strip[K * K * C_IN * COLUMNS];
#define PITCH COLUMNS
#define WEIGHTS(o, vl) (copy_strip(strip, W + (o), K * K * C_IN, C_OUT, vl), strip)
#else  // there is no room for the weights
#define PITCH C_OUT
#define WEIGHTS(o, vl) (W + (o))
#endif

static inline void frame(const int8_t *from) {
  fill(x, INPUT_ZERO_POINT, sizeof x);
  for (size_t row = 0; row < H; row++)
    copy(x + ((row + BEFORE) * SIDE + BEFORE) * C_IN, from + row * H * C_IN, H * C_IN);
}

// The sums of the pixel whose first tap is `x`; a row of taps is contiguous in x and in w.
static inline vint32m8_t pixel(const int8_t *x, const int8_t *w, vint32m8_t acc, size_t vl) {
  for (size_t i = 0; i < K; i++, x += SIDE * C_IN)
    for (size_t t = 0; t < K * C_IN; t++, w += PITCH)
      acc = accumulated(acc, x[t], __riscv_vle8_v_i8m2(w, vl), vl);
  return acc;
}

// `least` is the smallest value that the output may have.
static inline void convolution(int8_t least, int8_t *y) {
  frame(X);
  copy(bias, BIAS, sizeof bias);
  size_t vl;
  for (size_t o = 0; o < C_OUT; o += vl) {
    vl = __riscv_vsetvl_e8m2(C_OUT - o);
    const int8_t *w = WEIGHTS(o, vl);
    vint32m8_t scale = __riscv_vle32_v_i32m8(MULTIPLIER + o, vl);
    vuint32m8_t right = __riscv_vle32_v_u32m8((const uint32_t *)SHIFT + o, vl);
    for (size_t row = 0; row < H; row++) {
      for (size_t column = 0; column < H; column++) {
        vint32m8_t acc = __riscv_vle32_v_i32m8(bias + o, vl);
        acc = pixel(x + (row * SIDE + column) * C_IN, w, acc, vl);
        vint8m2_t v = requantised_each(acc, scale, right, ZERO_POINT, vl);
        if (least > -128) v = __riscv_vmax_vx_i8m2(v, least, vl);
        __riscv_vse8_v_i8m2(y + (row * H + column) * C_OUT + o, v, vl);
      }
    }
  }
}
