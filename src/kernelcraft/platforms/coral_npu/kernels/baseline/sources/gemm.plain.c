// GEMM in plain C, as one would write it for any machine.
#include "product.plain.h"

KERNEL(product(X, W, 0, MULTIPLIER, SHIFT, ZERO_POINT, M, K, N, OUTPUT))
