// ReLU in plain C.
#include "kernel.h"

static inline void relu(const int8_t *restrict x, int8_t *restrict y) {
  for (int i = 0; i < N; i++) y[i] = larger(x[i], ZERO_POINT);
}

KERNEL(relu(X, OUTPUT))
