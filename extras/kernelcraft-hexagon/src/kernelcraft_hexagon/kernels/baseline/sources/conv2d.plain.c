// A convolution in plain C, one output pixel after the other; the padding is decided for every tap.
#include "kernel.h"

static inline void conv2d(const int8_t *restrict x, const int8_t *restrict w,
                          const int32_t *restrict bias, const int32_t *restrict multiplier,
                          const int32_t *restrict shift, int8_t *restrict y) {
  int32_t acc[C_OUT];
  for (int row = 0; row < H; row++) {
    for (int column = 0; column < H; column++, y += C_OUT) {
      for (int o = 0; o < C_OUT; o++) acc[o] = bias[o];
      for (int i = 0; i < K; i++) {
        for (int j = 0; j < K; j++) {
          int at_row = row + i - (K - 1) / 2, at_column = column + j - (K - 1) / 2;
          int inside = at_row >= 0 && at_row < H && at_column >= 0 && at_column < H;
          for (int c = 0; c < C_IN; c++) {
            int32_t a = inside ? x[(at_row * H + at_column) * C_IN + c] : INPUT_ZERO_POINT;
            for (int o = 0; o < C_OUT; o++) acc[o] += a * w[((i * K + j) * C_IN + c) * C_OUT + o];
          }
        }
      }
      for (int o = 0; o < C_OUT; o++)
        y[o] = requantised(acc[o], multiplier[o], shift[o], ZERO_POINT);
    }
  }
}

KERNEL(conv2d(X, W, BIAS, MULTIPLIER, SHIFT, OUTPUT))
