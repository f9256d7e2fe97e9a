/* tests/reference/test_example_values.c -- reference.csv of the examples whose answer is not a published benchmark.
 * What:    four_bar and robot_arm by the independent reference, screw_press in closed form, compared with the files and with
 *          the values of the examples' READMEs. `test_example_values write` prints nothing and writes the files anew.
 * Needs:   tests/support/reference and SUNDIALS, nothing of src/.
 */
#include "tests/harness.h"
#include "tests/support/reference/reference.h"
#include "tests/support/reference/table.h"

enum { TIMES = 21 };
static const double pi = 3.14159265358979323846;
static int writing;
static ref_output out[TIMES];

/* Compares x[TIMES][n] (column 0 is the time) with the file of an example, or writes it. */
static void file(const char *example, const char *names, int n, double (*x)[TABLE_COLUMNS], double tolerance)
{
  static ref_table table;
  char path[512];
  snprintf(path, sizeof path, "%s/examples/%s/reference.csv", SN_TEST_SOURCE, example);
  if (writing) {
    FILE *f = fopen(path, "w");
    CHECK(f != NULL);
    for (int i = -1; f && i < TIMES; i++) {
      for (int k = 0; k < n && i >= 0; k++) {
        fprintf(f, "%s%.17g", k ? "," : "", x[i][k]);
      }
      fprintf(f, "%s\n", i < 0 ? names : "");
    }
    CHECK(f && fclose(f) == 0);
    return;
  }
  CHECK(ref_table_read(path, &table) == 0 && table.n_rows == TIMES && table.n_columns == n);
  double worst = 0;
  for (int i = 0; i < table.n_rows && table.n_rows == TIMES; i++) {
    for (int k = 0; k < n; k++) {
      worst = fmax(worst, fabs(table.x[i][k] - x[i][k]));
    }
  }
  printf("     %s: %.1e\n", example, worst);
  CHECK_BELOW(worst, tolerance);
}

static void run(ref_system *r, double t_end)
{
  double times[TIMES];
  for (int i = 0; i < TIMES; i++) {
    times[i] = t_end * i / (TIMES - 1);
  }
  CHECK(ref_run(r, TIMES, times, out) == 0);
  ref_free(r);
}

static void bar(ref_system *r, const double p[2], const double q[2], double vx, double w)
{
  const double x = q[0] - p[0], y = q[1] - p[1], l = sqrt(x * x + y * y), a = atan2(y, x);
  ref_body_data d = {.at = {p[0], p[1], 0},
                     .orientation = {cos(a / 2), 0, 0, sin(a / 2)},
                     .velocity = {vx, 0, 0},
                     .angular_velocity = {0, 0, w},
                     .mass = 2 * l,
                     .center = {l / 2, 0, 0},
                     .inertia = {1e-4 * l, 2 * l * l * l / 12, 2 * l * l * l / 12}};
  CHECK(ref_body(r, &d) > 0);
}

static void test_four_bar(void)
{
  const double O[2] = {0, 0}, Q[2] = {0.5, 0}, A[2] = {0, 0.2}, speed = 4;
  const double ax = Q[0] - A[0], ay = Q[1] - A[1], d = sqrt(ax * ax + ay * ay);
  const double along = (d * d + 0.25 - 0.16) / (2 * d), across = sqrt(0.25 - along * along);
  const double B[2] = {A[0] + (along * ax - across * ay) / d, A[1] + (along * ay + across * ax) / d};
  const double bx = B[0] - A[0], by = B[1] - A[1], rx = B[0] - Q[0], ry = B[1] - Q[1];
  const double va = -speed * A[1], det = by * rx - bx * ry; /* va + wc z x (B - A) = wr z x (B - Q) */
  ref_system *r = ref_new((double[]){0, -9.81, 0});
  bar(r, O, A, 0, speed);
  bar(r, A, B, va, va * rx / det);
  bar(r, Q, B, 0, va * bx / det);
  ref_joint(r, &(ref_joint_data){.type = REF_REVOLUTE, .b = 1, .axis = {0, 0, 1}});
  ref_joint(r, &(ref_joint_data){.type = REF_SPHERICAL, .a = 1, .b = 2, .at = {A[0], A[1], 0}});
  ref_joint(
      r, &(ref_joint_data){
             .type = REF_UNIVERSAL, .a = 2, .b = 3, .at = {B[0], B[1], 0}, .axis = {0, 0, 1}, .axis_b = {rx, ry, 0}});
  ref_joint(r, &(ref_joint_data){.type = REF_REVOLUTE, .b = 3, .at = {Q[0], Q[1], 0}, .axis = {0, 0, 1}});
  run(r, 5);
  static double x[TIMES][TABLE_COLUMNS];
  for (int i = 0; i < TIMES; i++) {
    const double rocker = atan2(ry, rx) + out[i].joint[3].coordinate[0];
    const double row[] = {out[i].t,
                          pi / 2 + out[i].joint[0].coordinate[0],
                          rocker,
                          out[i].joint[0].rate[0],
                          out[i].joint[3].rate[0],
                          Q[0] + 0.4 * cos(rocker),
                          0.4 * sin(rocker)};
    memcpy(x[i], row, sizeof row);
  }
  CHECK_BELOW(out[0].drift, 1e-14);
  CHECK_NEAR(out[0].energy, 5.315962166855874, 1e-13);
  CHECK_NEAR(out[TIMES - 1].energy, out[0].energy, 1e-10);
  CHECK_NEAR(x[4][1], 10.05888409617708, 1e-9); /* README: one coordinate, 80 bits */
  CHECK_NEAR(x[20][1], 45.4165722505513, 1e-8);
  CHECK_NEAR(x[20][2], 1.6088355398463, 1e-8);
  file("four_bar", "t,crank,rocker,crank_rate,rocker_rate,B_x,B_y", 7, x, 1e-8);
}

static void test_robot_arm(void)
{
  const double amplitude[6] = {1, -0.6, 0.9, 0.8, -0.7, 1.5}, frequency[6] = {2, 3, 4, 2.5, 3.5, 5};
  const int axis[6] = {2, 1, 1, 0, 1, 0};
  const ref_body_data link[6] = {
      {.at = {0, 0, 0}, .mass = 10, .center = {0, 0, 0.25}, .inertia = {0.3, 0.3, 0.05}},
      {.at = {0, 0, 0.5}, .mass = 8, .center = {0.3, 0, 0}, .inertia = {0.02, 0.25, 0.25}},
      {.at = {0.6, 0, 0.5}, .mass = 5, .center = {0.2, 0, 0}, .inertia = {0.01, 0.07, 0.07}},
      {.at = {1.0, 0, 0.5}, .mass = 1.5, .center = {0.05, 0, 0}, .inertia = {0.002, 0.003, 0.003}},
      {.at = {1.1, 0, 0.5}, .mass = 1, .center = {0.04, 0, 0}, .inertia = {0.001, 0.0015, 0.0015}},
      {.at = {1.18, 0, 0.5}, .mass = 0.5, .center = {0.02, 0.01, 0}, .inertia = {0.0004, 0.0005, 0.0006}},
  };
  ref_system *r = ref_new((double[]){0, 0, -9.81});
  for (int k = 0; k < 6; k++) {
    ref_joint_data j = {.type = REF_REVOLUTE, .a = k, .b = k + 1};
    memcpy(j.at, link[k].at, sizeof j.at);
    j.axis[axis[k]] = 1;
    j.coordinate[0].driven = 1; /* A (1 - cos w t) */
    j.coordinate[0].drive = (ref_function){amplitude[k], 0, 0, amplitude[k], frequency[k], -pi / 2};
    CHECK(ref_body(r, &link[k]) == k + 1 && ref_joint(r, &j) == k);
  }
  run(r, 5);
  static double x[TIMES][TABLE_COLUMNS];
  for (int i = 0; i < TIMES; i++) {
    const double *q = out[i].body[6].q, *at = out[i].body[6].x; /* tip 0.06 m along the last link */
    x[i][0] = out[i].t;
    for (int k = 0; k < 6; k++) {
      x[i][1 + k] = out[i].joint[k].drive[0];
    }
    x[i][7] = at[0] + 0.06 * (1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    x[i][8] = at[1] + 0.06 * 2 * (q[1] * q[2] + q[0] * q[3]);
    x[i][9] = at[2] + 0.06 * 2 * (q[1] * q[3] - q[0] * q[2]);
    x[i][10] = out[i].work;
  }
  CHECK_NEAR(out[TIMES - 1].energy - out[TIMES - 1].work, out[0].energy, 1e-10);
  const double tau[6] = {-7.49758174, -17.82398846, -5.10447631, 0.19029907, 0.05480207, 0.01402191}; /* README */
  for (int k = 0; k < 6; k++) {
    CHECK_NEAR(x[20][1 + k], tau[k], 6e-9);
  }
  CHECK_NEAR(x[20][9], 1.39473159, 6e-9);
  file("robot_arm", "t,tau1,tau2,tau3,tau4,tau5,tau6,tip_x,tip_y,tip_z,work", 11, x, 1e-9);
}

/* The wheel's spin and both weights as one mass 1.5/p^2 + 60: falls freely to the workpiece, swings half a period, leaves */
static void test_screw_press(void)
{
  const double p = 0.02, m = 1.5 / (p * p) + 60, a = -60 * 9.81 / m, w = sqrt(2e6 / m), v0 = -0.4, s0 = 0.04;
  const double contact = (-v0 - sqrt(v0 * v0 - 2 * a * s0)) / a, v1 = v0 + a * contact, rest = a / (w * w);
  const double amplitude = sqrt(rest * rest + v1 * v1 / (w * w)), phase = atan2(v1 / w, -rest);
  /* s = rest + amplitude cos(w t' - phase) with s(0) = 0, s'(0) = v1; zero again when the angle is -phase mod 2 pi */
  const double leaves = contact + (2 * phase + 2 * pi) / w;
  static double x[TIMES][TABLE_COLUMNS];
  for (int i = 0; i < TIMES; i++) {
    const double t = 0.6 * i / (TIMES - 1), u = t - contact, z = t - leaves;
    double s = s0 + v0 * t + a * t * t / 2, v = v0 + a * t, force = 0;
    if (t >= leaves) {
      s = -v1 * z + a * z * z / 2;
      v = -v1 + a * z;
    } else if (t >= contact) {
      s = rest + amplitude * cos(w * u - phase);
      v = -amplitude * w * sin(w * u - phase);
      force = -2e6 * s;
    }
    const double row[] = {t, 0.06 + s, v / p, force};
    memcpy(x[i], row, sizeof row);
  }
  CHECK_NEAR(contact, 0.09814006413, 1e-11);
  CHECK_NEAR(leaves, 0.23667661437, 1e-11);
  CHECK_NEAR(x[20][1], 0.20064135440, 1e-11);
  CHECK_NEAR(x[20][2], 17.9516154458, 1e-10);
  file("screw_press", "t,height,speed,force", 4, x, 1e-9);
}

int main(int n, char **argument)
{
  writing = n > 1 && strcmp(argument[1], "write") == 0;
  RUN(test_four_bar);
  RUN(test_robot_arm);
  RUN(test_screw_press);
  return REPORT();
}
