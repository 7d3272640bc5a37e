// What layers of vision towers need besides products and attention.

// y = gain * (x - mean) / sqrt(variance + eps) + bias of each row
static void layer_norm(const float *x, const float *gain, const float *bias, int64_t rows, int64_t n, float eps,
                       float *y) {
  const int64_t full = n - n % LANES;
  for (int64_t r = 0; r < rows; r++, x += n, y += n) {
    floats sums = {};
    for (int64_t i = 0; i < full; i += LANES) sums += load(x + i);
    float sum = in_order(sums);
    for (int64_t i = full; i < n; i++) sum += x[i];
    const float mean = sum / n;
    sums = (floats){};
    for (int64_t i = 0; i < full; i += LANES) {
      floats distance = load(x + i) - mean;
      sums = fma(distance, distance, sums);
    }
    float squares = in_order(sums);
    for (int64_t i = full; i < n; i++) squares += (x[i] - mean) * (x[i] - mean);
    const float scale = (float)(1 / __builtin_sqrt(squares / n + eps));
    for (int64_t i = 0; i < full; i += LANES)
      store(y + i, (load(x + i) - mean) * scale * load(gain + i) + load(bias + i));
    for (int64_t i = full; i < n; i++) y[i] = (x[i] - mean) * scale * gain[i] + bias[i];
  }
}

// Nonlinearity.java has the same kinds in this order.
enum nonlinearity { QUICK_GELU, GELU_TANH, GELU, SILU, RELU };

// Half of the complementary error function of |x| / sqrt(2): Abramowitz and Stegun, 7.1.26, within 8e-8
INLINE floats gaussian_tail(floats x) {
  floats z = (floats)((ints)x & 0x7FFFFFFF) * 0.70710678f;
  floats t = 1.0f / (z * 0.3275911f + 1.0f);
  floats p = t * 1.061405429f + -1.453152027f;
  p = p * t + 1.421413741f;
  p = p * t + -0.284496736f;
  p = p * t + 0.254829592f;
  return p * t * exp_of(-(z * z)) * 0.5f;
}

template <int KIND> INLINE floats activated(floats x) {
  if constexpr (KIND == QUICK_GELU) return x / (exp_of(x * -1.702f) + 1.0f);
  if constexpr (KIND == GELU_TANH) return x / (exp_of((x * x * x * 0.044715f + x) * -1.59576912f) + 1.0f);
  if constexpr (KIND == SILU) return x / (exp_of(-x) + 1.0f);
  if constexpr (KIND == RELU) return x < 0.0f ? all(0.0f) : x;
  floats less = x * gaussian_tail(x);
  return x < 0.0f ? less : x - less;
}

template <int KIND>
static void activate_all(const float *x, int64_t stride, int64_t rows, int64_t n, float *y, int64_t y_stride) {
  for (int64_t r = 0; r < rows; r++, x += stride, y += y_stride)
    for (int64_t i = 0; i < n; i += LANES) {
      const int64_t count = n - i < LANES ? n - i : LANES;
      if (count == LANES) store(y + i, activated<KIND>(load(x + i)));
      else store_some(y + i, activated<KIND>(load_some(x + i, count)), count);
    }
}

// y = f(x) of some columns; x [rows, stride] and y may be the same memory
static void activate(int kind, const float *x, int64_t stride, int64_t rows, int64_t n, float *y, int64_t y_stride) {
  switch (kind) {
    case QUICK_GELU: activate_all<QUICK_GELU>(x, stride, rows, n, y, y_stride); break;
    case GELU_TANH: activate_all<GELU_TANH>(x, stride, rows, n, y, y_stride); break;
    case GELU: activate_all<GELU>(x, stride, rows, n, y, y_stride); break;
    case SILU: activate_all<SILU>(x, stride, rows, n, y, y_stride); break;
    default: activate_all<RELU>(x, stride, rows, n, y, y_stride);
  }
}
