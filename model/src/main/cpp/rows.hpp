// Products of rows with weights as they are stored, and what else a new token needs.
// Every pair of row and output has two sums of sixteen lanes, whatever the rows and outputs beside it.

enum type { F32, F16, BF16 };

template <type T> constexpr long BYTES = T == F32 ? 4 : 2;

// Numbers of a row that go through vectors; the rest is added one by one.
INLINE long full_steps(long in) { return in - in % (4 * LANES); }

template <type T> INLINE float weight_at(const char *w, long i) {
  if (T == F32) return ((const float *)w)[i];
  uint16_t bits = ((const uint16_t *)w)[i];
  return T == F16 ? of_half(bits) : of_bits((uint32_t)bits << 16);
}

template <type T> INLINE floats weights_at(const char *w, long i) {
  if constexpr (T == F32) return load((const float *)w + i);
  else return T == F16 ? load_halves(w + 2 * i) : load_bf16(w + 2 * i);
}

// Vectors of R rows that meet weights together: vector v of row r becomes vector R * v + r.
static void arrange(const float *x, long R, long in, float *out) {
  const long full = full_steps(in);
  for (long r = 0; r < R; r++, x += in, out += LANES)
    for (long i = 0; i < full; i += LANES) store(out + R * i, load(x + i));
}

// Inputs that a tile meets at a time: those of its rows then stay in the first cache while outputs pass by.
#define PIECE 1024
// Outputs whose sums are kept from one piece to the next
#define KEPT_OUTPUTS 64
// Of rows that pass all outputs, for each thread
#define ROWS_BYTES (3 << 20)

// R rows and O outputs w [.., in]; y[r * stride + o] after the last piece of inputs
// from, end: of the piece; sums of earlier ones are in {kept} [2 * R * O]
// x [.., in] as it is; arranged: the same for vectors
template <type T, int R, int O>
INLINE void tile(const char *w, long in, long from, long end, const float *x, const float *arranged, floats *kept,
                 float *y, long stride, block_ahead &next) {
  const long full = full_steps(in);
  const long row_bytes = in * BYTES<T>;
  floats a[R * O], b[R * O];
  for (int i = 0; i < R * O; i++) {
    a[i] = from > 0 ? kept[2 * i] : (floats){};
    b[i] = from > 0 ? kept[2 * i + 1] : (floats){};
  }
  for (long i = from; i < end; i += 2 * LANES) {
    floats wa[O], wb[O];
    for (int o = 0; o < O; o++) {
      if constexpr (R > 1)
        for (long line = 0; line < BYTES<T> / 2; line++) next.ask();
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
      for (long k = full; k < in; k++) tail += weight_at<T>(w + o * row_bytes, k) * x[r * in + k];
      y[r * stride + o] = sums[j - i] + tail;
    }
  }
}

// All outputs for R rows. While they meet a piece of inputs, they ask for the piece behind it.
template <type T, int R>
INLINE void rows_of(const char *w, long outputs, long in, const float *x, const float *arranged, floats *kept,
                    float *y, long stride, block_ahead &next) {
  const long full = full_steps(in), row_bytes = in * BYTES<T>;
  constexpr int O = R == 1 ? 1 : TILE_OUTPUTS; // a single row waits for memory, and for one stream least
  long from = 0;
  do {
    const long end = R == 1 || full - from < PIECE + PIECE / 2 ? full : from + PIECE;
    const long lines = R == 1 ? 0 : (R * (end - from) * 4 * O / outputs + 63) / 64; // for a tile to ask for
    block_ahead rows = {(const char *)(arranged + R * end), 64};
    long o = 0;
    for (; o + O <= outputs; o += O) {
      for (long l = 0; l < lines; l++) rows.ask();
      tile<T, R, O>(w + o * row_bytes, in, from, end, x, arranged, kept + 2 * R * o, y + o, stride, next);
    }
    for (; o < outputs; o++)
      tile<T, R, 1>(w + o * row_bytes, in, from, end, x, arranged, kept + 2 * R * o, y + o, stride, next);
    from = end;
  } while (from < full);
}

// All outputs for the last rows, of which there are R at most
template <type T, int R>
INLINE void last_rows_of(const char *w, long outputs, long in, const float *x, long rows, const float *arranged,
                         floats *kept, float *y, long stride, block_ahead &next) {
  if (rows == R) rows_of<T, R>(w, outputs, in, x, R == 1 ? x : arranged, kept, y, stride, next);
  else if constexpr (R > 1) last_rows_of<T, R - 1>(w, outputs, in, x, rows, arranged, kept, y, stride, next);
}

// Some outputs stay in the second cache while all rows meet them.
INLINE long outputs_at_a_time(long rows, long outputs, long row_bytes) {
  const long fit = BLOCK_BYTES / (row_bytes + 1);
  return rows == 1 ? outputs : fit < 16 ? 16 : fit < KEPT_OUTPUTS ? fit & -16 : KEPT_OUTPUTS;
}

template <type T>
static void multiply_some(const char *w, long outputs, long in, const float *x, long rows, float *y, long stride,
                          float *room) {
  const long full = full_steps(in);
  const long together = rows - rows % TILE_ROWS;
  for (long r = 0; r < together; r += TILE_ROWS) arrange(x + r * in, TILE_ROWS, in, room + r * full);
  if (rows - together > 1) arrange(x + together * in, rows - together, in, room + together * full);
  const long groups = (rows + TILE_ROWS - 2) / TILE_ROWS; // but a last single row
  const long step = outputs_at_a_time(rows, outputs, in * BYTES<T>);
  floats kept[2 * TILE_ROWS * KEPT_OUTPUTS];
  for (long o = 0; o < outputs; o += step) {
    const long count = outputs - o < step ? outputs - o : step;
    const char *part = w + o * in * BYTES<T>;
    block_ahead next = {part + count * in * BYTES<T>, groups > 0 ? 64 / groups : 0};
    for (long r = 0; r < together; r += TILE_ROWS)
      rows_of<T, TILE_ROWS>(part, count, in, x + r * in, room + r * full, kept, y + r * stride + o, stride, next);
    last_rows_of<T, TILE_ROWS - 1>(part, count, in, x + together * in, rows - together, room + together * full, kept,
                                   y + together * stride + o, stride, next);
  }
}

// So many rows at a time that they stay in the third cache while all outputs pass.
template <type T>
static void multiply_by(const char *w, long outputs, long in, const float *x, long rows, float *y, long stride,
                        float *room) {
  const long fit = ROWS_BYTES / (4 * in + 1);
  const long step = fit < 64 ? 64 : fit - fit % TILE_ROWS;
  for (long r = 0; r < rows; r += step)
    multiply_some<T>(w, outputs, in, x + r * in, rows - r < step ? rows - r : step, y + r * stride, stride, room);
}

// y = x W'; w [outputs, in], x [rows, in], y [rows, stride]
// room: for as many numbers as x has
static void multiply(int type, const void *w, long outputs, long in, const float *x, long rows, float *y, long stride,
                     void *room) {
  switch (type) {
    case F32: multiply_by<F32>((const char *)w, outputs, in, x, rows, y, stride, (float *)room); break;
    case F16: multiply_by<F16>((const char *)w, outputs, in, x, rows, y, stride, (float *)room); break;
    default: multiply_by<BF16>((const char *)w, outputs, in, x, rows, y, stride, (float *)room);
  }
}

// y = gain * x / sqrt(mean(x * x) + eps) of each row
static void rms_norm(const float *x, const float *gain, long rows, long n, float eps, float *y) {
  const long full = n - n % LANES;
  for (long r = 0; r < rows; r++, x += n, y += n) {
    floats sums = {};
    for (long i = 0; i < full; i += LANES) sums = fma(load(x + i), load(x + i), sums);
    float squares = in_order(sums);
    for (long i = full; i < n; i++) squares += x[i] * x[i];
    const float scale = (float)(1 / __builtin_sqrt(squares / n + eps));
    for (long i = 0; i < full; i += LANES) store(y + i, load(x + i) * scale * load(gain + i));
    for (long i = full; i < n; i++) y[i] = x[i] * scale * gain[i];
  }
}

// out [rows, out_stride] = silu(gate) * up; x [rows, 2 * n] has gates, then ups
static void gate(const float *x, long rows, long n, float *out, long out_stride) {
  for (long r = 0; r < rows; r++, x += 2 * n, out += out_stride)
    for (long i = 0; i < n; i += LANES) {
      const long count = n - i < LANES ? n - i : LANES;
      floats g = count == LANES ? load(x + i) : load_some(x + i, count);
      floats u = count == LANES ? load(x + n + i) : load_some(x + n + i, count);
      floats made = g / (exp_of(-g) + 1.0f) * u;
      if (count == LANES) store(out + i, made);
      else store_some(out + i, made, count);
    }
}

// y = a + b of some columns; a [rows, a_stride], the others likewise; a stride of 0 adds the same row to all
static void add(const float *a, long a_stride, const float *b, long b_stride, long rows, long n, float *y,
                long y_stride) {
  const long full = n - n % LANES;
  for (long r = 0; r < rows; r++, a += a_stride, b += b_stride, y += y_stride) {
    for (long i = 0; i < full; i += LANES) store(y + i, load(a + i) + load(b + i));
    for (long i = full; i < n; i++) y[i] = a[i] + b[i];
  }
}

// The largest magnitude; as integers what is no number is larger than all that are.
static float largest(const float *x, long n) {
  ints most = {};
  long i = 0;
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
