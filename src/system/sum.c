/* system/sum.c -- sums: weighted sums of vectors as vectors of their own, of any number of terms.
 * What:    a sum p is a coordinate without mass, and three rows p - sum w q = 0 along the axes of the ground. A long sum is a tree of
 *          short ones, so that no block, no element of a matrix and no clique of the order grows with the number of terms.
 * Theory:  docs/theory.md, sums. The rows are linear: they are met to round-off, their forces do no work, and go from p to the terms by the
 *          weights.
 * Tests:   tests/steps/test_sums.c.
 */
#include <math.h>
#include <stdlib.h>

#include "system/builder_private.h"

/* Terms of one block. Fewer make more unknowns, more make larger elements. Measured on a net of 100 points that carries a body on its mean
   (`ep`, ten steps, millions of instructions; on one point 36): 174 with 3 terms, 97 with 5, 69 with 16. */
enum { TERMS = 16 };
static const double round_off = 1e-12; /* weights of a sum that does not move with the model add up to this or less */

/* A sum of at most TERMS terms. */
static int add_short(sn_builder *b, int n, const int *vectors, const double *weights)
{
  int v[TERMS + 1], is_length = 0;
  double w[TERMS + 1], place = 0;
  sn_v3 value = {{0, 0, 0}}, rate = {{0, 0, 0}};
  SN_ASSERT(n <= TERMS);
  for (int k = 0; k < n; k++) {
    v[1 + k] = vectors[k];
    w[1 + k] = -weights[k];
    value = v3_axpy(value, weights[k], b->q.at[vectors[k]]);
    rate = v3_axpy(rate, weights[k], b->v.at[vectors[k]]);
    place += weights[k] * b->vector.at[vectors[k]].place;
    is_length = is_length || b->vector.at[vectors[k]].is_length;
  }
  const double penalty = b->penalty, augmented = b->augmented;
  const sn_frame ground = sn_ground_frame(b);
  v[0] = sn_vector_of(b, sn_add_vector(b, value, rate, is_length), SN_ROLE_COORDINATE);
  w[0] = 1;
  b->penalty = b->augmented = 0; /* a definition, not a joint: it is never compliant */
  sn_block_begin(b, &sn_law_constraint, "sum");
  b->penalty = penalty;
  b->augmented = augmented;
  if (b->error.status != SN_OK) {
    return -1;
  }
  b->vector.at[v[0]].place = fabs(place) < round_off ? 0 : place;
  b->block.at[b->block.n - 1].meets = b->block.at[b->block.n - 1].is_sum = 1;
  const int gap = sn_interpolate(b, n + 1, v, w);
  for (int j = 0; j < 3; j++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &ground, j), 0));
  }
  return v[0];
}

/* A term and where it is along the axis at hand. */
typedef struct {
  double at;
  int term;
} placed;

static int by_place(const void *x, const void *y)
{
  const placed *a = x, *b = y;
  return a->at != b->at ? (a->at < b->at ? -1 : 1) : a->term < b->term ? -1 : a->term > b->term;
}

/* The axis along which terms are farthest apart. */
static int longest_axis(const sn_builder *b, const int *vectors, const placed *list, int n)
{
  double extent[3];
  for (int k = 0; k < 3; k++) {
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < n; i++) {
      const double x = b->q.at[vectors[list[i].term]].x[k];
      least = fmin(least, x);
      most = fmax(most, x);
    }
    extent[k] = most - least;
  }
  const int first = extent[1] > extent[0];
  return extent[2] > extent[first] ? 2 : first;
}

/* Puts terms into an order in which parts of equal size are close together: halves along the longest axis, and halves of these. A part that
   is close together is a small piece of a mesh, which costs the elimination little. */
static void gather(const sn_builder *b, const int *vectors, placed *list, int n, int parts)
{
  if (parts < 2) {
    return;
  }
  const int axis = longest_axis(b, vectors, list, n), half = parts / 2, middle = (int)((long)half * n / parts);
  for (int i = 0; i < n; i++) {
    list[i].at = b->q.at[vectors[list[i].term]].x[axis];
  }
  qsort(list, (size_t)n, sizeof *list, by_place);
  gather(b, vectors, list, middle, half);
  gather(b, vectors, list + middle, n - middle, parts - half);
}

/* Sums of parts of the terms, as even as possible; v, w: the parts in place of the terms. Returns how many. */
static int add_parts(sn_builder *b, int n, int *v, double *w)
{
  const int parts = (n + TERMS - 1) / TERMS;
  for (int i = 0; i < parts; i++) {
    const int first = (int)((long)i * n / parts), end = (int)((long)(i + 1) * n / parts);
    v[i] = add_short(b, end - first, v + first, w + first);
    w[i] = 1;
  }
  return parts;
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
  placed *list = SN_NEW(b->scratch, placed, n);
  int *v = SN_NEW(b->scratch, int, n);
  double *w = SN_NEW(b->scratch, double, n);
  if (!list || !v || !w) {
    (void)sn_builder_full(b);
    return -1;
  }
  for (int k = 0; k < n; k++) {
    list[k].term = k;
  }
  gather(b, vectors, list, n, (n + TERMS - 1) / TERMS);
  for (int k = 0; k < n; k++) {
    v[k] = vectors[list[k].term];
    w[k] = weights[list[k].term];
  }
  while (n > TERMS && b->error.status == SN_OK) {
    n = add_parts(b, n, v, w);
  }
  return b->error.status == SN_OK ? add_short(b, n, v, w) : -1;
}
