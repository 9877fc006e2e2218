/* Binary32 arithmetic on integers: exact values are rounded once, in f_round. A result is the bit
   pattern, with the flags NV 16, DZ 8, OF 4, UF 2, NX 1 above its 32 bits. */
#define F_NAN INT64_C(0x7FC00000)
#define F_FLAGS(flags) ((int64_t)(flags) << 32)
#define F_INVALID (F_NAN | F_FLAGS(16))

typedef struct { int sign, special; int64_t e; uint64_t m; } f_parts; /* m * 2^e, or inf, NaN */
enum { F_FINITE, F_INFINITE, F_QUIET, F_SIGNALLING };

static inline f_parts f_unpack(int64_t bits)
{
    f_parts f = {(int)(bits >> 31 & 1), F_FINITE, 0, (uint64_t)(bits & 0x7FFFFF)};
    const int64_t biased = bits >> 23 & 255;
    if (biased == 255) {
        f.special = !f.m ? F_INFINITE : f.m >> 22 ? F_QUIET : F_SIGNALLING;
    } else {
        if (biased) f.m |= 1 << 23;
        f.e = (biased ? biased : 1) - 150;
    }
    return f;
}

static inline int f_up(int sign, int odd, int rest, int rm) /* rest: 0 none, 1 below, 2, 3 above half */
{
    switch (rm) {
    case 0: return rest == 3 || (rest == 2 && odd);
    case 2: return rest && sign;
    case 3: return rest && !sign;
    case 4: return rest >= 2;
    default: return 0;
    }
}

static inline uint64_t f_cut(uint64_t m, int64_t shift, int *rest)
{
    *rest = 0;
    if (shift <= 0) return m << -shift;
    if (shift > 63) { *rest = m != 0; return 0; }
    const uint64_t lost = m & ((UINT64_C(1) << shift) - 1), half = UINT64_C(1) << (shift - 1);
    *rest = !lost ? 0 : lost < half ? 1 : lost == half ? 2 : 3;
    return m >> shift;
}

/* (-1)^sign * m * 2^e with m != 0; its lowest bit may stand for all that is below. */
static int64_t f_round(int sign, int64_t e, uint64_t m, int rm)
{
    const int64_t exponent = e + 63 - __builtin_clzll(m), negative = (int64_t)sign << 31;
    int64_t lowest = exponent - 23 < -149 ? -149 : exponent - 23;
    int rest, flags = 0, rest_free;
    uint64_t q = f_cut(m, lowest - e, &rest);
    q += f_up(sign, q & 1, rest, rm);
    if (rest) flags = 1;
    if (rest && exponent < -126) { /* tiny, unless rounding without a lowest exponent says no */
        uint64_t free = f_cut(m, exponent - 23 - e, &rest_free);
        free += f_up(sign, free & 1, rest_free, rm);
        if (exponent < -127 || free < UINT64_C(1) << 24) flags |= 2;
    }
    if (q >> 24) { q >>= 1; lowest++; }
    const int64_t biased = q >> 23 ? lowest + 150 : 0;
    if (biased >= 255) {
        const int most = rm == 1 || (rm == 2 && !sign) || (rm == 3 && sign);
        return negative | (most ? 0x7F7FFFFF : 0x7F800000) | F_FLAGS(5);
    }
    return negative | (biased << 23) | (int64_t)(q & 0x7FFFFF) | F_FLAGS(flags);
}

static inline int f_nan(f_parts a, f_parts b) { return a.special > 1 || b.special > 1; }
static inline int64_t f_nan_of(f_parts a, f_parts b)
{
    return a.special == F_SIGNALLING || b.special == F_SIGNALLING ? F_INVALID : F_NAN;
}
static inline int64_t f_infinity(int sign) { return (int64_t)sign << 31 | 0x7F800000; }
static inline int64_t f_zero(int sign) { return (int64_t)sign << 31; }

typedef unsigned __int128 f_wide;

static inline f_wide f_jam(f_wide m, int64_t shift)
{
    if (shift <= 0) return m << -shift;
    if (shift > 127) return m != 0;
    return m >> shift | ((m & (((f_wide)1 << shift) - 1)) != 0);
}

static inline int f_top(f_wide m)
{
    return m >> 64 ? 127 - __builtin_clzll((uint64_t)(m >> 64)) : 63 - __builtin_clzll((uint64_t)m);
}

/* The exact sum of two finite values, rounded. */
static int64_t f_sum(int sa, int64_t ea, uint64_t ma, int sb, int64_t eb, uint64_t mb, int rm)
{
    if (!ma && !mb) return f_zero(sa == sb ? sa : rm == 2);
    if (!ma) return f_round(sb, eb, mb, rm);
    if (!mb) return f_round(sa, ea, ma, rm);
    const int64_t ta = ea + f_top(ma), tb = eb + f_top(mb), base = (ta > tb ? ta : tb) - 120;
    const f_wide a = f_jam(ma, base - ea), b = f_jam(mb, base - eb);
    const int sign = sa == sb || a > b ? sa : sb;
    const f_wide total = sa == sb ? a + b : a > b ? a - b : b - a;
    if (!total) return f_zero(rm == 2);
    const int64_t extra = f_top(total) - 62;
    return extra > 0 ? f_round(sign, base + extra, (uint64_t)f_jam(total, extra), rm)
                     : f_round(sign, base, (uint64_t)total, rm);
}

static int64_t f32_add(int64_t a, int64_t b, int64_t rm)
{
    const f_parts x = f_unpack(a), y = f_unpack(b);
    if (f_nan(x, y)) return f_nan_of(x, y);
    if (x.special && y.special) return x.sign == y.sign ? f_infinity(x.sign) : F_INVALID;
    if (x.special) return f_infinity(x.sign);
    if (y.special) return f_infinity(y.sign);
    return f_sum(x.sign, x.e, x.m, y.sign, y.e, y.m, (int)rm);
}

static int64_t f32_mul(int64_t a, int64_t b, int64_t rm)
{
    const f_parts x = f_unpack(a), y = f_unpack(b);
    const int sign = x.sign ^ y.sign;
    if (f_nan(x, y)) return f_nan_of(x, y);
    if (x.special || y.special)
        return (!x.special && !x.m) || (!y.special && !y.m) ? F_INVALID : f_infinity(sign);
    if (!x.m || !y.m) return f_zero(sign);
    return f_round(sign, x.e + y.e, x.m * y.m, (int)rm);
}

static int64_t f32_fma(int64_t a, int64_t b, int64_t c, int64_t rm)
{
    const f_parts x = f_unpack(a), y = f_unpack(b), z = f_unpack(c);
    const int sign = x.sign ^ y.sign;
    const int never = (x.special == F_INFINITE && !y.special && !y.m) ||
                      (y.special == F_INFINITE && !x.special && !x.m);
    if (never) return F_INVALID;
    if (f_nan(x, y) || z.special > 1)
        return z.special == F_SIGNALLING ? F_INVALID : f_nan_of(x, y);
    if (x.special || y.special)
        return z.special && z.sign != sign ? F_INVALID : f_infinity(sign);
    if (z.special) return f_infinity(z.sign);
    return f_sum(sign, x.e + y.e, x.m * y.m, z.sign, z.e, z.m, (int)rm);
}

static inline f_parts f_normal(f_parts f)
{
    const int shift = __builtin_clzll(f.m) - 40;
    f.m <<= shift;
    f.e -= shift;
    return f;
}

static int64_t f32_div(int64_t a, int64_t b, int64_t rm)
{
    f_parts x = f_unpack(a), y = f_unpack(b);
    const int sign = x.sign ^ y.sign;
    if (f_nan(x, y)) return f_nan_of(x, y);
    if (x.special) return y.special ? F_INVALID : f_infinity(sign);
    if (y.special) return f_zero(sign);
    if (!y.m) return x.m ? f_infinity(sign) | F_FLAGS(8) : F_INVALID;
    if (!x.m) return f_zero(sign);
    x = f_normal(x);
    y = f_normal(y);
    const uint64_t top = x.m << 39, quotient = top / y.m;
    return f_round(sign, x.e - y.e - 40, quotient << 1 | (top % y.m != 0), (int)rm);
}

static int64_t f32_sqrt(int64_t a, int64_t rm)
{
    f_parts x = f_unpack(a);
    if (f_nan(x, x)) return f_nan_of(x, x);
    if (!x.special && !x.m) return f_zero(x.sign);
    if (x.sign) return F_INVALID;
    if (x.special) return f_infinity(0);
    x = f_normal(x);
    const int shift = 38 - (int)(x.e & 1); /* an even exponent; 62 bits at most */
    uint64_t rest = x.m << shift, root = 0;
    for (uint64_t bit = UINT64_C(1) << 62; bit; bit >>= 2) {
        if (rest >= root + bit) { rest -= root + bit; root = root >> 1 | bit; }
        else root >>= 1;
    }
    return f_round(0, (x.e - shift) / 2 - 1, root << 1 | (rest != 0), (int)rm);
}

static int64_t f32_less(int64_t a, int64_t b) /* no NaN; -0 is less than +0 */
{
    const int64_t x = a >> 31 ? -(a & 0x7FFFFFFF) - 1 : a, y = b >> 31 ? -(b & 0x7FFFFFFF) - 1 : b;
    return x < y;
}

static int64_t f32_choose(int64_t a, int64_t b, int64_t larger)
{
    const f_parts x = f_unpack(a), y = f_unpack(b);
    const int64_t flags = f_nan_of(x, y) & F_FLAGS(31);
    if (x.special > 1) return (y.special > 1 ? F_NAN : b) | (f_nan(x, y) ? flags : 0);
    if (y.special > 1) return a | flags;
    return f32_less(a, b) != larger ? a : b;
}

static int64_t f32_compare(int64_t a, int64_t b, int64_t kind) /* 0 =, 1 <, 2 <= */
{
    const f_parts x = f_unpack(a), y = f_unpack(b);
    if (f_nan(x, y)) return kind ? F_FLAGS(16) : f_nan_of(x, y) & F_FLAGS(31);
    const int zeros = !((a | b) & 0x7FFFFFFF);
    const int same = a == b || zeros;
    return kind == 0 ? same : kind == 1 ? f32_less(a, b) && !zeros : f32_less(a, b) || same;
}

static int64_t f32_to_int(int64_t a, int64_t is_signed, int64_t rm)
{
    const f_parts x = f_unpack(a);
    const int64_t most = is_signed ? INT64_C(0x7FFFFFFF) : INT64_C(0xFFFFFFFF);
    const int64_t least = is_signed ? -most - 1 : 0;
    int rest = 0;
    if (x.special > 1) return most | F_FLAGS(16);
    if (x.special || x.e > 8)
        return ((x.sign ? least : most) & INT64_C(0xFFFFFFFF)) | F_FLAGS(16);
    uint64_t q = f_cut(x.m, -x.e, &rest);
    q += f_up(x.sign, q & 1, rest, (int)rm);
    const int64_t value = x.sign ? -(int64_t)q : (int64_t)q;
    if (value < least || value > most)
        return ((x.sign ? least : most) & INT64_C(0xFFFFFFFF)) | F_FLAGS(16);
    return (value & INT64_C(0xFFFFFFFF)) | F_FLAGS(rest != 0);
}

static int64_t f32_from_int(int64_t value, int64_t rm)
{
    if (!value) return 0;
    return f_round(value < 0, 0, (uint64_t)(value < 0 ? -value : value), (int)rm);
}

static int64_t f32_class(int64_t a)
{
    const f_parts x = f_unpack(a);
    if (x.special > 1) return x.special == F_SIGNALLING ? 1 << 8 : 1 << 9;
    const int kind = x.special ? 0 : x.m >> 23 ? 1 : x.m ? 2 : 3; /* inf, normal, subnormal, 0 */
    return x.sign ? 1 << kind : 1 << (7 - kind);
}
