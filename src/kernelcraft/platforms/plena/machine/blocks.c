/* MXFP8 blocks: 8 E4M3 elements that share one E8M0 scale, read into SRAM and written to HBM.
 *
 * A row is fetched in chunks of 64 elements with 8 scale bytes; all scales of a row come from one
 * 64-byte block of HBM: bytes past its end read as 0. A store writes all of them.
 * Compiled after the text of formats.c_prelude(). */

enum { CHUNK = 64, BLOCK = 8, BLOCKS = CHUNK / BLOCK, MOST_BLOCKS = 256 / BLOCK, SCALE_READ = 64 };

/* The first byte that the read of a row's scales does not reach. */
KC_INLINE int64_t end_of_read(int64_t row_scales)
{
    return (row_scales | (SCALE_READ - 1)) + 1;
}

KC_INLINE float element_value(uint32_t code)
{
    uint32_t sign = (code & 0x80u) << 24, exponent = code >> 3 & 15u, mantissa = code & 7u;
    float with_one = f32_from_bits(((exponent + 120u) << 23) | (mantissa << 20));
    float value = with_one - (exponent == 0 ? 0x1p-7f : 0.0f); /* subnormals have no leading one */
    uint32_t special = mantissa ? F32_NAN : F32_INF;
    return f32_from_bits(sign | (exponent == 15u ? special : f32_bits(value)));
}

KC_INLINE void decode_chunk(float *to, const uint8_t *hbm, int64_t elements, int64_t scales,
                            int64_t end)
{
    const uint8_t *codes = hbm + elements;
    int64_t reach = end - scales;
    float factors[CHUNK];
    for (int block = 0; block < BLOCKS; block++)
        for (int i = 0; i < BLOCK; i++)
            factors[block * BLOCK + i] =
                f32_from_bits(block < reach ? (uint32_t)hbm[scales + block] << 23 : 0);
    KC_ROW_LOOP
    for (int i = 0; i < CHUNK; i++)
        to[i] = f32_canonical(element_value(codes[i]) * factors[i]);
}

KC_CLONES void fetch_tile(float *matrix, const uint8_t *hbm, int64_t dst, int64_t elements,
                          int64_t scales, int64_t step, int64_t rows, int64_t n)
{
    for (int64_t row = 0; row < rows; row++) {
        int64_t first = scales + row * step / BLOCK, end = end_of_read(first);
        for (int64_t j = 0; j < n; j += CHUNK)
            decode_chunk(matrix + dst + row * n + j, hbm, elements + row * step + j,
                         first + j / BLOCK, end);
    }
}

KC_CLONES void fetch_rows(uint16_t *vector, const uint8_t *hbm, int64_t dst, int64_t elements,
                          int64_t scales, int64_t step, int64_t rows, int64_t n)
{
    float chunk[CHUNK];
    for (int64_t row = 0; row < rows; row++) {
        int64_t first = scales + row * step / BLOCK, end = end_of_read(first);
        for (int64_t j = 0; j < n; j += CHUNK) {
            decode_chunk(chunk, hbm, elements + row * step + j, first + j / BLOCK, end);
            for (int64_t i = 0; i < CHUNK; i++)
                vector[dst + row * n + j + i] = f32_to_bf16(chunk[i]);
        }
    }
}

/* floor(log2(magnitude + 1e-9)) + 127, read off the float32 sum; 254 for infinity and NaN. */
KC_INLINE uint32_t biased_exponent(uint32_t magnitude)
{
    uint32_t exponent = f32_bits(f32_from_bits(magnitude) + 1e-9f) >> 23 & 255u;
    return exponent < 254u ? exponent : 254u;
}

/* The code of value / unit, ties to even or away from 0; infinity and NaN take the largest magnitude, zeros lose their sign. */
KC_INLINE uint8_t element_code(float value, float unit, int64_t away)
{
    uint32_t sign = value != 0.0f ? f32_bits(value) >> 24 & 0x80u : 0;
    uint32_t magnitude = f32_bits(value / unit) & 0x7FFFFFFFu;
    if (magnitude >= F32_INF)
        return (uint8_t)(sign | 0x77u);
    uint32_t exponent = biased_exponent(magnitude);
    int32_t quarters; /* of the mantissa's last place, truncated */
    if (exponent <= 120u) {
        exponent = 120u;
        quarters = (int32_t)(f32_from_bits(magnitude) * 0x1p12f);
    } else {
        quarters = (int32_t)(magnitude >> 18) - (int32_t)(exponent << 5);
        quarters = quarters > 0 ? quarters : 0; /* 1e-9 carried it over a power of two */
    }
    uint32_t odd = (uint32_t)quarters >> 2 & 1u;
    uint32_t mantissa = ((uint32_t)quarters + 1u + (away ? 1u : odd)) >> 2;
    return (uint8_t)(sign | (exponent - 120u) << 3 | (mantissa < 7u ? mantissa : 7u));
}

KC_INLINE uint8_t quantise_block(uint8_t *codes, const float *values, int64_t away)
{
    uint32_t largest = 0;
    for (int i = 0; i < BLOCK; i++) {
        uint32_t magnitude = f32_bits(values[i]) & 0x7FFFFFFFu;
        largest = magnitude > largest ? magnitude : largest;
    }
    uint32_t scale = largest ? biased_exponent(largest) : 0;
    float unit = largest ? f32_from_bits(scale << 23) : 1.0f;
    for (int i = 0; i < BLOCK; i++)
        codes[i] = element_code(values[i], unit, away);
    return (uint8_t)scale;
}

void store_rows(uint8_t *hbm, const uint16_t *vector, int64_t src, int64_t elements,
                int64_t scales, int64_t step, int64_t rows, int64_t n, int64_t away)
{
    for (int64_t row = 0; row < rows; row++) {
        uint8_t found[MOST_BLOCKS];
        for (int64_t block = 0; block < n / BLOCK; block++) {
            float values[BLOCK];
            for (int64_t i = 0; i < BLOCK; i++)
                values[i] = bf16_to_f32(vector[src + row * n + block * BLOCK + i]);
            uint8_t *codes = hbm + elements + row * step + block * BLOCK;
            found[block] = quantise_block(codes, values, away);
        }
        uint8_t *to = hbm + scales + row * step / BLOCK;
        memcpy(to, found, (size_t)(n / BLOCK)); /* last: they may overlap the elements */
    }
}
