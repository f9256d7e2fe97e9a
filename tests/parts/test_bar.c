/* tests/parts/test_bar.c -- bars of hyperelastic materials: an elastic pendulum against an integration of its own, equilibrium against closed
 *          forms, momenta and identity in all schemes, St Venant-Kirchhoff against a cable, mistakes.
 */
#include <stdio.h>

#include "harness.h"
#include "support/simulated.h"

static int one(simulated *s, const char *name, double out[3])
{
  return observe(s) && channel(s, name, out) > 0;
}

/* ---- a mass on a rubber bar without mass, swinging in space: x'' = g - N(|x|) x/|x|, by Runge-Kutta of order four in 4000 steps */

static const double area = 1e-4, E = 1e6;

/* rubber that keeps its volume: N = A E/3 (l - 1/l^2) */
static void acceleration(const double x[3], double a[3])
{
  const double r = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), N = area * E / 3 * (r - 1 / (r * r));
  for (int i = 0; i < 3; i++) {
    a[i] = -N * x[i] / r - (i == 2 ? 9.81 : 0);
  }
}

static void integrate(double t, double y[6])
{
  const int n = 4000;
  const double h = t / n;
  for (int i = 0; i < n; i++) {
    double k[4][6], at[6];
    for (int s = 0; s < 4; s++) {
      for (int j = 0; j < 6; j++) {
        at[j] = y[j] + (s == 0 ? 0 : (s == 3 ? h : h / 2) * k[s - 1][j]);
      }
      for (int j = 0; j < 3; j++) {
        k[s][j] = at[3 + j];
      }
      acceleration(at, k[s] + 3);
    }
    for (int j = 0; j < 6; j++) {
      y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
  }
}

static const char pendulum[] =
    "gravity { 0, 0, -9.81 } local p = point { at = { 1, 0, 0 }, mass = 1, velocity = { 0, 2, 0 } }\n"
    "bar { ground:point { 0, 0, 0 }, p, area = 1e-4, E = 1e6, nu = 0.4999999 }\n"
    "channel('x', position(p)) run { dt = 1e-2, duration = 1 }\n";

static void test_pendulum(void)
{
  double y[6] = {1, 0, 0, 0, 2, 0}, longest = 0;
  integrate(1, y);
  for (int i = 0; i < 3; i++) {
    longest += y[i] * y[i];
  }
  CHECK(sqrt(longest) > 1.2); /* large strains */
  static const struct {
    const char *scheme;
    double alpha, limit[2]; /* with 100 and with 200 steps */
  } way[] = {
      {"ed", 0, {1e-6, 1e-6}}, {"ep", 0, {1e-3, 3e-4}}, {"midpoint", 0, {1e-3, 3e-4}}, {"hht", -0.05, {3e-3, 1e-3}}};
  for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
    for (int k = 0; k < 2; k++) {
      simulated s;
      double x[3] = {0};
      if (simulate(&s, "bar", pendulum, way[i].scheme, way[i].alpha) && advance_to(&s, 1, 100 << k) &&
          one(&s, "x", x)) {
        const double off = fmax(fabs(x[0] - y[0]), fmax(fabs(x[1] - y[1]), fabs(x[2] - y[2])));
        printf("  %-8s %d steps: off by %.1e m, identity %.1e of %.0f J\n", way[i].scheme, 100 << k, off, s.defect,
               s.scale);
        CHECK_BELOW(off, way[i].limit[k]);
        check_laws(&s);
      }
      simulated_free(&s);
    }
  }
}

/* ---- thrown: both momenta */

static void test_thrown(void)
{
  static const char *const material[] = {"'neo_hooke', nu = 0.3", "'mooney_rivlin', nu = 0.45, share = 0.5",
                                         "'st_venant_kirchhoff', nu = 0.3"};
  for (int i = 0; i < 3; i++) {
    char text[800];
    (void)snprintf(text, sizeof text,
                   "local m = function(a, b) bar { a, b, area = 1e-4, E = 2e6, density = 1000, law = %s } end\n"
                   "local a = point { at = { 0, 0, 0 }, mass = 1, velocity = { 1, 0, 0 } }\n"
                   "local b = point { at = { 1, 0, 0 }, mass = 0.5, velocity = { 0, 3, 1 } }\n"
                   "local c = point { at = { 0, 1, 0 }, mass = 0.7, velocity = { -4, 0, 2 } }\n"
                   "m(a, b) m(b, c) m(c, a) run { dt = 1e-2, duration = 1 }\n",
                   material[i]);
    for (int k = 0; k < 2; k++) {
      simulated s;
      sn_v3 p0, j0, p, j;
      if (simulate(&s, "bars", text, k ? "ed" : "ep", k)) {
        sn_momenta(s.session.frozen.system, s.state, &p0, &j0);
        CHECK(advance_to(&s, 1, 100));
        sn_momenta(s.session.frozen.system, s.state, &p, &j);
        CHECK_BELOW(v3_norm(v3_sub(p, p0)) / v3_norm(p0), 1e-13);
        CHECK_BELOW(v3_norm(v3_sub(j, j0)) / v3_norm(j0), 1e-13);
        CHECK(s.total.strain > 1e-2 * s.scale);
        check_laws(&s);
      }
      simulated_free(&s);
    }
  }
}

/* ---- St Venant-Kirchhoff is a cable of one linear element */

static void test_like_a_cable(void)
{
  static const char *const what[] = {
      "bar { g, p, area = 1e-4, E = 1e6, law = 'st_venant_kirchhoff' }",
      "cable { g, p, elements = 1, order = 1, stiffness = 100, mass_per_length = 1e-10 }"};
  double x[2][3] = {{0}};
  for (int i = 0; i < 2; i++) {
    simulated s;
    char text[500];
    (void)snprintf(
        text, sizeof text,
        "gravity { 0, 0, -9.81 } local p = point { at = { 1, 0, 0 }, mass = 1 } local g = ground:point { 0, 0, 0 }\n"
        "%s channel('x', position(p)) run { dt = 1e-2, duration = 1 }\n",
        what[i]);
    CHECK(simulate(&s, "same", text, "ep", 0) && advance_to(&s, 1, 100) && one(&s, "x", x[i]));
    simulated_free(&s);
  }
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(x[0][k], x[1][k], 1e-9);
  }
}

/* ---- hanging still: N = m g; taut as drawn: force, stretch and energy at the start */

static void test_outputs(void)
{
  simulated s;
  const double l = 1.25;
  double force[3] = {0}, stretch[3] = {0}, energy[3] = {0};
  if (simulate(&s, "taut",
               "bar { name = 'b', ground:point { 0, 0, 0 }, ground:point { 1, 0, 0 }, area = 1e-4, E = 1e6, nu = 0,\n"
               " length = 0.8 } point { at = { 0, 0, 0 }, mass = 1 }\n"
               "channel('f', output('b', 'force')) channel('l', output('b', 'stretch')) channel('e', output('b', "
               "'energy'))\n"
               "run { dt = 1e-2, duration = 1 }\n",
               "ep", 0)) {
    CHECK(one(&s, "f", force) && one(&s, "l", stretch) && one(&s, "e", energy));
    CHECK_NEAR(stretch[0], l, 1e-15);
    CHECK_NEAR(force[0], 1e-4 * 0.5e6 * (l - 1 / l), 1e-10); /* nu = 0: mu = E/2, no strain across */
    CHECK_NEAR(energy[0], 0.8e-4 * 0.5e6 * ((l * l - 1) / 2 - log(l)), 1e-10);
  }
  simulated_free(&s);
}

/* ---- mistakes */

static void refused(const char *fields, const char *what)
{
  simulated s = {.arena = sn_arena_new(NULL)};
  sn_model *model = NULL;
  char text[400];
  (void)snprintf(text, sizeof text,
                 "bar { name = 'b', ground:point { 0, 0, 0 }, %s }\nrun { dt = 1e-2, duration = 1 }\n", fields);
  s.status = sn_language_load_text(&(sn_language_text){"wrong.lua", text, strlen(text), NULL}, NULL, s.arena, &model,
                                   &s.error);
  if (s.status == SN_OK) {
    s.status = sn_session_open(&s.session, model, "wrong.lua", s.arena, &s.error);
    sn_session_close(&s.session);
  }
  CHECK(s.status == SN_EINPUT);
  CHECK_TEXT(s.error.what, what);
  CHECK_TEXT(s.error.where, "wrong.lua:1");
  CHECK(s.error.fix[0] != 0);
  sn_arena_free(s.arena);
}

static void test_mistakes(void)
{
  refused("to = { 1, 0, 0 }, area = 1, E = 1, share = 0.2", "which is of mooney_rivlin");
  refused("to = { 1, 0, 0 }, area = 1, E = 1, law = 'mooney_rivlin', share = 1, nu = 0.2",
          "nu = 0.2 is too small for share = 1");
  refused("to = { 1, 0, 0 }, area = 1, E = 1, mass = 1, density = 2", "both mass and density");
  refused("to = { 0, 0, 0 }, area = 1, E = 1, mass = 1", "has no length");
  refused("to = { 1, 0, 0 }, area = 1, E = 1, nu = 0.5", "nu");
  refused("to = { 1, 0, 0 }, area = 0, E = 1", "area");
  refused("to = { 1, 0, 0 }, area = 1, E = 1, law = 'neo_hook'", "neo_hook");
  refused("to = { 1, 0, 0 }, E = 1", "area");
}

int main(void)
{
  RUN(test_pendulum);
  RUN(test_thrown);
  RUN(test_like_a_cable);
  RUN(test_outputs);
  RUN(test_mistakes);
  return REPORT();
}
