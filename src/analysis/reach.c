/* analysis/reach.c -- the position in which outputs have given values: inverse kinematics.
 * Theory:  Levenberg-Marquardt in minimal coordinates, which are chosen anew at each position: of all small changes that bring the outputs
 *          nearer, the smallest one, lengths over the size of the model, angles in rad. After each change the joints are closed to round-off.
 * Limits:  what is found is near the start: of several positions (elbow up or down) that of the branch it began on.
 * Tests:   tests/api/test_coordinates.c
 */
#include <string.h>

#include "analysis/coordinates_private.h"
#include "analysis/retract.h"
#include "math/lapack.h"

static const double reached = 1e-12; /* of lengths over the size of the model, and rad */
static const double most_at_once = 0.5;

typedef struct {
  sn_coordinates *c;
  const int *row;
  int n_row, n; /* rows, and their numbers */
  const double *target;
  double *scale;           /* n: of a row: the size of the model, or 1 */
  double *left, *trial;    /* n: target minus outputs, over the scale */
  double *J, *JJ, *y, *dx; /* n x f by columns, n x n, n, f */
  double *g;               /* rows of the joints */
  int *pivot;
  sn_v3 *q_before;
  double *internal_before;
  sn_arena_mark mark; /* coordinates of a position are behind it */
} work;

/* What is left at the configuration of the motion; returns its norm. */
static double find_left(work *w, double *left)
{
  sn_coordinates *c = w->c;
  double sum = 0;
  memcpy(c->moved, c->m->q, (size_t)c->m->s->n_vector * sizeof *c->moved);
  sn_coordinates_look(c, c->moved, c->zero, c->zero, 0, w->row, w->n_row, left);
  for (int i = 0; i < w->n; i++) {
    left[i] = (w->target[i] - left[i]) / w->scale[i];
    sum += left[i] * left[i];
  }
  return sqrt(sum);
}

static double largest(const work *w)
{
  double most = 0;
  for (int i = 0; i < w->n; i++) {
    most = fmax(most, fabs(w->left[i]));
  }
  return most;
}

/* dx = J^T (J J^T + damping)^-1 left, each minimal coordinate over its unit. 0: singular. */
static int find_change(work *w, double damping)
{
  const int n = w->n, f = w->c->n, one = 1;
  int info = 0;
  double trace = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < f; k++) {
        sum += w->J[k * n + i] * w->J[k * n + j];
      }
      w->JJ[j * n + i] = sum;
    }
    trace += w->JJ[i * n + i];
  }
  for (int i = 0; i < n; i++) {
    w->JJ[i * n + i] += damping * (trace > 0 ? trace / n : 1);
  }
  memcpy(w->y, w->left, (size_t)n * sizeof *w->y);
  dgetrf_(&n, &n, w->JJ, &n, w->pivot, &info);
  if (info != 0) {
    return 0;
  }
  dgetrs_("N", &n, &one, w->JJ, &n, w->pivot, w->y, &n, &info, 1);
  for (int k = 0; k < f; k++) {
    w->dx[k] = 0;
    for (int i = 0; i < n; i++) {
      w->dx[k] += w->J[k * n + i] * w->y[i];
    }
  }
  return info == 0;
}

/* Unit of minimal coordinate k: a length of the model, or 1 rad. */
static double unit_of(const sn_coordinates *c, int k)
{
  const sn_minimal *w = &c->minimal;
  const sn_node *node = c->m->s->node + w->owner[w->free[k]];
  return sn_unknown_is_length(node, sn_minimal_unknown(w, w->free[k])) ? c->m->s->extent : 1;
}

/* Moves the configuration by dx, and onto the joints. 0: they cannot be closed there. */
static int move(work *w, sn_error *error)
{
  sn_coordinates *c = w->c;
  const sn_minimal *k = &c->minimal;
  sn_instant *m = c->m;
  memset(c->x, 0, (size_t)k->n * sizeof *c->x);
  memset(c->follow, 0, (size_t)k->n_row * sizeof *c->follow);
  for (int i = 0; i < c->n; i++) {
    c->x[k->free[i]] = w->dx[i] * unit_of(c, i);
  }
  if (sn_minimal_complete(k, c->follow, c->x, error) != SN_OK) {
    return 0;
  }
  memset(c->xi, 0, (size_t)m->n_unknown * sizeof *c->xi);
  for (int i = 0; i < k->n; i++) {
    c->xi[k->unknown[i]] = c->x[i];
  }
  const double size = sn_instant_largest(m, c->xi);
  sn_instant_displace(m, c->xi, size > most_at_once ? most_at_once / size : 1);
  const double soft = m->soft_row;
  m->soft_row = SN_CARRIES_NOTHING;
  const int good = isfinite(size) && sn_instant_close(m, w->g);
  m->soft_row = soft;
  m->factored = 0;
  return good;
}

static void remember(work *w)
{
  const sn_instant *m = w->c->m;
  memcpy(w->q_before, m->q, (size_t)m->s->n_vector * sizeof *w->q_before);
  memcpy(w->internal_before, m->internal, (size_t)m->s->n_internal * sizeof *w->internal_before);
}

static void go_back(work *w)
{
  sn_instant *m = w->c->m;
  memcpy(m->q, w->q_before, (size_t)m->s->n_vector * sizeof *w->q_before);
  memcpy(m->internal, w->internal_before, (size_t)m->s->n_internal * sizeof *w->internal_before);
  m->factored = 0;
  sn_instant_set_axes(m);
}

/* Minimal coordinates at the configuration, and how the outputs change with them. */
static sn_status look_around(work *w, sn_error *error)
{
  sn_coordinates *c = w->c;
  SN_TRY(sn_instant_prepare(c->m, error));
  sn_arena_reset(c->arena, w->mark);
  SN_TRY(sn_minimal_find(c->m, "coordinates", c->arena, &c->minimal, error));
  if (c->minimal.n - c->minimal.n_row != c->n) {
    return sn_fail(error, SN_ESINGULAR, "coordinates", "The degrees of freedom change on the way.",
                   "A loop passes a dead centre.", "Begin in another position.");
  }
  SN_TRY(sn_coordinates_columns(c, w->row, w->n_row, w->n, w->J, NULL, error));
  for (int k = 0; k < c->n; k++) {
    for (int i = 0; i < w->n; i++) {
      w->J[k * w->n + i] *= unit_of(c, k) / w->scale[i];
    }
  }
  return SN_OK;
}

static sn_status make_work(work *w, sn_error *error)
{
  const sn_system *s = w->c->m->s;
  sn_arena *arena = w->c->arena;
  const size_t f = (size_t)w->c->n;
  for (int i = 0; i < w->n_row; i++) {
    w->n += s->output[w->row[i]].n;
  }
  const size_t n = (size_t)w->n;
  w->scale = SN_NEW(arena, double, n + 1);
  w->left = SN_NEW(arena, double, n + 1);
  w->trial = SN_NEW(arena, double, n + 1);
  w->J = SN_NEW(arena, double, n *f + 1);
  w->JJ = SN_NEW(arena, double, n *n + 1);
  w->y = SN_NEW(arena, double, n + 1);
  w->dx = SN_NEW(arena, double, f + 1);
  w->g = SN_NEW(arena, double, w->c->m->n_row + 1);
  w->pivot = SN_NEW(arena, int, n + 1);
  w->q_before = SN_NEW(arena, sn_v3, s->n_vector + 1);
  w->internal_before = SN_NEW(arena, double, s->n_internal + 1);
  if (!w->scale || !w->left || !w->trial || !w->J || !w->JJ || !w->y || !w->dx || !w->g || !w->pivot || !w->q_before ||
      !w->internal_before) {
    return sn_no_memory(error, "the coordinates");
  }
  for (int i = 0, at = 0; i < w->n_row; i++) {
    const sn_observable *row = s->output + w->row[i];
    for (int k = 0; k < row->n; k++, at++) {
      w->scale[at] = row->what->unit && strcmp(row->what->unit, "m") == 0 ? s->extent : 1;
    }
  }
  return sn_coordinates_numbers(w->c, w->n, error);
}

static sn_status not_reached(const work *w, sn_error *error)
{
  double most = 0, by = 0;
  int worst = 0;
  for (int i = 0, at = 0; i < w->n_row; i++) {
    double left = 0;
    const int first = at;
    for (int k = 0; k < w->c->m->s->output[w->row[i]].n; k++, at++) {
      left = hypot(left, w->left[at]);
    }
    if (left > most) {
      most = left;
      by = left * w->scale[first];
      worst = i;
    }
  }
  const sn_observable *row = w->c->m->s->output + w->row[worst];
  sn_failf(error, SN_ENOCONV,
           "No position was found in which the outputs have these values: '%.60s' stays %.3g %s away.", row->what->name,
           by, row->what->unit ? row->what->unit : "");
  sn_error_where(error, "inverse kinematics");
  sn_error_why(error, "It is out of reach, or the way there from the present position passes a dead centre.");
  sn_error_fix(error, "Begin in another position, nearer to the one that is sought, or ask for less.");
  return SN_ENOCONV;
}

/* One step with more and more damping until it brings the outputs nearer. 0: none does. */
static int step(work *w, double *norm, double *damping, sn_error *error)
{
  enum { TRIES = 12 };
  remember(w);
  for (int i = 0; i < TRIES; i++) {
    if (find_change(w, *damping) && move(w, error)) {
      const double now = find_left(w, w->trial);
      if (now < *norm) {
        memcpy(w->left, w->trial, (size_t)w->n * sizeof *w->left);
        *norm = now;
        *damping *= 0.03;
        return 1;
      }
    }
    go_back(w);
    *damping = fmax(10 * *damping, 1e-8);
  }
  return 0;
}

sn_status sn_coordinates_reach(sn_coordinates *c, const int *row, int n_row, const double *target, sn_state *x,
                               double *left, sn_error *error)
{
  enum { MOST = 100 };
  work w = {.c = c, .row = row, .n_row = n_row, .target = target};
  SN_TRY(make_work(&w, error));
  sn_instant *m = c->m;
  w.mark = sn_arena_here(c->arena);
  double norm = find_left(&w, w.left), damping = 1e-4;
  for (int i = 0; i < MOST && largest(&w) > reached; i++) {
    SN_TRY(look_around(&w, error));
    if (!step(&w, &norm, &damping, error)) {
      break;
    }
  }
  *left = largest(&w);
  if (!(*left <= 1e-9)) {
    return not_reached(&w, error);
  }
  memset(x->v, 0, (size_t)m->s->n_vector * sizeof *x->v);
  sn_instant_store(m, x);
  return sn_instant_start(m, x, 1, NULL, error);
}
