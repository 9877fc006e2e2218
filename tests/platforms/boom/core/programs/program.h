/* kernel(0) prepares the data, kernel(1) does what was timed on the RTL. */
#define ALONE __attribute__((noinline))

#ifndef SEED
#define SEED 88172645463325252ul
#endif
static unsigned long state = SEED;

static inline unsigned drawn(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 16);
}
