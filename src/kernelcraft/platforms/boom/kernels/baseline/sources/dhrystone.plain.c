// Strings copied and compared byte by byte, a switch, a division, a table, records.
#include "kernel.h"

enum { WIDTH = 32, CASES = 4, PLACES = 16 };

struct record {
  int32_t order, quotient, count, total;
};

static void copy(char *restrict to, const uint8_t *from) {
  do *to++ = (char)*from;
  while (*from++);
}

static int32_t compare(const char *a, const char *b) {
  const uint8_t *one = (const uint8_t *)a, *other = (const uint8_t *)b;
  while (*one && *one == *other) one++, other++;
  return (*one > *other) - (*one < *other);
}

static int32_t value_of(int which, int32_t total, int32_t w) {
  switch (which) {
    case 0: return plus(total, w);
    case 1: return minus(total, w);
    case 2: return minus(times(7, total), w);
    default: return total ^ w;
  }
}

void kernel(const uint8_t (*names)[WIDTH], const int32_t *numbers, struct record *restrict y,
            long count, long width, long runs) {
  (void)count, (void)width;
  char texts[2][WIDTH];
  int32_t table[CASES][PLACES];
  int32_t total = 0;
  for (int which = 0; which < CASES; which++)
    for (int place = 0; place < PLACES; place++) table[which][place] = 0;
  copy(texts[1], names[0]);
  for (long i = 0; i < runs; i++) {
    uint32_t w = (uint32_t)numbers[i];
    char *name = texts[i & 1], *before = texts[~i & 1];
    int place = w >> 3 & 15, which = w >> 11 & 3;
    copy(name, names[w & 7]);
    name[place] = (char)(65 + (w >> 7 & 15));
    struct record made;
    made.order = compare(name, before);
    int32_t value = value_of(which, total, (int32_t)w);
    made.quotient = value / (int32_t)(3 + (w >> 13 & 127));
    made.count = ++table[which][place];
    total = plus(plus(value, times(made.quotient, made.order)), made.count);
    made.total = total;
    y[i] = made;
  }
}
