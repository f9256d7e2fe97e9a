/* system/sum.c -- sums: weighted sums of vectors as vectors of their own, of any number of terms.
 * What:    a sum p is a coordinate without mass, and three rows p - sum w q = 0 along the axes of the ground. A long sum is a tree of
 *          short ones, so that no block, no element of a matrix and no clique of the order grows with the number of terms.
 * Theory:  docs/theory.md, sums. The rows are linear: they are met to round-off, their forces do no work, and go from p to the terms by the
 *          weights.
 * Tests:   tests/steps/test_sums.c.
 */
#include "system/builder_private.h"

/* Terms of one block. Fewer make more unknowns, more make larger elements; between 4 and 16 a mesh costs the same within a tenth (measured on a
   face of 100 nodes, docs/performance.md). */
enum { TERMS = 8 };

/* A sum of at most TERMS terms. */
static int add_short(sn_builder *b, int n, const int *vectors, const double *weights)
{
  int v[TERMS + 1], is_length = 0;
  double w[TERMS + 1];
  sn_v3 value = {{0, 0, 0}}, rate = {{0, 0, 0}};
  SN_ASSERT(n <= TERMS);
  for (int k = 0; k < n; k++) {
    v[1 + k] = vectors[k];
    w[1 + k] = -weights[k];
    value = v3_axpy(value, weights[k], b->q.at[vectors[k]]);
    rate = v3_axpy(rate, weights[k], b->v.at[vectors[k]]);
    is_length = is_length || b->vector.at[vectors[k]].is_length;
  }
  const double penalty = b->penalty, augmented = b->augmented;
  const sn_frame ground = sn_ground_frame(b);
  v[0] = sn_vector_of(b, sn_add_vector(b, value, rate, is_length), SN_ROLE_COORDINATE);
  w[0] = 1;
  b->penalty = b->augmented = 0; /* a definition, no joint: it never gives way */
  sn_block_begin(b, &sn_law_constraint, "sum");
  b->penalty = penalty;
  b->augmented = augmented;
  if (b->error.status != SN_OK) {
    return -1;
  }
  b->block.at[b->block.n - 1].meets = b->block.at[b->block.n - 1].is_sum = 1;
  const int gap = sn_point_weights(b, n + 1, v, w);
  for (int j = 0; j < 3; j++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &ground, j), 0));
  }
  return v[0];
}

int sn_add_sum(sn_builder *b, int n, const int *vectors, const double *weights)
{
  if (b->error.status != SN_OK) {
    return -1;
  }
  SN_ASSERT(n >= 1);
  for (int k = 0; k < n; k++) {
    SN_ASSERT(vectors[k] >= 0 && vectors[k] < b->vector.n);
  }
  if (n <= TERMS) {
    return add_short(b, n, vectors, weights);
  }
  const int parts = (n + TERMS - 1) / TERMS;
  int *part = SN_NEW(b->scratch, int, parts);
  double *one = SN_NEW(b->scratch, double, parts);
  if (!part || !one) {
    (void)sn_builder_full(b);
    return -1;
  }
  for (int i = 0; i < parts; i++) { /* as even as possible */
    const int first = (int)((long)i * n / parts), end = (int)((long)(i + 1) * n / parts);
    part[i] = add_short(b, end - first, vectors + first, weights + first);
    one[i] = 1;
  }
  return sn_add_sum(b, parts, part, one);
}
