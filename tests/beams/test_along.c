/* tests/beams/test_along.c -- beams whose sections, properties and loads vary along their length, and laws by a potential, against
 *          closed forms and independent integrations, through the built command.
 * What:    deflection and first frequency of a tapered cantilever (quadrature; shooting by Runge-Kutta), by a section, by numbers and by
 *          a table; triangular load; a potential against the linear law, and a hardening one curled by a moment; drag.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "beam_along"
#include "tests/support/answers.h"

static const double L = 2, E = 2.1e11, nu = 0.3, rho = 7850, width = 0.05, pi = 3.14159265358979323846;

static double height(double s) /* 0.1 m to 0.05 m */
{
  return 0.1 - 0.025 * s;
}
static double EI(double s)
{
  return E * width * pow(height(s), 3) / 12;
}
static double GA(double s)
{
  return E / (2 * (1 + nu)) * 5 / 6 * width * height(s);
}

/* ---- Timoshenko's equations of the tapered cantilever: w' = psi + V/GA, psi' = M/EI, M' = -V - rho I W psi, V' = -rho A W w, W the square
   of the frequency */
static void slopes(double s, const double y[4], double square, double d[4])
{
  const double h = height(s);
  d[0] = y[1] + y[3] / GA(s);
  d[1] = y[2] / EI(s);
  d[2] = -y[3] - rho * width * h * h * h / 12 * square * y[1];
  d[3] = -rho * width * h * square * y[0];
}
/* What is left of M and V at the free end: zero at a frequency. */
static double determinant(double omega)
{
  double end[2][2];
  for (int k = 0; k < 2; k++) {
    double y[4] = {0, 0, k == 0, k == 1};
    const int n = 4000;
    const double h = L / n;
    for (int i = 0; i < n; i++) {
      double d[4][4], at[4];
      for (int j = 0; j < 4; j++) {
        const double part = j == 0 ? 0 : j == 3 ? h : h / 2;
        for (int m = 0; m < 4; m++) {
          at[m] = y[m] + (j ? part * d[j - 1][m] : 0);
        }
        slopes(i * h + part, at, omega * omega, d[j]);
      }
      for (int m = 0; m < 4; m++) {
        y[m] += h / 6 * (d[0][m] + 2 * d[1][m] + 2 * d[2][m] + d[3][m]);
      }
    }
    end[k][0] = y[2];
    end[k][1] = y[3];
  }
  return end[0][0] * end[1][1] - end[0][1] * end[1][0];
}
static double frequency(double low, double high) /* Hz */
{
  const double sign = determinant(low);
  for (int i = 0; i < 60; i++) {
    const double middle = (low + high) / 2;
    *(determinant(middle) * sign > 0 ? &low : &high) = middle;
  }
  return low / (2 * pi);
}

/* The same taper in three ways. It is wide across, so that the first mode is the one in the plane. */
static const char *const ways[] = {
    "E = 2.1e11, nu = 0.3, density = 7850, section = function(s) return rectangle { width = 0.05, height = 0.1 - "
    "0.025*s } end",
    "E = 2.1e11, nu = 0.3, density = 7850, section = function(s) return rectangle { width = 0.05, height = taper(s) } "
    "end",
    "stiffness = function(s) local h = 0.1 - 0.025*s local A = 0.05*h local GA = 2.1e11/2.6*5/6*A\n"
    "  return 2.1e11*A, GA, GA, 2.1e11*h*0.05^3/12, 2.1e11*0.05*h^3/12, 1e5 end,\n"
    "  mass_per_length = function(s) return 7850*0.05*(0.1 - 0.025*s) end, rotary_inertia = function(s) local h = 0.1 "
    "- 0.025*s\n"
    "  return 7850*h*0.05^3/12, 7850*0.05*h^3/12 end"};

static void test_taper(void)
{
  double deflection = 0; /* by a force of 1 N at the end */
  for (int i = 0; i < 20000; i++) {
    const double s = (i + 0.5) * L / 20000;
    deflection += L / 20000 * ((L - s) * (L - s) / EI(s) + 1 / GA(s));
  }
  const double hertz = frequency(100, 200); /* the second of the beam: across it is softer */
  for (int k = 0; k < 3; k++) {
    char text[2048];
    snprintf(text, sizeof text,
             "param { n = 16, mass = 'lumped' }\n"
             "local taper = spline { {0, 0.1}, {0.5, 0.0875}, {2, 0.05}, kind = 'linear' }\n"
             "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {2, 0, 0}, elements = n, mass_matrix = "
             "mass,\n  %s }\n"
             "hold { b:node(n), along = 'y' } hold { b.last, along = 'y' } hold { b:node(n/2), along = 'y' }\n"
             "force { b.last, value = {0, 0, 1} }\n"
             "channel('tip', position(b.last)) channel('M', output(b, 'M3', 0.5)) channel('V', output(b, 'V3', 0.5))\n",
             ways[k]);
    write_text("beam_along.lua", text);
    if (at_rest("--set n=32")) {
      CHECK_NEAR(value("tip_z"), deflection, 3e-7 * deflection);
      CHECK_NEAR(fabs(value("M")), 1.5, 1e-6);
      CHECK_NEAR(fabs(value("V")), 1, 1e-6);
      printf("  way %d: deflection %.9e (%.9e)\n", k, value("tip_z"), deflection);
    }
    for (int i = 0; i < 2; i++) {
      const double f = first_frequency(i ? "--set mass=consistent" : "");
      printf("  %s mass: %.7f Hz (%.7f)\n", i ? "consistent" : "lumped", f, hertz);
      CHECK_NEAR(f, hertz, 2e-6 * hertz);
    }
  }
}

/* q s/L on a uniform cantilever: 11 q L^4/(120 EI) and q L^2/(3 GA); given along the line or along the sections. */
static void test_triangular_load(void)
{
  const double q = 1e-3, known = 11 * q * 16 / (120 * 20) + q * 4 / (3 * 4e4);
  for (int k = 0; k < 2; k++) {
    char text[1024];
    snprintf(
        text, sizeof text,
        "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {2, 0, 0}, elements = 16, mass_per_length = 1,\n"
        "  stiffness = {1e6, 4e4, 4e4, 20, 20, 15}, %s = function(t, s) return 0, 0, 1e-3*s/2 end }\n"
        "channel('tip', position(b.last)) channel('V', output(b.first, 'V3'))\n",
        k ? "follower_load" : "load");
    write_text("beam_along.lua", text);
    if (at_rest("")) {
      CHECK_NEAR(value("tip_z"), known, 1e-6 * known);
      CHECK_NEAR(fabs(value("V")), q * L / 2, 1e-3 * q * L);
    }
  }
}

/* ---- a potential */

static const char clamped[] =
    "param { law = 0, a = 0, M = 0, scheme = 'ed', alpha = 1, n = 8, damping = 0 }\n"
    "local b = { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = n, mass_per_length = 1,\n"
    "  rotary_inertia = {2e-4, 2e-4}, damping = damping }\n"
    "if law == 0 then b.stiffness = {1e5, 4e4, 4e4, 20, 20, 16}\n"
    "else b.potential = function(e, g2, g3, k2, k3, k1) local k = k2^2 + k3^2\n"
    "  return (1e5*e^2 + 4e4*(g2^2 + g3^2) + 20*k + 16*k1^2)/2 + 20*a*k^2/4 end end\n"
    "b = beam(b)\n"
    "if M == 0 then gravity {0, 0, -9.81} force { b.last, value = function(t) return 0, 5*sin(20*t), -20 end }\n"
    "else moment { b.last, value = {0, M, 0} } end\n"
    "channel('tip', position(b.last)) channel('M3', output(b, 'M3', 0.3)) channel('E', energy('strain'))\n"
    "run { scheme = scheme, alpha = alpha, dt = 2e-3, duration = 0.2 }\n";

static void test_potential(void)
{
  static const char *const sets[] = {"", " --set alpha=0", " --set scheme=ep", " --set damping=1e-3"};
  write_text("beam_along.lua", clamped);
  for (int i = 0; i < 4; i++) { /* its special case is the linear law */
    double tip[2] = {NAN, NAN};
    for (int law = 0; law < 2; law++) {
      char set[120];
      snprintf(set, sizeof set, "--set law=%d%s", law, sets[i]);
      tip[law] = moved(set) ? value("tip_z") : NAN;
    }
    CHECK_NEAR(tip[1], tip[0], 1e-10);
  }
  CHECK(moved("--set law=1 --set a=0.3") && moved("--set law=1 --set a=0.3 --set scheme=ep"));
  /* curled by a moment M: EI (k + a k^3) = M everywhere, an arc; its energy is EI (k^2/2 + a k^4/4) */
  const double M = 40, a = 0.3;
  double k = 1;
  for (int i = 0; i < 60; i++) {
    k -= (20 * (k + a * k * k * k) - M) / (20 * (1 + 3 * a * k * k));
  }
  if (at_rest("--set law=1 --set a=0.3 --set M=40 --set n=16")) {
    printf("  arc: tip %.8f %.8f (%.8f %.8f)\n", value("tip_x"), value("tip_z"), sin(k) / k, -(1 - cos(k)) / k);
    CHECK_NEAR(value("tip_x"), sin(k) / k, 2e-6);
    CHECK_NEAR(value("tip_z"), -(1 - cos(k)) / k, 2e-6);
    CHECK_NEAR(fabs(value("M3")), M, 1e-5 * M);
    CHECK_NEAR(value("E"), 20 * (k * k / 2 + a * pow(k, 4) / 4), 1e-5 * M);
  }
}

/* A bar falls flat with drag across its sections only: vt tanh(g t/vt); turned on end it falls freely. */
static void test_drag(void)
{
  write_text(
      "beam_along.lua",
      "param { x = 1, z = 0 }\n"
      "gravity {0, 0, -9.81}\n"
      "local b = beam { name = 'b', from = {0, 0, 0}, to = {x, 0, z}, up = 'y', elements = 2, mass_per_length = 0.3,\n"
      "  stiffness = {1e5, 4e4, 4e4, 200, 200, 150}, rotary_inertia = {1e-4, 1e-4},\n"
      "  follower_load = function(t, s, v1, v2, v3) return 0, -0.5*abs(v2)*v2, -0.5*abs(v3)*v3 end }\n"
      "channel('v', velocity(b:node(3))) channel('W', energy('work'))\n"
      "run { dt = 0.01, duration = 0.4 }\n");
  const double vt = sqrt(0.3 * 9.81 / 0.5), v = vt * tanh(9.81 * 0.4 / vt),
               x = vt * vt / 9.81 * log(cosh(9.81 * 0.4 / vt));
  if (moved("")) {
    CHECK_NEAR(value("v_z"), -v, 1e-7);
    CHECK_NEAR(value("W"), 0.3 * (v * v / 2 - 9.81 * x), 1e-6);
  }
  if (moved("--set x=0 --set z=1")) {
    CHECK_NEAR(value("v_z"), -9.81 * 0.4, 1e-10);
    CHECK_NEAR(value("W"), 0, 1e-12);
  }
}

int main(void)
{
  RUN(test_taper);
  RUN(test_triangular_load);
  RUN(test_potential);
  RUN(test_drag);
  forget();
  return REPORT();
}
