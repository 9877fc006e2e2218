// A linear layer in plain C, as one would write it for any machine.
#include "product.plain.h"

KERNEL(product(X, W, BIAS, MULTIPLIER, SHIFT, ZERO_POINT, N, H_IN, H_OUT, OUTPUT))
