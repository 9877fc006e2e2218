/* Scalar fp16 arithmetic: every operation works in float32 and rounds once to fp16.
 * float32 is wide enough for that to equal the directly rounded fp16 result.
 * Compiled after the text of formats.c_prelude(), as every C file of this folder. */
uint32_t fp16_add(uint32_t a, uint32_t b)
{
    return f32_to_fp16(fp16_to_f32(a) + fp16_to_f32(b));
}

uint32_t fp16_sub(uint32_t a, uint32_t b)
{
    return f32_to_fp16(fp16_to_f32(a) - fp16_to_f32(b));
}

uint32_t fp16_mul(uint32_t a, uint32_t b)
{
    return f32_to_fp16(fp16_to_f32(a) * fp16_to_f32(b));
}

uint32_t fp16_max(uint32_t a, uint32_t b)
{
    return fp16_larger(a, b);
}

uint32_t fp16_max_number(uint32_t a, uint32_t b)
{
    float x = fp16_to_f32(a), y = fp16_to_f32(b);
    if (x != x)
        return y != y ? FP16_NAN : b & 0xFFFFu;
    return y != y ? a & 0xFFFFu : fp16_larger(a, b);
}

uint32_t fp16_exp(uint32_t a)
{
    return FP16_EXP[a & 0xFFFFu];
}

uint32_t fp16_reciprocal(uint32_t a)
{
    return f32_to_fp16(1.0f / fp16_to_f32(a));
}

uint32_t fp16_sqrt(uint32_t a)
{
    return FP16_SQRT[a & 0xFFFFu];
}
