/* tests/lab/test_trajectories.c -- the rod of docs/rods.md in motion: reference trajectories of all measures with a tight
 *          integrator, every formulation with every integrator, energy, wrong choices told apart, moving and hinged roots.
 * Numbers: docs/rods.md; two independent computations agree to all digits shown.
 * ctest:   timeout=300
 */
#include "lab/rod/run.h"
#include "rods.h"

/* What the rows said: the tip, energies. */
typedef struct {
  int rod_n; /* elements: the tip is the last node */
  int n;
  double t[8], x[8], y[8], energy[8], balance[8], strain[8];
} path;

static sn_status row(void *data, const sn_rod_row *r, sn_error *error)
{
  path *k = data;
  const sn_rod_energy *e = &r->energy;
  (void)error;
  if (k->n < 8) {
    k->t[k->n] = r->t;
    k->energy[k->n] = e->kinetic + e->stretch + e->bend + e->gravity;
    k->balance[k->n] = k->energy[k->n] - k->energy[0] - r->work_loads - r->work_root + r->loss;
    k->strain[k->n] = r->drift.strain;
    k->x[k->n] = r->p[4 * k->rod_n - 2];
    k->y[k->n++] = r->p[4 * k->rod_n - 1];
  }
  return SN_OK;
}

static sn_rod_options options(sn_rod_formulation f, const char *integrator, double tolerance, double duration,
                              double store)
{
  return (sn_rod_options){.formulation = f,
                          .integrator = sn_rod_integrator_named(integrator),
                          .relative = tolerance,
                          .absolute = tolerance,
                          .duration = duration,
                          .store = store};
}

static path run(sn_rod *rod, const sn_rod_options *o, sn_rod_statistics *out)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  path x = {.rod_n = rod->n};
  sn_rod_statistics mine;
  double *p = numbers(arena, 4 * rod->n), *v = numbers(arena, 4 * rod->n);
  if (!rod->m) {
    CHECK_OK(sn_rod_prepare(rod, arena, &error), error);
  }
  sn_rod_place(rod, NULL, p, v);
  CHECK_OK(sn_rod_run(rod, o, p, v, arena, &(sn_rod_sink){&x, row, NULL, NULL}, out ? out : &mine, &error), error);
  sn_arena_free(arena);
  return x;
}

static const struct {
  sn_rod_measure measure;
  double tau, tip[4][2]; /* t = 0.1, 0.25, 0.5, 1 */
} reference[] = {
    {SN_ROD_SINE,
     0,
     {{0.9972335552, -0.0452793846},
      {0.9145847546, -0.3962405704},
      {0.1015938803, -0.9298476066},
      {0.0758011196, -0.9256166976}}},
    {SN_ROD_SINE,
     0.005,
     {{0.9973452553, -0.0462018384},
      {0.9145397577, -0.3959607498},
      {0.1041208547, -0.9269275346},
      {0.0769330651, -0.9211485145}}},
    {SN_ROD_TAN_HALF,
     0,
     {{0.9972335269, -0.0452789118},
      {0.9145255349, -0.3963125781},
      {0.1008809598, -0.9273533054},
      {0.1423541376, -0.9345736551}}},
    {SN_ROD_TAN_HALF,
     0.005,
     {{0.9973452522, -0.0462015439},
      {0.9144837314, -0.3960340542},
      {0.1033661946, -0.9243796182},
      {0.1412668483, -0.9292726919}}},
    {SN_ROD_CHORD,
     0,
     {{0.9972335410, -0.0452791482},
      {0.9145550731, -0.3962765705},
      {0.1012266582, -0.9285659525},
      {0.1108264224, -0.9315427859}}},
    {SN_ROD_CHORD,
     0.005,
     {{0.9973452538, -0.0462016911},
      {0.9145116909, -0.3959974218},
      {0.1037336120, -0.9256216576},
      {0.1105376174, -0.9264674611}}},
    {SN_ROD_ANGLE,
     0,
     {{0.9972335363, -0.0452790695},
      {0.9145452148, -0.3962885717},
      {0.1011094189, -0.9281561959},
      {0.1216462779, -0.9328220468}}},
    {SN_ROD_ANGLE,
     0.005,
     {{0.9973452533, -0.0462016420},
      {0.9145023623, -0.3960096356},
      {0.1036094212, -0.9252025553},
      {0.1210236486, -0.9276394977}}},
};

static void test_reference_trajectories(void)
{
  for (size_t i = 0; i < sizeof reference / sizeof *reference; i++) {
    sn_rod rod = benchmark(25, reference[i].measure, reference[i].tau);
    double worst = 0;
    for (int part = 0; part < 2; part++) { /* 0.1 alone, then every 0.25 */
      const sn_rod_options o = options(SN_ROD_RELATIVE, reference[i].tau > 0 ? "dormand_prince" : "rk_fehlberg", 1e-11,
                                       part ? 1 : 0.1, part ? 0.25 : 0.1);
      const path x = run(&rod, &o, NULL);
      rod.m = NULL;
      for (int k = 1; k < x.n; k++) {
        const int at = !part ? 0 : k == 1 ? 1 : k == 2 ? 2 : k == 4 ? 3 : -1;
        if (at >= 0) {
          worst = fmax(worst, fmax(fabs(x.x[k] - reference[i].tip[at][0]), fabs(x.y[k] - reference[i].tip[at][1])));
        }
      }
      CHECK(x.n == (part ? 5 : 2));
    }
    printf("  %-8s tau %g: %.1e\n", sn_rod_measure_name[reference[i].measure], reference[i].tau, worst);
    CHECK_BELOW(worst, 1e-9);
  }
}

/* Every formulation with every integrator that takes it, at the accuracy they can be held to. */
static void test_every_combination(void)
{
  for (int f = 0; f < SN_ROD_FORMULATIONS; f++) {
    for (int i = 0; sn_rod_integrators[i].name; i++) {
      const sn_rod_integrator *g = sn_rod_integrators + i;
      const char *why;
      if (!sn_rod_allowed((sn_rod_formulation)f, i, &why)) {
        CHECK(why[0] != 0);
        continue;
      }
      const int stiff = g->implicit; /* damped for the implicit ones */
      sn_rod rod = benchmark(25, SN_ROD_TAN_HALF, stiff ? 0.005 : 0);
      sn_rod_options o = options((sn_rod_formulation)f, g->name, 1e-8, 0.25, 0.25);
      sn_rod_statistics s;
      o.ledger = 1;
      o.stabilise = f == SN_ROD_RELATIVE ? 0 : 20;
      const path x = run(&rod, &o, &s);
      const double *tip = reference[stiff ? 3 : 2].tip[1];
      const double error = hypot(x.x[1] - tip[0], x.y[1] - tip[1]);
      printf(
          "  %-13s %-16s error %.1e, balance %.1e J, %ld steps, %ld + %ld right-hand sides, %ld Jacobians, drift %.0e "
          "%.0e\n",
          sn_rod_formulation_name[f], g->name, error, x.balance[1], s.steps, s.rhs, s.rhs_jacobian, s.jacobians,
          s.drift.shear, s.drift.unit);
      CHECK_BELOW(error, 3e-6);
      CHECK_BELOW(fabs(x.balance[1]), 3e-5); /* of 2.3 J that move */
      CHECK(s.steps > 10 && s.rhs > s.steps / 2);
      CHECK(g->implicit == (s.jacobians > 0));
      CHECK((s.rhs_jacobian > 0) == (g->implicit && !(g->family == SN_ROD_IDA && f == SN_ROD_ABSOLUTE)));
    }
  }
}

/* Energy of an undamped rod, and of a damped one with its losses, by a tight integrator. */
static void test_energy(void)
{
  for (int damped = 0; damped < 2; damped++) {
    sn_rod rod = benchmark(10, SN_ROD_TAN_HALF, damped ? 0.002 : 0);
    sn_rod_options o = options(SN_ROD_RELATIVE, "rk_fehlberg", 1e-12, 0.5, 0.5);
    o.ledger = 1;
    const path x = run(&rod, &o, NULL);
    CHECK_BELOW(fabs(x.balance[1]), 2e-7);
    if (!damped) {
      CHECK_NEAR(x.energy[1], x.energy[0], 1e-10);
    } else {
      CHECK(x.energy[1] < x.energy[0] - 1e-3);
    }
  }
}

/* Moving root, tip force and moment, clamped and hinged: all formulations on one path, and the energy ledger closes. */
static void test_driven(void)
{
  for (int hinged = 0; hinged < 2; hinged++) {
    sn_arena *arena = sn_arena_new(NULL);
    double x0 = 0, y0 = 0;
    for (int f = 0; f < SN_ROD_FORMULATIONS; f++) {
      sn_rod rod = benchmark(12, SN_ROD_TAN_HALF, 0.002);
      rod.hinged = hinged;
      rod.position[0] = wave(arena, 0, 0.1, 6, 0);
      rod.position[1] = wave(arena, 0, 0.05, 12, 0);
      rod.angle = wave(arena, 0, 0.3, 5, 0);
      rod.force[0] = wave(arena, 0, 1, 5, 0);
      rod.force[1] = wave(arena, 0.5, 1, 4, 1);
      rod.moment = wave(arena, 0.02, 0.1, 7, 0);
      sn_rod_options o = options((sn_rod_formulation)f, "dormand_prince", 1e-9, 0.6, 0.6);
      o.ledger = 1;
      const path x = run(&rod, &o, NULL);
      printf("  %s, %s: tip %.9f %.9f, balance %.1e\n", hinged ? "hinged" : "clamped", sn_rod_formulation_name[f],
             x.x[1], x.y[1], x.balance[1]);
      x0 = f == 0 ? x.x[1] : x0;
      y0 = f == 0 ? x.y[1] : y0;
      CHECK_NEAR(x.x[1], x0, 1e-7);
      CHECK_NEAR(x.y[1], y0, 1e-7);
      CHECK_BELOW(fabs(x.balance[1]), 1e-6);
    }
    sn_arena_free(arena);
  }
}

/* A hinged root turns without limit: released from the side it swings past the other side and back. */
static void test_hinged_pendulum(void)
{
  sn_rod rod = benchmark(8, SN_ROD_SINE, 0);
  rod.EI *= 1000; /* nearly rigid */
  rod.EA *= 100;
  rod.hinged = 1;
  /* a rigid rod of the same lumped masses: period of the large swing from 90 degrees by the elliptic integral K(1/2) */
  double inertia = 0, moment = 0;
  const double l = 1.0 / 8, m = rod.rho_A * l;
  for (int i = 1; i <= 8; i++) {
    const double mass = i == 8 ? m / 2 : m;
    inertia += mass * i * l * i * l + rod.rho_I * l;
    moment += mass * i * l;
  }
  const double K = 1.8540746773013719, period = 4 * K * sqrt(inertia / (9.81 * moment));
  const sn_rod_options o = options(SN_ROD_RELATIVE, "dae", 1e-8, period / 2, period / 2);
  const path x = run(&rod, &o, NULL);
  CHECK_NEAR(x.x[1], -1, 1e-3); /* the other side, up to what the rod still bends */
  CHECK_NEAR(x.y[1], 0, 2e-2);
}

/* Wrong lumpings end elsewhere: the right ones are in place (t = 0.5, sine, no damping). */
static void test_wrong_choices(void)
{
  static const struct {
    const char *what;
    double root, tip, inertia, at[2], tolerance;
  } all[] = {
      {"none", 1, 1, 1, {0.1015938803, -0.9298476066}, 1e-8},
      {"full root length", 0.5, 1, 1, {0.0911341185, -0.9464646783}, 1e-8},
      {"full tip mass", 1, 2, 1, {0.1126908861, -0.9286237663}, 1e-8},
      {"full root and full tip", 0.5, 2, 1, {0.1023203401, -0.9444935421}, 1e-8},
      {"half rotary inertia", 1, 1, 0.5, {0.101516, -0.929931}, 1e-6},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error error = {0};
    sn_rod rod = benchmark(25, SN_ROD_SINE, 0);
    double m[25], B[25];
    CHECK_OK(sn_rod_prepare(&rod, arena, &error), error);
    memcpy(m, rod.m, sizeof m);
    memcpy(B, rod.B, sizeof B);
    B[0] *= all[i].root;
    m[24] *= all[i].tip;
    rod.J *= all[i].inertia;
    rod.m = m;
    rod.B = B;
    const sn_rod_options o = options(SN_ROD_RELATIVE, "dormand_prince", 1e-9, 0.5, 0.5);
    const path x = run(&rod, &o, NULL);
    CHECK_NEAR(x.x[1], all[i].at[0], all[i].tolerance);
    CHECK_NEAR(x.y[1], all[i].at[1], all[i].tolerance);
    CHECK(i == 0 || hypot(x.x[1] - all[0].at[0], x.y[1] - all[0].at[1]) > 5e-5);
    sn_arena_free(arena);
  }
}

/* Drift: stabilised and projected runs hold the constraints, plain ones do not. */
static void test_drift_and_remedies(void)
{
  double plain = 0;
  for (int way = 0; way < 5; way++) {
    sn_rod rod = benchmark(25, SN_ROD_SINE, 0.005);
    sn_rod_options o = options(way < 4 ? SN_ROD_ABSOLUTE : SN_ROD_RELATIVE, "bdf", 1e-5, 0.5, 0.5);
    sn_rod_statistics s;
    o.stabilise = way == 1 ? 20 : 0;
    o.projection = way == 2 ? SN_ROD_LOCAL : way == 3 ? SN_ROD_ORTHOGONAL : SN_ROD_NO_PROJECTION;
    (void)run(&rod, &o, &s);
    printf("  way %d: shear %.1e, unit %.1e\n", way, s.drift.shear, s.drift.unit);
    plain = way == 0 ? s.drift.shear : plain;
    CHECK_BELOW(s.drift.shear, way == 0 ? 1 : way == 1 ? 0.2 * plain : way == 4 ? 1e-12 : 1e-6);
  }
  CHECK(plain > 1e-4);
  sn_rod rod = benchmark(25, SN_ROD_SINE, 0); /* after the step of a one-step method: round-off */
  sn_rod_options o = options(SN_ROD_ABSOLUTE, "dormand_prince", 1e-4, 0.2, 0.2);
  sn_rod_statistics s;
  o.projection = SN_ROD_LOCAL;
  (void)run(&rod, &o, &s);
  CHECK_BELOW(s.drift.shear, 1e-13);
  CHECK_BELOW(s.drift.unit, 1e-15);
  rod.m = NULL;
  o.formulation = SN_ROD_MIXED;
  o.projection = SN_ROD_ORTHOGONAL;
  const path x = run(&rod, &o, &s);
  CHECK_BELOW(s.drift.shear, 1e-12);
  CHECK_BELOW(x.strain[1], 1e-12);
}

int main(void)
{
  RUN(test_reference_trajectories);
  RUN(test_every_combination);
  RUN(test_energy);
  RUN(test_driven);
  RUN(test_hinged_pendulum);
  RUN(test_wrong_choices);
  RUN(test_drift_and_remedies);
  return REPORT();
}
