/* tests/math/test_convex.c -- distance of a disc from convex solids.
 * How:     every distance is proved: a plane across the gradient parts disc and solid by it (it is not larger), and two points are no farther
 *          apart than it (it is not smaller). Then slopes against differences, slopes that do not jump, overlaps, bad profiles.
 */
#include <string.h>

#include "math/convex.h"

#include "../harness.h"

static const double bump[4][2] = {{0, 0}, {0.24, 0.08}, {0.44, 0.08}, {0.68, 0}};

static double dice(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 16777216 - 0.5;
}

static sn_v3 random_unit(unsigned *seed)
{
  sn_v3 x;
  do {
    x = v3(dice(seed), dice(seed), dice(seed));
  } while (v3_norm(x) > 0.5 || v3_norm(x) < 0.1);
  return v3_unit(x);
}

static sn_v3 nearest_of_disc(double r, const double *e, sn_v3 p)
{
  const sn_v3 c = v3(e[0], e[1], e[2]), a = v3(e[3], e[4], e[5]), w = v3_sub(p, c);
  const sn_v3 flat = v3_axpy(w, -v3_dot(w, a), a);
  return v3_axpy(c, fmin(1, r / v3_norm(flat)), flat);
}

/* How far the value is from what the two bounds allow. */
static double unproved(const sn_convex *s, double r, const double *e)
{
  double g[6], x[3], most = -INFINITY, worst = 0;
  const double value = sn_disc_distance(s, r, e, g, NULL, x);
  const sn_v3 n = v3(g[0], g[1], g[2]), c = v3(e[0], e[1], e[2]), p = v3(x[0], x[1], x[2]);
  worst = fabs(v3_norm(n) - 1);
  for (int k = 0; k < s->n_corner; k++) {
    most = fmax(most, v3_dot(n, s->corner[k]));
  }
  const double low = v3_dot(n, c) - (r > 0 ? r * v3_norm(v3_cross(n, v3(e[3], e[4], e[5]))) : 0);
  worst = fmax(worst, value - (low - most));
  for (int k = 0; k < s->n_plane; k++) {
    worst = fmax(worst, v3_dot(s->normal[k], p) - s->offset[k]);
  }
  return fmax(worst, v3_norm(v3_sub(p, r > 0 ? nearest_of_disc(r, e, p) : c)) - value);
}

static void random_place(unsigned *seed, double far, double *e)
{
  const sn_v3 a = random_unit(seed);
  for (int k = 0; k < 3; k++) {
    e[k] = (k == 0 ? 0.34 : 0) + far * dice(seed);
    e[3 + k] = a.x[k];
  }
}

static void test_distance(void)
{
  static const double triangle[3][2] = {{0.1, 0}, {0.6, 0.1}, {0.3, -0.4}}, edge[1][2] = {{0.3, 0.1}};
  static const struct {
    int n;
    const double (*profile)[2];
  } solids[] = {{4, bump}, {3, triangle}, {1, edge}};
  sn_arena *arena = sn_arena_new(NULL);
  unsigned seed = 1;
  for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
    for (int ball = 0; ball < 2; ball++) {
      sn_convex s;
      double worst = 0;
      int apart = 0;
      CHECK(sn_prism(solids[i].n, solids[i].profile, 0.5, arena, &s) == SN_OK);
      for (int k = 0; k < 8000; k++) {
        double e[6];
        const double r = ball ? 0 : 0.2;
        random_place(&seed, 1.5, e);
        if (sn_disc_distance(&s, r, e, NULL, NULL, NULL) > 1e-3) {
          worst = fmax(worst, unproved(&s, r, e));
          apart++;
        }
      }
      printf("  %d corners, %s: %d places apart, distance proved to %.1e\n", solids[i].n, ball ? "ball" : "disc", apart,
             worst);
      CHECK(apart > 5000);
      CHECK_BELOW(worst, 1e-11);
    }
  }
  sn_arena_free(arena);
}

/* differences of value and gradient at e; the largest that is wrong. Kinks of the curvature within reach: not asked. */
static double wrong_slopes(const sn_convex *s, double r, const double *e)
{
  const int m = r > 0 ? 6 : 3;
  const double d = 1e-5;
  double g[6], H[36], worst = 0;
  sn_disc_distance(s, r, e, g, H, NULL);
  for (int k = 0; k < m; k++) {
    double x[6], value[2], slope[2][6], second[2][36];
    for (int side = 0; side < 2; side++) {
      memcpy(x, e, sizeof(double) * 6);
      x[k] += side ? d : -d;
      value[side] = sn_disc_distance(s, r, x, slope[side], second[side], NULL);
    }
    for (int l = 0; l < m * m; l++) {
      if (fabs(second[1][l] - second[0][l]) > 0.1 * (1 + fabs(H[l]))) {
        return 0;
      }
    }
    worst = fmax(worst, fabs((value[1] - value[0]) / (2 * d) - g[k]));
    for (int l = 0; l < m; l++) {
      worst = fmax(worst, 1e-3 * fabs((slope[1][l] - slope[0][l]) / (2 * d) - H[k * m + l]) / (1 + fabs(H[k * m + l])));
    }
  }
  return worst;
}

static void test_slopes(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_convex s, plane;
  unsigned seed = 3;
  CHECK(sn_prism(4, bump, 0.5, arena, &s) == SN_OK && sn_half_space(arena, &plane) == SN_OK);
  for (int ball = 0; ball < 2; ball++) {
    const double r = ball ? 0 : 0.2;
    double worst = 0;
    for (int k = 0; k < 5000; k++) {
      double e[6];
      random_place(&seed, 1.2, e);
      if (sn_disc_distance(&s, r, e, NULL, NULL, NULL) > 0.05) {
        worst = fmax(worst, wrong_slopes(&s, r, e));
      }
      worst = fmax(worst, fabs(e[5]) < 0.95 ? wrong_slopes(&plane, r, e) : 0); /* flat on it there is no slope */
    }
    printf("  %s: slopes differ by %.1e\n", ball ? "ball" : "disc", worst);
    CHECK_BELOW(worst, 1e-8);
  }
  sn_arena_free(arena);
}

/* Along lines that pass faces, edges and corners the slope has no jumps: it changes by no more than the step over the distance. */
static void test_no_jumps(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_convex s;
  unsigned seed = 5;
  double worst = 0;
  CHECK(sn_prism(4, bump, 0.5, arena, &s) == SN_OK);
  for (int k = 0; k < 60; k++) {
    double e[6], f[6], before[6] = {0}, now[6];
    random_place(&seed, 1.2, e);
    random_place(&seed, 1.2, f);
    const sn_v3 axis = random_unit(&seed);
    double last = -1;
    for (int i = 0; i <= 8000; i++) {
      double x[6];
      for (int j = 0; j < 3; j++) {
        x[j] = e[j] + (f[j] - e[j]) * i / 8000;
        x[3 + j] = axis.x[j];
      }
      const double value = sn_disc_distance(&s, 0.2, x, now, NULL, NULL);
      const double jump = v3_norm(v3_sub(v3(now[0], now[1], now[2]), v3(before[0], before[1], before[2])));
      if (last > 0.03 && value > 0.03) {
        worst = fmax(worst, jump * value * 8000 / v3_norm(v3_sub(v3(e[0], e[1], e[2]), v3(f[0], f[1], f[2]))));
      }
      memcpy(before, now, sizeof now);
      last = value;
    }
  }
  printf("  slope over what a ball around the nearest point has: %.3f\n", worst);
  CHECK_BELOW(worst, 1.05);
  sn_arena_free(arena);
}

/* An edge that goes through a tilted disc: value and slope go on where they were outside, and the slopes are those of the value. */
static void test_through(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_convex s, edge;
  unsigned seed = 9;
  double worst = 0, jump = 0;
  int inside = 0;
  CHECK(sn_prism(4, bump, 0.5, arena, &s) == SN_OK && sn_prism(1, bump + 1, 0.5, arena, &edge) == SN_OK);
  for (int k = 0; k < 400; k++) {
    const sn_v3 a = v3_unit(v3(0.6 * dice(&seed), 1, 0.6 * dice(&seed)));
    const double tilt = 0.3 * dice(&seed) + 0.16; /* within the cone of the edge between slope and top */
    const sn_convex *solid = k % 2 ? &s : &edge;
    double before[6] = {0}, last = 0;
    for (int i = 200; i >= -200; i--) {
      const double u = 0.2 + 5e-5 * (i + 0.5);
      const double e[6] = {0.24 - u * sin(tilt), 0, 0.08 + u * cos(tilt), a.x[0], a.x[1], a.x[2]};
      double g[6];
      const double value = sn_disc_distance(solid, 0.2, e, g, NULL, NULL);
      if (i < 200) {
        jump = fmax(jump, fabs(value - last));
        for (int j = 0; j < 6; j++) {
          jump = fmax(jump, 1e-2 * fabs(g[j] - before[j]));
        }
      }
      if (value < -1e-3 && i % 50 == 0) {
        worst = fmax(worst, wrong_slopes(solid, 0.2, e));
        inside++;
      }
      memcpy(before, g, sizeof g);
      last = value;
    }
  }
  printf("  %d places inside: slopes differ by %.1e; largest change in a way of 5e-5: %.1e\n", inside, worst, jump);
  CHECK(inside > 1000);
  CHECK_BELOW(worst, 1e-7);
  CHECK_BELOW(jump, 6e-5);
  sn_arena_free(arena);
}

/* Deeper than the disc: the way out, without a jump where the disc goes in over a face or an edge. */
static void test_inside(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_convex s, edge;
  double g[6], p[3];
  CHECK(sn_prism(4, bump, 0.5, arena, &s) == SN_OK && sn_prism(1, bump + 1, 0.5, arena, &edge) == SN_OK);
  for (int i = -20; i <= 20; i++) {
    const double z = 0.08 + 0.2 + i * 1e-4;
    const double top[6] = {0.34, 0, z, 0, 1, 0};
    CHECK_NEAR(sn_disc_distance(&s, 0.2, top, g, NULL, p), i * 1e-4, 1e-15);
    CHECK_NEAR(g[2], 1, 1e-15);
    CHECK_NEAR(p[2], 0.08, 1e-15);
    const double u = 0.2 + i * 1e-4, over[6] = {0.24 - u * sin(0.2), 0, 0.08 + u * cos(0.2), 0, 1, 0};
    CHECK_NEAR(sn_disc_distance(&s, 0.2, over, g, NULL, p), i * 1e-4, 1e-12);
    CHECK_NEAR(g[0], -sin(0.2), i == 0 ? 2 : 1e-9); /* where it just touches it has no slope */
    CHECK_NEAR(sn_disc_distance(&edge, 0.2, over, g, NULL, p), i * 1e-4, 1e-12);
  }
  const double within[3] = {0.34, 0.1, 0.05};
  CHECK_NEAR(sn_disc_distance(&s, 0, within, g, NULL, p), -0.03, 1e-15);
  CHECK_NEAR(g[2], 1, 1e-15);
  sn_arena_free(arena);
}

static void test_profiles(void)
{
  static const double one[1][2] = {{1, 2}}, line[3][2] = {{0, 0}, {1, 1}, {2, 2}},
                      twice[4][2] = {{0, 0}, {1, 0}, {1, 0}, {0, 1}};
  static const double hollow[4][2] = {{0, 0}, {1, 0}, {0.2, 0.2}, {0, 1}},
                      back[4][2] = {{0.68, 0}, {0.44, 0.08}, {0.24, 0.08}, {0, 0}};
  double star[5][2];
  int k;
  for (int i = 0; i < 5; i++) {
    star[i][0] = cos(2 * i * 6.283185307179586 / 5);
    star[i][1] = sin(2 * i * 6.283185307179586 / 5);
  }
  CHECK(sn_profile_bad(1, one, &k) == SN_PROFILE_GOOD);
  CHECK(sn_profile_bad(2, bump, &k) == SN_PROFILE_SHORT);
  CHECK(sn_profile_bad(4, bump, &k) == SN_PROFILE_GOOD);
  CHECK(sn_profile_bad(4, back, &k) == SN_PROFILE_GOOD);
  CHECK(sn_profile_bad(3, line, &k) == SN_PROFILE_FLAT);
  CHECK(sn_profile_bad(4, twice, &k) == SN_PROFILE_TWICE && k == 2);
  CHECK(sn_profile_bad(4, hollow, &k) == SN_PROFILE_HOLLOW && k == 2);
  CHECK(sn_profile_bad(5, (const double(*)[2])star, &k) == SN_PROFILE_HOLLOW);
}

/* A closed surface of triangles: a cube with two triangles to a face, and an octahedron that is not regular, with corners of four faces;
   what is left inside a skin is consistent, and as wide at the nearest face. */
static void test_faces(void)
{
  static const double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
  static const int sides[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                   {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  static const double octa[6][3] = {{1.2, 0, 0}, {-1, 0.1, 0}, {0, 1, 0.1}, {0.1, -0.9, 0}, {0, 0, 1.1}, {0.2, 0, -1}};
  static const int eight[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                  {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  double dented[8][3], by;
  sn_arena *arena = sn_arena_new(NULL);
  sn_convex s, in;
  CHECK(sn_convex_of_faces(8, cube, 12, sides, 2, arena, &s, &by) == SN_FACES_GOOD);
  CHECK(s.n_plane == 6 && s.n_corner == 8 && s.n_edge == 12);
  CHECK(sn_convex_inset(&s, 0.1, arena, &in) == 1);
  for (int i = 0; i < 8; i++) {
    CHECK_NEAR(v3_norm(v3_sub(in.corner[i], s.corner[i])), 0.1 * sqrt(3), 1e-14);
  }
  memcpy(dented, cube, sizeof dented);
  dented[7][0] = 0.9;
  CHECK(sn_convex_of_faces(8, (const double(*)[3])dented, 12, sides, 2, arena, &s, &by) == SN_FACES_HOLLOW &&
        by > 0.01);
  CHECK(sn_convex_of_faces(6, octa, 8, eight, 0.1, arena, &s, &by) == SN_FACES_GOOD);
  CHECK(s.n_plane == 8 && s.n_corner == 6 && s.n_edge == 12);
  CHECK(sn_convex_inset(&s, 0.01, arena, &in) == 1 && sn_convex_inset(&s, 0.1, arena, &in) == 0);
  CHECK(sn_convex_inset(&s, 0.01, arena, &in) == 1);
  double least = INFINITY;
  for (int k = 0; k < 8; k++) {
    double most = -INFINITY;
    for (int i = 0; i < 6; i++) {
      most = fmax(most, v3_dot(in.normal[k], in.corner[i]) - in.offset[k]);
    }
    CHECK_NEAR(most, 0, 1e-12);
    least = fmin(least, s.offset[k] - in.offset[k]);
  }
  CHECK_NEAR(least, 0.01, 1e-12);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_faces);
  RUN(test_distance);
  RUN(test_slopes);
  RUN(test_no_jumps);
  RUN(test_through);
  RUN(test_inside);
  RUN(test_profiles);
  return REPORT();
}
