/* analysis/loose.c -- motions that nothing holds at an equilibrium: where parts stand along them is not determined.
 * What:    inverse iteration finds the directions without stiffness, one after the other, each orthogonal to those before. The motion of every part
 *          in them is taken apart into directions that it can move along and axes that it can turn about.
 * Theory:  theory-statics.md. A direction has no stiffness if its quotient is round-off, or slower than what statics takes for still.
 * Limits:  twelve directions; parts that bend in them are described by their mean motion.
 * Tests:   tests/analysis/test_statics.c
 */
#include "analysis/statics_private.h"
#include "math/principal.h"
#include <string.h>

enum { DIRECTIONS = 12, ROUNDS = 4 };
static const double noises = 8;    /* round-off of a quotient that counts as nothing */
static const double little = 1e-4; /* of the largest motion, that counts as none */
static const double rigid =
    1e-3; /* of the largest motion: what may be left when the rigid motion of a part is taken away */

typedef struct {
  sn_still *w;
  sn_arena *arena;
  int n;
  double *xi[DIRECTIONS]; /* directions, of unit size in W */
  double *p[DIRECTIONS];  /* W times them */
  sn_v3 *rate;            /* n_vector: one of them as motion of the vectors, the largest of the size of the model */
} search;

/* What is asked of the motion of one part. */
typedef struct {
  sn_v3 centre;
  int points;                                 /* nodes with a place */
  sn_v3 along[DIRECTIONS], about[DIRECTIONS]; /* its mean velocity; its angular velocity times the size of the model */
  int n, bends;
  sn_v3 u, h, omega; /* in the direction at hand: velocity, moment of velocities, angular velocity */
  double J[3][3], left;
} motion;

/* ---- directions without stiffness */

static void clear_of_others(const search *s, double *xi)
{
  for (int k = 0; k < s->n; k++) {
    const double part = sn_still_dot(s->w, xi, s->p[k]);
    for (int j = 0; j < s->w->m->n_unknown; j++) {
      xi[j] -= part * s->xi[k][j];
    }
  }
}

/* The next direction, with the matrix K + damping W as it is factored. 0: there is none; -1: no memory. */
static int next_direction(search *s, double damping, double slow)
{
  sn_still *w = s->w;
  sn_instant *m = w->m;
  double *xi = m->xi, *p = w->rhs, rate2 = INFINITY, bottom = 0;
  sn_still_stir(m, s->n, xi); /* what the last one was made of has nothing else in these directions */
  for (int i = 0; i < ROUNDS; i++) {
    clear_of_others(s, xi);
    sn_still_times_metric(w, xi, p);
    sn_still_put(w, p, w->x);
    if (sn_lin_solve_blindly(w->lin, w->x) != SN_OK) {
      return 0;
    }
    sn_still_get(w, w->x, xi);
    clear_of_others(s, xi);
    const double top = sn_still_dot(w, xi, p);
    sn_still_times_metric(w, xi, p);
    bottom = sn_still_dot(w, xi, p);
    if (!(bottom > 0) || !isfinite(bottom) || !isfinite(top)) {
      return 0;
    }
    rate2 = top / bottom - damping;
    for (int j = 0; j < m->n_unknown; j++) {
      xi[j] /= sqrt(bottom);
    }
  }
  if (rate2 > noises * sn_still_noise(w, xi) + 10 * slow) {
    return 0;
  }
  s->xi[s->n] = SN_NEW(s->arena, double, m->n_unknown);
  s->p[s->n] = SN_NEW(s->arena, double, m->n_unknown);
  if (!s->xi[s->n] || !s->p[s->n]) {
    return -1;
  }
  memcpy(s->xi[s->n], xi, (size_t)m->n_unknown * sizeof(double));
  sn_still_times_metric(w, xi, s->p[s->n]);
  return 1;
}

/* ---- what parts do in them */

/* Direction `k` as motion of the vectors; returns the largest of positions, and of directors times the size of the model. */
static double spread(const search *s, int k)
{
  const sn_instant *m = s->w->m;
  double most = 0;
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *node = m->s->node + i;
    sn_v3 C[4][SN_NODE_UNKNOWNS];
    sn_instant_columns(m, i, C);
    for (int a = 0; a < node->n_vec; a++) {
      sn_v3 *v = s->rate + node->vector[a];
      *v = v3(0, 0, 0);
      for (int j = 0; j < m->node[i].size; j++) {
        *v = v3_axpy(*v, s->xi[k][m->node[i].first + j], C[a][j]);
      }
      most = fmax(most, v3_norm(*v) * (sn_is_director(m->s->vector + node->vector[a]) ? m->s->extent : 1));
    }
  }
  return most;
}

/* Vector `a` of a node as a point of its part, about the centre: directors are points far away. 0: it is no such point. */
static int arm_of(const search *s, const sn_node *n, int a, const motion *part, sn_v3 *r, sn_v3 *v)
{
  const sn_instant *m = s->w->m;
  const int k = n->vector[a], director = sn_is_director(m->s->vector + k);
  const double L = m->s->extent;
  *r = director ? v3_scale(L, m->q[k]) : v3_sub(m->q[k], part->centre);
  *v = director ? v3_scale(L, s->rate[k]) : v3_sub(s->rate[k], part->u);
  return director || (a == 0 && sn_has_place(m->s, n));
}

/* h / J, without the axes that J does not show. */
static sn_v3 spin_of(double J[3][3], sn_v3 h)
{
  sn_v3 omega = v3(0, 0, 0);
  double value[3];
  sn_m3 axes;
  sn_principal((const double(*)[3])J, value, &axes);
  const double most = fmax(value[0], fmax(value[1], value[2]));
  for (int b = 0; b < 3; b++) {
    omega = value[b] > 1e-9 * most ? v3_axpy(omega, v3_dot(axes.c[b], h) / value[b], axes.c[b]) : omega;
  }
  return omega;
}

/* Mean velocity and angular velocity of every part in the direction that is spread. scale: its largest motion. */
static void fit(const search *s, double scale, motion *part)
{
  const sn_system *sys = s->w->m->s;
  sn_v3 r, v;
  for (int i = 0; i < sys->n_item; i++) {
    part[i].u = part[i].h = v3(0, 0, 0);
    part[i].left = 0;
    memset(part[i].J, 0, sizeof part[i].J);
  }
  for (int i = 0; i < sys->n_node; i++) {
    const sn_node *n = sys->node + i;
    if (n->item >= 0 && sn_has_place(sys, n)) {
      part[n->item].u = v3_axpy(part[n->item].u, 1.0 / part[n->item].points, s->rate[n->vector[0]]);
    }
  }
  for (int round = 0; round < 2; round++) { /* angular velocities, then what is left without them */
    for (int i = 0; i < sys->n_node; i++) {
      const sn_node *n = sys->node + i;
      motion *x = n->item >= 0 ? part + n->item : NULL;
      for (int a = 0; x && a < n->n_vec; a++) {
        if (!arm_of(s, n, a, x, &r, &v)) {
          continue;
        }
        if (round == 1) {
          const sn_v3 rest = v3_sub(v, v3_cross(x->omega, r));
          x->left = fmax(x->left, v3_norm(rest));
          continue;
        }
        x->h = v3_add(x->h, v3_cross(r, v));
        for (int b = 0; b < 9; b++) {
          x->J[b / 3][b % 3] += (b / 3 == b % 3 ? v3_dot(r, r) : 0) - r.x[b / 3] * r.x[b % 3];
        }
      }
    }
    for (int i = 0; i < sys->n_item && round == 0; i++) {
      part[i].omega = spin_of(part[i].J, part[i].h);
    }
  }
  for (int i = 0; i < sys->n_item; i++) {
    motion *x = part + i;
    x->bends |= x->left > rigid * scale;
    x->along[x->n] = v3_scale(1 / scale, x->u);
    x->about[x->n++] = v3_scale(sys->extent / scale, x->omega);
  }
}

/* Takes direction by direction out of x (and the same share of the rows out of `with`), largest first: out = how many, and the one or the one
   that is across both. */
static int directions_of(sn_v3 *x, sn_v3 *with, int n, sn_v3 *out)
{
  sn_v3 found[3];
  int rank = 0;
  for (; rank < 3; rank++) {
    int most = 0;
    for (int k = 1; k < n; k++) {
      most = v3_norm(x[k]) > v3_norm(x[most]) ? k : most;
    }
    const double size = n > 0 ? v3_norm(x[most]) : 0;
    if (!(size > little)) {
      break;
    }
    const sn_v3 e = v3_scale(1 / size, x[most]), other = with ? v3_scale(1 / size, with[most]) : v3(0, 0, 0);
    found[rank] = e;
    for (int k = 0; k < n; k++) {
      const double part = v3_dot(x[k], e);
      x[k] = v3_axpy(x[k], -part, e);
      if (with) {
        with[k] = v3_axpy(with[k], -part, other);
      }
    }
  }
  *out = rank == 1 ? found[0] : rank == 2 ? v3_cross(found[0], found[1]) : v3(0, 0, 0);
  return rank;
}

static sn_status describe(search *s, sn_equilibrium *out, sn_error *error)
{
  const sn_system *sys = s->w->m->s;
  motion *part = SN_NEW(s->arena, motion, sys->n_item);
  s->rate = SN_NEW(s->arena, sn_v3, sys->n_vector);
  if (!part || !s->rate) {
    return sn_no_memory(error, "the static equilibrium");
  }
  for (int i = 0; i < sys->n_node; i++) {
    const sn_node *n = sys->node + i;
    if (n->item >= 0 && sn_has_place(sys, n)) {
      part[n->item].centre = v3_add(part[n->item].centre, s->w->m->q[n->vector[0]]);
      part[n->item].points++;
    }
  }
  for (int i = 0; i < sys->n_item; i++) {
    part[i].centre = v3_scale(part[i].points ? 1.0 / part[i].points : 0, part[i].centre);
  }
  for (int k = 0; k < s->n; k++) {
    const double scale = spread(s, k);
    if (scale > 0) {
      fit(s, scale, part);
    }
  }
  for (int i = 0; i < sys->n_item; i++) {
    sn_loose x = {.item = i, .bends = part[i].bends};
    x.n_about = directions_of(part[i].about, part[i].along, part[i].n, &x.about);
    x.n_along = directions_of(part[i].along, NULL, part[i].n, &x.along);
    if (x.n_about + x.n_along + x.bends > 0) {
      if (out->n_loose < SN_LOOSE) {
        out->loose[out->n_loose] = x;
      }
      out->n_loose++;
    }
  }
  return SN_OK;
}

sn_status sn_still_find_loose(sn_still *w, double reference, int is_factored, sn_arena *arena, sn_equilibrium *out,
                              sn_error *error)
{
  const double slow = SN_SLOW * reference;
  double damping = slow;
  out->n_loose = 0;
  if (sn_still_freedom(w) <= 0) {
    return SN_OK;
  }
  if (!is_factored) { /* shifted by more than the round-off of what is stiff */
    sn_still_tangent(w, slow);
    sn_still_stir(w->m, 0, w->m->xi);
    sn_still_times_metric(w, w->m->xi, w->rhs);
    damping = fmax(slow, sn_still_noise(w, w->m->xi) / sn_still_dot(w, w->m->xi, w->rhs));
    sn_still_tangent(w, damping);
    if (sn_lin_factor(w->lin) != SN_OK) {
      return SN_OK;
    }
  }
  search s = {.w = w, .arena = sn_arena_child(arena)};
  int found = 1;
  if (!s.arena) {
    return sn_no_memory(error, "the static equilibrium");
  }
  while (s.n < DIRECTIONS && found > 0) {
    found = next_direction(&s, damping, slow);
    s.n += found > 0;
  }
  const sn_status status = found < 0 ? sn_no_memory(error, "the static equilibrium")
                           : s.n > 0 ? describe(&s, out, error)
                                     : SN_OK;
  sn_arena_free(s.arena);
  return status;
}
