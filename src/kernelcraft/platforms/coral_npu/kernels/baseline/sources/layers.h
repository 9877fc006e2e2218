// The linear layers of FFN and SwiGLU; everything between the layers stays in DTCM.
#pragma once

#include "lookup.h"
#include "product.h"

#define WIDEST (H > H_I ? H : H_I)

static ALIGNED int8_t x[N * H], strip[WIDEST * COLUMNS];
static ALIGNED int32_t biases[WIDEST];

// y[N][columns] = requantised(a[N][inner] . w[inner][columns] + bias).
static void layer(const int8_t *a, const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                  const int32_t *shift, int32_t zero_point, size_t inner, size_t columns,
                  int8_t *y) {
  copy(biases, bias, columns * sizeof *bias);
  product(a, w, biases, multiplier, shift, zero_point, N, inner, columns, strip, y);
}
