// Radix sort from the lowest of four digits of 8 bits: x to room, to y, to room, to y.
#include "kernel.h"

enum { BITS = 8, BUCKETS = 1 << BITS };

static void pass(const uint32_t *from, uint32_t *restrict to, long n, int shift) {
  uint32_t count[BUCKETS];
  for (int digit = 0; digit < BUCKETS; digit++) count[digit] = 0;
  for (long i = 0; i < n; i++) count[from[i] >> shift & (BUCKETS - 1)]++;
  uint32_t place = 0;
  for (int digit = 0; digit < BUCKETS; digit++) {
    uint32_t here = count[digit];
    count[digit] = place;
    place += here;
  }
  for (long i = 0; i < n; i++) to[count[from[i] >> shift & (BUCKETS - 1)]++] = from[i];
}

void kernel(const uint32_t *x, uint32_t *restrict y, long n) {
  uint32_t room[n];
  pass(x, room, n, 0);
  pass(room, y, n, BITS);
  pass(y, room, n, 2 * BITS);
  pass(room, y, n, 3 * BITS);
}
