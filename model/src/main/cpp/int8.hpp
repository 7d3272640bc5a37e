// Weights of 8 bits with one scale for each output. Sums of codes are exact integers.
#include <immintrin.h>

// acc + sums of four neighbouring products; u without a sign and at most 127, s with one
INLINE ints dot4(ints acc, ints u, ints s) {
#if defined(__AVX512VNNI__)
  return (ints)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)u, (__m512i)s);
#elif defined(__AVX512BW__)
  __m512i pairs = _mm512_maddubs_epi16((__m512i)u, (__m512i)s);
  return acc + (ints)_mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
#else
  ints made;
  for (int h = 0; h < 2; h++) {
    __m256i pairs = _mm256_maddubs_epi16(((__m256i *)&u)[h], ((__m256i *)&s)[h]);
    ((__m256i *)&made)[h] = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
  }
  return acc + made;
#endif
}

#define STEP 64
#define LARGEST 63 // two products with weights then fit 16 bits, also of codes that are moved above 0
#define MOVED 64
#define TINY 1e-30f

// Some outputs of a matrix
struct int8_part {
  const int8_t *w;      // [outputs, in]
  const int32_t *sums;  // of the codes of each output
  const float *factors; // weights are factor * code
  long outputs;
};

// Rounds rows to codes between -63 and 63; a row that holds no numbers has zeros and its scale says so.
static void round_rows(const float *x, long rows, long in, uint8_t *codes, float *scales) {
  for (long r = 0; r < rows; r++) {
    const float *row = x + r * in;
    const float most = largest(row, in);
    const int finite = most < __builtin_inff();
    scales[r] = most / LARGEST;
    const float inverse = most < TINY || !finite ? 0 : LARGEST / most;
    long i = 0;
    for (; finite && i + LANES <= in; i += LANES) {
      floats k = load(row + i) * inverse + 0x1.8p23f - 0x1.8p23f;
      ints code = __builtin_convertvector(k, ints) + MOVED;
      typedef uint8_t narrow __attribute__((ext_vector_type(16), aligned(1)));
      *(narrow *)(codes + r * in + i) = __builtin_convertvector(code, narrow);
    }
    for (; i < in; i++) codes[r * in + i] = MOVED + (finite ? (int)(row[i] * inverse + 0x1.8p23f - 0x1.8p23f) : 0);
  }
}

// R rows with outputs o to o + O; y[r * stride]
template <int R, int O>
INLINE void int8_tile(const int8_part &m, long first, long in, const uint8_t *codes, const float *scales, float *y,
                      long stride, block_ahead &next) {
  const int8_t *w = m.w + first * in;
  ints acc[R * O];
  for (int i = 0; i < R * O; i++) acc[i] = (ints){};
  long i = 0;
  for (; i + STEP <= in; i += STEP) {
    ints rows[R];
    for (int r = 0; r < R; r++) rows[r] = load_ints(codes + r * in + i);
    for (int o = 0; o < O; o++) {
      if constexpr (R > 1) next.ask();
      ints weights = load_ints(w + o * in + i);
      for (int r = 0; r < R; r++) acc[r * O + o] = dot4(acc[r * O + o], rows[r], weights);
    }
  }
  ints none = {};
  for (int k = 0; k < R * O; k += 4) {
    int32_t made[4];
    fold4_ints(acc[k], k + 1 < R * O ? acc[k + 1] : none, k + 2 < R * O ? acc[k + 2] : none,
               k + 3 < R * O ? acc[k + 3] : none, made);
    for (int j = k; j < R * O && j < k + 4; j++) {
      const long r = j / O, o = j % O, output = first + o;
      int32_t sum = made[j - k];
      for (long t = i; t < in; t++) sum += w[o * in + t] * codes[r * in + t];
      y[r * stride + o] = (float)(sum - MOVED * m.sums[output]) * m.factors[output] * scales[r];
    }
  }
}

template <int R>
INLINE void int8_rows_of(const int8_part &m, long in, const uint8_t *codes, const float *scales, float *y, long stride,
                         block_ahead &next) {
  constexpr int O = R == 1 ? 1 : INT8_OUTPUTS;
  long o = 0;
  for (; o + O <= m.outputs; o += O) int8_tile<R, O>(m, o, in, codes, scales, y + o, stride, next);
  for (; o < m.outputs; o++) int8_tile<R, 1>(m, o, in, codes, scales, y + o, stride, next);
}

static void int8_prompt(const int8_part &m, long in, const float *x, long rows, float *y, long stride, void *room);

// y = x W'; w [outputs, in], x [rows, in], y [rows, stride]
// sums: of the codes of each output; factors: weights are factor * code
// room: for rows * (in + 4) bytes
static void int8_multiply(const int8_t *w, const int32_t *sums, const float *factors, long outputs, long in,
                          const float *x, long rows, float *y, long stride, void *room) {
  if (rows >= MANY_ROWS) {
    int8_prompt({w, sums, factors, outputs}, in, x, rows, y, stride, room);
    return;
  }
  float *scales = (float *)room;
  uint8_t *codes = (uint8_t *)(scales + rows);
  round_rows(x, rows, in, codes, scales);
  const long together = rows - rows % INT8_ROWS;
  const long step = outputs_at_a_time(rows, outputs, in);
  for (long o = 0; o < outputs; o += step) {
    const long count = outputs - o < step ? outputs - o : step;
    const struct int8_part part = {w + o * in, sums + o, factors + o, count};
    block_ahead next = {(const char *)w + (o + count) * in, together > 0 ? 64 * INT8_ROWS / together : 0};
    for (long r = 0; r < together; r += INT8_ROWS)
      int8_rows_of<INT8_ROWS>(part, in, codes + r * in, scales + r, y + r * stride + o, stride, next);
    for (long r = together; r < rows; r++)
      int8_rows_of<1>(part, in, codes + r * in, scales + r, y + r * stride + o, stride, next);
  }
}
