// The matrix product of the plain kernels, row by row; the inner loop runs along the weights.
#pragma once

#include "kernel.h"

// y[rows][columns] = requantised(x[rows][inner] . w[inner][columns] + bias), bias or 0.
static inline void product(const int8_t *restrict x, const int8_t *restrict w,
                           const int32_t *restrict bias, const int32_t *restrict multiplier,
                           const int32_t *restrict shift, int32_t zero_point, int rows, int inner,
                           int columns, int8_t *restrict y) {
  int32_t acc[columns];
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) acc[j] = bias ? bias[j] : 0;
    for (int k = 0; k < inner; k++)
      for (int j = 0; j < columns; j++) acc[j] += x[i * inner + k] * w[k * columns + j];
    for (int j = 0; j < columns; j++)
      y[i * columns + j] = requantised(acc[j], multiplier[j], shift[j], zero_point);
  }
}
