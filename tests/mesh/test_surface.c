/* tests/mesh/test_surface.c -- surfaces: mass properties against closed forms, orientation, what is not closed. */
#include "base/file.h"
#include "math/rotation.h"
#include "tests/mesh/surface_fixture.h"

static mesh m2;

static double difference(const sn_surface *a, const sn_surface *b)
{
  double d = fabs(a->volume - b->volume) / b->volume;
  const double size = v3_norm(v3_sub(b->hi, b->lo)), J = b->inertia[0][0] + b->inertia[1][1] + b->inertia[2][2];
  d = fmax(d, v3_norm(v3_sub(a->centre, b->centre)) / size);
  for (int i = 0; i < 9; i++) {
    d = fmax(d, fabs(a->inertia[i / 3][i % 3] - b->inertia[i / 3][i % 3]) / J);
  }
  return d;
}

/* ---- closed forms */

static void check_box(const sn_surface *s, sn_v3 lo, sn_v3 hi, double tolerance)
{
  const sn_v3 a = v3_sub(hi, lo), c = v3_scale(0.5, v3_add(lo, hi));
  const double volume = a.x[0] * a.x[1] * a.x[2];
  CHECK(s && s->flaw == SN_SURFACE_CLOSED);
  if (!s) {
    return;
  }
  CHECK_NEAR(s->volume / volume, 1, tolerance);
  for (int i = 0; i < 3; i++) {
    const double p = a.x[(i + 1) % 3], q = a.x[(i + 2) % 3];
    CHECK_NEAR(s->centre.x[i], c.x[i], tolerance * v3_norm(a));
    CHECK_NEAR(s->inertia[i][i] / (volume * (p * p + q * q) / 12), 1, tolerance);
    CHECK_NEAR(s->inertia[i][(i + 1) % 3], 0, tolerance * volume * v3_dot(a, a));
    CHECK_NEAR(s->lo.x[i], lo.x[i], tolerance);
    CHECK_NEAR(s->hi.x[i], hi.x[i], tolerance);
  }
}

static void test_box(void)
{
  const sn_v3 lo = v3(-0.5, 0.25, 1), hi = v3(1, 0.75, 3);
  for (format f = BINARY; f <= OBJ; f++) {
    m.n_v = m.n_t = 0;
    add_box(&m, lo, hi);
    const sn_surface *s = surface(&m, f);
    check_box(s, lo, hi, 1e-14);
    CHECK(s && s->n_vertex == 8 && s->n_triangle == 12 && strcmp(s->file, names[f]) == 0);
    CHECK(s && sn_surface_check_solid(s, &error) == SN_OK);
    turn_all(&m, 0); /* inside out */
    check_box(surface(&m, f), lo, hi, 1e-14);
    for (int t = 0; t < 12; t += 2) { /* and mixed */
      turn(&m, t);
    }
    s = surface(&m, f);
    check_box(s, lo, hi, 1e-14);
    turn(&m, 3);
    check_box(surface(&m, f), lo, hi, 1e-14);
    turn_all(&m, 0);
    check_box(surface(&m, f), lo, hi, 1e-14);
  }
}

/* Tetrahedron with corners 0, a e_x, b e_y, c e_z: volume abc/6, centre (a, b, c)/4; about the origin
   int x^2 = V a^2/10, int x y = V a b/20. */
static void test_tetrahedron(void)
{
  const double a[3] = {1, 2, 0.5}, V = 1.0 / 6;
  m.n_v = m.n_t = 0;
  vertex(&m, 0, 0, 0);
  vertex(&m, a[0], 0, 0);
  vertex(&m, 0, a[1], 0);
  vertex(&m, 0, 0, a[2]);
  triangle(&m, 0, 2, 1);
  triangle(&m, 0, 1, 3);
  triangle(&m, 1, 2, 3);
  triangle(&m, 0, 3, 2);
  const sn_surface *s = surface(&m, OBJ);
  CHECK_NEAR(s->volume, V, 1e-16);
  double second[3][3], trace = 0;
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(s->centre.x[i], a[i] / 4, 1e-15);
    for (int j = 0; j < 3; j++) {
      second[i][j] = V * a[i] * a[j] * ((i == j ? 2 : 1) / 20.0 - 1 / 16.0);
    }
    trace += second[i][i];
  }
  for (int i = 0; i < 9; i++) {
    CHECK_NEAR(s->inertia[i / 3][i % 3], (i % 4 == 0 ? trace : 0) - second[i / 3][i % 3], 1e-16);
  }
}

static int middle(mesh *x, int a, int b)
{
  const sn_v3 y = v3_unit(v3(x->v[a][0] + x->v[b][0], x->v[a][1] + x->v[b][1], x->v[a][2] + x->v[b][2]));
  return vertex(x, y.x[0], y.x[1], y.x[2]); /* twice per edge: welded by the reader */
}

static void icosphere(mesh *x, int level)
{
  static const int face[20][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                  {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                  {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  const double g = (1 + sqrt(5)) / 2;
  const double v[12][3] = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                           {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  x->n_v = x->n_t = 0;
  for (int k = 0; k < 12; k++) {
    const sn_v3 y = v3_unit(v3(v[k][0], v[k][1], v[k][2]));
    vertex(x, y.x[0], y.x[1], y.x[2]);
  }
  for (int k = 0; k < 20; k++) {
    triangle(x, face[k][0], face[k][1], face[k][2]);
  }
  for (; level > 0; level--) {
    const int n = x->n_t;
    for (int t = 0; t < n; t++) {
      const int a = x->t[t][0], b = x->t[t][1], c = x->t[t][2];
      const int ab = middle(x, a, b), bc = middle(x, b, c), ca = middle(x, c, a);
      triangle(x, a, ab, ca);
      triangle(x, b, bc, ab);
      triangle(x, c, ca, bc);
      x->t[t][0] = ab;
      x->t[t][1] = bc;
      x->t[t][2] = ca;
    }
  }
}

/* Volume and inertia of a sphere, with errors of the second order in the edge length. */
static void test_sphere(void)
{
  const double pi = 3.14159265358979323846;
  double before[2] = {0};
  for (int level = 0; level <= 4; level++) {
    icosphere(&m, level);
    const sn_surface *s = surface(&m, TEXT);
    CHECK(s && s->flaw == SN_SURFACE_CLOSED && s->n_vertex == 2 + 10 * (1 << 2 * level));
    if (!s) {
      continue;
    }
    const double e[2] = {1 - s->volume / (4 * pi / 3), 1 - s->inertia[1][1] / (8 * pi / 15)};
    for (int k = 0; k < 2; k++) {
      if (level > 0) {
        printf("  level %d, %s: order %.3f\n", level, k ? "inertia" : "volume", log2(before[k] / e[k]));
      }
      CHECK(level < 3 || fabs(log2(before[k] / e[k]) - 2) < 0.05);
      before[k] = e[k];
    }
    CHECK_NEAR(v3_norm(s->centre), 0, 1e-15);
  }
}

/* ---- several shells */

/* an L of 4 x 4 with arms of width 1, 1 thick */
static void add_bracket(mesh *x)
{
  static const double corner[6][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
  static const int top[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  const int o = x->n_v;
  for (int k = 0; k < 12; k++) {
    const int level = k / 6;
    vertex(x, corner[k % 6][0], corner[k % 6][1], level);
  }
  for (int k = 0; k < 4; k++) {
    triangle(x, o + top[k][0], o + top[k][2], o + top[k][1]);
    triangle(x, o + 6 + top[k][0], o + 6 + top[k][1], o + 6 + top[k][2]);
  }
  for (int k = 0; k < 6; k++) {
    const int l = (k + 1) % 6;
    triangle(x, o + k, o + l, o + 6 + l);
    triangle(x, o + k, o + 6 + l, o + 6 + k);
  }
}

static void test_hole(void)
{
  const sn_v3 lo = v3(0, 0, 0), hi = v3(4, 2, 2), a = v3(1, 0.5, 0.5), b = v3(2, 1.5, 1.5);
  for (int inside_out = 0; inside_out < 2; inside_out++) {
    for (int mixed = 0; mixed < 2; mixed++) {
      m.n_v = m.n_t = 0;
      add_box(&m, lo, hi);
      add_box(&m, a, b);
      turn_all(&m, 12); /* the cavity looks inward */
      if (inside_out) {
        turn_all(&m, 0);
      }
      if (mixed) { /* a few of each: the others say which side is out */
        turn(&m, 3);
        turn(&m, 13);
        turn(&m, 14);
      }
      const sn_surface *s = surface(&m, BINARY);
      CHECK(s && s->flaw == SN_SURFACE_CLOSED);
      if (s) {
        CHECK_NEAR(s->volume, 15, 1e-13);
        CHECK_NEAR(s->centre.x[0], (16 * 2 - 1.5) / 15, 1e-14);
        CHECK_NEAR(s->centre.x[1], 1, 1e-14);
        const double c = s->centre.x[0], outer = 16 * 8.0 / 12, inner = 2.0 / 12;
        CHECK_NEAR(s->inertia[0][0], outer - inner, 1e-13);
        CHECK_NEAR(s->inertia[1][1], 16 * 20.0 / 12 + 16 * (2 - c) * (2 - c) - inner - (1.5 - c) * (1.5 - c), 1e-13);
      }
    }
  }
  /* a mirrored part beside the others, inside out: at the side, or within the box of a bracket but not within its material */
  for (int inside_out = 0; inside_out < 2; inside_out++) {
    m.n_v = m.n_t = 0;
    add_box(&m, lo, hi);
    add_box(&m, v3(5, 0, 0), v3(6, 1, 1));
    turn_all(&m, 12);
    if (inside_out) {
      turn_all(&m, 0);
    }
    const sn_surface *s = surface(&m, TEXT);
    CHECK_NEAR(s && s->flaw == SN_SURFACE_CLOSED ? s->volume : 0, 17, 1e-13);
    m.n_v = m.n_t = 0;
    add_bracket(&m);
    add_box(&m, v3(2, 2, 0.25), v3(3, 3, 0.75));
    turn_all(&m, m.n_t - 12);
    add_box(&m, v3(0.25, 2, 0.25), v3(0.75, 3, 0.75)); /* and a cavity */
    turn_all(&m, m.n_t - 12);
    if (inside_out) {
      turn_all(&m, 0);
    }
    s = surface(&m, TEXT);
    CHECK_NEAR(s && s->flaw == SN_SURFACE_CLOSED ? s->volume : 0, 7 + 0.5 - 0.25, 1e-13);
  }
  /* two shells outward add up, also when they touch along an edge or with a face */
  const double shift[3][2] = {{5, 0}, {4, 2}, {4, 0}};
  for (int k = 0; k < 3; k++) {
    m.n_v = m.n_t = 0;
    add_box(&m, lo, hi);
    add_box(&m, v3(shift[k][0], shift[k][1], 0), v3(shift[k][0] + 1, shift[k][1] + 2, 2));
    const sn_surface *s = surface(&m, OBJ);
    CHECK(s && s->flaw == SN_SURFACE_CLOSED);
    CHECK_NEAR(s ? s->volume : 0, 20, 1e-13);
    CHECK_NEAR(s ? s->centre.x[0] : 0, (32 + 4 * (shift[k][0] + 0.5)) / 20, 1e-13);
  }
}

/* ---- copies: shifted, turned, scaled; the three formats */

static void test_copies(void)
{
  icosphere(&m, 2);
  for (int k = 0; k < m.n_v; k++) { /* an irregular body */
    m.v[k][0] *= 1.5 + 0.3 * m.v[k][1];
    m.v[k][1] *= 0.7 - 0.2 * m.v[k][2];
  }
  const sn_surface *s = surface(&m, OBJ);
  const sn_m3 r = sn_rotation_axis_angle(v3(1, 2, -0.5), 1.1);
  const sn_v3 shift = v3(3, -2, 5);
  m2 = m;
  move(&m2, r, 2.5, shift);
  const sn_surface *c = surface(&m2, TEXT);
  const double f = 2.5 * 2.5 * 2.5;
  CHECK_NEAR(c->volume / (f * s->volume), 1, 1e-13);
  CHECK_BELOW(v3_norm(v3_sub(c->centre, v3_add(shift, v3_scale(2.5, m3_mul(r, s->centre))))), 1e-13);
  for (int i = 0; i < 3; i++) { /* J' = R J R^T */
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 9; k++) {
        sum += r.c[k / 3].x[i] * s->inertia[k / 3][k % 3] * r.c[k % 3].x[j];
      }
      CHECK_NEAR(c->inertia[i][j], f * 2.5 * 2.5 * sum, 1e-13 * f * 2.5 * 2.5 * s->inertia[2][2]);
    }
  }
  for (int k = 0; k < m2.n_v; k++) { /* what single precision can hold is the same in all formats, bit by bit */
    for (int i = 0; i < 3; i++) {
      const volatile float single = (float)m2.v[k][i]; /* gcc 12 -O2 drops the pair of conversions otherwise */
      m2.v[k][i] = (double)single;
    }
  }
  const sn_surface *a = surface(&m2, BINARY), *b = surface(&m2, TEXT), *o = surface(&m2, OBJ);
  CHECK(difference(a, b) == 0);
  CHECK_BELOW(difference(a, o), 1e-15); /* vertices in another order */
  CHECK(a->n_vertex == b->n_vertex && a->n_vertex == o->n_vertex && a->n_triangle == o->n_triangle);
  CHECK_BELOW(difference(a, c), 1e-6);
}

/* Far away from the origin only the digits of the coordinates are lost, not those of the sums. */
static void test_far_away(void)
{
  const sn_v3 lo = v3(1e6, -1e6, 2e6), hi = v3(1e6 + 1, -1e6 + 2, 2e6 + 4);
  m.n_v = m.n_t = 0;
  add_box(&m, lo, hi);
  check_box(surface(&m, OBJ), lo, hi, 1e-14);
}

/* Corners that differ in their last digits are welded; slivers and needles do no harm. */
static void test_welding(void)
{
  const sn_v3 lo = v3(0, 0, 0), hi = v3(1, 2, 3);
  m.n_v = m.n_t = m2.n_v = m2.n_t = 0;
  add_box(&m, lo, hi);
  for (int h = 0; h < 36; h++) { /* every corner its own vertex, off by up to 1e-7 */
    const double *v = m.v[m.t[h / 3][h % 3]];
    const int off[3] = {h % 3 - 1, h % 5 / 2 - 1, -(h % 2)};
    vertex(&m2, v[0] + 1e-7 * off[0], v[1] + 1e-7 * off[1], v[2] + 1e-7 * off[2]);
  }
  for (int t = 0; t < 12; t++) {
    triangle(&m2, 3 * t, 3 * t + 1, 3 * t + 2);
  }
  const sn_surface *s = surface(&m2, TEXT);
  check_box(s, lo, hi, 1e-6);
  CHECK(s && s->n_vertex == 8 && s->n_triangle == 12);
  const int middle_of_edge = vertex(&m, 0.5, 0, 0); /* the edge 0-1, in two pieces on one side: closed by a sliver */
  triangle(&m, 0, 0, 5);                            /* two equal corners */
  triangle(&m, 0, 1, middle_of_edge);
  for (int t = 0; t < 12; t++) {
    if (m.t[t][0] == 0 && m.t[t][1] == 1) { /* 0 1 x -> 0 middle x, middle 1 x */
      triangle(&m, middle_of_edge, 1, m.t[t][2]);
      m.t[t][1] = middle_of_edge;
      break;
    }
  }
  s = surface(&m, OBJ);
  check_box(s, lo, hi, 1e-14);
  CHECK(s && s->n_vertex == 9 && s->n_triangle == 13);
  vertex(&m, 100, 100, 100); /* of no triangle */
  s = surface(&m, OBJ);
  check_box(s, lo, hi, 1e-14);
  CHECK(s && s->n_vertex == 9);
}

/* ---- surfaces that enclose nothing */

static void check_flaw(format f, sn_surface_flaw flaw, int count, const char *what, const char *why)
{
  const sn_surface *s = surface(&m, f);
  CHECK(s != NULL);
  if (s) {
    CHECK(s->flaw == flaw && s->n_flaw == count);
    memset(&error, 0, sizeof error);
    CHECK(sn_surface_check_solid(s, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, what);
    CHECK_TEXT(error.what, names[f]);
    CHECK_TEXT(error.why, why);
    CHECK_TEXT(error.fix, "leave out density");
  }
}

static void test_not_closed(void)
{
  m.n_v = m.n_t = 0;
  add_box(&m, v3(0, 0, 0), v3(1, 2, 3));
  m.n_t--;
  check_flaw(BINARY, SN_SURFACE_OPEN, 3, "is not closed; open edges: 3.", "between (1, 0, 0) and (1, 0, 3)");
  m.n_t = 2;
  check_flaw(TEXT, SN_SURFACE_OPEN, 4, "open edges: 4", "in units of the file");
  m.n_t = 12;
  triangle(&m, 0, 1, 7); /* a fin */
  check_flaw(OBJ, SN_SURFACE_OPEN, 3, "is not closed", "(");
  m.n_v = m.n_t = 0; /* the whole twice */
  add_box(&m, v3(0, 0, 0), v3(1, 2, 3));
  add_box(&m, v3(0, 0, 0), v3(1, 2, 3));
  check_flaw(OBJ, SN_SURFACE_DOUBLED, 12, "triangles too many: 12", "(");
  m.n_v = m.n_t = 0; /* a sheet with two sides */
  add_box(&m, v3(0, 0, 0), v3(1, 2, 3));
  move(&m, sn_rotation_axis_angle(v3(1, 2, 3), 0.3), 1, v3(0.1, 0.2, 0.3));
  m.n_t = 2;
  triangle(&m, m.t[0][1], m.t[0][0], m.t[0][2]);
  triangle(&m, m.t[1][0], m.t[1][2], m.t[1][1]);
  check_flaw(OBJ, SN_SURFACE_FLAT, 0, "encloses no volume", "");
}

/* A Klein bottle: a tube with the section of an 8, closed with a twist. */
static void test_one_sided(void)
{
  enum { N = 12, K = 8 };
  const double pi = 3.14159265358979323846;
  m.n_v = m.n_t = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < K; j++) {
      const double a = 2 * pi * i / N, b = 2 * pi * (j + 0.5) / K,
                   r = 3 + cos(a / 2) * sin(b) - sin(a / 2) * sin(2 * b);
      vertex(&m, r * cos(a), r * sin(a), sin(a / 2) * sin(b) + cos(a / 2) * sin(2 * b));
    }
  }
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < K; j++) {
      const int wrap = i == N - 1;
      const int a = i * K + j, b = i * K + (j + 1) % K;
      const int c = wrap ? K - 1 - j : a + K, d = wrap ? (2 * K - 2 - j) % K : b + K;
      triangle(&m, a, c, b);
      triangle(&m, b, c, d);
    }
  }
  const sn_surface *s = surface(&m, OBJ);
  CHECK(s && s->flaw == SN_SURFACE_TWISTED && s->n_flaw > 0);
  CHECK(s && sn_surface_check_solid(s, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "only one side");
}

/* Two cubes with a wall between them that is there twice, as it should, but looks the same way both times. */
static void test_wall(void)
{
  m.n_v = m.n_t = 0;
  add_box(&m, v3(0, 0, 0), v3(1, 1, 1));
  add_box(&m, v3(1, 0, 0), v3(2, 1, 1));
  turn(&m, 20);
  turn(&m, 21);
  check_flaw(OBJ, SN_SURFACE_DOUBLED, 2, "triangles too many: 2", "(1, ");
}

/* Four hats on one brim: two closed shells if they go in pairs, no inside if three look the same way. */
static void test_brim(void)
{
  static const double top[] = {2, 1, -1, -2};
  m.n_v = m.n_t = 0;
  for (int k = 0; k < 4; k++) {
    vertex(&m, k == 0 ? 1 : k == 2 ? -1 : 0, k == 1 ? 1 : k == 3 ? -1 : 0, 0);
  }
  for (int hat = 0; hat < 4; hat++) {
    const int tip = vertex(&m, 0, 0, top[hat]);
    for (int k = 0; k < 4; k++) {
      triangle(&m, k, (k + 1) % 4, tip);
      if (hat % 2) {
        turn(&m, m.n_t - 1);
      }
    }
  }
  const sn_surface *s = surface(&m, TEXT);
  CHECK(s && s->flaw == SN_SURFACE_CLOSED);
  CHECK_NEAR(s ? s->volume : 0, 2 * 2 * (2 - 1) / 3.0, 1e-15);
  for (int t = 0; t < 4; t++) {
    turn(&m, t);
  }
  check_flaw(TEXT, SN_SURFACE_CROSSED, 4, "do not go in pairs: 4", "(1, 0, 0) and (0, 1, 0)");
}

/* ---- the files of tests/data */

static const sn_surface *from_file(const char *name)
{
  const char *bytes = "";
  size_t size = 0;
  char path[300];
  snprintf(path, sizeof path, SN_TEST_SOURCE "/tests/data/%s", name);
  CHECK_OK(sn_file_read(path, SN_SURFACE_BYTES, arena, &bytes, &size, &error), error);
  return parse(name, bytes, size);
}

static void test_data(void)
{
  static const char *const box[] = {"box.stl", "box_text.stl", "box.obj"};
  for (int k = 0; k < 3; k++) {
    check_box(from_file(box[k]), v3(-200, -100, -50), v3(200, 100, 50), 1e-14);
  }
  /* pieces of cones around x, of 32 sides: an exact multiple of the round ones */
  static const double profile[][2] = {{-40, 0}, {-40, 4}, {-9, 4}, {-9, 12}, {-3, 14}, {-3, 38}, {-10, 40}, {-10, 50},
                                      {10, 50}, {10, 40}, {3, 38}, {3, 14},  {9, 12},  {9, 4},   {40, 4},   {40, 0}};
  const double turn32 = 2 * 3.14159265358979323846 / 32, c = cos(turn32), area = 16 * sin(turn32);
  double volume = 0, J = 0;
  for (int k = 0; k < 15; k++) {
    const double dx = profile[k + 1][0] - profile[k][0], r = profile[k][1], s = profile[k + 1][1];
    volume += area * dx * (r * r + r * s + s * s) / 3;
    /* int r^2 over a triangle of sides r, r: r^4 sin/12 (2 + cos) */
    J += 32 * sin(turn32) / 12 * (2 + c) * dx *
         (r * r * r * r + r * r * r * s + r * r * s * s + r * s * s * s + s * s * s * s) / 5;
  }
  const sn_surface *s = from_file("rotor.stl");
  CHECK(s && s->flaw == SN_SURFACE_CLOSED);
  CHECK_NEAR(s->volume / volume, 1, 1e-6); /* single precision */
  CHECK_NEAR(s->inertia[0][0] / J, 1, 1e-6);
  CHECK_NEAR(v3_norm(s->centre), 0, 1e-4);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_box);
  RUN(test_tetrahedron);
  RUN(test_sphere);
  RUN(test_hole);
  RUN(test_copies);
  RUN(test_far_away);
  RUN(test_welding);
  RUN(test_not_closed);
  RUN(test_one_sided);
  RUN(test_wall);
  RUN(test_brim);
  RUN(test_data);
  sn_arena_free(arena);
  return REPORT();
}
