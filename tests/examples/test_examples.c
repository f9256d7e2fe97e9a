/* tests/examples/test_examples.c -- every example through the built command, against values from outside.
 * What:    runs `sinew run`, reads `sinew csv` and `sinew info --json`; compares channels with tests/data (A01 to
 *          A10, A27) and with the reference values of the examples' READMEs (closed forms, independent integrations).
 * Limits:  tolerances are a hundredth of those a second-order scheme meets at this step or a smaller one; slopes are measured.
 * ctest:   long timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/harness.h"
#include "tests/support/example.h"

static void test_pendulum(void)
{
  compare("pendulum", "--set dt=4e-3", "A01_simple_pendulum.csv", "x y vx vy theta thetadot", 10, 1e-6);
  CHECK_NEAR(value("x", 10), -0.275087462576117, 1e-6);
  const char *const h[2] = {"20e-3", "10e-3"};
  CHECK(order("pendulum", "--set duration=2", h, "A01_simple_pendulum.csv", "x", "x", 2) > 3.8);
  CHECK(order("pendulum", "--set duration=2 --set alpha=0", h, "A01_simple_pendulum.csv", "x", "x", 2) > 3.8);
  CHECK_NEAR(order("pendulum", "--set duration=2 --set scheme=ep", h, "A01_simple_pendulum.csv", "x", "x", 2), 2, 0.1);
}

static void test_double_pendulum(void)
{
  compare("double_pendulum", "--set dt=4e-3", "A02_double_pendulum_rods_30deg.csv", "theta1 theta2 x_tip y_tip", 10,
          1e-6);
  compare("double_pendulum", "--set dt=4e-3 --set masses=points", "A02_double_pendulum_points_30deg.csv",
          "theta1 theta2 x_tip y_tip", 10, 1e-6);
  compare("double_pendulum", "--set dt=1e-3 --set start=90 --set duration=3", "A02_double_pendulum_rods_90deg.csv",
          "theta1 theta2", 3, 1e-5);
  compare("double_pendulum", "--set dt=1e-3 --set start=90 --set duration=3 --set masses=points",
          "A02_double_pendulum_points_90deg.csv", "theta1 theta2", 3, 1e-5);
  const char *const h[2] = {"20e-3", "10e-3"};
  CHECK(order("double_pendulum", "--set duration=2", h, "A02_double_pendulum_rods_30deg.csv", "theta2", "theta2", 2) >
        3.8);
}

static void test_free_body(void)
{
  compare("free_body", "--set which=tumble --set dt=1e-2", "A03a_free_body.csv", "w1 w2 w3", 20, 1e-6);
  if (run_example("free_body", "--set which=tumble --set dt=1e-2", "q", &ours)) { /* q and -q are the same attitude */
    const double q[4] = {-0.37618492158355, 0.10019244569779, 0.5755227789511, 0.7191800257979};
    const double sign = value("q_0", 20) < 0 ? 1 : -1;
    CHECK_NEAR(sign * value("q_0", 20), q[0], 1e-6);
    CHECK_NEAR(sign * value("q_1", 20), q[1], 1e-6);
    CHECK_NEAR(sign * value("q_2", 20), q[2], 1e-6);
    CHECK_NEAR(sign * value("q_3", 20), q[3], 1e-6);
  }
  /* w2 changes sign every 5.02592913816312 s, first at 2.741068 s */
  if (run_example("free_body", "--set dt=5e-3", "w2", &ours)) {
    int n = 0;
    double last = 0;
    for (int i = 1; i < ours.n_rows; i++) {
      const double a = ours.x[i - 1][1], b = ours.x[i][1];
      if (a * b < 0 && n < 4) {
        const double t = ours.x[i - 1][0] + (ours.x[i][0] - ours.x[i - 1][0]) * a / (a - b);
        printf("  flip at %.6f\n", t);
        if (n == 0) {
          CHECK_NEAR(t, 2.741068, 1e-5);
        } else {
          CHECK_NEAR(t - last, 5.02592913816312, 5e-5);
        }
        last = t;
        n++;
      }
    }
    CHECK(n == 4);
  }
}

static void test_heavy_top(void)
{
  compare("heavy_top", "--set which=fast --set dt=1e-3", "A08a_lagrange_top_fast.csv", "x=xc y=yc z=zc", 2, 1e-5);
  compare("heavy_top", "--set which=slow --set dt=4e-3", "A08a_lagrange_top_slow.csv", "x=xc y=yc z=zc W3", 2, 1e-5);
  compare("heavy_top", "--set which=lie --set dt=4e-4 --set duration=1", "A08b_heavy_top_150.csv", "x y z W2", 1, 1e-5);
  const char *const h[2] = {"8e-4", "4e-4"};
  CHECK(order("heavy_top", "--set which=lie --set duration=0.4", h, "A08b_heavy_top_150.csv", "x", "x", 0.4) > 3.8);
}

static void test_andrews(void)
{
  compare("andrews", "--set dt=4e-6", "A05_andrews.csv", "beta Theta gamma Phi delta Omega epsilon", 0.03, 1e-8);
}

static void test_governor(void)
{
  compare("governor", "--set dt=2.5e-3 --set duration=5", "A07_flyball_governor.csv", "s beta phi", 5, 1e-6);
}

static void test_spatial_slider_crank(void)
{
  compare("spatial_slider_crank", "--set dt=5e-4 --set duration=2", "A09_spatial_slider_crank.csv",
          "theta x_slider v_slider", 2, 1e-6);
  compare("spatial_slider_crank", "--set dt=1.25e-3", "A09_spatial_slider_crank.csv", "x_slider", 5, 1e-4);
}

static void test_robot_arm(void)
{
  compare("robot_arm", "--set joints=3 --set dt=5e-3", "A10_robot_inverse_dynamics.csv",
          "q1 q2 q3 tau1 tau2 tau3 tip_x tip_y", 5, 1e-10);
  compare("robot_arm", "--set dt=5e-3", "examples/robot_arm/reference.csv", "tau1 tau2 tau3 tau4 tau5 tau6 tip_x tip_z",
          5, 1e-10);
  if (run_example("robot_arm", "--set dt=5e-3", "tau1 tau2 tau3 tau4 tau5 tau6 tip work energy numerical", &ours)) {
    const double tau[6] = {-7.49758174, -17.82398846, -5.10447631, 0.19029907, 0.05480207, 0.01402191};
    for (int k = 0; k < 6; k++) {
      char name[8];
      snprintf(name, sizeof name, "tau%d", k + 1);
      CHECK_NEAR(value(name, 5), tau[k], 1e-8); /* printed digits of the reference */
    }
    CHECK_NEAR(value("tip_x", 5), -0.21085380, 1e-8);
    CHECK_NEAR(value("tip_z", 5), 1.39473159, 1e-8);
    CHECK_NEAR(value("energy", 5) - value("energy", 0), value("work", 5) - value("numerical", 5), 1e-10);
  }
}

static void test_compound_pendulum(void)
{
  compare("compound_pendulum", "--set dt=4e-3", "A27_compound_spherical_pendulum.csv", "T_OA T_AB", 10, 1e-5);
  compare("compound_pendulum", "--set dt=4e-3", "A27_compound_spherical_pendulum.csv", "Ax Ay Az vAx vAy vAz", 10,
          1e-5);
  const char *const h[2] = {"20e-3", "10e-3"};
  CHECK(order("compound_pendulum", "--set duration=2", h, "A27_compound_spherical_pendulum.csv", "Az", "Az", 2) > 3.8);
}

static void test_four_bar(void)
{
  compare("four_bar", "--set dt=1.25e-3", "examples/four_bar/reference.csv", "crank rocker B_x B_y", 5, 1e-5);
  if (run_example("four_bar", "--set dt=1.25e-3", "crank rocker B crank_rate energy", &ours)) {
    CHECK_NEAR(value("crank", 1), 10.05888409617708, 1e-6);
    CHECK_NEAR(value("crank", 5), 45.4165722505513, 1e-5);
    CHECK_NEAR(value("rocker", 5), 1.6088355398463, 1e-5);
    CHECK_NEAR(value("B_x", 5), 0.4847879839837, 1e-5);
    CHECK_NEAR(value("crank_rate", 5), 4.0953336385735, 1e-4);
    CHECK_NEAR(value("energy", 0), 5.315962166855874, 1e-12);
  }
  /* driven at constant speed: kinematics only */
  if (run_example("four_bar", "--set motor=true --set duration=1", "crank torque", &ours)) {
    CHECK_NEAR(value("crank", 1), 2 * atan(1) + 4, 1e-12);
  }
}

static void test_screw_press(void)
{
  compare("screw_press", "", "examples/screw_press/reference.csv", "height", 0.6, 1e-6);
  if (run_example("screw_press", "", "height speed force", &ours)) {
    CHECK_NEAR(value("height", 0.05), 0.07980688976377952, 1e-12);
    CHECK_NEAR(value("height", 0.15), 0.04300552647128126, 1e-7);
    CHECK_NEAR(value("height", 0.2), 0.0464051342882678, 1e-7);
    CHECK_NEAR(value("height", 0.6), 0.20064135440015007, 1e-6);
    CHECK_NEAR(value("speed", 0.6), 17.951615445774095, 1e-5);
  }
}

/* a cylindrical joint: both of its motions in closed form, and what the drive needs */
static void test_collar(void)
{
  const char *const data = "examples/collar/reference.csv", *const h[2] = {"10e-3", "5e-3"};
  compare("collar", "", data, "slide", 5, 1e-6);
  compare("collar", "", data, "roll", 5, 1e-5);
  compare("collar", "", data, "torque", 5, 1e-4);
  CHECK(order("collar", "", h, data, "roll", "roll", 5) > 3.8);
  if (run_example("collar", "", "side", &ours)) { /* the sleeve carries the weight; its spring is no reaction */
    CHECK_NEAR(value("side_x", 2), -2 * 9.81, 1e-9);
    CHECK_NEAR(value("side_y", 0.5), 2 * 2 * 5 * sin(10 * 0.5), 1e-4); /* 2 m omega slide' */
  }
}

/* a planar joint with dampers in its three coordinates */
static void test_turntable(void)
{
  const char *const data = "examples/turntable/reference.csv", *const h[2] = {"20e-3", "10e-3"};
  compare("turntable", "", data, "puck_x puck_y spin on_table_x on_table_y on_table_angle", 4, 1e-8);
  CHECK(order("turntable", "", h, data, "puck_y", "puck_y", 4) > 3.8);
  if (run_example("turntable", "--set oil=0 --set twist=0", "puck on_table_x on_table_angle weight", &ours)) {
    CHECK_NEAR(value("puck_x", 4), 0.2, 1e-12); /* nothing takes it along */
    CHECK_NEAR(value("on_table_x", 4), 0.2 * cos(8) - 0.2, 1e-12);
    CHECK_NEAR(value("on_table_angle", 4), -8, 1e-12);
    CHECK_NEAR(value("weight_z", 4), 0.5 * 9.81, 1e-12);
  }
}

static double largest_of(const char *channel)
{
  const int k = column(&ours, channel);
  double worst = k < 0 ? NAN : 0;
  for (int i = 0; k >= 0 && i < ours.n_rows; i++) {
    worst = fmax(worst, fabs(ours.x[i][k]));
  }
  return worst;
}

/* midpoint beside ep: a stiff spring at a step that does not resolve it */
static void test_spring_pendulum(void)
{
  static const struct {
    const char *set;
    double least, most; /* of the largest energy, J */
    double stretch;     /* 3 m g/k, or 0: far off */
  } cases[] = {{"", 1e6, INFINITY, 0},
               {"--set scheme=ep", 0, 1e-10, 2.943e-5},
               {"--set scheme=ed --set alpha=1", 0, 1e-3, 2.943e-5},
               {"--set dt=5e-3", 2e-3, 4e-3, 0},
               {"--set dt=5e-3 --set scheme=ep", 0, 1e-11, 2.943e-5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (make_example("run", "spring_pendulum", cases[i].set, "energy stretch",
                     &ours)) { /* midpoint promises no balance */
      const double energy = largest_of("energy"), stretch = largest_of("stretch");
      printf("  %s: energy up to %.1e J, stretch %.3e m\n", cases[i].set, energy, stretch);
      CHECK(energy >= cases[i].least && energy <= cases[i].most);
      if (cases[i].stretch > 0) {
        CHECK_NEAR(stretch, cases[i].stretch, 0.01 * cases[i].stretch);
        CHECK_BELOW(info_number(EXAMPLE_RESULT, "energy_identity_error"), 1e-12);
      } else {
        CHECK(stretch > 2 * 2.943e-5);
      }
    }
  }
}

static void test_cable_pendulum(void)
{
  if (run_example("cable_pendulum", "--set dt=5e-3 --set duration=2", "weight middle", &ours)) {
    CHECK_NEAR(value("weight_x", 1), 1.206992173920, 1e-5);
    CHECK_NEAR(value("weight_z", 2), -2.934878840949, 1e-5);
    CHECK_NEAR(value("middle_z", 1), -2.431064466584, 1e-4);
  }
}

/* 1000 steps at omega dt = 0.1 */
static void test_spinning_rotor(void)
{
  const char *const scheme[3] = {"ed", "ep", "ed_paper"};
  for (int k = 0; k < 6; k++) {
    char set[64];
    snprintf(set, sizeof set, "--set scheme=%s --set rotor=%s", scheme[k % 3], k < 3 ? "body" : "bar");
    if (run_example("spinning_rotor", set, "energy", &ours)) {
      const double loss = 1 - ours.x[ours.n_rows - 1][1] / ours.x[0][1];
      printf("  %s: loss in 1 s: %.3e\n", set, loss);
      if (k % 3 < 2) {
        CHECK_BELOW(fabs(loss), 1e-12);
      } else {
        CHECK(loss > 0.85);
      }
    }
  }
}

/* a rotor from a surface: the reference has its mass and inertia from an independent program */
static void test_gyroscope(void)
{
  const char *const data = "examples/gyroscope/reference.csv", *const h[2] = {"2e-3", "1e-3"};
  compare("gyroscope", "", data, "turn nod rotor_x rotor_y rotor_z", 5, 1e-5);
  CHECK(order("gyroscope", "", h, data, "turn", "turn", 5) > 3.8);
  /* a level axle that turns at m g l/(I w) does not nod */
  if (run_example("gyroscope", "--set precession=2.9167181837238396", "nod turn", &ours)) {
    CHECK_NEAR(value("nod", 5), 0, 1e-6);
    CHECK_NEAR(value("turn", 5), 5 * 2.9167181837238396, 1e-6);
  }
}

static void test_tower_crane(void)
{
  compare("tower_crane", "", "examples/tower_crane/reference.csv", "load_x load_y swing slew", 30, 1e-5);
  compare("tower_crane", "", "examples/tower_crane/reference.csv", "load_z", 30, 5e-5);
}

static void test_suspension(void)
{
  compare("suspension", "", "examples/suspension/reference.csv", "plate car wheel strut_length toe camber", 3, 1e-5);
  if (run_example("suspension", "--set kerb=0", "car tyre_force", &ours)) { /* starts at rest under its weight */
    CHECK_NEAR(value("car", 3), 0, 1e-4);
    CHECK_NEAR(value("tyre_force", 3), 355.389 * 9.81, 1);
  }
}

/* static start, one end held, let go at t = 0 (the chain by its own equations in 80 bits) */
static void test_static_starts(void)
{
  compare("hanging_chain", "", "examples/hanging_chain/reference.csv", "end_x end_z middle_x middle_z", 0.05, 1e-12);
  compare("hanging_chain", "", "examples/hanging_chain/reference.csv", "end_x end_z middle_x middle_z", 1, 5e-8);
  compare("swing", "--set duration=0.5", "examples/swing/reference.csv", "G_x G_y G_z D_x D_y D_z", 0.5, 1e-9);
  compare("swing", "", "examples/swing/reference.csv", "G_x G_y G_z D_x D_y D_z", 2, 1e-7);
}

int main(void)
{
  RUN(test_static_starts);
  RUN(test_pendulum);
  RUN(test_double_pendulum);
  RUN(test_free_body);
  RUN(test_heavy_top);
  RUN(test_andrews);
  RUN(test_governor);
  RUN(test_spatial_slider_crank);
  RUN(test_robot_arm);
  RUN(test_compound_pendulum);
  RUN(test_four_bar);
  RUN(test_screw_press);
  RUN(test_collar);
  RUN(test_turntable);
  RUN(test_spring_pendulum);
  RUN(test_cable_pendulum);
  RUN(test_spinning_rotor);
  RUN(test_gyroscope);
  RUN(test_tower_crane);
  RUN(test_suspension);
  return REPORT();
}
