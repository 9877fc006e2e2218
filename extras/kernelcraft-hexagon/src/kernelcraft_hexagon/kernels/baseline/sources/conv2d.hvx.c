// A convolution by vectors: 32 output channels at once, four pixels of a row; each product is of
// four channels of a pixel with four weights, which are brought into that order first. The image is
// copied into a frame of zero points, so that no tap needs a decision.
#include "vector.h"

#define BEFORE ((K - 1) / 2)  // the frame's pixels above and on the left
#define SIDE (H + K - 1)      // of the framed image
#define TAPS (K * K * C_IN / 4)

#if C_OUT != 32 || C_IN % 4 || H % 4
#error "32 output channels, input channels and sides by fours"
#endif

static HVX_Vector order[TAPS];
static int32_t frame[SIDE * SIDE * C_IN / 4 + 1] ALIGNED;

static inline void bring_in_order(void) {
  for (int i = 0; i < TAPS; i++)
    order[i] = Q6_Vb_vshuff_Vb(Q6_Vb_vshuff_Vb(((const HVX_Vector *)W)[i]));
  for (int i = 0; i < SIDE * SIDE * C_IN / 4; i++)
    frame[i] = (INPUT_ZERO_POINT & 255) * 0x01010101u;
  for (int row = 0; row < H; row++)
    for (int i = 0; i < H * C_IN / 4; i++)
      frame[((row + BEFORE) * SIDE + BEFORE) * C_IN / 4 + i] =
          ((const int32_t *)X)[row * H * C_IN / 4 + i];
}

static void conv2d(HVX_Vector *y) {
  HVX_Vector zero_point = Q6_V_vsplat_R(ZERO_POINT), bias = load(BIAS);
  HVX_Vector scale = load(MULTIPLIER), shift = load(SHIFT), half = half_of(shift);
  bring_in_order();
  for (int row = 0; row < H; row++) {
    for (int column = 0; column < H; column += 4) {
      HVX_Vector acc[4] = {bias, bias, bias, bias};
      const HVX_Vector *w = order;
      for (int i = 0; i < K; i++) {
        const int32_t *x = frame + ((row + i) * SIDE + column) * C_IN / 4;
        for (int t = 0; t < K * C_IN / 4; t++, w++)
          for (int r = 0; r < 4; r++)
            acc[r] = Q6_Vw_vrmpyacc_VwVbVb(acc[r], Q6_V_vsplat_R(x[r * C_IN / 4 + t]), *w);
      }
      for (int r = 0; r < 4; r++)
        acc[r] = requantised_words(acc[r], scale, shift, half, zero_point);
      *y++ = narrowed(acc[0], acc[1], acc[2], acc[3]);
    }
  }
}

KERNEL(conv2d((HVX_Vector *)OUTPUT))
