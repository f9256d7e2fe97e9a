/* system/builder_mass.c -- masses of a system in the making, and which item gave which mass and made which blocks. See builder.h.
 * Theory:  docs/theory.md, masses: one number per pair of vectors; of a rigid body by its Euler tensor.
 */
#include <math.h>

#include "system/builder_private.h"

void sn_add_mass(sn_builder *b, int vector_a, int vector_b, double m)
{
  if (m == 0 || !SN_PUSH(b, b->mass)) {
    return;
  }
  const int first = vector_a < vector_b ? vector_a : vector_b, last = vector_a < vector_b ? vector_b : vector_a;
  SN_ASSERT(b->error.status != SN_OK || (first >= 0 && last < b->vector.n));
  b->mass.at[b->mass.n++] = (sn_mass_pair){first, last, m};
  sn_add_held_mass(b, first, last, m);
}

void sn_add_held_mass(sn_builder *b, int vector_a, int vector_b, double m)
{
  if (m == 0 || !SN_PUSH(b, b->item_mass)) {
    return;
  }
  const int first = vector_a < vector_b ? vector_a : vector_b, last = vector_a < vector_b ? vector_b : vector_a;
  b->item_mass.at[b->item_mass.n++] = (sn_item_mass){b->item, first, last, m};
}

/* The first of n rows, sorted by item, whose item is not below `item`. */
static int first_of(const sn_builder *b, int n, int item, int (*item_at)(const sn_builder *b, int k))
{
  int lo = 0, hi = n;
  while (lo < hi) {
    const int mid = lo + (hi - lo) / 2;
    if (item_at(b, mid) < item) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo;
}

static int item_of_mass(const sn_builder *b, int k)
{
  return b->item_mass.at[k].item;
}

static int item_of_block(const sn_builder *b, int k)
{
  return b->block.at[k].item;
}

int sn_builder_masses_of(const sn_builder *b, int item, const sn_item_mass **out)
{
  const int first = first_of(b, b->item_mass.n, item, item_of_mass);
  *out = b->item_mass.at + first;
  SN_ASSERT(first >= 0 && first <= b->item_mass.n);
  return first_of(b, b->item_mass.n, item + 1, item_of_mass) - first;
}

int sn_builder_blocks_of(const sn_builder *b, int item, int *first)
{
  *first = first_of(b, b->block.n, item, item_of_block);
  return first_of(b, b->block.n, item + 1, item_of_block) - *first;
}

void sn_add_weight(sn_builder *b, int vector, double m)
{
  if (m != 0 && SN_PUSH(b, b->heavy)) {
    b->heavy.at[b->heavy.n++] = (sn_mass_pair){vector, vector, m};
  }
}

void sn_add_rigid_mass(sn_builder *b, const sn_frame *at, double mass, sn_v3 centre, const double inertia[3][3])
{
  /* Euler tensor about the node: E = tr(J)/2 I - J + m c c^T; entries at round-off are exact zeros (massless directors) */
  const double half = 0.5 * (inertia[0][0] + inertia[1][1] + inertia[2][2]);
  double E[3][3], largest = 0;
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      E[k][l] = (k == l ? half : 0) - 0.5 * (inertia[k][l] + inertia[l][k]) + mass * centre.x[k] * centre.x[l];
      largest = fmax(largest, fabs(E[k][l]));
    }
  }
  if (b->error.status != SN_OK) {
    return;
  }
  SN_ASSERT(at->n <= 4);
  int of[4] = {0}; /* position, d1, d2, d3 */
  for (int k = 0; k < at->n; k++) {
    of[b->vector.at[at->vector[k]].role] = at->vector[k];
  }
  sn_add_mass(b, of[0], of[0], mass);
  for (int k = 0; k < 3; k++) {
    sn_add_mass(b, of[0], of[1 + k], mass * centre.x[k]);
    for (int l = k; l < 3; l++) {
      if (fabs(E[k][l]) > 1e-13 * largest) {
        sn_add_mass(b, of[1 + k], of[1 + l], E[k][l]);
      }
    }
  }
}
