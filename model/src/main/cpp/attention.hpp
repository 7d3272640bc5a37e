// Attention of new rows to the keys and values of their caches.

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

// Turns scores into exponentials of their distance from the largest; returns their sum.
static float exponentials(float *scores, long n) {
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
  return sum;
}

// Turns scores into weights that add up to one.
static void softmax(float *scores, long n) {
  const float inverse = 1 / exponentials(scores, n);
  const long full = n - n % LANES;
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

// All three steps for one row and one head.
// room: for dim + rows numbers
static void attend_head(int narrow, const void *keys, const void *values, long rows, long dim, const float *q,
                        float scale, float *room, float *out) {
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

// One new row of each of some sequences and some heads, against the rows of its own cache.
// queries, out: [caches, stride], the query heads of key head 0 of these from the start on
static void attend(const cache_rows *caches, long count, const head_range *h, float scale, const float *queries,
                   long stride, float *room, float *out) {
  for (long c = 0; c < count; c++) {
    const cache_rows &cache = caches[c];
    const long bytes = cache.narrow ? 2 : 4;
    for (long kv = 0; kv < h->kv_heads; kv++) {
      const long at = ((h->first_kv + kv) * cache.room + cache.first + 1 - cache.seen) * h->dim * bytes;
      for (long g = 0; g < h->group; g++) {
        const long head = c * stride + (kv * h->group + g) * h->dim;
        attend_head(cache.narrow != 0, (const char *)cache.keys + at, (const char *)cache.values + at, cache.seen,
                    h->dim, queries + head, scale, room, out + head);
      }
    }
  }
}

// Numbers to 16 bits; those beyond the range become its end.
INLINE void store_halves(uint16_t *out, const float *x, long n) {
  typedef _Float16 sixteen __attribute__((ext_vector_type(16)));
  typedef uint16_t bits_at __attribute__((ext_vector_type(16), aligned(1), may_alias));
  typedef uint16_t bits __attribute__((ext_vector_type(16)));
  for (long i = 0; i < n; i += LANES) {
    const long count = n - i < LANES ? n - i : LANES;
    floats v = count == LANES ? load(x + i) : load_some(x + i, count);
    v = v > 65504.0f ? all(65504.0f) : v < -65504.0f ? all(-65504.0f) : v;
    bits made = __builtin_bit_cast(bits, __builtin_convertvector(v, sixteen));
    if (count == LANES) *(bits_at *)(out + i) = made;
    else for (long k = 0; k < count; k++) out[i + k] = made[k];
  }
}

// Numbers to 16 bits; returns their largest magnitude.
static float narrow(const float *x, long n, uint16_t *out) {
  store_halves(out, x, n);
  return largest(x, n);
}

// The vector of one head turned by the angles of its row.
INLINE void rotate(const float *x, const float *cos, const float *sin, long dim, float *y) {
  const long half = dim / 2;
  long i = 0;
  for (; i + LANES <= half; i += LANES) {
    floats a = load(x + i), b = load(x + half + i);
    store(y + i, a * load(cos + i) + b * load(sin + i));
    store(y + half + i, b * load(cos + half + i) + a * load(sin + half + i));
  }
  for (; i < half; i++) {
    const float a = x[i], b = x[half + i];
    y[i] = a * cos[i] + b * sin[i];
    y[half + i] = b * cos[half + i] + a * sin[half + i];
  }
}

INLINE void put_row(const cache_rows &cache, void *numbers, long at, const float *x, long dim) {
  if (cache.narrow) store_halves((uint16_t *)numbers + at, x, dim);
  else for (long i = 0; i < dim; i++) ((float *)numbers)[at + i] = x[i];
}

// Turns the queries and keys of {each} new rows of every cache; keys and values go to the cache.
// made: [rows, stride] queries, keys and values of these heads; it is overwritten
// queries: [rows, query_stride], the first of these heads from the start on
static void enter(const cache_rows *caches, long count, long each, const head_range *h, float *made, long stride,
                  float *queries, long query_stride) {
  const long dim = h->dim, q = h->heads * dim, kv = h->kv_heads * dim;
  for (long c = 0; c < count; c++)
    for (long r = 0; r < each; r++, made += stride, queries += query_stride) {
      const cache_rows &cache = caches[c];
      const float *cos = cache.cos + r * dim, *sin = cache.sin + r * dim;
      for (long i = 0; i < q; i += dim) rotate(made + i, cos, sin, dim, queries + i);
      for (long i = 0; i < kv; i += dim) {
        const long at = ((h->first_kv + i / dim) * cache.room + cache.first + r) * dim;
        rotate(made + q + i, cos, sin, dim, made + q + i);
        put_row(cache, cache.keys, at, made + q + i, dim);
        put_row(cache, cache.values, at, made + q + kv + i, dim);
      }
    }
}
