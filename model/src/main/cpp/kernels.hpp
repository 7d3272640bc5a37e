// All kernels for one level of instructions; what they compute is said where they are defined.
#pragma once
#include <stdint.h>

// One cache of keys and values, and its newest rows. Java writes these structures as 64-bit integers.
struct cache_rows {
  void *keys, *values;    // [key heads, room] rows of {type}
  const float *cos, *sin; // [new rows, dim]; the first half of the sines is negated
  int64_t room;           // rows from one head to the next
  int64_t first;          // where the first of the new rows is
  int64_t seen;           // the last so many rows that a single new row sees, itself included
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
  void (*multiply)(int type, const void *w, long outputs, long in, const float *x, long rows, float *y, long stride,
                   void *room);
  void (*int8_multiply)(const int8_t *w, const int32_t *sums, const float *factors, long first, long count,
                        long in, const float *x, long rows, float *y, long stride, void *room);
  void (*int4_multiply)(const char *codes, const char *scales, long first, long count, long in, const float *x,
                        long rows, float *y, long stride, void *room);
  void (*rms_norm)(const float *x, const float *gain, long rows, long n, float eps, float *y);
  void (*gate)(const float *x, long rows, long n, float *out, long out_stride);
  void (*add)(const float *a, long a_stride, const float *b, long b_stride, long rows, long n, float *y, long y_stride);
  float (*round_rows)(int type, const float *x, long rows, long dim, void *out);
  void (*enter)(const cache_rows *caches, long count, long each, const head_range *h, float *made, long stride,
                float *queries, long query_stride);
  void (*attend)(const cache_rows *caches, long count, const head_range *h, float scale, const float *queries,
                 long stride, float *room, float *out);
  void (*attend_prompt)(const float *q, const float *keys, const float *values, const attention_span *a, float *room,
                        float *out);
};

extern const struct kernels kernels_avx2, kernels_avx512, kernels_vnni;
