// A convolution and ReLU as outer products; the input is copied to DTCM with its padding, so no tap
// needs a decision.
#include "convolution.h"

KERNEL(convolution(ZERO_POINT, OUTPUT))
