// Towers of Hanoi with pegs as linked lists; every move is written down.
#include "kernel.h"

enum { MOST = 16 };

struct disc {
  int32_t name;
  struct disc *below;
};

struct peg {
  int32_t name;
  struct disc *top;
};

static int32_t *move(struct peg *from, struct peg *to, int32_t *y) {
  struct disc *disc = from->top;
  from->top = disc->below;
  disc->below = to->top;
  to->top = disc;
  *y++ = disc->name;
  *y++ = from->name;
  *y++ = to->name;
  return y;
}

static int32_t *bring(long discs, struct peg *from, struct peg *spare, struct peg *to,
                      int32_t *y) {
  if (discs == 1) return move(from, to, y);
  y = bring(discs - 1, from, to, spare, y);
  y = move(from, to, y);
  return bring(discs - 1, spare, from, to, y);
}

void kernel(const int32_t *disc, const int32_t *peg, int32_t *y, long discs) {
  struct disc all[MOST];
  struct peg pegs[3] = {{peg[0], 0}, {peg[1], 0}, {peg[2], 0}};
  for (long i = discs - 1; i >= 0; i--) {
    all[i].name = disc[i];
    all[i].below = pegs[0].top;
    pegs[0].top = &all[i];
  }
  bring(discs, &pegs[0], &pegs[1], &pegs[2], y);
}
