/* tests/examples/test_bbt_examples.c -- the telling parts of the examples ibeam_universal, ibeam_spherical, gate and deep_arch.
 * Limits:  against the reference (dt = 0.125 ms, the same mesh) 1.1e-4 and 3.0e-4 m were measured; a finer mesh is 6e-4 m away.
 * What:    first snaps, a later one (it grows out of 1e-7 m, and came 11 ms early when sections of beams kept a spin of their own; theory
 *          (4.9)), the noise of conserving and damped runs between snaps, the instant at which the cable becomes taut,
 *          its largest force and its quiet afterwards, the limit of the arch. Full runs: `make gallery`.
 * ctest:   long timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/support/example.h"

/* Largest difference of a channel to the reference of the example, at its times. */
static double apart_from(const char *example, const char *channel)
{
  char path[128];
  snprintf(path, sizeof path, "examples/%s/reference.csv", example);
  return difference(path, channel, channel, INFINITY);
}

static double first_above(const char *channel, double level)
{
  const int a = column(&ours, channel);
  for (int i = 0; a >= 0 && i < ours.n_rows; i++) {
    if (fabs(ours.x[i][a]) > level) {
      return ours.x[i][0];
    }
  }
  return NAN;
}

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Median of the fourth difference over 16, from t on: the amplitude of what alternates from row to row. */
static double noise(const char *channel, double t)
{
  static double list[TABLE_ROWS];
  const int a = column(&ours, channel);
  int n = 0;
  for (int i = 4; a >= 0 && i < ours.n_rows; i++) {
    if (ours.x[i][0] >= t) {
      list[n++] =
          fabs(ours.x[i][a] - 4 * ours.x[i - 1][a] + 6 * ours.x[i - 2][a] - 4 * ours.x[i - 3][a] + ours.x[i - 4][a]) /
          16;
    }
  }
  qsort(list, (size_t)n, sizeof *list, by_size);
  return n > 0 ? list[n / 2] : NAN;
}

static void test_first_snaps(void)
{
  const struct {
    const char *name, *mesh;
    double snap, apart;
  } cases[] = {{"ibeam_spherical", "", 0.129, 5e-4},
               {"ibeam_universal", "", 0.145, 2e-4},
               {"ibeam_universal", "--set elements=10 --set order=2", 0.145, 1e-3}};
  for (int i = 0; i < 3; i++) {
    char options[128];
    snprintf(options, sizeof options, "--until 0.3 %s", cases[i].mesh);
    if (run_example(cases[i].name, options, "mid_y mid_z", &ours)) {
      const double snap = first_above("mid_y", 1e-3), apart = apart_from(cases[i].name, "mid_y");
      printf("  %s %s: snap at %.3f s, %.1e m from the reference\n", cases[i].name, cases[i].mesh, snap, apart);
      CHECK_NEAR(snap, cases[i].snap, 0.004);
      CHECK_BELOW(apart, cases[i].apart);
      CHECK(info_number(EXAMPLE_RESULT, "step_rejections") == 0);
    }
  }
}

/* The way up: 6.437 s with alpha = 0 and with 0.25 ms; 1824 N with the first version's damping, 1885 with alpha = 0. */
static void test_later_snap(void)
{
  if (!run_example("ibeam_universal", "--until 6.46", "mid_y mid_V3", &ours)) {
    return;
  }
  const int y = column(&ours, "mid_y"), f = column(&ours, "mid_V3");
  double snap = NAN, largest = 0;
  for (int i = 0; i < ours.n_rows; i++) {
    const int late = ours.x[i][0] > 6.3; /* calm again after the snap back at 6.2 s */
    snap = late && isnan(snap) && fabs(ours.x[i][y]) > 1e-3 ? ours.x[i][0] : snap;
    largest = late ? fmax(largest, fabs(ours.x[i][f])) : largest;
  }
  printf("  ibeam_universal: snap on the way up at %.3f s, largest V3 %.0f N\n", snap, largest);
  CHECK_NEAR(snap, 6.437, 0.0011);
  CHECK_NEAR(largest, 1824, 0.01 * 1824);
  CHECK(info_number(EXAMPLE_RESULT, "step_rejections") == 0);
}

/* Between snaps conserving schemes carry noise of orders more: 0.046 N with damping; alpha = 0 27 N, ep 140 N. How much depends on the element as
   long as the mesh is coarse (74 and 240 N with the stretch x'.d1); 40 elements give alpha = 0 34 N with either. */
static void test_noise(void)
{
  double quiet = NAN;
  if (run_example("ibeam_universal", "--until 2.2", "mid_N", &ours)) {
    quiet = noise("mid_N", 1.9);
  }
  const char *const conserving[] = {"--until 2.2 --set alpha=0", "--until 2.2 --set scheme=ep"};
  for (int i = 0; i < 2; i++) {
    if (run_example("ibeam_universal", conserving[i], "mid_N", &ours)) {
      printf("  noise in N: %.1e, %s %.1e N\n", quiet, conserving[i], noise("mid_N", 1.9));
      CHECK(noise("mid_N", 1.9) > 300 * quiet);
    }
  }
}

static void test_gate(void)
{
  if (!run_example("gate", "--set dt=4e-3 --until 4.46", "cable_force angle tip_x tip_z", &ours)) {
    return;
  }
  const int f = column(&ours, "cable_force");
  double largest = 0, at = 0, after = 0;
  for (int i = 0; i < ours.n_rows; i++) {
    if (ours.x[i][f] > largest) {
      largest = ours.x[i][f];
      at = ours.x[i][0];
    }
    after = ours.x[i][0] >= 4.45 ? fmax(after, fabs(ours.x[i][f])) : after;
  }
  printf("  gate: taut at %.4f s, %.1f N at %.4f s, %.2f N after 4.45 s; fall %.1e m, %.1e rad apart\n",
         first_above("cable_force", 50), largest, at, after, apart_from("gate", "tip_x"), apart_from("gate", "angle"));
  CHECK_NEAR(first_above("cable_force", 50), 4.057, 5e-4);
  CHECK_NEAR(largest, 2450, 50); /* 2428; the prototype of the findings, its cable of consistent mass: 2448 */
  CHECK(at > 4.19 && at < 4.225);
  CHECK_BELOW(after, 0.005 * largest);
  CHECK_BELOW(apart_from("gate", "tip_x"), 1e-6);
}

/* 5 ms throughout: at most a few halvings carry it through the snatch (14 when the second iteration kept a poor tangent). */
static void test_coarse_gate(void)
{
  if (run_example("gate", "--set dt=5e-3 --set change=5 --until 4.4", "cable_force", &ours)) {
    printf("  gate at 5 ms: %.0f steps halved\n", info_number(EXAMPLE_RESULT, "step_rejections"));
    CHECK(info_number(EXAMPLE_RESULT, "step_rejections") <= 3);
    CHECK_NEAR(first_above("cable_force", 50), 4.06, 0.011);
  }
}

static void test_arch(void)
{
  if (make_example("static", "deep_arch", "", "P u v turn", &ours)) {
    const int p = column(&ours, "P");
    double largest = 0;
    for (int i = 0; i < ours.n_rows; i++) {
      largest = fmax(largest, ours.x[i][p]);
    }
    printf("  arch: largest load of a point %.2f\n", largest);
    CHECK(largest < 897.289 && largest > 895);
    CHECK_BELOW(apart_from("deep_arch", "P"), 1e-5);
    CHECK_BELOW(apart_from("deep_arch", "v"), 1e-6);
  }
}

int main(void)
{
  RUN(test_first_snaps);
  RUN(test_later_snap);
  RUN(test_noise);
  RUN(test_gate);
  RUN(test_coarse_gate);
  RUN(test_arch);
  remove(EXAMPLE_RESULT);
  return REPORT();
}
