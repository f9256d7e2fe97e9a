/* steps/ed/pattern.c -- which entries of the matrices of the energy-decaying step can be other than zero (steps/pattern.h).
 * Limits:  laws with branches (stops, friction, functions of time) and elastic blocks are taken as full.
 */
#include "steps/pattern.h"
#include "steps/ed/lanes.h"

/* rows and columns of the nodes: balances by the first two levels; those of eta where the block damps */
static void full(const sn_law_pack *p, unsigned char *mask)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nc = p->is->offset[t->n_node], has_y = p->has_y && !p->damped;
  SN_ASSERT(nc + (p->damped ? 3 : 2) * p->n_mult <= n); /* and multipliers that friction follows */
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      mask[i * n + j] = 1;
    }
  }
  for (int r = 0; r < t->n_node && !has_y; r++) { /* eta does not see it */
    for (int i = p->is->offset[r] + 2 * t->shape[r].n1; i < p->is->offset[r + 1]; i++) {
      for (int j = 0; j < n; j++) {
        mask[i * n + j] = mask[j * n + i] = p->damped && j >= nc + 2 * p->n_mult;
      }
    }
  }
  const int nu = nc + 2 * p->n_mult;
  SN_ASSERT(!p->damped || nu + p->n_mult == n);
  for (int i = nu; i < n && p->damped; i++) { /* nu sees eta only */
    for (int j = 0; j < n; j++) {
      int is_eta = 0;
      for (int r = 0; r < t->n_node; r++) {
        is_eta = is_eta || (j >= p->is->offset[r] + 2 * t->shape[r].n1 && j < p->is->offset[r + 1]);
      }
      mask[i * n + j] = mask[j * n + i] = is_eta || i == j;
    }
  }
}

/* softness of the rows of multipliers and of nu */
static void soft_entries(const sn_law_pack *p, unsigned char *mask)
{
  const int n = p->is->n_local, nc = p->is->offset[p->type->n_node], nm = p->n_mult;
  SN_ASSERT(nm > 0 && nc + (p->damped ? 3 : 2) * nm == n);
  for (int i = 0; i < 2 * nm; i++) {
    for (int j = 0; j < 2 * nm; j++) {
      mask[(nc + i) * n + nc + j] |= p->type->rows == SN_ROWS_POINT || i % nm == j % nm;
    }
  }
  for (int i = nc + 2 * nm; i < n; i++) {
    mask[i * n + i] = 1;
  }
}

/* a linear constraint: its tangent at numbers that mean nothing; units are one: those of a very light model vanish beside the softness
   of its rows */
static sn_status try_constraint(const sn_stepper *x, sn_law_pack *p, uint64_t *seed, sn_arena *arena,
                                unsigned char *mask, sn_error *error)
{
  const sn_arena_mark here = sn_arena_here(arena);
  const sn_pack_type *t = p->type;
  SN_ASSERT(p->law->is_multiplier && x->now.h == 1 && x->now.hh == 1);
  sn_lane *weight = SN_NEW(arena, sn_lane, t->n_weight), *unit = SN_NEW(arena, sn_lane, p->n_mult);
  double *sizes = SN_NEW(arena, double, 2 * p->is->n_local);
  if (!weight || !unit || !sizes) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0; i < t->n_weight; i++) {
    weight[i] = sn_any_lane(seed);
  }
  sn_pack is = *p->is;
  sn_law_pack trial = *p;
  is.weight = weight;
  trial.is = &is;
  trial.unit = unit;
  for (int i = 0; i < p->n_mult; i++) {
    unit[i] = lane(1);
  }
  for (int f = 0; f < t->n_form; f++) {
    trial.s_c[f] = sn_any_lane(seed);
    trial.s_d[f] = sn_any_lane(seed);
  }
  ed_pack_tangent(x, &trial, x->work);
  sn_mark_entries(p->is->n_local, x->work->law.T, mask, sizes);
  soft_entries(p, mask);
  sn_arena_reset(arena, here);
  return SN_OK;
}

sn_status ed_mark_pattern(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  uint64_t seed = 20261115;
  const unsigned char *last = NULL;
  x->now.h = x->now.hh = 1;
  SN_ASSERT(x->work && x->all.layout.n_element > 0);
  SN_TRY(sn_mark_nodes(&x->all.packs, 2, &x->all.layout, arena, error));
  SN_TRY(sn_mark_pairs(x->s, 2, &x->all.layout, arena, error));
  for (int a = 0; a < x->s->n_vector; a++) {
    for (int i = 0; i < FIELDS; i++) {
      for (int k = 0; k < 3; k++) {
        x->vector[a].at[i][k] = sn_any(&seed);
      }
    }
  }
  for (int i = 0; i < x->s->n_node; i++) {
    for (int k = 0; k < 3; k++) {
      x->node[i].axis[k] = v3(sn_any(&seed), sn_any(&seed), sn_any(&seed));
    }
  }
  for (int i = 0; i < x->all.packs.n_node; i++) {
    ed_nodes_columns(x, x->all.packs.node + i);
  }
  for (int i = 0; i < x->all.packs.n; i++) {
    sn_law_pack *p = x->pack + i;
    if (i == 0 || p->type != p[-1].type) {
      unsigned char *mask = SN_NEW(arena, unsigned char, p->is->n_local * p->is->n_local);
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
    for (int l = 0; l < p->is->n && p->is->element[l] >= 0; l++) {
      SN_ASSERT(last && x->all.layout.count[p->is->element[l]] == p->is->n_local);
      x->all.layout.mask[p->is->element[l]] = last;
    }
  }
  return SN_OK;
}
