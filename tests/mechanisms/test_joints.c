/* tests/mechanisms/test_joints.c -- every joint of the table and every law on joints, step by step inside the test.
 * Against: an independent integration (quaternions, Newton-Euler, SUNDIALS): poses, velocities, coordinates and reactions
 *          at t_f and the orders they converge with, for alpha = 1, 0.5 and 0.
 * Laws:    balance, constraints and losses of every step; reactions do no work: F.(v_b - v_a) + M.(w_b - w_a) = 0;
 *          the side whose frame the rows are written in does not change the motion; friction on an incline.
 * Beside:  test_against_reference.c runs the same mechanisms through the command and its files.
 * ctest:   timeout=300
 */
#include "harness.h"
#include "support/reference/mechanisms.h"
#include "support/versus.h"

static const double t_end = 0.2;

/* Does anything in it vibrate or damp? */
static int is_elastic(const ref_mechanism *m)
{
  int elastic = m->n_springs > 0;
  for (int i = 0; i < m->n_joints; i++) {
    for (int k = 0; k < 3; k++) {
      elastic |= m->joint[i].coordinate[k].stiffness > 0 || m->joint[i].coordinate[k].damping > 0;
    }
  }
  return elastic;
}

/* R(q) x */
static sn_v3 turned(const double q[4], sn_v3 x, double sign)
{
  const sn_v3 u = {{sign * q[1], sign * q[2], sign * q[3]}};
  const sn_v3 c = v3_cross(u, x);
  return v3_axpy(v3_axpy(x, 2 * q[0], c), 2, v3_cross(u, c));
}

static sn_v3 vector(const simulated *s, char kind, int i, const char *what)
{
  char name[32];
  double x[4] = {0, 0, 0, 0};
  snprintf(name, sizeof name, "%c%d_%s", kind, i, what);
  CHECK(channel(s, name, x) >= 3);
  return v3(x[0], x[1], x[2]);
}

/* velocity or angular velocity of body i, 0: ground */
static sn_v3 rate(const simulated *s, int i, const char *what)
{
  return i == 0 ? v3(0, 0, 0) : vector(s, 'b', i, what);
}

/* velocity of body i at a point of space */
static sn_v3 speed_at(const simulated *s, int i, sn_v3 p)
{
  return i == 0 ? v3(0, 0, 0) : v3_add(rate(s, i, "v"), v3_cross(rate(s, i, "w"), v3_sub(p, vector(s, 'b', i, "x"))));
}

/* where a point drawn on body i is now */
static sn_v3 carried(const simulated *s, const ref_mechanism *m, int i, const double at[3])
{
  if (i == 0) {
    return v3(at[0], at[1], at[2]);
  }
  const ref_body_data *d = &m->body[i - 1];
  double q[4], q0[4], size = 0;
  char name[32];
  snprintf(name, sizeof name, "b%d_q", i);
  CHECK(channel(s, name, q) == 4);
  ref_function angle = d->angle;
  double turn[3] = {0, 0, 0};
  for (int k = 0; k < 4; k++) {
    size += d->orientation[k] * d->orientation[k];
  }
  for (int k = 0; k < 4; k++) {
    q0[k] = d->orientation[k] / sqrt(size);
  }
  sn_v3 arm = v3(at[0] - d->at[0], at[1] - d->at[1], at[2] - d->at[2]);
  if (d->prescribed) { /* drawn as given; the functions add to it, also at t = 0 */
    ref_evaluate(&angle, 0, turn);
    CHECK(turn[0] == 0);
  }
  arm = turned(q, turned(q0, arm, -1), 1);
  return v3_add(vector(s, 'b', i, "x"), arm);
}

/* largest power of a joint's reaction over that of its force on one side */
static double reaction_power(const simulated *s, const ref_mechanism *m)
{
  double worst = 0;
  for (int i = 0; i < m->n_joints; i++) {
    const ref_joint_data *d = &m->joint[i];
    const int distance = d->type == REF_DISTANCE;
    const sn_v3 p = carried(s, m, d->b, distance ? d->at_b : d->at), force = vector(s, 'j', i + 1, "force");
    const sn_v3 q = distance ? carried(s, m, d->a, d->at) : p; /* the point of a that is pushed back */
    const sn_v3 w = v3_sub(rate(s, d->b, "w"), rate(s, d->a, "w"));
    double power = v3_dot(force, v3_sub(speed_at(s, d->b, p), speed_at(s, d->a, q)));
    double size =
        v3_norm(force) * (v3_norm(rate(s, d->b, "v")) + v3_norm(rate(s, d->a, "v")) + 0.1); /* 0.1: welded ones */
    if (!distance) {
      const sn_v3 moment = vector(s, 'j', i + 1, "moment");
      power += v3_dot(moment, w);
      size += v3_norm(moment) * (v3_norm(w) + 0.1);
    }
    worst = fmax(worst, fabs(power) / size);
  }
  return worst;
}

static errors run(const ref_mechanism *m, const char *text, const ref_output *o, double alpha, int n, double *power)
{
  simulated s;
  errors e = {0, 0, 0, 0};
  if (simulate(&s, m->name, text, "ed", alpha) && advance_to(&s, t_end, n) && observe(&s)) {
    versus(&s, m, o, &e);
    check_laws(&s);
    *power = fmax(*power, reaction_power(&s, m));
  }
  simulated_free(&s);
  return e;
}

/* three steps; errors may already be round-off */
static double order_of(double coarse, double fine)
{
  return fine < 1e-12 ? INFINITY : log2(coarse / fine);
}

static void every_mechanism(double alpha, double elastic_order)
{
  static ref_output o;
  static char text[16384];
  printf("     alpha %.1f               %-9s %-9s %-9s %-9s orders: pose, rate, reaction; power of reactions\n", alpha,
         "pose", "rate", "coord.", "reaction");
  for (int k = 0; k < ref_mechanisms(); k++) {
    ref_mechanism m;
    CHECK(ref_mechanism_get(k, &m) == 0);
    ref_system *r = ref_mechanism_build(&m);
    const int good = r && ref_run(r, 1, &t_end, &o) == 0 && ref_mechanism_lua(&m, text, sizeof text) > 0;
    CHECK(good);
    ref_free(r);
    if (!good) {
      continue;
    }
    errors e[3];
    double power = 0;
    for (int i = 0; i < 3; i++) {
      e[i] = run(&m, text, &o, alpha, 25 << i, &power);
    }
    const double least = is_elastic(&m) ? elastic_order : 3.8;
    const double pose = order_of(e[1].pose, e[2].pose), rate = order_of(e[1].rate, e[2].rate),
                 force = order_of(e[1].force, e[2].force);
    printf("     %-22s %.1e   %.1e   %.1e   %.1e   %.2f %.2f %.2f  %.0e\n", m.name, e[2].pose, e[2].rate,
           e[2].coordinate, e[2].force, pose, rate, force, power);
    CHECK(pose >= least);
    CHECK(rate >= least);
    CHECK(force >= least);
    CHECK_BELOW(power, 1e-12);
  }
}

static void test_conserving(void)
{
  every_mechanism(0, 3.8);
}
static void test_half(void)
{
  every_mechanism(0.5, 2.8);
}
static void test_decaying(void)
{
  every_mechanism(1, 2.8);
}

static int ends_with(const char *text, const char *end, const char *word)
{
  const size_t n = strlen(word);
  return (size_t)(end - text) >= n && strncmp(end - n, word, n) == 0;
}

/* the text, each joint that has a choice told which side's frame its rows are written in */
static void say_frame(const char *text, const char *side, char *out, size_t size)
{
  size_t used = 0;
  for (const char *p = text; *p;) {
    const char *name = strstr(p, "{ name = \"j"), *end = name ? name + 2 : p + strlen(p);
    used += (size_t)snprintf(out + used, size - used, "%.*s", (int)(end - p), p);
    if (name && !ends_with(text, name, "distance ") && !ends_with(text, name, "point_on_line ") &&
        !ends_with(text, name, "point_on_plane ")) {
      used += (size_t)snprintf(out + used, size - used, "moving_frame = \"%s\", ", side);
    }
    p = end;
  }
}

/* rows written in the frame of the first or of the second part: other multipliers, the same motion to the order of the step */
static void test_moving_frame(void)
{
  static ref_output o;
  static char text[16384], other[20000];
  static const char *const side[2] = {"first", "second"};
  for (int k = 0; k < 2 * REF_JOINT_TYPES; k++) {
    ref_mechanism m;
    CHECK(ref_mechanism_get(k, &m) == 0);
    ref_system *r = ref_mechanism_build(&m);
    CHECK(r && ref_run(r, 1, &t_end, &o) == 0 && ref_mechanism_lua(&m, text, sizeof text) > 0);
    ref_free(r);
    errors e[2];
    double power = 0;
    for (int i = 0; i < 2; i++) {
      say_frame(text, side[i], other, sizeof other);
      e[i] = run(&m, other, &o, 0, 50, &power);
    }
    CHECK_BELOW(e[0].pose, 2e-6);
    CHECK_BELOW(e[1].pose, 2e-6);
    CHECK_BELOW(power, 1e-12);
    printf("     %-22s first %.1e, second %.1e\n", m.name, e[0].pose, e[1].pose);
  }
}

/* Block on an incline: sticks, slides, slides to rest; closed form of Coulomb. */
static void test_incline(void)
{
  const ref_incline cases[] = {
      {.slope = 0.5, .friction = 0.8, .gravity = 9.81},
      {.slope = 0.5, .friction = 0.3, .v0 = 0.5, .gravity = 9.81},
      {.slope = 0.5, .friction = 0.8, .v0 = 0.5, .gravity = 9.81},
  };
  static const char *const names[] = {"sticks", "slides", "comes to rest"};
  char text[2048];
  for (int k = 0; k < 3; k++) {
    const double t = 1;
    simulated s;
    double x, v, here[4], speed[4];
    ref_incline_motion(&cases[k], t, &x, &v);
    CHECK(ref_incline_lua(&cases[k], text, sizeof text) > 0);
    if (simulate(&s, names[k], text, "ed", 1) && advance_to(&s, t, 1000) && observe(&s)) {
      CHECK(channel(&s, "s", here) == 1 && channel(&s, "v", speed) == 1);
      printf("     %-14s s %.6f (%.1e off), v %.6f (%.1e), dissipated %.4f J\n", names[k], here[0], here[0] - x,
             speed[0], speed[0] - v, s.total.dissipation);
      CHECK_NEAR(here[0], x, 1e-8);
      CHECK_NEAR(speed[0], v, 1e-12);
      CHECK(s.lowest >= 0);
      CHECK_BELOW(s.constraint, 1e-12);
      /* a sticking block has next to no energy of its own: the weight's potential is the scale of its round-off */
      CHECK_BELOW(s.defect, 1e-12 * fmax(s.scale, 9.81 * fabs(here[0])));
    }
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_conserving);
  RUN(test_half);
  RUN(test_decaying);
  RUN(test_moving_frame);
  RUN(test_incline);
  return REPORT();
}
