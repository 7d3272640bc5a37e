// Compiled once for each level of instructions; LEVEL names its table.
#include "kernels.hpp"
#include "lanes.hpp"

// Outputs that several rows meet one after the other: their weights should stay in the second cache.
INLINE long outputs_at_a_time(long rows, long outputs, long row_bytes) {
  const long fit = (256 << 10) / (row_bytes + 1);
  return rows == 1 ? outputs : fit < 16 ? 16 : fit & -16;
}

// Rows and outputs that meet in registers: there are 32 of 512 bits, or 16 of 256.
#if defined(__AVX512F__)
#define TILE_ROWS 4
#define TILE_OUTPUTS 2
#define INT8_ROWS 4
#define INT8_OUTPUTS 4
#define INT4_ROWS 4
#define INT4_SIDES 2
#else
#define TILE_ROWS 2
#define TILE_OUTPUTS 1
#define INT8_ROWS 2
#define INT8_OUTPUTS 2
#define INT4_ROWS 2
#define INT4_SIDES 1
#endif

#include "rows.hpp"
#include "attention.hpp"
#include "int8.hpp"
#include "int4.hpp"

extern const struct kernels LEVEL = {multiply, rms_norm, gate, attend, int8_multiply, int4_multiply};
