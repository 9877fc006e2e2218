/* Work too large for an instruction body of the toy VLIW machine. */
static uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t h = a;
    for (int i = 0; i < 3; i++) h = (h ^ b) * 16777619u + (h >> 7);
    return h;
}

static void reverse(uint32_t *memory, int64_t start, int64_t count)
{
    for (int64_t i = 0; i < count / 2; i++) {
        uint32_t held = memory[start + i];
        memory[start + i] = memory[start + count - 1 - i];
        memory[start + count - 1 - i] = held;
    }
}

static void copy(uint8_t *v, int64_t to, uint32_t *memory, int64_t start, int64_t out)
{
    if (out) memcpy(memory + start, v + to, 8);
    else memcpy(v + to, memory + start, 8);
}

static void add_lanes(uint8_t *v, int64_t to, int64_t a, int64_t b)
{
    uint32_t one[2], other[2];
    memcpy(one, v + a, 8);
    memcpy(other, v + b, 8);
    for (int i = 0; i < 2; i++) one[i] += other[i];
    memcpy(v + to, one, 8);
}
