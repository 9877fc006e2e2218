// The activations of the vector kernels: indexed loads from a table in DTCM.
#pragma once

#include "vector.h"

static ALIGNED int8_t table[256];

static inline void keep_table(const int8_t *from) { copy(table, from, sizeof table); }

// y = table[x & 255]; the bytes themselves are the offsets. `y` may be `x`.
static inline void look_up(const int8_t *x, size_t count, int8_t *y) {
  for (size_t vl; count > 0; count -= vl, x += vl, y += vl) {
    vl = __riscv_vsetvl_e8m8(count);
    vuint8m8_t index = __riscv_vle8_v_u8m8((const uint8_t *)x, vl);
    __riscv_vse8_v_i8m8(y, __riscv_vluxei8_v_i8m8(table, index, vl), vl);
  }
}
