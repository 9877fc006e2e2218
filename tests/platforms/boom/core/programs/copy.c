#include "program.h"
static long from[2000], to[2000]; /* eight bytes at a time, as the vectoriser makes of int */

ALONE static void work(int n, const long *x, long *y)
{
    for (int i = 0; i < n; i++) y[i] = x[i];
}

void kernel(int go) { if (go) work(2000, from, to); }
