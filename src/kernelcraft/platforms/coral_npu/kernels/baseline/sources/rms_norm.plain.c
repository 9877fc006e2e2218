// RMSNorm in plain C: one sum, a square root, and one division for each element.
#include "kernel.h"

static inline void row(const int8_t *restrict x, const int8_t *restrict gamma,
                       int8_t *restrict y) {
  int32_t squares = 0;
  for (int i = 0; i < WIDTH; i++) squares += x[i] * x[i];
  int32_t root = square_root(WIDTH * squares + EPSILON);
  for (int i = 0; i < WIDTH; i++) {
    int32_t normal = divided(WIDTH * x[i] * 1024, root);
    y[i] = requantised(normal * gamma[i], MULTIPLIER, SHIFT, ZERO_POINT);
  }
}

static void rms_norm(const int8_t *x, int8_t *y) {
  for (int i = 0; i < ROWS; i++) row(x + i * WIDTH, GAMMA, y + i * WIDTH);
}

KERNEL(rms_norm(X, OUTPUT))
