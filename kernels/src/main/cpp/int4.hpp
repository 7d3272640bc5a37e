// Products with weights of 4 bits. Blocks of 64 inputs are turned; then rows, in 8 bits, and weights have codes in groups of
// 32 numbers. A product is, group by group and in this order,
//   sum = sum * 1 + row's scale * (float)(weights' scale * dot + four times weights' shift * row's sum)    (one fma)
// and in the end sum * factor of the output. What is in the inner brackets is an exact integer, so instructions may add
// it up as they like. Sixteen outputs form a panel whose lanes are outputs: no sum crosses lanes, and a panel is read from
// start to end.

#define FOURS (GROUP / 4) // of a group's inputs: as many as a lane holds bytes
#define MOVED_INT4 8
#define SHIFT_UNIT 4

// A row in 8 bits
struct code_row {
  const int8_t *codes;  // [groups, 32]
  const float *scales;  // [groups]
  const int32_t *sums;  // [groups] of codes

  INLINE_METHOD int32_t four(int64_t g, int k) const { return ((const unaligned_int *)codes)[g * FOURS + k]; }
};
#define CODE_ROW_BYTES(groups) ((groups) * (GROUP + 8))

INLINE int64_t groups_of(int64_t in) { return blocks_of(in) * (TURN / GROUP); }

INLINE code_row code_row_at(const void *rows, int64_t groups, int64_t r) {
  const int8_t *codes = (const int8_t *)rows + r * CODE_ROW_BYTES(groups);
  const float *scales = (const float *)(codes + groups * GROUP);
  return {codes, scales, (const int32_t *)(scales + groups)};
}

static void round_row(const float *x, int64_t in, void *rows, int64_t r) {
  typedef int8_t bytes __attribute__((ext_vector_type(16), aligned(1), may_alias));
  const int64_t groups = groups_of(in);
  const code_row row = code_row_at(rows, groups, r);
  for (int64_t b = 0; b < blocks_of(in); b++) {
    const turned_block block(x, in, b);
    for (int half = 0; half < TURN / GROUP; half++) {
      const rounded_group made(block.v[2 * half], block.v[2 * half + 1]);
      const int64_t g = b * (TURN / GROUP) + half;
      bytes *to = (bytes *)(row.codes + g * GROUP);
      to[0] = __builtin_convertvector(made.low, bytes);
      to[1] = __builtin_convertvector(made.high, bytes);
      ((float *)row.scales)[g] = made.scale;
      ((int32_t *)row.sums)[g] = made.sum();
    }
  }
}

// The dot products of a group's codes of weights and rows, for sixteen outputs and R rows. Weights arrive as vectors of 64
// bytes, in the order in which they lie. Both kinds add alike: as they lie, and as bytes after they were unpacked.
struct nibble_sums {
#if defined(DOT4_IS_ONE)
  typedef ints sum;
  static INLINE_METHOD sum start(int32_t row_sum) { return (ints){} - MOVED_INT4 * row_sum; }
  static INLINE_METHOD ints total(sum s, int32_t) { return s; }
  static INLINE_METHOD void add_four(sum &acc, ints codes, ints x) { acc = dot4(acc, codes, x); }
#else
  // the sum of eight pairs of products fits 16 bits, too: 8 * 2 * 15 * 127 = 30480
  typedef shorts sum;
  static INLINE_METHOD sum start(int32_t) { return (shorts){}; }
  static INLINE_METHOD ints total(sum s, int32_t row_sum) {
    return dot2(s, (shorts){} + (int16_t)1) - MOVED_INT4 * row_sum;
  }
  static INLINE_METHOD void add_four(sum &acc, ints codes, ints x) { acc += dot_pairs(codes, x); }
#endif
};

// A vector has eight inputs of each output: the first four in the lower halves of the bytes of a lane.
struct nibble_weights : nibble_sums {
  static constexpr int VECTORS = FOURS / 2;
  ints low, high;
  INLINE_METHOD nibble_weights(ints loaded) : low(loaded & 0x0F0F0F0F), high((ints)((words)loaded >> 4) & 0x0F0F0F0F) {}
  INLINE_METHOD void add(sum &acc, const code_row &x, int64_t g, int v) const {
    add_four(acc, low, (ints){} + x.four(g, 2 * v));
    add_four(acc, high, (ints){} + x.four(g, 2 * v + 1));
  }
};

// Each code in a byte of its own, for many rows
struct unpacked_weights : nibble_sums {
  static constexpr int VECTORS = FOURS;
  ints codes;
  INLINE_METHOD unpacked_weights(ints loaded) : codes(loaded) {}
  INLINE_METHOD void add(sum &acc, const code_row &x, int64_t g, int v) const {
    add_four(acc, codes, (ints){} + x.four(g, v));
  }
};

// Sixteen bytes as floats
INLINE floats floats_of(const uint8_t *p) {
  typedef uint8_t bytes __attribute__((ext_vector_type(16), aligned(1), may_alias));
  return __builtin_convertvector(__builtin_convertvector(*(const bytes *)p, ints), floats);
}
INLINE floats floats_of(const int8_t *p) {
  typedef int8_t bytes __attribute__((ext_vector_type(16), aligned(1), may_alias));
  return __builtin_convertvector(__builtin_convertvector(*(const bytes *)p, ints), floats);
}

// [panels, groups, 2, 16]: after the scales of a group its shifts, bytes with a sign
#define SCALE_BYTES (2 * LANES)
struct shifted_scales {
  floats scale, shift;
  INLINE_METHOD shifted_scales(const uint8_t *p)
      : scale(floats_of(p)), shift(floats_of((const int8_t *)p + LANES) * (float)SHIFT_UNIT) {}
  // both products and their sum are integers below 2 to the 24th
  INLINE_METHOD floats of(ints dot, int32_t row_sum) const {
    return fma(__builtin_convertvector(dot, floats), scale, shift * (float)row_sum);
  }
};

// A matrix, and the outputs that are wanted
struct code_matrix {
  const char *codes;     // [panels, groups, vectors, 64]
  const uint8_t *scales; // [panels, groups, 32]
  const float *factors;  // of outputs
  int64_t groups, first, end;
};

// R rows with V panels, whose codes lie from {codes} on
template <class Weights, int R, int V>
INLINE void code_tile(const code_matrix &m, int64_t panel, const char *codes, const code_row *rows, float *y,
                      int64_t stride) {
  constexpr int BLOCK = Weights::VECTORS * 64;
  const uint8_t *scales = m.scales + panel * m.groups * SCALE_BYTES;
  floats made[R * V];
  for (int i = 0; i < R * V; i++) made[i] = (floats){};
  for (int64_t g = 0; g < m.groups; g++) {
    typename Weights::sum acc[R * V];
    for (int r = 0; r < R; r++)
      for (int v = 0; v < V; v++) acc[r * V + v] = Weights::start(rows[r].sums[g]);
#pragma clang loop unroll(full)
    for (int k = 0; k < Weights::VECTORS; k++)
      for (int v = 0; v < V; v++) {
        const char *p = codes + (v * m.groups + g) * BLOCK + k * 64;
        if constexpr (R > 1 && V == 1) ask_ahead(p);
        const Weights weights(load_ints(p));
        for (int r = 0; r < R; r++) weights.add(acc[r * V + v], rows[r], g, k);
      }
    for (int v = 0; v < V; v++) {
      const shifted_scales scale(scales + (v * m.groups + g) * SCALE_BYTES);
      for (int r = 0; r < R; r++) {
        const int32_t sum = rows[r].sums[g];
        made[r * V + v] =
            fma(scale.of(Weights::total(acc[r * V + v], sum), sum), all(rows[r].scales[g]), made[r * V + v]);
      }
    }
  }
  for (int v = 0; v < V; v++) put_outputs<R>(m.factors, m.first, m.end, panel + v, made + v, V, y, stride);
}

// The last rows, of which there are R at most
template <class Weights, int R, int V>
INLINE void last_code_rows(const code_matrix &m, int64_t panel, const char *codes, const code_row *rows, int64_t count,
                           float *y, int64_t stride) {
  if (count == R) code_tile<Weights, R, V>(m, panel, codes, rows, y, stride);
  else if constexpr (R > 1) last_code_rows<Weights, R - 1, V>(m, panel, codes, rows, count, y, stride);
}

// All rows with V panels, which stay in a cache
template <class Weights, int R, int V>
static void code_panels(const code_matrix &m, int64_t panel, const char *codes, const void *rounded, int64_t rows,
                        float *y, int64_t stride) {
  code_row some[R];
  for (int64_t r = 0; r < rows; r += R) {
    const int64_t count = rows - r < R ? rows - r : R;
    for (int64_t k = 0; k < count; k++) some[k] = code_row_at(rounded, m.groups, r + k);
    last_code_rows<Weights, R, V>(m, panel, codes, some, count, y + r * stride, stride);
  }
}

// y [rows, stride]; scratch: for rows * CODE_ROW_BYTES
static void round_rows_to_codes(const float *x, int64_t rows, int64_t in, void *scratch) {
  for (int64_t r = 0; r < rows; r++) round_row(x + r * in, in, scratch, r);
}

// Codes of 4 bits of some vectors as bytes
INLINE void unpack(const char *codes, int64_t vectors, ints_at *out) {
  for (int64_t i = 0; i < vectors; i++) {
    const nibble_weights some(load_ints(codes + 64 * i));
    out[2 * i] = some.low;
    out[2 * i + 1] = some.high;
  }
}

// As int8_multiply. Many rows meet codes that have been unpacked, in scratch after the rounded rows.
static void int4_multiply(const char *codes, const uint8_t *scales, const float *factors, int64_t first, int64_t count,
                          int64_t in, const float *x, int64_t rows, float *y, int64_t stride, void *scratch) {
  const code_matrix m = {codes, scales, factors, groups_of(in), first, first + count};
  const int64_t end = (first + count + LANES - 1) / LANES, panel_bytes = m.groups * GROUP * LANES / 2;
  round_rows_to_codes(x, rows, in, scratch);
  char *unpacked = (char *)scratch + rows * CODE_ROW_BYTES(m.groups);
  int64_t panel = first / LANES;
  if (rows >= MANY_ROWS)
    for (; panel + CODE_PANELS <= end; panel += CODE_PANELS) {
      unpack(codes + panel * panel_bytes, CODE_PANELS * panel_bytes / 64, (ints_at *)unpacked);
      code_panels<unpacked_weights, MANY_CODE_ROWS, CODE_PANELS>(m, panel, unpacked, scratch, rows, y,
                                                                                 stride);
    }
  for (; panel < end; panel++)
    code_panels<nibble_weights, FEW_CODE_ROWS, 1>(m, panel, codes + panel * panel_bytes, scratch, rows,
                                                                  y, stride);
}
