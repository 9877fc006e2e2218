// Softmax by strips: maximum, exponentials by indexed loads, division by the vector divider. The
// table is read again and again, so it is copied to DTCM; the exponentials of a row stay there.
#include "vector.h"

static ALIGNED uint16_t table[256], powers[WIDTH];

static inline int8_t maximum(const int8_t *x) {
  vint8m1_t most = __riscv_vmv_s_x_i8m1(-128, 1);
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e8m8(WIDTH - i);
    most = __riscv_vredmax_vs_i8m8_i8m1(__riscv_vle8_v_i8m8(x + i, vl), most, vl);
  }
  return __riscv_vmv_x_s_i8m1_i8(most);
}

// Fills `powers` and gives their sum.
static inline uint32_t exponentials(const int8_t *x, int8_t most) {
  vuint32m1_t sum = __riscv_vmv_s_x_u32m1(0, 1);
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e8m4(WIDTH - i);
    vint8m4_t below = __riscv_vrsub_vx_i8m4(__riscv_vle8_v_i8m4(x + i, vl), most, vl);
    vuint8m4_t index = __riscv_vreinterpret_v_i8m4_u8m4(below);
    vuint16m8_t offset = __riscv_vwaddu_vv_u16m8(index, index, vl);
    vuint16m8_t power = __riscv_vluxei16_v_u16m8(table, offset, vl);
    __riscv_vse16_v_u16m8(powers + i, power, vl);
    sum = __riscv_vwredsumu_vs_u16m8_u32m1(power, sum, vl);
  }
  return __riscv_vmv_x_s_u32m1_u32(sum);
}

static inline void divide(uint32_t sum, int8_t *y) {
  size_t vl;
  for (size_t i = 0; i < WIDTH; i += vl) {
    vl = __riscv_vsetvl_e16m4(WIDTH - i);
    vuint32m8_t scaled = __riscv_vwmulu_vx_u32m8(__riscv_vle16_v_u16m4(powers + i, vl), 510, vl);
    scaled = __riscv_vadd_vx_u32m8(scaled, sum, vl);
    vuint32m8_t quotient = __riscv_vdivu_vx_u32m8(scaled, 2 * sum, vl);
    vuint8m2_t code = __riscv_vncvt_x_x_w_u8m2(__riscv_vncvt_x_x_w_u16m4(quotient, vl), vl);
    vint8m2_t result = __riscv_vreinterpret_v_u8m2_i8m2(__riscv_vadd_vx_u8m2(code, 128, vl));
    __riscv_vse8_v_i8m2(y + i, result, vl);
  }
}

static void softmax(const int8_t *x, int8_t *y) {
  copy(table, EXPONENTIALS, sizeof table);
  for (int i = 0; i < ROWS; i++, x += WIDTH, y += WIDTH) divide(exponentials(x, maximum(x)), y);
}

KERNEL(softmax(X, OUTPUT))
