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

// acc + sums of four neighbouring products; u without a sign and at most 127, s with one
INLINE ints dot4(ints acc, ints u, ints s) {
#if defined(__AVX512VNNI__)
  return (ints)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)u, (__m512i)s);
#elif defined(__AVX512BW__)
  __m512i pairs = _mm512_maddubs_epi16((__m512i)u, (__m512i)s);
  return acc + (ints)_mm512_madd_epi16(pairs, _mm512_set1_epi16(1));
#else
  ints made;
  for (int h = 0; h < 2; h++) {
    __m256i pairs = _mm256_maddubs_epi16(((__m256i *)&u)[h], ((__m256i *)&s)[h]);
    ((__m256i *)&made)[h] = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
  }
  return acc + made;
#endif
}

// acc + products of codes from 0 to 15 (two in a lane of 16 bits) with codes that have a sign. Lanes may wrap around:
// the sum of a group fits 16 bits.
INLINE shorts madd(shorts acc, halves codes, ints pair) {
#if defined(__AVX512BW__)
  return acc + (shorts)_mm512_maddubs_epi16((__m512i)codes, (__m512i)pair);
#else
  shorts made;
  for (int h = 0; h < 2; h++)
    ((__m256i *)&made)[h] = _mm256_maddubs_epi16(((__m256i *)&codes)[h], ((__m256i *)&pair)[h]);
  return acc + made;
#endif
}
