/* tests/mechanisms/test_orders.c -- measured orders of accuracy against an independent integration.
 * What:    pendulum, double pendulum and heavy top: `ed` has order 4 in positions, observed velocities, joint angles and
 *          reactions at t_f for alpha = 1, 0.5 and 0; `ep` has order 2 in positions. Changing steps: order 4 when they
 *          change rarely, 3 when they change every step at alpha = 1 (docs/theory.md). Driven arm: torques of the drives.
 * ctest:   timeout=300
 */
#include "harness.h"
#include "support/reference/mechanisms.h"
#include "support/reference/table.h"
#include "support/versus.h"

static ref_mechanism pendulum(void)
{
  return (ref_mechanism){.name = "pendulum",
                         .gravity = {0, 0, -9.81},
                         .n_bodies = 1,
                         .body = {{.orientation = {1}, .mass = 1, .center = {1, 0, 0}, .inertia = {0.01, 0.08, 0.085}}},
                         .n_joints = 1,
                         .joint = {{.type = REF_REVOLUTE, .a = 0, .b = 1, .axis = {0, 1, 0}, .x = {1, 0, 0}}}};
}

/* two rods, hinged about different axes: leaves the plane */
static ref_mechanism double_pendulum(void)
{
  return (ref_mechanism){
      .name = "double_pendulum",
      .gravity = {0, 0, -9.81},
      .n_bodies = 2,
      .body = {{.orientation = {1}, .mass = 1, .center = {0.5, 0, 0}, .inertia = {0.01, 0.085, 0.09}},
               {.at = {1, 0, 0},
                .orientation = {1},
                .mass = 1,
                .center = {0.1, 0.5, 0.05},
                .inertia = {0.085, 0.01, 0.09}}},
      .n_joints = 2,
      .joint = {{.type = REF_REVOLUTE, .a = 0, .b = 1, .axis = {0, 1, 0}, .x = {1, 0, 0}},
                {.type = REF_REVOLUTE, .a = 1, .b = 2, .at = {1, 0, 0}, .axis = {1, 0, 0}, .x = {0, 1, 0}}}};
}

/* m = 1, centre at 0.5, inertia (0.1, 0.1, 0.05) about it, tilt 0.6 rad, spin 50 rad/s (docs/theory.md) */
static ref_mechanism heavy_top(void)
{
  const double a = 0.6, spin = 50;
  return (ref_mechanism){.name = "heavy_top",
                         .gravity = {0, 0, -9.81},
                         .n_bodies = 1,
                         .body = {{.orientation = {cos(a / 2), sin(a / 2), 0, 0},
                                   .angular_velocity = {0, -spin * sin(a), spin * cos(a)},
                                   .mass = 1,
                                   .center = {0, 0, 0.5},
                                   .inertia = {0.1, 0.1, 0.05}}},
                         .n_joints = 1,
                         .joint = {{.type = REF_SPHERICAL, .a = 0, .b = 1, .axis = {0, 0, 1}, .x = {1, 0, 0}}}};
}

static int reference(const ref_mechanism *m, double t, ref_output *out)
{
  ref_system *r = ref_mechanism_build(m);
  const int good = r && ref_run(r, 1, &t, out) == 0;
  CHECK(good);
  ref_free(r);
  return good;
}

/* pattern: the steps in turn, as shares of the mean; changes every `stretch` of them */
typedef struct {
  double share[3];
  int n, stretch;
} pattern;
static const pattern even = {{1}, 1, 1};

static errors run(const ref_mechanism *m, const ref_output *o, const char *scheme, double alpha, double t, int n,
                  const pattern *p, int quiet)
{
  static char text[16384];
  simulated s;
  errors e = {0, 0, 0, 0};
  double sum = 0;
  CHECK(ref_mechanism_lua(m, text, sizeof text) > 0);
  const int good = simulate(&s, m->name, text, scheme, alpha);
  for (int i = 0; i < n; i++) {
    sum += p->share[i / p->stretch % p->n];
  }
  for (int i = 0; i < n && good; i++) {
    advance(&s, t * p->share[i / p->stretch % p->n] / sum);
  }
  if (good && observe(&s)) {
    versus(&s, m, o, &e);
    check_laws(&s);
  }
  if (!quiet) {
    printf("       n %-5d pose %.2e  rate %.2e  coordinate %.2e  reaction %.2e  iterations %.1f/%d\n", n, e.pose,
           e.rate, e.coordinate, e.force, s.steps ? (double)s.iterations / (double)s.steps : 0, s.most);
  }
  simulated_free(&s);
  return e;
}

static void orders(ref_mechanism m, const char *scheme, double alpha, int n, double order, double order_force)
{
  static ref_output o;
  const double t = 1;
  if (!reference(&m, t, &o)) {
    return;
  }
  printf("     %s, %s, alpha %.1f\n", m.name, scheme, alpha);
  errors e[3];
  for (int i = 0; i < 3; i++) {
    e[i] = run(&m, &o, scheme, alpha, t, n << i, &even, 0);
  }
  const double pose = log2(e[1].pose / e[2].pose), rate = log2(e[1].rate / e[2].rate),
               force = log2(e[1].force / e[2].force), first = log2(e[0].pose / e[1].pose);
  printf("       orders: pose %.2f, %.2f; rate %.2f; reaction %.2f\n", first, pose, rate, force);
  CHECK(pose >= order);
  CHECK(rate >= order);
  CHECK(force >= order_force);
}

static void test_ed(void)
{
  static const double alphas[3] = {1, 0.5, 0};
  for (int i = 0; i < 3; i++) {
    orders(pendulum(), "ed", alphas[i], 50, 3.8, 3.8);
    orders(double_pendulum(), "ed", alphas[i], 100, 3.8, 3.8);
    orders(heavy_top(), "ed", alphas[i], 200, 3.8, 3.8);
  }
}

/* every scheme with its presets, the stated order, or 1 where it states none */
static void test_every_scheme(void)
{
  for (int i = 0; sn_schemes[i]; i++) {
    const sn_setting *damping = sn_scheme_setting(sn_schemes[i], "alpha");
    const int order = sn_schemes[i]->order ? sn_schemes[i]->order : 1;
    orders(pendulum(), sn_schemes[i]->name, damping ? damping->preset : 0, order > 1 ? 50 : 400, order - 0.2,
           order - 0.2);
  }
}

static void test_ep(void)
{
  orders(double_pendulum(), "ep", 0, 100, 1.9, 1.9);
  orders(heavy_top(), "ep", 0, 400, 1.9, 1.9);
}

static void test_midpoint(void)
{
  orders(double_pendulum(), "midpoint", 0, 100, 1.9, 1.9);
  orders(heavy_top(), "midpoint", 0, 400, 1.9, 1.9);
}

static void test_newmark_family(void)
{
  orders(double_pendulum(), "hht", -0.2, 100, 1.9, 1.9);
  orders(heavy_top(), "hht", -0.2, 800, 1.9, 1.9);
  orders(double_pendulum(), "generalized_alpha", 0, 200, 1.9, 1.9);
  orders(heavy_top(), "generalized_alpha", 0, 800, 1.9, 1.9);
}

static void varying(ref_mechanism m, double alpha, pattern p, double order)
{
  static ref_output o;
  const double t = 0.6;
  errors e[3];
  if (!reference(&m, t, &o)) {
    return;
  }
  for (int i = 0; i < 3; i++) {
    pattern q = p;
    q.stretch *= p.stretch > 1 ? 1 << i : 1; /* the same stretches of time */
    e[i] = run(&m, &o, "ed", alpha, t, 60 << i, &q, 1);
  }
  printf("     %s, alpha %.0f, %s: %.1e %.1e %.1e, order %.2f\n", m.name, alpha,
         p.stretch > 1 ? "ten stretches" : "every step  ", e[0].pose, e[1].pose, e[2].pose,
         log2(e[1].pose / e[2].pose));
  CHECK(log2(e[1].pose / e[2].pose) >= order);
}

static void test_variable_steps(void)
{
  const pattern each = {{1, 0.5, 1.0 / 3}, 3, 1}, rarely = {{1, 0.5}, 2, 6};
  varying(double_pendulum(), 1, each, 2.8);
  varying(double_pendulum(), 1, rarely, 3.7);
  varying(double_pendulum(), 0, each, 3.8);
  varying(double_pendulum(), 0, rarely, 3.8);
}

/* A10: three driven joints; the torques the drives need, at every tabled time up to 1 s */
static void test_drive_torques(void)
{
  static const char text[] =
      "gravity { 0, 0, -9.81 }\n"
      "local links = {\n"
      "  { at = { 0, 0, 0 }, axis = 'z', mass = 10, center = { 0, 0, 0.25 }, inertia = { 0.3, 0.3, 0.05 } },\n"
      "  { at = { 0, 0, 0.5 }, axis = 'y', mass = 8, center = { 0.3, 0, 0 }, inertia = { 0.02, 0.25, 0.25 } },\n"
      "  { at = { 0.6, 0, 0.5 }, axis = 'y', mass = 5, center = { 0.2, 0, 0 }, inertia = { 0.01, 0.07, 0.07 } } }\n"
      "local A, w, previous = { 1, -0.6, 0.9 }, { 2, 3, 4 }, ground\n"
      "for i = 1, 3 do\n"
      "  local l = links[i]\n"
      "  local link = body { name = 'l' .. i, at = l.at, mass = l.mass, center = l.center, inertia = l.inertia }\n"
      "  local j = revolute { name = 'j' .. i, previous, link, at = l.at, axis = l.axis,\n"
      "                       drive = function(t) return A[i]*(1 - cos(w[i]*t)) end }\n"
      "  channel('tau' .. i, drive_force(j))\n"
      "  previous = link\n"
      "end\n"
      "channel('tip', position(previous, { 1, 0, 0.5 }))\n"
      "run { dt = 0.01, duration = 1 }\n";
  static ref_table t;
  double worst[2][2] = {{0, 0}, {0, 0}};
  CHECK(ref_table_read(SN_TEST_SOURCE "/tests/data/A10_robot_inverse_dynamics.csv", &t) == 0);
  for (int fine = 0; fine < 2; fine++) {
    simulated s;
    if (!simulate(&s, "robot", text, "ed", 1)) {
      simulated_free(&s);
      return;
    }
    for (int row = 1; row < t.n_rows && t.x[row][0] < 1.0001; row++) {
      advance_to(&s, t.x[row][0], fine ? 10 : 5);
      if (!observe(&s)) {
        break;
      }
      for (int k = 0; k < 3; k++) {
        static const char *const name[3] = {"tau1", "tau2", "tau3"}, *const place[3] = {"tip_x", "tip_y", "tip_z"};
        double tau[4], tip[4];
        CHECK(channel(&s, name[k], tau) == 1 && channel(&s, "tip", tip) == 3);
        worst[fine][0] = fmax(worst[fine][0], fabs(tau[0] - t.x[row][ref_table_column(&t, name[k])]));
        worst[fine][1] = fmax(worst[fine][1], fabs(tip[k] - t.x[row][ref_table_column(&t, place[k])]));
      }
    }
    check_laws(&s);
    printf("     dt %g: torques within %.1e of 73 N m, tip within %.1e m\n", fine ? 5e-3 : 1e-2, worst[fine][0],
           worst[fine][1]);
    simulated_free(&s);
  }
  /* everything is driven: positions are given, torques come from the instant itself */
  CHECK_BELOW(worst[1][1], 1e-12);
  CHECK_BELOW(worst[1][0], 1e-9);
}

int main(void)
{
  RUN(test_every_scheme);
  RUN(test_ed);
  RUN(test_ep);
  RUN(test_midpoint);
  RUN(test_newmark_family);
  RUN(test_variable_steps);
  RUN(test_drive_torques);
  return REPORT();
}
