// Division and square root of whole numbers, for which Hexagon has no instructions.
#pragma once

#include <stdint.h>

// a / b, rounded down, for a < 2^31 and 0 < b: a bit of the quotient at a time, as many as it has.
static inline uint32_t quotient(uint32_t a, uint32_t b) {
  if (a < b) return 0;
  uint32_t result = 0;
  for (int bit = __builtin_clz(b) - __builtin_clz(a); bit >= 0; bit--) {
    result <<= 1;
    if (a >= b << bit) {
      a -= b << bit;
      result |= 1;
    }
  }
  return result;
}

// floor(sqrt(value)), a bit at a time.
static inline uint32_t square_root(uint32_t value) {
  uint32_t root = 0;
  for (uint32_t bit = 1u << 15; bit; bit >>= 1) {
    uint32_t next = root | bit;
    if (next * next <= value) root = next;
  }
  return root;
}

// floor(2^(31 + shift) / b) with the largest `shift` for which it is below 2^31, for 0 < b < 2^31.
static inline uint32_t reciprocal(uint32_t b, int32_t *shift) {
  int32_t places = 31 - __builtin_clz(b);
  uint32_t scaled = b << (31 - places), result = 0, rest = 1u << 31;
  if (scaled == rest) {  // a power of two: 2^31 itself would be the result
    *shift = places - 1;
    return 1u << 30;
  }
  *shift = places;
  for (int bit = 0; bit < 31; bit++) {
    uint64_t twice = (uint64_t)rest << 1;
    result <<= 1;
    if (twice >= scaled) {
      twice -= scaled;
      result |= 1;
    }
    rest = (uint32_t)twice;
  }
  return result;
}
