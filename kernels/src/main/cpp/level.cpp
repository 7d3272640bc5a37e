// Compiled once for each level of instructions; LEVEL names its table.
#include "kernels.hpp"
#include "dot.hpp"

// Rows from which on 4-bit weights are unpacked for them; scratch memory has space for it then.
#define MANY_ROWS 32
// Rows and outputs that meet in registers: there are 32 of 512 bits, 16 of 256 or 32 of 128.
// Processors with the wide ones have an L2 of 1 MB or more, others of 256 kB or more.
#if defined(__AVX512F__)
#define BLOCK_BYTES (512 << 10)
#define TILE_ROWS 4
#define TILE_OUTPUTS 2
#define FEW_CODE_ROWS 8
#define CODE_PANELS 2
#define FEW_BYTE_ROWS 8
#define MANY_BYTE_ROWS 5
#define BYTE_PANELS 2
#if defined(__AVX512VNNI__)
#define MANY_CODE_ROWS 5
#define BYTE_STEPS 16
#else
#define MANY_CODE_ROWS 4
#define BYTE_STEPS 2
#endif
#define SCORE_ROWS 8
#define SCORE_VECTORS 3
#define VALUE_VECTORS 2
#else
#define BLOCK_BYTES (192 << 10)
#define TILE_ROWS 2
#define TILE_OUTPUTS 1
#define FEW_CODE_ROWS 2
#define MANY_CODE_ROWS 2
#define CODE_PANELS 1
#define FEW_BYTE_ROWS 4
#define MANY_BYTE_ROWS 4
#define BYTE_PANELS 1
#define BYTE_STEPS 2
#define SCORE_ROWS 6
#define SCORE_VECTORS 1
#define VALUE_VECTORS 1
#endif

#include "rows.hpp"
#include "groups.hpp"
#include "turn.hpp"
#include "cache_rows.hpp"
#include "attention.hpp"
#include "prompt_attention.hpp"
#include "towers.hpp"
#include "int8.hpp"
#include "int4.hpp"

extern const struct kernels LEVEL = {multiply,   int8_multiply, int4_multiply, rms_norm,      swiglu,     add,
                                     round_rows, rope_append,   attend,        attend_prompt, layer_norm, activate};
