/* Vector row work of PLENA: one row of n bf16 elements at a time, arithmetic in float32.
 *
 * mask is -1 for every element, else a bit set of enabled groups of `group` elements; disabled
 * elements of the destination get the first source's bits. Rows are the same row or disjoint.
 * Compiled after the text of formats.c_prelude(). */
enum operation { ROW_ADD, ROW_SUB, ROW_SUB_FROM, ROW_MUL };
enum { LONGEST_ROW = 256, STEP = 8 }; /* rows are a multiple of STEP long */

KC_INLINE float apply(enum operation operation, float x, float y)
{
    switch (operation) {
    case ROW_ADD:
        return x + y;
    case ROW_SUB:
        return x - y;
    case ROW_SUB_FROM:
        return y - x;
    default:
        return x * y;
    }
}

KC_INLINE int enabled(int64_t mask, int64_t group)
{
    return mask == -1 || (group < 32 && ((mask >> group) & 1));
}

/* Without a mask the whole row is one enabled group. */
KC_INLINE int64_t group_length(int64_t mask, int64_t group, int64_t n)
{
    return mask == -1 ? n : group;
}

KC_INLINE void two_rows(enum operation operation, uint16_t *memory, int64_t dst, int64_t a,
                        int64_t b, int64_t n, int64_t mask, int64_t group)
{
    uint16_t *to = memory + dst;
    const uint16_t *x = memory + a, *y = memory + b;
    int64_t length = group_length(mask, group, n);
    for (int64_t start = 0, g = 0; start < n; start += length, g++) {
        int on = enabled(mask, g);
        KC_ROW_LOOP
        for (int64_t i = start; i < start + length; i++)
            to[i] = on ? f32_to_bf16(apply(operation, bf16_to_f32(x[i]), bf16_to_f32(y[i]))) : x[i];
    }
}

KC_INLINE void row_and_scalar(enum operation operation, uint16_t *memory, int64_t dst, int64_t a,
                              uint32_t scalar, int64_t n, int64_t mask, int64_t group)
{
    uint16_t *to = memory + dst;
    const uint16_t *x = memory + a;
    float y = fp16_to_f32(scalar);
    int64_t length = group_length(mask, group, n);
    for (int64_t start = 0, g = 0; start < n; start += length, g++) {
        int on = enabled(mask, g);
        KC_ROW_LOOP
        for (int64_t i = start; i < start + length; i++)
            to[i] = on ? f32_to_bf16(apply(operation, bf16_to_f32(x[i]), y)) : x[i];
    }
}

KC_CLONES void row_add(uint16_t *memory, int64_t dst, int64_t a, int64_t b, int64_t n,
                       int64_t mask, int64_t group)
{
    two_rows(ROW_ADD, memory, dst, a, b, n, mask, group);
}

KC_CLONES void row_sub(uint16_t *memory, int64_t dst, int64_t a, int64_t b, int64_t n,
                       int64_t mask, int64_t group)
{
    two_rows(ROW_SUB, memory, dst, a, b, n, mask, group);
}

KC_CLONES void row_mul(uint16_t *memory, int64_t dst, int64_t a, int64_t b, int64_t n,
                       int64_t mask, int64_t group)
{
    two_rows(ROW_MUL, memory, dst, a, b, n, mask, group);
}

KC_CLONES void row_add_scalar(uint16_t *memory, int64_t dst, int64_t a, uint32_t scalar, int64_t n,
                              int64_t mask, int64_t group)
{
    row_and_scalar(ROW_ADD, memory, dst, a, scalar, n, mask, group);
}

KC_CLONES void row_sub_scalar(uint16_t *memory, int64_t dst, int64_t a, uint32_t scalar, int64_t n,
                              int64_t mask, int64_t group)
{
    row_and_scalar(ROW_SUB, memory, dst, a, scalar, n, mask, group);
}

KC_CLONES void row_sub_from_scalar(uint16_t *memory, int64_t dst, int64_t a, uint32_t scalar,
                                   int64_t n, int64_t mask, int64_t group)
{
    row_and_scalar(ROW_SUB_FROM, memory, dst, a, scalar, n, mask, group);
}

KC_CLONES void row_mul_scalar(uint16_t *memory, int64_t dst, int64_t a, uint32_t scalar, int64_t n,
                              int64_t mask, int64_t group)
{
    row_and_scalar(ROW_MUL, memory, dst, a, scalar, n, mask, group);
}

void row_exp(uint16_t *memory, int64_t dst, int64_t a, int64_t n, int64_t mask, int64_t group)
{
    int64_t length = group_length(mask, group, n);
    for (int64_t start = 0, g = 0; start < n; start += length, g++) {
        int on = enabled(mask, g);
        KC_ROW_LOOP
        for (int64_t i = start; i < start + length; i++)
            memory[dst + i] = on ? BF16_EXP[memory[a + i]] : memory[a + i];
    }
}

KC_CLONES void row_reciprocal(uint16_t *memory, int64_t dst, int64_t a, int64_t n, int64_t mask,
                              int64_t group)
{
    uint16_t *to = memory + dst;
    const uint16_t *x = memory + a;
    int64_t length = group_length(mask, group, n);
    for (int64_t start = 0, g = 0; start < n; start += length, g++) {
        int on = enabled(mask, g);
        KC_ROW_LOOP
        for (int64_t i = start; i < start + length; i++)
            to[i] = on ? f32_to_bf16(1.0f / bf16_to_f32(x[i])) : x[i];
    }
}

/* Adder tree: the upper half of the row is added to the lower half until one element is left. */
KC_CLONES uint32_t row_sum(const uint16_t *memory, int64_t a, uint32_t scalar, int64_t n,
                           int64_t mask, int64_t group)
{
    float sums[LONGEST_ROW];
    const uint16_t *x = memory + a;
    int64_t length = group_length(mask, group, n);
    for (int64_t start = 0, g = 0; start < n; start += length, g++) {
        int on = enabled(mask, g);
        for (int64_t i = start; i < start + length; i++)
            sums[i] = on ? bf16_to_f32(x[i]) : 0.0f;
    }
    int64_t half = n / 2;
    for (; half >= STEP; half /= 2)
        for (int64_t i = 0; i < half; i += STEP) {
            KC_ROW_LOOP
            for (int64_t j = i; j < i + STEP; j++)
                sums[j] += sums[j + half];
        }
    for (; half; half /= 2)
        for (int64_t i = 0; i < half; i++)
            sums[i] += sums[i + half];
    return f32_to_fp16(fp16_to_f32(scalar) + sums[0]);
}

/* bf16 patterns of numbers, with the magnitude of negative ones complemented, order as int16. */
KC_CLONES uint32_t row_max(const uint16_t *memory, int64_t a, uint32_t scalar, int64_t n,
                           int64_t mask, int64_t group)
{
    const uint16_t *x = memory + a;
    int16_t top = (int16_t)(0xFF80u ^ 0x7FFFu); /* -infinity */
    int16_t magnitude = 0;                      /* the largest, to find a NaN */
    int64_t length = group_length(mask, group, n);
    for (int64_t start = 0, g = 0; start < n; start += length, g++) {
        if (!enabled(mask, g))
            continue;
        for (int64_t i = start; i < start + length; i++) {
            int16_t bits = (int16_t)x[i], size = bits & 0x7FFF;
            int16_t key = (int16_t)(bits ^ ((bits >> 15) & 0x7FFF));
            top = key > top ? key : top;
            magnitude = size > magnitude ? size : magnitude;
        }
    }
    if (magnitude > 0x7F80)
        return FP16_NAN;
    uint16_t bits = (uint16_t)(top ^ ((top >> 15) & 0x7FFF));
    return fp16_larger(scalar, f32_to_fp16(bf16_to_f32(bits)));
}

KC_CLONES void row_from_fp16(uint16_t *memory, const uint16_t *scalars, int64_t dst, int64_t src,
                             int64_t n)
{
    KC_ROW_LOOP
    for (int64_t i = 0; i < n; i++)
        memory[dst + i] = f32_to_bf16(fp16_to_f32(scalars[src + i]));
}
