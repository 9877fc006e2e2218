/* Element-by-element vector arithmetic; varithmetic.py says in Python what each operation gives.

   In an expression a is the element of vs2, b that of vs1 or the scalar, c the old one of vd, bits
   the width of a source element, carry the element's bit of v0. */
#include "velements.h"

#define LOOP(D, X, Y, second, width, expr)                                                        \
    {                                                                                             \
        enum { bits = width };                                                                    \
        D *d = VECTOR(D, vd);                                                                     \
        const X *x = VECTOR(X, vs2);                                                              \
        const Y *y = VECTOR(Y, source);                                                           \
        (void)y;                                                                                  \
        if (vm)                                                                                   \
            for (int64_t i = start; i < vl; i++) {                                                \
                const X a = x[i]; const Y b = second; const D c = d[i];                           \
                (void)a; (void)c; d[i] = (D)(expr);                                               \
            }                                                                                     \
        else                                                                                      \
            for (int64_t i = start; i < vl; i++)                                                  \
                if (v_bit(v, 0, i)) {                                                             \
                    const X a = x[i]; const Y b = second; const D c = d[i];                       \
                    (void)a; (void)c; d[i] = (D)(expr);                                           \
                }                                                                                 \
        break;                                                                                    \
    }

#define FUNCTION(name, cases)                                                                     \
    static int64_t name(uint8_t *v, int64_t vd, int64_t vs2, int64_t source,            \
                                  int64_t start, int64_t vl, int64_t sew, int64_t vm,             \
                                  int64_t vxrm)                                                   \
    {                                                                                             \
        int64_t saturated = 0;                                                                    \
        (void)vxrm;                                                                               \
        switch (sew) { cases }                                                                    \
        return saturated;                                                                         \
    }

#define SINGLE_FORM(name, t, second8, second16, second32, expr)                                   \
    FUNCTION(name, case 8: LOOP(t##8, t##8, t##8, second8, 8, expr)                               \
                   case 16: LOOP(t##16, t##16, t##16, second16, 16, expr)                         \
                   case 32: LOOP(t##32, t##32, t##32, second32, 32, expr))
#define SINGLE(name, t, expr)                                                                     \
    SINGLE_FORM(name##_vv, t, y[i], y[i], y[i], expr)                                             \
    SINGLE_FORM(name##_vx, t, (t##8)source, (t##16)source, (t##32)source, expr)

#define WIDE_FORM(name, t, u, second8, second16, expr)                                            \
    FUNCTION(name, case 8: LOOP(s16, t##8, u##8, second8, 8, expr)                                \
                   case 16: LOOP(s32, t##16, u##16, second16, 16, expr))
#define WIDE(name, t, u, expr)                                                                    \
    WIDE_FORM(name##_vv, t, u, y[i], y[i], expr)                                                  \
    WIDE_FORM(name##_vx, t, u, (u##8)source, (u##16)source, expr)

#define WIDER_FORM(name, t, second8, second16, expr)                                              \
    FUNCTION(name, case 8: LOOP(s16, s16, t##8, second8, 8, expr)                                 \
                   case 16: LOOP(s32, s32, t##16, second16, 16, expr))
#define WIDER(name, t, expr)                                                                      \
    WIDER_FORM(name##_wv, t, y[i], y[i], expr)                                                    \
    WIDER_FORM(name##_wx, t, (t##8)source, (t##16)source, expr)

#define NARROW_FORM(name, t, second8, second16, expr)                                             \
    FUNCTION(name, case 8: LOOP(u8, t##16, u8, second8, 8, expr)                                  \
                   case 16: LOOP(u16, t##32, u16, second16, 16, expr))
#define NARROW(name, t, expr)                                                                     \
    NARROW_FORM(name##_wv, t, y[i], y[i], expr)                                                   \
    NARROW_FORM(name##_wx, t, (u8)source, (u16)source, expr)

#define LOWER(value) ((s64)(value) & ((INT64_C(1) << bits) - 1))
#define MOST (INT64_C(1) << (bits - 1))

#define CLIPPED(value, least, most)                                                               \
    ({ s64 exact = (value), low = (least), high = (most);                                         \
       saturated |= (exact < low) | (exact > high);                                               \
       exact < low ? low : exact > high ? high : exact; })
#define CLIP_S(value) CLIPPED(value, -MOST, MOST - 1)
#define CLIP_U(value) CLIPPED(value, 0, 2 * MOST - 1)

SINGLE(vadd, u, a + b)
SINGLE(vsub, u, a - b)
SINGLE(vrsub, u, b - a)
SINGLE(vand, u, a & b)
SINGLE(vor, u, a | b)
SINGLE(vxor, u, a ^ b)
SINGLE(vsll, u, a << (b & (bits - 1)))
SINGLE(vsrl, u, a >> (b & (bits - 1)))
SINGLE(vsra, s, a >> (b & (bits - 1)))
SINGLE(vminu, u, a < b ? a : b)
SINGLE(vmin, s, a < b ? a : b)
SINGLE(vmaxu, u, a > b ? a : b)
SINGLE(vmax, s, a > b ? a : b)
SINGLE(vmul, u, (u32)a * b)
SINGLE(vmulh, s, (s64)a * b >> bits)
SINGLE(vmulhu, u, (u64)a * b >> bits)
SINGLE(vmulhsu, s, (s64)a * LOWER(b) >> bits)
SINGLE(vdivu, u, b ? (s64)a / b : -1)
SINGLE(vdiv, s, b ? (s64)a / b : -1)
SINGLE(vremu, u, b ? a % b : a)
SINGLE(vrem, s, b ? (s64)a % b : a)
SINGLE(vmacc, u, (u32)a * b + c)
SINGLE(vnmsac, u, c - (u32)a * b)
SINGLE(vmadd, u, (u32)b * c + a)
SINGLE(vnmsub, u, a - (u32)b * c)
SINGLE(vadc, u, a + b + v_bit(v, 0, i))
SINGLE(vsbc, u, a - b - v_bit(v, 0, i))
SINGLE(vmerge, u, v_bit(v, 0, i) ? b : a)
SINGLE(vmv, u, b)

SINGLE(vsaddu, u, CLIP_U((s64)a + b))
SINGLE(vsadd, s, CLIP_S((s64)a + b))
SINGLE(vssubu, u, CLIP_U((s64)a - b))
SINGLE(vssub, s, CLIP_S((s64)a - b))
SINGLE(vaaddu, u, v_rounded((s64)a + b, 1, vxrm))
SINGLE(vaadd, s, v_rounded((s64)a + b, 1, vxrm))
SINGLE(vasubu, u, v_rounded((s64)a - b, 1, vxrm))
SINGLE(vasub, s, v_rounded((s64)a - b, 1, vxrm))
SINGLE(vsmul, s, CLIP_S(v_rounded((s64)a * b, bits - 1, vxrm)))
SINGLE(vssrl, u, v_rounded(a, b & (bits - 1), vxrm))
SINGLE(vssra, s, v_rounded(a, b & (bits - 1), vxrm))

WIDE(vwaddu, u, u, a + b)
WIDE(vwadd, s, s, a + b)
WIDE(vwsubu, u, u, a - b)
WIDE(vwsub, s, s, a - b)
WIDE(vwmulu, u, u, (u32)a * b)
WIDE(vwmul, s, s, a * b)
WIDE(vwmulsu, s, u, (s32)a * (s32)b)
WIDE(vwmaccu, u, u, (u32)a * b + (u32)c)
WIDE(vwmacc, s, s, a * b + c)
WIDE(vwmaccsu, u, s, (s32)a * (s32)b + c)
WIDE(vwmaccus, s, u, (s32)a * (s32)b + c)
WIDER(vwaddu, u, a + b)
WIDER(vwadd, s, a + b)
WIDER(vwsubu, u, a - b)
WIDER(vwsub, s, a - b)
NARROW(vnsrl, u, a >> (b & (2 * bits - 1)))
NARROW(vnsra, s, a >> (b & (2 * bits - 1)))
NARROW(vnclipu, u, CLIP_U(v_rounded(a, b & (2 * bits - 1), vxrm)))
NARROW(vnclip, s, CLIP_S(v_rounded(a, b & (2 * bits - 1), vxrm)))

/* Comparisons and carries give one bit for each element. */
#define BITS(T, second, width, active, expr)                                                      \
    {                                                                                             \
        enum { bits = width };                                                                    \
        const T *x = VECTOR(T, vs2), *y = VECTOR(T, source);                                      \
        (void)y;                                                                                  \
        for (int64_t i = start; i < vl; i++)                                                      \
            if (active) {                                                                         \
                const T a = x[i], b = second;                                                     \
                const int carry = vm ? 0 : v_bit(v, 0, i);                                           \
                (void)carry; v_set_bit(v, vd, i, (expr));                                         \
            }                                                                                     \
        break;                                                                                    \
    }
#define MASK_FORM(name, t, active, second8, second16, second32, expr)                             \
    FUNCTION(name, case 8: BITS(t##8, second8, 8, active, expr)                                   \
                   case 16: BITS(t##16, second16, 16, active, expr)                               \
                   case 32: BITS(t##32, second32, 32, active, expr))
#define MASK(name, t, active, expr)                                                               \
    MASK_FORM(name##_vv, t, active, y[i], y[i], y[i], expr)                                       \
    MASK_FORM(name##_vx, t, active, (t##8)source, (t##16)source, (t##32)source, expr)
#define COMPARE(name, t, expr) MASK(name, t, vm || v_bit(v, 0, i), expr)

COMPARE(vmseq, u, a == b)
COMPARE(vmsne, u, a != b)
COMPARE(vmsltu, u, a < b)
COMPARE(vmslt, s, a < b)
COMPARE(vmsleu, u, a <= b)
COMPARE(vmsle, s, a <= b)
COMPARE(vmsgtu, u, a > b)
COMPARE(vmsgt, s, a > b)
MASK(vmadc, u, 1, ((u64)a + b + carry) >> bits)
MASK(vmsbc, u, 1, (s64)a - b - carry < 0)

/* Extension of narrower elements; source is how often they fit. */
#define EXTEND(name, t)                                                                           \
    FUNCTION(name,                                                                                \
        case 16: LOOP(u16, t##8, t##8, 0, 16, a + b)                                              \
        case 32: if (source == 2) LOOP(u32, t##16, t##16, 0, 32, a + b)                           \
                 else LOOP(u32, t##8, t##8, 0, 32, a + b))
EXTEND(vzext, u)
EXTEND(vsext, s)
