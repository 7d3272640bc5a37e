// What Java calls: the native methods of io.qcpruner.kernels.NativeCalls. Addresses come as longs, so nothing
// of the Java heap is touched and no collection has to wait.
#include "kernels.hpp"
#include "processor.hpp"

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
#define NAME(name) Java_io_qcpruner_kernels_NativeCalls_##name
#define JAVA0(result, name) extern "C" EXPORTED result NAME(name)(void *, void *)
#define JAVA(result, name, ...) extern "C" EXPORTED result NAME(name)(void *, void *, __VA_ARGS__)

template <class T> static T *at(int64_t address) { return (T *)address; }

// How many of the levels this processor and its system know.
JAVA0(int32_t, levels) { return known_levels(); }

// What the virtual machine hands to native methods begins with the address of its table of functions.
extern "C" EXPORTED int64_t NAME(address)(void ***java, void *, void *buffer) {
  constexpr int GET_DIRECT_BUFFER_ADDRESS = 230; // its place by the specification of JNI
  return (int64_t)((void *(*)(void *, void *))(*java)[GET_DIRECT_BUFFER_ADDRESS])(java, buffer);
}

// What is done with arguments that Java wrote: those of a function of {kernels}, floats as their bits.
struct call {
  int64_t what;
  int64_t args[16];
};

// In the order of NativeCall.java
enum what { MULTIPLY, MULTIPLY_INT8, MULTIPLY_INT4, RMS_NORM, SWIGLU, ADD, ROPE_APPEND, ATTEND, ATTEND_PROMPT, LAYER_NORM, ACTIVATE };

enum { VERSION = 2, CALLS = ACTIVATE + 1 };

// Java writes these: NativeCalls.java makes the same number of the sizes that it writes.
static_assert(sizeof(call) == 17 * 8 && sizeof(cache_rows) == 8 * 8 && sizeof(void *) == 8);
JAVA0(int64_t, layout) {
  return VERSION | (int64_t)sizeof(call) << 8 | (int64_t)sizeof(cache_rows) << 24 | (int64_t)CALLS << 40;
}

static float number(int64_t bits) { return __builtin_bit_cast(float, (int32_t)bits); }

static head_range heads(const int64_t *a) { return {a[0], a[1], a[2], a[3], a[4]}; }

static void carry_out(const kernels &k, int64_t what, const int64_t *a) {
  switch (what) {
    case MULTIPLY:
      k.multiply((int)a[0], at<void>(a[1]), a[2], a[3], at<float>(a[4]), a[5], at<float>(a[6]), a[7], at<void>(a[8]));
      break;
    case MULTIPLY_INT8:
      k.int8_multiply(at<char>(a[0]), at<float>(a[1]), a[2], a[3], a[4], at<float>(a[5]), a[6], at<float>(a[7]), a[8],
                      at<void>(a[9]));
      break;
    case MULTIPLY_INT4:
      k.int4_multiply(at<char>(a[0]), at<uint8_t>(a[1]), at<float>(a[2]), a[3], a[4], a[5], at<float>(a[6]), a[7],
                      at<float>(a[8]), a[9], at<void>(a[10]));
      break;
    case RMS_NORM: k.rms_norm(at<float>(a[0]), at<float>(a[1]), a[2], a[3], number(a[4]), at<float>(a[5])); break;
    case SWIGLU: k.swiglu(at<float>(a[0]), a[1], a[2], at<float>(a[3]), a[4]); break;
    case ADD: k.add(at<float>(a[0]), a[1], at<float>(a[2]), a[3], a[4], a[5], at<float>(a[6]), a[7]); break;
    case ROPE_APPEND: {
      const head_range h = heads(a + 3);
      k.rope_append(at<cache_rows>(a[0]), a[1], a[2], &h, at<float>(a[8]), a[9], at<float>(a[10]), a[11]);
      break;
    }
    case ATTEND: {
      const head_range h = heads(a + 2);
      k.attend(at<cache_rows>(a[0]), a[1], &h, number(a[7]), at<float>(a[8]), a[9], at<float>(a[10]), at<float>(a[11]));
      break;
    }
    case LAYER_NORM:
      k.layer_norm(at<float>(a[0]), at<float>(a[1]), at<float>(a[2]), a[3], a[4], number(a[5]), at<float>(a[6]));
      break;
    case ACTIVATE: k.activate((int)a[0], at<float>(a[1]), a[2], a[3], a[4], at<float>(a[5]), a[6]); break;
    case ATTEND_PROMPT: {
      const attention_span span = {a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], number(a[13])};
      k.attend_prompt(at<float>(a[0]), at<float>(a[1]), at<float>(a[2]), &span, at<float>(a[14]), at<float>(a[15]));
      break;
    }
  }
}

JAVA(void, run, int32_t level, int64_t calls, int64_t count) {
  for (const call *c = at<call>(calls); count > 0; c++, count--) carry_out(*LEVELS[level], c->what, c->args);
}

JAVA(float, roundRows, int32_t level, int32_t type, int64_t x, int64_t rows, int64_t dim, int64_t out) {
  return LEVELS[level]->round_rows(type, at<float>(x), rows, dim, at<void>(out));
}
