// Products as the classic suite has them: by 32 steps of shifts and additions.
#include "kernel.h"

static inline int32_t product(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (int step = 0; step < 32; step++) {
    if (b & 1) sum += a;
    a <<= 1;
    b >>= 1;
  }
  return (int32_t)sum;
}

void kernel(const int32_t *a, const int32_t *b, int32_t *restrict y, long n) {
  for (long i = 0; i < n; i++) y[i] = product((uint32_t)a[i], (uint32_t)b[i]);
}
