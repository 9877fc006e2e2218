/* Moving elements; shuffle.py says what the routines give and makes SHUFFLES. */
#include "lane_types.h"

enum { SHUFFLE_MODES = sizeof SHUFFLES / VECTOR };

KC_CLONES int64_t vshuffle(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t mode)
{
    uint8_t both[2 * VECTOR], result[VECTOR];
    if (mode < 0 || mode >= SHUFFLE_MODES)
        return REFUSED;
    memcpy(both, lanes + a, VECTOR);
    memcpy(both + VECTOR, lanes + b, VECTOR);
    for (int i = 0; i < VECTOR; i++)
        result[i] = both[SHUFFLES[mode][i]];
    memcpy(lanes + dst, result, VECTOR);
    return 0;
}

int64_t vshift(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t amount)
{
    uint8_t both[2 * VECTOR];
    if (amount < 0 || amount >= VECTOR)
        return REFUSED;
    memcpy(both, lanes + a, VECTOR);
    memcpy(both + VECTOR, lanes + b, VECTOR);
    memcpy(lanes + dst, both + amount, VECTOR);
    return 0;
}

int64_t vshift_align(uint8_t *lanes, int64_t dst, int64_t a, int64_t b, int64_t step,
                     int64_t amount)
{
    return step ? REFUSED : vshift(lanes, dst, a, b, amount);
}

void vbcst(uint8_t *lanes, int64_t dst, uint64_t value, int64_t bits)
{
    for (int64_t width = bits; width < 64; width *= 2) {
        value &= (UINT64_C(1) << width) - 1;
        value |= value << width;
    }
    for (int i = 0; i < VECTOR; i += 8)
        memcpy(lanes + dst + i, &value, sizeof value);
}

/* The first byte of an element. */
KC_INLINE int64_t lane_start(int64_t index, int64_t bits)
{
    return (index & (8 * VECTOR / bits - 1)) * (bits / 8);
}

KC_INLINE uint64_t element_at(const uint8_t *from, int64_t bits)
{
    uint64_t value = 0;
    memcpy(&value, from, (size_t)(bits / 8));
    return value;
}

void vextbcst(uint8_t *lanes, int64_t dst, int64_t a, int64_t index, int64_t bits)
{
    vbcst(lanes, dst, element_at(lanes + a + lane_start(index, bits), bits), bits);
}

int64_t vextract(const uint8_t *lanes, int64_t a, int64_t index, int64_t bits, int64_t sign)
{
    const uint64_t value = element_at(lanes + a + lane_start(index, bits), bits);
    const int64_t spare = 64 - bits;
    return sign ? (int64_t)(value << spare) >> spare : (int64_t)value;
}

void vinsert(uint8_t *lanes, int64_t dst, int64_t a, int64_t index, uint64_t value, int64_t bits)
{
    memcpy(lanes + dst, lanes + a, VECTOR);
    memcpy(lanes + dst + lane_start(index, bits), &value, (size_t)(bits / 8));
}

void vpush_lo(uint8_t *lanes, int64_t dst, int64_t a, uint64_t value, int64_t bits)
{
    const int64_t size = bits / 8;
    memcpy(lanes + dst + size, lanes + a, (size_t)(VECTOR - size));
    memcpy(lanes + dst, &value, (size_t)size);
}

void vpush_hi(uint8_t *lanes, int64_t dst, int64_t a, uint64_t value, int64_t bits)
{
    const int64_t size = bits / 8;
    memcpy(lanes + dst, lanes + a + size, (size_t)(VECTOR - size));
    memcpy(lanes + dst + VECTOR - size, &value, (size_t)size);
}
