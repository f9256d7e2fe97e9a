/* tests/whole/test_examples_short.c -- every example for a few steps with every scheme, through the built command.
 * What:    they run, the balance closes in every step and the joints hold. Long enough for nothing else: test_examples.c
 *          compares with values from outside. This one also runs under the sanitizers.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"
#include "tests/whole/command.h"

static const struct {
  const char *example, *set; /* a few steps of the example's own size */
} cases[] = {
    {"pendulum", "--set duration=0.1"},
    {"double_pendulum", "--set duration=0.1"},
    {"double_pendulum", "--set duration=0.1 --set masses=points --set start=90"},
    {"heavy_top", "--set duration=0.02"},
    {"heavy_top", "--set duration=0.004 --set dt=2e-4 --set which=lie"},
    {"free_body", "--set duration=0.1"},
    {"four_bar", "--set duration=0.1"},
    {"four_bar", "--set duration=0.1 --set motor=true"},
    {"andrews", "--set duration=2e-4"},
    {"governor", "--set duration=0.1"},
    {"cable_pendulum", "--set duration=0.1"},
    {"cable_pendulum", "--set duration=0.1 --set order=3 --set elements=4 --set alpha=0.5"},
    {"robot_arm", "--set duration=0.1"},
    {"robot_arm", "--set duration=0.1 --set joints=3"},
    {"spatial_slider_crank", "--set duration=0.04"},
    {"screw_press", "--set duration=0.01"},
    {"spinning_rotor", "--set duration=0.02"},
    {"spinning_rotor", "--set duration=0.02 --set rotor=bar"},
    {"compound_pendulum", "--set duration=0.1"},
    {"gyroscope", "--set duration=0.02"},
    {"tower_crane", "--set duration=0.5 --set elements=2"},
    {"suspension", "--set duration=0.05"},
};

static void test_short(void)
{
  static const char *const scheme[] = {"ed", "ep", "ed_paper"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int k = 0; k < 3; k++) {
      char command[1024];
      snprintf(command, sizeof command,
               "'%s' run '%s/examples/%s/model.lua' -o examples_short.h5 --quiet %s --set scheme=%s", SN_TEST_SINEW,
               SN_TEST_SOURCE, cases[i].example, cases[i].set, scheme[k]);
      const int status = system(command);
      if (status) {
        printf("  %s\n", command);
      }
      CHECK(status == 0);
      const double defect = info_number("examples_short.h5", "energy_identity_error");
      const double gap = info_number("examples_short.h5", "constraint_error");
      printf("  %-20s %-8s defect %.1e, constraints %.1e\n", cases[i].example, scheme[k], defect, gap);
      CHECK_BELOW(defect, 1e-12);
      CHECK_BELOW(gap, 1e-12);
    }
  }
}

int main(void)
{
  RUN(test_short);
  return REPORT();
}
