/* tests/contact/test_pairs.c -- gaps of features: values by closed forms, gradients against differences, the nearest points.
 * Laws:    the gradient is that of nearest points kept where they are, so differences along rigid motions of the second feature agree with
 *          it; the normal is a unit vector; the point of the second feature lies on its surface, a gap off that of the first.
 */
#include "contact/pair.h"
#include "harness.h"
#include "math/rotation.h"

static sn_m3 turn_of(sn_v3 turn)
{
  return sn_rotation_axis_angle(turn, v3_norm(turn));
}

/* forms of the second feature at x with axes R along those of the first */
static void forms(sn_v3 x, sn_m3 R, double e[SN_CONTACT_PAIR])
{
  for (int k = 0; k < 3; k++) {
    e[k] = x.x[k];
    for (int j = 0; j < 3; j++) {
      e[3 + 3 * j + k] = R.c[j].x[k];
    }
  }
}

static double gap_of(const sn_touch_gap *p, sn_v3 x, sn_m3 R)
{
  double e[SN_CONTACT_PAIR];
  forms(x, R, e);
  return p->gap.value(&p->gap, e, NULL, NULL);
}

/* along a motion v, w of the second feature; what its gradient and its nearest point say of it */
static void check_motion(const sn_touch_gap *p, sn_v3 x, sn_m3 R, sn_v3 v, sn_v3 w)
{
  const double h = 1e-5;
  double e[SN_CONTACT_PAIR], G[SN_CONTACT_PAIR], n[3], xi[3], up[SN_CONTACT_PAIR], down[SN_CONTACT_PAIR];
  forms(x, R, e);
  p->gap.value(&p->gap, e, G, NULL);
  p->gap.place(&p->gap, e, n, xi);
  const sn_m3 more = m3_mul3(turn_of(v3_scale(h, w)), R), less = m3_mul3(turn_of(v3_scale(-h, w)), R);
  forms(v3_axpy(x, h, v), more, up);
  forms(v3_axpy(x, -h, v), less, down);
  const double by_differences =
      (p->gap.value(&p->gap, up, NULL, NULL) - p->gap.value(&p->gap, down, NULL, NULL)) / (2 * h);
  double by_gradient = 0;
  for (int k = 0; k < p->gap.n; k++) {
    by_gradient += G[k] * (up[k] - down[k]) / (2 * h);
  }
  const sn_v3 arm = m3_mul(R, v3(xi[0], xi[1], xi[2])), normal = v3(n[0], n[1], n[2]);
  CHECK_NEAR(v3_norm(normal), 1, 1e-14);
  CHECK_NEAR(by_gradient, by_differences, 1e-8);
  CHECK_NEAR(v3_dot(normal, v3_add(v, p->gap.n == SN_CONTACT_PAIR ? v3_cross(w, arm) : v3(0, 0, 0))), by_differences,
             1e-8);
}

static void check(const sn_touch_gap *p, sn_v3 x, sn_m3 R, double gap)
{
  CHECK_NEAR(gap_of(p, x, R), gap, 1e-13);
  for (int i = 0; i < 6; i++) {
    const sn_v3 unit = v3(i % 3 == 0, i % 3 == 1, i % 3 == 2), none = v3(0, 0, 0);
    check_motion(p, x, R, i < 3 ? unit : none, i < 3 ? none : unit);
  }
}

/* value and gradient of a gap that widens faster than it moves, by differences of every form */
static void check_forms(const sn_touch_gap *p, sn_v3 x, sn_m3 R)
{
  const double h = 1e-6;
  double e[SN_CONTACT_PAIR], G[SN_CONTACT_PAIR];
  forms(x, R, e);
  p->gap.value(&p->gap, e, G, NULL);
  for (int k = 0; k < SN_CONTACT_PAIR; k++) {
    const double kept = e[k];
    e[k] = kept + h;
    const double up = p->gap.value(&p->gap, e, NULL, NULL);
    e[k] = kept - h;
    const double down = p->gap.value(&p->gap, e, NULL, NULL);
    e[k] = kept;
    CHECK_NEAR(G[k], (up - down) / (2 * h), 1e-7 * (1 + fabs(G[k])));
  }
}

static void test_edges(void)
{
  sn_touch_gap p;
  const sn_m3 over = {{v3(0, 1, 0), v3(1, 0, 0), v3(0, 0, -1)}}; /* across the first, its outside below */
  sn_edges_cross(1, 0, 0.5, 2, 0, 0.5, &p);
  check(&p, v3(0.3, 0.4, 0.2), over, 0.2);
  check(&p, v3(0.3, 0.4, -0.1), over, -0.1);
  CHECK(gap_of(&p, v3(0.3, 0.4, -0.6), over) > 0);  /* the other side of both solids */
  CHECK(gap_of(&p, v3(1.9, 0.4, -0.05), over) > 0); /* beyond the end */
  for (int i = 0; i < 20; i++) {
    const double a = 0.1 * i;
    const sn_m3 R = m3_mul3(turn_of(v3(0.2 * sin(a), 0.3 * cos(3 * a), 0.4 * sin(2 * a))), over);
    check_forms(&p, v3(1.21 * sin(a) + 0.003, 1.93 * cos(2 * a) + 0.011, 0.1 * sin(5 * a)), R);
  }
  sn_edge_on_edge(1, 0.1, 2, 0.2, &p);
  check_forms(&p, v3(0.2, 0.5, 0.7), turn_of(v3(0.3, -0.8, 0.5)));
}

/* in the hole, in the wall from both sides and from its end, beyond the end, beyond a rim inside and outside */
static void test_tube(void)
{
  const sn_m3 R = turn_of(v3(0.3, -0.8, 0.5));
  sn_touch_gap p;
  sn_ball_on_tube(1, 0.5, 0.8, 0.1, 1, &p);
  check(&p, v3(0.2, 0.18, 0.24), R, 0.1);
  check(&p, v3(-0.2, -0.27, 0.36), R, -0.05);
  check(&p, v3(0.2, 0.42, 0.56), R, 0 - 0.2);
  check(&p, v3(0.98, 0.39, 0.52), R, -0.12);
  check(&p, v3(0.3, 0, -1.1), R, 0.2);
  check(&p, v3(1.4, 0, 0.6), R, 0.3);
  check(&p, v3(-1.3, 0.1, 0), R, hypot(0.3, 0.4) - 0.1);
  check(&p, v3(-1.3, 0, 1.2), R, 0.4);
  CHECK_NEAR(gap_of(&p, v3(0.1, 0, 0), R), 0.4, 1e-14); /* in the middle, where no side is nearest */
  sn_ball_on_tube(1, 0.5, 0.8, 0, 0, &p);
  check(&p, v3(0.2, 0.18, 0.24), R, 0.2);
}

static void test_cores(void)
{
  const sn_m3 R = turn_of(v3(0.3, -0.8, 0.5)), turned = turn_of(v3(0, 0, 1.5707963267948966));
  const sn_core disc = {.radius = 0.4}, cylinder = {.half = 0.9, .radius = 0.4};
  sn_touch_gap p;
  sn_core_on_core(&cylinder, 0.1, &disc, 0.1, &p);
  check(&p, v3(0.2, 0, 1.5), m3_identity(), 0.5);
  check(&p, v3(0.2, 0.1, 1.4), R, gap_of(&p, v3(0.2, 0.1, 1.4), R));
  sn_core_on_core(&cylinder, 0.1, &cylinder, 0.1, &p);
  check(&p, v3(0.2, 0.1, 1.2), turned, 0.2);
  sn_ball_on_cylinder(1, 0.5, 0, 0.1, 1, &p);
  check(&p, v3(0.3, 0.6, 0.8), R, 0.4);
  check(&p, v3(1.3, 0.9, 0), R, 0.4);
  check(&p, v3(0.3, 0.2, 0), R, -0.4);
}

/* a disc at edges, corners and faces of a box, near and touching */
static void test_discs(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const double profile[4][2] = {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}};
  sn_convex box;
  sn_touch_gap p;
  CHECK(sn_prism(4, profile, 3, arena, &box) == SN_OK);
  sn_disc_on_solid(&box, 0, 0.8, 0, &p);
  for (int i = 0; i < 60; i++) {
    const double a = 0.37 * i, b = 0.71 * i;
    const sn_v3 d = v3(cos(a) * cos(b), sin(a) * cos(b), sin(b));
    const sn_m3 R = turn_of(v3(sin(a), cos(1.3 * b), sin(a + b)));
    sn_v3 x = v3_scale(3.5, d);
    for (int k = 0; k < 40 && fabs(gap_of(&p, x, R)) > 1e-3; k++) { /* to where it touches */
      x = v3_axpy(x, -0.7 * gap_of(&p, x, R), d);
    }
    check(&p, x, R, gap_of(&p, x, R));
  }
  sn_arena_free(arena);
}

int main(void)
{
  test_tube();
  test_edges();
  test_discs();
  test_cores();
  sn_arena *arena = sn_arena_new(NULL);
  const sn_m3 R = turn_of(v3(0.3, -0.8, 0.5)), turned = turn_of(v3(0, 0, 1.5707963267948966));
  const double profile[4][2] = {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}};
  sn_convex half, box;
  sn_touch_gap p;
  CHECK(sn_half_space(arena, &half) == SN_OK && sn_prism(4, profile, 3, arena, &box) == SN_OK);
  sn_ball_on_solid(&half, 0, 0.2, 1, &p);
  check(&p, v3(0.3, -0.4, 0.5), R, 0.3);
  sn_ball_on_solid(&half, 0, 0, 0, &p);
  check(&p, v3(0.3, -0.4, -0.1), R, -0.1);
  sn_ball_on_solid(&box, 0, 0.2, 1, &p);
  check(&p, v3(0.1, 0.2, 1), R, 0.3);         /* a face */
  check(&p, v3(1.3, 0.2, 0.9), R, 0.5 - 0.2); /* an edge */
  check(&p, v3(1.1, 1.7, 0.7), R, 0.3 - 0.2); /* a corner */
  sn_ball_on_rod(0, 0.3, 0.2, 1, &p);
  check(&p, v3(0.3, 0.4, 0), R, 0);
  sn_ball_on_rod(0.5, 0.3, 0.2, 1, &p);
  check(&p, v3(0.3, 0.4, 0), R, 0.4 - 0.5);
  check(&p, v3(0.8, 0.4, 0), R, 0);
  sn_rod_on_rod(1, 0.1, 2, 0.2, &p);
  check(&p, v3(0.2, 0.5, 0.7), turned, 0.7 - 0.3); /* across each other */
  check(&p, v3(0.2, 2.3, 0.4), turned, 0.5 - 0.3); /* an end against a side */
  check(&p, v3(3.4, 0.3, 0), R, gap_of(&p, v3(3.4, 0.3, 0), R));
  sn_disc_on_solid(&half, 0, 0.5, 0, &p);
  check(&p, v3(0.1, 0.2, 0.6), R, 0.6 - 0.5 * hypot(R.c[1].x[2], R.c[2].x[2]));
  sn_disc_on_solid(&box, 0.1, 0.5, 0.05, &p);
  check(&p, v3(1.2, 0.2, 0.9), R, gap_of(&p, v3(1.2, 0.2, 0.9), R));
  sn_disc_on_plane(0.5, 0, &p);
  check(&p, v3(0.1, 0.2, 0.6), turn_of(v3(0.2, 0, 0)), 0.1);
  check(&p, v3(0.1, 0.2, 0.6), R, 0.6 - 0.5 * hypot(R.c[1].x[2], R.c[2].x[2]));
  sn_disc_on_plane(0.5, 0.1, &p);
  check(&p, v3(0.1, 0.2, 0.6), R, 0.5 - 0.5 * hypot(R.c[1].x[2], R.c[2].x[2]));
  sn_arena_free(arena);
  return REPORT();
}
