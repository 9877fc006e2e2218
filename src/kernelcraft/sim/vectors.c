// Vectors of float32 elements; vectors.py says what each does.

static float vector_number(float value) {
  return value == value ? value : __builtin_nanf("");
}

void vector_add(float *out, int64_t to, const float *a, int64_t i, const float *b, int64_t j,
                int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(a[i + k] + b[j + k]);
}

void vector_sub(float *out, int64_t to, const float *a, int64_t i, const float *b, int64_t j,
                int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(a[i + k] - b[j + k]);
}

void vector_mul(float *out, int64_t to, const float *a, int64_t i, const float *b, int64_t j,
                int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(a[i + k] * b[j + k]);
}

static float vector_larger(float x, float y) {
  if (x != x || y != y) return __builtin_nanf("");
  return x > y ? x : y;
}

void vector_max(float *out, int64_t to, const float *a, int64_t i, const float *b, int64_t j,
                int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_larger(a[i + k], b[j + k]);
}

static float vector_power_of_two(int32_t power) {
  uint32_t bits = (uint32_t)(power + 127) << 23;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static float vector_exp_of(float x) {
  static const float taylor[] = {(float)(1.0 / 5040), (float)(1.0 / 720), (float)(1.0 / 120),
                                 (float)(1.0 / 24), (float)(1.0 / 6), 0.5f, 1.0f, 1.0f};
  if (x != x) return __builtin_nanf("");
  if (x < -87.33f) return 0.0f;
  if (x > 88.72f) return __builtin_inff();
  float power = __builtin_rintf(x * 1.442695f);
  float rest = (x - power * 0.693359375f) - power * -0.00021219444f;
  float found = taylor[0];
  for (int k = 1; k < 8; k++) found = found * rest + taylor[k];
  int32_t whole = (int32_t)power, half = whole >> 1;
  return found * vector_power_of_two(half) * vector_power_of_two(whole - half);
}

void vector_exp(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_exp_of(a[i + k]);
}

void vector_reciprocal(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(1.0f / a[i + k]);
}

void vector_rsqrt(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(1.0f / __builtin_sqrtf(a[i + k]));
}

void vector_sum(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  float total = a[i];
  for (int64_t k = 1; k < n; k++) total += a[i + k];
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(total);
}

void vector_greatest(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  float found = a[i];
  for (int64_t k = 1; k < n; k++) found = vector_larger(a[i + k], found);
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(found + 0.0f);
}

void vector_copy(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = vector_number(a[i + k]);
}

void vector_fill(float *out, int64_t to, const float *a, int64_t i, int64_t n) {
  float value = vector_number(a[i]);
  for (int64_t k = 0; k < n; k++) out[to + k] = value;
}

/* Sums are put in place together: results may lie where factors do. */
static void put_sums(float *out, const float *sums, int64_t n) {
  for (int64_t k = 0; k < n; k++) out[k] = vector_number(sums[k]);
}

void vector_multiply_add(float *out, int64_t to, const float *a, int64_t i, const float *b,
                         int64_t j, int64_t n, int64_t rows, int64_t step) {
  float sums[n];
  memcpy(sums, out + to, sizeof sums);
  for (int64_t row = 0; row < rows; row++) {
    float factor = a[i + row];
    const float *from = b + j + row * step;
    for (int64_t k = 0; k < n; k++) sums[k] += factor * from[k];
  }
  put_sums(out + to, sums, n);
}

void vector_multiply_add_transposed(float *out, int64_t to, const float *a, int64_t i,
                                    const float *b, int64_t j, int64_t n, int64_t rows,
                                    int64_t step) {
  float sums[rows];
  memcpy(sums, out + to, sizeof sums);
  for (int64_t row = 0; row < rows; row++) {
    const float *from = b + j + row * step;
    for (int64_t k = 0; k < n; k++) sums[row] += a[i + k] * from[k];
  }
  put_sums(out + to, sums, rows);
}

void vector_set(float *out, int64_t to, int32_t number, int64_t n) {
  for (int64_t k = 0; k < n; k++) out[to + k] = (float)number;
}

void vector_gather(float *out, int64_t to, const float *a, int64_t i, int64_t n, int64_t rows,
                   int64_t step) {
  for (int64_t row = 0; row < rows; row++)
    vector_copy(out, to + row * n, a, i + row * step, n);
}

void vector_scatter(float *out, int64_t to, const float *a, int64_t i, int64_t n, int64_t rows,
                    int64_t step) {
  for (int64_t row = 0; row < rows; row++)
    vector_copy(out, to + row * step, a, i + row * n, n);
}
