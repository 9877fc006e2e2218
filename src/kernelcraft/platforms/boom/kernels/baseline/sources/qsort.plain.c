// Quicksort with the median of three as pivot; short ranges are left to an insertion sort.
#include "kernel.h"

enum { SHORT = 10, DEPTH = 64 };

static inline void exchange(int32_t *a, int32_t *b) {
  int32_t kept = *a;
  *a = *b;
  *b = kept;
}

static void insertion(int32_t *y, long n) {
  for (long i = 1; i < n; i++) {
    int32_t value = y[i];
    long place = i;
    for (; place > 0 && y[place - 1] > value; place--) y[place] = y[place - 1];
    y[place] = value;
  }
}

void kernel(const int32_t *x, int32_t *restrict y, long n) {
  long left[DEPTH], right[DEPTH], first = 0, last = n - 1;
  int depth = 0;
  for (long i = 0; i < n; i++) y[i] = x[i];
  for (;;) {
    while (last - first >= SHORT) {
      long middle = first + (last - first) / 2;
      if (y[middle] < y[first]) exchange(&y[middle], &y[first]);
      if (y[last] < y[first]) exchange(&y[last], &y[first]);
      if (y[last] < y[middle]) exchange(&y[last], &y[middle]);
      int32_t pivot = y[middle];
      long i = first, j = last;
      while (i <= j) {
        while (y[i] < pivot) i++;
        while (pivot < y[j]) j--;
        if (i > j) break;
        exchange(&y[i++], &y[j--]);
      }
      // the longer part waits
      if (j - first < last - i) {
        left[depth] = i;
        right[depth++] = last;
        last = j;
      } else {
        left[depth] = first;
        right[depth++] = j;
        first = i;
      }
    }
    if (!depth) break;
    first = left[--depth];
    last = right[depth];
  }
  insertion(y, n);
}
