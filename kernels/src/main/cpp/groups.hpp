// Rows in groups of numbers that share a scale.
#define GROUP 32
#define LARGEST_CODE 127

// Up to 32 numbers as codes between -127 and 127. What holds no numbers has zeros and a scale that says so.
struct rounded_group {
  ints low, high;
  float scale;

  INLINE_METHOD rounded_group(const float *x, int64_t count)
      : rounded_group(count >= LANES ? load(x) : load_some(x, count),
                      count == GROUP ? load(x + LANES) : load_some(x + LANES, count - LANES)) {}

  INLINE_METHOD rounded_group(floats a, floats b) {
    ints bits = __builtin_elementwise_max((ints)a & 0x7FFFFFFF, (ints)b & 0x7FFFFFFF);
    const float most = of_bits(__builtin_reduce_max(bits)); // compared as integers, NaN is above every number
    const float inverse = inverse_of(most, LARGEST_CODE);
    scale = most / LARGEST_CODE;
    low = high = (ints){};
    if (inverse != 0) {
      low = __builtin_convertvector(a * inverse + 0x1.8p23f - 0x1.8p23f, ints);
      high = __builtin_convertvector(b * inverse + 0x1.8p23f - 0x1.8p23f, ints);
    }
  }

  INLINE_METHOD int32_t sum() const { return __builtin_reduce_add(low + high); }
};
