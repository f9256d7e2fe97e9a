/* math/front_dense.c -- the kernels of dense fronts, once for every instruction set; see front.h, front_kernel.h, front_solve.h.
 * Why twice: vectors of four are lowered before functions are inlined, so each set is compiled from the text. No fused
 *          operations in either: the same bits on every processor.
 * Tests:   tests/math/test_linear.c compares the sets bit by bit.
 */
#include "math/front.h"

#include <math.h>
#include <string.h>

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed only between functions that are inlined */
#endif

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long bits __attribute__((vector_size(32), aligned(8), may_alias));
static const bits without_sign = {0x7fffffffffffffff, 0x7fffffffffffffff, 0x7fffffffffffffff, 0x7fffffffffffffff};
static const double least_ratio = 1e-10; /* of a pivot to what it was made of: below, other rows are asked */
static const double much_larger = 1e6;   /* entry of a row for its size: better than a pivot that is not sure */
enum {
  /* pivots of a large front that are eliminated before the rest of it hears of them; of half as many, weak ones find no row to change
     with (the gate of BBT went to KLU) */
  DEPTH = 2 * SN_FRONT_DEPTH / 3,
  DEEP = 128,  /* pivots in one pass over what they update: with a strip of it in the nearest cache */
  PANEL = 192, /* and rows, in the next one; a multiple of the rows of a tile */
  ALL_COLUMNS = -1,
  MOST_FOURS = 3 /* vectors in a row of a tile */
};

/* where the block of pivots that begins at `from` ends: behind all of those that may need each other's rows, and by fours */
static int block_end(const sn_dense *f, int from)
{
  int end = from + DEPTH;
  if (f->n_pivot - from <= DEPTH + DEPTH / 2) {
    return f->n_pivot;
  }
  while (f->unsure && end < f->n_pivot && f->unsure[end] && f->unsure[end] == f->unsure[end - 1]) {
    end++;
  }
  end += 3 - (end + 3) % 4;
  return end < f->n_pivot ? end : f->n_pivot;
}

#define KERNEL(name) plain_##name
#define TARGET
#define TILE_ROWS 1
#define BLOCK_FOURS 1
#include "math/front_block.h"
#include "math/front_kernel.h"
#include "math/front_solve.h"
#include "math/front_symmetric.h"
#undef KERNEL
#undef TARGET
#undef TILE_ROWS
#undef BLOCK_FOURS
const sn_dense_kernel sn_dense_plain = {plain_eliminate, plain_eliminate_symmetric, plain_forward,
                                        plain_forward_symmetric, plain_backward};

#ifdef __x86_64__
#define KERNEL(name) wide_##name
#define TARGET __attribute__((target("avx2")))
#define TILE_ROWS 4
#define BLOCK_FOURS 2
#include "math/front_block.h"
#include "math/front_kernel.h"
#include "math/front_solve.h"
#include "math/front_symmetric.h"
static const sn_dense_kernel wide = {wide_eliminate, wide_eliminate_symmetric, wide_forward, wide_forward_symmetric,
                                     wide_backward};

const sn_dense_kernel *sn_dense_best(void)
{
  return __builtin_cpu_supports("avx2") ? &wide : &sn_dense_plain;
}
#else
const sn_dense_kernel *sn_dense_best(void)
{
  return &sn_dense_plain;
}
#endif
