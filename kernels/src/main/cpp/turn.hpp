// Rows in blocks of 64 numbers, each turned by a Hadamard matrix of 1 and -1 after some signs were changed: a number that is
// much larger than the others, or a mean that all of them have, becomes 64 small numbers. The same steps as BlockTurn.java.
#define TURN 64
#define TURN_VECTORS (TURN / LANES)

INLINE int64_t blocks_of(int64_t in) { return (in + TURN - 1) / TURN; }

// Sums and differences of lanes that are {apart} lanes away from each other
template <int apart> INLINE floats butterfly(floats v) {
  floats other, sign;
  for (int l = 0; l < LANES; l++) {
    other[l] = v[l ^ apart];
    sign[l] = l & apart ? -1.0f : 1.0f;
  }
  return fma(v, sign, other);
}

// Number i changes its sign where an odd number of its index's three pairs of bits are both set: all sums of such signs with
// rows of the matrix are 8 or -8, so no mean stays in one place.
INLINE floats change_signs(floats v, int vector) {
  const floats signs = {1, 1, 1, -1, 1, 1, 1, -1, 1, 1, 1, -1, -1, -1, -1, 1};
  return vector == 3 ? v * -signs : v * signs;
}

// A block times the matrix
INLINE void multiply_block(floats *v) {
  for (int half = TURN_VECTORS / 2; half > 0; half /= 2)
    for (int i = 0; i < TURN_VECTORS; i++)
      if (!(i & half)) {
        const floats p = v[i], q = v[i + half];
        v[i] = p + q;
        v[i + half] = p - q;
      }
  for (int i = 0; i < TURN_VECTORS; i++) v[i] = butterfly<1>(butterfly<2>(butterfly<4>(butterfly<8>(v[i]))));
}

// Block b of a row of {in} numbers, zeros after them, turned
struct turned_block {
  floats v[TURN_VECTORS];

  INLINE_METHOD turned_block(const float *x, int64_t in, int64_t b) {
    for (int i = 0; i < TURN_VECTORS; i++) {
      const int64_t from = b * TURN + i * LANES;
      v[i] = change_signs(in - from >= LANES ? load(x + from) : load_some(x + from, in - from), i);
    }
    multiply_block(v);
  }
};

// Heads keep their size: their whole blocks are turned and made as long as they were, the rest stays.
#define LENGTH_OF_TURNED 0.125f

static void turn_head(const float *x, int64_t dim, float *y) {
  int64_t at = 0;
  for (; at + TURN <= dim; at += TURN) {
    const turned_block block(x, dim, at / TURN);
    for (int i = 0; i < TURN_VECTORS; i++) store(y + at + i * LANES, block.v[i] * LENGTH_OF_TURNED);
  }
  for (; at < dim; at++) y[at] = x[at];
}

static void turn_head_back(float *x, int64_t dim) {
  for (int64_t at = 0; at + TURN <= dim; at += TURN) {
    floats v[TURN_VECTORS];
    for (int i = 0; i < TURN_VECTORS; i++) v[i] = load(x + at + i * LANES);
    multiply_block(v);
    for (int i = 0; i < TURN_VECTORS; i++) store(x + at + i * LANES, change_signs(v[i], i) * LENGTH_OF_TURNED);
  }
}
