// A filter of three taps by comparisons; both ends become zero.
#include "kernel.h"

static inline int32_t middle(int32_t a, int32_t b, int32_t c) {
  if (a < b) return b < c ? b : a < c ? c : a;
  return a < c ? a : b < c ? c : b;
}

void kernel(const int32_t *x, int32_t *restrict y, long n) {
  y[0] = 0;
  y[n - 1] = 0;
  for (long i = 1; i < n - 1; i++) y[i] = middle(x[i - 1], x[i], x[i + 1]);
}
