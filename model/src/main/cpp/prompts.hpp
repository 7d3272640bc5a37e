// Products of many rows with weights of 4 bits: codes become bytes, in the order of panels of 8 bits, while they are in
// a cache. The bits are those of a row alone.

// A row in 8 bits in groups of 32
struct int4_prompt_row {
  const int8_t *codes;  // [groups, 32]
  const float *scales;  // [groups]
  const int32_t *starts; // [groups] -8 times the sum of the group's codes
};
#define PROMPT_ROW_BYTES(groups) ((groups) * (GROUP + 8))

INLINE int4_prompt_row prompt_row(const void *rows, long groups, long r) {
  const int8_t *codes = (const int8_t *)rows + r * PROMPT_ROW_BYTES(groups);
  const float *scales = (const float *)(codes + groups * GROUP);
  return {codes, scales, (const int32_t *)(scales + groups)};
}

static void round_prompt_row(const float *x, long in, void *rows, long r) {
  const long groups = groups_of(in);
  int4_prompt_row row = prompt_row(rows, groups, r);
  for (long g = 0; g < groups; g++) {
    const long count = in - g * GROUP < GROUP ? in - g * GROUP : GROUP;
    int32_t codes[GROUP];
    ((float *)row.scales)[g] = round_group(x + g * GROUP, count, codes);
    int32_t sum = 0;
    for (int i = 0; i < GROUP; i++) {
      ((int8_t *)row.codes)[g * GROUP + i] = (int8_t)codes[i];
      sum += codes[i];
    }
    ((int32_t *)row.starts)[g] = -8 * sum;
  }
}

// Sixteen 16-bit numbers of four codes each as bytes
INLINE ints spread(const char *p) {
  words q = __builtin_convertvector(*(const sixteen_at *)p, words);
  q = (q | q << 8) & 0x00FF00FF;
  return (ints)((q | q << 4) & 0x0F0F0F0F);
}

// A panel with codes as bytes [groups, 8, 4, 16, 4] and float scales [groups, 4, 16]: vectors 0 and 1 are the even side
static void spread_panel(const char *codes, const char *scales, long groups, int32_t *out, float *out_scales) {
  for (long g = 0; g < groups; g++)
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
INLINE void int4_prompt_tile(const int32_t *codes, const float *scales, int first, long groups,
                             const int4_prompt_row *rows, float *out) {
  floats made[R * V];
  for (int i = 0; i < R * V; i++) made[i] = (floats){};
  for (long g = 0; g < groups; g++) {
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

// As int4_multiply.
static void int4_prompt(const char *codes, const char *scales, long first, long count, long in, const float *x,
                        long rows, float *y, long stride, void *room) {
  constexpr int R = PROMPT_ROWS_INT4, V = PROMPT_VECTORS_INT4;
  const long groups = groups_of(in);
  int32_t *block = (int32_t *)room;
  float *block_scales = (float *)(block + groups * GROUP_STEPS * PANEL);
  void *rounded = block_scales + groups * PANEL;
  for (long r = 0; r < rows; r++) round_prompt_row(x + r * in, in, rounded, r);
  for (long panel = first / PANEL; panel * PANEL < first + count; panel++) {
    spread_panel(codes + 2 * panel * groups * GROUP_BYTES, scales + 2 * panel * groups * SCALE_BYTES, groups, block,
                 block_scales);
    const long from = first > panel * PANEL ? first - panel * PANEL : 0;
    const long end = first + count < (panel + 1) * PANEL ? first + count - panel * PANEL : PANEL;
    for (long r = 0; r < rows;) {
      float made[R * PANEL];
      int4_prompt_row some[R];
      const long done = rows - r < R ? 1 : R;
      for (long k = 0; k < done; k++) some[k] = prompt_row(rounded, groups, r + k);
      for (int v = 0; v < 4; v += V) {
        if (done == R) int4_prompt_tile<R, V>(block, block_scales, v, groups, some, made);
        else int4_prompt_tile<1, V>(block, block_scales, v, groups, some, made);
      }
      for (long k = 0; k < done; k++)
        for (long o = from; o < end; o++) y[(r + k) * stride + panel * PANEL + o - first] = made[k * PANEL + o];
      r += done;
    }
  }
}
