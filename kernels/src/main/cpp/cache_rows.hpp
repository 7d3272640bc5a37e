// How the numbers of a head's row lie in a cache of keys or values: CacheType.java has the same kinds in this order.
enum cache_type { CACHE_F32, CACHE_F16, CACHE_INT8 };

// Numbers to 16 bits; those beyond the range become its end.
INLINE void store_halves(uint16_t *out, const float *x, int64_t n) {
  typedef uint16_t bits __attribute__((ext_vector_type(16)));
  for (int64_t i = 0; i < n; i += LANES) {
    const int64_t count = n - i < LANES ? n - i : LANES;
    floats v = count == LANES ? load(x + i) : load_some(x + i, count);
    v = v > 65504.0f ? all(65504.0f) : v < -65504.0f ? all(-65504.0f) : v;
    bits made = __builtin_bit_cast(bits, __builtin_convertvector(v, sixteen_halves));
    if (count == LANES) *(sixteen_at *)(out + i) = made;
    else for (int64_t k = 0; k < count; k++) out[i + k] = made[k];
  }
}

// Floats, or 16-bit floats, one after the other
template <class N> struct number_rows {
  const char *start;
  int64_t dim;

  INLINE_METHOD int64_t row_bytes() const { return dim * (int64_t)sizeof(N); }
  INLINE_METHOD const N *row(int64_t r) const { return (const N *)start + r * dim; }

  static INLINE_METHOD floats vector(const float *p) { return load(p); }
  static INLINE_METHOD floats vector(const uint16_t *p) { return load_halves(p); }
  static INLINE_METHOD float number(const float *p) { return *p; }
  static INLINE_METHOD float number(const uint16_t *p) { return of_half(*p); }

  INLINE_METHOD floats vector(int64_t r, int64_t i) const { return vector(row(r) + i); }
  INLINE_METHOD float number(int64_t r, int64_t i) const { return number(row(r) + i); }
  // what a vector of a row is multiplied with, where the row has a weight
  INLINE_METHOD float weight(int64_t, int64_t, float weight) const { return weight; }
  // sums of rows as numbers that left the head
  INLINE_METHOD void turn_back(float *) const {}

  INLINE_METHOD void put(const float *x) const {
    if constexpr (sizeof(N) == sizeof(uint16_t)) store_halves((uint16_t *)start, x, dim);
    else for (int64_t i = 0; i < dim; i++) ((float *)start)[i] = x[i];
  }

  struct query {
    const float *numbers;
    float scale;
  };
  INLINE_METHOD query prepare(const float *q, float scale, void *) const { return {q, scale}; }

  // out[i] = scale * (q . row r + i) of R rows
  template <int R> INLINE_METHOD void scores(int64_t r, const query &q, float *out) const {
    const int64_t full = dim - dim % LANES;
    floats s[4] = {};
    for (int64_t i = 0; i < full; i += LANES) {
      floats x = load(q.numbers + i);
      for (int k = 0; k < R; k++) s[k] = fma(vector(r + k, i), x, s[k]);
    }
    float sums[4];
    fold4(s[0], s[1], s[2], s[3], sums);
    for (int k = 0; k < R; k++) {
      float total = sums[k];
      for (int64_t i = full; i < dim; i++) total += number(r + k, i) * q.numbers[i];
      out[k] = total * q.scale;
    }
  }
};

#define LARGEST_QUERY_CODE 32767

// Codes of 8 bits of rows that were turned, so that outliers of keys drown nothing: the scales of a row's groups, floats, then
// its codes
struct code_rows {
  typedef float float_at __attribute__((aligned(1), may_alias));
  const char *start;
  int64_t dim;

  INLINE_METHOD int64_t groups() const { return (dim + GROUP - 1) / GROUP; }
  INLINE_METHOD int64_t row_bytes() const { return groups() * (int64_t)sizeof(float) + dim; }
  INLINE_METHOD float_at *scales(int64_t r) const { return (float_at *)(start + r * row_bytes()); }
  INLINE_METHOD int8_t *codes(int64_t r) const { return (int8_t *)(scales(r) + groups()); }

  INLINE_METHOD floats vector(int64_t r, int64_t i) const {
    typedef int8_t sixteen_codes __attribute__((ext_vector_type(16), aligned(1)));
    return __builtin_convertvector(__builtin_convertvector(*(const sixteen_codes *)(codes(r) + i), ints), floats);
  }
  INLINE_METHOD float number(int64_t r, int64_t i) const { return (float)codes(r)[i]; }
  INLINE_METHOD float weight(int64_t r, int64_t i, float weight) const { return weight * scales(r)[i / GROUP]; }

  INLINE_METHOD void turn_back(float *sums) const { turn_head_back(sums, dim); }

  INLINE_METHOD void put(const float *x) const {
    float some[TURN];
    for (int64_t g = 0; g < groups(); g++) {
      const int64_t left = dim - g * GROUP, count = left < GROUP ? left : GROUP;
      if (g % (TURN / GROUP) == 0) turn_head(x + g * GROUP, left < TURN ? left : TURN, some);
      const rounded_group made(some + g % (TURN / GROUP) * GROUP, count);
      scales(0)[g] = made.scale;
      for (int64_t i = 0; i < count; i++)
        codes(0)[g * GROUP + i] = (int8_t)(i < LANES ? made.low[i] : made.high[i - LANES]);
    }
  }

  // A query has codes of 16 bits and one scale, so that its products with codes are exact sums.
  struct query {
    const int16_t *codes;
    float scale;
  };
  INLINE_METHOD query prepare(const float *q, float scale, void *scratch) const {
    float *turned = (float *)scratch;
    turn_head(q, dim, turned);
    int16_t *made = (int16_t *)(turned + dim);
    const float most = largest(turned, dim), inverse = inverse_of(most, LARGEST_QUERY_CODE);
    for (int64_t i = 0; i < dim; i++) made[i] = (int16_t)(inverse == 0 ? 0 : nearest(turned[i] * inverse));
    return {made, scale * (most / LARGEST_QUERY_CODE)};
  }

  // out[i] = scale * (q . row r + i) of R rows
  template <int R> INLINE_METHOD void scores(int64_t r, const query &q, float *out) const {
    typedef int8_t codes_at __attribute__((ext_vector_type(32), aligned(1)));
    typedef int16_t shorts_at __attribute__((ext_vector_type(32), aligned(1)));
    const int64_t full = dim / GROUP;
    floats s[4] = {};
    for (int64_t g = 0; g < full; g++) {
      shorts x = *(const shorts_at *)(q.codes + g * GROUP);
      for (int k = 0; k < R; k++) {
        shorts codes_of_group = __builtin_convertvector(*(const codes_at *)(codes(r + k) + g * GROUP), shorts);
        floats pairs = __builtin_convertvector(dot2(codes_of_group, x), floats);
        s[k] = fma(pairs, all(scales(r + k)[g]), s[k]);
      }
    }
    float sums[4];
    fold4(s[0], s[1], s[2], s[3], sums);
    for (int k = 0; k < R; k++) {
      float total = sums[k];
      if (full < groups()) {
        int32_t rest = 0;
        for (int64_t i = full * GROUP; i < dim; i++) rest += codes(r + k)[i] * q.codes[i];
        total += (float)rest * scales(r + k)[full];
      }
      out[k] = total * q.scale;
    }
  }
};

// Does something with the rows of a cache of that type.
template <class Act> INLINE void for_type(int64_t type, Act act) {
  switch (type) {
    case CACHE_F32: act.template operator()<number_rows<float>>(); break;
    case CACHE_F16: act.template operator()<number_rows<uint16_t>>(); break;
    case CACHE_INT8: act.template operator()<code_rows>(); break;
  }
}
