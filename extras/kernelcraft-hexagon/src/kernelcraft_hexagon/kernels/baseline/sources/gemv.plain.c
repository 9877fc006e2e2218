// GEMV in plain C: one dot product after the other.
#include "kernel.h"

static inline void gemv(const int8_t *restrict a, const int8_t *restrict x,
                        const int32_t *restrict multiplier, const int32_t *restrict shift,
                        int8_t *restrict y) {
  for (int i = 0; i < M; i++) {
    int32_t acc = 0;
    for (int j = 0; j < N; j++) acc += a[i * N + j] * x[j];
    y[i] = requantised(acc, multiplier[i], shift[i], ZERO_POINT);
  }
}

KERNEL(gemv(A, X, MULTIPLIER, SHIFT, OUTPUT))
