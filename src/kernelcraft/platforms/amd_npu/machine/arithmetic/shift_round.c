/* Accumulators to vectors and back; shift_round.py says what the routines give. */
#include "lane_types.h"

enum { MOST_LANES = 64, SHIFT = 63, NO_SATURATION = 0, SATURATE = 1, SYMMETRIC = 3 };

KC_INLINE int is_saturation(int64_t code)
{
    return code == NO_SATURATION || code == SATURATE || code == SYMMETRIC;
}

/* Elements of any width to 64 bits and back. */
#define EXTEND(SIGNED)                                                                            \
    {                                                                                             \
        SIGNED elements[MOST_LANES];                                                              \
        memcpy(elements, from, (size_t)count * sizeof(SIGNED));                                   \
        for (int64_t i = 0; i < count; i++)                                                       \
            to[i] = sign ? (int64_t)elements[i] : (int64_t)(u##SIGNED)elements[i];                \
        break;                                                                                    \
    }
KC_INLINE void extend(int64_t *to, const uint8_t *from, int64_t count, int64_t bits, int64_t sign)
{
    switch (bits) {
    case 4:
        for (int64_t i = 0; i < count; i++) {
            int64_t nibble = from[i / 2] >> 4 * (i % 2) & 15;
            to[i] = sign ? (nibble ^ 8) - 8 : nibble;
        }
        break;
    case 8: EXTEND(int8_t)
    case 16: EXTEND(int16_t)
    case 32: EXTEND(int32_t)
    case 64: EXTEND(int64_t)
    default: __builtin_unreachable();
    }
}

#define TRUNCATE(ELEMENT)                                                                         \
    {                                                                                             \
        ELEMENT elements[MOST_LANES];                                                             \
        for (int64_t i = 0; i < count; i++)                                                       \
            elements[i] = (ELEMENT)from[i];                                                       \
        memcpy(to, elements, (size_t)count * sizeof(ELEMENT));                                    \
        break;                                                                                    \
    }
KC_INLINE void truncate(uint8_t *to, const int64_t *from, int64_t count, int64_t bits)
{
    switch (bits) {
    case 4:
        for (int64_t i = 0; i < count; i += 2)
            to[i / 2] = (uint8_t)((from[i] & 15) | (from[i + 1] & 15) << 4);
        break;
    case 8: TRUNCATE(uint8_t)
    case 16: TRUNCATE(uint16_t)
    case 32: TRUNCATE(uint32_t)
    case 64: TRUNCATE(uint64_t)
    default: __builtin_unreachable();
    }
}

/* The range of an integer, bits < 64 or signed. */
KC_INLINE int64_t top_of(int64_t bits, int64_t sign)
{
    return (int64_t)((UINT64_C(1) << (bits - (sign != 0))) - 1);
}

KC_INLINE int64_t bottom_of(int64_t bits, int64_t sign, int64_t saturation)
{
    return sign ? -top_of(bits, sign) - (saturation != SYMMETRIC) : 0;
}

KC_INLINE void fit(int64_t *values, int64_t count, int64_t bits, int64_t sign, int64_t saturation)
{
    const int64_t low = bottom_of(bits, sign, saturation), top = top_of(bits, sign);
    if (saturation == NO_SATURATION)
        return;
    for (int64_t i = 0; i < count; i++) {
        int64_t value = values[i] < low ? low : values[i];
        values[i] = value > top ? top : value;
    }
}

/* Shift amounts are constant over the lanes; rounding.py explains ROUNDS_UP. */
KC_INLINE void shift_right(int64_t *values, int64_t count, int64_t shift, int64_t rounding)
{
    const uint64_t half = shift ? UINT64_C(1) << (shift - 1) : 1;
    const uint64_t below = (UINT64_C(1) << shift) - 1, rounds_up = ROUNDS_UP[rounding];
    for (int64_t i = 0; i < count; i++) {
        const uint64_t negative = (uint64_t)(values[i] >> 63);
        const uint64_t magnitude = ((uint64_t)values[i] ^ negative) - negative;
        const uint64_t lost = magnitude & below;
        uint64_t kept = magnitude >> shift;
        const uint64_t relation = (uint64_t)(lost != 0) + (lost >= half) + (lost > half);
        kept += rounds_up >> (4 * relation + (negative & 2) + (kept & 1)) & 1;
        values[i] = (int64_t)((kept ^ negative) - negative);
    }
}

KC_CLONES int64_t srs(uint8_t *lanes, int64_t dst, int64_t acc, int64_t count, int64_t wide,
                      int64_t narrow, int64_t shift, int64_t rounding, int64_t saturation,
                      int64_t sign)
{
    int64_t values[MOST_LANES];
    if (rounding & ~INT64_C(15) || !(ROUNDING_CODES >> rounding & 1) || !is_saturation(saturation))
        return REFUSED;
    extend(values, lanes + acc, count, wide, 1);
    shift_right(values, count, shift & SHIFT, rounding);
    fit(values, count, narrow, sign, saturation);
    truncate(lanes + dst, values, count, narrow);
    return 0;
}

KC_CLONES int64_t ups(uint8_t *lanes, int64_t dst, int64_t a, int64_t count, int64_t narrow,
                      int64_t wide, int64_t shift, int64_t saturation, int64_t sign)
{
    int64_t values[MOST_LANES];
    const int64_t amount = shift & SHIFT, top = top_of(wide, 1);
    const int64_t low = bottom_of(wide, 1, saturation);
    const int64_t least = -(int64_t)((0 - (uint64_t)low) >> amount);
    if (!is_saturation(saturation))
        return REFUSED;
    extend(values, lanes + a, count, narrow, sign);
    for (int64_t i = 0; i < count; i++) {
        const int64_t value = values[i];
        values[i] = (int64_t)((uint64_t)value << amount);
        if (saturation != NO_SATURATION)
            values[i] = value > top >> amount ? top : value < least ? low : values[i];
    }
    truncate(lanes + dst, values, count, wide);
    return 0;
}

KC_CLONES int64_t pack(uint8_t *lanes, int64_t dst, int64_t a, int64_t narrow, int64_t saturation,
                       int64_t sign)
{
    int64_t values[MOST_LANES];
    const int64_t count = 256 / narrow;
    if (!is_saturation(saturation))
        return REFUSED;
    extend(values, lanes + a, count, 2 * narrow, sign);
    fit(values, count, narrow, sign, saturation);
    truncate(lanes + dst, values, count, narrow);
    return 0;
}

KC_CLONES void unpack(uint8_t *lanes, int64_t dst, int64_t a, int64_t narrow, int64_t sign)
{
    int64_t values[MOST_LANES];
    const int64_t count = 256 / narrow;
    extend(values, lanes + a, count, narrow, sign);
    truncate(lanes + dst, values, count, 2 * narrow);
}
