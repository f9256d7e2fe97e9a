/* tests/mechanisms/test_vehicle.c -- examples of wheels: `wheel_on_bumps` against an independent integration; `vehicle`: frequencies of its
 *          chassis, equilibrium, motion, and the claim that the stiffer chassis settles sooner (GOG 5.3).
 * ctest:   long timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#define EXAMPLE_RESULT "vehicle.h5"
#include "tests/support/example.h"

static void test_bumps(void)
{
  compare("wheel_on_bumps", "", "examples/wheel_on_bumps/reference.csv", "x z", 4, 2e-5);
  compare("wheel_on_bumps", "--dt 1e-3", "examples/wheel_on_bumps/reference.csv", "x z", 4, 6e-6);
  if (run_example("wheel_on_bumps", "--dt 1e-2", "energy", &ours)) { /* a contact lasts three steps */
    CHECK_NEAR(value("energy", 4), value("energy", 0), 1e-9);
  }
  compare("wheel_on_bumps", "--set tube_radius=0.25", "examples/wheel_on_bumps/reference.csv", "x z", 4,
          2e-5); /* a ball */
}

/* The lowest frequencies that are not 0. */
static int frequencies(const char *set, double out[2])
{
  char command[1024], line[1024];
  int n = 0;
  snprintf(command, sizeof command,
           "'%s' modes '%s/examples/vehicle/model.lua' -o modes.h5 --quiet --csv --set chassis_only=1 %s",
           SN_TEST_SINEW, SN_TEST_SOURCE, set);
  FILE *f = popen(command, "r");
  while (f && fgets(line, sizeof line, f) && n < 2) {
    char *p = strchr(line, ',');
    const double hz = p ? strtod(p + 1, NULL) : 0;
    if (hz > 0.1) {
      out[n++] = hz;
    }
  }
  if (f) {
    pclose(f);
  }
  return n;
}

static void test_chassis(void)
{
  double soft[2] = {0}, stiff[2] = {0};
  CHECK(frequencies("", soft) == 2 && frequencies("--set E=2e8", stiff) == 2);
  printf("  chassis: %.4f and %.4f Hz, stiff %.4f and %.4f Hz\n", soft[0], soft[1], stiff[0], stiff[1]);
  CHECK_NEAR(soft[0], 6.12, 0.001); /* of the plate, findings A8 */
  CHECK_NEAR(soft[1], 8.99, 0.001);
  CHECK_NEAR(stiff[0] / soft[0], sqrt(10), 1e-6);
  CHECK_NEAR(stiff[1] / soft[1], sqrt(10), 1e-6);
}

/* When the last wheel is off the last bump, and how long the upper chassis point is still farther than the band from its place. */
static double settles(double band)
{
  const int top = column(&ours, "top"), left = column(&ours, "left"), right = column(&ours, "right");
  double off = 0, last = 0;
  for (int i = 0; i < ours.n_rows; i++) {
    const double *x = ours.x[i];
    off = x[left] > 0.255 || x[right] > 0.255 ? x[0] : off;
    last = fabs(x[top] - ours.x[0][top]) > band ? x[0] : last;
  }
  return last - off;
}

static void test_vehicle(void)
{
  double time[2] = {0};
  const char *const channels = "top travelled left right front damped energy numerical tyre_left tyre_right";
  for (int stiff = 0; stiff < 2; stiff++) {
    if (!run_example("vehicle", stiff ? "--set E=2e8" : "", channels, &ours)) {
      return;
    }
    /* starts in equilibrium, with its speed */
    CHECK_NEAR(value("top", 0.5), value("top", 0), 1e-9);
    CHECK_NEAR(value("travelled", 0.5) - value("travelled", 0), 1, 1e-9);
    CHECK_NEAR(value("tyre_left", 0), value("tyre_right", 0), 1e-6);
    /* what is gone is in the dampers, or counted */
    CHECK_NEAR(value("energy", 10) + value("damped", 10) + value("numerical", 10), value("energy", 0), 1e-9);
    CHECK(value("damped", 10) > 120 && value("numerical", 10) < 1);
    time[stiff] = settles(1e-3);
    if (!stiff) {
      const double d = difference("examples/vehicle/reference.csv", "top", "top", 10);
      printf("  top against the reference: %.1e\n", d);
      CHECK_BELOW(d, 8e-5);
    }
  }
  printf("  settles to 1 mm after %.2f s (soft), %.2f s (stiff)\n", time[0], time[1]);
  CHECK_NEAR(time[0], 1.33, 0.05);
  CHECK_NEAR(time[1], 0.27, 0.05);
  if (run_example("vehicle", "--dt 1e-3", channels, &ours)) {
    const double d = difference("examples/vehicle/reference.csv", "travelled", "travelled", 10);
    printf("  travelled against the reference at 1 ms: %.1e\n", d);
    CHECK_BELOW(d, 1e-4);
  }
}

int main(void)
{
  RUN(test_bumps);
  RUN(test_chassis);
  RUN(test_vehicle);
  return REPORT();
}
