// A convolution in plain C; the padding is decided for every tap.
#include "convolution.plain.h"

KERNEL(convolution(X, W, BIAS, MULTIPLIER, SHIFT, -128, OUTPUT))
