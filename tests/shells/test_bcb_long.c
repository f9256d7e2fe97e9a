/* tests/shells/test_bcb_long.c -- later parts of the examples cylinder_snap, plate_buckling and antenna [BCB 6.1 to 6.3], through the built
 *          command.
 * What:    the snap-through and who carries it; a link that bends; the deployment of the beam model against a chain of rigid panels; the
 *          antenna stays in its plane if, and only if, its laminate does not couple bending and twist.
 * Data:    independent prototype (cylinder, without the inertia of the link) and planar ODE of rigid panels (antenna): README of the examples.
 * ctest:   long timeout=1800
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/support/example.h"

/* E follows the crank, B snaps behind it and is inside out before 0.84 s. */
static void test_cylinder(void)
{
  if (run_example("cylinder_snap", "--until 0.84", "E M B link_N", &ours)) {
    const int k = column(&ours, "B");
    double deepest = 0;
    for (int i = 0; k >= 0 && i < ours.n_rows; i++) {
      deepest = fmin(deepest, ours.x[i][k]);
    }
    printf("  E %.3f %.3f, M %.3f, B %.3f %.3f, %.0f halvings\n", value("E", 0.5), value("E", 0.75), value("M", 0.5),
           value("B", 0.65), deepest, info_number(EXAMPLE_RESULT, "step_rejections"));
    CHECK_NEAR(value("E", 0.5), -0.929, 0.004);
    CHECK_NEAR(value("E", 0.75), -1.281, 0.002);
    CHECK_NEAR(value("M", 0.5), -0.677, 0.01);
    CHECK_NEAR(value("B", 0.65), -0.405, 0.05);
    CHECK(deepest < -1.34); /* -2 R (1 - cos 30) is the cylinder turned inside out; it swings about that */
    CHECK(info_number(EXAMPLE_RESULT, "step_rejections") == 0);
  }
}

static void test_lever(void)
{
  if (run_example("plate_buckling", "--set model=shell --set lever=beam --until 0.065", "torque link_N", &ours)) {
    const int k = column(&ours, "torque");
    double largest = 0;
    for (int i = 0; k >= 0 && i < ours.n_rows; i++) {
      largest = fmax(largest, ours.x[i][k]);
    }
    CHECK_NEAR(largest, 28.9, 0.3);
  }
}

/* When a hinge has opened by a part of what it should. */
static double opened(int hinge, double degrees)
{
  char name[16];
  snprintf(name, sizeof name, "angle%d", hinge);
  const int k = column(&ours, name);
  for (int i = 0; k >= 0 && i < ours.n_rows; i++) {
    if (ours.x[i][k] >= degrees) {
      return ours.x[i][0];
    }
  }
  return NAN;
}

/* A planar chain of rigid panels with the same masses, springs and dampers: 95 % after 101, 108, 114 and 81 s. */
static void test_beam_antenna(void)
{
  static const double rigid[4] = {101, 108, 114, 81};
  if (run_example("antenna", "--set model=beam --set nx=2 --until 116", "angle1 angle2 angle3 angle4", &ours)) {
    for (int i = 0; i < 4; i++) {
      const double t = opened(i + 1, 0.95 * (i ? 180 : 90));
      printf("  hinge %d: %.1f s (rigid %.0f)\n", i + 1, t, rigid[i]);
      CHECK_NEAR(t, rigid[i], 2);
    }
  }
}

static double largest_rock(void)
{
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    char name[16];
    snprintf(name, sizeof name, "rock_%c_C1", i ? 'z' : 'x');
    const int k = column(&ours, name);
    for (int row = 0; k >= 0 && row < ours.n_rows; row++) {
      worst = fmax(worst, fabs(ours.x[row][k]));
    }
  }
  return worst;
}

static void test_coupling(void)
{
  static const char *const set[2] = {"--set coupled=false", "--set coupled=true"};
  for (int i = 0; i < 2; i++) {
    char options[96];
    snprintf(options, sizeof options, "--set nx=2 --until 2 %s", set[i]);
    if (run_example("antenna", options, "rock_x_C1 rock_z_C1", &ours)) {
      printf("  %s: rocks by %.1e degrees\n", set[i], largest_rock());
      CHECK(i ? largest_rock() > 1e-2 : largest_rock() < 1e-8);
    }
  }
}

int main(void)
{
  RUN(test_cylinder);
  RUN(test_lever);
  RUN(test_beam_antenna);
  RUN(test_coupling);
  return REPORT();
}
