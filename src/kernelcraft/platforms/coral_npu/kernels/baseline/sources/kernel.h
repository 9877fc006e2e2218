// What every kernel shares. Operands (X, W, OUTPUT ...), sizes (N, ROWS ...) and constants
// (ZERO_POINT ...) of a cell are macros, named as the task names them, in capitals.
#pragma once

#include <stdint.h>

// The program: no start-up code, because the stack pointer is given and nothing else is needed.
#define KERNEL(call) \
  void _start(void) { \
    call; \
    __asm__ volatile(".word 0x08000073"); \
    __builtin_unreachable(); \
  }

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

// floor(sqrt(value)) for value < 2^31; the root in float is at most one off.
static inline int32_t square_root(int32_t value) {
  uint32_t square = value, root = __builtin_sqrtf(value);
  if (root * root > square) return root - 1;
  return (root + 1) * (root + 1) <= square ? root + 1 : root;
}

// a / divisor, rounded to the nearest, halves away from zero.
static inline int32_t divided(int32_t a, int32_t divisor) {
  int32_t half = divisor / 2;
  return (a + (a >= 0 ? half : -half)) / divisor;
}
