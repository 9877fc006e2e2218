// Every access goes through the windows from the first on, as their encoding says.
#include "kernel.h"

enum { OFF, TOR, NA4, NAPOT };

static int has(const uint32_t *address, const uint8_t *configuration, long window, uint32_t word) {
  uint32_t here = address[window];
  uint32_t ones = here ^ (here + 1);
  switch (configuration[window] >> 3 & 3) {
    case OFF: return 0;
    case TOR: return (window ? address[window - 1] : 0) <= word && word < here;
    case NA4: return word == here;
    default: return (word | ones) == (here | ones);
  }
}

void kernel(const uint32_t *address, const uint8_t *configuration, const uint32_t *accesses,
            const uint8_t *rights, int32_t *restrict y, long windows, long n) {
  for (long i = 0; i < n; i++) {
    int32_t decision = 0;
    for (long window = 0; window < windows; window++) {
      if (has(address, configuration, window, accesses[i] >> 2)) {
        int32_t name = (int32_t)window + 1;
        decision = configuration[window] & rights[i] ? name : -name;
        break;
      }
    }
    y[i] = decision;
  }
}
