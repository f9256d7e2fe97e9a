/* analysis/coordinates.c -- Jacobians, mass matrix, forces and rates in coordinates of the user's choice.
 * Theory:  with minimal coordinates x at the configuration (minimal.h), rates of vectors are C N x', rates w of the user's coordinates W x'.
 *          So w = W x' has M = W^-T N^T C^T M C N W^-1, and what an output changes by, Y x', is Y W^-1 w. Outputs are linear in velocities: these
 *          parts of W and Y are exact; changes with positions are differences of sixth order.
 * Limits:  dense, as minimal coordinates are.
 * Tests:   tests/api/test_coordinates.c, tests/api/test_coordinates.c
 */
#include <string.h>

#include "analysis/coordinates_private.h"
#include "math/lapack.h"
#include "system/formula.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the coordinates");
}

/* ---- outputs beside the state */

static int count_numbers(const sn_system *s, const int *row, int n_row)
{
  int n = 0;
  for (int i = 0; i < n_row; i++) {
    SN_ASSERT(row[i] >= 0 && row[i] < s->n_output);
    n += s->output[row[i]].n;
  }
  return n;
}

void sn_coordinates_look(sn_coordinates *c, const sn_v3 *q, const sn_v3 *v, const sn_v3 *a, double later,
                         const int *row, int n_row, double *out)
{
  sn_observation o = c->now;
  sn_to_space(c->m->s, q, c->space);
  o.q = c->space;
  o.local = q;
  o.v = v;
  o.a = a;
  o.t += later;
  for (int i = 0; i < n_row; i++) {
    sn_observable_now(&o, row[i], out);
    out += c->m->s->output[row[i]].n;
  }
}

/* Rates of vectors for unit rate of minimal coordinate k: c->turn. x: its unknowns of nodes (c->x, and m->xi by their own numbers). */
static sn_status take_direction(sn_coordinates *c, int k, sn_error *error)
{
  const sn_minimal *w = &c->minimal;
  sn_instant *m = c->m;
  memset(c->x, 0, (size_t)w->n * sizeof *c->x);
  memset(c->follow, 0, (size_t)w->n_row * sizeof *c->follow);
  c->x[w->free[k]] = 1;
  SN_TRY(sn_minimal_complete(w, c->follow, c->x, error));
  memset(c->xi, 0, (size_t)m->n_unknown * sizeof *c->xi);
  for (int i = 0; i < w->n; i++) {
    c->xi[w->unknown[i]] = c->x[i];
  }
  memset(c->turn, 0, (size_t)m->s->n_vector * sizeof *c->turn);
  sn_instant_spread(m, c->xi, c->turn);
  return SN_OK;
}

/* Largest rate of positions over the size of the model, and of directors: 1/s. */
static double size_of(const sn_instant *m, const sn_v3 *x)
{
  double most = 0;
  for (int i = 0; i < m->s->n_vector; i++) {
    most = fmax(most, v3_norm(x[i]) / (m->s->vector[i].is_length ? m->s->extent : 1));
  }
  return most;
}

/* y(q + h u) differenced over h, without velocities: c->number has room for 7 n. */
static void difference(sn_coordinates *c, const sn_v3 *u, const int *row, int n_row, int n, double *out)
{
  static const double where[6] = {1, -1, 2, -2, 3, -3};
  const sn_system *s = c->m->s;
  const double size = size_of(c->m, u), h = 3e-3 / (size > 0 ? size : 1);
  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < s->n_vector; i++) {
      c->moved[i] = v3_axpy(c->m->q[i], where[k] * h, u[i]);
    }
    sn_coordinates_look(c, c->moved, c->zero, c->zero, 0, row, n_row, c->number + k * n);
  }
  for (int i = 0; i < n; i++) {
    const double *y = c->number + i;
    out[i] = (45 * (y[0] - y[n]) - 9 * (y[2 * n] - y[3 * n]) + (y[4 * n] - y[5 * n])) / (60 * h);
  }
}

sn_status sn_coordinates_columns(sn_coordinates *c, const int *row, int n_row, int n, double *out, unsigned char *moves,
                                 sn_error *error)
{
  const sn_system *s = c->m->s;
  double *still = c->number + 6 * n, *moving = c->number;
  SN_ASSERT(n <= c->most_numbers);
  for (int k = 0; k < c->n; k++) {
    double *to = out + (size_t)k * (size_t)n;
    SN_TRY(take_direction(c, k, error));
    difference(c, c->turn, row, n_row, n, to);
    memcpy(c->moved, c->m->q, (size_t)s->n_vector * sizeof *c->moved);
    sn_coordinates_look(c, c->moved, c->zero, c->zero, 0, row, n_row, still);
    memcpy(c->moved, c->m->q, (size_t)s->n_vector * sizeof *c->moved);
    sn_coordinates_look(c, c->moved, c->turn, c->zero, 0, row, n_row, moving);
    for (int i = 0; i < n; i++) {
      to[i] += moving[i] - still[i];
      if (moves) {
        moves[i] |= moving[i] != still[i];
      }
    }
  }
  return SN_OK;
}

/* ---- the coordinates */

static sn_status not_so_many(const sn_coordinates *c, int n, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The coordinates have %d numbers, the model %d degrees of freedom.", n, c->n);
  sn_error_where(error, "coordinates");
  sn_error_why(error, "They must be as many, so that they determine the motion, and each of them can be given.");
  sn_error_fix(error, "Name the coordinates of all joints that move (those of a closed loop: one), and velocity and "
                      "angular_velocity of a part that no joint holds.");
  return SN_EINPUT;
}

static sn_status not_determined(sn_error *error)
{
  return sn_fail(error, SN_ESINGULAR, "coordinates", "The coordinates do not determine the motion here.",
                 "Some motion changes none of them: one follows from the others, or a loop is at a dead centre.",
                 "Choose others, or another position.");
}

/* W, factored; a pivot that is nothing beside the others: singular. */
static sn_status factor(sn_coordinates *c, sn_error *error)
{
  const int n = c->n;
  int info = 0;
  double most = 0, least = INFINITY;
  if (n == 0) {
    return SN_OK;
  }
  for (int k = 0; k < n; k++) { /* rows: each coordinate in its own unit */
    double size = 0;
    for (int j = 0; j < n; j++) {
      size = fmax(size, fabs(c->W[j * n + k]));
    }
    c->unit[k] = size;
    if (!(size > 0) || !isfinite(size)) {
      return not_determined(error);
    }
    for (int j = 0; j < n; j++) {
      c->W[j * n + k] /= size;
    }
  }
  dgetrf_(&n, &n, c->W, &n, c->pivot, &info);
  for (int k = 0; k < n; k++) {
    most = fmax(most, fabs(c->W[k * n + k]));
    least = fmin(least, fabs(c->W[k * n + k]));
  }
  return info == 0 && least > 1e-10 * most ? SN_OK : not_determined(error);
}

static sn_status make_room(sn_coordinates *c, sn_error *error)
{
  const sn_minimal *w = &c->minimal;
  const size_t f = (size_t)c->n;
  sn_v3 **vectors[] = {&c->turn, &c->moved, &c->zero, &c->force, &c->space};
  int good = 1;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(c->arena, sn_v3, c->m->s->n_vector + 1);
    good = good && *vectors[i];
  }
  c->x = SN_NEW(c->arena, double, w->n + 1);
  c->follow = SN_NEW(c->arena, double, w->n_row + 1);
  c->xi = SN_NEW(c->arena, double, c->m->n_unknown + 1);
  c->rhs = SN_NEW(c->arena, double, c->m->n_unknown + 1);
  c->W = SN_NEW(c->arena, double, f *f + 1);
  c->square = SN_NEW(c->arena, double, f *f + 1);
  c->unit = SN_NEW(c->arena, double, f + 1);
  c->rate = SN_NEW(c->arena, double, f + 1);
  c->pivot = SN_NEW(c->arena, int, f + 1);
  c->moves = SN_NEW(c->arena, unsigned char, f + 1);
  good =
      good && c->x && c->follow && c->xi && c->rhs && c->W && c->square && c->unit && c->rate && c->pivot && c->moves;
  return good ? SN_OK : no_memory(error);
}

sn_status sn_coordinates_numbers(sn_coordinates *c, int n, sn_error *error)
{
  if (n > c->most_numbers) {
    c->number = SN_NEW(c->arena, double, 7 * (size_t)n);
    c->most_numbers = n;
  }
  return n == 0 || c->number ? SN_OK : no_memory(error);
}

sn_status sn_coordinates_new(sn_instant *m, const sn_state *x, const int *row, int n_row, sn_arena *arena,
                             sn_coordinates **out, sn_error *error)
{
  sn_coordinates *c = SN_NEW(arena, sn_coordinates, 1);
  if (!c) {
    return no_memory(error);
  }
  c->m = m;
  c->arena = arena;
  c->row = row;
  c->n_row = n_row;
  SN_TRY(sn_instant_observe(m, x, NULL, &c->now, error));
  SN_TRY(sn_minimal_find(m, "coordinates", arena, &c->minimal, error));
  c->n = c->minimal.n - c->minimal.n_row;
  SN_TRY(make_room(c, error));
  *out = c;
  if (n_row == 0) {
    return SN_OK;
  }
  const int n = count_numbers(m->s, row, n_row);
  if (n != c->n) {
    return not_so_many(c, n, error);
  }
  SN_TRY(sn_coordinates_numbers(c, n, error));
  SN_TRY(sn_coordinates_columns(c, row, n_row, n, c->W, c->moves, error));
  return factor(c, error);
}

int sn_coordinates_number(const sn_coordinates *c)
{
  return c->n;
}

/* x := W^-1 w, or W^-T w, of `columns` of them. */
static void solve(const sn_coordinates *c, const char *how, int columns, double *x)
{
  const int n = c->n;
  int info = 0;
  for (int j = 0; j < columns && how[0] == 'N'; j++) {
    for (int k = 0; k < n; k++) {
      x[j * n + k] /= c->unit[k];
    }
  }
  if (n > 0) {
    dgetrs_(how, &n, &columns, c->W, &n, c->pivot, x, &n, &info, 1);
  }
  SN_ASSERT(info == 0);
  for (int j = 0; j < columns && how[0] == 'T'; j++) {
    for (int k = 0; k < n; k++) {
      x[j * n + k] /= c->unit[k];
    }
  }
}

sn_status sn_coordinates_jacobian(sn_coordinates *c, const int *row, int n_row, double *out, sn_error *error)
{
  const int n = count_numbers(c->m->s, row, n_row), f = c->n;
  double *columns = SN_NEW(c->arena, double, (size_t)n *(size_t)f + 1), *line = SN_NEW(c->arena, double, f + 1);
  if (!columns || !line) {
    return no_memory(error);
  }
  SN_TRY(sn_coordinates_numbers(c, n, error));
  SN_TRY(sn_coordinates_columns(c, row, n_row, n, columns, NULL, error));
  for (int i = 0; i < n; i++) { /* J = Y W^-1 */
    for (int k = 0; k < f; k++) {
      line[k] = columns[(size_t)k * (size_t)n + (size_t)i];
    }
    solve(c, "T", 1, line);
    memcpy(out + (size_t)i * (size_t)f, line, (size_t)f * sizeof *line);
  }
  return SN_OK;
}

/* ---- masses and forces */

/* Of minimal coordinates: column k of N^T C^T M C N. */
static sn_status mass_column(sn_coordinates *c, int k, double *out, sn_error *error)
{
  const sn_minimal *w = &c->minimal;
  sn_instant *m = c->m;
  SN_TRY(take_direction(c, k, error));
  memset(c->force, 0, (size_t)m->s->n_vector * sizeof *c->force);
  memset(c->rhs, 0, (size_t)m->n_unknown * sizeof *c->rhs);
  sn_instant_times_mass(m, c->turn, 1, c->force);
  sn_instant_add_projection(m, c->force, c->rhs);
  for (int j = 0; j < c->n; j++) {
    SN_TRY(take_direction(c, j, error));
    double sum = 0;
    for (int i = 0; i < w->n; i++) {
      sum += c->x[i] * c->rhs[w->unknown[i]];
    }
    out[j] = sum;
  }
  return SN_OK;
}

sn_status sn_coordinates_mass(sn_coordinates *c, double *M, sn_error *error)
{
  const int n = c->n;
  double *T = c->square;
  for (int k = 0; k < n; k++) {
    SN_TRY(mass_column(c, k, T + k * n, error));
  }
  solve(c, "T", n, T); /* W^-T T, by columns */
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      M[i * n + k] = T[k * n + i];
    }
  }
  solve(c, "T", n, M); /* the same from the other side, of the transpose */
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) {
      M[i * n + k] = M[k * n + i] = (M[i * n + k] + M[k * n + i]) / 2;
    }
  }
  return SN_OK;
}

/* Coordinates at `later` along the present motion. */
static void look_along(sn_coordinates *c, double later, double *out)
{
  const sn_instant *m = c->m;
  for (int i = 0; i < m->s->n_vector; i++) {
    c->moved[i] = v3_axpy(v3_axpy(m->q[i], later, m->v[i]), later * later / 2, m->a[i]);
    c->force[i] = v3_axpy(m->v[i], later, m->a[i]);
  }
  sn_coordinates_look(c, c->moved, c->force, m->a, later, c->row, c->n_row, out);
}

/* Rates of the coordinates along the present motion, and their rates: differences of sixth order. Rates that are rows need one less. */
static void along_motion(sn_coordinates *c, double *rate, double *second)
{
  const int n = c->n;
  const double speed = fmax(size_of(c->m, c->m->v), sqrt(size_of(c->m, c->m->a)));
  const double h = speed > 0 ? 3e-3 / speed : 1, h2 = 3 * h;
  double *y = c->number; /* 7 n: at -3 ... 3 */
  for (int k = -3; k <= 3; k++) {
    look_along(c, k * h, y + (k + 3) * n);
  }
  for (int i = 0; i < n; i++) {
    const double near = y[4 * n + i] - y[2 * n + i], far = y[5 * n + i] - y[n + i], last = y[6 * n + i] - y[i];
    const double first = (45 * near - 9 * far + last) / (60 * h);
    rate[i] = c->moves[i] ? y[3 * n + i] : first;
    second[i] = first;
  }
  for (int k = -3; k <= 3; k++) {
    look_along(c, k * h2, y + (k + 3) * n);
  }
  for (int i = 0; i < n; i++) {
    const double near = y[4 * n + i] + y[2 * n + i], far = y[5 * n + i] + y[n + i], last = y[6 * n + i] + y[i];
    const double twice = (270 * near - 27 * far + 2 * last - 490 * y[3 * n + i]) / (180 * h2 * h2);
    second[i] = c->moves[i] ? second[i] : twice;
  }
}

sn_status sn_coordinates_forces(sn_coordinates *c, const double *acceleration, double *force, sn_error *error)
{
  const int n = c->n;
  double *M = SN_NEW(c->arena, double, (size_t)n *(size_t)n + 1), *second = SN_NEW(c->arena, double, n + 1);
  if (!M || !second) {
    return no_memory(error);
  }
  SN_TRY(sn_coordinates_mass(c, M, error));
  along_motion(c, c->rate, second);
  for (int i = 0; i < n; i++) {
    force[i] = 0;
    for (int k = 0; k < n; k++) {
      force[i] += M[i * n + k] * (acceleration[k] - second[k]);
    }
  }
  return SN_OK;
}

sn_status sn_coordinates_set_rates(sn_coordinates *c, const double *rate, sn_state *x, sn_error *error)
{
  const sn_system *s = c->m->s;
  double *more = SN_NEW(c->arena, double, c->n + 1), *second = SN_NEW(c->arena, double, c->n + 1);
  sn_v3 *v = SN_NEW(c->arena, sn_v3, s->n_vector + 1);
  if (!more || !second || !v) {
    return no_memory(error);
  }
  along_motion(c, c->rate, second);
  for (int k = 0; k < c->n; k++) {
    more[k] = rate[k] - c->rate[k];
  }
  solve(c, "N", 1, more);
  memcpy(v, c->m->v, (size_t)s->n_vector * sizeof *v);
  for (int k = 0; k < c->n; k++) {
    SN_TRY(take_direction(c, k, error));
    for (int i = 0; i < s->n_vector; i++) {
      v[i] = v3_axpy(v[i], more[k], c->turn[i]);
    }
  }
  memcpy(x->v, v, (size_t)s->n_vector * sizeof *v);
  return sn_instant_start(c->m, x, 1, NULL, error);
}
