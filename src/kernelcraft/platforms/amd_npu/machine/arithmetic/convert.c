/* Conversions between bf16, float32 and integers, 16 lanes; convert.py says what they give. */
#include "lane_types.h"

enum { CONVERTED = 16 };

KC_CLONES int64_t f32_to_bf16(uint8_t *lanes, int64_t dst, int64_t acc, int64_t rounding)
{
    uint32_t bits[CONVERTED];
    uint16_t result[CONVERTED];
    if (rounding & ~INT64_C(15) || !(ROUNDING_CODES >> rounding & 1))
        return REFUSED;
    const uint32_t rounds_up = ROUNDS_UP[rounding];
    memcpy(bits, lanes + acc, sizeof bits);
    for (int i = 0; i < CONVERTED; i++) {
        uint32_t magnitude = bits[i] & 0x7FFFFFFFu, negative = bits[i] >> 31;
        magnitude = magnitude < 0x00800000u ? 0 : magnitude;
        const uint32_t lost = magnitude & 0xFFFFu;
        const uint32_t relation = (uint32_t)(lost != 0) + (lost >= 0x8000u) + (lost > 0x8000u);
        uint32_t kept = magnitude >> 16;
        kept += rounds_up >> (4 * relation + 2 * negative + (kept & 1)) & 1;
        result[i] = (uint16_t)(magnitude > 0x7F800000u ? 0x7FC0u : kept | negative << 15);
    }
    memcpy(lanes + dst, result, sizeof result);
    return 0;
}

KC_CLONES void bf16_to_f32(uint8_t *lanes, int64_t dst, int64_t a)
{
    uint16_t bits[CONVERTED];
    uint32_t result[CONVERTED];
    memcpy(bits, lanes + a, sizeof bits);
    for (int i = 0; i < CONVERTED; i++)
        result[i] = (uint32_t)bits[i] << 16;
    memcpy(lanes + dst, result, sizeof result);
}

/* A bf16 is significand * 2^(exponent - 134); above 2^31 the shifted exponent decides. */
KC_CLONES void bf16_floor(uint8_t *lanes, int64_t dst, int64_t a, int64_t shift)
{
    uint16_t bits[CONVERTED];
    int32_t result[CONVERTED];
    memcpy(bits, lanes + a, sizeof bits);
    for (int i = 0; i < CONVERTED; i++) {
        const int64_t exponent = bits[i] >> 7 & 0xFF, power = exponent - 134 + (shift & 63);
        int64_t value = (bits[i] & 0x7F) | 0x80;
        value = bits[i] >> 15 ? -value : value;
        const int64_t right = power < -40 ? 40 : power < 0 ? -power : 0;
        const int64_t left = power > 40 ? 40 : power > 0 ? power : 0;
        int64_t floored = (int64_t)((uint64_t)(value >> right) << left);
        floored = floored > INT32_MAX ? INT32_MAX : floored < INT32_MIN ? INT32_MIN : floored;
        const int nothing = !exponent || (exponent == 0xFF && (bits[i] & 0x7F));
        result[i] = (int32_t)(nothing ? 0 : floored);
    }
    memcpy(lanes + dst, result, sizeof result);
}
