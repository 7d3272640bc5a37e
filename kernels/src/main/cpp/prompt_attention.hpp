// Attention of many rows to the keys and values of one head. A few rows meet all keys: their scores stay in the cache,
// so every row has the softmax of all its scores. Each score and each number of the result is one sum in the order of
// inputs or keys, whatever the rows beside it.

#define KEY_BLOCK (SCORE_VECTORS * LANES)
#define MAX_ROWS_AT_A_TIME (4 * SCORE_ROWS)

// Keys in blocks [dim, KEY_BLOCK]; zeros after the last one
static void pack_keys(const float *keys, int64_t stride, int64_t held, int64_t dim, float *out) {
  for (int64_t k = 0; k < held; k += KEY_BLOCK, out += dim * KEY_BLOCK)
    for (int64_t lane = 0; lane < KEY_BLOCK; lane++) {
      const int there = k + lane < held;
      const float *key = keys + (k + lane) * stride;
#pragma clang loop vectorize(disable) unroll_count(8) // writing a vector's numbers far apart takes longer
      for (int64_t i = 0; i < dim; i++) out[i * KEY_BLOCK + lane] = there ? key[i] : 0;
    }
}

// Rows that are not full vectors get zeros after them.
static void pad_values(const float *values, int64_t stride, int64_t held, int64_t dim, int64_t width, float *out) {
  for (int64_t k = 0; k < held; k++, values += stride, out += width)
    for (int64_t i = 0; i < width; i++) out[i] = i < dim ? values[i] : 0;
}

// Scores of R rows with a block of keys; q [dim, R]
template <int R> INLINE void block_scores(const float *block, const float *q, int64_t dim, float *out, int64_t out_stride) {
  constexpr int V = SCORE_VECTORS;
  floats acc[R * V];
  for (int i = 0; i < R * V; i++) acc[i] = (floats){};
  for (int64_t i = 0; i < dim; i++, block += KEY_BLOCK, q += R) {
    floats keys[V];
    for (int v = 0; v < V; v++) keys[v] = load(block + v * LANES);
    for (int r = 0; r < R; r++)
      for (int v = 0; v < V; v++) acc[r * V + v] = fma(keys[v], all(q[r]), acc[r * V + v]);
  }
  for (int r = 0; r < R; r++)
    for (int v = 0; v < V; v++) store(out + r * out_stride + v * LANES, acc[r * V + v]);
}

// V vectors of R rows: sums [R, width] grow by values with weights [R, weight_stride]
template <int R, int V>
INLINE void add_weighted(const float *values, int64_t stride, int64_t count, const float *weights, int64_t weight_stride,
                         float *sums, int64_t width) {
  floats acc[R * V];
  for (int r = 0; r < R; r++)
    for (int v = 0; v < V; v++) acc[r * V + v] = load(sums + r * width + v * LANES);
  for (int64_t k = 0; k < count; k++, values += stride) {
    floats value[V];
    for (int v = 0; v < V; v++) value[v] = load(values + v * LANES);
    for (int r = 0; r < R; r++)
      for (int v = 0; v < V; v++)
        acc[r * V + v] = fma(value[v], all(weights[r * weight_stride + k]), acc[r * V + v]);
  }
  for (int r = 0; r < R; r++)
    for (int v = 0; v < V; v++) store(sums + r * width + v * LANES, acc[r * V + v]);
}

// Keys and values of one head as rows meet them
struct packed_head {
  const float *keys;   // [blocks, dim, KEY_BLOCK]
  const float *values; // [held, value_stride], full vectors
  int64_t value_stride;
  int64_t width; // of a row in full vectors
  int64_t padded; // keys in full blocks
};

// R rows of queries, from {turned} on in the order [dim, R], with all keys that one of them sees
template <int R> INLINE void turn_queries(const attention_span &a, const float *q, float *turned) {
  for (int r = 0; r < R; r++)
    for (int64_t i = 0; i < a.dim; i++) turned[i * R + r] = q[r * a.stride + i] * a.scale;
}

// Some rows, in groups of R; the first sees {seen} keys. A block of keys, or values, stays in L1 while all
// groups meet it.
template <int R>
static void attend_rows(const attention_span &a, const packed_head &head, const float *q, int64_t rows, int64_t seen,
                        float *scratch, float *out) {
  float *turned = scratch, *sums = turned + rows * a.dim, *weights = sums + rows * head.width;
  const int64_t most = seen + (rows - 1) * a.step;
  for (int64_t r = 0; r < rows; r += R) turn_queries<R>(a, q + r * a.stride, turned + r * a.dim);
  for (int64_t k = 0; k < most; k += KEY_BLOCK)
    for (int64_t r = 0; r < rows; r += R)
      if (k < seen + (r + R - 1) * a.step)
        block_scores<R>(head.keys + k * a.dim, turned + r * a.dim, a.dim, weights + r * head.padded + k, head.padded);
  float factors[MAX_ROWS_AT_A_TIME];
  for (int64_t r = 0; r < rows; r++) {
    float *own = weights + r * head.padded;
    const int64_t end = seen + (r / R * R + R - 1) * a.step; // of the group
    factors[r] = 1 / exponentials(own, seen + r * a.step);
    for (int64_t k = seen + r * a.step; k < end; k++) own[k] = 0;
    for (int64_t i = 0; i < head.width; i += LANES) store(sums + r * head.width + i, (floats){});
  }
  for (int64_t k = 0; k < most; k += KEY_BLOCK)
    for (int64_t r = 0; r < rows; r += R) {
      const int64_t left = seen + (r + R - 1) * a.step - k, count = left < KEY_BLOCK ? left : KEY_BLOCK;
      const float *values = head.values + k * head.value_stride;
      const float *w = weights + r * head.padded + k;
      float *to = sums + r * head.width;
      int64_t i = 0;
      for (; i + VALUE_VECTORS * LANES <= head.width; i += VALUE_VECTORS * LANES)
        add_weighted<R, VALUE_VECTORS>(values + i, head.value_stride, count, w, head.padded, to + i, head.width);
      for (; i < head.width; i += LANES)
        add_weighted<R, 1>(values + i, head.value_stride, count, w, head.padded, to + i, head.width);
    }
  for (int64_t r = 0; r < rows; r++)
    for (int64_t i = 0; i < a.dim; i++) out[r * a.out_stride + i] = sums[r * head.width + i] * factors[r];
}

// As many rows as their scores stay in L2.
INLINE int64_t rows_at_a_time(int64_t keys) {
  const int64_t fit = (384 << 10) / (4 * keys) / SCORE_ROWS * SCORE_ROWS;
  return fit < SCORE_ROWS ? SCORE_ROWS : fit > MAX_ROWS_AT_A_TIME ? MAX_ROWS_AT_A_TIME : fit;
}

// The query heads that share one key head. Row r sees the first {seen + r * step} of the keys that are held.
// q [rows, stride], out [rows, out_stride], one head after the other
// scratch: 2 * (held + 64) * (dim + 16) + 32 * (2 * dim + held + 112) numbers
static void attend_prompt(const float *q, const float *keys, const float *values, const attention_span *a, float *scratch,
                          float *out) {
  const int64_t blocks = (a->held + KEY_BLOCK - 1) / KEY_BLOCK, width = (a->dim + LANES - 1) / LANES * LANES;
  packed_head head = {scratch, values, a->value_stride, width, blocks * KEY_BLOCK};
  pack_keys(keys, a->key_stride, a->held, a->dim, scratch);
  scratch += head.padded * a->dim;
  if (width != a->dim) {
    pad_values(values, a->value_stride, a->held, a->dim, width, scratch);
    head.values = scratch;
    head.value_stride = width;
    scratch += a->held * width;
  }
  const int64_t together = a->rows - a->rows % SCORE_ROWS, most = rows_at_a_time(head.padded);
  for (int64_t g = 0; g < a->group; g++, q += a->dim, out += a->dim) {
    for (int64_t r = 0; r < together; r += most)
      attend_rows<SCORE_ROWS>(*a, head, q + r * a->stride, together - r < most ? together - r : most,
                              a->seen + r * a->step, scratch, out + r * a->out_stride);
    for (int64_t r = together; r < a->rows; r++)
      attend_rows<1>(*a, head, q + r * a->stride, 1, a->seen + r * a->step, scratch, out + r * a->out_stride);
  }
}
