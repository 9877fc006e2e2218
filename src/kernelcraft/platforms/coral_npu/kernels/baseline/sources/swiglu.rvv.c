// SwiGLU as outer products and indexed loads; what is read many times is copied to DTCM first, and
// everything between the layers stays there.
#include "layers.h"

static ALIGNED int8_t gate[N * H_I], up[N * H_I];

// gate = requantised(gate * up).
static inline void multiply(void) {
  size_t vl;
  for (size_t i = 0; i < N * H_I; i += vl) {
    vl = __riscv_vsetvl_e8m2(N * H_I - i);
    vint8m2_t factor = __riscv_vle8_v_i8m2(up + i, vl);
    vint16m4_t products = __riscv_vwmul_vv_i16m4(__riscv_vle8_v_i8m2(gate + i, vl), factor, vl);
    vint32m8_t wide = __riscv_vsext_vf2_i32m8(products, vl);
    __riscv_vse8_v_i8m2(gate + i,
                        requantised_all(wide, PRODUCT_MULTIPLIER, PRODUCT_SHIFT, 0, vl), vl);
  }
}

static void swiglu(void) {
  copy(x, X, sizeof x);
  keep_table(TABLE);
  layer(x, W_GATE, BIAS_GATE, MULTIPLIER_GATE, SHIFT_GATE, GATE_ZERO_POINT, H, H_I, gate);
  layer(x, W_UP, BIAS_UP, MULTIPLIER_UP, SHIFT_UP, 0, H, H_I, up);
  look_up(gate, N * H_I, gate);
  multiply();
  layer(gate, W_DOWN, BIAS_DOWN, MULTIPLIER_DOWN, SHIFT_DOWN, ZERO_POINT, H_I, H, OUTPUT);
}

KERNEL(swiglu())
