/* Binary32 and binary64 arithmetic on integers: exact values are rounded once, in f_round.
   softfloat.py says what each function gives, and where its flags (NV 16, DZ 8, OF 4, UF 2, NX 1)
   go. `p` is the precision of a format: 24 or 53 bits of significand. */
typedef unsigned __int128 f_wide;
typedef struct { int sign, special; int64_t e; uint64_t m; } f_parts; /* m * 2^e, or inf, NaN */
typedef struct { int64_t bits; int flags; } f_result;
enum { F_FINITE, F_INFINITE, F_QUIET, F_SIGNALLING };

#define F_WIDTH(p) ((p) == 24 ? 32 : 64)
#define F_BIAS(p) ((p) == 24 ? 127 : 1023)
#define F_LEAST(p) (2 - F_BIAS(p) - (p)) /* the exponent of the least number above zero */
#define F_ANY static inline __attribute__((always_inline))

F_ANY f_result f_given(int64_t bits) { return (f_result){bits, 0}; }
F_ANY int64_t f_zero(int p, int sign) { return (int64_t)((uint64_t)sign << (F_WIDTH(p) - 1)); }
F_ANY int64_t f_infinity(int p, int sign)
{
    return f_zero(p, sign) | (int64_t)(2 * F_BIAS(p) + 1) << (p - 1);
}
F_ANY int64_t f_nan(int p) { return f_infinity(p, 0) | INT64_C(1) << (p - 2); }
F_ANY f_result f_invalid(int p) { return (f_result){f_nan(p), 16}; }

F_ANY f_parts f_unpack(int p, int64_t bits)
{
    const uint64_t most = 2 * F_BIAS(p) + 1, biased = (uint64_t)bits >> (p - 1) & most;
    f_parts f = {(int)((uint64_t)bits >> (F_WIDTH(p) - 1) & 1), F_FINITE, 0,
                 (uint64_t)bits & ((UINT64_C(1) << (p - 1)) - 1)};
    if (biased == most) {
        f.special = !f.m ? F_INFINITE : f.m >> (p - 2) ? F_QUIET : F_SIGNALLING;
    } else {
        if (biased) f.m |= UINT64_C(1) << (p - 1);
        f.e = (int64_t)(biased ? biased : 1) - 1 + F_LEAST(p);
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
    if (shift > 64) { *rest = m != 0; return 0; }
    const uint64_t half = UINT64_C(1) << (shift - 1), lost = m & (half | (half - 1));
    *rest = !lost ? 0 : lost < half ? 1 : lost == half ? 2 : 3;
    return shift == 64 ? 0 : m >> shift;
}

/* (-1)^sign * m * 2^e with m != 0; its lowest bit may stand for all that is below. */
F_ANY f_result f_round(int p, int sign, int64_t e, uint64_t m, int rm)
{
    const int64_t exponent = e + 63 - __builtin_clzll(m), unit = exponent - p + 1;
    int64_t lowest = unit < F_LEAST(p) ? F_LEAST(p) : unit;
    int rest, flags = 0, rest_free;
    uint64_t q = f_cut(m, lowest - e, &rest);
    q += f_up(sign, q & 1, rest, rm);
    if (rest) flags = 1;
    if (rest && exponent < 1 - F_BIAS(p)) { /* tiny, unless rounding without a lowest exponent says no */
        uint64_t free = f_cut(m, unit - e, &rest_free);
        free += f_up(sign, free & 1, rest_free, rm);
        if (exponent < -F_BIAS(p) || free < UINT64_C(1) << p) flags |= 2;
    }
    if (q >> p) { q >>= 1; lowest++; }
    const int64_t biased = q >> (p - 1) ? lowest - F_LEAST(p) + 1 : 0;
    if (biased > 2 * F_BIAS(p)) {
        const int most = rm == 1 || (rm == 2 && !sign) || (rm == 3 && sign);
        return (f_result){f_infinity(p, sign) - most, 5};
    }
    const int64_t mantissa = (int64_t)(q & ((UINT64_C(1) << (p - 1)) - 1));
    return (f_result){f_zero(p, sign) | biased << (p - 1) | mantissa, flags};
}

F_ANY int f_any_nan(f_parts a, f_parts b) { return a.special > 1 || b.special > 1; }
F_ANY int f_loud(f_parts a, f_parts b)
{
    return a.special == F_SIGNALLING || b.special == F_SIGNALLING ? 16 : 0;
}
F_ANY f_result f_nan_of(int p, f_parts a, f_parts b)
{
    return (f_result){f_nan(p), f_loud(a, b)};
}

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

/* As f_round of a number that may be too long for it. */
F_ANY f_result f_round_wide(int p, int sign, int64_t e, f_wide m, int rm)
{
    const int64_t extra = f_top(m) - 62;
    return extra > 0 ? f_round(p, sign, e + extra, (uint64_t)f_jam(m, extra), rm)
                     : f_round(p, sign, e, (uint64_t)m, rm);
}

/* The exact sum of two finite values, rounded. */
F_ANY f_result f_sum(int p, int sa, int64_t ea, f_wide ma, int sb, int64_t eb, uint64_t mb, int rm)
{
    if (!ma && !mb) return f_given(f_zero(p, sa == sb ? sa : rm == 2));
    if (!ma) return f_round(p, sb, eb, mb, rm);
    if (!mb) return f_round_wide(p, sa, ea, ma, rm);
    const int64_t ta = ea + f_top(ma), tb = eb + f_top(mb), base = (ta > tb ? ta : tb) - 120;
    const f_wide a = f_jam(ma, base - ea), b = f_jam(mb, base - eb);
    const int sign = sa == sb || a > b ? sa : sb;
    const f_wide total = sa == sb ? a + b : a > b ? a - b : b - a;
    if (!total) return f_given(f_zero(p, rm == 2));
    return f_round_wide(p, sign, base, total, rm);
}

F_ANY f_result f_add(int p, int64_t a, int64_t b, int rm)
{
    const f_parts x = f_unpack(p, a), y = f_unpack(p, b);
    if (f_any_nan(x, y)) return f_nan_of(p, x, y);
    if (x.special && y.special && x.sign != y.sign) return f_invalid(p);
    if (x.special) return f_given(f_infinity(p, x.sign));
    if (y.special) return f_given(f_infinity(p, y.sign));
    return f_sum(p, x.sign, x.e, x.m, y.sign, y.e, y.m, rm);
}

F_ANY f_result f_mul(int p, int64_t a, int64_t b, int rm)
{
    const f_parts x = f_unpack(p, a), y = f_unpack(p, b);
    const int sign = x.sign ^ y.sign;
    if (f_any_nan(x, y)) return f_nan_of(p, x, y);
    if (x.special || y.special)
        return (!x.special && !x.m) || (!y.special && !y.m) ? f_invalid(p)
                                                            : f_given(f_infinity(p, sign));
    if (!x.m || !y.m) return f_given(f_zero(p, sign));
    return f_round_wide(p, sign, x.e + y.e, (f_wide)x.m * y.m, rm);
}

F_ANY f_result f_fma(int p, int64_t a, int64_t b, int64_t c, int rm)
{
    const f_parts x = f_unpack(p, a), y = f_unpack(p, b), z = f_unpack(p, c);
    const int sign = x.sign ^ y.sign;
    const int never = (x.special == F_INFINITE && !y.special && !y.m) ||
                      (y.special == F_INFINITE && !x.special && !x.m);
    if (never) return f_invalid(p);
    if (f_any_nan(x, y) || z.special > 1)
        return z.special == F_SIGNALLING ? f_invalid(p) : f_nan_of(p, x, y);
    if (x.special || y.special)
        return z.special && z.sign != sign ? f_invalid(p) : f_given(f_infinity(p, sign));
    if (z.special) return f_given(f_infinity(p, z.sign));
    return f_sum(p, sign, x.e + y.e, (f_wide)x.m * y.m, z.sign, z.e, z.m, rm);
}

F_ANY f_parts f_normal(int p, f_parts f) /* exactly p bits */
{
    const int shift = __builtin_clzll(f.m) - (64 - p);
    f.m <<= shift;
    f.e -= shift;
    return f;
}

F_ANY f_result f_div(int p, int64_t a, int64_t b, int rm)
{
    f_parts x = f_unpack(p, a), y = f_unpack(p, b);
    const int sign = x.sign ^ y.sign;
    if (f_any_nan(x, y)) return f_nan_of(p, x, y);
    if (x.special) return y.special ? f_invalid(p) : f_given(f_infinity(p, sign));
    if (y.special) return f_given(f_zero(p, sign));
    if (!y.m) return x.m ? (f_result){f_infinity(p, sign), 8} : f_invalid(p);
    if (!x.m) return f_given(f_zero(p, sign));
    x = f_normal(p, x);
    y = f_normal(p, y);
    const f_wide top = (f_wide)x.m << (p + 3);
    const uint64_t quotient = (uint64_t)(top / y.m);
    return f_round(p, sign, x.e - y.e - p - 4, quotient << 1 | (top % y.m != 0), rm);
}

F_ANY f_result f_sqrt(int p, int64_t a, int rm)
{
    f_parts x = f_unpack(p, a);
    if (f_any_nan(x, x)) return f_nan_of(p, x, x);
    if (!x.special && !x.m) return f_given(f_zero(p, x.sign));
    if (x.sign) return f_invalid(p);
    if (x.special) return f_given(f_infinity(p, 0));
    x = f_normal(p, x);
    const int shift = p + 5 - (int)((x.e + p + 5) & 1); /* an even exponent */
    f_wide rest = (f_wide)x.m << shift, root = 0;
    for (f_wide bit = (f_wide)1 << (2 * ((2 * p + 4) / 2)); bit; bit >>= 2) {
        if (rest >= root + bit) { rest -= root + bit; root = root >> 1 | bit; }
        else root >>= 1;
    }
    return f_round(p, 0, (x.e - shift) / 2 - 1, (uint64_t)root << 1 | (rest != 0), rm);
}

F_ANY int64_t f_order(int p, int64_t a) /* ascending with the value; -0 is less than +0 */
{
    const int64_t size = (int64_t)((uint64_t)a & ~(uint64_t)f_zero(p, 1));
    return (uint64_t)a >> (F_WIDTH(p) - 1) & 1 ? -size - 1 : size;
}

F_ANY f_result f_choose(int p, int64_t a, int64_t b, int64_t larger)
{
    const f_parts x = f_unpack(p, a), y = f_unpack(p, b);
    const int flags = f_loud(x, y);
    if (x.special > 1) return (f_result){y.special > 1 ? f_nan(p) : b, flags};
    if (y.special > 1) return (f_result){a, flags};
    return f_given((f_order(p, a) < f_order(p, b)) != larger ? a : b);
}

F_ANY f_result f_compare(int p, int64_t a, int64_t b, int64_t kind) /* 0 =, 1 <, 2 <= */
{
    const f_parts x = f_unpack(p, a), y = f_unpack(p, b);
    if (f_any_nan(x, y)) return (f_result){0, kind ? 16 : f_loud(x, y)};
    const int64_t s = x.special || x.m ? f_order(p, a) : 0, t = y.special || y.m ? f_order(p, b) : 0;
    return f_given(kind == 0 ? s == t : kind == 1 ? s < t : s <= t);
}

F_ANY f_result f_to_int(int p, int64_t a, int64_t is_signed, int rm, int width)
{
    const f_parts x = f_unpack(p, a);
    const uint64_t ones = ~UINT64_C(0) >> (64 - width), half = UINT64_C(1) << (width - 1);
    const uint64_t most = is_signed ? half - 1 : ones, least = is_signed ? half : 0; /* sizes */
    int rest = 0;
    if (x.special > 1) return (f_result){(int64_t)most, 16};
    const uint64_t far = (x.sign ? 0 - least : most) & ones;
    if (x.special || (x.m && x.e + 64 - __builtin_clzll(x.m) > 64))
        return (f_result){(int64_t)far, 16};
    uint64_t q = f_cut(x.m, -x.e, &rest);
    q += f_up(x.sign, q & 1, rest, rm);
    if (q > (x.sign ? least : most)) return (f_result){(int64_t)far, 16};
    return (f_result){(int64_t)((x.sign ? 0 - q : q) & ones), rest != 0};
}

F_ANY f_result f_from_int(int p, int64_t value, int64_t is_signed, int rm)
{
    const int sign = is_signed && value < 0;
    if (!value) return f_given(0);
    return f_round_wide(p, sign, 0, sign ? 0 - (uint64_t)value : (uint64_t)value, rm);
}

F_ANY int64_t f_class(int p, int64_t a)
{
    const f_parts x = f_unpack(p, a);
    if (x.special > 1) return x.special == F_SIGNALLING ? 1 << 8 : 1 << 9;
    const int kind = x.special ? 0 : x.m >> (p - 1) ? 1 : x.m ? 2 : 3; /* inf, normal, subnormal, 0 */
    return x.sign ? 1 << kind : 1 << (7 - kind);
}

F_ANY f_result f_convert(int from, int to, int64_t a, int rm)
{
    const f_parts x = f_unpack(from, a);
    if (x.special > 1) return f_nan_of(to, x, x);
    if (x.special) return f_given(f_infinity(to, x.sign));
    if (!x.m) return f_given(f_zero(to, x.sign));
    return f_round(to, x.sign, x.e, x.m, rm);
}

static inline int64_t f_packed(f_result result) { return result.bits | (int64_t)result.flags << 32; }
static inline int64_t f_aside(int64_t *raised, f_result result)
{
    raised[0] = result.flags;
    return result.bits;
}

#define F32(...) { return f_packed(__VA_ARGS__); }
#define F64(...) { return f_aside(raised, __VA_ARGS__); }

static int64_t f32_add(int64_t a, int64_t b, int64_t rm) F32(f_add(24, a, b, (int)rm))
static int64_t f32_mul(int64_t a, int64_t b, int64_t rm) F32(f_mul(24, a, b, (int)rm))
static int64_t f32_fma(int64_t a, int64_t b, int64_t c, int64_t rm) F32(f_fma(24, a, b, c, (int)rm))
static int64_t f32_div(int64_t a, int64_t b, int64_t rm) F32(f_div(24, a, b, (int)rm))
static int64_t f32_sqrt(int64_t a, int64_t rm) F32(f_sqrt(24, a, (int)rm))
static int64_t f32_choose(int64_t a, int64_t b, int64_t larger) F32(f_choose(24, a, b, larger))
static int64_t f32_compare(int64_t a, int64_t b, int64_t kind) F32(f_compare(24, a, b, kind))
static int64_t f32_to_int(int64_t a, int64_t is_signed, int64_t rm)
    F32(f_to_int(24, a, is_signed, (int)rm, 32))
static int64_t f32_from_int(int64_t value, int64_t rm) F32(f_from_int(24, value, 1, (int)rm))
static int64_t f32_from_long(int64_t value, int64_t is_signed, int64_t rm)
    F32(f_from_int(24, value, is_signed, (int)rm))
static int64_t f32_from_double(int64_t a, int64_t rm) F32(f_convert(53, 24, a, (int)rm))
static int64_t f32_class(int64_t a) { return f_class(24, a); }
static int64_t f32_to_long(int64_t *raised, int64_t a, int64_t is_signed, int64_t rm)
    F64(f_to_int(24, a, is_signed, (int)rm, 64))
static int64_t f64_from_single(int64_t *raised, int64_t a) F64(f_convert(24, 53, a, 0))
static int64_t f64_add(int64_t *raised, int64_t a, int64_t b, int64_t rm)
    F64(f_add(53, a, b, (int)rm))
static int64_t f64_mul(int64_t *raised, int64_t a, int64_t b, int64_t rm)
    F64(f_mul(53, a, b, (int)rm))
static int64_t f64_fma(int64_t *raised, int64_t a, int64_t b, int64_t c, int64_t rm)
    F64(f_fma(53, a, b, c, (int)rm))
static int64_t f64_div(int64_t *raised, int64_t a, int64_t b, int64_t rm)
    F64(f_div(53, a, b, (int)rm))
static int64_t f64_sqrt(int64_t *raised, int64_t a, int64_t rm) F64(f_sqrt(53, a, (int)rm))
static int64_t f64_choose(int64_t *raised, int64_t a, int64_t b, int64_t larger)
    F64(f_choose(53, a, b, larger))
static int64_t f64_compare(int64_t *raised, int64_t a, int64_t b, int64_t kind)
    F64(f_compare(53, a, b, kind))
static int64_t f64_to_int(int64_t *raised, int64_t a, int64_t is_signed, int64_t rm)
    F64(f_to_int(53, a, is_signed, (int)rm, 32))
static int64_t f64_to_long(int64_t *raised, int64_t a, int64_t is_signed, int64_t rm)
    F64(f_to_int(53, a, is_signed, (int)rm, 64))
static int64_t f64_from_long(int64_t *raised, int64_t value, int64_t is_signed, int64_t rm)
    F64(f_from_int(53, value, is_signed, (int)rm))
static int64_t f64_class(int64_t a) { return f_class(53, a); }
