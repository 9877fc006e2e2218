/* Conversions between bf16, IEEE fp16 and float32 that every PLENA routine shares.
 * Every NaN that leaves a conversion is the positive quiet one without payload. */
#ifndef KC_PLENA_FORMATS_H
#define KC_PLENA_FORMATS_H

#include <stdint.h>
#include <string.h>

/* Put before a hot function to compile it once per instruction set of the host. */
#ifndef KC_CLONES
#define KC_CLONES
#endif

#define KC_INLINE static inline __attribute__((always_inline))

/* Put before a loop over a row: destination and source are the same row or disjoint. */
#if defined(__clang__)
#define KC_ROW_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define KC_ROW_LOOP _Pragma("GCC ivdep")
#endif

#define F32_NAN 0x7FC00000u
#define F32_INF 0x7F800000u
#define FP16_NAN 0x7E00u
#define BF16_NAN 0x7FC0u

KC_INLINE float f32_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

KC_INLINE uint32_t f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

KC_INLINE float f32_canonical(float value)
{
    return value == value ? value : f32_from_bits(F32_NAN);
}

KC_INLINE float bf16_to_f32(uint16_t bits)
{
    return f32_from_bits((uint32_t)bits << 16);
}

KC_INLINE uint16_t f32_to_bf16(float value)
{
    uint32_t bits = f32_bits(value);
    uint32_t rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
    return (uint16_t)((bits & 0x7FFFFFFFu) > F32_INF ? BF16_NAN : rounded);
}

KC_INLINE float fp16_to_f32(uint32_t bits)
{
    uint32_t sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7FFFu;
    float value = f32_from_bits(magnitude << 13) * 0x1p112f; /* 112: the difference of the biases */
    uint32_t special = magnitude > 0x7C00u ? F32_NAN : sign | F32_INF;
    return f32_from_bits(magnitude >= 0x7C00u ? special : sign | f32_bits(value));
}

KC_INLINE uint32_t f32_to_fp16(float value)
{
    uint32_t bits = f32_bits(value), sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > F32_INF)
        return FP16_NAN;
    if (magnitude >= 0x47800000u) /* 2^16 */
        return sign | 0x7C00u;
    if (magnitude < 0x38800000u) /* below 2^-14: the last place of values near 0.5 is 2^-24 */
        return sign | (f32_bits(f32_from_bits(magnitude) + 0.5f) - 0x3F000000u);
    return sign | ((magnitude - (112u << 23) + 0xFFFu + ((magnitude >> 13) & 1u)) >> 13);
}

/* NaN if one is NaN; +0 is above -0. */
KC_INLINE uint32_t fp16_larger(uint32_t a, uint32_t b)
{
    float x = fp16_to_f32(a), y = fp16_to_f32(b);
    if (x != x || y != y)
        return FP16_NAN;
    if (x == y) /* equal bits, or two zeros */
        return a & b & 0xFFFFu;
    return (x > y ? a : b) & 0xFFFFu;
}

#endif
