/* tests/support/beside.h -- states beside a state, and what the program itself says there: accelerations and outputs as differences.
 * How:     a chosen coordinate is moved, the others are brought onto the joints by Gauss-Newton on their own equations; velocities the same.
 *          Shares with analysis/linearize.c the observation of a state, and no derivative.
 */
#ifndef SN_TESTS_SUPPORT_BESIDE_H
#define SN_TESTS_SUPPORT_BESIDE_H
#include <string.h>

#include "analysis/linearize.h"
#include "harness.h"
#include "instant/unknowns.h"
#include "math/rotation.h"
#include "system/formula.h"

enum { BESIDE_ROOM = 200 };

typedef struct {
  sn_instant *m;
  const sn_state *from;
  sn_observation o; /* of `from` */
  sn_v3 *q, *v, *a; /* copies of it */
  sn_state *to;
  int n, chosen[BESIDE_ROOM]; /* unknowns; 1: does not follow */
  double moved[BESIDE_ROOM], rate[BESIDE_ROOM];
} beside;

/* Residuals of all rows at the state in w->to (which = 0), or of their rates (1); their gradients over all unknowns. */
static inline int beside_rows(beside *w, int which, double *G, double *e)
{
  sn_instant *m = w->m;
  int n_row = 0, first[BESIDE_ROOM];
  sn_instant_read(m, w->to);
  for (int i = 0, at = 0; i < m->s->n_node; at += m->node[i++].size) {
    first[i] = at;
  }
  sn_instant_find_rows(m);
  if (which) {
    sn_instant_row_rates(m, m->v, m->row_value);
  } else {
    sn_instant_row_values(m, m->row_value);
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    double u[3];
    sn_instant_drive(m, b, u);
    sn_instant_copy_rows(m, c, m->projected);
    for (int r = 0; r < c->n_row; r++, n_row++) {
      e[n_row] = m->row_value[c->row + r] - (which ? u[1] : 0);
      memset(G + n_row * w->n, 0, sizeof(double) * (size_t)w->n);
      for (int k = 0, local = 0; k < b->n_node; k++) {
        for (int j = 0; j < m->node[b->node[k]].size; j++, local++) {
          G[n_row * w->n + first[b->node[k]] + j] = m->projected[r * c->n_local + local];
        }
      }
    }
  }
  return n_row;
}

/* The smallest x of what follows with G x = -e: normal equations, elimination with pivots. */
static inline void beside_follow(const beside *w, const double *G, const double *e, int n_row, double *x)
{
  static double A[BESIDE_ROOM][BESIDE_ROOM + 1];
  const int n = w->n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= n; j++) {
      A[i][j] = 0;
      for (int r = 0; r < n_row && !w->chosen[i]; r++) {
        A[i][j] += G[r * n + i] * (j == n ? -e[r] : w->chosen[j] ? 0 : G[r * n + j]);
      }
    }
    A[i][i] += w->chosen[i] ? 1 : 1e-13;
  }
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k; i < n; i++) {
      p = fabs(A[i][k]) > fabs(A[p][k]) ? i : p;
    }
    for (int j = 0; j <= n; j++) {
      const double t = A[k][j];
      A[k][j] = A[p][j];
      A[p][j] = t;
    }
    for (int i = k + 1; i < n; i++) {
      const double f = A[i][k] / A[k][k];
      for (int j = k; j <= n && f != 0; j++) {
        A[i][j] -= f * A[k][j];
      }
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] = A[i][n];
    for (int j = i + 1; j < n; j++) {
      x[i] -= A[i][j] * x[j];
    }
    x[i] /= A[i][i];
  }
}

/* Moves nodes of w->to by x: positions, directors and their rates. */
static inline void beside_move(beside *w, const double *x)
{
  const sn_instant *m = w->m;
  for (int i = 0, at = 0; i < m->s->n_node; at += m->node[i++].size) {
    const sn_node *n = m->s->node + i;
    sn_v3 r = v3(0, 0, 0);
    for (int j = 0; j < m->node[i].n_rotation; j++) {
      r = v3_axpy(r, x[at + 3 * n->has_x + j], m->node[i].axis[j]);
    }
    const double angle = v3_norm(r);
    for (int a = 0; a < n->n_vec; a++) {
      const int d = n->vector[a];
      if (a < n->has_x) {
        w->to->q[d] = v3_add(w->to->q[d], v3(x[at], x[at + 1], x[at + 2]));
      } else if (angle > 0) {
        const sn_m3 R = sn_rotation_axis_angle(r, angle);
        w->to->q[d] = m3_mul(R, w->to->q[d]);
        w->to->v[d] = m3_mul(R, w->to->v[d]);
      }
    }
    for (int j = 0; j < m->node[i].size; j++) {
      w->moved[at + j] += x[at + j];
    }
  }
}

static inline void beside_push(beside *w, const double *x)
{
  sn_v3 rates[BESIDE_ROOM] = {{{0}}};
  double xi[BESIDE_ROOM] = {0};
  for (int i = 0, at = 0; i < w->m->s->n_node; i++) {
    for (int j = 0; j < w->m->node[i].size; j++, at++) {
      xi[w->m->node[i].first + j] = x[at];
      w->rate[at] += x[at];
    }
  }
  sn_instant_expand(w->m, xi, rates);
  for (int i = 0; i < w->m->s->n_vector; i++) {
    w->to->v[i] = v3_add(w->to->v[i], rates[i]);
  }
}

/* The state at chosen coordinates x and rates x1 (n each, 0 for what follows) away. */
static inline void beside_go(beside *w, const double *x, const double *x1)
{
  static double G[BESIDE_ROOM * BESIDE_ROOM], e[BESIDE_ROOM], step[BESIDE_ROOM];
  sn_state_copy(w->from, w->to);
  memcpy(w->to->v, w->v, sizeof(sn_v3) * (size_t)w->m->s->n_vector);
  memset(w->moved, 0, sizeof w->moved);
  memset(w->rate, 0, sizeof w->rate);
  sn_instant_read(w->m, w->to);
  beside_move(w, x);
  for (int i = 0; i < 6; i++) {
    const int n_row = beside_rows(w, 0, G, e);
    beside_follow(w, G, e, n_row, step);
    beside_move(w, step);
  }
  sn_instant_read(w->m, w->to);
  beside_push(w, x1);
  for (int i = 0; i < 2; i++) {
    const int n_row = beside_rows(w, 1, G, e);
    beside_follow(w, G, e, n_row, step);
    beside_push(w, step);
  }
}

/* Second derivatives of the chosen coordinates beside the motion through `from`, at the state in w->to and the observation there. */
static inline double beside_acceleration(const beside *w, const sn_v3 *a, int node, int place)
{
  const sn_instant *m = w->m;
  const sn_node *n = m->s->node + node;
  int at = 0;
  for (int i = 0; i < node; i++) {
    at += m->node[i].size;
  }
  if (place < 3 * n->has_x) {
    return a[n->vector[0]].x[place] - w->a[n->vector[0]].x[place];
  }
  sn_v3 axis[3], r = v3(0, 0, 0), r1 = v3(0, 0, 0), turn = v3(0, 0, 0);
  sn_rotation_directions(n, w->q, axis);
  for (int j = 0; j < m->node[node].n_rotation; j++) {
    r = v3_axpy(r, w->moved[at + 3 * n->has_x + j], axis[j]);
    r1 = v3_axpy(r1, w->rate[at + 3 * n->has_x + j], axis[j]);
  }
  CHECK(n->n_dir == 1 || n->n_dir == 3);
  for (int k = n->has_x; k < n->n_vec; k++) { /* r'' x d = a - a0 - 2 r' x v - r x a */
    const int d = n->vector[k];
    sn_v3 x = v3_sub(a[d], w->a[d]);
    x = v3_axpy(x, -2, v3_cross(r1, w->v[d]));
    x = v3_axpy(x, -1, v3_cross(r, w->a[d]));
    turn = v3_axpy(turn, n->n_dir == 1 ? 1 : 0.5, v3_cross(w->q[d], x));
  }
  return v3_dot(turn, axis[place - 3 * n->has_x]);
}

#endif
