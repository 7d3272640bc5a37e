// Weights of 4 bits in the layout of Int4Matrix: 64 outputs form a panel with an even and an odd side of 32;
// a 16-bit number holds the codes of one output for four inputs; 32 inputs of an output share a bf16 scale.

#define PANEL 64
#define SIDE 32
#define GROUP_STEPS 8 // of four inputs
#define GROUP_BYTES 512
#define SCALE_BYTES 64

// A row as products read it.
struct int4_row {
  const int32_t *pairs;  // [groups, 8, 2]: inputs 0 and 2 of four, then 1 and 3, each pair twice
  const int32_t *starts; // [groups] -8 times the sum of the group's codes, twice 16 bits
  const float *scales;   // [groups]
};

INLINE int64_t groups_of(int64_t in) { return (in + GROUP - 1) / GROUP; }
#define ROW_BYTES(groups) ((groups) * (GROUP_STEPS * 8 + 8))

INLINE struct int4_row row_in(const void *scratch, int64_t groups, int64_t r) {
  const char *at = (const char *)scratch + r * ROW_BYTES(groups);
  const int32_t *pairs = (const int32_t *)at;
  return {pairs, pairs + groups * GROUP_STEPS * 2,
                           (const float *)(pairs + groups * (GROUP_STEPS * 2 + 1))};
}

// What a group of a row adds too much to sums with codes of weights, which mean 8 less than they say
INLINE int32_t weight_start(const rounded_group &row) { return -8 * row.sum(); }

// Rounds a row to 8 bits in groups of 32.
static void round_groups(const float *x, int64_t in, void *scratch) {
  const int64_t groups = groups_of(in);
  int32_t *pairs = (int32_t *)scratch;
  int32_t *starts = pairs + groups * GROUP_STEPS * 2;
  float *scales = (float *)(starts + groups);
  for (int64_t g = 0; g < groups; g++, x += GROUP) {
    const rounded_group made(x, in - g * GROUP < GROUP ? in - g * GROUP : GROUP);
    scales[g] = made.scale;
    starts[g] = (int32_t)((uint32_t)(weight_start(made) & 0xFFFF) * 0x10001u);
    int32_t codes[GROUP];
    *(ints_at *)codes = made.low;
    *(ints_at *)(codes + LANES) = made.high;
    for (int s = 0; s < GROUP_STEPS; s++) {
      const int32_t *c = codes + 4 * s;
      pairs[2 * (g * GROUP_STEPS + s)] = (int32_t)((uint32_t)((c[0] & 0xFF) | (c[2] & 0xFF) << 8) * 0x10001u);
      pairs[2 * (g * GROUP_STEPS + s) + 1] = (int32_t)((uint32_t)((c[1] & 0xFF) | (c[3] & 0xFF) << 8) * 0x10001u);
    }
  }
}

// R rows and S sides of a panel from side {side} on; out [R, 64]
template <int R, int S>
INLINE void int4_tile(const char *codes, const char *scales, int side, int64_t groups,
                      const struct int4_row *rows, float *out) {
  floats even[R * S], odd[R * S];
  for (int i = 0; i < R * S; i++) even[i] = odd[i] = (floats){};
  codes += side * groups * GROUP_BYTES;
  scales += side * groups * SCALE_BYTES;
  for (int64_t g = 0; g < groups; g++) {
    shorts sums[R * S];
    for (int r = 0; r < R; r++)
      for (int s = 0; s < S; s++) sums[r * S + s] = (shorts)((ints){} + rows[r].starts[g]);
    for (int step = 0; step < GROUP_STEPS; step++) {
      for (int s = 0; s < S; s++) {
        const char *p = codes + (s * groups + g) * GROUP_BYTES + step * 64;
        halves q = *(const halves_at *)p;
        halves low = q & 0x0F0F, high = q >> 4 & 0x0F0F;
        for (int r = 0; r < R; r++) {
          const int32_t *x = rows[r].pairs + 2 * (g * GROUP_STEPS + step);
          sums[r * S + s] = madd(sums[r * S + s], low, (ints){} + x[0]);
          sums[r * S + s] = madd(sums[r * S + s], high, (ints){} + x[1]);
        }
      }
    }
    for (int s = 0; s < S; s++) {
      ints scale = load_ints(scales + (s * groups + g) * SCALE_BYTES);
      floats even_scale = even_bf16(scale), odd_scale = odd_bf16(scale);
      for (int r = 0; r < R; r++) {
        ints sum = (ints)sums[r * S + s];
        floats evens = __builtin_convertvector((ints)((words)sum << 16) >> 16, floats);
        floats odds = __builtin_convertvector(sum >> 16, floats);
        even[r * S + s] += evens * (even_scale * rows[r].scales[g]);
        odd[r * S + s] += odds * (odd_scale * rows[r].scales[g]);
      }
    }
  }
  for (int r = 0; r < R; r++)
    for (int s = 0; s < S; s++)
      for (int l = 0; l < LANES; l++) {
        out[r * PANEL + 4 * l + side + s] = even[r * S + s][l];
        out[r * PANEL + 4 * l + 2 + side + s] = odd[r * S + s][l];
      }
}

// All of a panel for {count} rows, of which there are R at most
template <int R>
INLINE void int4_panel(const char *codes, const char *scales, int64_t groups, const struct int4_row *rows, int64_t count,
                       float *out) {
  constexpr int S = R == 1 ? 1 : INT4_SIDES; // a single row waits for memory, and for one stream least
  if (count == R)
    for (int side = 0; side < 2; side += S) int4_tile<R, S>(codes, scales, side, groups, rows, out);
  else if constexpr (R > 1) int4_panel<R - 1>(codes, scales, groups, rows, count, out);
}

// The wanted outputs of a panel for {rows} rows, from {made} [rows, 64]
INLINE void put_panel(const float *made, int64_t rows, int64_t panel, int64_t first, int64_t count, float *y, int64_t stride) {
  const int64_t from = first > panel * PANEL ? first - panel * PANEL : 0;
  const int64_t end = first + count < (panel + 1) * PANEL ? first + count - panel * PANEL : PANEL;
  for (int64_t k = 0; k < rows; k++)
    for (int64_t o = from; o < end; o++) y[k * stride + panel * PANEL + o - first] = made[k * PANEL + o];
}

static void int4_by_bytes(const char *codes, const char *scales, int64_t first, int64_t count, int64_t in, const float *x,
                          int64_t rows, float *y, int64_t stride, void *scratch);

// Outputs first to first + count of x W'; x [rows, in], y [rows, stride]
// scratch: rows * ROW_BYTES
static void int4_multiply(const char *codes, const char *scales, int64_t first, int64_t count, int64_t in, const float *x,
                          int64_t rows, float *y, int64_t stride, void *scratch) {
  if (rows >= BYTE_ROWS_INT4) {
    int4_by_bytes(codes, scales, first, count, in, x, rows, y, stride, scratch);
    return;
  }
  const int64_t groups = groups_of(in);
  for (int64_t r = 0; r < rows; r++) round_groups(x + r * in, in, (char *)scratch + r * ROW_BYTES(groups));
  for (int64_t panel = first / PANEL; panel * PANEL < first + count; panel++) {
    const char *c = codes + 2 * panel * groups * GROUP_BYTES;
    const char *s = scales + 2 * panel * groups * SCALE_BYTES;
    for (int64_t r = 0; r < rows; r += INT4_ROWS) {
      float made[INT4_ROWS * PANEL];
      struct int4_row some[INT4_ROWS];
      const int64_t done = rows - r < INT4_ROWS ? rows - r : INT4_ROWS;
      for (int64_t k = 0; k < done; k++) some[k] = row_in(scratch, groups, r + k);
      int4_panel<INT4_ROWS>(c, s, groups, some, done, made);
      put_panel(made, done, panel, first, count, y + r * stride, stride);
    }
  }
}
