// GEMM as outer products; both operands are read many times, so they are copied to DTCM, the
// weights strip by strip, x at once if there is room.
#include "product.h"

static ALIGNED int8_t strip[K * COLUMNS];

#if M * K + K * COLUMNS <= ROOM
static ALIGNED int8_t x[M * K];

static void gemm(void) {
  copy(x, X, sizeof x);
  product(x, W, NULL, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N, strip, OUTPUT);
}
#else
static void gemm(void) {
  product(X, W, NULL, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N, strip, OUTPUT);
}
#endif

KERNEL(gemm())
