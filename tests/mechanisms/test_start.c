/* tests/mechanisms/test_start.c -- the start of a run: drawings that do not fit, static equilibrium, and what is held until then.
 * ctest:   timeout=120
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>

#include "support/command.h"
#include "support/simulated.h"

/* A planar four-bar of revolutes, the joints given on both sides, the coupler drawn `wrong` m too high. */
static const char four_bar[] =
    "param { wrong = 0.001, tolerance = 0.01, keep = false, rocker = 0.4 }\n"
    "gravity { 0, -9.81, 0 }\n"
    "local O, A, Q = { 0, 0, 0 }, { 0, 0.2, 0 }, { 0.5, 0, 0 }\n"
    "local B = { 0.455742857142857, 0.0, 0 }\n"
    "do local x, y = Q[1] - A[1], Q[2] - A[2]\n"
    "  local d = sqrt(x^2 + y^2); local u = (d^2 + 0.5^2 - 0.4^2)/(2*d); local h = sqrt(0.25 - u^2)\n"
    "  B = { A[1] + (u*x - h*y)/d, A[2] + (u*y + h*x)/d, 0 } end\n"
    "local function bar(name, p, q, up, length)\n"
    "  local x, y = q[1] - p[1], q[2] - p[2]\n"
    "  local l = length or sqrt(x^2 + y^2)\n"
    "  return body { name = name, at = { p[1], p[2] + up, 0 }, orientation = axis_angle({ 0, 0, 1 }, atan2(y, x)),\n"
    "    hold = name == 'crank' and keep, mass = 2*l, center = { l/2, 0, 0 }, inertia = { 0.01, 0.01, 0.01 } }, l\n"
    "end\n"
    "local crank, a = bar('crank', O, A, 0)\n"
    "local coupler, b = bar('coupler', A, B, wrong)\n"
    "local rocker, c = bar('rocker', Q, B, 0, rocker)\n"
    "local function hinge(name, p, q, at, by)\n"
    "  revolute { name = name, p, q, a = { at = at, axis = 'z' }, b = { at = by, axis = 'z' } } end\n"
    "hinge('first', ground, crank, O, { 0, 0, 0 })\n"
    "hinge('second', crank, coupler, { a, 0, 0 }, { 0, 0, 0 })\n"
    "hinge('third', coupler, rocker, { b, 0, 0 }, { c, 0, 0 })\n"
    "hinge('fourth', ground, rocker, Q, { 0, 0, 0 })\n"
    "run { dt = 1e-3, duration = 0.1, assembly_tolerance = tolerance }\n";

static sn_status start_with(simulated *s, const char *text, const sn_override *override, int n)
{
  const sn_language_options set = {.override = override, .n_override = n};
  sn_model *model = NULL;
  memset(s, 0, sizeof *s);
  s->arena = sn_arena_new(NULL);
  s->scheme = sn_scheme_named("ed");
  s->status = sn_language_load_text(&(sn_language_text){"model.lua", text, strlen(text), NULL}, &set, s->arena, &model,
                                    &s->error);
  CHECK_OK(s->status, s->error);
  if (s->status == SN_OK) {
    s->status = sn_session_open(&s->session, model, "model", s->arena, &s->error);
    CHECK_OK(s->status, s->error);
  }
  if (s->status == SN_OK) {
    s->status = sn_session_start(&s->session, &s->error);
  }
  return s->status;
}

static double moved(const simulated *s, const char *part)
{
  double d, turn;
  for (int i = 0;; i++) {
    const char *name = sn_session_moved_part(&s->session, i, &d, &turn);
    if (!name) {
      return 0;
    }
    if (strstr(name, part)) {
      return d + turn;
    }
  }
}

static void test_four_bar(void)
{
  const sn_override keep[] = {{"keep", "true"}}, right[] = {{"wrong", "0"}}, far[] = {{"wrong", "0.02"}};
  const sn_override long_rocker[] = {{"wrong", "0"}, {"tolerance", "10"}, {"rocker", "1.5"}};
  simulated s;
  char line[200];
  CHECK_OK(start_with(&s, four_bar, NULL, 0), s.error);
  CHECK(s.session.assembly.moved && s.session.freedom.freedom == 1);
  CHECK_NEAR(s.session.assembly.gap, 0.001, 1e-5); /* along an axis of the joint */
  CHECK_BELOW(sn_constraint_error(s.session.frozen.system, &s.session.frozen.start), 1e-14);
  CHECK(moved(&s, "'coupler'") > 1e-4 && moved(&s, "'coupler'") < 5e-3);
  CHECK(sn_session_start_line(&s.session, 0, line, sizeof line));
  CHECK_TEXT(line, "0.000995 m at revolute 'third'");
  CHECK(sn_session_start_line(&s.session, 1, line, sizeof line));
  CHECK_TEXT(line, " m, ");
  simulated_free(&s);

  CHECK_OK(start_with(&s, four_bar, keep, 1), s.error);
  CHECK(moved(&s, "'crank'") == 0 && moved(&s, "'coupler'") > 1e-4);
  simulated_free(&s);

  /* drawn right: not touched */
  CHECK_OK(start_with(&s, four_bar, right, 1), s.error);
  CHECK(!s.session.assembly.moved);
  CHECK(!sn_session_start_line(&s.session, 0, line, sizeof line));
  simulated_free(&s);

  /* too far */
  CHECK(start_with(&s, four_bar, far, 1) == SN_EMODEL);
  CHECK_TEXT(s.error.what, " m are missing, 0.02 m in all."); /* what was drawn wrong */
  CHECK_TEXT(s.error.fix, "assembly_tolerance");
  CHECK_TEXT(s.error.where, "model.lua:");
  simulated_free(&s);

  /* a rocker that is too long for the loop, whatever the tolerance */
  CHECK(start_with(&s, four_bar, long_rocker, 3) == SN_EMODEL);
  CHECK_TEXT(s.error.what, "cannot be closed");
  CHECK_TEXT(s.error.what, "'first'");
  CHECK_TEXT(s.error.what, "'second'");
  CHECK_TEXT(s.error.what, "'third'");
  CHECK_TEXT(s.error.what, "'fourth'");
  CHECK_TEXT(s.error.why, " m are missing");
  simulated_free(&s);
}

/* A distance pulls its points to the length given; a drive turns the part to where it begins. */
static void test_lengths_and_drives(void)
{
  simulated s;
  if (simulate(&s, "m",
               "local p = point { name = 'p', at = { 1, 0, 0 }, mass = 1 }\n"
               "distance { name = 'rod', ground, p, at_a = { 0, 0, 0 }, length = 1.0005 }\n"
               "channel('x', position(p))\n",
               "ed", 1)) {
    double x[4];
    CHECK(observe(&s) && channel(&s, "x", x) == 3);
    CHECK_NEAR(x[0], 1.0005, 1e-15);
  }
  simulated_free(&s);
  if (simulate(&s, "m",
               "local b = body { name = 'b', at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
               "local c = body { name = 'c', at = { 2, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
               "local j = revolute { name = 'j', ground, b, at = { 0, 0, 0 }, axis = 'z' }\n"
               "local k = revolute { name = 'k', b, c, at = { 1, 0, 0 }, axis = 'z' }\n"
               "coupling { name = 'sum', joints = { j, k }, factors = { 1, 1 },\n"
               "  value = function(t) return 4e-4 + 0.1*t end }\n"
               "channel('a', angle(j) + angle(k))\n",
               "ed", 1)) {
    double x[4];
    CHECK(observe(&s) && channel(&s, "a", x) == 1);
    CHECK_NEAR(x[0], 4e-4, 1e-15);
    CHECK(advance_to(&s, 0.1, 20));
    check_laws(&s);
  }
  simulated_free(&s);
  const char *wrong = "local b = body { name = 'b', at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
                      "revolute { name = 'j', ground, b, at = { 0, 0, 0 }, axis = 'z', initial = 0, drive = 0.3 }\n";
  CHECK(start_with(&s, wrong, NULL, 0) == SN_EMODEL);
  CHECK_TEXT(s.error.what, "does not start where the joint is");
  simulated_free(&s);
}

/* ---- statics */

/* Elastic catenary of the Green strain: T = EA e l, e = (l^2 - 1)/2, weight w per unstretched length; by Simpson. */
static void catenary(double H, double V, double w, double EA, double L, double out[2])
{
  enum { N = 4000 };
  out[0] = out[1] = 0;
  for (int i = 0; i <= N; i++) {
    const double v = V - w * L * i / N, T = sqrt(H * H + v * v);
    double l = 1;
    for (int k = 0; k < 30; k++) {
      l -= (EA * (l * l - 1) * l / 2 - T) / (EA * (3 * l * l - 1) / 2);
    }
    const double c = (i == 0 || i == N ? 1 : i % 2 ? 4 : 2) * L / (3 * N) * l / T;
    out[0] += c * H;
    out[1] -= c * v;
  }
}

/* Drawn as a straight line, far too short for the cable: everything is pressed together at first. */
static void test_hanging_cable(void)
{
  const double w = 4 * 9.81, EA = 2e3, L = 6, want[2] = {4, 1};
  double H = 60, V = 120;
  for (int k = 0; k < 60; k++) { /* Newton by differences */
    double f[2], fh[2], fv[2], d = 1e-5;
    catenary(H, V, w, EA, L, f);
    catenary(H + d, V, w, EA, L, fh);
    catenary(H, V + d, w, EA, L, fv);
    const double a = (fh[0] - f[0]) / d, b = (fv[0] - f[0]) / d, c = (fh[1] - f[1]) / d, e = (fv[1] - f[1]) / d;
    const double det = a * e - b * c, r0 = want[0] - f[0], r1 = want[1] - f[1];
    const double dH = (e * r0 - b * r1) / det;
    H += dH < -0.5 * H ? -0.5 * H : dH;
    V += (a * r1 - c * r0) / det;
  }
  double last = 0;
  for (int n = 8; n <= 64; n *= 2) {
    char text[800];
    simulated s;
    snprintf(text, sizeof text,
             "gravity { 0, 0, -9.81 }\n"
             "local c = cable { name = 'c', ground, ground, from = { 0, 0, 0 }, to = { 4, 0, 1 }, length = 6,\n"
             "  elements = %d, order = 1, stiffness = 2e3, mass_per_length = 4 }\n"
             "channel('top', output(c, 'tension_first'))\n"
             "run { start = 'static', dt = 1e-3, duration = 1 }\n",
             n);
    if (simulate(&s, "cable", text, "ed", 1)) {
      double t = 0;
      CHECK(observe(&s) && channel(&s, "top", &t) == 1);
      const double error = fabs(t - sqrt(H * H + V * V)) / t;
      printf("  elements %d: tension at the top %.9g N, error %.2e\n", n, t, error);
      CHECK(n == 8 || error < 0.3 * last); /* second order */
      last = error;
      CHECK(!s.session.equilibrium.unstable);
    }
    simulated_free(&s);
  }
  CHECK_BELOW(last, 1e-4);
}

static const char suspended[] =
    "gravity { 0, 0, -9.81 }\n"
    "param { start = 'static', damping = 0 }\n"
    "local b = body { name = 'b', at = { 1, 0, 0 }, mass = 3, inertia = { 0.1, 0.2, 0.3 } }\n"
    "local c = body { name = 'c', at = { 2, 0.3, 0 }, mass = 2, inertia = { 0.1, 0.1, 0.05 } }\n"
    "revolute { name = 'j', ground, b, at = { 0, 0, 0 }, axis = { 0, 1, 0.2 }, stiffness = 40, damping = 3*damping }\n"
    "spherical { name = 'k', b, c, at = { 1.5, 0.1, 0 } }\n"
    "spring { ground, c, at_a = { 3, 1, 2 }, at_b = { 2.4, 0.3, 0.1 }, stiffness = 60, length = 1, damping = damping "
    "}\n"
    "spring { ground, c, at_a = { 3, -1, 2 }, at_b = { 2.4, 0.1, 0 }, stiffness = 50, length = 1, damping = damping }\n"
    "local p = point { name = 'p', at = { 2.4, 0.3, -1 }, mass = 0.5 }\n"
    "local w = cable { c, p, from = { 2.4, 0.3, 0 }, to = { 2.4, 0.3, -1 }, elements = 4, stiffness = 500, "
    "mass_per_length = 0.2 "
    "}\n"
    "for k = 1, 3 do\n" /* dampers almost alone: numerical damping leaves alone what the step resolves */
    "  spring { ground, w:node(k), at_a = { 4, 0.3, -0.25*k }, stiffness = 0.1, damping = damping }\n"
    "  spring { ground, w:node(k), at_a = { 2.4, 2, -0.25*k }, stiffness = 0.1, damping = damping }\n"
    "end\n"
    "force { c, value = { 1, 2, 0 } }\n"
    "spring { ground, p, at_a = { 2.4, 0.3, -3 }, stiffness = 5, length = 0.5, damping = damping }\n"
    "spring { ground, p, at_a = { 6, 0.3, -1 }, stiffness = 1, length = 3, damping = damping }\n"
    "spring { ground, p, at_a = { 2.4, 4, -1 }, stiffness = 1, length = 3, damping = damping }\n"
    "channel('b', position(b)) channel('c', position(c)) channel('p', position(p))\n"
    "run { dt = 0.01, duration = 1, start = start }\n";

/* The end of a long, heavily damped run is the equilibrium; and from there nothing moves. */
static void test_against_motion(void)
{
  double at[2][9] = {{0}};
  static const char *const channels[] = {"b", "c", "p"};
  for (int i = 0; i < 2; i++) {
    static const sn_override values[2][2] = {{{"start", "static"}, {"damping", "0"}},
                                             {{"start", "as_drawn"}, {"damping", "5"}}};
    const sn_language_options set = {.override = values[i], .n_override = 2};
    simulated s;
    if (simulate_with(&s, "m", suspended, &set, "ed", 1)) {
      if (i == 1) {
        if (!advance_to(&s, 200, 10000)) {
          break;
        }
      }
      CHECK(observe(&s));
      for (int k = 0; k < 3; k++) {
        CHECK(channel(&s, channels[k], at[i] + 3 * k) == 3);
      }
      if (i == 0) {
        CHECK_BELOW(s.session.equilibrium.residual, 1e-12);
        CHECK(!s.session.equilibrium.unstable);
        CHECK(advance_to(&s, 10, 1000));
        double fastest = 0;
        for (int v = 0; v < s.session.frozen.system->n_vector; v++) {
          fastest = fmax(fastest, v3_norm(s.state->v[v]));
        }
        printf("  fastest after 1000 steps %.2e\n", fastest);
        CHECK_BELOW(fastest, 1e-10);
      }
    }
    simulated_free(&s);
  }
  double worst = 0;
  for (int k = 0; k < 9; k++) {
    worst = fmax(worst, fabs(at[0][k] - at[1][k]));
  }
  printf("  against 200 s of damped motion %.2e m\n", worst);
  CHECK_BELOW(worst, 1e-8);
}

/* ---- the command */

static int sinew(const char *verb, const char *text, const char *more)
{
  char command[2048];
  FILE *f = fopen("start_model.lua", "w");
  CHECK(f != NULL);
  if (!f) {
    return -1;
  }
  fputs(text, f);
  fclose(f);
  snprintf(command, sizeof command, "'%s' %s start_model.lua %s >start.out 2>start.err", SN_TEST_SINEW, verb, more);
  const int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *contents(const char *file)
{
  static char text[65536];
  FILE *f = fopen(file, "r");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  text[n] = 0;
  if (f) {
    fclose(f);
  }
  return text;
}

static void test_command(void)
{
  CHECK(sinew("static", suspended, "-o start_static.h5") == 0);
  CHECK_TEXT(contents("start.out"), "positions");
  CHECK_TEXT(contents("start.out"), "reaction");
  CHECK_TEXT(contents("start.err"), "static equilibrium");
  CHECK_NEAR(info_number("start_static.h5", "rows"), 1, 0);
  CHECK(sinew("static", "gravity { 0, 0, -9.81 }\nbody { name = 'x', mass = 1, inertia = { 1, 1, 1 } }\n", "") == 3);
  CHECK_TEXT(contents("start.err"), "nothing holds body 'x' against gravity along -z");
  CHECK(
      sinew(
          "static",
          "gravity { 0, 0, -9.81 }\nlocal b = body { name = 'x', at = { 0, 0, 1 }, mass = 1, inertia = { 1, 1, 1 } }\n"
          "revolute { ground, b, at = { 0, 0, 0 }, axis = 'y' }\n",
          "") == 0);
  CHECK_TEXT(contents("start.err"), "unstable");
  CHECK(sinew("check", four_bar, "") == 0);
  CHECK_TEXT(contents("start.err"), "was closed by moving");
  CHECK_TEXT(contents("start.err"), "'coupler'");
  CHECK(sinew("run", four_bar, "-o start_run.h5") == 0);
  CHECK_TEXT(contents("start.err"), "was closed by moving");
  CHECK(sinew("run", four_bar, "--set wrong=0.02 -o start_run.h5") == 3);
  for (int i = 0; i < 2; i++) {
    remove(i ? "start_static.h5" : "start_run.h5");
  }
  remove("start_model_static.h5");
}

/* Statics names the motions that no force holds, for each part. A model at rest without loads is not called unstable. */
static void test_not_held(void)
{
  static const char bar[] =
      "param { h = 'x', F = 1e4 }\n"
      "solid { name = 'bar', box = { size = {1, 0.01, 0.01}, elements = {5, 1, 1} }, E = 2.1e11, nu = 0.3,\n"
      "  density = 7800, surfaces = { x0 = { held = h }, x1 = { force = {F, 0, 0} } } }\n";
  CHECK(sinew("static", bar, "") == 0);
  CHECK_TEXT(contents("start.err"), "not held     solid 'bar': along y and z, turning about x\n");
  CHECK(sinew("static", bar, "--set F=0") == 0); /* unstable, like exp(0.036 t), said round-off */
  CHECK_TEXT(contents("start.err"), "not held     solid 'bar': along y and z, turning about x\n");
  CHECK(!strstr(contents("start.err"), "unstable"));
  CHECK(sinew("static", bar, "--set h=xy") == 0);
  CHECK_TEXT(contents("start.err"), "not held     solid 'bar': along z\n");
  CHECK(sinew("static", bar, "--set h=xyz") == 0);
  CHECK(!strstr(contents("start.err"), "not held"));
  CHECK(sinew("static", bar, "--set F=-1e4") == 0); /* 23 times its Euler load: it does fall */
  CHECK_TEXT(contents("start.err"), "unstable");
  CHECK(sinew("static", bar, "--set h=xx") == 2);
  CHECK_TEXT(contents("start.err"), "Surface \"x0\" of solid 'bar' has a `held` that is no list of axes");

  static const char parts[] =
      "gravity { 0, 0, -9.81 }\n"
      "local c = body { name = 'cart', mass = 10, inertia = { 1, 1, 1 } }\n"
      "prismatic { ground, c, at = { 0, 0, 0 }, axis = { 1, 1, 0 } }\n"
      "local r = body { name = 'rod', mass = 1, inertia = { 0.1, 0.1, 0.1 }, at = { 0, 0, -0.5 } }\n"
      "spherical { c, r, at = { 0, 0, 0 } }\n"
      "local w = body { name = 'wheel', mass = 1, inertia = { 0.1, 0.1, 0.1 }, at = { 3, 0, 0 } }\n"
      "revolute { ground, w, at = { 3, 0, 0 }, axis = 'y' }\n"
      "local p = point { name = 'p', mass = 1, at = { 0, 5, 0 } }\n"
      "revolute { ground, body { name = 'bob', mass = 1, inertia = { 1, 1, 1 }, at = { 5, 0, -1 } },\n"
      "  at = { 5, 0, 0 }, axis = 'y' }\n"
      "planar { ground, body { name = 'sledge', mass = 1, inertia = { 1, 1, 1 }, at = { 7, 0, 0 } },\n"
      "  at = { 7, 0, 0 }, normal = 'z' }\nspherical { ground, p, at = { 0, 5, 0 } }\n";
  CHECK(sinew("static", parts, "") == 0);
  CHECK_TEXT(contents("start.err"), "not held     body 'cart': along (0.707, 0.707, 0)\n"
                                    "             body 'rod': along (0.707, 0.707, 0), turning about z\n"
                                    "             body 'wheel': turning about y\n"
                                    "             body 'sledge': along x and y, turning about z\n");
  CHECK(sinew("static", parts, "--json") == 0);
  CHECK_TEXT(contents("start.out"), "\"not_held\": [\"body 'cart': along (0.707, 0.707, 0)\", ");
  remove("start_model_static.h5");
}

/* A part that is held whole keeps place and axes in the statics and falls after it; its force is known while it is held. */
static void test_hold(void)
{
  static const char text[] = "gravity { 0, 0, -9.81 }\n"
                             "local b = body { name = 'b', at = { 1, 0, 0 }, mass = 2, inertia = { 1, 1, 1 } }\n"
                             "local c = body { name = 'c', at = { 2, 0, 0 }, mass = 3, inertia = { 1, 1, 1 } }\n"
                             "revolute { name = 'j', b, c, at = { 1.5, 0, 0 }, axis = 'y' }\n"
                             "local h = hold { name = 'h', b, whole = true }\n"
                             "channel('b', position(b)) channel('c', position(c)) channel('f', output(h, 'force'))\n"
                             "channel('m', output(h, 'moment'))\n"
                             "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  simulated s;
  double x[4];
  if (simulate(&s, "m", text, "ed", 1)) {
    CHECK(observe(&s) && channel(&s, "b", x) == 3);
    CHECK_NEAR(x[0], 1, 0);
    CHECK(channel(&s, "c", x) == 3);
    CHECK_NEAR(x[0], 1.5, 1e-12);
    CHECK_NEAR(x[2], -0.5, 1e-12);
    CHECK(channel(&s, "f", x) == 3 && x[2] == 0); /* it has let go */
    CHECK(advance_to(&s, 0.5, 100));
    CHECK(observe(&s) && channel(&s, "b", x) == 3);
    check_laws(&s);
    CHECK(x[2] < -0.5);
  }
  simulated_free(&s);
  CHECK(sinew("static", text, "-o start_static.h5") == 0);
  CHECK_TEXT(contents("start.out"), "49.05 N");
  remove("start_static.h5");
}

/* Held across a plane only: it slides down along the others; a spring stops it, the hold carries what pushes across. */
static void test_hold_along(void)
{
  static const char text[] = "gravity { 0, 0, -10 }\n"
                             "local b = point { name = 'b', at = { 1, 0, 0 }, mass = 2 }\n"
                             "spring { name = 's', ground, b, at_a = { 1, 0, 1 }, stiffness = 100, length = 1 }\n"
                             "force { name = 'f', b, value = { 3, 0, 4 } }\n"
                             "hold { name = 'h', b, along = { 1, 0, 0 } }\n"
                             "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  CHECK(sinew("static", text, "-o start_static.h5") == 0);
  CHECK_TEXT(contents("start.out"), "-0.16"); /* (20 - 4)/100 below */
  CHECK_TEXT(contents("start.out"), "-3              0              0 N");
  CHECK(
      sinew("static",
            "local b = point { name = 'b', at = { 1, 0, 0 }, mass = 2 }\nhold { name = 'h', b, along = { 0, 0, 0 } }\n",
            "-o start_static.h5") == 2);
  CHECK_TEXT(contents("start.err"), "`along` is an axis of length zero");
  remove("start_static.h5");
}

/* A law of the user in position and rate is a spring at rest, and a spring and a damper to small vibrations about it. */
static void test_law_at_rest(void)
{
  static const char text[] =
      "gravity { 0, 0, -10 }\n"
      "local b = body { name = 'b', at = { 0, 0, 0 }, shape = box { size = { 0.1, 0.1, 0.1 }, mass = 2 } }\n"
      "prismatic { name = 'p', ground, b, at = { 0, 0, 0 }, axis = 'z', law = function(x, v, t) return 200*x + 5e3*x^3 "
      "+ 4*v end }\n"
      "run { dt = 1e-3, duration = 0.1, start = 'static' }\n";
  const double x = -0.08477075981395665; /* 200 x + 5000 x^3 = -20 */
  const double k = 200 + 15e3 * x * x, frequency = sqrt(k / 2 - 1);
  char number[32];
  CHECK(sinew("static", text, "-o start_static.h5") == 0);
  CHECK_TEXT(contents("start.out"), "-0.08477076");
  CHECK(sinew("run", text, "-o start_static.h5") == 0);
  CHECK_TEXT(contents("start.err"), "nothing moves");
  CHECK(sinew("modes", text, "-o start_static.h5") == 0);
  (void)snprintf(number, sizeof number, "%.7f", frequency);
  number[8] = 0;
  CHECK_TEXT(contents("start.out"), number);
  remove("start_static.h5");
}

int main(void)
{
  RUN(test_four_bar);
  RUN(test_lengths_and_drives);
  RUN(test_hanging_cable);
  RUN(test_against_motion);
  RUN(test_hold);
  RUN(test_hold_along);
  RUN(test_law_at_rest);
  RUN(test_not_held);
  RUN(test_command);
  return REPORT();
}
