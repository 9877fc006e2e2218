#include "program.h"
static int a[100], b[100], c[100];

ALONE static int product(int x, int y)
{
    int sum = 0;
    for (int i = 0; i < 32; i++) {
        if (x & 1) sum += y;
        x >>= 1;
        y <<= 1;
    }
    return sum;
}

ALONE static void work(int n, const int *x, const int *y, int *z)
{
    for (int i = 0; i < n; i++) z[i] = product(x[i], y[i]);
}

ALONE static void prepare(void)
{
    state = SEED;
    for (int i = 0; i < 100; i++) {
        a[i] = drawn() & 0xffff;
        b[i] = drawn() & 0xffff;
    }
}

void kernel(int go) { if (go) work(100, a, b, c); else prepare(); }
