// All kernels for one level of instructions; what they compute is said where they are defined.
#pragma once
#include <stdint.h>

struct kernels {
  void (*multiply)(int type, const void *w, long outputs, long in, const float *x, long rows, float *y, long stride,
                   void *room);
  void (*rms_norm)(const float *x, const float *gain, long n, float eps, float *y);
  void (*gate)(const float *gate, const float *up, long n, float *out);
  void (*attend)(int narrow, const void *keys, const void *values, long rows, long dim, const float *q, float scale,
                 float *room, float *out);
  void (*int8_multiply)(const int8_t *w, const int32_t *sums, const float *factors, long outputs, long in,
                        const float *x, long rows, float *y, long stride, void *room);
  void (*int4_multiply)(const char *codes, const char *scales, long first, long count, long in, const float *x,
                        long rows, float *y, long stride, void *room);
};

extern const struct kernels kernels_avx2, kernels_avx512, kernels_vnni;
