// Weights of 8 bits in the layout of Int8Matrix, with one scale for each output: sixteen outputs form a panel, and a lane
// has four inputs of its output, so no sum crosses lanes and a panel is read from start to end. Sums of codes are exact
// integers.

#define LARGEST 63 // two products with weights then fit 16 bits, also of codes that are moved above 0
#define MOVED 64
#define FOUR(in) (((in) + 3) / 4) // inputs in fours

INLINE ints four_of(const void *codes, int64_t k) { return (ints){} + ((const int32_t *)codes)[k]; }

// A matrix, and the outputs that are wanted
struct int8_matrix {
  const int8_t *codes;  // [panels, fours of inputs, 16, 4]
  const int32_t *sums;  // of the codes of each output
  const float *factors; // weights are factor * code
  int64_t first, end;
};

// Rounds a row to codes between -63 and 63; one that holds no numbers has zeros and its scale says so.
static void round_row(const float *row, int64_t in, uint8_t *codes, float *scale) {
  const float most = largest(row, in);
  const int finite = most < __builtin_inff();
  *scale = most / LARGEST;
  const float inverse = inverse_of(most, LARGEST);
  int64_t i = 0;
  for (; finite && i + LANES <= in; i += LANES) {
    floats k = load(row + i) * inverse + 0x1.8p23f - 0x1.8p23f;
    ints code = __builtin_convertvector(k, ints) + MOVED;
    typedef uint8_t narrow __attribute__((ext_vector_type(16), aligned(1)));
    *(narrow *)(codes + i) = __builtin_convertvector(code, narrow);
  }
  for (; i < in; i++) codes[i] = MOVED + (finite ? nearest(row[i] * inverse) : 0);
  for (; i < 4 * FOUR(in); i++) codes[i] = MOVED;
}

// The wanted outputs of a panel for R rows
template <int R>
INLINE void int8_outputs(const int8_matrix &m, int64_t panel, const ints *acc, int64_t distance, const float *scales,
                         float *y, int64_t stride) {
  const int64_t o = panel * LANES;
  if (o >= m.first && o + LANES <= m.end) {
    ints moved = MOVED * load_ints(m.sums + o);
    floats factors = load(m.factors + o);
    for (int r = 0; r < R; r++)
      store(y + r * stride + o - m.first,
            __builtin_convertvector(acc[r * distance] - moved, floats) * factors * scales[r]);
    return;
  }
  for (int l = 0; l < LANES; l++)
    if (o + l >= m.first && o + l < m.end)
      for (int r = 0; r < R; r++)
        y[r * stride + o + l - m.first] =
            (float)(acc[r * distance][l] - MOVED * m.sums[o + l]) * m.factors[o + l] * scales[r];
}

// R rows with V panels
template <int R, int V>
INLINE void int8_tile(const int8_matrix &m, int64_t panel, int64_t fours, const uint8_t *codes, const float *scales, float *y,
                      int64_t stride) {
  constexpr int TURNS = R * V == 1 ? 4 : 1; // a single sum would wait for itself
  const int8_t *w = m.codes + panel * fours * 64;
  ints acc[R * V * TURNS];
  for (int i = 0; i < R * V * TURNS; i++) acc[i] = (ints){};
  int64_t k = 0;
  for (; k + TURNS <= fours; k += TURNS)
    for (int t = 0; t < TURNS; t++) {
      ints weights[V];
      for (int v = 0; v < V; v++) weights[v] = load_ints(w + (v * fours + k + t) * 64);
      if constexpr (R > 1 && V == 1) ask_ahead(w + (k + t) * 64);
      for (int r = 0; r < R; r++) {
        ints x = four_of(codes + r * 4 * fours, k + t);
        for (int v = 0; v < V; v++)
          acc[(r * V + v) * TURNS + t] = dot4(acc[(r * V + v) * TURNS + t], x, weights[v]);
      }
    }
  for (; k < fours; k++) acc[0] = dot4(acc[0], four_of(codes, k), load_ints(w + k * 64)); // TURNS > 1 only
  for (int t = 1; t < TURNS; t++) acc[0] += acc[t];
  for (int v = 0; v < V; v++) int8_outputs<R>(m, panel + v, acc + v, V, scales, y, stride);
}

// The last rows, of which there are R at most
template <int R, int V>
INLINE void int8_last(const int8_matrix &m, int64_t panel, int64_t fours, const uint8_t *codes, const float *scales, int64_t rows,
                      float *y, int64_t stride) {
  if (rows == R) int8_tile<R, V>(m, panel, fours, codes, scales, y, stride);
  else if constexpr (R > 1) int8_last<R - 1, V>(m, panel, fours, codes, scales, rows, y, stride);
}

// All rows with V panels, which stay in a cache
template <int V>
INLINE void int8_panels(const int8_matrix &m, int64_t panel, int64_t fours, const uint8_t *codes, const float *scales,
                        int64_t rows, float *y, int64_t stride) {
  const int64_t width = 4 * fours;
  int64_t r = 0;
  for (; r + INT8_ROWS <= rows; r += INT8_ROWS)
    int8_tile<INT8_ROWS, V>(m, panel, fours, codes + r * width, scales + r, y + r * stride, stride);
  int8_last<INT8_ROWS - 1, V>(m, panel, fours, codes + r * width, scales + r, rows - r, y + r * stride, stride);
}

// Outputs first to first + count of x W'; x [rows, in], y [rows, stride]
// sums: of the codes of each output; factors: weights are factor * code
// scratch: rows * (in + 8) bytes
static void int8_multiply(const int8_t *w, const int32_t *sums, const float *factors, int64_t first, int64_t count, int64_t in,
                          const float *x, int64_t rows, float *y, int64_t stride, void *scratch) {
  const int8_matrix m = {w, sums, factors, first, first + count};
  const int64_t fours = FOUR(in), end = (first + count + LANES - 1) / LANES;
  float *scales = (float *)scratch;
  uint8_t *codes = (uint8_t *)(scales + rows);
  for (int64_t r = 0; r < rows; r++) round_row(x + r * in, in, codes + r * 4 * fours, scales + r);
  int64_t panel = first / LANES;
  if (rows >= MANY_ROWS)
    for (; panel + INT8_PANELS <= end; panel += INT8_PANELS)
      int8_panels<INT8_PANELS>(m, panel, fours, codes, scales, rows, y, stride);
  for (; panel < end; panel++) int8_panels<1>(m, panel, fours, codes, scales, rows, y, stride);
}
