/* Vector loads and stores; vmemory.py says what each function gives. place() is in memory.c. */
#include "velements.h"

static inline int64_t v_index(const uint8_t *v, int64_t reg, int64_t width, int64_t i)
{
    if (width == 1) return VECTOR(u8, reg)[i];
    return width == 2 ? VECTOR(u16, reg)[i] : VECTOR(u32, reg)[i];
}

/* One element of every field; -1, or the address that cannot be accessed. */
static inline int64_t v_move(uint8_t *v, uint8_t *memory, const int64_t *regions, int64_t words,
                             int64_t vd, int64_t address, int64_t fields, int64_t width,
                             int64_t group, int64_t i, int64_t access)
{
    for (int64_t field = 0; field < fields; field++) {
        const int64_t at = (address + field * width) & INT64_C(0xFFFFFFFF);
        const int64_t offset = place(regions, words, at, width, access);
        if (offset < 0) return at;
        uint8_t *held = v + 16 * (vd + field * group) + i * width, *cell = memory + offset;
        if (access == 1) memcpy(held, cell, (size_t)width);
        else memcpy(cell, held, (size_t)width);
    }
    return -1;
}

static int64_t vstrided(uint8_t *v, uint8_t *memory, const int64_t *regions, int64_t words,
                        int64_t vd, int64_t base, int64_t stride, int64_t fields, int64_t width,
                        int64_t group, int64_t start, int64_t vl, int64_t vm, int64_t access)
{
    if (vm && fields == 1 && stride == width && start < vl) {
        const int64_t offset = place(regions, words, base + start * width, (vl - start) * width,
                                     access);
        if (offset >= 0) {
            uint8_t *held = v + 16 * vd + start * width;
            const size_t size = (size_t)((vl - start) * width);
            if (access == 1) memcpy(held, memory + offset, size);
            else memcpy(memory + offset, held, size);
            return -1;
        }
    }
    for (int64_t i = start; i < vl; i++)
        if (vm || v_bit(v, 0, i)) {
            const int64_t missed = v_move(v, memory, regions, words, vd, base + i * stride, fields,
                                          width, group, i, access);
            if (missed >= 0) return missed << 8 | i;
        }
    return -1;
}

static int64_t vindexed(uint8_t *v, uint8_t *memory, const int64_t *regions, int64_t words,
                        int64_t vd, int64_t base, int64_t vs2, int64_t index_width, int64_t fields,
                        int64_t width, int64_t group, int64_t start, int64_t vl, int64_t vm,
                        int64_t access)
{
    for (int64_t i = start; i < vl; i++)
        if (vm || v_bit(v, 0, i)) {
            const int64_t address = base + v_index(v, vs2, index_width, i);
            const int64_t missed = v_move(v, memory, regions, words, vd, address, fields, width,
                                          group, i, access);
            if (missed >= 0) return missed << 8 | i;
        }
    return -1;
}
