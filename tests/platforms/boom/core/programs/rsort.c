#include "program.h"
static unsigned drawn_values[2048], values[2048], other[2048], filled;

ALONE static void work(int n, unsigned *x, unsigned *y)
{
    int places[256];
    for (int shift = 0; shift < 32; shift += 8) {
        for (int i = 0; i < 256; i++) places[i] = 0;
        for (int i = 0; i < n; i++) places[(x[i] >> shift) & 255]++;
        int sum = 0;
        for (int i = 0; i < 256; i++) {
            const int count = places[i];
            places[i] = sum;
            sum += count;
        }
        for (int i = 0; i < n; i++) {
            const unsigned value = x[i];
            y[places[(value >> shift) & 255]++] = value;
        }
        unsigned *kept = x;
        x = y;
        y = kept;
    }
}

ALONE static void prepare(void)
{
    for (int i = 0; i < 2048 && !filled; i++) drawn_values[i] = drawn();
    filled = 1;
    for (int i = 0; i < 2048; i++) values[i] = drawn_values[i];
}

void kernel(int go) { if (go) work(2048, values, other); else prepare(); }
