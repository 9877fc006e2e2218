#include "program.h"
static int in[400], out[400];

ALONE static void work(int n, const int *x, int *y)
{
    y[0] = 0;
    y[n - 1] = 0;
    for (int i = 1; i < n - 1; i++) {
        const int a = x[i - 1], b = x[i], c = x[i + 1];
        if (a < b) {
            if (b < c) y[i] = b;
            else if (c < a) y[i] = a;
            else y[i] = c;
        } else {
            if (a < c) y[i] = a;
            else if (c < b) y[i] = b;
            else y[i] = c;
        }
    }
}

ALONE static void prepare(void)
{
    state = SEED;
    for (int i = 0; i < 400; i++) in[i] = (int)(drawn() % 1000);
}

void kernel(int go) { if (go) work(400, in, out); else prepare(); }
