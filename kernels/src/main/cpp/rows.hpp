// Products of rows with weights as they are stored, and what else a new token needs.
// Every pair of row and output has two sums of sixteen lanes, whatever the rows and outputs beside it.

enum type { F32, F16, BF16 };

template <type T> constexpr int64_t BYTES = T == F32 ? 4 : 2;

// Numbers of a row that go through vectors; the rest is added one by one.
INLINE int64_t full_steps(int64_t in) { return in - in % (4 * LANES); }

template <type T> INLINE float weight_at(const char *w, int64_t i) {
  if (T == F32) return ((const float *)w)[i];
  uint16_t bits = ((const uint16_t *)w)[i];
  return T == F16 ? of_half(bits) : of_bits((uint32_t)bits << 16);
}

template <type T> INLINE floats weights_at(const char *w, int64_t i) {
  if constexpr (T == F32) return load((const float *)w + i);
  else return T == F16 ? load_halves(w + 2 * i) : load_bf16(w + 2 * i);
}

// Vectors of R rows that meet weights together: vector v of row r becomes vector R * v + r.
static void arrange(const float *x, int64_t R, int64_t in, float *out) {
  const int64_t full = full_steps(in);
  for (int64_t r = 0; r < R; r++, x += in, out += LANES)
    for (int64_t i = 0; i < full; i += LANES) store(out + R * i, load(x + i));
}

// Inputs that a tile meets at a time: those of its rows then stay in L1 while outputs pass by.
#define PIECE 1024
// Outputs whose sums are kept from one piece to the next
#define KEPT_OUTPUTS 64
// Of rows that pass all outputs, for each thread
#define ROWS_BYTES (3 << 20)

// R rows and O outputs w [.., in]; y[r * stride + o] after the last piece of inputs
// from, end: of the piece; sums of earlier ones are in {kept} [2 * R * O]
// x [.., in] as it is; arranged: the same for vectors
template <type T, int R, int O>
INLINE void tile(const char *w, int64_t in, int64_t from, int64_t end, const float *x, const float *arranged, floats *kept,
                 float *y, int64_t stride, block_ahead &next) {
  const int64_t full = full_steps(in);
  const int64_t row_bytes = in * BYTES<T>;
  floats a[R * O], b[R * O];
  for (int i = 0; i < R * O; i++) {
    a[i] = from > 0 ? kept[2 * i] : (floats){};
    b[i] = from > 0 ? kept[2 * i + 1] : (floats){};
  }
  for (int64_t i = from; i < end; i += 2 * LANES) {
    floats wa[O], wb[O];
    for (int o = 0; o < O; o++) {
      if constexpr (R > 1)
        for (int64_t line = 0; line < BYTES<T> / 2; line++) next.ask();
      wa[o] = weights_at<T>(w + o * row_bytes, i);
      wb[o] = weights_at<T>(w + o * row_bytes, i + LANES);
    }
    for (int r = 0; r < R; r++) {
      floats xa = load(arranged + R * i + r * LANES), xb = load(arranged + R * (i + LANES) + r * LANES);
      for (int o = 0; o < O; o++) {
        a[r * O + o] = fma(wa[o], xa, a[r * O + o]);
        b[r * O + o] = fma(wb[o], xb, b[r * O + o]);
      }
    }
  }
  if (end < full) {
    for (int i = 0; i < R * O; i++) kept[2 * i] = a[i], kept[2 * i + 1] = b[i];
    return;
  }
  floats none = {};
  for (int i = 0; i < R * O; i += 4) {
    float sums[4];
    fold4(a[i] + b[i], i + 1 < R * O ? a[i + 1] + b[i + 1] : none, i + 2 < R * O ? a[i + 2] + b[i + 2] : none,
          i + 3 < R * O ? a[i + 3] + b[i + 3] : none, sums);
    for (int j = i; j < R * O && j < i + 4; j++) {
      const int r = j / O, o = j % O;
      float tail = 0;
      for (int64_t k = full; k < in; k++) tail += weight_at<T>(w + o * row_bytes, k) * x[r * in + k];
      y[r * stride + o] = sums[j - i] + tail;
    }
  }
}

// All outputs for R rows. While they meet a piece of inputs, they ask for the piece after it.
template <type T, int R>
INLINE void rows_of(const char *w, int64_t outputs, int64_t in, const float *x, const float *arranged, floats *kept,
                    float *y, int64_t stride, block_ahead &next) {
  const int64_t full = full_steps(in), row_bytes = in * BYTES<T>;
  constexpr int O = R == 1 ? 1 : TILE_OUTPUTS; // a single row waits for memory, and for one stream least
  int64_t from = 0;
  do {
    const int64_t end = R == 1 || full - from < PIECE + PIECE / 2 ? full : from + PIECE;
    const int64_t lines = R == 1 ? 0 : (R * (end - from) * 4 * O / outputs + 63) / 64; // for a tile to ask for
    block_ahead rows = {(const char *)(arranged + R * end), 64};
    int64_t o = 0;
    for (; o + O <= outputs; o += O) {
      for (int64_t l = 0; l < lines; l++) rows.ask();
      tile<T, R, O>(w + o * row_bytes, in, from, end, x, arranged, kept + 2 * R * o, y + o, stride, next);
    }
    for (; o < outputs; o++)
      tile<T, R, 1>(w + o * row_bytes, in, from, end, x, arranged, kept + 2 * R * o, y + o, stride, next);
    from = end;
  } while (from < full);
}

// All outputs for the last rows, of which there are R at most
template <type T, int R>
INLINE void last_rows_of(const char *w, int64_t outputs, int64_t in, const float *x, int64_t rows, const float *arranged,
                         floats *kept, float *y, int64_t stride, block_ahead &next) {
  if (rows == R) rows_of<T, R>(w, outputs, in, x, R == 1 ? x : arranged, kept, y, stride, next);
  else if constexpr (R > 1) last_rows_of<T, R - 1>(w, outputs, in, x, rows, arranged, kept, y, stride, next);
}

// Some outputs stay in L2 while all rows meet them.
INLINE int64_t outputs_at_a_time(int64_t rows, int64_t outputs, int64_t row_bytes) {
  const int64_t fit = BLOCK_BYTES / (row_bytes + 1);
  return rows == 1 ? outputs : fit < 16 ? 16 : fit < KEPT_OUTPUTS ? fit & -16 : KEPT_OUTPUTS;
}

template <type T>
static void multiply_some(const char *w, int64_t outputs, int64_t in, const float *x, int64_t rows, float *y, int64_t stride,
                          float *scratch) {
  const int64_t full = full_steps(in);
  const int64_t together = rows - rows % TILE_ROWS;
  for (int64_t r = 0; r < together; r += TILE_ROWS) arrange(x + r * in, TILE_ROWS, in, scratch + r * full);
  if (rows - together > 1) arrange(x + together * in, rows - together, in, scratch + together * full);
  const int64_t groups = (rows + TILE_ROWS - 2) / TILE_ROWS; // but a last single row
  const int64_t step = outputs_at_a_time(rows, outputs, in * BYTES<T>);
  floats kept[2 * TILE_ROWS * KEPT_OUTPUTS];
  for (int64_t o = 0; o < outputs; o += step) {
    const int64_t count = outputs - o < step ? outputs - o : step;
    const char *part = w + o * in * BYTES<T>;
    block_ahead next = {part + count * in * BYTES<T>, groups > 0 ? 64 / groups : 0};
    for (int64_t r = 0; r < together; r += TILE_ROWS)
      rows_of<T, TILE_ROWS>(part, count, in, x + r * in, scratch + r * full, kept, y + r * stride + o, stride, next);
    last_rows_of<T, TILE_ROWS - 1>(part, count, in, x + together * in, rows - together, scratch + together * full, kept,
                                   y + together * stride + o, stride, next);
  }
}

// So many rows at a time that they stay in L3 while all outputs pass.
template <type T>
static void multiply_by(const char *w, int64_t outputs, int64_t in, const float *x, int64_t rows, float *y, int64_t stride,
                        float *scratch) {
  const int64_t fit = ROWS_BYTES / (4 * in + 1);
  const int64_t step = fit < 64 ? 64 : fit - fit % TILE_ROWS;
  for (int64_t r = 0; r < rows; r += step)
    multiply_some<T>(w, outputs, in, x + r * in, rows - r < step ? rows - r : step, y + r * stride, stride, scratch);
}

// y = x W'; w [outputs, in], x [rows, in], y [rows, stride]
// scratch: as many numbers as x has
static void multiply(int type, const void *w, int64_t outputs, int64_t in, const float *x, int64_t rows, float *y, int64_t stride,
                     void *scratch) {
  switch (type) {
    case F32: multiply_by<F32>((const char *)w, outputs, in, x, rows, y, stride, (float *)scratch); break;
    case F16: multiply_by<F16>((const char *)w, outputs, in, x, rows, y, stride, (float *)scratch); break;
    default: multiply_by<BF16>((const char *)w, outputs, in, x, rows, y, stride, (float *)scratch);
  }
}

// y = gain * x / sqrt(mean(x * x) + eps) of each row
static void rms_norm(const float *x, const float *gain, int64_t rows, int64_t n, float eps, float *y) {
  const int64_t full = n - n % LANES;
  for (int64_t r = 0; r < rows; r++, x += n, y += n) {
    floats sums = {};
    for (int64_t i = 0; i < full; i += LANES) sums = fma(load(x + i), load(x + i), sums);
    float squares = in_order(sums);
    for (int64_t i = full; i < n; i++) squares += x[i] * x[i];
    const float scale = (float)(1 / __builtin_sqrt(squares / n + eps));
    for (int64_t i = 0; i < full; i += LANES) store(y + i, load(x + i) * scale * load(gain + i));
    for (int64_t i = full; i < n; i++) y[i] = x[i] * scale * gain[i];
  }
}

// out [rows, out_stride] = silu(gate) * up; x [rows, 2 * n] has gates, then ups
static void swiglu(const float *x, int64_t rows, int64_t n, float *out, int64_t out_stride) {
  for (int64_t r = 0; r < rows; r++, x += 2 * n, out += out_stride)
    for (int64_t i = 0; i < n; i += LANES) {
      const int64_t count = n - i < LANES ? n - i : LANES;
      floats g = count == LANES ? load(x + i) : load_some(x + i, count);
      floats u = count == LANES ? load(x + n + i) : load_some(x + n + i, count);
      floats made = g / (exp_of(-g) + 1.0f) * u;
      if (count == LANES) store(out + i, made);
      else store_some(out + i, made, count);
    }
}

// y = a + b of some columns; a [rows, a_stride], the others likewise; a stride of 0 adds the same row to all
static void add(const float *a, int64_t a_stride, const float *b, int64_t b_stride, int64_t rows, int64_t n, float *y,
                int64_t y_stride) {
  const int64_t full = n - n % LANES;
  for (int64_t r = 0; r < rows; r++, a += a_stride, b += b_stride, y += y_stride) {
    for (int64_t i = 0; i < full; i += LANES) store(y + i, load(a + i) + load(b + i));
    for (int64_t i = full; i < n; i++) y[i] = a[i] + b[i];
  }
}

// The largest magnitude; compared as integers, NaN is above every number.
static float largest(const float *x, int64_t n) {
  ints most = {};
  int64_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    ints bits = load_ints(x + i) & 0x7FFFFFFF;
    most = bits > most ? bits : most;
  }
  int32_t best = 0;
  for (int l = 0; l < LANES; l++) best = most[l] > best ? most[l] : best;
  for (; i < n; i++) {
    int32_t bits = __builtin_bit_cast(int32_t, x[i]) & 0x7FFFFFFF;
    best = bits > best ? bits : best;
  }
  return of_bits(best);
}
