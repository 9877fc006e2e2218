// SiLU by indexed loads; the table is read again and again, so it is copied to DTCM first.
#include "lookup.h"

static void silu(void) {
  keep_table(TABLE);
  look_up(X, N, OUTPUT);
}

KERNEL(silu())
