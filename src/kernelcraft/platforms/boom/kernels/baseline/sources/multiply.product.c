// Products by the core's own multiplication.
#include "kernel.h"

void kernel(const int32_t *a, const int32_t *b, int32_t *restrict y, long n) {
  for (long i = 0; i < n; i++) y[i] = times(a[i], b[i]);
}
