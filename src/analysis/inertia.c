/* analysis/inertia.c -- masses in node unknowns, at rest in axes that rotate steadily.
 * Theory:  docs/theory-modes.md (3). The mass is one number per pair of vectors, so in axes that turn with w every vector has the
 *          acceleration q'' + 2 w x q' + w x (w x q): mass, Coriolis and centrifugal terms are the same sum over pairs with
 *          1, 2 w x and w x (w x in between. Positions count from a point on the axis, directors from nowhere.
 * Tests:   tests/analysis/test_modes.c
 */
#include "analysis/statics_private.h"
#include <string.h>

static sn_v3 turned(const sn_instant *m, sn_inertia kind, sn_v3 x)
{
  const sn_v3 w = m->rotation;
  return kind == SN_INERTIA_MASS       ? x
         : kind == SN_INERTIA_CORIOLIS ? v3_scale(2, v3_cross(w, x))
                                       : v3_cross(w, v3_cross(w, x));
}

static void add_node(sn_still *w, sn_inertia kind, int i, sn_lin *to)
{
  const sn_instant *m = w->m;
  const sn_node *node = m->s->node + i;
  const int n = m->node[i].size;
  SN_ASSERT(kind < SN_INERTIA_KINDS && n <= SN_NODE_UNKNOWNS);
  sn_v3 C[4][SN_NODE_UNKNOWNS];
  sn_instant_columns(m, i, C);
  memset(w->local, 0, (size_t)(n * n) * sizeof(double));
  for (int k = 0; k < n; k++) {
    for (int b = 0; b < node->n_vec; b++) {
      const sn_v3 x = turned(m, kind, C[b][k]);
      for (int a = 0; a < node->n_vec; a++) {
        for (int j = 0; j < n; j++) {
          w->local[j * n + k] += node->mass[a][b] * v3_dot(C[a][j], x);
        }
      }
    }
  }
  sn_lin_add(to, i, w->local);
}

static void add_pair(sn_still *w, sn_inertia kind, int p, sn_lin *to)
{
  const sn_instant *m = w->m;
  const sn_mass_pair *pair = m->s->pair + m->pair[p];
  const sn_vector *a = m->s->vector + pair->a, *b = m->s->vector + pair->b;
  const int na = m->node[a->node].size, nb = m->node[b->node].size, n = na + nb;
  SN_ASSERT(a->node >= 0 && b->node >= 0 && a->node != b->node);
  SN_ASSERT(w->pattern.count[w->pair_element + p] == n);
  sn_v3 A[4][SN_NODE_UNKNOWNS], B[4][SN_NODE_UNKNOWNS];
  sn_instant_columns(m, a->node, A);
  sn_instant_columns(m, b->node, B);
  memset(w->local, 0, (size_t)(n * n) * sizeof(double));
  for (int j = 0; j < na; j++) {
    for (int k = 0; k < nb; k++) {
      w->local[j * n + na + k] = pair->m * v3_dot(A[a->slot][j], turned(m, kind, B[b->slot][k]));
      w->local[(na + k) * n + j] = pair->m * v3_dot(B[b->slot][k], turned(m, kind, A[a->slot][j]));
    }
  }
  sn_lin_add(to, w->pair_element + p, w->local);
}

void sn_still_inertia(sn_still *w, sn_inertia kind, sn_lin *to)
{
  for (int i = 0; i < w->m->s->n_node; i++) {
    add_node(w, kind, i, to);
  }
  for (int p = 0; p < w->m->n_pair; p++) {
    add_pair(w, kind, p, to);
  }
}

/* What of a vector turns: positions about the centre, scalars not at all. */
static sn_v3 from_axis(const sn_instant *m, int vector)
{
  const int is_place = m->s->vector[vector].role == SN_ROLE_POSITION;
  return sn_is_scalar_vector(m->s, vector) ? v3(0, 0, 0) : is_place ? v3_sub(m->q[vector], m->centre) : m->q[vector];
}

/* Uses total, which is made anew from f later. */
void sn_still_centrifugal(sn_still *w)
{
  sn_instant *m = w->m;
  const sn_system *s = m->s;
  if (!(v3_norm(m->rotation) > 0)) {
    return;
  }
  SN_ASSERT(w->total != w->f && w->total != m->force);
  for (int i = 0; i < s->n_vector; i++) {
    const sn_v3 from = from_axis(m, i);
    w->total[i] = turned(m, SN_INERTIA_CENTRIFUGAL, from);
    m->force[i] = v3(0, 0, 0);
  }
  sn_instant_times_mass(m, w->total, -1, m->force);
  for (int i = 0; i < s->n_vector; i++) {
    const sn_v3 from = from_axis(m, i);
    w->f[i] = v3_add(w->f[i], m->force[i]);
    w->energy -= 0.5 * v3_dot(from, m->force[i]); /* -1/2 (w x q) M (w x q) */
    const double f = s->vector[i].is_length ? v3_norm(m->force[i]) : v3_norm(m->force[i]) / s->extent;
    w->force = fmax(w->force, s->vector[i].freedom == SN_FREE ? f : 0);
  }
}
