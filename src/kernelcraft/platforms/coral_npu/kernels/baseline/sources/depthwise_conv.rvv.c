// A depthwise convolution with a vector of 16 channels (with 32 of them registers are spilled).
// What is read many times is copied to DTCM, 16 channels of the input at once with a frame of zero
// points, so that no tap needs a decision.
#include "vector.h"

#define CHANNELS (C < 16 ? C : 16)  // of a strip
#define BEFORE ((K - 1) / 2)        // the frame's pixels above and on the left
#define SIDE (H + K - 1)            // of the framed image

static ALIGNED int8_t x[SIDE * SIDE * CHANNELS], w[K * K * C];
static ALIGNED int32_t bias[C];

// The `vl` channels of the image that begin at `from`, into the frame.
static inline void copy_channels(const int8_t *from, size_t vl) {
  for (size_t row = 0; row < H; row++, from += H * C) {
    int8_t *to = x + ((row + BEFORE) * SIDE + BEFORE) * CHANNELS;
    if (CHANNELS == C)
      copy(to, from, H * C);
    else
      for (size_t i = 0; i < H; i++)
        __riscv_vse8_v_i8m1(to + i * CHANNELS, __riscv_vle8_v_i8m1(from + i * C, vl), vl);
  }
}

// The sums of the pixel whose first tap is `x`, for the channels from `c` on.
static inline vint32m4_t pixel(const int8_t *x, size_t c, size_t vl) {
  vint32m4_t acc = __riscv_vle32_v_i32m4(bias + c, vl);
  const int8_t *tap = w + c;
#if K > 3  // else clang loads all 25 taps first, and spills them
#pragma clang loop unroll(disable)
#endif
  for (size_t i = 0; i < K; i++) {
    for (size_t j = 0; j < K; j++, tap += C) {
      vint8m1_t a = __riscv_vle8_v_i8m1(x + (i * SIDE + j) * CHANNELS, vl);
      vint16m2_t product = __riscv_vwmul_vv_i16m2(a, __riscv_vle8_v_i8m1(tap, vl), vl);
      acc = __riscv_vwadd_wv_i32m4(acc, product, vl);
    }
  }
  return acc;
}

static void depthwise_conv(int8_t *y) {
  fill(x, INPUT_ZERO_POINT, sizeof x);
  copy(w, W, sizeof w);
  copy(bias, BIAS, sizeof bias);
  size_t vl;
  for (size_t c = 0; c < C; c += vl) {
    vl = __riscv_vsetvl_e8m1(C - c);
    copy_channels(X + c, vl);
    vint32m4_t scale = __riscv_vle32_v_i32m4(MULTIPLIER + c, vl);
    vuint32m4_t right = __riscv_vle32_v_u32m4((const uint32_t *)SHIFT + c, vl);
    for (size_t row = 0; row < H; row++) {
      for (size_t column = 0; column < H; column++) {
        vint32m4_t acc = pixel(x + (row * SIDE + column) * CHANNELS, c, vl);
        __riscv_vse8_v_i8m1(y + (row * H + column) * C + c,
                            requantised_few(acc, scale, right, ZERO_POINT, vl), vl);
      }
    }
  }
}

KERNEL(depthwise_conv(OUTPUT))
