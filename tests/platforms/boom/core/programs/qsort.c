#include "program.h"
static int drawn_values[2048], values[2048], filled;

#define SWAP(x, y) do { const int kept = x; x = y; y = kept; } while (0)

ALONE static void work(int n, int *x)
{
    int stack[64], top = 0, low = 0, high = n - 1;
    for (;;) {
        if (high - low < 10) {
            for (int j = low + 1; j <= high; j++) {
                const int moved = x[j];
                int i = j - 1;
                for (; i >= low && x[i] > moved; i--) x[i + 1] = x[i];
                x[i + 1] = moved;
            }
            if (top == 0) return;
            high = stack[--top];
            low = stack[--top];
            continue;
        }
        const int middle = (low + high) >> 1;
        SWAP(x[middle], x[low + 1]);
        if (x[low] > x[high]) SWAP(x[low], x[high]);
        if (x[low + 1] > x[high]) SWAP(x[low + 1], x[high]);
        if (x[low] > x[low + 1]) SWAP(x[low], x[low + 1]);
        int i = low + 1, j = high;
        const int pivot = x[low + 1];
        for (;;) {
            do i++; while (x[i] < pivot);
            do j--; while (x[j] > pivot);
            if (j < i) break;
            SWAP(x[i], x[j]);
        }
        x[low + 1] = x[j];
        x[j] = pivot;
        if (high - i + 1 >= j - low) {
            stack[top++] = i;
            stack[top++] = high;
            high = j - 1;
        } else {
            stack[top++] = low;
            stack[top++] = j - 1;
            low = i;
        }
    }
}

ALONE static void prepare(void)
{
    for (int i = 0; i < 2048 && !filled; i++) drawn_values[i] = drawn() & 0xfffff;
    filled = 1;
    for (int i = 0; i < 2048; i++) values[i] = drawn_values[i];
}

void kernel(int go) { if (go) work(2048, values); else prepare(); }
