/* tests/reference/test_reference.c -- the independent reference integrator against answers from outside.
 * What:    the benchmark files of tests/data (made by minimal-coordinate equations in extended precision, see its README)
 *          and closed forms; energy kept; drift before projection small, which proves that rows, rates and accelerations
 *          of every joint belong together.
 * Needs:   tests/support/reference and SUNDIALS, nothing of src/.   ctest: timeout=120
 */
#include "tests/harness.h"
#include "tests/support/reference/reference.h"
#include "tests/support/reference/table.h"

static const double pi = 3.14159265358979323846;
static ref_table table;
static ref_output out[TABLE_ROWS];

/* Reads the file and runs r through its times up to t_end; the rows compared. */
static int run_through(ref_system *r, const char *name, double t_end)
{
  char path[512];
  double times[TABLE_ROWS];
  int n = 0;
  snprintf(path, sizeof path, "%s/tests/data/%s.csv", SN_TEST_SOURCE, name);
  CHECK(ref_table_read(path, &table) == 0);
  while (n < table.n_rows && table.x[n][0] <= t_end * (1 + 1e-12)) {
    times[n] = table.x[n][0];
    n++;
  }
  const int status = ref_run(r, n, times, out);
  if (status != 0) {
    printf("%s: %s\n", name, ref_message(r));
  }
  CHECK(status == 0);
  return status == 0 ? n : 0;
}

static double column(int i, const char *name)
{
  const int k = ref_table_column(&table, name);
  return k >= 0 ? table.x[i][k] : NAN;
}

/* energy - work keeps its value: largest change over the rows, relative to scale */
static double energy_error(int n, double scale)
{
  double worst = 0;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(out[i].energy - out[i].work - out[0].energy + out[0].work) / scale);
  }
  return worst;
}

static double worst_drift(int n)
{
  double worst = 0;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, out[i].drift);
  }
  return worst;
}

static void say(const char *name, int n, double error, double scale)
{
  printf("     %-34s error %.1e, energy %.1e, drift %.1e\n", name, error, energy_error(n, scale), worst_drift(n));
}

static double far3(const double *a, double x, double y, double z)
{
  return sqrt((a[0] - x) * (a[0] - x) + (a[1] - y) * (a[1] - y) + (a[2] - z) * (a[2] - z));
}

/* q and -q are one attitude */
static double far_quaternion(const double *q, int i)
{
  double plus = 0, minus = 0;
  for (int k = 0; k < 4; k++) {
    const char name[3] = {'q', (char)('0' + k), 0};
    plus = fmax(plus, fabs(q[k] - column(i, name)));
    minus = fmax(minus, fabs(q[k] + column(i, name)));
  }
  return fmin(plus, minus);
}

static ref_body_data point_mass(double mass, double x, double y, double z)
{
  return (ref_body_data){.at = {x, y, z}, .mass = mass};
}

static void test_simple_pendulum(void) /* A1; rod force 3 m g cos(theta) */
{
  ref_system *r = ref_new((double[]){0, -9.81, 0});
  const ref_body_data d = point_mass(1, -1, 0, 0);
  const int mass = ref_body(r, &d);
  ref_joint(r, &(ref_joint_data){.type = REF_DISTANCE, .b = mass, .at_b = {-1, 0, 0}});
  const int n = run_through(r, "A01_simple_pendulum", 10);
  double error = 0, force = 0;
  for (int i = 0; i < n; i++) {
    const double *x = out[i].body[1].x, *f = out[i].joint[0].force;
    error = fmax(error, far3(x, column(i, "x"), column(i, "y"), 0));
    error = fmax(error, far3(out[i].body[1].v, column(i, "vx"), column(i, "vy"), 0));
    force = fmax(force, far3(f, 3 * 9.81 * x[1] * x[0], 3 * 9.81 * x[1] * x[1], 0));
  }
  say("A1 simple pendulum", n, error, 9.81);
  CHECK_BELOW(error, 1e-9);
  CHECK_BELOW(force, 1e-8);
  CHECK_BELOW(energy_error(n, 9.81), 1e-10);
  ref_free(r);
}

static void double_pendulum(const char *file, int rods, double angle, double t_end, double tolerance)
{
  ref_system *r = ref_new((double[]){0, -9.81, 0});
  const double s = sin(angle), c = -cos(angle);
  for (int k = 0; k < 2; k++) {
    ref_body_data d = point_mass(1, (k + 1) * s, (k + 1) * c, 0);
    ref_joint_data j = {.type = REF_DISTANCE, .a = k, .b = k + 1};
    for (int i = 0; i < 2; i++) {
      j.at[i] = k * (i ? c : s);
      j.at_b[i] = (k + 1) * (i ? c : s);
    }
    if (rods) { /* body x axis along the rod, origin at its upper end */
      memcpy(d.at, j.at, sizeof d.at);
      d.orientation[0] = cos((angle - pi / 2) / 2);
      d.orientation[3] = sin((angle - pi / 2) / 2);
      d.center[0] = 0.5;
      d.inertia[1] = d.inertia[2] = 1.0 / 12;
      j.type = REF_REVOLUTE;
      j.axis[2] = 1;
    }
    ref_body(r, &d);
    ref_joint(r, &j);
  }
  const int n = run_through(r, file, t_end);
  double error = 0;
  for (int i = 0; i < n; i++) {
    const double t1 = column(i, "theta1"), t2 = column(i, "theta2");
    const double x[2] = {sin(t1), -cos(t1)}, tip[2] = {x[0] + sin(t2), x[1] - cos(t2)};
    const double *where = out[i].body[2].x;
    error = fmax(error, far3(where, rods ? x[0] : tip[0], rods ? x[1] : tip[1], 0));
    if (rods) {
      error = fmax(error, fabs(out[i].joint[0].coordinate[0] + angle - t1));
      error = fmax(error, fabs(out[i].joint[0].coordinate[0] + out[i].joint[1].coordinate[0] + angle - t2));
      error = fmax(error, fabs(out[i].joint[0].rate[0] - column(i, "theta1dot")));
    }
  }
  say(file, n, error, 20);
  CHECK_BELOW(error, tolerance);
  CHECK_BELOW(energy_error(n, 20), 1e-10);
  ref_free(r);
}

static void
test_double_pendulum(void) /* A2; the 90 degree cases are chaotic: errors grow about a hundredfold per 3 s */
{
  double_pendulum("A02_double_pendulum_rods_30deg", 1, pi / 6, 10, 1e-9);
  double_pendulum("A02_double_pendulum_points_30deg", 0, pi / 6, 10, 1e-9);
  double_pendulum("A02_double_pendulum_rods_90deg", 1, pi / 2, 5, 1e-9);
  double_pendulum("A02_double_pendulum_points_90deg", 0, pi / 2, 5, 1e-9);
}

static void free_body(const char *file, const double w[3], double t_end, double tolerance)
{
  ref_system *r = ref_new((double[]){0, 0, 0});
  ref_body_data d = {.mass = 1, .inertia = {1, 2, 3}};
  memcpy(d.angular_velocity, w, sizeof d.angular_velocity);
  ref_body(r, &d);
  const int n = run_through(r, file, t_end);
  double error = 0;
  for (int i = 0; i < n; i++) {
    error = fmax(error, far_quaternion(out[i].body[1].q, i));
  }
  say(file, n, error, out[0].energy);
  CHECK_BELOW(error, tolerance);
  CHECK_BELOW(energy_error(n, out[0].energy), 1e-10);
  ref_free(r);
}

static void test_free_body(void) /* A3 */
{
  free_body("A03a_free_body", (double[]){1, 1, 1}, 20, 1e-9);
  free_body("A03b_dzhanibekov", (double[]){0.01, 5, 0.01}, 20, 1e-8); /* an error grows like exp(2.9 t) */
}

static void top(const char *file, const ref_body_data *d, double g, double t_end, double tolerance)
{
  ref_system *r = ref_new((double[]){0, 0, -g});
  const int body = ref_body(r, d);
  ref_joint(r, &(ref_joint_data){.type = REF_SPHERICAL, .b = body});
  const int n = run_through(r, file, t_end);
  double error = 0;
  for (int i = 0; i < n; i++) {
    error = fmax(error, far_quaternion(out[i].body[1].q, i));
  }
  say(file, n, error, out[0].energy);
  CHECK_BELOW(error, tolerance);
  CHECK_BELOW(energy_error(n, out[0].energy), 1e-10);
  ref_free(r);
}

static void test_heavy_top(void) /* A8; inertia about the fixed point (5, 5, 1) is (1, 1, 1) about the centre */
{
  const double s = sin(0.3), c = cos(0.3);
  ref_body_data d = {.orientation = {cos(0.15), sin(0.15), 0, 0}, .mass = 1, .center = {0, 0, 2}, .inertia = {1, 1, 1}};
  memcpy(d.angular_velocity, (double[]){0, -50 * s, 50 * c}, sizeof d.angular_velocity);
  top("A08a_lagrange_top_fast", &d, 10, 5, 1e-9);
  memcpy(d.angular_velocity, (double[]){0, -5 * s, 5 * c}, sizeof d.angular_velocity);
  top("A08a_lagrange_top_slow", &d, 10, 10, 1e-9);
  const ref_body_data fast = {.angular_velocity = {0, 150, -4.61538},
                              .mass = 15,
                              .center = {0, 1, 0},
                              .inertia = {0.234375, 0.46875, 0.234375}};
  top("A08b_heavy_top_150", &fast, 9.81, 2, 1e-9);
}

static void test_compound_pendulum(void) /* A27: two masses on a rigid line, a rod without spin */
{
  ref_system *r = ref_new((double[]){0, 0, -9.8});
  const ref_body_data d = {.angular_velocity = {0, 0, 2}, .mass = 2, .center = {1.5, 0, 0}, .inertia = {0, 0.5, 0.5}};
  const int rod = ref_body(r, &d);
  ref_joint(r, &(ref_joint_data){.type = REF_SPHERICAL, .b = rod});
  const int n = run_through(r, "A27_compound_spherical_pendulum", 60);
  double error = 0, force = 0;
  for (int i = 0; i < n; i++) {
    const double *q = out[i].body[1].q, *f = out[i].joint[0].force;
    const double a[3] = {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
                         2 * (q[1] * q[3] - q[0] * q[2])};
    error = fmax(error, far3(a, column(i, "Ax"), column(i, "Ay"), column(i, "Az")));
    force = fmax(force, fabs(-(f[0] * a[0] + f[1] * a[1] + f[2] * a[2]) - column(i, "T_OA")));
  }
  say("A27 compound spherical pendulum", n, error, 10);
  CHECK_BELOW(error, 1e-9);
  CHECK_BELOW(force, 1e-7);
  CHECK_BELOW(energy_error(n, 10), 1e-10);
  ref_free(r);
}

/* A planar body: centre at c, inertia about z (the others do not matter) */
static int planar_body(ref_system *r, double mass, double inertia, double x, double y)
{
  const ref_body_data d = {.at = {x, y, 0}, .mass = mass, .inertia = {inertia, inertia, inertia}};
  return ref_body(r, &d);
}

static void hinge(ref_system *r, ref_joint_type type, int a, int b, double x, double y, double torque)
{
  ref_joint_data j = {.type = type, .a = a, .b = b, .at = {x, y, 0}, .axis = {0, 0, 1}};
  j.coordinate[0].force.c0 = torque;
  CHECK(ref_joint(r, &j) >= 0);
}

static void test_andrews(void) /* A5: tree of hinges; the three loops closed by points on lines along z */
{
  const double m[] = {0, 0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498};
  const double J[] = {0, 2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
  const double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, d = 0.028, da = 0.0115, e = 0.02,
               ea = 0.01421;
  const double rr = 0.007, ra = 0.00092, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308;
  const double tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
  const double beta = -0.0617138900142764, ga = 0.455279819163070, phi = 0.222668390165886, de = 0.487364979543843;
  const double om = -0.222668390165886, ep = 1.230547444549821;
  const double px = rr * cos(beta), py = rr * sin(beta);         /* crank end */
  const double ex = px - d * cos(beta), ey = py - d * sin(beta); /* E; Theta = 0 */
  const double jx = xa + zt * cos(de), jy = ya + zt * sin(de);   /* 4-5 */
  const double kx = xa + u * sin(ep), ky = ya - u * cos(ep);     /* 6-7 */
  ref_system *r = ref_new((double[]){0, 0, 0});
  planar_body(r, m[1], J[1], ra * cos(beta), ra * sin(beta));
  planar_body(r, m[2], J[2], px - da * cos(beta), py - da * sin(beta));
  planar_body(r, m[3], J[3], xb + sa * sin(ga) + sb * cos(ga), yb - sa * cos(ga) + sb * sin(ga));
  planar_body(r, m[4], J[4], jx + (e - ea) * sin(phi + de), jy - (e - ea) * cos(phi + de));
  planar_body(r, m[5], J[5], xa + ta * cos(de) - tb * sin(de), ya + ta * sin(de) + tb * cos(de));
  planar_body(r, m[6], J[6], kx + (zf - fa) * cos(om + ep), ky + (zf - fa) * sin(om + ep));
  planar_body(r, m[7], J[7], xa + ua * sin(ep) - ub * cos(ep), ya - ua * cos(ep) - ub * sin(ep));
  hinge(r, REF_REVOLUTE, 0, 1, 0, 0, 0.033);
  hinge(r, REF_REVOLUTE, 1, 2, px, py, 0);
  hinge(r, REF_REVOLUTE, 2, 3, ex, ey, 0);
  hinge(r, REF_REVOLUTE, 2, 4, ex, ey, 0);
  hinge(r, REF_REVOLUTE, 2, 6, ex, ey, 0);
  hinge(r, REF_REVOLUTE, 4, 5, jx, jy, 0);
  hinge(r, REF_REVOLUTE, 6, 7, kx, ky, 0);
  hinge(r, REF_POINT_ON_LINE, 0, 3, xb, yb, 0);
  hinge(r, REF_POINT_ON_LINE, 0, 5, xa, ya, 0);
  hinge(r, REF_POINT_ON_LINE, 0, 7, xa, ya, 0);
  ref_spring(r, &(ref_spring_data){.b = 3,
                                   .at_a = {0.014, 0.072, 0},
                                   .stiffness = 4530,
                                   .length = 0.07785,
                                   .at_b = {xb + sd * cos(ga) + sc * sin(ga), yb + sd * sin(ga) - sc * cos(ga), 0}});
  const int n = run_through(r, "A05_andrews", 0.03);
  double error = 0;
  for (int i = 0; i < n; i++) {
    const ref_joint_output *j = out[i].joint;
    error = fmax(error, fabs(j[0].coordinate[0] + beta - column(i, "beta")));
    error = fmax(error, fabs(j[1].coordinate[0] - column(i, "Theta")));
    error = fmax(error, fabs(j[0].coordinate[0] + j[1].coordinate[0] + j[2].coordinate[0] - (column(i, "gamma") - ga)));
  }
  say("A5 Andrews' squeezer", n, error, 0.5);
  CHECK_BELOW(error, 1e-9);
  CHECK_BELOW(energy_error(n, 0.5), 1e-10);
  ref_free(r);
}

static void test_governor(void) /* A7; explicit integration of the stiff springs: the first 0.3 s */
{
  const double beta = pi / 6, spin = 2 * pi, M = 5, m = 0.3, c = (m * 0.5 + M) / (m + M);
  const double thin = m * 2e-4 / 12, wide = m * (1 + 1e-4) / 12 + m * (c - 0.5) * (c - 0.5) + M * (1 - c) * (1 - c);
  ref_system *r = ref_new((double[]){0, 0, -9.81});
  ref_body(r, &(ref_body_data){.angular_velocity = {0, 0, spin},
                               .mass = 0.3,
                               .center = {0, 0, 0.5},
                               .inertia = {m * (1 + 1e-4) / 12, m * (1 + 1e-4) / 12, thin}});
  ref_body(r, &(ref_body_data){
                  .at = {0, 0, 0.5}, .angular_velocity = {0, 0, spin}, .mass = 3, .inertia = {0.005, 0.005, 0.005}});
  ref_joint(r, &(ref_joint_data){.type = REF_REVOLUTE, .b = 1, .axis = {0, 0, 1}});
  ref_joint(r, &(ref_joint_data){.type = REF_PRISMATIC, .a = 1, .b = 2, .axis = {0, 0, 1}});
  for (int k = 0; k < 2; k++) {
    const double side = k ? -1 : 1, turn = k ? pi - beta : beta;
    const int rod = ref_body(r, &(ref_body_data){.at = {0.05 * side, 0, 1},
                                                 .orientation = {cos(turn / 2), 0, sin(turn / 2), 0},
                                                 .velocity = {0, 0.05 * side * spin, 0},
                                                 .angular_velocity = {0, 0, spin},
                                                 .mass = m + M,
                                                 .center = {c, 0, 0},
                                                 .inertia = {thin, wide, wide}});
    ref_joint(r,
              &(ref_joint_data){.type = REF_REVOLUTE, .a = 1, .b = rod, .at = {0.05 * side, 0, 1}, .axis = {0, 1, 0}});
    ref_spring(r, &(ref_spring_data){.a = 2,
                                     .b = rod,
                                     .at_a = {0.05 * side, 0, 0.5},
                                     .stiffness = 8e5,
                                     .damping = 4e4,
                                     .length = 0.5,
                                     .at_b = {side * (0.05 + 0.5 * cos(beta)), 0, 1 - 0.5 * sin(beta)}});
  }
  const int n = run_through(r, "A07_flyball_governor", 0.3);
  double error = 0;
  for (int i = 0; i < n; i++) {
    error = fmax(error, fabs(out[i].joint[1].coordinate[0] + 0.5 - column(i, "s")));
    error = fmax(error, fabs(out[i].joint[2].coordinate[0] + beta - column(i, "beta")));
    error = fmax(error, fabs(out[i].joint[0].coordinate[0] - column(i, "phi")));
  }
  say("A7 governor, 0.3 s", n, error, 237);
  CHECK_BELOW(error, 1e-9);
  CHECK_BELOW(energy_error(n, 237), 1e-10);
  ref_free(r);
}

static void test_slider_crank(void) /* A9: revolute, spherical, universal, prismatic in one loop */
{
  const double n[3] = {2.0 / 3, -1.0 / 3, -2.0 / 3}, w[3] = {1.92, -0.96, 0.48};
  double I[3][3], v[3] = {0, -0.48, 0};
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    v[i] += 0.15 * (w[j] * n[k] - w[k] * n[j]);
    for (int l = 0; l < 3; l++) {
      I[i][l] = (i == l ? 4e-3 : 0) + (4e-4 - 4e-3) * n[i] * n[l];
    }
  }
  ref_system *r = ref_new((double[]){0, 0, -9.81});
  ref_body(r, &(ref_body_data){.at = {0, 0.1, 0.12},
                               .angular_velocity = {6, 0, 0},
                               .mass = 0.12,
                               .center = {0, 0, 0.04},
                               .inertia = {1e-4, 1e-4, 1e-4}});
  ref_body(r, &(ref_body_data){.at = {0.1, 0.05, 0.1},
                               .velocity = {v[0], v[1], v[2]},
                               .mass = 0.5,
                               .angular_velocity = {w[0], w[1], w[2]},
                               .inertia = {I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]}});
  ref_body(r, &(ref_body_data){.at = {0.2, 0, 0}, .velocity = {0.24, 0, 0}, .mass = 2, .inertia = {1e-3, 1e-3, 1e-3}});
  ref_joint(r, &(ref_joint_data){.type = REF_REVOLUTE, .b = 1, .at = {0, 0.1, 0.12}, .axis = {1, 0, 0}});
  ref_joint(r, &(ref_joint_data){.type = REF_SPHERICAL, .a = 1, .b = 2, .at = {0, 0.1, 0.2}});
  ref_joint(
      r, &(ref_joint_data){
             .type = REF_UNIVERSAL, .a = 3, .b = 2, .at = {0.2, 0, 0}, .axis = {1, 0, 0}, .axis_b = {0, n[2], -n[1]}});
  ref_joint(r, &(ref_joint_data){.type = REF_PRISMATIC, .b = 3, .at = {0.2, 0, 0}, .axis = {1, 0, 0}});
  const int rows = run_through(r, "A09_spatial_slider_crank", 5);
  double error = 0;
  for (int i = 0; i < rows; i++) {
    error = fmax(error, fabs(out[i].joint[0].coordinate[0] - column(i, "theta")));
    error = fmax(error, fabs(out[i].body[3].x[0] - column(i, "x_slider")));
    error = fmax(error, fabs(out[i].joint[3].rate[0] - column(i, "v_slider")));
  }
  say("A9 spatial slider-crank", rows, error, 0.7664);
  CHECK_BELOW(error, 1e-9);
  CHECK_BELOW(energy_error(rows, 0.7664), 1e-10);
  ref_free(r);
}

static void test_robot(void) /* A10: three drives and their torques */
{
  const double A[3] = {1, -0.6, 0.9}, w[3] = {2, 3, 4};
  ref_system *r = ref_new((double[]){0, 0, -9.81});
  ref_body(r, &(ref_body_data){.mass = 10, .center = {0, 0, 0.25}, .inertia = {0.3, 0.3, 0.05}});
  ref_body(r, &(ref_body_data){.at = {0, 0, 0.5}, .mass = 8, .center = {0.3, 0, 0}, .inertia = {0.02, 0.25, 0.25}});
  ref_body(r, &(ref_body_data){.at = {0.6, 0, 0.5}, .mass = 5, .center = {0.2, 0, 0}, .inertia = {0.01, 0.07, 0.07}});
  for (int k = 0; k < 3; k++) {
    ref_joint_data j = {.type = REF_REVOLUTE, .a = k, .b = k + 1, .at = {k == 2 ? 0.6 : 0, 0, k > 0 ? 0.5 : 0}};
    j.axis[k > 0 ? 1 : 2] = 1;
    j.coordinate[0].driven = 1;
    j.coordinate[0].drive = (ref_function){A[k], 0, 0, A[k], w[k], -pi / 2};
    ref_joint(r, &j);
  }
  const int n = run_through(r, "A10_robot_inverse_dynamics", 5);
  double error = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      const char name[5] = {'t', 'a', 'u', (char)('1' + k), 0};
      error = fmax(error, fabs(out[i].joint[k].drive[0] - column(i, name)));
    }
  }
  say("A10 driven robot, torques", n, error, 100);
  CHECK_BELOW(error, 1e-9);
  CHECK_BELOW(energy_error(n, 100), 1e-10);
  ref_free(r);
}

int main(void)
{
  RUN(test_simple_pendulum);
  RUN(test_double_pendulum);
  RUN(test_free_body);
  RUN(test_heavy_top);
  RUN(test_compound_pendulum);
  RUN(test_andrews);
  RUN(test_governor);
  RUN(test_slider_crank);
  RUN(test_robot);
  return REPORT();
}
