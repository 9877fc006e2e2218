#include "program.h"
double a[1024], b[1024], result;

ALONE static double work(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

void kernel(int go) { if (go) result = work(1024, a, b); }
