/* steps/ed_pattern.c -- which entries of the matrices of nodes and blocks can be other than zero; once for each type.
 * Why:     positions of a body do not see its rotations, a held point sees a position by one number, and the like: two thirds of
 *          the fill of a chain. A zero that holds at random configurations, stresses and weights is a zero of the structure.
 * Limits:  laws with branches (stops, friction, functions of time) and elastic blocks are taken as full.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "steps/ed_lanes.h"

static double any(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(*seed >> 11) / 9007199254740992.0 - 0.5;
}

SN_LANE_INLINE sn_lane any_lane(uint64_t *seed)
{
  sn_lane out = lane(0);
  for (int l = 0; l < SN_LANES; l++) {
    out[l] = any(seed);
  }
  return out;
}

/* rows and columns of the nodes: balances by the first two levels; those of eta where the block damps */
static void full(const ed_pack *p, unsigned char *mask)
{
  const sn_pack_type *t = p->type;
  const int n = p->n_local, nc = p->offset[t->n_node], has_y = p->has_y && !p->damped;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      mask[i * n + j] = 1;
    }
  }
  for (int r = 0; r < t->n_node && !has_y; r++) { /* eta does not see it */
    for (int i = p->offset[r] + 2 * t->shape[r].n1; i < p->offset[r + 1]; i++) {
      for (int j = 0; j < n; j++) {
        mask[i * n + j] = mask[j * n + i] = p->damped && j >= nc + 2 * p->n_mult;
      }
    }
  }
  const int nu = nc + 2 * p->n_mult;
  for (int i = nu; i < n && p->damped; i++) { /* nu sees eta only */
    for (int j = 0; j < n; j++) {
      int is_eta = 0;
      for (int r = 0; r < t->n_node; r++) {
        is_eta = is_eta || (j >= p->offset[r] + 2 * t->shape[r].n1 && j < p->offset[r + 1]);
      }
      mask[i * n + j] = mask[j * n + i] = is_eta || i == j;
    }
  }
}

/* What is left of terms that cancel is a zero; how large they were is seen in the row and in the column. */
static void mark(int n, const sn_lane *T, unsigned char *mask, double *row, double *column)
{
  for (int l = 0; l < SN_LANES; l++) {
    memset(row, 0, sizeof(double) * (size_t)n);
    memset(column, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        const double v = fabs(T[i * n + j][l]);
        row[i] = fmax(row[i], v);
        column[j] = fmax(column[j], v);
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        const double v = fabs(T[i * n + j][l]);
        mask[i * n + j] |= v > 1e-13 * row[i] || (v > 0 && v > 1e-13 * column[j]);
      }
    }
  }
}

/* softness of the rows of multipliers and of nu */
static void soft_entries(const ed_pack *p, unsigned char *mask)
{
  const int n = p->n_local, nc = p->offset[p->type->n_node], nm = p->n_mult;
  for (int i = 0; i < 2 * nm; i++) {
    for (int j = 0; j < 2 * nm; j++) {
      mask[(nc + i) * n + nc + j] |= p->type->rows == SN_ROWS_POINT || i % nm == j % nm;
    }
  }
  for (int i = nc + 2 * nm; i < n; i++) {
    mask[i * n + i] = 1;
  }
}

/* a linear constraint: its tangent at numbers that mean nothing */
static sn_status try_constraint(const sn_stepper *x, ed_pack *p, uint64_t *seed, sn_arena *arena, unsigned char *mask,
                                sn_error *error)
{
  const sn_arena_mark here = sn_arena_here(arena);
  const sn_pack_type *t = p->type;
  sn_lane *weight = SN_NEW(arena, sn_lane, t->n_weight);
  double *sizes = SN_NEW(arena, double, 2 * p->n_local);
  if (!weight || !sizes) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0; i < t->n_weight; i++) {
    weight[i] = any_lane(seed);
  }
  sn_pack is = *p->is;
  ed_pack trial = *p;
  is.weight = weight;
  trial.is = &is;
  for (int f = 0; f < t->n_form; f++) {
    trial.s_c[f] = any_lane(seed);
    trial.s_d[f] = any_lane(seed);
  }
  ed_pack_tangent(x, &trial, x->work);
  mark(p->n_local, x->work->T, mask, sizes, sizes + p->n_local);
  soft_entries(p, mask);
  sn_arena_reset(arena, here);
  return SN_OK;
}

/* a node: positions see themselves, and rotations where they share a mass */
static void mark_node(const sn_stepper *x, const sn_node_pack *p, unsigned char *mask)
{
  const sn_shape *h = &p->shape;
  const int damped = x->node[p->node[0]].damped, n1 = h->n1, o = 3 * h->has_x, n = (damped ? 3 : 2) * n1;
  int mixed = 0;
  for (int a = h->has_x; a < h->n_vec && h->has_x; a++) {
    mixed = mixed || p->has_mass[0][a];
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const int r = i % n1, c = j % n1, eta = (i >= 2 * n1) + (j >= 2 * n1);
      const int seen = r < o && c < o ? r == c : r >= o && c >= o ? 1 : mixed;
      mask[i * n + j] = (unsigned char)(seen && eta != 1);
    }
  }
  if (damped) { /* held where it has no inertia: in any direction */
    for (int i = 2 * n1; i < n; i++) {
      for (int j = 2 * n1; j < n; j++) {
        mask[i * n + j] = 1;
      }
    }
  }
}

static sn_status mark_nodes(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  unsigned char *last = NULL;
  for (int i = 0; i < x->n_node_pack; i++) {
    const sn_node_pack *p = x->node_pack + i, *before = p - 1;
    const int n = (x->node[p->node[0]].damped ? 3 : 2) * p->shape.n1;
    if (i == 0 || memcmp(&p->shape, &before->shape, sizeof p->shape) != 0 ||
        memcmp(p->has_mass, before->has_mass, sizeof p->has_mass) != 0) {
      last = SN_NEW(arena, unsigned char, n *n);
      if (!last) {
        return sn_no_memory(error, "the steps");
      }
      mark_node(x, p, last);
    }
    for (int l = 0; l < p->n; l++) {
      x->layout.mask[p->node[l]] = last;
    }
  }
  return SN_OK;
}

sn_status ed_mark_pattern(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  uint64_t seed = 20261115;
  const unsigned char *last = NULL;
  x->h = x->hh = 1;
  SN_TRY(mark_nodes(x, arena, error));
  for (int a = 0; a < x->s->n_vector; a++) {
    for (int i = 0; i < FIELDS; i++) {
      for (int k = 0; k < 3; k++) {
        x->vector[a].at[i][k] = any(&seed);
      }
    }
  }
  for (int i = 0; i < x->s->n_node; i++) {
    for (int k = 0; k < 3; k++) {
      x->node[i].axis[k] = v3(any(&seed), any(&seed), any(&seed));
    }
  }
  for (int i = 0; i < x->n_node_pack; i++) {
    ed_nodes_columns(x, x->node_pack + i);
  }
  for (int i = 0; i < x->packs.n; i++) {
    ed_pack *p = x->pack + i;
    if (i == 0 || p->type != p[-1].type) {
      unsigned char *mask = SN_NEW(arena, unsigned char, p->n_local * p->n_local);
      if (!mask) {
        return sn_no_memory(error, "the steps");
      }
      if (p->law->is_multiplier && p->type->n_node > 0) {
        SN_TRY(try_constraint(x, p, &seed, arena, mask, error));
      } else {
        full(p, mask);
      }
      last = mask;
    }
    for (int l = 0; l < p->is->n && p->element[l] >= 0; l++) {
      x->layout.mask[p->element[l]] = last;
    }
  }
  return SN_OK;
}
