// The input of a convolution in DTCM with its frame of zero points, so that every tap is inside.
#pragma once

#include "vector.h"

#define SIDE (H + K - 1)  // of the padded image

static inline void pad(const int8_t *x, size_t channels, int8_t *padded) {
  size_t vl;
  for (size_t i = 0; i < SIDE * SIDE * channels; i += vl) {
    vl = __riscv_vsetvl_e8m8(SIDE * SIDE * channels - i);
    __riscv_vse8_v_i8m8(padded + i, __riscv_vmv_v_x_i8m8(INPUT_ZERO_POINT, vl), vl);
  }
  for (size_t row = 0; row < H; row++)
    copy(padded + ((row + K / 2) * SIDE + K / 2) * channels, x + row * H * channels, H * channels);
}
