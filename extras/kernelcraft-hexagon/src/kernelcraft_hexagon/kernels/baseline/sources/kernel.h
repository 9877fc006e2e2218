// What every kernel shares. Operands (X, W, OUTPUT ...), sizes (N, ROWS ...) and constants
// (ZERO_POINT ...) of a cell are macros, named as the task names them, in capitals.
#pragma once

#include <stdint.h>

#define KERNEL(call) \
  void kernel(void) { call; }

static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static inline int8_t saturated(int32_t value) {
  return value < -128 ? -128 : value > 127 ? 127 : value;
}

// sat8(zero_point + vssra(vsmul(acc, multiplier), shift)), both rounded to nearest, halves up.
static inline int8_t requantised(int32_t acc, int32_t multiplier, int32_t shift,
                                 int32_t zero_point) {
  int32_t high = ((int64_t)acc * multiplier + (1 << 30)) >> 31;
  int32_t scaled = shift ? (high >> shift) + (high >> (shift - 1) & 1) : high;
  return saturated(zero_point + scaled);
}
