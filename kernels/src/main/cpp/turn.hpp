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

// Block b of a row of {in} numbers, zeros behind them, turned
struct turned_block {
  floats v[TURN_VECTORS];

  INLINE_METHOD turned_block(const float *x, int64_t in, int64_t b) {
    for (int i = 0; i < TURN_VECTORS; i++) {
      const int64_t from = b * TURN + i * LANES;
      v[i] = change_signs(in - from >= LANES ? load(x + from) : load_some(x + from, in - from), i);
    }
    for (int half = TURN_VECTORS / 2; half > 0; half /= 2)
      for (int i = 0; i < TURN_VECTORS; i++)
        if (!(i & half)) {
          const floats p = v[i], q = v[i + half];
          v[i] = p + q;
          v[i + half] = p - q;
        }
    for (int i = 0; i < TURN_VECTORS; i++) v[i] = butterfly<1>(butterfly<2>(butterfly<4>(butterfly<8>(v[i]))));
  }
};
