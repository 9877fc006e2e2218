/* What the .s files beside this are compiled from, with clang 22 (package ziglang) -O2 for
   rv32imf_zve32x_zicsr_zifencei_zbb: *_scalar.s with -fno-vectorize, the others with _zvl128b.
   -D<NAME> chooses a kernel. */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef unsigned size_t;

#if defined GEMV
void kernel(const int8_t *a, const int8_t *x, int32_t *y)
{
    for (int i = 0; i < 64; i++) {
        int32_t s = 0;
        for (int j = 0; j < 64; j++) s += a[i * 64 + j] * x[j];
        y[i] = s;
    }
}
#elif defined DOT
int32_t kernel(const int8_t *a, const int8_t *b)
{
    int32_t s = 0;
    for (int j = 0; j < 64; j++) s += a[j] * b[j];
    return s;
}
#elif defined ADD
void kernel(const int32_t *a, const int32_t *b, int32_t *c)
{
    for (int i = 0; i < 256; i++) c[i] = a[i] + b[i];
}
#elif defined SAXPY
void kernel(float a, const float *x, float *y)
{
    for (int i = 0; i < 256; i++) y[i] = a * x[i] + y[i];
}
#elif defined RELU
void kernel(const int8_t *x, int8_t *y)
{
    for (int i = 0; i < 1024; i++) y[i] = x[i] > 0 ? x[i] : 0;
}
#elif defined MATMUL
void kernel(const int8_t *a, const int8_t *b, int32_t *c)
{
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            int32_t s = 0;
            for (int k = 0; k < 16; k++) s += a[i * 16 + k] * b[k * 16 + j];
            c[i * 16 + j] = s;
        }
}
#elif defined SOFTMAX
void kernel(const int8_t *x, const uint16_t *E, int8_t *y)
{
    int m = -128;
    for (int i = 0; i < 64; i++)
        if (x[i] > m) m = x[i];
    int32_t S = 0;
    for (int i = 0; i < 64; i++) S += E[m - x[i]];
    for (int i = 0; i < 64; i++) y[i] = (510 * E[m - x[i]] + S) / (2 * S) - 128;
}
#elif defined CONVOLUTION
void kernel(const int8_t *x, const int8_t *w, int32_t *y)
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            for (int o = 0; o < 4; o++) {
                int32_t s = 0;
                for (int p = 0; p < 3; p++)
                    for (int q = 0; q < 3; q++)
                        for (int c = 0; c < 4; c++)
                            s += x[((i + p) * 10 + j + q) * 4 + c] * w[((p * 3 + q) * 4 + c) * 4 + o];
                y[(i * 8 + j) * 4 + o] = s;
            }
}
#elif defined SORT
void kernel(int32_t *x)
{
    for (int i = 1; i < 40; i++) {
        int32_t v = x[i];
        int j = i - 1;
        while (j >= 0 && x[j] > v) {
            x[j + 1] = x[j];
            j--;
        }
        x[j + 1] = v;
    }
}
#elif defined SQUARE_ROOT
void kernel(uint32_t *x)
{
    for (int k = 0; k < 32; k++) {
        uint32_t v = x[k] | 1, r = v;
        for (int i = 0; i < 12; i++) {
            uint32_t t = (r + v / r) >> 1;
            if (t >= r) break;
            r = t;
        }
        x[k] = r;
    }
}
#else
#include <riscv_vector.h>
#if defined GEMV_INTRINSICS
void kernel(const int8_t *a, const int8_t *x, int32_t *y)
{
    size_t vl = __riscv_vsetvl_e8m4(64);
    vint8m4_t vx = __riscv_vle8_v_i8m4(x, vl);
    vint32m1_t zero = __riscv_vmv_v_x_i32m1(0, 1);
    for (int i = 0; i < 64; i++) {
        vint8m4_t va = __riscv_vle8_v_i8m4(a + 64 * i, vl);
        vint16m8_t p = __riscv_vwmul_vv_i16m8(va, vx, vl);
        vint32m1_t s = __riscv_vwredsum_vs_i16m8_i32m1(p, zero, vl);
        y[i] = __riscv_vmv_x_s_i32m1_i32(s);
    }
}
#elif defined ADD_M8
void kernel(const int32_t *a, const int32_t *b, int32_t *c)
{
    for (size_t n = 256, vl; n; n -= vl, a += vl, b += vl, c += vl) {
        vl = __riscv_vsetvl_e32m8(n);
        vint32m8_t va = __riscv_vle32_v_i32m8(a, vl), vb = __riscv_vle32_v_i32m8(b, vl);
        __riscv_vse32_v_i32m8(c, __riscv_vadd_vv_i32m8(va, vb, vl), vl);
    }
}
#else /* ADD_M1 */
void kernel(const int32_t *a, const int32_t *b, int32_t *c)
{
    for (size_t n = 256, vl; n; n -= vl, a += vl, b += vl, c += vl) {
        vl = __riscv_vsetvl_e32m1(n);
        vint32m1_t va = __riscv_vle32_v_i32m1(a, vl), vb = __riscv_vle32_v_i32m1(b, vl);
        __riscv_vse32_v_i32m1(c, __riscv_vadd_vv_i32m1(va, vb, vl), vl);
    }
}
#endif
#endif
