/* Reductions, masks and permutations; vpermute.py says what each function gives. */
#include "velements.h"

#define BY_SEW(T, U, V, statement)                                                                \
    switch (sew) {                                                                                \
    case 8: { typedef T E; statement break; }                                                     \
    case 16: { typedef U E; statement break; }                                                    \
    case 32: { typedef V E; statement break; }                                                    \
    }
#define UNSIGNED(statement) BY_SEW(u8, u16, u32, statement)
#define ACTIVE (vm || v_bit(v, 0, i))

#define REDUCE(D, S, expr)                                                                        \
    {                                                                                             \
        const S *x = VECTOR(S, vs2);                                                              \
        D *d = VECTOR(D, vd), b = VECTOR(D, vs1)[0];                                              \
        for (int64_t i = 0; i < vl; i++)                                                          \
            if (ACTIVE) { const S a = x[i]; b = (D)(expr); }                                      \
        if (vl > 0) d[0] = b;                                                                     \
        break;                                                                                    \
    }
#define HEAD_OF_REDUCTION(name)                                                                   \
    static void name(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t vl, int64_t sew,   \
                     int64_t vm)
#define REDUCTION(name, t, expr)                                                                  \
    HEAD_OF_REDUCTION(name)                                                                       \
    {                                                                                             \
        switch (sew) {                                                                            \
        case 8: REDUCE(t##8, t##8, expr)                                                          \
        case 16: REDUCE(t##16, t##16, expr)                                                       \
        case 32: REDUCE(t##32, t##32, expr)                                                       \
        }                                                                                         \
    }
REDUCTION(vredsum, u, a + b)
REDUCTION(vredand, u, a & b)
REDUCTION(vredor, u, a | b)
REDUCTION(vredxor, u, a ^ b)
REDUCTION(vredminu, u, a < b ? a : b)
REDUCTION(vredmin, s, a < b ? a : b)
REDUCTION(vredmaxu, u, a > b ? a : b)
REDUCTION(vredmax, s, a > b ? a : b)
#define WIDE_REDUCTION(name, t)                                                                   \
    HEAD_OF_REDUCTION(name)                                                                       \
    {                                                                                             \
        switch (sew) {                                                                            \
        case 8: REDUCE(t##16, t##8, a + b)                                                        \
        case 16: REDUCE(t##32, t##16, a + b)                                                      \
        }                                                                                         \
    }
WIDE_REDUCTION(vwredsumu, u)
WIDE_REDUCTION(vwredsum, s)

static void vmask(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t start, int64_t vl,
                  int64_t truth)
{
    for (int64_t i = start; i < vl; i++)
        v_set_bit(v, vd, i, truth >> (2 * v_bit(v, vs2, i) + v_bit(v, vs1, i)));
}

static int64_t vcpop(const uint8_t *v, int64_t vs2, int64_t vl, int64_t vm)
{
    int64_t count = 0;
    for (int64_t i = 0; i < vl; i++) count += ACTIVE && v_bit(v, vs2, i);
    return count;
}

static int64_t vfirst(const uint8_t *v, int64_t vs2, int64_t vl, int64_t vm)
{
    for (int64_t i = 0; i < vl; i++)
        if (ACTIVE && v_bit(v, vs2, i)) return i;
    return -1;
}

static void vmsfirst(uint8_t *v, int64_t vd, int64_t vs2, int64_t vl, int64_t vm, int64_t before,
                     int64_t at)
{
    int found = 0;
    for (int64_t i = 0; i < vl; i++)
        if (ACTIVE) {
            const int one = v_bit(v, vs2, i);
            v_set_bit(v, vd, i, found ? 0 : one ? at : before);
            found |= one;
        }
}

static void viota(uint8_t *v, int64_t vd, int64_t vs2, int64_t vl, int64_t sew, int64_t vm)
{
    int64_t count = 0;
    UNSIGNED(for (int64_t i = 0; i < vl; i++) if (ACTIVE) {
        VECTOR(E, vd)[i] = (E)count; count += v_bit(v, vs2, i); })
}

static void vid(uint8_t *v, int64_t vd, int64_t start, int64_t vl, int64_t sew, int64_t vm)
{
    UNSIGNED(for (int64_t i = start; i < vl; i++) if (ACTIVE) VECTOR(E, vd)[i] = (E)i;)
}

static void vslideup(uint8_t *v, int64_t vd, int64_t vs2, int64_t offset, int64_t start,
                     int64_t vl, int64_t sew, int64_t vm)
{
    const int64_t first = start > offset ? start : offset;
    UNSIGNED(for (int64_t i = first; i < vl; i++) if (ACTIVE)
        VECTOR(E, vd)[i] = VECTOR(E, vs2)[i - offset];)
}

static void vslidedown(uint8_t *v, int64_t vd, int64_t vs2, int64_t offset, int64_t start,
                       int64_t vl, int64_t vlmax, int64_t sew, int64_t vm)
{
    UNSIGNED(for (int64_t i = start; i < vl; i++) if (ACTIVE)
        VECTOR(E, vd)[i] = i + offset < vlmax ? VECTOR(E, vs2)[i + offset] : 0;)
}

static void vslide1up(uint8_t *v, int64_t vd, int64_t vs2, int64_t value, int64_t start,
                      int64_t vl, int64_t sew, int64_t vm)
{
    UNSIGNED(for (int64_t i = start; i < vl; i++) if (ACTIVE)
        VECTOR(E, vd)[i] = i ? VECTOR(E, vs2)[i - 1] : (E)value;)
}

static void vslide1down(uint8_t *v, int64_t vd, int64_t vs2, int64_t value, int64_t start,
                        int64_t vl, int64_t sew, int64_t vm)
{
    UNSIGNED(for (int64_t i = start; i < vl; i++) if (ACTIVE)
        VECTOR(E, vd)[i] = i < vl - 1 ? VECTOR(E, vs2)[i + 1] : (E)value;)
}

static void vrgather(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t start, int64_t vl,
                     int64_t vlmax, int64_t sew, int64_t width, int64_t vm)
{
    UNSIGNED(for (int64_t i = start; i < vl; i++) if (ACTIVE) {
        const int64_t at = width == 8 ? VECTOR(u8, vs1)[i]
                         : width == 16 ? VECTOR(u16, vs1)[i] : VECTOR(u32, vs1)[i];
        VECTOR(E, vd)[i] = at < vlmax ? VECTOR(E, vs2)[at] : 0; })
}

static void vrgather_x(uint8_t *v, int64_t vd, int64_t vs2, int64_t index, int64_t start,
                       int64_t vl, int64_t vlmax, int64_t sew, int64_t vm)
{
    UNSIGNED(const E found = index < vlmax ? VECTOR(E, vs2)[index] : 0;
        for (int64_t i = start; i < vl; i++) if (ACTIVE) VECTOR(E, vd)[i] = found;)
}

static void vcompress(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t vl, int64_t sew)
{
    int64_t count = 0;
    UNSIGNED(for (int64_t i = 0; i < vl; i++) if (v_bit(v, vs1, i))
        VECTOR(E, vd)[count++] = VECTOR(E, vs2)[i];)
}

static void vcopy(uint8_t *v, int64_t vd, int64_t vs2, int64_t start, int64_t size)
{
    for (int64_t i = start; i < size; i++) v[16 * vd + i] = v[16 * vs2 + i];
}

static int64_t vfetch(const uint8_t *v, int64_t reg, int64_t sew)
{
    if (sew == 8) return ((const s8 *)(v + 16 * reg))[0];
    return sew == 16 ? ((const s16 *)(v + 16 * reg))[0] : ((const s32 *)(v + 16 * reg))[0];
}

static void vdeposit(uint8_t *v, int64_t reg, int64_t sew, int64_t value)
{
    for (int64_t i = 0; i < sew / 8; i++) v[16 * reg + i] = (uint8_t)(value >> 8 * i);
}
