// LayerNorm in plain C: two sums, a square root, and one division for each element.
#include "kernel.h"
#include "whole.h"

// a / divisor, rounded to the nearest, halves away from zero.
static inline int32_t divided(int32_t a, int32_t divisor) {
  int32_t size = quotient((a < 0 ? -a : a) + divisor / 2, divisor);
  return a < 0 ? -size : size;
}

static inline void row(const int8_t *restrict x, const int8_t *restrict gamma,
                       const int32_t *restrict beta, int8_t *restrict y) {
  int32_t sum = 0, squares = 0;
  for (int i = 0; i < WIDTH; i++) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  int32_t root = square_root(WIDTH * squares - sum * sum + EPSILON);
  for (int i = 0; i < WIDTH; i++) {
    int32_t normal = divided((WIDTH * x[i] - sum) * 1024, root);
    y[i] = requantised(normal * gamma[i] + beta[i], MULTIPLIER, SHIFT, ZERO_POINT);
  }
}

static void layer_norm(const int8_t *x, int8_t *y) {
  for (int i = 0; i < ROWS; i++) row(x + i * WIDTH, GAMMA, BETA, y + i * WIDTH);
}

KERNEL(layer_norm(X, OUTPUT))
