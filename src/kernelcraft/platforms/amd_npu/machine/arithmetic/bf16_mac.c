/* Aligned sums of bf16 products and float accumulators; bf16_mac.py says what is computed.
 *
 * In double precision the products and the exact sum need no care, and adding and subtracting
 * 1.5 * 2^29 times the power of two below the largest term rounds each term to that term's 24 bits.
 * Four lanes go at a time, without branches. */
#include "lane_types.h"

enum { CHUNK = 4, CHUNKS = 4, BYTES = CHUNK * 4, MOST_TERMS = 10 };

typedef uint16_t shorts __attribute__((vector_size(8), may_alias));
typedef uint32_t words __attribute__((vector_size(16), may_alias));
typedef float floats __attribute__((vector_size(16), may_alias));
typedef double doubles __attribute__((vector_size(32), may_alias));
typedef int64_t longs __attribute__((vector_size(32), may_alias));

#define SIZE INT64_C(0x7FFFFFFFFFFFFFFF)     /* all bits of a double but its sign */
#define EXPONENT INT64_C(0x7FF0000000000000) /* of a double; alone: infinity */
#define SMALLEST INT64_C(0x3810000000000000) /* 2^-126 */

KC_INLINE longs select(longs mask, doubles yes, doubles no)
{
    return ((longs)yes & mask) | ((longs)no & ~mask);
}

KC_INLINE doubles float_values(words bits)
{
    bits &= (words)((bits & 0x7F800000u) != 0); /* denormals are 0 */
    return __builtin_convertvector((floats)bits, doubles);
}

/* Four lanes of an accumulator; sign is 0, 1 or -1. */
KC_INLINE doubles accumulator(const uint8_t *from, int64_t sign)
{
    words bits;
    memcpy(&bits, from, sizeof bits);
    return float_values(bits & (sign ? ~0u : 0u)) * (double)sign;
}

KC_INLINE doubles bf16_values(const uint8_t *from)
{
    shorts bits;
    memcpy(&bits, from, sizeof bits);
    return float_values(__builtin_convertvector(bits, words) << 16);
}

KC_INLINE void aligned_sums(uint8_t *to, const doubles *terms, int count)
{
    doubles top = {0}, plain = {0}, sum = {0};
    for (int t = 0; t < count; t++) {
        doubles size = (doubles)((longs)terms[t] & SIZE);
        top = (doubles)select(size > top, size, top);
        plain += terms[t];
    }
    doubles anchor = (doubles)((longs)top & EXPONENT) * 0x1.8p29;
    for (int t = 0; t < count; t++)
        sum += (terms[t] + anchor) - anchor;
    longs finite = ((longs)plain & EXPONENT) != EXPONENT;
    longs total = select(finite, sum, plain);
    total &= (total & SIZE) >= SMALLEST;
    words result = (words) __builtin_convertvector((doubles)total, floats);
    words nan = (words)((result & 0x7FFFFFFFu) > 0x7F800000u);
    result = (result & ~nan) | (nan & 0x7FC00000u);
    memcpy(to, &result, sizeof result);
}

/* One or two accumulators and products in mode 28 or 60: constants at each call. */
KC_INLINE void bf16_product(uint8_t *lanes, int64_t dst, const int64_t *accs, int count, int64_t a,
                   int64_t b, int64_t word, int64_t mode)
{
    const int64_t signs[2] = {first_sign(word), second_sign(word)};
    const double sign = (double)product_sign(word);
    doubles x[2 * CHUNKS], y[2 * CHUNKS], terms[MOST_TERMS];
    for (int i = 0; i < 2 * CHUNKS; i++) {
        x[i] = bf16_values(lanes + a + 8 * i) * sign;
        y[i] = bf16_values(lanes + b + 8 * i);
    }
    for (int c = 0; c < CHUNKS; c++) {
        for (int t = 0; t < count; t++)
            terms[t] = accumulator(lanes + accs[t] + BYTES * c, signs[t]);
        if (mode == 28) { /* row c of 4x8 times the rows of 8x4 */
            for (int k = 0; k < 8; k++)
                terms[count + k] = x[2 * c + k / 4][k % 4] * y[k];
            aligned_sums(lanes + dst + BYTES * c, terms, count + 8);
        } else {
            terms[count] = x[c] * y[c];
            terms[count + 1] = x[c + CHUNKS] * y[c + CHUNKS];
            aligned_sums(lanes + dst + BYTES * c, terms, count + 2);
        }
    }
}

KC_INLINE int64_t bf16_products(uint8_t *lanes, int64_t dst, const int64_t *accs, int count,
                              int64_t a, int64_t b, int64_t word)
{
    if ((word & ~(int64_t)(FLOAT_BITS & ~MODE)) == 28)
        bf16_product(lanes, dst, accs, count, a, b, word, 28);
    else if ((word & ~(int64_t)(FLOAT_BITS & ~MODE)) == 60)
        bf16_product(lanes, dst, accs, count, a, b, word, 60);
    else
        return REFUSED;
    return 0;
}

KC_CLONES int64_t bf16_mac(uint8_t *lanes, int64_t dst, int64_t acc, int64_t a, int64_t b,
                           int64_t config, int64_t form)
{
    return bf16_products(lanes, dst, &acc, 1, a, b, combined(config, form));
}

KC_CLONES int64_t bf16_mac2(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2, int64_t a,
                            int64_t b, int64_t config, int64_t form)
{
    const int64_t accs[2] = {acc1, acc2};
    return bf16_products(lanes, dst, accs, 2, a, b, combined(config, form));
}

/* An aligned sum of accumulators alone. */
KC_INLINE int64_t float_total(uint8_t *lanes, int64_t dst, const int64_t *accs, int count,
                              int64_t word)
{
    const int64_t signs[2] = {first_sign(word), second_sign(word)};
    doubles terms[2];
    if ((word & ~(int64_t)FLOAT_BITS) || (word & AMODE) != FLOAT)
        return REFUSED;
    for (int c = 0; c < CHUNKS; c++) {
        for (int t = 0; t < count; t++)
            terms[t] = accumulator(lanes + accs[t] + BYTES * c, signs[t]);
        aligned_sums(lanes + dst + BYTES * c, terms, count);
    }
    return 0;
}

KC_CLONES int64_t float_add(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2,
                            int64_t config, int64_t form)
{
    const int64_t accs[2] = {acc1, acc2};
    return float_total(lanes, dst, accs, 2, combined(config, form));
}

KC_CLONES int64_t float_neg(uint8_t *lanes, int64_t dst, int64_t acc, int64_t config, int64_t form)
{
    return float_total(lanes, dst, &acc, 1, combined(config, form));
}
