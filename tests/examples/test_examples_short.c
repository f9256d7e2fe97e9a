/* tests/examples/test_examples_short.c -- every example for a few steps with every scheme, through the built command.
 * What:    they run, the balance closes in every step and the joints hold. Long enough for nothing else: test_examples.c
 *          compares with values from outside. This one also runs under the sanitizers.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"
#include "tests/support/command.h"

static const struct {
  const char *example, *set; /* a few steps of the example's own size */
  int redundant;             /* 1: not for ed_paper, which has no answer to dependent rows */
} cases[] = {
    {"pendulum", "--set duration=0.1", 0},
    {"double_pendulum", "--set duration=0.1", 0},
    {"double_pendulum", "--set duration=0.1 --set masses=points --set start=90", 0},
    {"heavy_top", "--set duration=0.02", 0},
    {"heavy_top", "--set duration=0.004 --set dt=2e-4 --set which=lie", 0},
    {"free_body", "--set duration=0.1", 0},
    {"four_bar", "--set duration=0.1", 0},
    {"four_bar", "--set duration=0.1 --set motor=true", 0},
    {"andrews", "--set duration=2e-4", 0},
    {"governor", "--set duration=0.1", 0},
    {"cable_pendulum", "--set duration=0.1", 0},
    {"cable_pendulum", "--set duration=0.1 --set order=3 --set elements=4 --set alpha=0.5", 0},
    {"robot_arm", "--set duration=0.1", 0},
    {"robot_arm", "--set duration=0.1 --set joints=3", 0},
    {"spatial_slider_crank", "--set duration=0.04", 0},
    {"screw_press", "--set duration=0.01", 0},
    {"spinning_rotor", "--set duration=0.02", 0},
    {"spinning_rotor", "--set duration=0.02 --set rotor=bar", 0},
    {"compound_pendulum", "--set duration=0.1", 0},
    {"compound_pendulum_study", "--set duration=0.1", 0},
    {"gyroscope", "--set duration=0.02", 0},
    {"collar", "--set duration=0.1", 0},
    {"turntable", "--set duration=0.1", 0},
    {"spring_pendulum", "--set duration=0.4", 0},
    {"tower_crane", "--set duration=0.5 --set elements=2", 0},
    {"suspension", "--set duration=0.05", 0},
    {"wheel_on_bumps", "--set duration=0.5", 0},
    {"vehicle", "--set duration=0.05", 0},
    {"bricard", "--set duration=0.1", 1},
    {"n_four_bar", "--set duration=0.1", 1},
    {"door", "--set duration=0.1", 1},
    {"door", "--set duration=0.1 --set mu=0.1", 1},
    {"door", "--set duration=0.1 --set hinges=0", 0},
    {"hanging_chain", "--set duration=0.1", 0},
    {"swing", "--set duration=0.05 --set links=5 --set pitch=0.3", 0},
    {"right_angle_frame", "--set duration=0.05 --set elements=3", 0},
    {"flying_beam", "--set duration=0.05 --set elements=4", 0},
    {"spin_up", "--set duration=0.5 --set elements=4", 0},
    {"lateral_buckling", "--set duration=0.02 --set elements=4 --set ramp=0.1", 0},
    {"l_fold", "--set duration=0.0025 --set n=1", 0},
    {"plate_buckling", "--set duration=5e-3 --set nx=2 --set ny=1 --set speed=10", 0},
    {"cylinder_snap", "--set duration=0.05 --set nx=4 --set ny=1 --set links=2", 0},
    {"antenna", "--set duration=0.1 --set nx=1", 0},
    {"antenna", "--set duration=0.1 --set nx=1 --set model=beam", 0},
    {"antenna", "--set duration=0.05 --set nx=1 --set ribs=corner", 0},
    {"bracket_mesh", "--set duration=1e-4 --set line=2000", 0},
    {"spinning_block", "--set duration=0.003", 0},
    {"spinning_block", "--set duration=0.002 --set n=1 --set element=hex27 --set law=neo_hooke", 0},
    {"hinged_bar", "--set duration=0.02", 0},
    {"hinged_bar", "--set duration=0.02 --set element=tet10 --set rigid=true", 0},
    {"cart_pole", "--set duration=0.2", 0},
    {"balancing_robot", "--set duration=0.05", 0},
    {"robot_arm_control", "--set duration=0.1", 0},
    {"active_suspension", "--set duration=0.4", 0},
    {"dc_motor", "--set duration=0.05", 0},
    {"gripper", "--set duration=0.1", 1},
    {"chain_on_ground", "--set duration=0.1 --set n=5", 1},
    {"bouncing_ball", "--set duration=0.35", 1},
    {"newtons_cradle", "--set duration=0.2", 1},
    {"sliding_block", "--set duration=0.05", 1},
    {"tippe_top", "--set duration=0.02", 1},
    {"cam_follower", "--set duration=0.02", 1},
    {"slider_crank_clearance", "--set duration=4e-4", 1},
};

static void test_short(void)
{
  static const char *const scheme[] = {"ed", "ep", "midpoint", "ed_paper"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int k = 0; k < 4 - cases[i].redundant; k++) {
      if (SANITIZED && k == 2) {
        continue; /* midpoint is another table of ep's code */
      }
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
      CHECK_BELOW(k == 2 ? 0 : defect, 1e-12); /* midpoint promises none */
      CHECK_BELOW(gap, 1e-12);
    }
  }
}

int main(void)
{
  RUN(test_short);
  return REPORT();
}
