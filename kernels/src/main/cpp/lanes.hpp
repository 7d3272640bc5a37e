// Vectors of sixteen numbers. The compiler makes one 512-bit register of them, two of 256 bits or four of 128, so every
// level of instructions adds in the same order and gives the same bits as the scalar twin in Java.
#pragma once
#include <stdint.h>

#define LANES 16
#define INLINE_METHOD inline __attribute__((always_inline))
#define INLINE static inline __attribute__((always_inline))

typedef float floats __attribute__((ext_vector_type(16)));
typedef int32_t ints __attribute__((ext_vector_type(16)));
typedef uint32_t words __attribute__((ext_vector_type(16)));
typedef int16_t shorts __attribute__((ext_vector_type(32)));
typedef uint16_t halves __attribute__((ext_vector_type(32)));

// the same where memory begins at any address
typedef float floats_at __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef int32_t ints_at __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef int32_t unaligned_int __attribute__((aligned(1), may_alias));
typedef uint16_t halves_at __attribute__((ext_vector_type(32), aligned(1), may_alias));

// Several streams of memory are slow to be noticed by a processor. While rows meet a block of weights in tiles, they ask
// for the block after it, from its start to its end.
struct block_ahead {
  const char *p;
  int64_t step; // as many groups of rows meet a block, a group asks for its part of a line

  INLINE_METHOD void ask() {
    __builtin_prefetch(p, 0, 2); // into L2: L1 takes few requests at a time
    p += step;
  }
};

// The same for weights that a few rows read from start to end: so far ahead that memory has answered when they come.
// A single row does not need it: the processor itself looks ahead as far as that one is slow.
INLINE void ask_ahead(const void *p) { __builtin_prefetch((const char *)p + (16 << 10), 0, 2); }

INLINE floats load(const float *p) { return *(const floats_at *)p; }
INLINE void store(float *p, floats v) { *(floats_at *)p = v; }
INLINE ints load_ints(const void *p) { return *(const ints_at *)p; }
INLINE floats fma(floats a, floats b, floats c) { return __builtin_elementwise_fma(a, b, c); }
INLINE floats all(float x) { return (floats)(x); }
INLINE float of_bits(uint32_t bits) { return __builtin_bit_cast(float, bits); }

typedef uint16_t sixteen_at __attribute__((ext_vector_type(16), aligned(1), may_alias));
typedef _Float16 sixteen_halves __attribute__((ext_vector_type(16)));

INLINE floats load_halves(const void *p) {
  return __builtin_convertvector(__builtin_bit_cast(sixteen_halves, *(const sixteen_at *)p), floats);
}
INLINE floats load_bf16(const void *p) {
  return (floats)(__builtin_convertvector(*(const sixteen_at *)p, words) << 16);
}

INLINE float of_half(uint16_t bits) {
  float value = of_bits((uint32_t)(bits & 0x7FFF) << 13) * 0x1p112f;
  return bits & 0x8000 ? -value : value;
}

// Sums of four vectors: the halves of each are added, then the halves of that, and so on.
INLINE void fold4(floats a, floats b, floats c, floats d, float *out) {
  floats ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
              __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  floats cd = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +
              __builtin_shufflevector(c, d, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
  floats four = __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +
                __builtin_shufflevector(ab, cd, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
  floats two = four + __builtin_shufflevector(four, four, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  floats one = two + __builtin_shufflevector(two, two, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  for (int i = 0; i < 4; i++) out[i] = one[4 * i];
}

// The sum of lanes, one after the other.
INLINE float in_order(floats v) {
  float sum = 0;
  for (int i = 0; i < LANES; i++) sum += v[i];
  return sum;
}

INLINE floats larger(floats a, floats b) { return a > b ? a : b; } // b where one of them is NaN
INLINE floats smaller(floats a, floats b) { return a < b ? a : b; }

// e to the power of x, step by step as LaneMath.exp
INLINE floats exp_of(floats x) {
  floats bounded = smaller(all(88.3f), larger(all(-87.3f), x));
  floats k = bounded * 1.442695041f + 0x1.8p23f - 0x1.8p23f;
  floats r = bounded - k * 0.693359375f - k * -2.12194440e-4f;
  floats p = 1.9875691500e-4f * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  floats y = p * (r * r) + r + 1.0f;
  return y * (floats)((words)(k + (127 + 0x1.8p23f)) << 23);
}

// The first n numbers, zeros after them.
INLINE floats load_some(const float *p, int64_t n) {
  floats v = {};
  for (int64_t i = 0; i < n; i++) v[i] = p[i];
  return v;
}
INLINE void store_some(float *p, floats v, int64_t n) {
  for (int64_t i = 0; i < n; i++) p[i] = v[i];
}

#define TINY 1e-30f

// What numbers are multiplied with to become codes up to {code}; 0 if they can't be.
INLINE float inverse_of(float most, int code) {
  return most >= TINY && most < __builtin_inff() ? (float)code / most : 0;
}
// Of two equally near integers the even one
INLINE int nearest(float x) { return (int)(x + 0x1.8p23f - 0x1.8p23f); }
