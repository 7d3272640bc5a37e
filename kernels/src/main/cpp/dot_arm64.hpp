#include <arm_neon.h>

// A vector of ours as four registers, and back
template <class V, class From> INLINE V quarter(const From &from, int k) { return ((const V *)&from)[k]; }
template <class To, class V> INLINE To whole(const V (&quarters)[4]) { return *(const To *)quarters; }

// Sums of two neighbouring products
INLINE ints dot2(shorts a, shorts b) {
  int32x4_t made[4];
  for (int k = 0; k < 4; k++) {
    const int16x8_t x = quarter<int16x8_t>(a, k), y = quarter<int16x8_t>(b, k);
    made[k] = vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y));
  }
  return whole<ints>(made);
}

// Sums of two neighbouring products of bytes, which must fit 16 bits
INLINE int16x8_t byte_pairs(int8x16_t x, int8x16_t y) {
  return vpaddq_s16(vmull_s8(vget_low_s8(x), vget_low_s8(y)), vmull_high_s8(x, y));
}

#if defined(__ARM_FEATURE_DOTPROD)
#define DOT4_IS_ONE // instruction
#endif

// acc + sums of four neighbouring products; bytes from -127 to 127
INLINE ints dot4(ints acc, ints u, ints s) {
  int32x4_t made[4];
  for (int k = 0; k < 4; k++) {
    const int32x4_t sum = quarter<int32x4_t>(acc, k);
    const int8x16_t x = quarter<int8x16_t>(u, k), y = quarter<int8x16_t>(s, k);
#if defined(__ARM_FEATURE_DOTPROD)
    made[k] = vdotq_s32(sum, x, y);
#else
    made[k] = vpadalq_s16(sum, byte_pairs(x, y));
#endif
  }
  return whole<ints>(made);
}

// Sums of two neighbouring products of bytes below 128, the second with a sign; they must fit 16 bits
INLINE shorts dot_pairs(ints u, ints s) {
  int16x8_t made[4];
  for (int k = 0; k < 4; k++) made[k] = byte_pairs(quarter<int8x16_t>(u, k), quarter<int8x16_t>(s, k));
  return whole<shorts>(made);
}

// The same as dot4 of codes from -127 to 127
INLINE ints signed_dot4(ints acc, ints w, ints x) { return dot4(acc, w, x); }
