// Batched matrix products as outer products; each pair of operands is copied to DTCM first.
#include "product.h"

static ALIGNED int8_t x[M * K], w[K * N];

static void batch_matmul(int8_t *y) {
  for (int i = 0; i < B; i++) {
    copy(x, X + i * M * K, sizeof x);
    copy(w, W + i * K * N, sizeof w);
    product(x, w, NULL, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N, y + i * M * N);
  }
}

KERNEL(batch_matmul(OUTPUT))
