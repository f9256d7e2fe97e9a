/* run/spectrum.c -- the amplification matrix of a scheme, column by column.
 * What:    a point of 1 kg on a spring along x, drawn at x = 1 m at rest, then at x = 0 with omega x 1 m; one step of 1 s of each. The scheme is not told that it is watched: what it damps is what it damps in any run.
 * Theory:  docs/theory.md, linear limit; the ratios as BBT define them (after Hughes).
 * Tests:   tests/run/test_spectrum.c, against the closed forms of all schemes.
 */
#include "run/spectrum.h"

#include <math.h>

#include "system/builder.h"

static sn_status make(sn_arena *arena, double omega, double x, double v, const sn_system **system, sn_state *start,
                      sn_error *error)
{
  sn_builder *b = sn_builder_new(arena);
  if (!b) {
    return sn_no_memory(error, "the oscillator");
  }
  const sn_frame ground = sn_ground_frame(b);
  const int node = sn_add_point(b, v3(x, 0, 0), v3(omega * v, 0, 0)), at = sn_vector_of(b, node, 0);
  const sn_frame point = sn_node_frame(b, node);
  sn_add_mass(b, at, at, 1);
  sn_builder_extent(b, v3(1, 0, 0));
  sn_block_begin(b, &sn_law_elastic, "spring");
  sn_form(b, 1, sn_point_of(b, &point), sn_axis_of(b, &ground, 0), 0);
  sn_block_matrix(b, 0, 0, omega * omega);
  return sn_builder_finish(b, system, start, error);
}

/* (x, v/omega) after one step of 1 s. */
static sn_status column(const sn_scheme *scheme, double alpha, double omega, double *x, double *v, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_system *system = NULL;
  sn_state state;
  sn_stepper *stepper = NULL;
  sn_step_report report;
  sn_status status = arena ? make(arena, omega, *x, *v, &system, &state, error) : sn_no_memory(error, "the oscillator");
  if (status == SN_OK && system) {
    status = sn_scheme_begin(scheme, system, &(sn_step_options){.alpha = alpha, .threads = 1}, arena, &state, &stepper,
                             error);
  }
  if (status == SN_OK && system) {
    status = scheme->step(stepper, &state, 1, &report, error);
    *x = state.q[system->node[0].vector[0]].x[0];
    *v = state.v[system->node[0].vector[0]].x[0] / omega;
    scheme->destroy(stepper);
  }
  sn_arena_free(arena);
  return status;
}

sn_status sn_spectrum_of(const sn_scheme *scheme, double alpha, double turn, sn_spectrum *out, sn_error *error)
{
  double a[2][2] = {{1, 0}, {0, 1}}; /* columns */
  for (int k = 0; k < 2; k++) {
    SN_TRY(column(scheme, alpha, turn, &a[k][0], &a[k][1], error));
  }
  const double half = (a[0][0] + a[1][1]) / 2, determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
  const double bend = determinant - half * half;
  if (bend <= 0) {
    *out = (sn_spectrum){fabs(half) + sqrt(-bend), NAN, NAN};
    return SN_OK;
  }
  const double theta = atan2(sqrt(bend), half);
  *out = (sn_spectrum){sqrt(determinant), log(1 / determinant) / (2 * theta), turn / theta - 1};
  return SN_OK;
}

static double amplitude(const sn_system *s, const sn_state *x, double omega)
{
  const int at = s->node[0].vector[0];
  return hypot(x->q[at].x[0], x->v[at].x[0] / omega);
}

sn_status sn_stiff_radius(const sn_scheme *scheme, const sn_step_options *o, double *out, sn_error *error)
{
  enum { MOST = 200 };
  const double omega = 1e3, least = 1e-4; /* steps of 1 s; below it increments are too small for an iteration */
  sn_arena *arena = sn_arena_new(NULL);
  const sn_system *system = NULL;
  sn_state state;
  sn_stepper *stepper = NULL;
  sn_step_report report;
  double left[MOST + 1] = {1};
  int n = 0;
  *out = 1;
  sn_status status = arena ? make(arena, omega, 1, 0, &system, &state, error) : sn_no_memory(error, "the oscillator");
  if (status == SN_OK) {
    status = sn_scheme_begin(scheme, system, o, arena, &state, &stepper, error);
  }
  while (status == SN_OK && system && n < MOST && left[n] > least) {
    status = scheme->step(stepper, &state, 1, &report, error);
    left[++n] = amplitude(system, &state, omega);
  }
  if (status == SN_OK && n > 1) { /* the second half: equal roots grow at first */
    const int half = n / 2;
    *out = pow(left[n] / left[half], 1.0 / (n - half));
  }
  if (stepper) {
    scheme->destroy(stepper);
  }
  sn_arena_free(arena);
  return status;
}
