/* What every routine of the AMD NPU shares; lanes are byte arrays of any alignment.
 * Compiled after the tables of prelude.py. */
#ifndef KERNELCRAFT_LANE_TYPES_H
#define KERNELCRAFT_LANE_TYPES_H

#include <stdint.h>
#include <string.h>

/* Put before a hot function to compile it once per instruction set of the host. */
#ifndef KC_CLONES
#define KC_CLONES
#endif

#define KC_INLINE static inline __attribute__((always_inline))
#define GRANULE 32
#define VECTOR 64
#define REFUSED 1

/* words.py explains the configuration word and gives its bits. */
KC_INLINE int64_t combined(int64_t config, int64_t form)
{
    return (config | (form & ZERO)) ^ (form & NEGATIONS);
}

/* 0, 1 or -1 */
KC_INLINE int64_t first_sign(int64_t word)
{
    return word & ZERO ? 0 : word & NEGATE_FIRST ? -1 : 1;
}

KC_INLINE int64_t second_sign(int64_t word)
{
    return word & NEGATE_SECOND ? -1 : 1;
}

KC_INLINE int64_t product_sign(int64_t word)
{
    return word & NEGATE_PRODUCT ? -1 : 1;
}

#endif
