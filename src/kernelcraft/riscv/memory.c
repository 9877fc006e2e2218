/* Byte-addressed memory behind a map of regions; memory.py says what each function gives. */
static inline int64_t place(const int64_t *regions, int64_t count, int64_t address, int64_t size,
                            int64_t access)
{
    for (int64_t i = 0; i < count; i += 4) {
        const int64_t *region = regions + i, away = address - region[0];
        if (away >= 0 && away <= region[1] - size && (region[3] & access)) return region[2] + away;
    }
    return -1;
}

static inline int64_t fetch(const uint8_t *memory, int64_t offset, int64_t size)
{
    const uint8_t *p = memory + offset;
    if (size == 1) return p[0];
    if (size == 2) return p[0] | (int64_t)p[1] << 8;
    if (size == 8) { int64_t value; memcpy(&value, p, 8); return value; } /* a little-endian host */
    return p[0] | (int64_t)p[1] << 8 | (int64_t)p[2] << 16 | (int64_t)p[3] << 24;
}

static int64_t stored_word(const uint8_t *memory, const int64_t *regions, int64_t count,
                           int64_t address)
{
    return fetch(memory, place(regions, count, address, 4, 1), 4);
}

static inline void deposit(uint8_t *memory, int64_t offset, int64_t size, int64_t value)
{
    uint8_t *p = memory + offset;
    for (int64_t i = 0; i < size; i++) p[i] = (uint8_t)(value >> 8 * i);
}

static int64_t enter(int64_t *windows, int64_t address)
{
    if (address < windows[1] || address >= windows[2]) {
        const int64_t *window = windows + 4, *end = window + 3 * windows[3];
        while (window < end && (address < window[0] || address >= window[1])) window += 3;
        if (window >= end) return -1;
        windows[0] = window[0] - 4 * window[2];
        windows[1] = window[0];
        windows[2] = window[1];
    }
    return (address - windows[0]) >> 2;
}
