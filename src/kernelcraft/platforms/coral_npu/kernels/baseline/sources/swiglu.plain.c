// SwiGLU in plain C: two linear layers, their product behind the table, and a third layer.
#include "product.plain.h"

static int8_t gate[N * H_I], up[N * H_I];

static void swiglu(void) {
  product(X, W_GATE, BIAS_GATE, MULTIPLIER_GATE, SHIFT_GATE, GATE_ZERO_POINT, N, H, H_I, gate);
  product(X, W_UP, BIAS_UP, MULTIPLIER_UP, SHIFT_UP, 0, N, H, H_I, up);
  for (int i = 0; i < N * H_I; i++)
    gate[i] = requantised(TABLE[(uint8_t)gate[i]] * up[i], PRODUCT_MULTIPLIER, PRODUCT_SHIFT, 0);
  product(gate, W_DOWN, BIAS_DOWN, MULTIPLIER_DOWN, SHIFT_DOWN, ZERO_POINT, N, H_I, H, OUTPUT);
}

KERNEL(swiglu())
