// Attention of new rows to the keys and values of their caches.

// Keys and values are floats, or 16-bit floats.
INLINE floats load_numbers(const float *p) { return load(p); }
INLINE floats load_numbers(const uint16_t *p) { return load_halves(p); }
INLINE float number_at(const float *p) { return *p; }
INLINE float number_at(const uint16_t *p) { return of_half(*p); }

// Rows that are read one after the other, and what is read after them. Heads are short, so a processor that follows
// streams by itself would start anew for each.
template <class N> struct row_stream {
  const N *rows;
  long count, dim;
  const void *then;

  // asks for what comes some rows behind row r
  INLINE_METHOD void ask(long r) const {
    const long row_bytes = dim * (long)sizeof(N), distance = (r - count) * row_bytes + (8 << 10);
    const char *p = distance < 0 ? (const char *)(rows + count * dim) + distance : (const char *)then + distance;
    for (long i = 0; i < row_bytes; i += 64) __builtin_prefetch(p + i, 0, 2);
  }
};

// R rows: out[r] = scale * (q . keys[r])
template <int R, class N> INLINE void some_scores(const N *keys, long dim, const float *q, float scale, float *out) {
  const long full = dim - dim % LANES;
  floats s[4] = {};
  for (long i = 0; i < full; i += LANES) {
    floats x = load(q + i);
    for (int r = 0; r < R; r++) s[r] = fma(load_numbers(keys + r * dim + i), x, s[r]);
  }
  float sums[4];
  fold4(s[0], s[1], s[2], s[3], sums);
  for (int r = 0; r < R; r++) {
    float total = sums[r];
    for (long i = full; i < dim; i++) total += number_at(keys + r * dim + i) * q[i];
    out[r] = total * scale;
  }
}

template <class N> static void scores(const row_stream<N> &keys, const float *q, float scale, float *out) {
  const long dim = keys.dim;
  long r = 0;
  for (; r + 4 <= keys.count; r += 4) {
    for (long i = r; i < r + 4; i++) keys.ask(i);
    some_scores<4>(keys.rows + r * dim, dim, q, scale, out + r);
  }
  for (; r < keys.count; r++) some_scores<1>(keys.rows + r * dim, dim, q, scale, out + r);
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

// V vectors of out = sum of weights[r] * values[r], from column i on
template <int V, class N>
INLINE void mix_part(const row_stream<N> &values, long i, const float *weights, float *out) {
  floats sums[V];
  for (int v = 0; v < V; v++) sums[v] = (floats){};
  for (long r = 0; r < values.count; r++) {
    if (i == 0) values.ask(r);
    for (int v = 0; v < V; v++)
      sums[v] = fma(load_numbers(values.rows + r * values.dim + i + v * LANES), all(weights[r]), sums[v]);
  }
  for (int v = 0; v < V; v++) store(out + i + v * LANES, sums[v]);
}

template <class N> static void mix(const row_stream<N> &values, const float *weights, float *out) {
  const long dim = values.dim;
  long i = 0;
  for (; i + 4 * LANES <= dim; i += 4 * LANES) mix_part<4>(values, i, weights, out);
  for (; i + LANES <= dim; i += LANES) mix_part<1>(values, i, weights, out);
  for (; i < dim; i++) {
    float sum = 0;
    for (long r = 0; r < values.count; r++) sum += weights[r] * number_at(values.rows + r * dim + i);
    out[i] = sum;
  }
}

// The numbers of some heads of a cache
template <class N> struct cache_numbers {
  const cache_rows &cache;
  const head_range &heads;

  // where what a new row sees of a key head begins
  INLINE_METHOD long start(long kv) const {
    return ((heads.first_kv + kv) * cache.room + cache.first + 1 - cache.seen) * heads.dim;
  }
  INLINE_METHOD const N *keys(long kv) const { return (const N *)cache.keys + start(kv); }
  INLINE_METHOD const N *values(long kv) const { return (const N *)cache.values + start(kv); }
};

// A new row and some heads against the rows of its cache.
// room: for as many numbers as rows; then: what is read after this
template <class N>
static void attend_cache(const cache_rows &cache, const head_range &h, float scale, const float *queries, float *room,
                         float *out, const void *then) {
  const cache_numbers<N> numbers = {cache, h};
  for (long kv = 0; kv < h.kv_heads; kv++)
    for (long g = 0; g < h.group; g++, queries += h.dim, out += h.dim) {
      const void *after = g + 1 < h.group ? numbers.keys(kv) : kv + 1 < h.kv_heads ? numbers.keys(kv + 1) : then;
      const row_stream<N> keys = {numbers.keys(kv), cache.seen, h.dim, numbers.values(kv)};
      const row_stream<N> values = {numbers.values(kv), cache.seen, h.dim, after};
      scores(keys, queries, scale, room);
      softmax(room, cache.seen);
      mix(values, room, out);
    }
}

// One new row of each of some sequences and some heads, against the rows of its own cache.
// queries, out: [caches, stride], the query heads of key head 0 of these from the start on
static void attend(const cache_rows *caches, long count, const head_range *h, float scale, const float *queries,
                   long stride, float *room, float *out) {
  for (long c = 0; c < count; c++, queries += stride, out += stride) {
    const cache_rows &next = caches[c + 1 < count ? c + 1 : c];
    const void *then = next.narrow ? (const void *)cache_numbers<uint16_t>{next, *h}.keys(0)
                                   : (const void *)cache_numbers<float>{next, *h}.keys(0);
    if (caches[c].narrow) attend_cache<uint16_t>(caches[c], *h, scale, queries, room, out, then);
    else attend_cache<float>(caches[c], *h, scale, queries, room, out, then);
  }
}

// Numbers to 16 bits; those beyond the range become its end.
INLINE void store_halves(uint16_t *out, const float *x, long n) {
  typedef uint16_t bits __attribute__((ext_vector_type(16)));
  for (long i = 0; i < n; i += LANES) {
    const long count = n - i < LANES ? n - i : LANES;
    floats v = count == LANES ? load(x + i) : load_some(x + i, count);
    v = v > 65504.0f ? all(65504.0f) : v < -65504.0f ? all(-65504.0f) : v;
    bits made = __builtin_bit_cast(bits, __builtin_convertvector(v, sixteen_halves));
    if (count == LANES) *(sixteen_at *)(out + i) = made;
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
