#include <immintrin.h>

// Sums of two neighbouring products
INLINE ints dot2(shorts a, shorts b) {
#if defined(__AVX512BW__)
  return (ints)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#else
  ints made;
  for (int h = 0; h < 2; h++)
    ((__m256i *)&made)[h] = _mm256_madd_epi16(((__m256i *)&a)[h], ((__m256i *)&b)[h]);
  return made;
#endif
}

// Sums of two neighbouring products of bytes, the first without a sign; they must fit 16 bits
INLINE shorts dot_pairs(ints u, ints s) {
#if defined(__AVX512BW__)
  return (shorts)_mm512_maddubs_epi16((__m512i)u, (__m512i)s);
#else
  shorts made;
  for (int h = 0; h < 2; h++)
    ((__m256i *)&made)[h] = _mm256_maddubs_epi16(((__m256i *)&u)[h], ((__m256i *)&s)[h]);
  return made;
#endif
}

#if defined(__AVX512VNNI__)
#define DOT4_IS_ONE      // instruction
#define DOT4_TAKES_BYTES // of any size without a sign
#endif

// acc + sums of four neighbouring products; u without a sign, s with one. Sums of two fit 16 bits, unless it takes bytes.
INLINE ints dot4(ints acc, ints u, ints s) {
#if defined(__AVX512VNNI__)
  return (ints)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)u, (__m512i)s);
#else
  return acc + dot2(dot_pairs(u, s), (shorts){} + (int16_t)1);
#endif
}

#if !defined(DOT4_TAKES_BYTES)
// The same of codes from -127 to 127: what loses its sign gives it to the other.
INLINE ints signed_dot4(ints acc, ints w, ints x) {
#if defined(__AVX512BW__)
  const __m512i magnitude = _mm512_abs_epi8((__m512i)w);
  const __m512i other =
      _mm512_mask_sub_epi8((__m512i)x, _mm512_movepi8_mask((__m512i)w), _mm512_setzero_si512(), (__m512i)x);
  return dot4(acc, (ints)magnitude, (ints)other);
#else
  ints magnitude, other;
  for (int h = 0; h < 2; h++) {
    ((__m256i *)&magnitude)[h] = _mm256_abs_epi8(((__m256i *)&w)[h]);
    ((__m256i *)&other)[h] = _mm256_sign_epi8(((__m256i *)&x)[h], ((__m256i *)&w)[h]);
  }
  return dot4(acc, magnitude, other);
#endif
}
#endif
