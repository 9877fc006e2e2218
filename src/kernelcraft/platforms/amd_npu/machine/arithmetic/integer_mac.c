/* Integer multipliers and accumulators, modulo 2^32 or 2^64; integer_mac.py says what they give. */
#include "lane_types.h"

typedef uint32_t lane32;
typedef uint64_t lane64;
typedef lane32 row32x8 __attribute__((vector_size(32), may_alias));
typedef lane64 row64x4 __attribute__((vector_size(32), may_alias));
typedef lane64 row64x8 __attribute__((vector_size(64), may_alias));

/* Elements, extended with or without sign and multiplied by 1 or -1. */
#define LOAD(NAME, ELEMENT, LANE)                                                                 \
    KC_INLINE void NAME(LANE *to, const uint8_t *from, int count, int64_t is_signed, LANE sign)   \
    {                                                                                             \
        const LANE flip = (LANE)(is_signed != 0) << (8 * sizeof(ELEMENT) - 1);                    \
        ELEMENT elements[64];                                                                     \
        memcpy(elements, from, (size_t)count * sizeof(ELEMENT));                                  \
        for (int i = 0; i < count; i++)                                                           \
            to[i] = (((LANE)elements[i] ^ flip) - flip) * sign;                                   \
    }
LOAD(load_8_32, uint8_t, lane32)
LOAD(load_16_32, uint16_t, lane32)
LOAD(load_8_64, uint8_t, lane64)
LOAD(load_16_64, uint16_t, lane64)
LOAD(load_32_64, uint32_t, lane64)

KC_INLINE void load_4_32(lane32 *to, const uint8_t *from, int count, int64_t is_signed, lane32 sign)
{
    const lane32 flip = (lane32)(is_signed != 0) << 3;
    for (int i = 0; i < count; i++)
        to[i] = ((((lane32)from[i / 2] >> 4 * (i % 2) & 15) ^ flip) - flip) * sign;
}

/* Products and one or two accumulators with their signs. */
#define ADD(BITS)                                                                                 \
    KC_INLINE void add_##BITS(uint8_t *lanes, int64_t dst, const int64_t *accs, int count,        \
                              const lane##BITS *products, int64_t word)                           \
    {                                                                                             \
        const lane##BITS signs[2] = {(lane##BITS)first_sign(word),                                \
                                     (lane##BITS)second_sign(word)};                              \
        lane##BITS total[1024 / BITS], acc[1024 / BITS];                                          \
        memcpy(total, products, sizeof total);                                                    \
        for (int t = 0; t < count; t++) {                                                         \
            memcpy(acc, lanes + accs[t], sizeof acc);                                             \
            for (int i = 0; i < 1024 / BITS; i++)                                                 \
                total[i] += signs[t] * acc[i];                                                    \
        }                                                                                         \
        memcpy(lanes + dst, total, sizeof total);                                                 \
    }
ADD(32)
ADD(64)

/* INTEGER_CASES: rows x depth elements of A_BITS times depth x columns elements of B_BITS. */
#define OPERANDS(BITS, COUNT_A, A_BITS, COUNT_B, B_BITS)                                          \
    lane##BITS x[COUNT_A], y[COUNT_B], sums[1024 / BITS] = {0};                                   \
    load_##A_BITS##_##BITS(x, lanes + a, COUNT_A, word & FIRST_SIGNED,                            \
                           (lane##BITS)product_sign(word));                                       \
    load_##B_BITS##_##BITS(y, lanes + b, COUNT_B, word & SECOND_SIGNED, 1);
#define MATRIX(MODE_BITS, ROWS, DEPTH, COLUMNS, A_BITS, B_BITS, BITS)                             \
    case MODE_BITS: {                                                                             \
        OPERANDS(BITS, ROWS * DEPTH, A_BITS, DEPTH * COLUMNS, B_BITS)                             \
        for (int i = 0; i < ROWS; i++) {                                                          \
            row##BITS##x##COLUMNS row, sum = {0};                                                 \
            for (int k = 0; k < DEPTH; k++) {                                                     \
                memcpy(&row, y + k * COLUMNS, sizeof row);                                        \
                sum += x[i * DEPTH + k] * row;                                                    \
            }                                                                                     \
            memcpy(sums + i * COLUMNS, &sum, sizeof sum);                                         \
        }                                                                                         \
        add_##BITS(lanes, dst, accs, count, sums, word);                                          \
        return 0;                                                                                 \
    }
#define ELEMENTWISE(MODE_BITS, DEPTH, COLUMNS, A_BITS, B_BITS, BITS)                              \
    case MODE_BITS: {                                                                             \
        OPERANDS(BITS, DEPTH * COLUMNS, A_BITS, DEPTH * COLUMNS, B_BITS)                          \
        for (int k = 0; k < DEPTH; k++)                                                           \
            for (int j = 0; j < COLUMNS; j++)                                                     \
                sums[j] += x[k * COLUMNS + j] * y[k * COLUMNS + j];                               \
        add_##BITS(lanes, dst, accs, count, sums, word);                                          \
        return 0;                                                                                 \
    }

static KC_CLONES int64_t integer_products(uint8_t *lanes, int64_t dst, const int64_t *accs,
                                          int count, int64_t a, int64_t b, int64_t word)
{
    switch (word & ~(int64_t)(INTEGER_BITS & ~MODE)) {
    INTEGER_CASES
    default:
        return REFUSED;
    }
}

int64_t integer_mac(uint8_t *lanes, int64_t dst, int64_t acc, int64_t a, int64_t b,
                    int64_t config, int64_t form)
{
    return integer_products(lanes, dst, &acc, 1, a, b, combined(config, form));
}

int64_t integer_mac2(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2, int64_t a,
                     int64_t b, int64_t config, int64_t form)
{
    const int64_t accs[2] = {acc1, acc2};
    return integer_products(lanes, dst, accs, 2, a, b, combined(config, form));
}

KC_INLINE int64_t integer_total(uint8_t *lanes, int64_t dst, const int64_t *accs, int count,
                                int64_t word)
{
    const lane64 nothing[16] = {0};
    if (word & ~(int64_t)INTEGER_BITS || word & FLOAT)
        return REFUSED;
    if (word & ACC64)
        add_64(lanes, dst, accs, count, nothing, word);
    else
        add_32(lanes, dst, accs, count, (const lane32 *)nothing, word);
    return 0;
}

KC_CLONES int64_t integer_add(uint8_t *lanes, int64_t dst, int64_t acc1, int64_t acc2,
                              int64_t config, int64_t form)
{
    const int64_t accs[2] = {acc1, acc2};
    return integer_total(lanes, dst, accs, 2, combined(config, form));
}

KC_CLONES int64_t integer_neg(uint8_t *lanes, int64_t dst, int64_t acc, int64_t config,
                              int64_t form)
{
    return integer_total(lanes, dst, &acc, 1, combined(config, form));
}
