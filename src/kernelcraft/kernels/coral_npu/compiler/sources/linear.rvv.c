// A linear layer as outer products; all that is read many times is copied to DTCM first.
#include "product.h"

static ALIGNED int8_t x[N * H_IN], w[H_IN * H_OUT];
static ALIGNED int32_t bias[H_OUT];

static void linear(void) {
  copy(x, X, sizeof x);
  copy(w, W, sizeof w);
  copy(bias, BIAS, sizeof bias);
  product(x, w, bias, MULTIPLIER, SHIFT, ZERO_POINT, N, H_IN, H_OUT, OUTPUT);
}

KERNEL(linear())
