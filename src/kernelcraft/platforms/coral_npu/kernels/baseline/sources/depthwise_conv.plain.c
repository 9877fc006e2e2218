// A depthwise convolution in plain C, one output pixel after the other; taps outside count as the
// zero point.
#include "kernel.h"

static void depthwise_conv(const int8_t *restrict x, const int8_t *restrict w,
                           const int32_t *restrict bias, const int32_t *restrict multiplier,
                           const int32_t *restrict shift, int8_t *restrict y) {
  int32_t acc[C];
  for (int row = 0; row < H; row++) {
    for (int column = 0; column < H; column++, y += C) {
      for (int c = 0; c < C; c++) acc[c] = bias[c];
      for (int i = 0; i < K; i++) {
        for (int j = 0; j < K; j++) {
          int at_row = row + i - (K - 1) / 2, at_column = column + j - (K - 1) / 2;
          int inside = at_row >= 0 && at_row < H && at_column >= 0 && at_column < H;
          const int8_t *a = x + (at_row * H + at_column) * C;
          const int8_t *tap = w + (i * K + j) * C;
          for (int c = 0; c < C; c++) acc[c] += (inside ? a[c] : INPUT_ZERO_POINT) * tap[c];
        }
      }
      for (int c = 0; c < C; c++)
        y[c] = requantised(acc[c], multiplier[c], shift[c], ZERO_POINT);
    }
  }
}

KERNEL(depthwise_conv(X, W, BIAS, MULTIPLIER, SHIFT, OUTPUT))
