/* tests/contact/test_roll.c -- a wheel on a road: derivatives of its gap and of the factors of its slips against differences; the slip is the
 *                          velocity of the point of the wheel that touches, and vanishes with that.
 */
#include "contact/roll.h"
#include "harness.h"
#include "math/rotation.h"

static void forms(sn_v3 x, sn_m3 R, double e[SN_ROLL_FORMS])
{
  for (int k = 0; k < 3; k++) {
    e[k] = x.x[k];
    for (int j = 0; j < 3; j++) {
      e[3 + 3 * j + k] = R.c[j].x[k];
    }
  }
}

static void take(int n, const int *which, const double *e, double *out)
{
  for (int i = 0; i < n; i++) {
    out[i] = e[which[i]];
  }
}

/* gradient and Hessian against differences; values: of the gap, else of the gradient alone */
static void check_derivatives(const sn_roll *p, int n, const int *which, const double *all, int values)
{
  enum { N = SN_ROLL_FORMS };
  const double h = 1e-5;
  double e[N] = {0}, G[N] = {0}, H[N * N], up[N], down[N];
  take(n, which, all, e);
  CHECK(p->gap.n == n);
  p->gap.value(&p->gap, e, G, H);
  for (int l = 0; l < n; l++) {
    const double at = e[l];
    e[l] = at + h;
    const double high = p->gap.value(&p->gap, e, up, NULL);
    e[l] = at - h;
    const double low = p->gap.value(&p->gap, e, down, NULL);
    e[l] = at;
    CHECK_NEAR(values ? (high - low) / (2 * h) : 0, values ? G[l] : 0, 1e-9);
    for (int k = 0; k < n; k++) {
      CHECK_NEAR((up[k] - down[k]) / (2 * h), H[k * n + l], 1e-9);
    }
  }
}

static void check(const sn_roll *pair, sn_v3 x, sn_m3 R, double gap)
{
  double e[SN_ROLL_FORMS], part[SN_ROLL_FORMS] = {0}, G[SN_ROLL_FORMS] = {0}, y[3], n[3], rate[SN_ROLL_FORMS];
  int which[SN_ROLL_FORMS];
  sn_roll p;
  forms(x, R, e);
  int m = sn_roll_gap(pair, &p, which);
  take(m, which, e, part);
  CHECK_NEAR(p.gap.value(&p.gap, part, NULL, NULL), gap, 1e-14);
  check_derivatives(&p, m, which, e, 1);
  sn_roll_place(pair, e, y, n);
  CHECK_NEAR(v3_norm(v3(n[0], n[1], n[2])), 1, 1e-14);
  const sn_v3 v = v3(0.3, -0.7, 0.4), w = v3(1.1, 0.2, -0.9);
  const sn_v3 slip = v3_add(v, v3_cross(w, v3_sub(v3(y[0], y[1], y[2]), x)));
  for (int k = 0; k < 3; k++) {
    rate[k] = v.x[k];
    for (int j = 0; j < 3; j++) {
      rate[3 + 3 * j + k] = v3_cross(w, R.c[j]).x[k];
    }
  }
  double square = 0;
  for (int along = 0; along < 2; along++) {
    m = sn_roll_slip(pair, along, &p, which);
    check_derivatives(&p, m, which, e, 0);
    take(m, which, e, part);
    p.gap.value(&p.gap, part, G, NULL);
    double sum = 0;
    for (int i = 0; i < m; i++) {
      sum += G[i] * rate[which[i]];
    }
    square += sum * sum;
  }
  const double across = v3_dot(slip, v3(n[0], n[1], n[2]));
  CHECK_NEAR(square, v3_dot(slip, slip) - across * across, 1e-13); /* two unit directions across the normal */
}

int main(void)
{
  const sn_m3 R = sn_rotation_axis_angle(v3_unit(v3(0.3, -0.8, 0.5)), 1.1);
  const double s = hypot(R.c[1].x[2], R.c[2].x[2]);
  check(&(sn_roll){.road = SN_ROAD_PLANE, .edge = 0.2}, v3(0.3, -0.4, 0.5), R, 0.3);
  check(&(sn_roll){.road = SN_ROAD_PLANE, .ring = 0.4}, v3(0.3, -0.4, 0.5), R, 0.5 - 0.4 * s);
  check(&(sn_roll){.road = SN_ROAD_PLANE, .ring = 0.4, .edge = 0.1}, v3(0.3, -0.4, 0.5), R, 0.4 - 0.4 * s);
  const double d = v3_norm(v3(0.3, -0.4, 0.5)), c = hypot(0.3, -0.4);
  check(&(sn_roll){.road = SN_ROAD_SPHERE, .edge = 0.2, .radius = 0.4}, v3(0.3, -0.4, 0.5), R, d - 0.6);
  check(&(sn_roll){.road = SN_ROAD_SPHERE, .edge = 0.2, .radius = 2, .inside = 1}, v3(0.3, -0.4, -0.5), R, 1.8 - d);
  check(&(sn_roll){.road = SN_ROAD_CYLINDER, .edge = 0.2, .radius = 0.4}, v3(0.3, -0.4, 0.5), R, c - 0.6);
  check(&(sn_roll){.road = SN_ROAD_CYLINDER, .edge = 0.2, .radius = 2, .inside = 1}, v3(0.3, -0.4, -0.5), R, 1.8 - c);
  return REPORT();
}
