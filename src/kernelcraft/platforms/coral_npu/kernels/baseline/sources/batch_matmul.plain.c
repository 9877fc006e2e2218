// Batched matrix products in plain C, one after the other.
#include "product.plain.h"

static void batch_matmul(const int8_t *x, const int8_t *w, int8_t *y) {
  for (int i = 0; i < B; i++)
    product(x + i * M * K, w + i * K * N, 0, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N,
            y + i * M * N);
}

KERNEL(batch_matmul(X, W, OUTPUT))
