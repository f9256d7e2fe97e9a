/* instant/refine.c -- what parts that are very light beside their neighbours cost in digits, won back.
 * Why:     a node is eliminated before the joints that hold it: -G W^-1 G^T of a mass of 1e-12 kg beside that of a joint's other part of
 *          1 kg is a sum of 1e12 and 1, of which four digits of the second are left: reactions were off by as much.
 * What:    the residual of the equations as they were before the elimination, by masses and rows themselves, and a solve for it with
 *          the same factors, until nothing changes. Models without such neighbours do not come here.
 * Limits:  not where rows depend on each other: what is left of these is no error.
 * Tests:   tests/mechanisms/test_light_parts.c
 */
#include "instant/unknowns.h"
#include <string.h>

#define UNEVEN 1e6 /* masses of neighbours; digits that are lost */

/* Mass of a node, or of its directors. */
static double weight_of(const sn_node *n, int directors)
{
  double sum = 0;
  for (int a = n->has_x; directors && a < n->n_vec; a++) {
    sum += n->mass[a][a];
  }
  return directors ? sum : n->has_x ? n->mass[0][0] : 0;
}

static int uneven(const sn_instant *m, const sn_block *b, int directors)
{
  double least = INFINITY, most = 0;
  for (int k = 0; k < b->n_node; k++) {
    const double w = weight_of(m->s->node + b->node[k], directors);
    least = w > 0 ? fmin(least, w) : least;
    most = fmax(most, w);
  }
  return most > UNEVEN * least;
}

sn_status sn_instant_find_uneven(sn_instant *m, sn_arena *arena)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_instant_block(m, m->constraint + i);
    m->uneven = m->uneven || uneven(m, b, 0) || uneven(m, b, 1);
  }
  if (!m->uneven) {
    return SN_OK;
  }
  m->asked = SN_NEW(arena, double, m->n_unknown);
  m->found = SN_NEW(arena, double, m->n_unknown);
  m->rates = SN_NEW(arena, sn_v3, m->s->n_vector);
  return m->asked && m->found && m->rates ? SN_OK : SN_ENOMEM;
}

/* rhs = asked - A found */
static void find_residual(sn_instant *m)
{
  double *r = m->rhs;
  const double *x = m->found;
  memset(r, 0, (size_t)m->n_unknown * sizeof *r);
  memset(m->rates, 0, (size_t)m->s->n_vector * sizeof *m->rates);
  sn_instant_spread(m, x, m->rates);
  sn_instant_momenta(m, m->rates, r);
  sn_instant_add_light(m, m->rates, r);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    if (c->first < 0) {
      continue;
    }
    sn_instant_copy_rows(m, c, m->local);
    for (int k = 0, at = 0; k < b->n_node; at += m->node[b->node[k]].size, k++) {
      const sn_instant_node *node = m->node + b->node[k];
      for (int e = 0; e < c->n_row * node->size; e++) {
        const int row = e / node->size, j = e % node->size;
        const double g = m->local[row * c->n_local + at + j];
        r[node->first + j] += g * x[c->first + row];
        r[c->first + row] += g * x[node->first + j];
      }
    }
  }
  for (int i = 0; i < m->n_unknown; i++) {
    r[i] = m->asked[i] - r[i];
  }
}

void sn_instant_keep_asked(sn_instant *m)
{
  if (m->uneven) {
    memcpy(m->asked, m->rhs, (size_t)m->n_unknown * sizeof *m->asked);
  }
}

/* Squares of what nodes and multipliers have: all rates as those of lengths, all multipliers as forces, by the size of the model, so that
   no unit decides when enough is refined. */
typedef struct {
  double motion, force;
} size;

static size size_of(const sn_instant *m, const double *x)
{
  size sum = {0, 0};
  for (int i = 0; i < m->s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++) {
      const double rate = x[m->node[i].first + j] * (sn_unknown_is_length(m->s->node + i, j) ? 1 : m->s->extent);
      sum.motion += rate * rate;
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      const int dimension = sn_row_dimension(sn_instant_block(m, c), r);
      const double by = dimension == 0 ? 1 / m->s->extent : dimension == 1 ? 1 : m->s->extent;
      const double force = x[c->first + r] * by;
      sum.force += force * force;
    }
  }
  return sum;
}

sn_status sn_instant_refine(sn_instant *m, sn_status (*solve)(sn_instant *, sn_error *), sn_error *error)
{
  enum { MOST = 6 };
  double before = INFINITY;
  if (!m->uneven || m->n_dependent > 0) {
    return SN_OK;
  }
  memcpy(m->found, m->xi, (size_t)m->n_unknown * sizeof *m->found);
  for (int i = 0; i < MOST; i++) {
    find_residual(m);
    SN_TRY(solve(m, error));
    const size change = size_of(m, m->xi), all = size_of(m, m->found);
    const double sum =
        (all.motion > 0 ? change.motion / all.motion : 0) + (all.force > 0 ? change.force / all.force : 0);
    for (int k = 0; k < m->n_unknown; k++) {
      m->found[k] += m->xi[k];
    }
    if (!(sum < before) || sum <= 1e-30) {
      break;
    }
    before = sum;
  }
  memcpy(m->xi, m->found, (size_t)m->n_unknown * sizeof *m->xi);
  return SN_OK;
}
