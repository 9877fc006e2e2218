// What every program shares: a kernel is a function of its operands' addresses and sizes.
#pragma once

#include <stdint.h>

// The low 32 bits, which C leaves open for numbers with a sign.
static inline int32_t plus(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t minus(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t times(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
