/* The matrix machine of PLENA: bf16 rows times float32 tiles, added to float32 accumulators.
 *
 * Each output sums its products for k = 0, 1, 2, ... in float32 and only then meets its accumulator;
 * vectors run across output columns, so that this order is the same on every host.
 * Compiled after the text of formats.c_prelude(). */

enum { LONGEST_TILE_ROW = 256, SLAB = 8, PANEL = 32 };

typedef float lanes1 __attribute__((vector_size(4), aligned(4), may_alias));
typedef float lanes4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef float lanes8 __attribute__((vector_size(32), aligned(4), may_alias));

/* A ROWS x LANES block of outputs: x[row][k] is at x[row * x_row + k * x_step]. */
#define DEFINE_BLOCK(NAME, ROWS, VECTOR, LANES)                                                   \
    KC_INLINE void NAME(float *acc, int64_t acc_row, const float *x, int64_t x_row,               \
                        int64_t x_step, const float *w, int64_t w_row, int64_t depth)             \
    {                                                                                             \
        VECTOR sums[ROWS];                                                                        \
        for (int row = 0; row < ROWS; row++)                                                      \
            sums[row] = (VECTOR){0};                                                              \
        for (int64_t k = 0; k < depth; k++) {                                                     \
            VECTOR weights = *(const VECTOR *)(w + k * w_row);                                    \
            for (int row = 0; row < ROWS; row++)                                                  \
                sums[row] += weights * x[row * x_row + k * x_step];                               \
        }                                                                                         \
        for (int row = 0; row < ROWS; row++)                                                      \
            for (int lane = 0; lane < LANES; lane++) {                                            \
                float *out = acc + row * acc_row + lane;                                          \
                *out = f32_canonical(*out + sums[row][lane]);                                     \
            }                                                                                     \
    }

DEFINE_BLOCK(block_8x8, 8, lanes8, 8)
DEFINE_BLOCK(block_4x4, 4, lanes4, 4)
DEFINE_BLOCK(block_1x8, 1, lanes8, 8)
DEFINE_BLOCK(block_1x4, 1, lanes4, 4)
DEFINE_BLOCK(block_1x1, 1, lanes1, 1)

/* acc[rows][columns] += x[rows][depth] @ w[depth][columns], in the largest blocks that fit. */
KC_INLINE void product(float *acc, int64_t acc_row, const float *x, int64_t x_row, int64_t x_step,
                       const float *w, int64_t w_row, int64_t rows, int64_t depth, int64_t columns)
{
    if (rows == 4 && columns == 4) {
        block_4x4(acc, acc_row, x, x_row, x_step, w, w_row, depth);
    } else if (rows == 8 && columns % 8 == 0) {
        for (int64_t j = 0; j < columns; j += 8)
            block_8x8(acc + j, acc_row, x, x_row, x_step, w + j, w_row, depth);
    } else if (columns % 8 == 0) {
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j += 8)
                block_1x8(acc + i * acc_row + j, acc_row, x + i * x_row, x_row, x_step, w + j,
                          w_row, depth);
    } else if (columns == 4) {
        for (int64_t i = 0; i < rows; i++)
            block_1x4(acc + i * acc_row, acc_row, x + i * x_row, x_row, x_step, w, w_row, depth);
    } else {
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++)
                block_1x1(acc + i * acc_row + j, acc_row, x + i * x_row, x_row, x_step, w + j,
                          w_row, depth);
    }
}

KC_INLINE int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

KC_INLINE void widen(float *to, const uint16_t *from, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        to[i] = bf16_to_f32(from[i]);
}

/* panel[k][j] = rows[j][k] */
KC_INLINE void transpose(float *panel, const float *rows, int64_t row_step, int64_t count,
                         int64_t depth)
{
    for (int64_t j = 0; j < count; j++)
        for (int64_t k = 0; k < depth; k++)
            panel[k * count + j] = rows[j * row_step + k];
}

KC_CLONES void tile_multiply(float *acc, const float *matrix, const uint16_t *vector,
                             int64_t weights, int64_t x, int64_t rows, int64_t columns,
                             int64_t mlen)
{
    float slab[SLAB * LONGEST_TILE_ROW];
    for (int64_t i = 0; i < rows; i += SLAB) {
        int64_t count = smaller(rows - i, SLAB);
        widen(slab, vector + x + i * mlen, count * mlen);
        product(acc + i * columns, columns, slab, mlen, 1, matrix + weights, mlen, count, mlen,
                columns);
    }
}

KC_CLONES void tile_multiply_transposed(float *acc, const float *matrix, const uint16_t *vector,
                                        int64_t weights, int64_t x, int64_t rows, int64_t columns,
                                        int64_t mlen)
{
    float slab[SLAB * LONGEST_TILE_ROW], panel[PANEL * LONGEST_TILE_ROW];
    for (int64_t j = 0; j < columns; j += PANEL) {
        int64_t width = smaller(columns - j, PANEL);
        transpose(panel, matrix + weights + j * mlen, mlen, width, mlen);
        for (int64_t i = 0; i < rows; i += SLAB) {
            int64_t count = smaller(rows - i, SLAB);
            widen(slab, vector + x + i * mlen, count * mlen);
            product(acc + i * columns + j, columns, slab, mlen, 1, panel, width, count, mlen,
                    width);
        }
    }
}

KC_CLONES void heads_multiply(float *acc, const float *matrix, const uint16_t *vector,
                              int64_t weights, int64_t x, int64_t rows, int64_t mlen, int64_t hlen)
{
    float slab[SLAB * LONGEST_TILE_ROW];
    int64_t heads = mlen / hlen;
    for (int64_t i = 0; i < rows; i += SLAB) {
        int64_t count = smaller(rows - i, SLAB);
        widen(slab, vector + x + i * mlen, count * mlen);
        for (int64_t head = 0; head < heads; head++)
            product(acc + (head * rows + i) * mlen, mlen, slab + head, mlen, heads,
                    matrix + weights, mlen, count, hlen, mlen);
    }
}

KC_CLONES void heads_multiply_transposed(float *acc, const float *matrix, const uint16_t *vector,
                                         int64_t weights, int64_t x, int64_t rows, int64_t mlen,
                                         int64_t hlen)
{
    float slab[SLAB * LONGEST_TILE_ROW], panel[PANEL * LONGEST_TILE_ROW];
    int64_t heads = mlen / hlen;
    for (int64_t j = 0; j < mlen; j += PANEL) {
        transpose(panel, matrix + weights + j * mlen, mlen, PANEL, hlen);
        for (int64_t i = 0; i < rows; i += SLAB) {
            int64_t count = smaller(rows - i, SLAB);
            widen(slab, vector + x + i * mlen, count * mlen);
            for (int64_t head = 0; head < heads; head++)
                product(acc + (head * rows + i) * mlen + j, mlen, slab + head * hlen, mlen, 1,
                        panel, PANEL, count, hlen, PANEL);
        }
    }
}

KC_CLONES void write_out(uint16_t *vector, float *acc, int64_t dst, int64_t rows, int64_t columns,
                         int64_t step)
{
    for (int64_t i = 0; i < rows; i++) {
        uint16_t *to = vector + dst + i * step;
        float *from = acc + i * columns;
        for (int64_t j = 0; j < columns; j++)
            to[j] = f32_to_bf16(from[j]);
        memset(from, 0, (size_t)columns * sizeof *from);
    }
}
