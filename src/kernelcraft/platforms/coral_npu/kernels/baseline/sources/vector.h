// What the kernels with vector intrinsics share.
#pragma once

#include <riscv_vector.h>
#include <stddef.h>

#include "kernel.h"

#define ALIGNED __attribute__((aligned(16)))  // to the lines of memory
#define ROOM 28672  // of the 32 KiB of DTCM; the rest is for the stack and for small operands

// Copy bytes: into DTCM what is read more than once, because every line of external memory costs
// ten cycles more.
static inline void copy(void *restrict to, const void *restrict from, size_t bytes) {
  const uint8_t *source = from;
  uint8_t *target = to;
  for (size_t vl; bytes > 0; bytes -= vl, source += vl, target += vl) {
    vl = __riscv_vsetvl_e8m8(bytes);
    __riscv_vse8_v_u8m8(target, __riscv_vle8_v_u8m8(source, vl), vl);
  }
}

// The same byte everywhere.
static inline void fill(int8_t *to, int8_t value, size_t bytes) {
  for (size_t vl; bytes > 0; bytes -= vl, to += vl) {
    vl = __riscv_vsetvl_e8m8(bytes);
    __riscv_vse8_v_i8m8(to, __riscv_vmv_v_x_i8m8(value, vl), vl);
  }
}

// The scaled accumulators plus the zero point, saturated to int8.
static inline vint8m2_t narrowed(vint32m8_t scaled, int32_t zero_point, size_t vl) {
  vint32m8_t shifted = __riscv_vadd_vx_i32m8(scaled, zero_point, vl);
  vint16m4_t half = __riscv_vnclip_wx_i16m4(shifted, 0, __RISCV_VXRM_RNU, vl);
  return __riscv_vnclip_wx_i8m2(half, 0, __RISCV_VXRM_RNU, vl);
}

// `requantised` of 32 accumulators, each with its own multiplier and shift.
static inline vint8m2_t requantised_each(vint32m8_t acc, vint32m8_t multiplier, vuint32m8_t shift,
                                         int32_t zero_point, size_t vl) {
  vint32m8_t high = __riscv_vsmul_vv_i32m8(acc, multiplier, __RISCV_VXRM_RNU, vl);
  return narrowed(__riscv_vssra_vv_i32m8(high, shift, __RISCV_VXRM_RNU, vl), zero_point, vl);
}

// `requantised` of 16 accumulators, each with its own multiplier and shift.
static inline vint8m1_t requantised_few(vint32m4_t acc, vint32m4_t multiplier, vuint32m4_t shift,
                                        int32_t zero_point, size_t vl) {
  vint32m4_t high = __riscv_vsmul_vv_i32m4(acc, multiplier, __RISCV_VXRM_RNU, vl);
  vint32m4_t scaled = __riscv_vssra_vv_i32m4(high, shift, __RISCV_VXRM_RNU, vl);
  vint32m4_t shifted = __riscv_vadd_vx_i32m4(scaled, zero_point, vl);
  vint16m2_t half = __riscv_vnclip_wx_i16m2(shifted, 0, __RISCV_VXRM_RNU, vl);
  return __riscv_vnclip_wx_i8m1(half, 0, __RISCV_VXRM_RNU, vl);
}

// `requantised` of 32 accumulators with one multiplier and one shift.
static inline vint8m2_t requantised_all(vint32m8_t acc, int32_t multiplier, uint32_t shift,
                                        int32_t zero_point, size_t vl) {
  vint32m8_t high = __riscv_vsmul_vx_i32m8(acc, multiplier, __RISCV_VXRM_RNU, vl);
  return narrowed(__riscv_vssra_vx_i32m8(high, shift, __RISCV_VXRM_RNU, vl), zero_point, vl);
}
