// Products with weights of 8 bits. Blocks of 64 inputs are turned, in weights when they are rounded and in rows here, so
// products stay what they were. Weights have one factor for each output, so a block costs one
//   sum = sum * 1 + row's scale * (float)dot    (fma)
// where dot is an exact integer, so instructions may add it up as they like; the end is sum * factor of the output.
// Sixteen outputs form a panel whose lanes are outputs: no sum crosses lanes, and a panel is read from start to end.

#define TURN_FOURS (TURN / 4) // of a block's inputs: as many as a lane holds bytes
#define MOVED_INT8 128        // what codes of weights are moved above 0 by

// A row in 8 bits
struct byte_row {
  const int8_t *codes;   // [blocks, 64]
  const float *scales;   // [blocks]
  const int32_t *starts; // [blocks] what takes back that weights are moved: -128 * sum of codes

  INLINE_METHOD int32_t four(int64_t b, int k) const { return ((const unaligned_int *)codes)[b * TURN_FOURS + k]; }
};
#define BYTE_ROW_BYTES(blocks) ((blocks) * (TURN + 8))

INLINE byte_row byte_row_at(const void *rows, int64_t blocks, int64_t r) {
  const int8_t *codes = (const int8_t *)rows + r * BYTE_ROW_BYTES(blocks);
  const float *scales = (const float *)(codes + blocks * TURN);
  return {codes, scales, (const int32_t *)(scales + blocks)};
}

static void round_byte_row(const float *x, int64_t in, void *rows, int64_t r) {
  typedef int8_t bytes __attribute__((ext_vector_type(16), aligned(1), may_alias));
  const int64_t blocks = blocks_of(in);
  const byte_row row = byte_row_at(rows, blocks, r);
  for (int64_t b = 0; b < blocks; b++) {
    const turned_block block(x, in, b);
    ints bits = {};
    for (int i = 0; i < TURN_VECTORS; i++) bits = __builtin_elementwise_max(bits, (ints)block.v[i] & 0x7FFFFFFF);
    const float most = of_bits(__builtin_reduce_max(bits)); // compared as integers, NaN is above every number
    const float inverse = inverse_of(most, LARGEST_CODE);
    ints sum = {};
    for (int i = 0; i < TURN_VECTORS; i++) {
      ints codes = {};
      if (inverse != 0) codes = __builtin_convertvector(block.v[i] * inverse + 0x1.8p23f - 0x1.8p23f, ints);
      sum += codes;
      ((bytes *)(row.codes + b * TURN))[i] = __builtin_convertvector(codes, bytes);
    }
    ((float *)row.scales)[b] = most / LARGEST_CODE;
    ((int32_t *)row.starts)[b] = -MOVED_INT8 * __builtin_reduce_add(sum);
  }
}

// A matrix, and the outputs that are wanted
struct byte_matrix {
  const char *codes;    // [panels, blocks, 16 fours, 64]
  const float *factors; // of outputs
  int64_t blocks, first, end;
};

// The wanted outputs of a panel for R rows
template <int R>
INLINE void put_outputs(const float *factors_of, int64_t first, int64_t end, int64_t panel, const floats *made,
                        int64_t distance, float *y, int64_t stride) {
  const int64_t o = panel * LANES;
  if (o >= first && o + LANES <= end) {
    floats factors = load(factors_of + o);
    for (int r = 0; r < R; r++) store(y + r * stride + o - first, made[r * distance] * factors);
    return;
  }
  for (int l = 0; l < LANES; l++)
    if (o + l >= first && o + l < end)
      for (int r = 0; r < R; r++) y[r * stride + o + l - first] = made[r * distance][l] * factors_of[o + l];
}

#if defined(DOT4_TAKES_BYTES)
// With weights as they lie; what that adds is taken back by where a sum starts.
INLINE ints byte_start(const byte_row &x, int64_t b) { return (ints){} + x.starts[b]; }
INLINE ints weight_codes(const char *p) { return load_ints(p); }
INLINE ints byte_dot(ints acc, ints weights, ints x) { return dot4(acc, weights, x); }
#else
INLINE ints byte_start(const byte_row &, int64_t) { return (ints){}; }
INLINE ints weight_codes(const char *p) { return load_ints(p) ^ (int32_t)0x80808080; }
INLINE ints byte_dot(ints acc, ints weights, ints x) { return signed_dot4(acc, weights, x); }
#endif

// R rows with V panels
template <int R, int V>
INLINE void byte_tile(const byte_matrix &m, int64_t panel, const byte_row *rows, float *y, int64_t stride) {
  const char *p = m.codes + panel * m.blocks * TURN * LANES;
  floats made[R * V];
  for (int i = 0; i < R * V; i++) made[i] = (floats){};
  for (int64_t b = 0; b < m.blocks; b++, p += TURN * LANES) {
    constexpr int TURNS = R * V == 1 ? 4 : R * V < 4 ? 2 : 1; // a single sum would wait for itself
    ints acc[R * V * TURNS];
    for (int i = R * V; i < R * V * TURNS; i++) acc[i] = (ints){};
    for (int r = 0; r < R; r++)
      for (int v = 0; v < V; v++) acc[r * V + v] = byte_start(rows[r], b);
#pragma clang loop unroll_count(BYTE_STEPS)
    for (int k = 0; k < TURN_FOURS; k += TURNS)
#pragma clang loop unroll(full)
      for (int t = 0; t < TURNS; t++) {
        ints w[V];
        for (int v = 0; v < V; v++) {
          const char *at = p + v * m.blocks * TURN * LANES + (k + t) * 64;
          if constexpr (R > 1 && V == 1) ask_ahead(at);
          w[v] = weight_codes(at);
        }
        for (int r = 0; r < R; r++) {
          const ints x = (ints){} + rows[r].four(b, k + t);
          for (int v = 0; v < V; v++) {
            ints &sum = acc[(t * R + r) * V + v];
            sum = byte_dot(sum, w[v], x);
          }
        }
      }
    for (int i = R * V; i < R * V * TURNS; i++) acc[i % (R * V)] += acc[i];
    for (int r = 0; r < R; r++)
      for (int v = 0; v < V; v++)
        made[r * V + v] =
            fma(__builtin_convertvector(acc[r * V + v], floats), all(rows[r].scales[b]), made[r * V + v]);
  }
  for (int v = 0; v < V; v++) put_outputs<R>(m.factors, m.first, m.end, panel + v, made + v, V, y, stride);
}

// The last rows, of which there are R at most
template <int R, int V>
INLINE void last_byte_rows(const byte_matrix &m, int64_t panel, const byte_row *rows, int64_t count, float *y,
                           int64_t stride) {
  if (count == R) byte_tile<R, V>(m, panel, rows, y, stride);
  else if constexpr (R > 1) last_byte_rows<R - 1, V>(m, panel, rows, count, y, stride);
}

// All rows with V panels, which stay in a cache
template <int R, int V>
static void byte_panels(const byte_matrix &m, int64_t panel, const void *rounded, int64_t rows, float *y, int64_t stride) {
  byte_row some[R];
  for (int64_t r = 0; r < rows; r += R) {
    const int64_t count = rows - r < R ? rows - r : R;
    for (int64_t k = 0; k < count; k++) some[k] = byte_row_at(rounded, m.blocks, r + k);
    last_byte_rows<R, V>(m, panel, some, count, y + r * stride, stride);
  }
}

// Outputs first to first + count of x W'; x [rows, in], y [rows, stride]
// scratch: for rows * BYTE_ROW_BYTES
static void int8_multiply(const char *codes, const float *factors, int64_t first, int64_t count, int64_t in,
                          const float *x, int64_t rows, float *y, int64_t stride, void *scratch) {
  const byte_matrix m = {codes, factors, blocks_of(in), first, first + count};
  const int64_t end = (first + count + LANES - 1) / LANES;
  for (int64_t r = 0; r < rows; r++) round_byte_row(x + r * in, in, scratch, r);
  int64_t panel = first / LANES;
  if (rows >= MANY_ROWS)
    for (; panel + BYTE_PANELS <= end; panel += BYTE_PANELS)
      byte_panels<MANY_BYTE_ROWS, BYTE_PANELS>(m, panel, scratch, rows, y, stride);
  for (; panel < end; panel++) byte_panels<FEW_BYTE_ROWS, 1>(m, panel, scratch, rows, y, stride);
}
