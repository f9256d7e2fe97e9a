/* lab/pendulum/gog_angle.c -- three points at a constant angle: `ep` and `midpoint` of the program, and GOG's force by hand.
 * How:     what is not in the program is a dense step of nine unknowns, with a tangent by differences: a comparison of forces, not of speed.
 * Tests:   tests/lab/test_gog_pendulum.c
 */
#include "lab/pendulum/gog_angle.h"

#include <math.h>
#include <string.h>

#include "instant/instant.h"
#include "system/builder.h"

enum { N = 9, MOST_ITERATIONS = 50 };
static const double start_q[N] = {0, 0, 0, 1, 0, 0, 0.3, 1.1, 0.2},
                    start_v[N] = {0.2, -0.3, 0.1, 0.4, 1.2, -0.5, -1.1, 0.3, 0.8};

/* cosine of the angle, and its gradient (NULL: not needed) */
static double cosine(const double *q, double *grad)
{
  double a[3], b[3], aa = 0, bb = 0, ab = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = q[3 + i] - q[i];
    b[i] = q[6 + i] - q[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    ab += a[i] * b[i];
  }
  const double s = sqrt(aa * bb), c = ab / s;
  for (int i = 0; i < 3 && grad; i++) {
    grad[3 + i] = b[i] / s - c * a[i] / aa;
    grad[6 + i] = a[i] / s - c * b[i] / bb;
    grad[i] = -grad[3 + i] - grad[6 + i];
  }
  return c;
}

/* ---- by hand */

typedef struct {
  sn_force_way way;
  double k, h, rest; /* rest: cos at the start */
  double q[N], v[N], beta;
  long gradients, forces;
} hand;

/* DPhi at q + beta dq; its product with dq */
static double gradient_at(hand *x, double beta, const double *dq, double *grad)
{
  double q[N], along = 0;
  for (int i = 0; i < N; i++) {
    q[i] = x->q[i] + beta * dq[i];
  }
  (void)cosine(q, grad);
  x->gradients++;
  for (int i = 0; i < N; i++) {
    along += grad[i] * dq[i];
  }
  return along;
}

/* GOG eq. (9): beta with DPhi(q_(n+beta)).dq = dPhi, by secants from both sides of the middle. Where Phi is linear along dq, any beta
   is a solution and the quotient is 0/0: beta is then not changed. */
static void find_beta(hand *x, const double *dq, double change, double *grad)
{
  double a = x->beta, b = a + 0.01, fa = gradient_at(x, a, dq, grad) - change,
         fb = gradient_at(x, b, dq, grad) - change;
  for (int i = 0; i < 30 && fabs(fb) > 1e-16 && fabs(fb - fa) > 1e-17; i++) {
    const double c = b - fb * (b - a) / (fb - fa);
    a = b;
    fa = fb;
    b = fmin(fmax(c, -1), 2);
    fb = gradient_at(x, b, dq, grad) - change;
  }
  x->beta = b;
}

static void residual(hand *x, const double *q1, double *r)
{
  double dq[N], grad[N], size = 0;
  for (int i = 0; i < N; i++) {
    dq[i] = q1[i] - x->q[i];
    size += dq[i] * dq[i];
  }
  const double before = cosine(x->q, NULL), after = cosine(q1, NULL), change = after - before;
  x->forces++;
  if (x->way == SN_FORCE_BETA) {
    find_beta(x, dq, change, grad);
  } else {
    const double along = gradient_at(x, 0.5, dq, grad);
    for (int i = 0; i < N && size > 0; i++) {
      grad[i] += (change - along) / size * dq[i];
    }
  }
  const double force = x->k * (0.5 * (before + after) - x->rest);
  for (int i = 0; i < N; i++) {
    r[i] = 2 / x->h * dq[i] - 2 * x->v[i] + x->h * force * grad[i];
  }
}

static void eliminate(double a[N][N], double *b)
{
  for (int k = 0; k < N; k++) {
    int best = k;
    for (int i = k + 1; i < N; i++) {
      best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
    }
    for (int j = 0; j < N; j++) {
      const double swap = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = swap;
    }
    const double swap = b[k];
    b[k] = b[best];
    b[best] = swap;
    for (int i = k + 1; i < N; i++) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; j < N; j++) {
        a[i][j] -= f * a[k][j];
      }
      b[i] -= f * b[k];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++) {
      b[i] -= a[i][j] * b[j];
    }
    b[i] /= a[i][i];
  }
}

/* Makes one step. Returns the number of iterations, or 0 without convergence. */
static int step(hand *x)
{
  double q1[N];
  for (int i = 0; i < N; i++) {
    q1[i] = x->q[i] + x->h * x->v[i];
  }
  for (int it = 1; it <= MOST_ITERATIONS; it++) {
    double r[N], K[N][N], size = 0;
    residual(x, q1, r);
    for (int j = 0; j < N; j++) {
      const double keep = q1[j], d = 1e-7;
      double other[N];
      q1[j] = keep + d;
      residual(x, q1, other);
      q1[j] = keep;
      for (int i = 0; i < N; i++) {
        K[i][j] = (other[i] - r[i]) / d;
      }
    }
    eliminate(K, r);
    for (int i = 0; i < N; i++) {
      q1[i] -= r[i];
      size = fmax(size, fabs(r[i]));
    }
    if (!(size < 1e6)) {
      return 0;
    }
    if (size < 1e-13) {
      for (int i = 0; i < N; i++) {
        x->v[i] = 2 * (q1[i] - x->q[i]) / x->h - x->v[i];
        x->q[i] = q1[i];
      }
      return it;
    }
  }
  return 0;
}

static double energy_of(const double *q, const double *v, double k, double rest)
{
  const double phi = cosine(q, NULL) - rest;
  double sum = k * phi * phi;
  for (int i = 0; i < N; i++) {
    sum += v[i] * v[i];
  }
  return sum / 2;
}

static sn_v3 turn_of(const double *q, const double *v)
{
  sn_v3 sum = v3(0, 0, 0);
  for (int i = 0; i < N; i += 3) {
    sum = v3_add(sum, v3_cross(v3(q[i], q[i + 1], q[i + 2]), v3(v[i], v[i + 1], v[i + 2])));
  }
  return sum;
}

static void by_hand(sn_force_way way, double k, double h, long n, sn_angle_end *out)
{
  hand x = {.way = way, .k = k, .h = h, .rest = cosine(start_q, NULL), .beta = 0.5};
  memcpy(x.q, start_q, sizeof x.q);
  memcpy(x.v, start_v, sizeof x.v);
  const double E0 = energy_of(x.q, x.v, k, x.rest);
  const sn_v3 J0 = turn_of(x.q, x.v);
  long steps = 0, iterations = 0;
  while (out->survived && steps < n) {
    const int it = step(&x);
    out->survived = it > 0;
    if (!out->survived) {
      break;
    }
    iterations += it;
    steps++;
    out->energy = fmax(out->energy, fabs(energy_of(x.q, x.v, k, x.rest) - E0));
    out->turn = fmax(out->turn, v3_norm(v3_sub(turn_of(x.q, x.v), J0)) / v3_norm(J0));
    out->lowest = fmin(out->lowest, x.beta);
    out->highest = fmax(out->highest, x.beta);
  }
  out->t = (double)steps * h;
  out->iterations = steps > 0 ? (double)iterations / (double)steps : 0;
  out->gradients = (double)x.gradients / (double)x.forces;
}

/* ---- by the program: a function of three dot products */

static sn_status make(sn_arena *arena, double k, const sn_system **system, sn_state *state, sn_error *error)
{
  static const char *const names[] = {"aa", "bb", "ab"};
  sn_builder *b = sn_builder_new(arena);
  sn_expr_builder *e = sn_expr_begin(arena, 3, names);
  const sn_expr *function = NULL;
  sn_frame f[3];
  if (!b || !e) {
    return sn_no_memory(error, "the points");
  }
  const int product = sn_expr_op(e, SN_OP_MUL, sn_expr_variable(e, 0), sn_expr_variable(e, 1), -1);
  const int root = sn_expr_op(e, SN_OP_SQRT, product, -1, -1);
  SN_TRY(sn_expr_end(e, sn_expr_op(e, SN_OP_DIV, sn_expr_variable(e, 2), root, -1), &function, error));
  for (int i = 0; i < 3; i++) {
    const double *q = start_q + 3 * i, *v = start_v + 3 * i;
    const int node = sn_add_point(b, v3(q[0], q[1], q[2]), v3(v[0], v[1], v[2])), at = sn_vector_of(b, node, 0);
    f[i] = sn_node_frame(b, node);
    sn_add_mass(b, at, at, 1);
  }
  sn_block_begin(b, &sn_law_potential, "angle");
  const int u = sn_between(b, f, f + 1), w = sn_between(b, f, f + 2), first = sn_form(b, 1, u, u, 0);
  (void)sn_form(b, 1, w, w, 0);
  (void)sn_form(b, 1, u, w, 0);
  sn_coordinate_function(b, first, function);
  sn_composite_potential(b, sn_potential_spring(b, k, cosine(start_q, NULL)));
  sn_block_stands_for_constraint(b, k);
  return sn_builder_finish(b, system, state, error);
}

static void watch(const sn_system *s, const sn_state *x, double E0, sn_v3 J0, sn_angle_end *out)
{
  double K, V, U;
  sn_v3 P, J;
  sn_energies(s, x, &K, &V, &U);
  sn_momenta(s, x, &P, &J);
  out->energy = fmax(out->energy, fabs(K + V - E0));
  out->turn = fmax(out->turn, v3_norm(v3_sub(J, J0)) / v3_norm(J0));
}

static sn_status by_program(const sn_scheme *scheme, double k, double h, long n, sn_angle_end *out, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_system *s = NULL;
  sn_state state;
  sn_stepper *x = NULL;
  const sn_step_options o = {.max_iterations = MOST_ITERATIONS, .threads = 1};
  sn_status status = arena ? make(arena, k, &s, &state, error) : sn_no_memory(error, "the points");
  if (status == SN_OK && s) {
    status = sn_scheme_begin(scheme, s, &o, arena, &state, &x, error);
  }
  if (status == SN_OK && s) {
    const double E0 = energy_of(start_q, start_v, k, cosine(start_q, NULL));
    const sn_v3 J0 = turn_of(start_q, start_v);
    long steps = 0, iterations = 0;
    while (out->survived && steps < n) {
      sn_step_report r = {0};
      sn_error unused = {0};
      out->survived = scheme->step(x, &state, h, &r, &unused) == SN_OK;
      if (out->survived) {
        iterations += r.iterations;
        *state.t = (double)++steps * h;
        watch(s, &state, E0, J0, out);
      }
    }
    out->t = (double)steps * h;
    out->iterations = steps > 0 ? (double)iterations / (double)steps : 0;
    scheme->destroy(x);
  }
  sn_arena_free(arena);
  return status;
}

sn_status sn_angle_run(sn_force_way way, double k, double h, double duration, sn_angle_end *out, sn_error *error)
{
  const long n = lround(duration / h);
  *out = (sn_angle_end){.survived = 1, .lowest = 0.5, .highest = 0.5};
  if (way == SN_FORCE_EP || way == SN_FORCE_MIDPOINT) {
    return by_program(way == SN_FORCE_EP ? &sn_scheme_ep : &sn_scheme_midpoint, k, h, n, out, error);
  }
  by_hand(way, k, h, n, out);
  return SN_OK;
}
