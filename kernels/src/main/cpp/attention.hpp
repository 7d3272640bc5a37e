// Attention of new rows to the keys and values of their caches.

// Rows that are read one after the other, and what is read after them. Heads are short, so a processor that follows
// streams by itself would start anew for each.
template <class Rows> struct row_stream {
  Rows rows;
  int64_t count;
  const void *then;

  // asks for what comes some rows after row r
  INLINE_METHOD void ask(int64_t r) const {
    const int64_t row_bytes = rows.row_bytes(), distance = (r - count) * row_bytes + (8 << 10);
    const char *p = distance < 0 ? rows.start + count * row_bytes + distance : (const char *)then + distance;
    for (int64_t i = 0; i < row_bytes; i += 64) __builtin_prefetch(p + i, 0, 2);
  }
};

template <class Rows>
static void scores(const row_stream<Rows> &keys, const typename Rows::query &q, float *out) {
  int64_t r = 0;
  for (; r + 4 <= keys.count; r += 4) {
    for (int64_t i = r; i < r + 4; i++) keys.ask(i);
    keys.rows.template scores<4>(r, q, out + r);
  }
  for (; r < keys.count; r++) keys.rows.template scores<1>(r, q, out + r);
}

// Turns scores into exponentials of their distance from the largest; returns their sum.
static float exponentials(float *scores, int64_t n) {
  const int64_t full = n - n % LANES;
  floats highest = all(-__builtin_inff());
  for (int64_t i = 0; i < full; i += LANES) highest = larger(load(scores + i), highest);
  float most = -__builtin_inff();
  for (int l = 0; l < LANES; l++) most = highest[l] > most ? highest[l] : most;
  for (int64_t i = full; i < n; i++) most = scores[i] > most ? scores[i] : most;
  floats sums = {};
  for (int64_t i = 0; i < full; i += LANES) {
    floats e = exp_of(load(scores + i) - most);
    store(scores + i, e);
    sums += e;
  }
  float sum = in_order(sums);
  if (full < n) {
    floats e = exp_of(load_some(scores + full, n - full) - most);
    store_some(scores + full, e, n - full);
    for (int64_t i = full; i < n; i++) sum += scores[i];
  }
  return sum;
}

// Turns scores into weights that add up to one.
static void softmax(float *scores, int64_t n) {
  const float inverse = 1 / exponentials(scores, n);
  const int64_t full = n - n % LANES;
  for (int64_t i = 0; i < full; i += LANES) store(scores + i, load(scores + i) * inverse);
  for (int64_t i = full; i < n; i++) scores[i] *= inverse;
}

// V vectors of out = sum of weights[r] * values[r], from column i on
template <int V, class Rows>
INLINE void mix_part(const row_stream<Rows> &values, int64_t i, const float *weights, float *out) {
  floats sums[V];
  for (int v = 0; v < V; v++) sums[v] = (floats){};
  for (int64_t r = 0; r < values.count; r++) {
    if (i == 0) values.ask(r);
    for (int v = 0; v < V; v++) {
      const int64_t column = i + v * LANES;
      sums[v] = fma(values.rows.vector(r, column), all(values.rows.weight(r, column, weights[r])), sums[v]);
    }
  }
  for (int v = 0; v < V; v++) store(out + i + v * LANES, sums[v]);
}

template <class Rows> static void mix(const row_stream<Rows> &values, const float *weights, float *out) {
  const int64_t dim = values.rows.dim;
  int64_t i = 0;
  for (; i + 4 * LANES <= dim; i += 4 * LANES) mix_part<4>(values, i, weights, out);
  for (; i + LANES <= dim; i += LANES) mix_part<1>(values, i, weights, out);
  for (; i < dim; i++) {
    float sum = 0;
    for (int64_t r = 0; r < values.count; r++) sum += values.rows.weight(r, i, weights[r]) * values.rows.number(r, i);
    out[i] = sum;
  }
  values.rows.turn_back(out);
}

// Row {row} of a head of a cache, and those after it
template <class Rows> INLINE Rows rows_from(const void *numbers, const cache_rows &cache, int64_t head, int64_t row, int64_t dim) {
  const Rows all = {(const char *)numbers, dim};
  return {all.start + (head * cache.capacity + row) * all.row_bytes(), dim};
}

// What a new row sees of some heads of a cache
template <class Rows> struct cache_heads {
  const cache_rows &cache;
  const head_range &heads;

  INLINE_METHOD Rows seen(const void *numbers, int64_t kv) const {
    return rows_from<Rows>(numbers, cache, heads.first_kv + kv, cache.first + 1 - cache.seen, heads.dim);
  }
  INLINE_METHOD Rows keys(int64_t kv) const { return seen(cache.keys, kv); }
  INLINE_METHOD Rows values(int64_t kv) const { return seen(cache.values, kv); }
};

// A new row and some heads against the rows of its cache.
// scratch: as many floats as the cache has rows, and twice as a head has numbers; then: what is read after this
template <class Rows>
static void attend_cache(const cache_rows &cache, const head_range &h, float scale, const float *queries, float *scratch,
                         float *out, const void *then) {
  const cache_heads<Rows> heads = {cache, h};
  for (int64_t kv = 0; kv < h.kv_heads; kv++) {
    const Rows keys = heads.keys(kv), values = heads.values(kv);
    for (int64_t g = 0; g < h.group; g++, queries += h.dim, out += h.dim) {
      const void *after = g + 1 < h.group ? keys.start : kv + 1 < h.kv_heads ? heads.keys(kv + 1).start : then;
      scores<Rows>({keys, cache.seen, values.start}, keys.prepare(queries, scale, scratch + cache.seen), scratch);
      softmax(scratch, cache.seen);
      mix<Rows>({values, cache.seen, after}, scratch, out);
    }
  }
}

// One new row of each of some sequences and some heads, against the rows of its own cache.
// queries, out: [caches, stride], the query heads of key head 0 of these from the start on
static void attend(const cache_rows *caches, int64_t count, const head_range *h, float scale, const float *queries,
                   int64_t stride, float *scratch, float *out) {
  for (int64_t c = 0; c < count; c++, queries += stride, out += stride) {
    const cache_rows &next = caches[c + 1 < count ? c + 1 : c];
    const void *then;
    for_type(next.type, [&]<class Rows>() { then = cache_heads<Rows>{next, *h}.keys(0).start; });
    for_type(caches[c].type,
             [&]<class Rows>() { attend_cache<Rows>(caches[c], *h, scale, queries, scratch, out, then); });
  }
}

// Rows of floats as a cache of that type keeps them; returns their largest magnitude.
static float round_rows(int type, const float *x, int64_t rows, int64_t dim, void *out) {
  for_type(type, [&]<class Rows>() {
    const int64_t row_bytes = Rows{nullptr, dim}.row_bytes();
    for (int64_t r = 0; r < rows; r++) Rows{(const char *)out + r * row_bytes, dim}.put(x + r * dim);
  });
  return largest(x, rows * dim);
}

// Applies the rotary embedding of a row to one of its heads.
INLINE void rotate(const float *x, const float *cos, const float *sin, int64_t dim, float *y) {
  const int64_t half = dim / 2;
  int64_t i = 0;
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

INLINE void put_row(const cache_rows &cache, const void *numbers, int64_t head, int64_t row, const float *x, int64_t dim) {
  for_type(cache.type, [&]<class Rows>() { rows_from<Rows>(numbers, cache, head, row, dim).put(x); });
}

// Applies the rotary embedding to queries and keys of {each} new rows of every cache, and appends keys and values to it.
// made: [rows, stride] queries, keys and values of these heads; it is overwritten
// queries: [rows, query_stride], the first of these heads from the start on
static void rope_append(const cache_rows *caches, int64_t count, int64_t each, const head_range *h, float *made, int64_t stride,
                  float *queries, int64_t query_stride) {
  const int64_t dim = h->dim, q = h->heads * dim, kv = h->kv_heads * dim;
  for (int64_t c = 0; c < count; c++)
    for (int64_t r = 0; r < each; r++, made += stride, queries += query_stride) {
      const cache_rows &cache = caches[c];
      const float *cos = cache.cos + r * dim, *sin = cache.sin + r * dim;
      for (int64_t i = 0; i < q; i += dim) rotate(made + i, cos, sin, dim, queries + i);
      for (int64_t i = 0; i < kv; i += dim) {
        const int64_t head = h->first_kv + i / dim, row = cache.first + r;
        rotate(made + q + i, cos, sin, dim, made + q + i);
        put_row(cache, cache.keys, head, row, made + q + i, dim);
        put_row(cache, cache.values, head, row, made + q + kv + i, dim);
      }
    }
}
