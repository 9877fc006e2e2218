/* Elements of vector registers: 32 registers of 16 bytes, element i of a group at byte i * width. */
#ifndef KERNELCRAFT_VELEMENTS_H
#define KERNELCRAFT_VELEMENTS_H

typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16 __attribute__((may_alias));
typedef int16_t s16 __attribute__((may_alias));
typedef uint32_t u32 __attribute__((may_alias));
typedef int32_t s32 __attribute__((may_alias));
typedef int64_t s64;
typedef uint64_t u64;

#define VECTOR(type, register) ((type *)(v + 16 * (register)))

static inline int v_bit(const uint8_t *v, int64_t reg, int64_t i)
{
    return v[16 * reg + (i >> 3)] >> (i & 7) & 1;
}

static inline void v_set_bit(uint8_t *v, int64_t reg, int64_t i, int64_t value)
{
    uint8_t *byte = v + 16 * reg + (i >> 3);
    *byte = (uint8_t)((*byte & ~(1 << (i & 7))) | (value & 1) << (i & 7));
}

/* a / 2^n, rounded as vxrm says: up at half, to even at half, down, to odd. */
static inline int64_t v_rounded(int64_t a, int64_t n, int64_t vxrm)
{
    if (!n) return a;
    int64_t quotient = a >> n, lost = a & ((INT64_C(1) << n) - 1), half = INT64_C(1) << (n - 1);
    if (vxrm == 0) return quotient + (lost >= half);
    if (vxrm == 1) return quotient + (lost > half || (lost == half && (quotient & 1)));
    return vxrm == 2 ? quotient : quotient | (lost != 0);
}
#endif
