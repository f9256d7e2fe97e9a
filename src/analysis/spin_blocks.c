/* analysis/spin_blocks.c -- what springs and dampers on steadily spinning rotors add to the equations of small motion.
 * Theory:  docs/theory-modes.md (M.10). Beside a rotor with the spin w a motion x (displacements, rotation vectors r) changes directors by
 *          r x d and their velocities by r x (w x d) + r' x d. A damper whose axes turn with the rotor then resists displacements too:
 *          rotating damping, which drives whirl above the critical speed.
 * Check:   stiffness and damping must be the same in space when the rotor has turned, else the coefficients are functions of time and
 *          there are no modes.
 * Tests:   tests/mechanisms/test_bushings.c (against closed forms, linearize and a run)
 */
#include "analysis/modes_private.h"
#include "math/rotation.h"
#include "system/kernel.h"
#include <string.h>

enum { MOST_FORMS = SN_MAX_COMPOSITE_FORMS };
static const double same = 1e-6; /* change of a matrix when the rotor turns, over its size, that is round-off */

typedef struct {
  sn_linear *l;
  sn_v3 *q, *v, *dq, *dv, *none; /* n_vector: the rotors a radian further, and their velocities; a direction; zeros */
  double *now, *later;           /* two local matrices */
} work;

/* Stresses of a block, and their change along a direction. */
static void stresses(const work *x, const sn_block *b, const sn_v3 *q, const sn_v3 *v, double *s, double *ds)
{
  const int n = b->n_form;
  double e[MOST_FORMS], rate[MOST_FORMS], de[MOST_FORMS], drate[MOST_FORMS], more[MOST_FORMS];
  SN_ASSERT(n <= MOST_FORMS && b->n_vec <= SN_MAX_BLOCK_VECTORS);
  sn_forms(b, q, e);
  sn_form_speeds(b, q, v, rate);
  sn_form_speeds(b, q, x->dq, de);
  sn_form_speeds(b, q, x->dv, drate);
  sn_form_speeds(b, x->dq, v, more);
  for (int k = 0; k < n; k++) {
    drate[k] += more[k];
  }
  if (b->law->stress_at) {
    double D[MOST_FORMS * MOST_FORMS], C[MOST_FORMS * MOST_FORMS];
    b->law->stress_at(b, &(sn_form_point){e, rate, x->l->m->internal, x->l->m->t}, s, D, C);
    for (int k = 0; k < n; k++) {
      ds[k] = 0;
      for (int j = 0; j < n; j++) {
        ds[k] += D[k * n + j] * de[j] + C[k * n + j] * drate[j];
      }
    }
  } else if (b->law->is_scalar) {
    double G[MOST_FORMS], H[MOST_FORMS * MOST_FORMS], turned[MOST_FORMS], d[3];
    sn_scalar_point at = {.t = x->l->m->t, .load = x->l->m->load};
    at.x = sn_composite(b, x->l->m->internal, e, G, H) - sn_drive(b, x->l->m->internal, x->l->m->t);
    double deps = 0, deps_rate = 0;
    for (int k = 0; k < n; k++) {
      turned[k] = 0;
      for (int j = 0; j < n; j++) {
        turned[k] += H[k * n + j] * de[j];
      }
      at.rate += G[k] * rate[k];
      deps += G[k] * de[k];
      deps_rate += G[k] * drate[k] + turned[k] * rate[k];
    }
    const double tau = b->law->scalar_stress(b, &at, d);
    for (int k = 0; k < n; k++) {
      s[k] = tau * G[k];
      ds[k] = (d[0] * deps + d[1] * deps_rate) * G[k] + tau * turned[k];
    }
  } else if (b->law->tangent) {
    double D[MOST_FORMS * MOST_FORMS], *at = D;
    b->law->tangent(b, e, s, D);
    for (int i = 0, first = 0; i < b->n_energy; first += b->energy[i++].of->n) {
      const int m = b->energy[i].of->n;
      for (int k = 0; k < m; k++, at += m) {
        ds[first + k] = 0;
        for (int j = 0; j < m; j++) {
          ds[first + k] += at[j] * de[first + j];
        }
      }
    }
  } else { /* linear in the strains, or in their rates; a constant strain is in e */
    b->law->stress(b, b->law->is_rate ? rate : e, s);
    b->law->stress(b, b->law->is_rate ? drate : de, ds);
  }
}

/* The direction of unknown j of a node: of its place and rotations, or of their rates. */
static void point_along(work *x, const sn_v3 *q, const sn_v3 *v, int node, int j, int by_rate)
{
  const sn_node *n = x->l->m->s->node + node;
  const sn_v3 axis = j < n->n_x ? v3(j == 0, j == 1, j == 2) : x->l->m->node[node].axis[j - n->n_x];
  for (int a = 0; a < n->n_vec; a++) {
    const int k = n->vector[a];
    const int turns = j >= n->n_x, is_x = a < n->has_x;
    const sn_v3 step = turns ? (is_x ? v3(0, 0, 0) : v3_cross(axis, q[k])) : is_x ? axis : v3(0, 0, 0);
    x->dq[k] = by_rate ? v3(0, 0, 0) : step;
    x->dv[k] = by_rate ? step : turns && !is_x ? v3_cross(axis, v[k]) : v3(0, 0, 0);
  }
}
static void point_nowhere(work *x, int node)
{
  const sn_node *n = x->l->m->s->node + node;
  for (int a = 0; a < n->n_vec; a++) {
    x->dq[n->vector[a]] = x->dv[n->vector[a]] = v3(0, 0, 0);
  }
}

/* Adds factor times the derivative of the forces B^T s of a block by its unknowns, or by their rates. */
static void add_matrix(work *x, const sn_block *b, const sn_v3 *q, const sn_v3 *v, int by_rate, double factor,
                       double *out)
{
  const sn_instant *m = x->l->m;
  double s[MOST_FORMS], ds[MOST_FORMS];
  sn_v3 F[SN_MAX_BLOCK_VECTORS], dF[SN_MAX_BLOCK_VECTORS], more[SN_MAX_BLOCK_VECTORS];
  int size = 0, column = 0;
  for (int i = 0; i < b->n_node; i++) {
    size += m->node[b->node[i]].size;
  }
  for (int c = 0; c < b->n_node; c++) {
    for (int j = 0; j < m->node[b->node[c]].size; j++, column++) {
      point_along(x, q, v, b->node[c], j, by_rate);
      stresses(x, b, q, v, s, ds);
      sn_form_forces(b, s, q, F);
      sn_form_forces(b, ds, q, dF);
      sn_form_forces(b, s, x->dq, more);
      for (int a = 0; a < b->n_vec; a++) {
        const int k = b->vector[a], node = m->s->vector[k].node;
        if (b->node_of[a] < 0) {
          continue;
        }
        int row = 0;
        for (int i = 0; i < b->node_of[a]; i++) {
          row += m->node[b->node[i]].size;
        }
        const sn_v3 change = v3_add(dF[a], more[a]);
        const int x3 = m->s->node[node].n_x;
        for (int i = 0; i < m->node[node].size; i++) {
          const sn_v3 moment = v3_add(v3_cross(q[k], change), v3_cross(x->dq[k], F[a]));
          const int turns = sn_is_director(m->s->vector + k);
          const double by =
              i < x3 ? (turns ? 0 : change.x[i]) : (turns ? v3_dot(m->node[node].axis[i - x3], moment) : 0);
          out[(row + i) * size + column] += factor * by;
        }
      }
    }
    point_nowhere(x, b->node[c]);
  }
}

/* Largest entry of a local matrix, or of a difference, rotations counted at the size of the model. */
static double largest(const work *x, const sn_block *b, const double *a, const double *minus)
{
  const sn_instant *m = x->l->m;
  double unit[SN_MAX_BLOCK_VECTORS * 3], worst = 0;
  int size = 0;
  for (int i = 0; i < b->n_node; i++) {
    for (int j = 0; j < m->node[b->node[i]].size; j++) {
      unit[size++] = sn_unknown_is_length(m->s->node + b->node[i], j) ? 1 : 1 / m->s->extent;
    }
  }
  for (int i = 0; i < size * size; i++) {
    worst = fmax(worst, fabs(a[i] - (minus ? minus[i] : 0)) * unit[i / size] * unit[i % size]);
  }
  return worst;
}

static sn_status refuse(const work *x, const sn_block *b, int node, sn_error *error)
{
  const sn_system *s = x->l->m->s;
  (void)sn_spin_refuse(x->l, node, "", error);
  sn_error_why(error, "What %s does turns with the rotor and is not the same in all directions across its axis.",
               b->item >= 0 ? s->item_name[b->item] : "a spring");
  sn_error_fix(error, "Fix its axes in the part that does not rotate (bushing: axes), give it the same numbers in both "
                      "directions across the axis, or make a run.");
  return SN_EMODEL;
}

/* Is the block the same in space when the rotors have turned? Then, of a law of rates, what the spin adds to K and C. */
static sn_status add_block(work *x, const sn_block *b, int element, int node, sn_error *error)
{
  sn_linear *l = x->l;
  const sn_instant *m = l->m;
  int size = 0;
  for (int i = 0; i < b->n_node; i++) {
    size += m->node[b->node[i]].size;
  }
  for (int by_rate = 0; by_rate < (b->law->is_rate ? 2 : 1); by_rate++) {
    memset(x->now, 0, (size_t)(size * size) * sizeof(double));
    memset(x->later, 0, (size_t)(size * size) * sizeof(double));
    add_matrix(x, b, m->q, m->v, by_rate, 1, x->now);
    add_matrix(x, b, x->q, x->v, by_rate, 1, x->later);
    if (largest(x, b, x->now, x->later) > same * largest(x, b, x->now, NULL)) {
      return refuse(x, b, node, error);
    }
    if (!b->law->is_rate) {
      continue;
    }
    add_matrix(x, b, m->q, x->none, by_rate, -1, x->now); /* at rest it is there already */
    if (largest(x, b, x->now, NULL) > 0) {
      SN_ASSERT(element >= 0 && size == l->w.pattern.count[element]);
      sn_lin_add(by_rate ? l->C : l->w.lin, element, x->now);
    }
  }
  return SN_OK;
}

/* The first node of a block that spins; -1: none does. */
static int spinning(const sn_instant *m, const sn_block *b)
{
  for (int i = 0; i < b->n_node; i++) {
    const sn_node *n = m->s->node + b->node[i];
    for (int a = n->has_x; a < n->n_vec; a++) {
      if (v3_norm(m->v[n->vector[a]]) > 0) {
        return b->node[i];
      }
    }
  }
  return -1;
}

static int is_asked(const sn_block *b)
{
  const int law = b->law->stores_energy || (b->law->is_rate && !b->law->is_constraint);
  return law && b->n_node > 0 && b->n_form <= MOST_FORMS && sn_normal_block(b) < 0 && !(b->penalty > 0);
}

static sn_status make(sn_linear *l, work *x, sn_error *error)
{
  const sn_system *s = l->m->s;
  int size = 1;
  for (int i = 0; i < s->n_block; i++) {
    int own = 0;
    for (int k = 0; k < s->block[i].n_node; k++) {
      own += l->m->node[s->block[i].node[k]].size;
    }
    size = is_asked(s->block + i) && own > size ? own : size;
  }
  *x = (work){.l = l};
  sn_v3 **const lists[] = {&x->q, &x->v, &x->dq, &x->dv, &x->none};
  for (int i = 0; i < 5; i++) {
    *lists[i] = SN_NEW(l->arena, sn_v3, s->n_vector + 1);
    if (!*lists[i]) {
      return sn_no_memory(error, "the modes");
    }
  }
  x->now = SN_NEW(l->arena, double, size *size);
  x->later = SN_NEW(l->arena, double, size *size);
  if (!x->now || !x->later) {
    return sn_no_memory(error, "the modes");
  }
  memcpy(x->q, l->m->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(x->v, l->m->v, (size_t)s->n_vector * sizeof(sn_v3));
  return SN_OK;
}

sn_status sn_linear_add_spin_blocks(sn_linear *l, int damping, sn_error *error)
{
  const sn_instant *m = l->m;
  work x;
  SN_TRY(make(l, &x, error));
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    const sn_v3 w = sn_linear_spin(l, i);
    for (int a = n->has_x; a < n->n_vec && v3_norm(w) > 0; a++) {
      x.q[n->vector[a]] = m3_mul(sn_rotation_axis_angle(w, 1), m->q[n->vector[a]]);
      x.v[n->vector[a]] = v3_cross(w, x.q[n->vector[a]]);
    }
  }
  for (int i = 0; i < m->s->n_block; i++) {
    const sn_block *b = m->s->block + i;
    const int node = is_asked(b) && (damping || !b->law->is_rate) ? spinning(m, b) : -1;
    if (node >= 0) {
      SN_TRY(add_block(&x, b, l->w.element[i], node, error));
    }
  }
  return SN_OK;
}
