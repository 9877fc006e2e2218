// A convolution as outer products; the input is copied to DTCM with its padding, so no tap needs a
// decision.
#include "convolution.h"

KERNEL(convolution(-128, OUTPUT))
