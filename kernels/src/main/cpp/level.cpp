// Compiled once for each level of instructions; LEVEL names its table.
#include "kernels.hpp"
#include "dot.hpp"

// Rows from which on a block of weights is brought into another order for them; scratch memory has space for it then.
#define MANY_ROWS 32
// Rows from which on codes of 4 bits become bytes.
#if defined(__AVX512VNNI__) || defined(__ARM_FEATURE_DOTPROD)
#define BYTE_ROWS_INT4 2
#else
#define BYTE_ROWS_INT4 INT64_MAX // bytes then take more instructions than pairs of codes
#endif
#define FEW_ROWS_INT4 8

// Rows and outputs that meet in registers: there are 32 of 512 bits, 16 of 256 or 32 of 128.
// Processors with the wide ones have an L2 of 1 MB or more, others of 256 kB or more.
#if defined(__AVX512F__)
#define BLOCK_BYTES (512 << 10)
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
#define BLOCK_BYTES (192 << 10)
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
#include "groups.hpp"
#include "cache_rows.hpp"
#include "attention.hpp"
#include "prompt_attention.hpp"
#include "towers.hpp"
#include "int8.hpp"
#include "int4.hpp"
#include "int4_bytes.hpp"

extern const struct kernels LEVEL = {multiply,   int8_multiply, int4_multiply, rms_norm,      swiglu,     add,
                                     round_rows, rope_append,   attend,        attend_prompt, layer_norm, activate};
