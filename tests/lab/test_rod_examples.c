/* tests/lab/test_rod_examples.c -- the examples of the rod laboratory through the built command: reference trajectories of
 *          the benchmark in all formulations, the driven rod, the elastica, and the same rod as a beam of the main program.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#define EXAMPLE_RESULT "rod_examples.h5"
#include <stdlib.h>

#include "tests/support/example.h"

static void against(const char *example, const char *set, const char *channels, const char *names, double tolerance)
{
  char file[128], list[128];
  snprintf(file, sizeof file, "examples/%s/reference.csv", example);
  if (!make_example("run", example, set, channels, &ours)) {
    return;
  }
  printf("  %s %s:", example, set);
  snprintf(list, sizeof list, "%s", names);
  for (char *rest = NULL, *p = strtok_r(list, " ", &rest); p; p = strtok_r(NULL, " ", &rest)) {
    const double d = difference(file, p, p, 10);
    printf(" %s %.1e", p, d);
    CHECK_BELOW(d, tolerance);
  }
  printf("\n");
}

static void test_rod_pendulum(void)
{
  against("rod_pendulum", "", "tip drift", "tip_x tip_y", 1e-6);
  CHECK_BELOW(value("drift", 1), 1e-13);
  against("rod_pendulum", "--set formulation=absolute --set integrator=dae", "tip", "tip_x tip_y", 1e-6);
  against("rod_pendulum", "--set formulation=mixed", "tip", "tip_x tip_y", 1e-5);
  against("rod_study", "", "tip", "tip_x tip_y", 1e-4);
}

static void test_rod_driven(void)
{
  against("rod_driven", "--until 1.5", "tip", "tip_x tip_y", 1e-5);
}

/* Own equilibrium with 800 elements; Euler's elastica is inextensible, this rod stretches by 8e-6. */
static void test_rod_static(void)
{
  against("rod_static", "", "tip tip_angle moment", "tip_x tip_y tip_angle moment", 3e-4);
  CHECK_NEAR(value("tip_x", 0.2), 0.671058758, 1e-4);
  CHECK_NEAR(value("tip_y", 0.2), -0.669964181, 2e-5);
  CHECK_NEAR(value("tip_x", 0.2), value("tip_x", 0), 1e-7);
}

/* The main program's beam, stiffened against shear, on the path of the rod. */
static void test_beam_is_the_rod(void)
{
  char command[1024];
  double tip[2][2];
  for (int beam = 0; beam < 2; beam++) {
    snprintf(command, sizeof command, "'%s' run '%s/examples/rod_pendulum/%s' -o rod_both.h5 --quiet --until 0.25 %s",
             SN_TEST_SINEW, SN_TEST_SOURCE, beam ? "beam.lua" : "model.lua",
             beam ? "" : "--set elements=100 --set formulation=absolute --set integrator=dae");
    CHECK(system(command) == 0);
    snprintf(command, sizeof command, "'%s' csv rod_both.h5 tip", SN_TEST_SINEW);
    FILE *f = popen(command, "r");
    CHECK(read_table(f, &ours));
    if (f) {
      pclose(f);
    }
    tip[beam][0] = value("tip_x", 0.25);
    tip[beam][1] = value("tip_y", 0.25);
  }
  printf("  rod %.6f %.6f, beam %.6f %.6f\n", tip[0][0], tip[0][1], tip[1][0], tip[1][1]);
  CHECK_NEAR(tip[0][0], tip[1][0], 1e-4);
  CHECK_NEAR(tip[0][1], tip[1][1], 1e-4);
}

int main(void)
{
  RUN(test_rod_pendulum);
  RUN(test_rod_driven);
  RUN(test_rod_static);
  RUN(test_beam_is_the_rod);
  return REPORT();
}
