// Compiled once for each level of instructions; LEVEL names its table.
#include "kernels.hpp"
#include "lanes.hpp"

// Outputs that several rows meet one after the other: their weights should stay in the second cache.
INLINE long outputs_at_a_time(long rows, long outputs, long row_bytes) {
  const long fit = (256 << 10) / (row_bytes + 1);
  return rows == 1 ? outputs : fit < 16 ? 16 : fit & -16;
}

// Rows from which on a block of weights is brought into another order for them; there is room for it then.
#define MANY_ROWS 32
#if defined(__AVX512VNNI__)
#define MANY_ROWS_INT4 MANY_ROWS
#else
#define MANY_ROWS_INT4 INT64_MAX // bytes then take more instructions than pairs of codes
#endif

// Rows and outputs that meet in registers: there are 32 of 512 bits, or 16 of 256.
#if defined(__AVX512F__)
#define TILE_ROWS 4
#define TILE_OUTPUTS 2
#define INT8_ROWS 8
#define INT8_PANELS 3
#define INT4_ROWS 4
#define INT4_SIDES 2
#define PROMPT_ROWS_INT4 3
#define PROMPT_VECTORS_INT4 4
#define SCORE_ROWS 8
#define SCORE_VECTORS 3
#define VALUE_VECTORS 2
#else
#define TILE_ROWS 2
#define TILE_OUTPUTS 1
#define INT8_ROWS 4
#define INT8_PANELS 1
#define INT4_ROWS 2
#define INT4_SIDES 1
#define PROMPT_ROWS_INT4 2
#define PROMPT_VECTORS_INT4 1
#define SCORE_ROWS 6
#define SCORE_VECTORS 1
#define VALUE_VECTORS 1
#endif

#include "rows.hpp"
#include "attention.hpp"
#include "prompt_attention.hpp"
#include "int8.hpp"
#include "int4.hpp"
#include "prompts.hpp"

extern const struct kernels LEVEL = {multiply, int8_multiply, int4_multiply, rms_norm, gate,
                                     add,      narrow,        enter,         attend,   attend_prompt};
