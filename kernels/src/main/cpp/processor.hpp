// Which levels of instructions the processor and its system know.
#pragma once
#include "kernels.hpp"

#if defined(__x86_64__)
#include <cpuid.h>

static const kernels *const LEVELS[] = {&kernels_avx2, &kernels_avx512, &kernels_vnni};

static uint64_t saved_by_the_system() {
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

static int known_levels() {
  uint32_t a, b, c, d, first;
  const uint32_t basic = bit_OSXSAVE | bit_FMA | bit_F16C;
  if (!__get_cpuid(1, &a, &b, &first, &d) || (first & basic) != basic) return 0;
  const uint64_t saved = saved_by_the_system();
  if ((saved & 0x6) != 0x6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2)) return 0;
  const uint32_t wide = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
  if ((saved & 0xE6) != 0xE6 || (b & wide) != wide) return 1;
  return c & bit_AVX512VNNI ? 3 : 2;
}

#elif defined(__aarch64__)

static const kernels *const LEVELS[] = {&kernels_neon, &kernels_dotprod};

static int known_levels() {
#if defined(__APPLE__)
  return 2; // every Mac with this processor has the dot product
#else
  uint64_t features; // Linux from 4.11 on answers for the processor
  __asm__("mrs %0, ID_AA64ISAR0_EL1" : "=r"(features));
  return features >> 44 & 0xF ? 2 : 1;
#endif
}
#endif
