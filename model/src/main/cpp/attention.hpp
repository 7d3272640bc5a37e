// Attention of one row to the keys and values of one head.

// scores[r] = scale * (q . keys[r]); q as floats, keys of floats
static void scores(const float *keys, long rows, long dim, const float *q, float scale, float *out) {
  const long full = dim - dim % LANES;
  for (long r = 0; r < rows; r += 4) {
    floats s[4] = {};
    const long count = rows - r < 4 ? rows - r : 4;
    for (long k = 0; k < count; k++) {
      const float *key = keys + (r + k) * dim;
      for (long i = 0; i < full; i += LANES) s[k] = fma(load(key + i), load(q + i), s[k]);
    }
    float sums[4];
    fold4(s[0], s[1], s[2], s[3], sums);
    for (long k = 0; k < count; k++) {
      float total = sums[k];
      for (long i = full; i < dim; i++) total += keys[(r + k) * dim + i] * q[i];
      out[r + k] = total * scale;
    }
  }
}

// The same with 16-bit keys. Even and odd numbers of a row join the same sum, one after the other.
// turned: room for the query, evens, then odds, scaled
static void half_scores(const uint16_t *keys, long rows, long dim, const float *q, float scale, float *turned,
                        float *out) {
  const long full = dim - dim % (2 * LANES);
  for (long i = 0; i < full / 2; i++) {
    turned[i] = q[2 * i] * HALF_INPUT_FACTOR;
    turned[full / 2 + i] = q[2 * i + 1] * HALF_INPUT_FACTOR;
  }
  for (long r = 0; r < rows; r += 4) {
    floats s[4] = {};
    const long count = rows - r < 4 ? rows - r : 4;
    const uint16_t *key = keys + r * dim;
    if (count == 4) {
      for (long i = 0; i < full / 2; i += LANES) {
        floats even = load(turned + i), odd = load(turned + full / 2 + i);
        for (int k = 0; k < 4; k++) {
          ints pairs = load_ints(key + k * dim + 2 * i);
          s[k] = fma(even_halves(pairs), even, s[k]);
          s[k] = fma(odd_halves(pairs), odd, s[k]);
        }
      }
    } else {
      for (long k = 0; k < count; k++)
        for (long i = 0; i < full / 2; i += LANES) {
          ints pairs = load_ints(key + k * dim + 2 * i);
          s[k] = fma(even_halves(pairs), load(turned + i), s[k]);
          s[k] = fma(odd_halves(pairs), load(turned + full / 2 + i), s[k]);
        }
    }
    float sums[4];
    fold4(s[0], s[1], s[2], s[3], sums);
    for (long k = 0; k < count; k++) {
      float total = sums[k] * HALF_SUM_FACTOR;
      for (long i = full; i < dim; i++) total += of_half(key[k * dim + i]) * q[i];
      out[r + k] = total * scale;
    }
  }
}

// Turns scores into weights that add up to one.
static void softmax(float *scores, long n) {
  const long full = n - n % LANES;
  floats highest = all(-__builtin_inff());
  for (long i = 0; i < full; i += LANES) highest = larger(load(scores + i), highest);
  float most = -__builtin_inff();
  for (int l = 0; l < LANES; l++) most = highest[l] > most ? highest[l] : most;
  for (long i = full; i < n; i++) most = scores[i] > most ? scores[i] : most;
  floats sums = {};
  for (long i = 0; i < full; i += LANES) {
    floats e = exp_of(load(scores + i) - most);
    store(scores + i, e);
    sums += e;
  }
  float sum = in_order(sums);
  if (full < n) {
    floats e = exp_of(load_some(scores + full, n - full) - most);
    store_some(scores + full, e, n - full);
    for (long i = full; i < n; i++) sum += scores[i];
  }
  const float inverse = 1 / sum;
  for (long i = 0; i < full; i += LANES) store(scores + i, load(scores + i) * inverse);
  for (long i = full; i < n; i++) scores[i] *= inverse;
}

// V vectors of out = sum of weights[r] * values[r]
template <int V>
INLINE void mix_part(const float *values, long rows, long dim, const float *weights, float *out) {
  floats sums[V];
  for (int v = 0; v < V; v++) sums[v] = (floats){};
  for (long r = 0; r < rows; r++)
    for (int v = 0; v < V; v++) sums[v] = fma(load(values + r * dim + v * LANES), all(weights[r]), sums[v]);
  for (int v = 0; v < V; v++) store(out + v * LANES, sums[v]);
}

static void mix(const float *values, long rows, long dim, const float *weights, float *out) {
  long i = 0;
  for (; i + 4 * LANES <= dim; i += 4 * LANES) mix_part<4>(values + i, rows, dim, weights, out + i);
  for (; i + LANES <= dim; i += LANES) mix_part<1>(values + i, rows, dim, weights, out + i);
  for (; i < dim; i++) {
    float sum = 0;
    for (long r = 0; r < rows; r++) sum += weights[r] * values[r * dim + i];
    out[i] = sum;
  }
}

// V pairs of vectors, one of even and one of odd numbers
template <int V>
INLINE void half_mix_part(const uint16_t *values, long rows, long dim, const float *weights, float *out) {
  floats even[V], odd[V];
  for (int v = 0; v < V; v++) even[v] = odd[v] = (floats){};
  for (long r = 0; r < rows; r++) {
    const uint16_t *value = values + r * dim;
    floats weight = all(weights[r] * HALF_INPUT_FACTOR);
    for (int v = 0; v < V; v++) {
      ints pairs = load_ints(value + 2 * LANES * v);
      even[v] = fma(even_halves(pairs), weight, even[v]);
      odd[v] = fma(odd_halves(pairs), weight, odd[v]);
    }
  }
  for (int v = 0; v < V; v++) {
    floats e = even[v] * HALF_SUM_FACTOR, o = odd[v] * HALF_SUM_FACTOR;
    store(out + 2 * LANES * v, __builtin_shufflevector(e, o, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    store(out + 2 * LANES * v + LANES,
          __builtin_shufflevector(e, o, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31));
  }
}

static void half_mix(const uint16_t *values, long rows, long dim, const float *weights, float *out) {
  long i = 0;
  for (; i + 4 * LANES <= dim; i += 4 * LANES) half_mix_part<2>(values + i, rows, dim, weights, out + i);
  for (; i + 2 * LANES <= dim; i += 2 * LANES) half_mix_part<1>(values + i, rows, dim, weights, out + i);
  for (; i < dim; i++) {
    float sum = 0;
    for (long r = 0; r < rows; r++) sum += weights[r] * of_half(values[r * dim + i]);
    out[i] = sum;
  }
}

// All three steps.
// room: for dim + rows numbers
static void attend(int narrow, const void *keys, const void *values, long rows, long dim, const float *q, float scale,
                   float *room, float *out) {
  if (narrow) {
    half_scores((const uint16_t *)keys, rows, dim, q, scale, room, room + dim);
    softmax(room + dim, rows);
    half_mix((const uint16_t *)values, rows, dim, room + dim, out);
  } else {
    scores((const float *)keys, rows, dim, q, scale, room);
    softmax(room, rows);
    mix((const float *)values, rows, dim, room, out);
  }
}
