// FFN in plain C: linear, table, linear.
#include "lookup.plain.h"
#include "product.plain.h"

static int8_t hidden[N * H_I];

static void ffn(void) {
  product(X, W1, BIAS1, MULTIPLIER1, SHIFT1, HIDDEN_ZERO_POINT, N, H, H_I, hidden);
  look_up(hidden, TABLE, N * H_I, hidden);
  product(hidden, W2, BIAS2, MULTIPLIER2, SHIFT2, ZERO_POINT, N, H_I, H, OUTPUT);
}

KERNEL(ffn())
