// GELU by indexed loads; the table is read again and again, so it is copied to DTCM first.
#include "lookup.h"

static void gelu(void) {
  keep_table(TABLE);
  look_up(X, N, OUTPUT);
}

KERNEL(gelu())
