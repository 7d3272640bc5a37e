// All kernels for one level of instructions; what they compute is said where they are defined.
#pragma once
#include <stdint.h>

// One cache of keys and values, and its newest rows. Java writes these structures as 64-bit integers.
struct cache_rows {
  void *keys, *values;    // [key heads, capacity] rows of {type}
  const float *cos, *sin; // [new rows, dim]; the first half of the sines is negated
  int64_t capacity;           // rows from one head to the next
  int64_t first;          // where the first of the new rows is
  int64_t seen;           // how many of the last rows a single new row sees, itself included
  int64_t type;           // of enum cache_type
};

// Some heads of a layer
struct head_range {
  int64_t heads;    // of queries
  int64_t first_kv; // the first key head
  int64_t kv_heads;
  int64_t group; // query heads of a key head
  int64_t dim;
};

// What rows of a prompt see of the keys of one head
struct attention_span {
  int64_t rows;
  int64_t stride, out_stride; // from one row of queries, or results, to the next
  int64_t held;               // keys
  int64_t key_stride, value_stride;
  int64_t seen;  // keys that the first row sees
  int64_t step;  // how many more the next row sees: 1, or 0
  int64_t group; // query heads of the key head
  int64_t dim;
  float scale;
};

struct kernels {
  void (*multiply)(int type, const void *w, int64_t outputs, int64_t in, const float *x, int64_t rows, float *y, int64_t stride,
                   void *scratch);
  void (*int8_multiply)(const char *codes, const float *factors, int64_t first, int64_t count, int64_t in,
                        const float *x, int64_t rows, float *y, int64_t stride, void *scratch);
  void (*int4_multiply)(const char *codes, const uint8_t *scales, const float *factors, int64_t first, int64_t count,
                        int64_t in, const float *x, int64_t rows, float *y, int64_t stride, void *scratch);
  void (*rms_norm)(const float *x, const float *gain, int64_t rows, int64_t n, float eps, float *y);
  void (*swiglu)(const float *x, int64_t rows, int64_t n, float *out, int64_t out_stride);
  void (*add)(const float *a, int64_t a_stride, const float *b, int64_t b_stride, int64_t rows, int64_t n, float *y, int64_t y_stride);
  float (*round_rows)(int type, const float *x, int64_t rows, int64_t dim, void *out);
  void (*rope_append)(const cache_rows *caches, int64_t count, int64_t each, const head_range *h, float *made, int64_t stride,
                float *queries, int64_t query_stride);
  void (*attend)(const cache_rows *caches, int64_t count, const head_range *h, float scale, const float *queries,
                 int64_t stride, float *scratch, float *out);
  void (*attend_prompt)(const float *q, const float *keys, const float *values, const attention_span *a, float *scratch,
                        float *out);
  void (*layer_norm)(const float *x, const float *gain, const float *bias, int64_t rows, int64_t n, float eps, float *y);
  void (*activate)(int kind, const float *x, int64_t stride, int64_t rows, int64_t n, float *y, int64_t y_stride);
};

#if defined(__x86_64__)
extern const struct kernels kernels_avx2, kernels_avx512, kernels_vnni;
#elif defined(__aarch64__)
extern const struct kernels kernels_neon, kernels_dotprod;
#endif
