/* Products and quotients of 64 bits; multiply.py says what each function gives. */
static inline int64_t high_signed(int64_t a, int64_t b)
{
    return (int64_t)((__int128)a * b >> 64);
}

static inline int64_t high_mixed(int64_t a, int64_t b)
{
    return (int64_t)((__int128)a * (__int128)(uint64_t)b >> 64);
}

static inline int64_t high_unsigned(int64_t a, int64_t b)
{
    return (int64_t)((unsigned __int128)(uint64_t)a * (uint64_t)b >> 64);
}

static inline int64_t quotient_signed(int64_t a, int64_t b)
{
    return b == 0 ? -1 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static inline int64_t quotient_unsigned(int64_t a, int64_t b)
{
    return b == 0 ? -1 : (int64_t)((uint64_t)a / (uint64_t)b);
}

static inline int64_t remainder_signed(int64_t a, int64_t b)
{
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

static inline int64_t remainder_unsigned(int64_t a, int64_t b)
{
    return b == 0 ? a : (int64_t)((uint64_t)a % (uint64_t)b);
}
