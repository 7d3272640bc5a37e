// Products of several rows with weights of 4 bits: codes become bytes, four of an output in a lane, so that one
// instruction multiplies and adds them. The bits are those of a row alone.
// Of four inputs, bytes are those of 0, 2, 1 and 3: two shifts bring codes into that order.

// A row in 8 bits in groups of 32
struct int4_byte_row {
  const int8_t *codes;  // [groups, 8, 4] inputs 0, 2, 1, 3 of four
  const float *scales;  // [groups]
  const int32_t *starts; // [groups] -8 times the sum of the group's codes
};
#define BYTE_ROW_BYTES(groups) ((groups) * (GROUP + 8))

INLINE int4_byte_row byte_row(const void *rows, int64_t groups, int64_t r) {
  const int8_t *codes = (const int8_t *)rows + r * BYTE_ROW_BYTES(groups);
  const float *scales = (const float *)(codes + groups * GROUP);
  return {codes, scales, (const int32_t *)(scales + groups)};
}

// Codes as bytes, of each four those of inputs 0, 2, 1, 3
INLINE void put_swapped(int8_t *out, ints codes) {
  typedef int8_t bytes __attribute__((ext_vector_type(16), aligned(1), may_alias));
  bytes b = __builtin_convertvector(codes, bytes);
  *(bytes *)out = __builtin_shufflevector(b, b, 0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15);
}

static void round_byte_row(const float *x, int64_t in, void *rows, int64_t r) {
  const int64_t groups = groups_of(in);
  int4_byte_row row = byte_row(rows, groups, r);
  for (int64_t g = 0; g < groups; g++) {
    const rounded_group made(x + g * GROUP, in - g * GROUP < GROUP ? in - g * GROUP : GROUP);
    put_swapped((int8_t *)row.codes + g * GROUP, made.low);
    put_swapped((int8_t *)row.codes + g * GROUP + LANES, made.high);
    ((float *)row.scales)[g] = made.scale;
    ((int32_t *)row.starts)[g] = weight_start(made);
  }
}

// R rows with a side of a panel; out [R, 64]
template <int R>
INLINE void int4_few_tile(const char *codes, const char *scales, int side, int64_t groups, const int4_byte_row *rows,
                          float *out) {
  floats even[R], odd[R];
  for (int r = 0; r < R; r++) even[r] = odd[r] = (floats){};
  codes += side * groups * GROUP_BYTES;
  scales += side * groups * SCALE_BYTES;
  for (int64_t g = 0; g < groups; g++) {
    ints evens[R], odds[R];
    for (int r = 0; r < R; r++) evens[r] = odds[r] = (ints){} + rows[r].starts[g];
    for (int step = 0; step < GROUP_STEPS; step++) {
      const char *p = codes + (g * GROUP_STEPS + step) * 64;
      ask_ahead(p);
      words q = (words)load_ints(p);
      ints even_codes = (ints)((q & 0x00000F0F) | (q << 12 & 0x0F0F0000));
      ints odd_codes = (ints)((q >> 16 & 0x00000F0F) | (q >> 4 & 0x0F0F0000));
      for (int r = 0; r < R; r++) {
        ints x = four_of(rows[r].codes, g * GROUP_STEPS + step);
        evens[r] = dot4(evens[r], even_codes, x);
        odds[r] = dot4(odds[r], odd_codes, x);
      }
    }
    ints scale = load_ints(scales + g * SCALE_BYTES);
    for (int r = 0; r < R; r++) {
      even[r] += __builtin_convertvector(evens[r], floats) * (even_bf16(scale) * rows[r].scales[g]);
      odd[r] += __builtin_convertvector(odds[r], floats) * (odd_bf16(scale) * rows[r].scales[g]);
    }
  }
  for (int r = 0; r < R; r++)
    for (int l = 0; l < LANES; l++) {
      out[r * PANEL + 4 * l + side] = even[r][l];
      out[r * PANEL + 4 * l + 2 + side] = odd[r][l];
    }
}

// All of a panel for {count} rows, of which there are R at most
template <int R>
INLINE void int4_few(const char *codes, const char *scales, int64_t groups, const int4_byte_row *rows, int64_t count,
                     float *out) {
  if (count == R)
    for (int side = 0; side < 2; side++) int4_few_tile<R>(codes, scales, side, groups, rows, out);
  else if constexpr (R > 1) int4_few<R - 1>(codes, scales, groups, rows, count, out);
}

// Sixteen 16-bit numbers of four codes each as bytes
INLINE ints spread(const char *p) {
  words q = __builtin_convertvector(*(const sixteen_at *)p, words);
  return (ints)((q | q << 12) & 0x0F0F0F0F);
}

// A panel with codes as bytes [groups, 8, 4, 16, 4] and float scales [groups, 4, 16]: vectors 0 and 1 are the even side
static void spread_panel(const char *codes, const char *scales, int64_t groups, int32_t *out, float *out_scales) {
  for (int64_t g = 0; g < groups; g++)
    for (int v = 0; v < 4; v++) {
      const char *from = codes + (v / 2 * groups + g) * GROUP_BYTES + v % 2 * 32;
      for (int step = 0; step < GROUP_STEPS; step++)
        *(ints_at *)(out + ((g * GROUP_STEPS + step) * 4 + v) * LANES) = spread(from + step * 64);
      store(out_scales + (g * 4 + v) * LANES,
            load_bf16(scales + (v / 2 * groups + g) * SCALE_BYTES + v % 2 * 32));
    }
}

// R rows with V vectors of a panel from vector {first} on; out [R, 64]
template <int R, int V>
INLINE void int4_many_tile(const int32_t *codes, const float *scales, int first, int64_t groups,
                             const int4_byte_row *rows, float *out) {
  floats made[R * V];
  for (int i = 0; i < R * V; i++) made[i] = (floats){};
  for (int64_t g = 0; g < groups; g++) {
    ints acc[R * V];
    for (int r = 0; r < R; r++)
      for (int v = 0; v < V; v++) acc[r * V + v] = (ints){} + rows[r].starts[g];
    for (int step = 0; step < GROUP_STEPS; step++)
      for (int r = 0; r < R; r++) {
        ints x = four_of(rows[r].codes, g * GROUP_STEPS + step);
        for (int v = 0; v < V; v++)
          acc[r * V + v] =
              dot4(acc[r * V + v], load_ints(codes + ((g * GROUP_STEPS + step) * 4 + first + v) * LANES), x);
      }
    for (int v = 0; v < V; v++) {
      floats scale = load(scales + (g * 4 + first + v) * LANES);
      for (int r = 0; r < R; r++)
        made[r * V + v] += __builtin_convertvector(acc[r * V + v], floats) * (scale * rows[r].scales[g]);
    }
  }
  for (int r = 0; r < R; r++)
    for (int v = 0; v < V; v++)
      for (int l = 0; l < LANES; l++)
        out[r * PANEL + 2 * ((first + v) % 2 * LANES + l) + (first + v) / 2] = made[r * V + v][l];
}

// Many rows with a panel whose codes become bytes once, in {scratch}; out [64 for each of them]
template <int R>
INLINE void int4_many(const int32_t *block, const float *scales, int64_t groups, const int4_byte_row *rows, float *out) {
  for (int v = 0; v < 4; v += PROMPT_VECTORS_INT4)
    int4_many_tile<R, PROMPT_VECTORS_INT4>(block, scales, v, groups, rows, out);
}

// As int4_multiply.
static void int4_by_bytes(const char *codes, const char *scales, int64_t first, int64_t count, int64_t in, const float *x,
                          int64_t rows, float *y, int64_t stride, void *scratch) {
  const int64_t groups = groups_of(in);
  const bool many = rows >= MANY_ROWS;
  const int64_t together = many ? PROMPT_ROWS_INT4 : FEW_ROWS_INT4;
  int32_t *block = (int32_t *)scratch;
  float *block_scales = (float *)(block + groups * GROUP_STEPS * PANEL);
  void *rounded = many ? block_scales + groups * PANEL : scratch;
  for (int64_t r = 0; r < rows; r++) round_byte_row(x + r * in, in, rounded, r);
  for (int64_t panel = first / PANEL; panel * PANEL < first + count; panel++) {
    const char *c = codes + 2 * panel * groups * GROUP_BYTES;
    const char *s = scales + 2 * panel * groups * SCALE_BYTES;
    if (many) spread_panel(c, s, groups, block, block_scales);
    for (int64_t r = 0; r < rows;) {
      float made[FEW_ROWS_INT4 * PANEL];
      int4_byte_row some[FEW_ROWS_INT4];
      const int64_t left = rows - r, done = left >= together ? together : many ? 1 : left;
      for (int64_t k = 0; k < done; k++) some[k] = byte_row(rounded, groups, r + k);
      if (!many) int4_few<FEW_ROWS_INT4>(c, s, groups, some, done, made);
      else if (done == PROMPT_ROWS_INT4) int4_many<PROMPT_ROWS_INT4>(block, block_scales, groups, some, made);
      else int4_many<1>(block, block_scales, groups, some, made);
      put_panel(made, done, panel, first, count, y + r * stride, stride);
      r += done;
    }
  }
}
