// ReLU by vectors.
#include "vector.h"

static inline void relu(const HVX_Vector *restrict x, HVX_Vector *restrict y) {
  HVX_Vector zero = Q6_Vb_vsplat_R(ZERO_POINT);
  for (int i = 0; i < N / LINE; i++) y[i] = Q6_Vb_vmax_VbVb(x[i], zero);
  if (N % LINE) store_bytes((int8_t *)(y + N / LINE), Q6_Vb_vmax_VbVb(x[N / LINE], zero), N % LINE);
}

KERNEL(relu((const HVX_Vector *)X, (HVX_Vector *)OUTPUT))
