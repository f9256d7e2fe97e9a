/* lab/pendulum/gog_pendulum.c -- the compound pendulum of GOG as a system, and a run of it that may fail.
 * Theory:  docs/gog.md. V = k/2 Phi^2 for every constraint Phi; ep is then the energy-momentum method of the paper.
 * Tests:   tests/lab/test_gog_pendulum.c
 */
#include "lab/pendulum/gog_pendulum.h"

#include <math.h>

#include "instant/instant.h"
#include "system/builder.h"

static const double pi = 3.141592653589793;

typedef struct {
  const sn_system *system;
  sn_state state;
  int a, b; /* vectors */
} pendulum;

/* |u| - 1 = 0 by a spring */
static void distance(sn_builder *b, const sn_frame *from, const sn_frame *to, double k)
{
  sn_block_begin(b, &sn_law_potential, "length");
  const int u = sn_between(b, from, to);
  sn_coordinate_length(b, sn_form(b, 0.5, u, u, 0), 1);
  sn_composite_potential(b, sn_potential_spring(b, k, 1));
  sn_block_stands_for_constraint(b, k);
}

/* component i of A x B: A_j B_k - A_k B_j, j and k the next ones */
static sn_status cross(sn_builder *b, const sn_frame *ground, const sn_frame *A, const sn_frame *B, int i, double k,
                       sn_error *error)
{
  static const char *const names[] = {"a", "b", "c", "d"};
  sn_expr_builder *e = sn_expr_begin(sn_builder_arena(b), 4, names);
  const sn_expr *product = NULL;
  if (!e) {
    return sn_no_memory(error, "the pendulum");
  }
  const int first = sn_expr_op(e, SN_OP_MUL, sn_expr_variable(e, 0), sn_expr_variable(e, 1), -1);
  const int second = sn_expr_op(e, SN_OP_MUL, sn_expr_variable(e, 2), sn_expr_variable(e, 3), -1);
  SN_TRY(sn_expr_end(e, sn_expr_op(e, SN_OP_SUB, first, second, -1), &product, error));
  sn_block_begin(b, &sn_law_potential, "alignment");
  const int j = (i + 1) % 3, l = (i + 2) % 3, a = sn_point_of(b, A), c = sn_point_of(b, B);
  const int at_j = sn_axis_of(b, ground, j), at_l = sn_axis_of(b, ground, l);
  const int form = sn_form(b, 1, a, at_j, 0);
  (void)sn_form(b, 1, c, at_l, 0);
  (void)sn_form(b, 1, a, at_l, 0);
  (void)sn_form(b, 1, c, at_j, 0);
  sn_coordinate_function(b, form, product);
  sn_composite_potential(b, sn_potential_spring(b, k, 0));
  sn_block_stands_for_constraint(b, k);
  return SN_OK;
}

/* B = 2 A, exact or by a penalty */
static void linear(sn_builder *b, const sn_frame *ground, const int vector[2], double k)
{
  const double weight[2] = {2, -1};
  sn_block_begin(b, k > 0 ? &sn_law_elastic : &sn_law_constraint, "alignment");
  const int gap = sn_interpolate(b, 2, vector, weight);
  for (int i = 0; i < 3; i++) {
    const int form = sn_form(b, 1, gap, sn_axis_of(b, ground, i), 0);
    if (k > 0) {
      sn_block_matrix(b, form, form, k);
    }
  }
}

/* stiffness 0: rigid */
static sn_status make(sn_arena *arena, double k, sn_pendulum_alignment alignment, pendulum *out, sn_error *error)
{
  sn_builder *b = sn_builder_new(arena);
  if (!b) {
    return sn_no_memory(error, "the pendulum");
  }
  const double s = sin(pi / 3), c = cos(pi / 3), rate = 1.5;
  const sn_frame ground = sn_ground_frame(b), origin = sn_fixed_point_frame(b, v3(0, 0, 0));
  sn_set_gravity(b, v3(0, 0, -9.81));
  sn_frame point[2];
  int vector[2];
  for (int i = 0; i < 2; i++) {
    const double r = i + 1;
    const int node = sn_add_point(b, v3(r * s, 0, -r * c), v3(0, r * s * rate, 0));
    point[i] = sn_node_frame(b, node);
    vector[i] = sn_vector_of(b, node, 0);
    sn_add_mass(b, vector[i], vector[i], 1);
  }
  out->a = vector[0];
  out->b = vector[1];
  if (k > 0) {
    distance(b, &origin, point, k);
    distance(b, point, point + 1, k);
  } else {
    sn_block_begin(b, &sn_law_constraint, "length");
    const int u = sn_between(b, &origin, point);
    (void)sn_form(b, 0.5, u, u, -0.5);
  }
  if (k > 0 && alignment == SN_ALIGN_CROSS) {
    SN_TRY(cross(b, &ground, point, point + 1, 0, k, error));
    SN_TRY(cross(b, &ground, point, point + 1, 1, k, error));
  } else {
    linear(b, &ground, vector, k);
  }
  return sn_builder_finish(b, &out->system, &out->state, error);
}

static double turn_of(const pendulum *p)
{
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    const sn_v3 x = p->state.q[i ? p->b : p->a], v = p->state.v[i ? p->b : p->a];
    sum += x.x[0] * v.x[1] - x.x[1] * v.x[0];
  }
  return sum;
}

static double energy_of(const pendulum *p)
{
  double K, V, U;
  sn_energies(p->system, &p->state, &K, &V, &U);
  return K + V + U;
}

static sn_status begin(pendulum *p, const sn_scheme *scheme, double value, sn_arena *arena, sn_stepper **out,
                       sn_error *error)
{
  sn_instant *motion = NULL;
  sn_step_options o = {.max_iterations = 50, .threads = 1};
  sn_scheme_presets(scheme, &o);
  if (scheme->setting && !isnan(value)) {
    sn_setting_set(&o, scheme->setting, value);
  }
  SN_TRY(sn_instant_new(p->system, arena, &motion, error));
  const sn_status status = sn_instant_start(motion, &p->state, 1, NULL, error);
  sn_instant_free(motion);
  SN_TRY(status);
  return sn_scheme_begin(scheme, p->system, &o, arena, &p->state, out, error);
}

static void go(pendulum *p, const sn_scheme *scheme, sn_stepper *x, double h, double duration, sn_pendulum_end *out)
{
  const double E0 = energy_of(p), J0 = turn_of(p);
  const long n = lround(duration / h);
  *out = (sn_pendulum_end){.survived = 1};
  while (out->survived && out->steps < n) {
    sn_step_report r = {0};
    sn_error unused = {0};
    out->survived = scheme->step(x, &p->state, h, &r, &unused) == SN_OK;
    out->iterations += r.iterations;
    if (!out->survived) {
      break;
    }
    out->end_energy = energy_of(p) - E0;
    out->end_turn = turn_of(p) / J0 - 1;
    out->energy = fmax(out->energy, fabs(out->end_energy));
    out->turn = fmax(out->turn, fabs(out->end_turn));
    out->survived = out->end_energy < SN_PENDULUM_ENERGY; /* false for what is not finite */
    out->t = (double)++out->steps * h;
    *p->state.t = out->t;
  }
  out->B = p->state.q[p->b];
}

static sn_status run(const sn_pendulum *q, double h, double duration, sn_pendulum_end *out, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  pendulum p;
  sn_stepper *x = NULL;
  if (!arena) {
    return sn_no_memory(error, "the pendulum");
  }
  sn_status status = make(arena, q->stiffness, q->alignment, &p, error);
  if (status == SN_OK) {
    status = begin(&p, q->scheme, q->value, arena, &x, error);
  }
  if (status == SN_OK) {
    go(&p, q->scheme, x, h, duration, out);
    q->scheme->destroy(x);
  }
  sn_arena_free(arena);
  return status;
}

sn_status sn_pendulum_run(const sn_pendulum *p, double h, double duration, sn_pendulum_end *out, sn_error *error)
{
  return run(p, h, duration, out, error);
}

sn_status sn_pendulum_exact(double duration, sn_v3 *B, sn_error *error)
{
  const sn_pendulum rigid = {.scheme = &sn_scheme_ed, .value = 0, .alignment = SN_ALIGN_LINEAR};
  sn_pendulum_end end;
  SN_TRY(run(&rigid, 1e-3, duration, &end, error));
  *B = end.B;
  return SN_OK;
}
