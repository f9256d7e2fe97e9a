/* tests/mechanisms/test_impacts.c -- stops and contacts: accuracy through impacts with the full numerical damping, against closed forms.
 * What:    a ball that bounces (closed form): order through the impact for alpha 0 and 1 and for `ep`; a damped stop: restitution by its
 *          closed form, whatever the phase of the touch; a stop never pulls; a damped stop with `tolerance`, against Runge-Kutta.
 * ctest:   timeout=120
 */
#define _POSIX_C_SOURCE 200809L
#define EXAMPLE_RESULT "impacts.h5"
#include "sinew.h"
#include "tests/support/example.h"

typedef struct {
  sinew_model *model;
  sinew_simulation *x;
  sinew_error error;
} run;

static int begin(run *r, const char *text)
{
  *r = (run){0};
  const int good =
      sinew_model_load_text("impacts.lua", text, NULL, NULL, NULL, 0, NULL, &r->model, &r->error) == SINEW_OK &&
      sinew_freeze(r->model, &r->x, &r->error) == SINEW_OK;
  CHECK(good);
  return good;
}

static void end(run *r)
{
  sinew_simulation_free(r->x);
  sinew_model_free(r->model);
}

static double read(run *r, const char *item, const char *name)
{
  double out[4] = {0};
  int n = 0;
  CHECK(sinew_output(r->x, item, name, out, 4, &n, &r->error) == SINEW_OK);
  return out[n == 3 ? 2 : 0];
}

/* ---- bounce: 1 kg from 0.5 m on 1e5 N/m, a contact of 9.93 ms; height above the plane after 0.6 s */

static double bounce(const char *scheme, double alpha, int per_contact)
{
  static const double answer = 0.4884393243487;
  const int n = (int)(0.6 / (9.93e-3 / per_contact) + 0.5);
  char text[512];
  run r;
  (void)snprintf(
      text, sizeof text,
      "gravity {0, 0, -9.81}\nlocal b = body { name = 'b', at = {0, 0, 0.6}, mass = 1, inertia = {1, 1, 1} }\n"
      "wheel { name = 'w', b, on = { plane {} }, radius = 0.1, stiffness = 1e5 }\n"
      "run { scheme = '%s', alpha = %g, dt = 1e-3, duration = 1 }\n",
      scheme, alpha);
  double z = NAN, most = 0;
  if (begin(&r, text)) {
    for (int i = 0; i < n; i++) {
      double defect;
      CHECK(sinew_step(r.x, 0.6 / n, &r.error) == SINEW_OK);
      CHECK(sinew_energy(r.x, "defect", &defect, &r.error) == SINEW_OK);
      most = fmax(most, fabs(defect));
    }
    z = read(&r, "w", "gap");
  }
  CHECK_BELOW(most, 5e-12); /* of 5 J */
  end(&r);
  return fabs(z - answer);
}

static void test_bounce(void)
{
  static const struct {
    const char *scheme;
    double alpha, at_16, at_64, order; /* error at 16 and 64 steps per contact at most; order from 32 to 64 at least */
  } cases[] = {
      {"ed", 0, 2e-8, 5e-11, 3.9}, /* from 32 steps on nothing is damped (theory (6.2)): the errors of alpha 0 */
      {"ed", 1, 1e-6, 5e-11, 3.9},
      {"ed", 0.3, 4e-7, 5e-11, 3.9},
      {"ep", 0, 2e-5, 1.2e-6, 1.95}};
  for (int i = 0; i < 4; i++) {
    double e[5];
    printf("  %s alpha %g:", cases[i].scheme, cases[i].alpha);
    for (int k = 0; k < 5; k++) {
      e[k] = bounce(cases[i].scheme, cases[i].alpha, 4 << k);
      printf(" %.1e", e[k]);
    }
    printf(" m at 4 .. 64 steps in a contact, order %.2f\n", log2(e[3] / e[4]));
    CHECK_BELOW(e[2], cases[i].at_16);
    CHECK_BELOW(e[4], cases[i].at_64);
    CHECK(log2(e[3] / e[4]) > cases[i].order);
  }
}

/* ---- restitution of a damped stop: x (1 + e) = ln((1 + x)/(1 - e x)), x = damping * speed */

static double restitution(const char *scheme, double alpha, double per_contact, double phase)
{
  const double h = 3.14159265358979 / 100 / per_contact;
  char text[512];
  run r;
  (void)snprintf(text, sizeof text,
                 "local b = body { name = 'b', mass = 1, inertia = {1, 1, 1} }\n"
                 "prismatic { name = 'p', ground, b, at = {0, 0, 0}, axis = 'z', initial_rate = -2, lower = %.15g,\n"
                 "            stop_stiffness = 1e4, stop_damping = 0.25 }\n"
                 "run { scheme = '%s', alpha = %g, dt = 1e-3, duration = 1 }\n",
                 -2 * h * (3 + phase), scheme, alpha);
  double out = NAN;
  if (begin(&r, text)) {
    for (int i = 0; i < 12 + (int)(3 * per_contact); i++) {
      CHECK(sinew_step(r.x, h, &r.error) == SINEW_OK);
    }
    CHECK(read(&r, "p", "displacement") > -2 * h * 3);
    out = read(&r, "p", "displacement_rate") / 2;
    double defect = NAN, lost = NAN;
    CHECK(sinew_energy(r.x, "defect", &defect, &r.error) == SINEW_OK &&
          sinew_energy(r.x, "dissipation", &lost, &r.error) == SINEW_OK);
    CHECK_BELOW(fabs(defect), 1e-13);
    CHECK(lost > 0);
  }
  end(&r);
  return out;
}

static void test_restitution(void)
{
  static const struct {
    const char *scheme;
    double alpha, per_contact, error, spread;
  } cases[] = {
      {"ed", 0, 6.4, 2e-4, 1e-5}, {"ed", 0, 25, 2e-6, 1e-6}, {"ed", 1, 25, 2e-5, 2e-6}, {"ep", 0, 25, 1e-3, 1e-3}};
  const double exact = 0.748435; /* of x = 0.5 */
  CHECK_NEAR(0.5 * (1 + exact), log(1.5 / (1 - 0.5 * exact)), 1e-6);
  for (int i = 0; i < 4; i++) {
    double least = INFINITY, most = 0;
    for (int k = 0; k < 10; k++) {
      const double e = restitution(cases[i].scheme, cases[i].alpha, cases[i].per_contact, 0.1 * k);
      least = fmin(least, e);
      most = fmax(most, e);
    }
    printf("  %s alpha %g, %g steps in a contact: %.6f .. %.6f\n", cases[i].scheme, cases[i].alpha,
           cases[i].per_contact, least, most);
    CHECK_NEAR(0.5 * (least + most), exact, cases[i].error);
    CHECK_BELOW(most - least, cases[i].spread);
  }
}

/* Pulled off faster than 1/stop_damping a body is not held back: it leaves with the speed that it has. */
static void test_never_pulls(void)
{
  static const char *const scheme[] = {"ed", "ep", "midpoint"};
  for (int i = 0; i < 3; i++) {
    char text[512];
    run r;
    (void)snprintf(text, sizeof text,
                   "local b = body { name = 'b', mass = 1, inertia = {1, 1, 1} }\n"
                   "prismatic { name = 'p', ground, b, at = {0, 0, 0}, axis = 'z', initial = -0.01, initial_rate = 1,\n"
                   "            lower = 0, stop_stiffness = 1e4, stop_damping = 5 }\n"
                   "run { scheme = '%s', %s dt = 1e-3, duration = 1 }\n",
                   scheme[i], i == 0 ? "alpha = 0," : "");
    if (begin(&r, text)) {
      for (int k = 0; k < 30; k++) {
        CHECK(sinew_step(r.x, 1e-3, &r.error) == SINEW_OK);
        CHECK_NEAR(read(&r, "p", "displacement_rate"), 1, 1e-12);
      }
      double lost;
      CHECK(sinew_energy(r.x, "dissipation", &lost, &r.error) == SINEW_OK);
      CHECK_NEAR(lost, 0.5, i < 2 ? 1e-12 : 1e-2); /* what was in the spring */
    }
    end(&r);
  }
}

/* ---- a damped stop with `tolerance`, and bumps with alpha = 1 */

static double fall(double z, double v)
{
  const double depth = -0.5 - z;
  return -9.81 + (depth > 0 ? 1e4 * depth * (1 - 0.1 * v) : 0);
}

static void test_tolerance(void)
{
  double z = 0, v = 0, worst = 0;
  FILE *f = fopen("stop.lua", "w");
  CHECK(f != NULL);
  if (!f) {
    return;
  }
  fprintf(f, "gravity {0, 0, -9.81}\nlocal b = body { name = 'b', mass = 1, inertia = {0.01, 0.01, 0.01} }\n"
             "prismatic { name = 'p', ground, b, at = {0, 0, 0}, axis = 'z', lower = -0.5, stop_stiffness = 1e4,\n"
             "            stop_damping = 0.1 }\nchannel('z', position(b).z)\n"
             "run { dt = 0.01, duration = 1.5, tolerance = 1e-5, store = 0.01 }\n");
  fclose(f);
  CHECK(system("'" SN_TEST_SINEW "' run stop.lua -o stop.h5 --quiet") == 0);
  f = popen("'" SN_TEST_SINEW "' csv stop.h5 z", "r");
  CHECK(read_table(f, &ours));
  pclose(f);
  for (int i = 0; i <= 150; i++) {
    worst = fmax(worst, fabs(ours.x[i][column(&ours, "z")] - z));
    for (int k = 0; k < 10000; k++) {
      const double h = 1e-6, a1 = fall(z, v), a2 = fall(z + h / 2 * v, v + h / 2 * a1);
      const double a3 = fall(z + h / 2 * v + h * h / 4 * a1, v + h / 2 * a2);
      const double a4 = fall(z + h * v + h * h / 2 * a2, v + h * a3);
      z += h * v + h * h / 6 * (a1 + a2 + a3);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
  printf("  damped stop, tolerance 1e-5: %.1e m\n", worst);
  CHECK_BELOW(worst, 5e-5);
  if (run_example("wheel_on_bumps", "--alpha 1 --dt 2e-3", "x", &ours)) {
    printf("  wheel_on_bumps, alpha = 1, 2 ms: %.1e m\n", fabs(value("x", 4) - 8.408468155));
    CHECK_NEAR(value("x", 4), 8.408468155, 5e-5); /* alpha = 0, 0.125 ms */
  }
}

int main(void)
{
  RUN(test_bounce);
  RUN(test_restitution);
  RUN(test_never_pulls);
  RUN(test_tolerance);
  return REPORT();
}
