/* tests/examples/test_against_reference.c -- every joint and law: Sinew against an independent integration of the same mechanism.
 * What:    the mechanisms of tests/support/reference, printed as models, run by the built command; poses, velocities,
 *          joint coordinates, drive forces and reactions compared at 0.2 and 0.4 s, and the order of the scheme observed.
 *          Every run: energy identity and constraint error below 1e-12. Friction: a block on an incline that sticks,
 *          slides, and slides to rest.
 * ctest:   timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/harness.h"
#include "tests/support/reference/mechanisms.h"
#include "tests/support/reference/table.h"

/* A number of `sinew info --json`; NAN: there is none. */
static double info_number(const char *name, const char *key)
{
  static char command[512], text[65536];
  snprintf(command, sizeof command, "'%s' info %s.h5 --json", SN_TEST_SINEW, name);
  FILE *f = popen(command, "r");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  text[n] = 0;
  if (f) {
    pclose(f);
  }
  const char *p = strstr(text, key);
  p = p ? strchr(p, ':') : NULL;
  return p ? strtod(p + 1, NULL) : NAN;
}

/* Runs a model text with these settings and reads its channels. The energy balance closes in every step, relative to the
   energy of the model or that given here, whichever is larger; joints hold. */
static int run_model(const char *name, const char *text, const char *set, const char *channels, double energy,
                     ref_table *out)
{
  static char command[8192];
  snprintf(command, sizeof command, "%s.lua", name);
  FILE *f = fopen(command, "w");
  CHECK(f != NULL);
  if (!f) {
    return 0;
  }
  fputs(text, f);
  fclose(f);
  snprintf(command, sizeof command, "'%s' run %s.lua -o %s.h5 --quiet %s", SN_TEST_SINEW, name, name, set);
  const int status = system(command);
  CHECK(status == 0);
  if (status) {
    printf("  %s\n", command);
    return 0;
  }
  const double scale = info_number(name, "\"energy_scale\"");
  CHECK_BELOW(info_number(name, "\"energy_identity_error\"") * scale / fmax(scale, energy), 1e-12);
  CHECK_BELOW(info_number(name, "\"constraint_error\""), 1e-12);
  snprintf(command, sizeof command, "'%s' csv %s.h5 %s", SN_TEST_SINEW, name, channels);
  f = popen(command, "r");
  const int good = f && ref_table_from(f, out) == 0;
  CHECK(good);
  if (f) {
    pclose(f);
  }
  return good;
}

/* largest difference of n components name_<suffix> to x; sign -1: to -x */
static double apart(const ref_table *t, int row, const char *name, const char *suffix, const double *x, int n,
                    double sign)
{
  double worst = 0;
  for (int k = 0; k < n; k++) {
    char full[32];
    snprintf(full, sizeof full, n > 1 ? "%s_%c" : "%s", name, suffix[k]);
    const int c = ref_table_column(t, full);
    CHECK(c >= 0 && row >= 0);
    worst = c >= 0 && row >= 0 ? fmax(worst, fabs(t->x[row][c] - sign * x[k])) : INFINITY;
  }
  return worst;
}

typedef struct {
  double pose, rate, coordinate, force; /* largest differences */
} errors;

static void compare_row(const ref_table *t, const ref_mechanism *m, const ref_output *o, errors *e)
{
  const int row = ref_table_row(t, o->t);
  char name[24];
  for (int i = 1; i <= m->n_bodies; i++) {
    const ref_pose *b = &o->body[i];
    snprintf(name, sizeof name, "b%d_x", i);
    e->pose = fmax(e->pose, apart(t, row, name, "xyz", b->x, 3, 1));
    snprintf(name, sizeof name, "b%d_q", i);
    e->pose = fmax(e->pose, fmin(apart(t, row, name, "0123", b->q, 4, 1), apart(t, row, name, "0123", b->q, 4, -1)));
    snprintf(name, sizeof name, "b%d_v", i);
    e->rate = fmax(e->rate, apart(t, row, name, "xyz", b->v, 3, 1));
    snprintf(name, sizeof name, "b%d_w", i);
    e->rate = fmax(e->rate, apart(t, row, name, "xyz", b->w, 3, 1));
  }
  for (int i = 0; i < m->n_joints; i++) {
    const ref_joint_data *d = &m->joint[i];
    const ref_joint_output *j = &o->joint[i];
    for (int k = 0; k < ref_coordinates(d->type); k++) {
      snprintf(name, sizeof name, "j%d_%s", i + 1, ref_coordinate_name(d->type, k));
      e->coordinate = fmax(e->coordinate, apart(t, row, name, "", &j->coordinate[k], 1, 1));
    }
    snprintf(name, sizeof name, "j%d_force", i + 1);
    e->force = fmax(e->force, apart(t, row, name, "xyz", j->force, 3, 1));
    if (d->type != REF_DISTANCE) {
      snprintf(name, sizeof name, "j%d_moment", i + 1);
      e->force = fmax(e->force, apart(t, row, name, "xyz", j->moment, 3, 1));
    }
    if (d->coordinate[0].driven) {
      snprintf(name, sizeof name, "j%d_drive", i + 1);
      e->force = fmax(e->force, apart(t, row, name, "", &j->drive[0], 1, 1));
    }
  }
}

/* all channel names of a model text, separated by blanks */
static void channels_of(const char *text, char *out, size_t size)
{
  size_t used = 0;
  for (const char *p = text; (p = strstr(p, "channel(\"")) != NULL; p++) {
    const char *begin = p + strlen("channel(\""), *end = strchr(begin, '"');
    used += (size_t)snprintf(out + used, size - used, "%.*s ", (int)(end - begin), begin);
  }
}

static errors mechanism_errors(const ref_mechanism *m, const ref_output *reference, const char *set)
{
  static char text[16384], channels[2048];
  static ref_table t;
  errors e = {0, 0, 0, 0};
  CHECK(ref_mechanism_lua(m, text, sizeof text) > 0);
  channels_of(text, channels, sizeof channels);
  if (!run_model(m->name, text, set, channels, 0, &t)) {
    return (errors){INFINITY, INFINITY, INFINITY, INFINITY};
  }
  for (int i = 0; i < 2; i++) {
    compare_row(&t, m, &reference[i], &e);
  }
  return e;
}

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

/* Two steps: errors of the finer one below the tolerance (rates 30, forces 100 times), and the order between them. */
static void every_mechanism(const char *scheme, const char *alpha, double order_elastic, double order_rigid,
                            double tolerance)
{
  const double times[2] = {0.2, 0.4};
  static ref_output reference[2];
  printf("     %-6s alpha = %-9s %-9s %-9s %-9s %-9s order\n", scheme, alpha, "pose", "rate", "coord.", "force");
  for (int k = 0; k < ref_mechanisms(); k++) {
    ref_mechanism m;
    errors e[2];
    CHECK(ref_mechanism_get(k, &m) == 0);
    ref_system *r = ref_mechanism_build(&m);
    CHECK(r && ref_run(r, 2, times, reference) == 0);
    ref_free(r);
    for (int i = 0; i < 2; i++) {
      char set[96];
      snprintf(set, sizeof set, "--set scheme=%s --set alpha=%s --set dt=%s", scheme, alpha, i ? "2e-3" : "4e-3");
      e[i] = mechanism_errors(&m, reference, set);
    }
    if (isinf(e[0].pose) || isinf(e[1].pose)) {
      continue; /* said already: it did not run */
    }
    const double order = log2(e[0].pose / e[1].pose);
    printf("     %-22s %.1e   %.1e   %.1e   %.1e   %.2f\n", m.name, e[1].pose, e[1].rate, e[1].coordinate, e[1].force,
           order);
    CHECK_BELOW(e[1].pose, tolerance);
    CHECK_BELOW(e[1].rate, 30 * tolerance);
    CHECK_BELOW(e[1].coordinate, tolerance);
    CHECK_BELOW(e[1].force, 100 * tolerance);
    CHECK(order > (is_elastic(&m) ? order_elastic : order_rigid));
  }
}

/* ed: order 4 at alpha = 0, and at any alpha where nothing vibrates; 3 in vibrations at alpha = 1 */
static void test_conserving(void)
{
  every_mechanism("ed", "0", 3.9, 3.9, 1e-7);
}

static void test_decaying(void)
{
  every_mechanism("ed", "1", 2.9, 3.9, 1e-5);
}

static void test_one_stage(void)
{
  every_mechanism("ep", "0", 1.9, 1.9, 1e-3);
}

/* sticks, slides on, slides to rest and sticks: Coulomb's closed form */
static void test_incline(void)
{
  const double angle = 0.5;
  const ref_incline cases[] = {
      {.slope = angle, .friction = 0.8, .gravity = 9.81},
      {.slope = angle, .friction = 0.3, .v0 = 0.5, .gravity = 9.81},
      {.slope = angle, .friction = 0.8, .v0 = 0.5, .gravity = 9.81},
  };
  static const char *const names[] = {"sticks", "slides", "comes_to_rest"};
  static ref_table t;
  char text[2048];
  for (int k = 0; k < 3; k++) {
    double s, v;
    CHECK(ref_incline_lua(&cases[k], text, sizeof text) > 0);
    ref_incline_motion(&cases[k], 1, &s, &v);
    const double passed = 2 * 9.81 * sin(angle) * s; /* the weight's work */
    if (!run_model(names[k], text, "--set dt=1e-2", "s v", passed, &t)) {
      continue;
    }
    const int row = ref_table_row(&t, 1);
    CHECK(row >= 0);
    const double *x = t.x[row < 0 ? 0 : row];
    printf("     %-14s s %.2e, v %.2e off\n", names[k], x[1] - s, x[2] - v);
    CHECK_NEAR(x[1], s, 2e-6); /* the bristle: 1e-3 g h^2, and where in a step of 10 ms it stops */
    CHECK_NEAR(x[2], v, 1e-12);
  }
}

int main(void)
{
  RUN(test_conserving);
  RUN_LONG(test_decaying);
  RUN(test_one_stage);
  RUN(test_incline);
  return REPORT();
}
