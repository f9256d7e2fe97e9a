/* tests/parts/test_line.c -- helpers of elements along a line and of shells: points of integration, shape functions, masses, cuts.
 * What:    exact for polynomials of the degree that they promise, at any order; forces of a cut against statics by hand.
 */
#include <math.h>

#include "harness.h"
#include "parts/line.h"
#include "parts/shell.h"

/* n points integrate polynomials up to degree 2 n - 1 over [0, 1] */
static void test_points(void)
{
  for (int n = 1; n <= SN_LINE_NODES; n++) {
    for (int degree = 0; degree <= 2 * n - 1; degree++) {
      double sum = 0;
      for (int g = 0; g < n; g++) {
        sum += sn_line_weight[n - 1][g] * pow(sn_line_gauss[n - 1][g], degree);
      }
      CHECK_NEAR(sum, 1.0 / (degree + 1), 1e-15);
    }
    double beyond = 0; /* one degree more is not integrated */
    for (int g = 0; g < n; g++) {
      beyond += sn_line_weight[n - 1][g] * pow(sn_line_gauss[n - 1][g], 2 * n);
    }
    CHECK(fabs(beyond - 1.0 / (2 * n + 1)) > 1e-6);
  }
}

/* shape functions are 1 at their node and 0 at the others, and reproduce polynomials of their order with the slope */
static void test_shapes(void)
{
  for (int p = 1; p <= SN_LINE_ORDER; p++) {
    double value[SN_LINE_NODES], slope[SN_LINE_NODES];
    for (int k = 0; k <= p; k++) {
      sn_line_shape(p, (double)k / p, value, NULL);
      for (int i = 0; i <= p; i++) {
        CHECK_NEAR(value[i], i == k, 1e-15);
      }
    }
    for (int degree = 0; degree <= p; degree++) {
      const double xi = 0.37;
      double y = 0, dy = 0;
      sn_line_shape(p, xi, value, slope);
      for (int i = 0; i <= p; i++) {
        y += value[i] * pow((double)i / p, degree);
        dy += slope[i] * pow((double)i / p, degree);
      }
      CHECK_NEAR(y, pow(xi, degree), 1e-15);
      CHECK_NEAR(dy, degree ? degree * pow(xi, degree - 1) : 0, 1e-14);
    }
  }
}

/* the mass of a straight rod of 2 m and 3 kg, at any order: centre in the middle, m L^2/12 about it */
static void test_mass(void)
{
  for (int p = 1; p <= SN_LINE_ORDER; p++) {
    sn_v3 x[SN_LINE_NODES];
    sn_mass_sum sum = {0};
    for (int i = 0; i <= p; i++) {
      x[i] = v3(1 + 2.0 * i / p, 5, 0);
    }
    sn_line_mass(p, x, 3, &sum);
    const sn_own_mass m = sn_mass_of(&sum);
    CHECK_NEAR(m.mass, 3, 1e-15);
    CHECK_BELOW(v3_norm(v3_sub(m.centre, v3(2, 5, 0))), 1e-14);
    CHECK_NEAR(m.inertia[2][2], 3 * 4 / 12.0, 1e-13);
    CHECK_NEAR(m.inertia[0][0], 0, 1e-13);
  }
}

/* A cantilever of 2 m, clamped at its first end, with a force of 5 N downward at its last end and 3 N/m along it: the shear force is
   5 + 3 (2 - s) and the bending moment -5 (2 - s) - 3 (2 - s)^2/2, at any place and order. */
static void test_cut(void)
{
  const double L = 2, F = 5, q = 3;
  for (int p = 1; p <= SN_LINE_ORDER; p++) {
    sn_line_cut c = {.order = p};
    double share[SN_LINE_NODES] = {0};
    for (int g = 0; g <= p; g++) { /* int N_i over [0, 1] */
      double n[SN_LINE_NODES];
      sn_line_shape(p, sn_line_gauss[p][g], n, NULL);
      for (int i = 0; i <= p; i++) {
        share[i] += sn_line_weight[p][g] * n[i];
      }
    }
    for (int i = 0; i <= p; i++) {
      c.x[i] = v3(L * i / p, 0, 0);
      c.spent[i].force = v3(0, 0, q * L * share[i]); /* no inertia, less its load */
    }
    c.held[0] = (sn_wrench){v3(0, 0, F + q * L), v3(0, -(F * L + q * L * L / 2), 0)};
    c.held[p] = (sn_wrench){v3(0, 0, -F), v3(0, 0, 0)};
    for (int k = 0; k <= 20; k++) {
      const double xi = k / 20.0, rest = L * (1 - xi);
      const sn_wrench w = sn_line_cut_at(&c, xi);
      CHECK_NEAR(w.force.x[2], -(F + q * rest), 1e-13);
      CHECK_NEAR(w.moment.x[1], F * rest + q * rest * rest / 2, 1e-13);
      CHECK_BELOW(fabs(w.force.x[0]) + fabs(w.moment.x[0]) + fabs(w.moment.x[2]), 1e-15);
    }
  }
}

/* a point force at an inner node: the mean of both sides there, a jump across it */
static void test_cut_at_a_force(void)
{
  sn_line_cut c = {.order = 2, .x = {v3(0, 0, 0), v3(1, 0, 0), v3(2, 0, 0)}};
  c.held[0].force = v3(0, 0, 1);
  c.held[1].force = v3(0, 0, -4);
  c.held[2].force = v3(0, 0, 3);
  CHECK_NEAR(sn_line_cut_at(&c, 0.4999).force.x[2], -1, 1e-15);
  CHECK_NEAR(sn_line_cut_at(&c, 0.5).force.x[2], 1, 1e-15);
  CHECK_NEAR(sn_line_cut_at(&c, 0.5001).force.x[2], 3, 1e-15);
  const sn_wrench mean = sn_wrench_mean((sn_wrench){v3(1, 0, 0), v3(0, 2, 0)}, (sn_wrench){v3(3, 0, 0), v3(0, 0, 4)});
  CHECK(mean.force.x[0] == 2 && mean.moment.x[1] == 1 && mean.moment.x[2] == 2);
}

/* shells: N_k is 1 at node k; the weights of tied strains reproduce a strain that is the same everywhere, and each of them at its own
   tying point */
static void test_shell_shapes(void)
{
  for (int p = 1; p <= SN_SHELL_ORDER; p++) {
    sn_shell_shape s;
    const int n = (p + 1) * (p + 1);
    for (int k = 0; k < n; k++) {
      const int column = k % (p + 1), row = k / (p + 1);
      sn_shell_shape_at(p, (double)column / p, (double)row / p, &s);
      for (int i = 0; i < n; i++) {
        CHECK_NEAR(s.N[i], i == k, 1e-15);
      }
    }
    double sum[3] = {0};
    sn_shell_shape_at(p, 0.3, 0.8, &s);
    for (int i = 0; i < n; i++) {
      sum[0] += s.N[i];
      sum[1] += s.by[0][i];
      sum[2] += s.by[1][i];
    }
    CHECK_NEAR(sum[0], 1, 1e-15);
    CHECK_BELOW(fabs(sum[1]) + fabs(sum[2]), 1e-14);
    double w[SN_SHELL_STRAINS], own[SN_SHELL_STRAINS];
    int first[9], at_first[9];
    sn_shell_tied_weights(p, 0.3, 0.8, w, first);
    CHECK(first[8] == sn_shell_strains(p));
    for (int c = 0; c < 8; c++) {
      double one = 0;
      for (int k = first[c]; k < first[c + 1]; k++) {
        double at[2];
        one += w[k];
        sn_shell_tying_point(p, c, k - first[c], at);
        sn_shell_tied_weights(p, at[0], at[1], own, at_first);
        for (int l = first[c]; l < first[c + 1]; l++) {
          CHECK_NEAR(own[l], l == k, 1e-14);
        }
      }
      CHECK_NEAR(one, 1, 1e-14);
    }
  }
}

int main(void)
{
  RUN(test_points);
  RUN(test_shapes);
  RUN(test_mass);
  RUN(test_cut);
  RUN(test_cut_at_a_force);
  RUN(test_shell_shapes);
  return REPORT();
}
