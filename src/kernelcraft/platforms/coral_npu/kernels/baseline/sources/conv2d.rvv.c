// A convolution as outer products; input, weights and biases are read many times, so they are
// copied to DTCM first.
#include "convolution.h"

KERNEL(convolution(-128, OUTPUT))
