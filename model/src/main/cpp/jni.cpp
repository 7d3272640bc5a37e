// What Java calls: the native methods of io.qcpruner.model.kernel.NativeCalls. Addresses come as longs, so nothing
// of the Java heap is touched and no collection has to wait.
#include "kernels.hpp"
#include <cpuid.h>

#define JAVA(result, name, ...)                                                                                         \
  extern "C" __attribute__((visibility("default"))) result Java_io_qcpruner_model_kernel_NativeCalls_##name(          \
      void *, void *, __VA_ARGS__)

static const kernels *const LEVELS[] = {&kernels_avx2, &kernels_avx512, &kernels_vnni};

template <class T> static T *at(int64_t address) { return (T *)address; }

static uint64_t saved_by_the_system() {
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

// How many levels this processor and its system know.
extern "C" __attribute__((visibility("default"))) int32_t Java_io_qcpruner_model_kernel_NativeCalls_levels(void *,
                                                                                                             void *) {
  uint32_t a, b, c, d, first;
  const uint32_t basic = bit_OSXSAVE | bit_FMA | bit_F16C;
  if (!__get_cpuid(1, &a, &b, &first, &d) || (first & basic) != basic) return 0;
  const uint64_t saved = saved_by_the_system();
  if ((saved & 0x6) != 0x6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2)) return 0;
  const uint32_t wide = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
  if ((saved & 0xE6) != 0xE6 || (b & wide) != wide) return 1;
  return c & bit_AVX512VNNI ? 3 : 2;
}

// What the virtual machine hands to native methods begins with the address of its table of functions.
extern "C" __attribute__((visibility("default"))) int64_t Java_io_qcpruner_model_kernel_NativeCalls_address(
    void ***java, void *, void *buffer) {
  constexpr int GET_DIRECT_BUFFER_ADDRESS = 230; // its place by the specification of JNI
  return (int64_t)((void *(*)(void *, void *))(*java)[GET_DIRECT_BUFFER_ADDRESS])(java, buffer);
}

JAVA(void, multiply, int32_t level, int32_t type, int64_t w, int64_t outputs, int64_t in, int64_t x, int64_t rows,
     int64_t y, int64_t stride, int64_t room) {
  LEVELS[level]->multiply(type, at<void>(w), outputs, in, at<float>(x), rows, at<float>(y), stride, at<void>(room));
}

JAVA(void, multiplyInt8, int32_t level, int64_t w, int64_t sums, int64_t factors, int64_t first, int64_t count,
     int64_t in, int64_t x, int64_t rows, int64_t y, int64_t stride, int64_t room) {
  LEVELS[level]->int8_multiply(at<int8_t>(w), at<int32_t>(sums), at<float>(factors), first, count, in, at<float>(x),
                               rows, at<float>(y), stride, at<void>(room));
}

JAVA(void, multiplyInt4, int32_t level, int64_t codes, int64_t scales, int64_t first, int64_t count, int64_t in,
     int64_t x, int64_t rows, int64_t y, int64_t stride, int64_t room) {
  LEVELS[level]->int4_multiply(at<char>(codes), at<char>(scales), first, count, in, at<float>(x), rows, at<float>(y),
                               stride, at<void>(room));
}

JAVA(void, rmsNorm, int32_t level, int64_t x, int64_t gain, int64_t rows, int64_t n, float eps, int64_t y) {
  LEVELS[level]->rms_norm(at<float>(x), at<float>(gain), rows, n, eps, at<float>(y));
}

JAVA(void, gate, int32_t level, int64_t x, int64_t rows, int64_t n, int64_t out, int64_t stride) {
  LEVELS[level]->gate(at<float>(x), rows, n, at<float>(out), stride);
}

JAVA(void, add, int32_t level, int64_t a, int64_t a_stride, int64_t b, int64_t b_stride, int64_t rows, int64_t n,
     int64_t y, int64_t y_stride) {
  LEVELS[level]->add(at<float>(a), a_stride, at<float>(b), b_stride, rows, n, at<float>(y), y_stride);
}

JAVA(float, narrow, int32_t level, int64_t x, int64_t n, int64_t out) {
  return LEVELS[level]->narrow(at<float>(x), n, at<uint16_t>(out));
}

JAVA(void, enter, int32_t level, int64_t caches, int64_t count, int64_t each, int64_t heads, int64_t made,
     int64_t stride, int64_t queries, int64_t query_stride) {
  LEVELS[level]->enter(at<cache_rows>(caches), count, each, at<head_range>(heads), at<float>(made), stride,
                       at<float>(queries), query_stride);
}

JAVA(void, attend, int32_t level, int64_t caches, int64_t count, int64_t heads, float scale, int64_t queries,
     int64_t stride, int64_t room, int64_t out) {
  LEVELS[level]->attend(at<cache_rows>(caches), count, at<head_range>(heads), scale, at<float>(queries), stride,
                        at<float>(room), at<float>(out));
}

JAVA(void, attendPrompt, int32_t level, int64_t q, int64_t keys, int64_t values, int64_t rows, int64_t stride,
     int64_t out_stride, int64_t held, int64_t key_stride, int64_t value_stride, int64_t seen, int64_t step,
     int64_t group, int64_t dim, float scale, int64_t room, int64_t out) {
  const attention_span span = {rows,         stride, out_stride, held,  key_stride,
                               value_stride, seen,   step,       group, dim,
                               scale};
  LEVELS[level]->attend_prompt(at<float>(q), at<float>(keys), at<float>(values), &span, at<float>(room),
                               at<float>(out));
}
