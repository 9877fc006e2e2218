// A linear layer as outer products; what is read many times is copied to DTCM, the weights strip by
// strip, x at once if there is room.
#include "product.h"

static ALIGNED int8_t strip[H_IN * COLUMNS];
static ALIGNED int32_t bias[H_OUT];

#if N * H_IN + H_IN * COLUMNS <= ROOM
static ALIGNED int8_t x[N * H_IN];

static void linear(void) {
  copy(bias, BIAS, sizeof bias);
  copy(x, X, sizeof x);
  product(x, W, bias, MULTIPLIER, SHIFT, ZERO_POINT, N, H_IN, H_OUT, strip, OUTPUT);
}
#else
static void linear(void) {
  copy(bias, BIAS, sizeof bias);
  product(X, W, bias, MULTIPLIER, SHIFT, ZERO_POINT, N, H_IN, H_OUT, strip, OUTPUT);
}
#endif

KERNEL(linear())
