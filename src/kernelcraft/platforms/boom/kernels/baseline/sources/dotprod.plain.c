// The inner product of two vectors.
#include "kernel.h"

void kernel(const int32_t *a, const int32_t *b, int32_t *y, long n) {
  int32_t sum = 0;
  for (long i = 0; i < n; i++) sum = plus(sum, times(a[i], b[i]));
  *y = sum;
}
