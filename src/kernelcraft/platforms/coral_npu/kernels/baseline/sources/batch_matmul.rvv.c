// Batched matrix products as outer products; each pair of operands is read many times, so it is
// copied to DTCM, the weights strip by strip.
#include "product.h"

static ALIGNED int8_t x[M * K], strip[K * COLUMNS];

static void batch_matmul(int8_t *y) {
  for (int i = 0; i < B; i++) {
    copy(x, X + i * M * K, sizeof x);
    product(x, W + i * K * N, NULL, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N, strip, y + i * M * N);
  }
}

KERNEL(batch_matmul(OUTPUT))
