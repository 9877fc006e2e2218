// GEMM in plain C, row by row; the inner loop runs along the weights.
#include "kernel.h"

static inline void gemm(const int8_t *restrict x, const int8_t *restrict w,
                        const int32_t *restrict multiplier, const int32_t *restrict shift,
                        int8_t *restrict y) {
  int32_t acc[N];
  for (int i = 0; i < M; i++) {
    for (int j = 0; j < N; j++) acc[j] = 0;
    for (int k = 0; k < K; k++)
      for (int j = 0; j < N; j++) acc[j] += x[i * K + k] * w[k * N + j];
    for (int j = 0; j < N; j++)
      y[i * N + j] = requantised(acc[j], multiplier[j], shift[j], ZERO_POINT);
  }
}

KERNEL(gemm(X, W, MULTIPLIER, SHIFT, OUTPUT))
