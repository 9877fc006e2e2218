/* Element-wise operations on 64-byte vectors; elements.py says what they give. */
#include "lane_types.h"

/* One bit for each element, from bytes that are 0 or 1. */
KC_INLINE uint64_t mask_of(const uint8_t *truth, int count)
{
    uint64_t mask = 0;
    for (int i = 0; i < count; i += 8) {
        uint64_t eight;
        memcpy(&eight, truth + i, sizeof eight);
        mask |= (eight * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return mask;
}

/* A body over elements x and y of type E; r is the result and t the truth of an element. */
#define OVER(E, BODY)                                                                             \
    {                                                                                             \
        enum { COUNT = VECTOR / sizeof(E) };                                                      \
        E xs[COUNT], ys[COUNT], rs[COUNT];                                                        \
        uint8_t ts[COUNT];                                                                        \
        memcpy(xs, lanes + a, VECTOR);                                                            \
        memcpy(ys, lanes + b, VECTOR);                                                            \
        for (int i = 0; i < COUNT; i++) {                                                         \
            const E x = xs[i], y = ys[i];                                                         \
            E r = 0;                                                                              \
            int t = 0;                                                                            \
            (void)x, (void)y;                                                                     \
            BODY                                                                                  \
            rs[i] = r;                                                                            \
            ts[i] = (uint8_t)t;                                                                   \
        }                                                                                         \
        WRITE                                                                                     \
        mask = mask_of(ts, COUNT);                                                                \
        break;                                                                                    \
    }
#define BY_BITS(BODY)                                                                             \
    switch (bits) {                                                                               \
    case 8: OVER(uint8_t, BODY)                                                                   \
    case 16: OVER(uint16_t, BODY)                                                                 \
    case 32: OVER(uint32_t, BODY)                                                                 \
    }
#define BY_SIGN(BODY)                                                                             \
    switch (sign ? -bits : bits) {                                                                \
    case 8: OVER(uint8_t, BODY)                                                                   \
    case 16: OVER(uint16_t, BODY)                                                                 \
    case 32: OVER(uint32_t, BODY)                                                                 \
    case -8: OVER(int8_t, BODY)                                                                   \
    case -16: OVER(int16_t, BODY)                                                                 \
    case -32: OVER(int32_t, BODY)                                                                 \
    }

#define WRITE memcpy(lanes + dst, rs, VECTOR);

#define PLAIN(NAME, OPERATOR)                                                                     \
    KC_CLONES void NAME(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t bits)          \
    {                                                                                             \
        uint64_t mask = 0;                                                                        \
        BY_BITS(r = x OPERATOR y;)                                                                \
        (void)mask;                                                                               \
    }
PLAIN(vadd, +)
PLAIN(vsub, -)

#define BITWISE(NAME, OPERATOR)                                                                   \
    KC_CLONES void NAME(uint8_t *lanes, int64_t dst, int64_t a, int64_t b)                        \
    {                                                                                             \
        uint64_t x[8], y[8];                                                                      \
        memcpy(x, lanes + a, VECTOR);                                                             \
        memcpy(y, lanes + b, VECTOR);                                                             \
        for (int i = 0; i < 8; i++)                                                               \
            x[i] = x[i] OPERATOR y[i];                                                            \
        memcpy(lanes + dst, x, VECTOR);                                                           \
    }
BITWISE(vband, &)
BITWISE(vbor, |)

#define BY_MASK(NAME, YES, NO)                                                                    \
    KC_CLONES void NAME(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, uint64_t mask,         \
                        int64_t bits)                                                             \
    {                                                                                             \
        const uint64_t chosen = mask;                                                             \
        BY_BITS(r = chosen >> i & 1 ? YES : NO;)                                                  \
    }
BY_MASK(vaddsub, x - y, x + y)
BY_MASK(vsel, y, x)

#define TWO(NAME, BODY)                                                                           \
    KC_CLONES uint64_t NAME(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t bits,      \
                            int64_t sign)                                                         \
    {                                                                                             \
        uint64_t mask = 0;                                                                        \
        BY_SIGN(BODY)                                                                             \
        return mask;                                                                              \
    }
TWO(vmax_lt, t = x < y; r = t ? y : x;)
TWO(vmin_ge, t = x >= y; r = t ? y : x;)
TWO(vsub_lt, t = x < y; r = x - y;)
TWO(vsub_ge, t = x >= y; r = x - y;)
TWO(vmaxdiff_lt, t = x < y; r = t ? 0 : x - y;)

#define ONE(NAME, BODY)                                                                           \
    KC_CLONES uint64_t NAME(uint8_t *lanes, int64_t dst, int64_t a, int64_t bits, int64_t sign)   \
    {                                                                                             \
        const int64_t b = a;                                                                      \
        uint64_t mask = 0;                                                                        \
        BY_SIGN(BODY)                                                                             \
        return mask;                                                                              \
    }
ONE(vabs_gtz, t = x > 0; r = t ? x : -x;)
ONE(vbneg_ltz, t = (int)((uint64_t)(int64_t)x >> 63); r = ~x;)

KC_CLONES uint64_t vneg_gtz(uint8_t *lanes, int64_t dst, int64_t a, int64_t bits)
{
    const int64_t b = a, sign = 1;
    uint64_t mask = 0;
    BY_SIGN(t = x > 0; r = -x;)
    return mask;
}

/* Numbers compare as their magnitudes with a sign. */
KC_INLINE int bf16_key(uint16_t bits)
{
    const int magnitude = bits & 0x7FFF;
    return bits >> 15 ? -magnitude : magnitude;
}

KC_INLINE int bf16_nan(uint16_t bits)
{
    return (bits & 0x7FFF) > 0x7F80;
}

#define BF16_TRUTH(OPERATOR)                                                                      \
    t = (bf16_key(x) OPERATOR bf16_key(y)) & !bf16_nan(x) & !bf16_nan(y);

#define BF16_TWO(NAME, OPERATOR)                                                                  \
    KC_CLONES uint64_t NAME(uint8_t *lanes, int64_t dst, int64_t a, int64_t b)                    \
    {                                                                                             \
        uint64_t mask = 0;                                                                        \
        do OVER(uint16_t, BF16_TRUTH(OPERATOR) r = t ? y : x;) while (0);                         \
        return mask;                                                                              \
    }
BF16_TWO(bf16_max_lt, <)
BF16_TWO(bf16_min_ge, >=)

#undef WRITE
#define WRITE (void)rs;

#define COMPARISON(NAME, OPERATOR)                                                                \
    KC_CLONES uint64_t NAME(const uint8_t *lanes, int64_t a, int64_t b, int64_t bits,             \
                            int64_t sign)                                                         \
    {                                                                                             \
        uint64_t mask = 0;                                                                        \
        BY_SIGN(t = x OPERATOR y;)                                                                \
        return mask;                                                                              \
    }
COMPARISON(vlt, <)
COMPARISON(vge, >=)

KC_CLONES uint64_t veqz(const uint8_t *lanes, int64_t a, int64_t bits)
{
    const int64_t b = a;
    uint64_t mask = 0;
    BY_BITS(t = x == 0;)
    return mask;
}

#define BF16_COMPARISON(NAME, OPERATOR)                                                           \
    KC_CLONES uint64_t NAME(const uint8_t *lanes, int64_t a, int64_t b)                           \
    {                                                                                             \
        uint64_t mask = 0;                                                                        \
        do OVER(uint16_t, BF16_TRUTH(OPERATOR)) while (0);                                        \
        return mask;                                                                              \
    }
BF16_COMPARISON(bf16_lt, <)
BF16_COMPARISON(bf16_ge, >=)
