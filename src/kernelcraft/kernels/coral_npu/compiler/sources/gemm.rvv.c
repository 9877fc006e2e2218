// GEMM as outer products; both operands are read many times, so they are copied to DTCM first.
#include "product.h"

static ALIGNED int8_t x[M * K], w[K * N];

static void gemm(void) {
  copy(x, X, sizeof x);
  copy(w, W, sizeof w);
  product(x, w, NULL, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N, OUTPUT);
}

KERNEL(gemm())
