#include "program.h"
int a[1024], b[1024], result;

ALONE static int work(int n, const int *x, const int *y)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

void kernel(int go) { if (go) result = work(1024, a, b); }
