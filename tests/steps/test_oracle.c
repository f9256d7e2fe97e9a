/* tests/steps/test_oracle.c -- laws and orders of the all-fields SR(alpha) and EP, the reference of the reduced steps.
 * Laws:    balance, losses >= 0, constraints, rates after the projection, momenta; order 4 of rigid motion and of springs
 *          that the step resolves; light carriers do not matter.
 * Numbers: linear oscillators by their closed form (docs/theory.md); double pendulum, wheels: as measured.
 */
#include "../harness.h"
#include "../support/flexible.h"
#include "../support/oracle.h"
#include "instant/instant.h"
#include "system/kernel.h"

/* n steps; returns the last status; worst relative defect, lowest loss, largest rate of a constraint at the ends of steps
   over the largest speed, sums of losses */
typedef struct {
  sn_status status;
  double worst, lowest, rate, numerical, dissipation;
  int iterations;
} outcome;

/* largest rate of a form of constraints, lengths over the extent, and of orthonormality; over the largest speed */
static double rate_error(const sn_system *s, const sn_state *x)
{
  double worst = 0, speed = 1e-300;
  sn_v3 B[SN_MAX_FORMS * SN_MAX_BLOCK_VECTORS];
  double e[SN_MAX_FORMS], gradient[SN_MAX_FORMS];
  for (int a = 0; a < s->n_vector; a++) {
    speed = fmax(speed, v3_norm(x->v[a]));
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    double whole = -sn_drive_rate(b, *x->t);
    if (!b->law->is_constraint || b->n_node == 0) {
      continue;
    }
    sn_forms(b, x->q, e);
    sn_form_rates(b, x->q, B);
    if (b->law == &sn_law_driven) {
      sn_composite(b, x->internal, e, gradient, NULL);
    }
    for (int k = 0; k < b->n_form; k++) {
      double rate = 0;
      for (int a = 0; a < b->n_vec; a++) {
        rate += v3_dot(B[k * b->n_vec + a], x->v[b->vector[a]]);
      }
      whole += b->law == &sn_law_driven ? gradient[k] * rate : 0;
      worst = b->law == &sn_law_constraint ? fmax(worst, fabs(rate)) : worst;
    }
    worst = b->law == &sn_law_driven ? fmax(worst, fabs(whole)) : worst;
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = n->has_x; a < n->n_vec; a++) {
      for (int b = a; b < n->n_vec; b++) {
        worst = fmax(worst, fabs(v3_dot(x->q[n->vector[a]], x->v[n->vector[b]]) +
                                 v3_dot(x->q[n->vector[b]], x->v[n->vector[a]])));
      }
    }
  }
  return worst / speed;
}

static outcome run(mechanism *m, sn_state *x, double alpha, double h, int n, int ep)
{
  outcome o = {.lowest = 0};
  double scale = fabs(mechanism_energy(m, x));
  for (int i = 0; i < n; i++) {
    sn_step_report r;
    o.status = ep ? oracle_ep_step(m->system, x, h, &r, &m->error) : oracle_step(m->system, x, alpha, h, &r, &m->error);
    if (o.status != SN_OK) {
      printf("step %d: %s\n", i, m->error.what);
      return o;
    }
    scale = fmax(scale, r.ledger.kinetic + r.ledger.strain);
    o.worst = fmax(o.worst, fabs(r.ledger.defect) / scale);
    o.lowest = fmin(o.lowest, fmin(r.ledger.numerical, r.ledger.dissipation));
    o.numerical += r.ledger.numerical;
    o.dissipation += r.ledger.dissipation;
    o.rate = fmax(o.rate, rate_error(m->system, x));
    o.iterations += r.iterations;
  }
  return o;
}

/* alpha of a spring of frequency omega, theory (6.2): damped where the step does not resolve it */
static double faded(double alpha, double omega_h)
{
  const double x4 = pow(omega_h, 4);
  return x4 < 1e-3 ? 0 : alpha * x4 / (1 + x4);
}

/* trace and determinant of the amplification matrix (docs/theory.md, linear limit) from two independent starts of the
   points of a mechanism, all moving along x */
static void amplification(mechanism (*make)(double), double parameter, double alpha, double h, double omega, int fades)
{
  double A[2][2];
  for (int j = 0; j < 2; j++) {
    mechanism m = make(parameter);
    CHECK_OK(m.status, m.error);
    for (int i = 0; i < m.system->n_node; i++) {
      const int v = m.system->node[i].vector[0];
      m.state.q[v].x[0] = j == 0;
      m.state.v[v].x[0] = j == 1;
    }
    sn_step_report r;
    CHECK_OK(oracle_step(m.system, &m.state, alpha, h, &r, &m.error), m.error);
    const int v = m.system->node[0].vector[0];
    A[0][j] = m.state.q[v].x[0];
    A[1][j] = m.state.v[v].x[0];
    mechanism_free(&m);
  }
  double trace, determinant;
  oscillator_invariants(fades ? faded(alpha, omega * h) : alpha, omega * h, &trace, &determinant);
  CHECK_NEAR(A[0][0] + A[1][1], trace, 1e-13);
  CHECK_NEAR(A[0][0] * A[1][1] - A[0][1] * A[1][0], determinant, 1e-13);
}

static mechanism begin(sn_builder **b)
{
  mechanism m = {.own = -1, .arena = sn_arena_new(NULL)};
  *b = sn_builder_new(m.arena);
  return m;
}
static mechanism finish(mechanism m, sn_builder *b)
{
  m.status = sn_builder_finish(b, &m.system, &m.state, &m.error);
  return m;
}
static sn_frame mass_point(sn_builder *b, sn_v3 x, sn_v3 v, double mass)
{
  const sn_frame p = sn_node_frame(b, sn_add_point(b, x, v));
  sn_add_mass(b, p.vector[0], p.vector[0], mass);
  return p;
}

/* a light point on a spring of 1 N/m, and a mass of 1 kg less that point that moves with it */
static mechanism carried(double light)
{
  sn_builder *b;
  mechanism m = begin(&b);
  const sn_frame ground = sn_ground_frame(b);
  const sn_frame p = mass_point(b, v3(0, 0, 0), v3(0, 0, 0), light);
  const sn_frame r = mass_point(b, v3(0, 1, 0), v3(0, 0, 0), 1 - light);
  sn_block_begin(b, &sn_law_elastic, "spring");
  sn_form(b, 1, sn_point_of(b, &p), sn_axis_of(b, &ground, 0), 0);
  sn_block_matrix(b, 0, 0, 1);
  sn_block_begin(b, &sn_law_constraint, "beside");
  const int gap = sn_between(b, &p, &r);
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, gap, sn_axis_of(b, &ground, k), k == 1 ? -1 : 0);
  }
  return finish(m, b);
}

/* 1 kg on a potential of 1 N/m; 1: as if it had kinks */
static mechanism on_potential(double kinked)
{
  sn_builder *b;
  mechanism m = begin(&b);
  const sn_frame ground = sn_ground_frame(b), p = mass_point(b, v3(0, 0, 0), v3(0, 0, 0), 1);
  sn_potential *law = SN_NEW(m.arena, sn_potential, 1);
  *law = *sn_potential_spring(b, 1, 0);
  law->kinked = kinked > 0;
  sn_block_begin(b, &sn_law_potential, "spring");
  sn_coordinate_form(b, sn_form(b, 1, sn_point_of(b, &p), sn_axis_of(b, &ground, 0), 0), 1);
  sn_composite_potential(b, law);
  return finish(m, b);
}

static void test_oscillator(void)
{
  static const double alphas[4] = {0, 0.3, 0.5, 1}, h[3] = {0.1, 0.7, 3};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      amplification(oscillator, 1, alphas[i], h[k], 1, 1);
      amplification(oscillator, 9, alphas[i], h[k], 3, 1);
      amplification(on_potential, 0, alphas[i], h[k], 1, 1);
      amplification(on_potential, 1, alphas[i], h[k], 1, 0);
      amplification(carried, 0.5, alphas[i], h[k], 1, 1);
      amplification(carried, 1e-6, alphas[i], h[k], 1, 1); /* SR in minimal coordinates */
    }
  }
}

static double pendulum_error(double stiffness, double alpha, double dt, int ep)
{
  sn_v3 ref[2];
  double_pendulum_reference(1, ref);
  mechanism m = double_pendulum(stiffness);
  CHECK_OK(m.status, m.error);
  const outcome o = run(&m, &m.state, alpha, dt, (int)(1 / dt + 0.5), ep);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 1e-14);
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    const sn_v3 d = v3_sub(m.state.q[m.system->node[i].vector[0]], ref[i]);
    for (int c = 0; c < 3; c++) {
      worst = fmax(worst, fabs(d.x[c]));
    }
  }
  mechanism_free(&m);
  return worst;
}

static void test_double_pendulum(void)
{
  static const double dt[3] = {0.02, 0.01, 0.005}, ep[3] = {4.7e-3, 1.2e-3, 2.9e-4};
  static const double one[3] = {4.67e-6, 2.93e-7, 1.84e-8};
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(pendulum_error(0, 1, dt[i], 0) / one[i], 1, 0.02);
    CHECK_NEAR(pendulum_error(0, 0, dt[i], 1) / ep[i], 1, 0.03);
  }
}

static void test_spin(void)
{
  for (int ground_axes = 0; ground_axes < 2; ground_axes++) {
    mechanism m = spinning_body(100, ground_axes);
    CHECK_OK(m.status, m.error);
    const double K = mechanism_energy(&m, &m.state);
    const outcome o = run(&m, &m.state, 1, 1e-3, 100, 0);
    CHECK(o.status == SN_OK);
    printf("  %s axes: loss of 100 steps %.1e\n", ground_axes ? "ground" : "body", o.numerical / K);
    CHECK_BELOW(o.numerical / K, 1e-20); /* in whatever axes the rows are written */
    CHECK_BELOW(o.worst, 1e-13);
    CHECK_BELOW(o.rate, 1e-13);
    mechanism_free(&m);
  }
}

static void test_bar(void)
{
  mechanism m = spinning_bar(100, 4);
  CHECK_OK(m.status, m.error);
  const double K = mechanism_energy(&m, &m.state);
  outcome o = run(&m, &m.state, 1, 1e-3, 60, 0);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_NEAR(o.numerical / K / 1.5e-4, 1, 0.03); /* the stretch energy of the start, and nothing else */
  const double before = mechanism_energy(&m, &m.state);
  o = run(&m, &m.state, 1, 1e-3, 40, 0);
  CHECK(o.status == SN_OK);
  CHECK_BELOW((before - mechanism_energy(&m, &m.state)) / K, 1e-8);
  mechanism_free(&m);
}

static void test_momenta(void)
{
  static const struct {
    double alpha, h;
    int ep;
  } runs[] = {{1, 5e-3, 0}, {1, 0.04, 0}, {0.5, 0.04, 0}, {0, 0.04, 0}, {0, 5e-3, 1}};
  for (int i = 0; i < (int)(sizeof runs / sizeof *runs); i++) {
    mechanism m = free_pair();
    CHECK_OK(m.status, m.error);
    sn_v3 P0, J0, P, J;
    sn_momenta(m.system, &m.state, &P0, &J0);
    const outcome o = run(&m, &m.state, runs[i].alpha, runs[i].h, 60, runs[i].ep);
    CHECK(o.status == SN_OK);
    CHECK_BELOW(o.worst, 1e-13);
    CHECK_BELOW(-o.lowest, 1e-15);
    sn_momenta(m.system, &m.state, &P, &J);
    printf("  %s alpha %.1f, %2.0f ms: loss %.1e J, momenta %.1e %.1e\n", runs[i].ep ? "EP" : "SR", runs[i].alpha,
           1e3 * runs[i].h, o.numerical, v3_norm(v3_sub(P, P0)) / v3_norm(P0), v3_norm(v3_sub(J, J0)) / v3_norm(J0));
    CHECK_BELOW(v3_norm(v3_sub(P, P0)) / v3_norm(P0), 1e-13);
    CHECK_BELOW(v3_norm(v3_sub(J, J0)) / v3_norm(J0), 1e-13);
    CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
    mechanism_free(&m);
  }
}

static double angle_error(mechanism m, double reference, double alpha, double dt, double duration, int ep)
{
  CHECK_OK(m.status, m.error);
  const outcome o = run(&m, &m.state, alpha, dt, (int)(duration / dt + 0.5), ep);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 1e-15);
  CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
  const double error = fabs(m.state.internal[m.own] - reference);
  mechanism_free(&m);
  return error;
}

static void test_gear(void)
{
  static const double dt[3] = {0.02, 0.01, 0.005};
  static const double one[3] = {1.24e-7, 7.95e-9, 5.0e-10}, zero[3] = {1.13e-7, 7.0e-9, 4.4e-10};
  const double ref = geared_wheels_reference(0.4);
  for (int i = 0; i < 3; i++) {
    const double e1 = angle_error(geared_wheels(), ref, 1, dt[i], 0.4, 0);
    const double e0 = angle_error(geared_wheels(), ref, 0, dt[i], 0.4, 0);
    printf("  gear dt %g: alpha 1 %.2e (%.1e), alpha 0 %.2e (%.1e)\n", dt[i], e1, one[i], e0, zero[i]);
    CHECK_NEAR(e1 / one[i], 1, 0.05);
    CHECK_NEAR(e0 / zero[i], 1, 0.05);
  }
  const double c = angle_error(geared_wheels(), ref, 0, 0.01, 0.4, 1);
  const double f = angle_error(geared_wheels(), ref, 0, 0.005, 0.4, 1);
  CHECK_NEAR(log2(c / f), 2, 0.1);
}

static void test_screw(void)
{
  const double ref = screw_reference(0.2);
  for (int a = 0; a < 2; a++) {
    const double c = angle_error(screw(), ref, a, 0.01, 0.2, 0), f = angle_error(screw(), ref, a, 0.005, 0.2, 0);
    printf("  screw alpha %d: %.2e %.2e, order %.2f\n", a, c, f, log2(c / f));
    CHECK_NEAR(log2(c / f), 4, 0.15);
  }
  const double c = angle_error(screw(), ref, 0, 0.005, 0.2, 1), f = angle_error(screw(), ref, 0, 0.0025, 0.2, 1);
  CHECK_NEAR(log2(c / f), 2, 0.1);
}

/* ---------------------------------------------------------------- light carriers */
static const sn_expr *swing(sn_builder *b) /* sin(3 t) + t */
{
  static const char *const name[1] = {"t"};
  sn_expr_builder *e = sn_expr_begin(sn_builder_arena(b), 1, name);
  const sn_expr *out = NULL;
  const int t = sn_expr_variable(e, 0);
  const int x = sn_expr_op(e, SN_OP_SIN, sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, 3), t, -1), -1, -1);
  CHECK(sn_expr_end(e, sn_expr_op(e, SN_OP_ADD, x, t, -1), &out, NULL) == SN_OK);
  return out;
}

static void hinge(sn_builder *b, const sn_frame *on, const sn_frame *f)
{
  sn_block_meet(b);
  const int gap = sn_between(b, f, on);
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, gap, sn_axis_of(b, f, k), 0);
  }
  sn_block_begin(b, &sn_law_constraint, "axis");
  const int z = sn_axis_of(b, on, 2);
  sn_form(b, 1, z, sn_axis_of(b, f, 0), 0);
  sn_form(b, 1, z, sn_axis_of(b, f, 1), 0);
}

static sn_frame bar(sn_builder *b, sn_v3 x, sn_v3 v, sn_v3 omega, double mass)
{
  const double inertia[3][3] = {{0.01 * mass, 0, 0}, {0, 0.05 * mass, 0}, {0, 0, 0.05 * mass}};
  const sn_frame f = sn_node_frame(b, sn_add_triad(b, x, v, m3_identity(), omega));
  sn_add_rigid_mass(b, &f, mass, v3(0, 0, 0), inertia);
  return f;
}

/* a driven arm of the given mass; at its tip a pendulum of 1 kg, or (stiffness > 0) a point of 1 kg on a spring */
static mechanism arm(double mass, double stiffness, int *end)
{
  sn_builder *b;
  mechanism m = begin(&b);
  const sn_v3 w = {{0, 0, 4}};
  sn_set_gravity(b, v3(0, -9.81, 0));
  const sn_frame ground = sn_ground_frame(b);
  const sn_frame a = bar(b, v3(0.25, 0, 0), v3_cross(w, v3(0.25, 0, 0)), w, mass);
  const sn_frame root = sn_frame_local(b, &a, v3(-0.25, 0, 0), m3_identity());
  const sn_frame tip = sn_frame_local(b, &a, v3(0.25, 0, 0), m3_identity());
  hinge(b, &ground, &root);
  sn_block_begin(b, &sn_law_driven, "drive");
  const int x = sn_axis_of(b, &a, 0), c = sn_form(b, 1, sn_axis_of(b, &ground, 0), x, 0);
  sn_form(b, 1, sn_axis_of(b, &ground, 1), x, 0);
  sn_coordinate_angle(b, c, 1);
  sn_composite_drive(b, swing(b));
  if (stiffness > 0) {
    const sn_frame p = mass_point(b, v3(0.9, 0, 0), v3_cross(w, v3(0.9, 0, 0)), 1);
    sn_block_begin(b, &sn_law_potential, "spring");
    const int gap = sn_between(b, &tip, &p);
    sn_coordinate_length(b, sn_form(b, 0.5, gap, gap, 0), 1);
    sn_composite_potential(b, sn_potential_spring(b, stiffness, 0.4));
    *end = p.vector[0];
  } else {
    const sn_frame p = bar(b, v3(0.75, 0, 0), v3_cross(w, v3(0.75, 0, 0)), w, 1);
    const sn_frame top = sn_frame_local(b, &p, v3(-0.25, 0, 0), m3_identity());
    hinge(b, &tip, &top);
    *end = p.vector[0];
  }
  return finish(m, b);
}

static sn_v3 arm_end(double mass, double stiffness, double alpha, double h, double duration, double *loss)
{
  int end = 0;
  mechanism m = arm(mass, stiffness, &end);
  CHECK_OK(m.status, m.error);
  const outcome o = run(&m, &m.state, alpha, h, (int)(duration / h + 0.5), 0);
  CHECK(o.status == SN_OK);
  CHECK_BELOW(o.worst, 1e-13);
  CHECK_BELOW(-o.lowest, 1e-15);
  CHECK_BELOW(alpha == 1 ? o.rate : 0, 1e-12);
  *loss = o.numerical;
  const sn_v3 x = m.state.q[end];
  mechanism_free(&m);
  return x;
}

static void test_light(void)
{
  static const double mass[3] = {1, 1e-2, 1e-4}, stiffness[3] = {0, 80, 2e3};
  const double h = 8e-3, T = 0.32;
  for (int k = 0; k < 3; k++) {
    double error[3][2], loss;
    const sn_v3 reference = arm_end(1, stiffness[k], 0, h / 8, T, &loss);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 2; j++) {
        error[i][j] = v3_norm(v3_sub(arm_end(mass[i], stiffness[k], 1, j ? h / 2 : h, T, &loss), reference));
      }
      printf("  spring %g N/m, arm %g kg: %.2e %.2e, order %.2f, loss %.1e\n", stiffness[k], mass[i], error[i][0],
             error[i][1], log2(error[i][0] / error[i][1]), loss);
      CHECK_NEAR(error[i][0] / error[0][0], 1, 0.02); /* the mass of the arm does not matter */
      CHECK_NEAR(error[i][1] / error[0][1], 1, 0.02);
      CHECK_BELOW(3.8, log2(error[i][0] / error[i][1]));
    }
  }
}

/* ---------------------------------------------------------------- laws of every step */
typedef struct {
  const char *name;
  mechanism (*make)(int);
  int which, start, steps;
  double h;
} sample;

static mechanism make_machine(int parts)
{
  return machine(parts);
}

/* a pendulum whose mass is shared with the moving frame it hangs on; 1: the frame turns */
static mechanism shared(int turns)
{
  sn_builder *b;
  mechanism m = begin(&b);
  const sn_expr *const place[3] = {swing(b), NULL, NULL};
  sn_set_gravity(b, v3(0, -9.81, 0));
  const sn_frame base =
      sn_moving_frame_frame(b, sn_add_moving_frame(b, place, v3(0, 0, 1), turns ? swing(b) : NULL, m3_identity()));
  const sn_frame p = mass_point(b, v3(0.6, 0.8, 0), v3(4, 0, 0), 1), r = mass_point(b, v3(1, 1, 0), v3(4, 0, 0), 0.5);
  for (int k = 0; k < 2; k++) {
    sn_add_mass(b, base.vector[k], base.vector[k], 0.6);
    sn_add_mass(b, base.vector[k], p.vector[0], 0.3);
  }
  sn_block_begin(b, &sn_law_constraint, "distance");
  int gap = sn_between(b, &base, &p);
  sn_form(b, 0.5, gap, gap, -0.5);
  sn_block_begin(b, &sn_law_elastic, "spring");
  gap = sn_between(b, &p, &r);
  sn_form(b, 0.5, gap, gap, -0.1);
  sn_block_matrix(b, 0, 0, 1e4);
  return finish(m, b);
}

/* directions without inertia: 0 a slender body on a hinge across itself, 1 a point without mass pinned to a body, 2 a triad
   without any inertia between two of those, all with stiff springs at them */
static mechanism hollow(int which)
{
  sn_builder *b;
  mechanism m = begin(&b);
  sn_set_gravity(b, v3(0, -9.81, 0));
  const sn_frame ground = sn_ground_frame(b);
  const sn_v3 w = {{0, 0, 2}};
  sn_frame f, end;
  if (which == 0) {
    f = sn_node_frame(b, sn_add_triad(b, v3(0.25, 0, 0), v3_cross(w, v3(0.25, 0, 0)), m3_identity(), w));
    sn_add_mass(b, f.vector[0], f.vector[0], 1);
    sn_add_mass(b, f.vector[1], f.vector[1], 0.05);
  } else {
    f = bar(b, v3(0.25, 0, 0), v3_cross(w, v3(0.25, 0, 0)), w, 1);
  }
  const sn_frame root = sn_frame_local(b, &f, v3(-0.25, 0, 0), m3_identity());
  const sn_frame tip = sn_frame_local(b, &f, v3(0.25, 0, 0.05), m3_identity());
  hinge(b, &ground, &root);
  end = tip;
  if (which == 1) {
    end = sn_node_frame(b, sn_add_point(b, v3(0.5, 0, 0.05), v3_cross(w, v3(0.5, 0, 0))));
    sn_block_begin(b, &sn_law_constraint, "pin");
    const int gap = sn_between(b, &tip, &end);
    for (int k = 0; k < 3; k++) {
      sn_form(b, 1, gap, sn_axis_of(b, &f, k), 0);
    }
  } else if (which == 2) {
    const sn_frame g =
        sn_node_frame(b, sn_add_triad(b, v3(0.5, 0, 0.05), v3_cross(w, v3(0.5, 0, 0)), m3_identity(), w));
    hinge(b, &tip, &g);
    sn_block_begin(b, &sn_law_constraint, "weld");
    sn_form(b, 1, sn_axis_of(b, &f, 0), sn_axis_of(b, &g, 1), 0);
    end = sn_frame_local(b, &g, v3(0.1, 0.2, 0), m3_identity());
  }
  const sn_frame post = sn_frame_local(b, &ground, v3(0.9, 0.5, 0.3), m3_identity());
  const sn_frame p = mass_point(b, v3(0.6, 0.4, 0), v3(0, 1, 0), 0.3);
  const sn_frame *const from[2] = {&post, &p};
  for (int i = 0; i < 2; i++) {
    sn_block_begin(b, &sn_law_potential, "spring");
    const int gap = sn_between(b, from[i], &end);
    sn_coordinate_length(b, sn_form(b, 0.5, gap, gap, 0), 1);
    sn_composite_zero(b);
    sn_composite_potential(b, sn_potential_spring(b, 5e3, 0));
  }
  return finish(m, b);
}

static mechanism small(int which)
{
  return which == 0   ? oscillator(100)
         : which == 1 ? double_pendulum(0)
         : which == 2 ? double_pendulum(1e4)
         : which == 3 ? double_pendulum(1e5)
         : which == 4 ? spinning_body(20, 0)
         : which == 5 ? spinning_body(100, 1)
         : which == 6 ? spinning_bar(100, 4)
         : which == 7 ? geared_wheels()
         : which == 8 ? screw()
                      : free_pair();
}
static mechanism flexible(int which)
{
  return which == 0   ? free_beam(1, 3, 1, 5)
         : which == 1 ? free_beam(2, 2, 0, 5)
         : which == 2 ? strip(1, 4, 1, 1)
         : which == 3 ? strip(2, 2, 0, 1)
         : which == 4 ? spinning_beam(2, 2, 0, 100)
                      : fibre_patch(2, 1);
}

static void test_laws(void)
{
  static const sample samples[] = {
      {"oscillator", small, 0, 0, 20, 0.05},
      {"pendulum", small, 1, 0, 30, 0.02},
      {"soft springs", small, 2, 0, 30, 0.01},
      {"springs", small, 3, 0, 30, 0.01},
      {"slow spin", small, 4, 0, 30, 0.01},
      {"spin", small, 5, 0, 30, 1e-3},
      {"bar", small, 6, 0, 30, 1e-3},
      {"gear", small, 7, 0, 30, 0.05},
      {"screw", small, 8, 0, 30, 5e-3},
      {"free pair", small, 9, 0, 30, 0.04},
      {"machine", make_machine, 0, 0, 20, 4e-3},
      {"machine", make_machine, 0, 0, 20, 0.04},
      {"base", make_machine, MACHINE_BASE, 0, 20, 0.02},
      {"loads", make_machine, MACHINE_LOADS, 0, 20, 0.02},
      {"drive", make_machine, MACHINE_DRIVE, 0, 20, 0.02},
      {"base, drive", make_machine, MACHINE_BASE | MACHINE_DRIVE, 0, 20, 0.02},
      {"rates", make_machine, MACHINE_RATES, 0, 20, 0.02},
      {"laws", make_machine, MACHINE_LAWS, 0, 20, 0.02},
      {"alpha", make_machine, MACHINE_ALPHA, 0, 20, 0.02},
      {"all", make_machine, MACHINE_SMOOTH, 0, 20, 4e-3},
      {"all", make_machine, MACHINE_SMOOTH, 0, 20, 0.01},
      {"shared mass", shared, 0, 0, 20, 0.02},
      {"shared mass", shared, 1, 0, 20, 0.02},
      {"slender", hollow, 0, 0, 20, 0.01},
      {"no mass", hollow, 1, 0, 20, 0.01},
      {"no inertia", hollow, 2, 0, 20, 0.01},
      {"beam", flexible, 0, 1, 8, 1e-3},
      {"beam", flexible, 1, 1, 8, 1e-3},
      {"strip", flexible, 2, 1, 8, 1e-2},
      {"strip", flexible, 3, 1, 8, 1e-2},
      {"on a hinge", flexible, 4, 1, 8, 1e-3},
      {"patch", flexible, 5, 1, 6, 5e-3},
  };
  static const double alphas[3] = {1, 0.5, 0};
  for (int i = 0; i < (int)(sizeof samples / sizeof *samples); i++) {
    const sample *p = samples + i;
    for (int k = 0; k < 3; k++) {
      mechanism m = p->make(p->which);
      CHECK_OK(m.status, m.error);
      if (p->start) { /* stresses and multipliers of the start */
        sn_instant *instant = NULL;
        CHECK_OK(sn_instant_new(m.system, m.arena, &instant, &m.error), m.error);
        CHECK_OK(sn_instant_start(instant, &m.state, 1, NULL, &m.error), m.error);
        sn_instant_free(instant);
      }
      const outcome o = run(&m, &m.state, alphas[k], p->h, p->steps, 0);
      CHECK(o.status == SN_OK);
      printf("  %-12s %.1f, %4.1f ms: defect %.1e, loss %8.1e (least %.0e), rates %.1e, iterations %.1f\n", p->name,
             alphas[k], 1e3 * p->h, o.worst, o.numerical, o.lowest, o.rate, (double)o.iterations / p->steps);
      CHECK_BELOW(o.worst, 1e-13);
      CHECK_BELOW(-o.lowest, 1e-15);
      CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
      CHECK_BELOW(alphas[k] == 1 ? o.rate : 0, 1e-12);
      CHECK(alphas[k] > 0 || p->which == MACHINE_SMOOTH || p->which == MACHINE_ALPHA || o.numerical == 0);
      mechanism_free(&m);
    }
  }
}

/* every law in one machine, one stage: the ledger closes */
static void test_machine_ep(void)
{
  static const int parts[] = {
      0, MACHINE_BASE, MACHINE_LOADS, MACHINE_DRIVE, MACHINE_RATES, MACHINE_LAWS, MACHINE_ALPHA, MACHINE_SMOOTH};
  for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
    mechanism m = machine(parts[i]);
    CHECK_OK(m.status, m.error);
    const outcome o = run(&m, &m.state, 0, 4e-3, 40, 1);
    CHECK(o.status == SN_OK);
    printf("  parts %3d: defect %.1e, dissipation %.1e, iterations %.1f\n", parts[i], o.worst, o.dissipation,
           o.iterations / 40.0);
    CHECK_BELOW(o.worst, 1e-13);
    CHECK_BELOW(-o.lowest, 1e-15);
    CHECK_BELOW(sn_constraint_error(m.system, &m.state), 1e-13);
    mechanism_free(&m);
  }
}

int main(void)
{
  RUN(test_oscillator);
  RUN(test_double_pendulum);
  RUN(test_spin);
  RUN(test_bar);
  RUN(test_momenta);
  RUN(test_gear);
  RUN(test_screw);
  RUN(test_light);
  RUN(test_laws);
  RUN(test_machine_ep);
  return REPORT();
}
