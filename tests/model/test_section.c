/* tests/model/test_section.c -- sections of beams: numbers against closed forms, integrals over the outline and solutions on
 *          a grid (tests/model/section_grid.h); offsets and turns; what is refused.
 */
#include "harness.h"
#include "tests/model/kinds.h"
#include "tests/model/section_grid.h"

static const sn_input inputs[] = {{"section", SN_SECTION, "", "cross section", .required = 1}, {0}};

static sn_status fill(sn_arena *a, sn_value v, const sn_section **out, sn_error *e)
{
  const sn_value r = RECORD(a, {"section", v});
  sn_sections all = {0};
  const sn_status status = sn_fields_fill(inputs, &r, &all, a, "beam 'x'", "m.lua:1", e);
  *out = all.same;
  return status;
}

static const sn_section *read(sn_arena *a, sn_value v)
{
  sn_error e = {0};
  const sn_section *s;
  CHECK_OK(fill(a, v, &s, &e), e);
  return s;
}

#define NUM(name, x) \
  {                  \
    name, number(x)  \
  }
#define RECTANGLE(w, h) MADE(a, "rectangle", NUM("width", w), NUM("height", h))
#define I_SECTION(h, b, t, w) MADE(a, "i_section", NUM("height", h), NUM("width", b), NUM("flange", t), NUM("web", w))
#define CHANNEL(h, b, t, w) \
  MADE(a, "channel_section", NUM("height", h), NUM("width", b), NUM("flange", t), NUM("web", w))
#define BOX(w, h, t, v) MADE(a, "hollow_box", NUM("width", w), NUM("height", h), NUM("thickness", t), NUM("web", v))

/* the outline encloses the area, around the centroid, with the same second moments */
static void check_outline(const sn_section *s, double tolerance)
{
  double area = 0, first[2] = {0}, m[3] = {0};
  const double(*p)[2] = s->outline.point;
  for (int l = 0; l < s->outline.n_loop; l++) {
    double loop = 0;
    const int n = s->outline.count[l];
    for (int i = 0; i < n; i++) { /* triangles from the beam's line: int y^2 by the middles of their edges */
      const double *u = p[i], *v = p[(i + 1) % n], c = (u[0] * v[1] - u[1] * v[0]) / 2;
      const double q[3][2] = {{u[0] / 2, u[1] / 2}, {v[0] / 2, v[1] / 2}, {(u[0] + v[0]) / 2, (u[1] + v[1]) / 2}};
      loop += c;
      for (int k = 0; k < 3; k++) {
        first[0] += c / 3 * q[k][0];
        first[1] += c / 3 * q[k][1];
        m[0] += c / 3 * q[k][0] * q[k][0];
        m[1] += c / 3 * q[k][1] * q[k][1];
        m[2] += c / 3 * q[k][0] * q[k][1];
      }
    }
    CHECK(l == 0 ? loop > 0 : loop < 0); /* counterclockwise, holes clockwise */
    area += loop;
    p += n;
  }
  const double y = first[0] / area, z = first[1] / area, size = sqrt(s->area);
  CHECK_NEAR(area, s->area, tolerance * s->area);
  CHECK_NEAR(y, s->centroid[0], tolerance * size);
  CHECK_NEAR(z, s->centroid[1], tolerance * size);
  CHECK_NEAR(m[0] - area * y * y, s->second[0], tolerance * s->second[0]);
  CHECK_NEAR(m[1] - area * z * z, s->second[1], tolerance * s->second[1]);
  CHECK_NEAR(m[2] - area * y * z, s->second[2], tolerance * sqrt(s->second[0] * s->second[1]));
}

/* A rib on a plate: the end correction 0.105 b^4 of one free end (El Darwish and Johnston 1965), not of two. */
static void test_joined(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const double b = 0.01, h = 0.05;
  const sn_section *alone = read(a, RECTANGLE(b, h));
  const sn_value yes = {.type = SN_VALUE_FLAG, .number = 1};
  const sn_section *rib = read(a, MADE(a, "rectangle", NUM("width", b), NUM("height", h), {"joined", yes}));
  CHECK_NEAR(alone->torsion, h * b * b * b / 3 - 2 * 0.10504 * pow(b, 4), 1e-4 * alone->torsion);
  CHECK_NEAR(rib->torsion, h * b * b * b / 3 - 0.10504 * pow(b, 4), 1e-4 * rib->torsion);
  CHECK_NEAR(rib->second[0], alone->second[0], 0);
  sn_arena_free(a);
}

static void test_rectangle(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const sn_section *s = read(a, RECTANGLE(2, 2));
  CHECK_NEAR(s->torsion / 16, 0.1405770149551537, 1e-15); /* the series to its end */
  s = read(a, RECTANGLE(0.02, 0.05));
  CHECK_NEAR(s->area, 1e-3, 1e-18);
  CHECK_NEAR(s->second[0], 0.05 * 8e-6 / 12, 1e-20); /* int y^2: width along y */
  CHECK_NEAR(s->second[1], 0.02 * 125e-6 / 12, 1e-20);
  CHECK_NEAR(s->shear[0], 5e-3 / 6, 1e-18);
  check_outline(s, 1e-14);
  /* the series term by term, far enough */
  double sum = 0;
  for (int n = 1; n < 4000; n += 2) {
    sum += tanh(n * 3.14159265358979323846 * 2.5 / 2) / pow(n, 5);
  }
  CHECK_NEAR(s->torsion, 0.05 * 8e-6 * (1. / 3 - 64 / pow(3.14159265358979323846, 5) / 2.5 * sum), 1e-14 * s->torsion);
  CHECK_NEAR(read(a, RECTANGLE(0.05, 0.02))->torsion, s->torsion, 1e-15 * s->torsion);    /* lying or standing */
  CHECK_NEAR(read(a, RECTANGLE(1e-6, 1))->torsion, 1e-18 / 3 * (1 - 0.630249e-6), 1e-30); /* a strip */
  for (int k = 0; k < 2; k++) { /* on a grid: from above, with the square of its size */
    const double h = k ? 0.5 : 1;
    const grid_answer g = grid_of((grid_piece[]){{0, 0, 20, 50}}, 1, h);
    CHECK_NEAR(g.torsion * 1e-12, s->torsion, (k ? 6e-4 : 2.4e-3) * s->torsion);
    CHECK_NEAR(g.shear[0] * 1e-6, s->shear[0], (k ? 5.5e-4 : 2.2e-3) * s->shear[0]);
    CHECK_NEAR(g.shear[1] * 1e-6, s->shear[1], (k ? 1e-4 : 4e-4) * s->shear[1]);
    CHECK(g.torsion * 1e-12 > s->torsion && g.shear[0] * 1e-6 > s->shear[0]);
  }
  sn_arena_free(a);
}

/* Flexure of a ring for Poisson's ratio 0: the stress function c = (a r + b r^3 + d/r) cos(angle), free at both radii. */
static double ring_shear(double r, double q)
{
  const double pi = 3.14159265358979323846, I = pi / 4 * (pow(r, 4) - pow(q, 4));
  /* Laplacian of b r^3 cos = 8 b r cos = -r cos/I; slopes a + 3 b r^2 - d/r^2 vanish at r and q */
  const double b = -1 / (8 * I), d = -3 * b * r * r * q * q, c = -3 * b * (r * r + q * q);
  double work = 0;
  enum { N = 4000 };
  for (int i = 0; i < N; i++) { /* int f c dA = int (r/I) (c r + b r^3 + d/r) pi r dr */
    const double x = q + (r - q) * (i + 0.5) / N;
    work += (r - q) / N * pi * x * x / I * (c * x + b * x * x * x + d / x);
  }
  return 1 / work;
}

static void test_round(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const double pi = 3.14159265358979323846;
  const sn_section *s = read(a, MADE(a, "circle", NUM("radius", 0.1)));
  CHECK_NEAR(s->area, pi * 0.01, 1e-17);
  CHECK_NEAR(s->second[0], pi * 1e-4 / 4, 1e-19);
  CHECK_NEAR(s->torsion, pi * 1e-4 / 2, 1e-19);
  CHECK_NEAR(s->shear[0], ring_shear(0.1, 1e-9), 1e-6 * s->shear[0]);
  check_outline(s, 0.02);
  s = read(a, MADE(a, "tube", NUM("radius", 0.1), NUM("thickness", 0.04)));
  const sn_section *same = read(a, MADE(a, "tube", NUM("radius", 0.1), NUM("inner", 0.06)));
  CHECK_NEAR(s->area, pi * 0.0064, 1e-17);
  CHECK_NEAR(s->torsion, pi * (1e-4 - 0.1296e-4) / 2, 1e-19);
  CHECK_NEAR(s->shear[1], ring_shear(0.1, 0.06), 1e-6 * s->shear[1]);
  CHECK_NEAR(same->torsion, s->torsion, 1e-18);
  CHECK(s->outline.n_loop == 2);
  check_outline(s, 0.02);
  s = read(a, MADE(a, "tube", NUM("radius", 0.1), NUM("thickness", 1e-6))); /* thin: half the area */
  CHECK_NEAR(s->shear[0] / s->area, 0.5, 1e-5);
  sn_arena_free(a);
}

/* area and second moments exactly; torsion, shear areas and shear centre near those of a grid */
static void check_walls(const sn_section *s, const grid_piece *piece, int n, double h, double torsion, double shear,
                        double centre)
{
  const grid_answer g = grid_of(piece, n, h);
  CHECK_NEAR(s->area, g.area, 1e-12 * g.area);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(s->second[k], g.second[k], 1e-11 * (g.second[0] + g.second[1]));
  }
  printf("  %s: J %+.2f %%, shear areas %+.1f %% and %+.1f %% of a grid\n", s->kind->name,
         100 * (s->torsion / g.torsion - 1), 100 * (s->shear[0] / g.shear[0] - 1),
         100 * (s->shear[1] / g.shear[1] - 1));
  CHECK_NEAR(s->torsion, g.torsion, torsion * g.torsion);
  CHECK_NEAR(s->shear[0], g.shear[0], shear * g.shear[0]);
  CHECK_NEAR(s->shear[1], g.shear[1], shear * g.shear[1]);
  CHECK_NEAR(s->shear[2], g.shear[2], shear * (fabs(g.shear[0]) + fabs(g.shear[1])));
  for (int k = 0; k < 2; k++) { /* the centroid is at the beam's line */
    CHECK_NEAR(s->shear_centre[k], g.shear_centre[k] - g.centroid[k], centre);
  }
  check_outline(s, 1e-11);
}

static void test_i(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const sn_section *s = read(a, I_SECTION(80, 20, 2, 2)); /* BBT 5.1, in mm */
  CHECK_NEAR(s->area, 232, 1e-12);
  CHECK_NEAR(s->second[1], 194869, 0.5);
  CHECK_NEAR(s->second[0], 2717.3, 0.05);
  CHECK_NEAR(s->torsion, 309.3333333333333, 1e-11);
  CHECK_NEAR(s->shear[0], 80 * 5. / 6, 1e-11);
  check_walls(s, (grid_piece[]){{0, 39, 20, 2}, {0, 0, 2, 76}, {0, -39, 20, 2}}, 3, 0.5, 0.015, 0.075, 1e-9);
  /* flanges that differ: shear centre by the second moments of the flanges about z */
  s = read(a, MADE(a, "i_section", NUM("height", 80), NUM("width", 20), NUM("flange", 2), NUM("web", 2),
                   NUM("bottom_width", 40), NUM("bottom_flange", 3)));
  const double top = 2 * 20. * 20 * 20 / 12, foot = 3 * 40. * 40 * 40 / 12, h = 80 - 2.5;
  const double z0 = -(40 * 39 - 120 * 38.5 + 150 * 0.5) / 310 + 39; /* of the upper flange from the centroid */
  CHECK_NEAR(s->shear_centre[1], z0 - h * foot / (top + foot), 1e-11);
  CHECK_NEAR(s->shear_centre[0], 0, 1e-12);
  check_walls(s, (grid_piece[]){{0, 39, 20, 2}, {0, 0.5, 2, 75}, {0, -38.5, 40, 3}}, 3, 0.5, 0.01, 0.02, 0.25);
  sn_arena_free(a);
}

static void test_channel(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const sn_section *s = read(a, CHANNEL(80, 30, 2, 2));
  /* textbook: 3 b^2/(6 b + h) behind the middle of the web, with the middle lines b and h */
  const double b = 29, h = 78, centroid = (2 * 60 * 15 + 152 * 1) / 272.;
  CHECK_NEAR(s->shear_centre[0], 1 - 3 * b * b / (6 * b + h) - centroid, 1e-12);
  CHECK_NEAR(s->shear_centre[1], 0, 1e-12);
  CHECK_NEAR(s->torsion, (2 * 30 + 76) * 8. / 3, 1e-11);
  check_walls(s, (grid_piece[]){{15, 39, 30, 2}, {1, 0, 2, 76}, {15, -39, 30, 2}}, 3, 0.5, 0.01, 0.04, 0.2);
  s = read(a, CHANNEL(80, 30, 4, 3));
  const double f = 28.5, m = 76, I = 3 * m * m * m / 12 + 2 * 4 * f * m * m / 4; /* e = b^2 h^2 t/(4 I) */
  CHECK_NEAR(s->shear_centre[0], 1.5 - f * f * m * m * 4 / (4 * I) - (2 * 120 * 15 + 216 * 1.5) / 456, 1e-12);
  sn_arena_free(a);
}

static void test_t_and_angle(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const sn_section *s =
      read(a, MADE(a, "t_section", NUM("height", 40), NUM("width", 30), NUM("flange", 2), NUM("web", 2)));
  CHECK_NEAR(s->shear_centre[1], 39 - (60 * 39 + 76 * 19) / 136., 1e-12); /* in the flange */
  check_walls(s, (grid_piece[]){{0, 39, 30, 2}, {0, 19, 2, 38}}, 2, 0.5, 0.01, 0.04, 0.3);
  s = read(a, MADE(a, "angle_section", NUM("height", 40), NUM("width", 30), NUM("thickness", 2)));
  const grid_answer g = grid_of((grid_piece[]){{1, 20, 2, 40}, {16, 1, 28, 2}}, 2, 0.5);
  CHECK_NEAR(s->shear_centre[0], 1 - g.centroid[0], 1e-11); /* where the legs meet */
  CHECK_NEAR(s->shear_centre[1], 1 - g.centroid[1], 1e-11);
  CHECK(s->second[2] < 0 && g.shear[2] * s->shear[2] > 0);
  check_walls(s, (grid_piece[]){{1, 20, 2, 40}, {16, 1, 28, 2}}, 2, 0.5, 0.02, 0.04, 0.3);
  sn_arena_free(a);
}

/* thin to thick; where flanges and webs differ the corners are taken into account less well */
static void test_box(void)
{
  sn_arena *a = sn_arena_new(NULL);
  static const struct {
    double flange, web, h, torsion, shear;
  } wall[] = {{2, 2, 0.5, 0.002, 0.01},  {5, 5, 0.5, 0.002, 0.01},    {10, 10, 0.5, 0.002, 0.01},
              {15, 15, 0.5, 0.02, 0.03}, {4, 2, 0.5, 0.01, 0.03},     {2, 4, 0.5, 0.01, 0.03},
              {3, 9, 0.5, 0.015, 0.1},   {0.5, 0.5, 0.1, 0.002, 0.01}};
  for (int k = 0; k < 8; k++) {
    const double t = wall[k].flange, w = wall[k].web, y = 20 - w / 2, z = 30 - t / 2, inside = 60 - 2 * t;
    if (t < 1) { /* too thin for a grid: thin walls */
      const sn_section *s = read(a, BOX(40, 60, t, w));
      const double c = 39.5, d = 59.5, bredt = 4 * c * c * d * d / (2 * (c + d) / t);
      CHECK_NEAR(s->torsion, bredt, 0.01 * bredt);
      continue;
    }
    const grid_piece piece[] = {{0, z, 40, t}, {0, -z, 40, t}, {y, 0, w, inside}, {-y, 0, w, inside}};
    check_walls(read(a, BOX(40, 60, t, w)), piece, 4, wall[k].h, wall[k].torsion, wall[k].shear, 1e-9);
  }
  const sn_section *s = read(a, BOX(40, 60, 3, 2));
  CHECK(s->outline.n_loop == 2 && s->outline.n_point == 8);
  const sn_section *turned = read(a, BOX(60, 40, 2, 3)); /* lying: what was along y is along z */
  CHECK_NEAR(turned->torsion, s->torsion, 1e-9 * s->torsion);
  CHECK_NEAR(turned->shear[0], s->shear[1], 1e-12 * s->shear[1]);
  sn_arena_free(a);
}

/* a turned section is the same section in other axes; the offset moves everything */
static void test_turn_and_offset(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const double angle = 0.7, c = cos(angle), s = sin(angle);
  const sn_section *p = read(a, CHANNEL(80, 30, 4, 3));
  const sn_section *q = read(a, MADE(a, "channel_section", NUM("height", 80), NUM("width", 30), NUM("flange", 4),
                                     NUM("web", 3), NUM("turn", angle), NUM("offset_y", 5), NUM("offset_z", -7)));
  check_outline(q, 1e-12);
  CHECK_NEAR(q->centroid[0], 5, 0);
  CHECK_NEAR(q->centroid[1], -7, 0);
  CHECK_NEAR(q->shear_centre[0], 5 + c * p->shear_centre[0], 1e-12);
  CHECK_NEAR(q->shear_centre[1], -7 + s * p->shear_centre[0], 1e-12);
  /* quadratic forms: in direction (c, s) the turned one is as the first along y */
  CHECK_NEAR(c * c * q->second[0] + s * s * q->second[1] + 2 * c * s * q->second[2], p->second[0], 1e-9);
  CHECK_NEAR(c * c * q->shear[0] + s * s * q->shear[1] + 2 * c * s * q->shear[2], p->shear[0], 1e-11);
  CHECK_NEAR(s * s * q->shear[0] + c * c * q->shear[1] - 2 * c * s * q->shear[2], p->shear[1], 1e-11);
  CHECK_NEAR(q->torsion, p->torsion, 0);
  /* a rectangle turned by a right angle is the lying one */
  const sn_section *r =
      read(a, MADE(a, "rectangle", NUM("width", 2), NUM("height", 5), NUM("turn", 1.5707963267948966)));
  const sn_section *lying = read(a, RECTANGLE(5, 2));
  CHECK_NEAR(r->second[0], lying->second[0], 1e-14);
  CHECK_NEAR(r->second[2], 0, 1e-14);
  sn_arena_free(a);
}

static void test_given(void)
{
  sn_arena *a = sn_arena_new(NULL);
  const sn_section *s = read(a, MADE(a, "i_section", NUM("height", 80), NUM("width", 20), NUM("flange", 2),
                                     NUM("web", 2), NUM("shear_z", 152), NUM("torsion", 300)));
  CHECK_NEAR(s->shear[1], 152, 0);
  CHECK_NEAR(s->shear[0], 80 * 5. / 6, 1e-11);
  CHECK_NEAR(s->torsion, 300, 0);
  s = read(a, MADE(a, "general_section", NUM("area", 2), NUM("second_y", 3), NUM("second_z", 4), NUM("second_yz", -1),
                   NUM("torsion", 5), NUM("shear_y", 1.5), NUM("shear_center_y", 0.25), NUM("offset_y", 1)));
  CHECK_NEAR(s->area, 2, 0);
  CHECK_NEAR(s->second[2], -1, 0);
  CHECK_NEAR(s->shear[0], 1.5, 0);
  CHECK_NEAR(s->shear[1], 5. / 3, 1e-15);
  CHECK_NEAR(s->shear_centre[0], 1.25, 0);
  CHECK(s->outline.n_loop == 1 && s->outline.n_point == 4);
  s = read(a, MADE(a, "general_section", NUM("area", 6), NUM("second_y", 4.5), NUM("second_z", 2), NUM("torsion", 1)));
  CHECK_NEAR(s->outline.point[2][0], 1.5, 1e-15); /* drawn 3 wide and 2 high */
  CHECK_NEAR(s->outline.point[2][1], 1, 1e-15);
  check_outline(s, 1e-14);
  sn_arena_free(a);
}

static sn_value points(sn_arena *a, const double (*p)[2], int n)
{
  sn_value *row = SN_NEW(a, sn_value, n);
  for (int i = 0; i < n; i++) {
    sn_value *x = SN_NEW(a, sn_value, 2);
    x[0] = number(p[i][0]);
    x[1] = number(p[i][1]);
    row[i] = (sn_value){.type = SN_VALUE_LIST, .n = 2, .entry = x};
  }
  return (sn_value){.type = SN_VALUE_LIST, .n = n, .entry = row};
}
#define POLYGON(p)                                                                                           \
  MADE(a, "polygon_section", {"points", points(a, (const double(*)[2])(p), (int)(sizeof(p) / sizeof *(p)))}, \
       NUM("torsion", 1))

static void test_polygon(void)
{
  sn_arena *a = sn_arena_new(NULL);
  /* the I of above, far from the origin and the other way round */
  const double i[][2] = {{-10, -40}, {-10, -38}, {-1, -38}, {-1, 38}, {-10, 38}, {-10, 40},
                         {10, 40},   {10, 38},   {1, 38},   {1, -38}, {10, -38}, {10, -40}};
  double far[12][2];
  for (int k = 0; k < 12; k++) {
    far[k][0] = i[k][0] + 1000;
    far[k][1] = i[k][1] - 2000;
  }
  const sn_section *s = read(a, POLYGON(i)), *t = read(a, POLYGON(far)), *r = read(a, I_SECTION(80, 20, 2, 2));
  check_outline(s, 1e-13);
  check_outline(t, 1e-10);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(s->second[k], r->second[k], 1e-9);
    CHECK_NEAR(t->second[k], r->second[k], 1e-8);
  }
  CHECK_NEAR(s->area, 232, 1e-12);
  const double triangle[][2] = {{0, 0}, {6, 0}, {0, 3}};
  s = read(a, POLYGON(triangle));
  CHECK_NEAR(s->area, 9, 1e-14);
  CHECK_NEAR(s->second[0], 3 * 216. / 36, 1e-13);
  CHECK_NEAR(s->second[2], -36. * 9 / 72, 1e-13);
  sn_arena_free(a);
}

/* every refusal has four parts and says what */
static void refused(sn_arena *a, sn_value v, const char *what)
{
  sn_error e = {0};
  const sn_section *s;
  CHECK(fill(a, v, &s, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, what);
  CHECK_TEXT(e.what, "beam 'x'");
  CHECK(e.where[0] && e.fix[0]);
}

static void test_refused(void)
{
  sn_arena *a = sn_arena_new(NULL);
  refused(a, number(1), "needs a section (rectangle, circle, tube,");
  refused(a, text("circle"), "needs a section");
  refused(a, MADE(a, "box", {"size", vector(a, 1, 1, 1)}), "but got box {...}");
  refused(a, MADE(a, "rectangle", NUM("width", 1)), "needs the field `height`");
  refused(a, MADE(a, "rectangle", NUM("width", 1), NUM("heigth", 1)), "has no field `heigth`");
  refused(a, RECTANGLE(-1, 1), "greater than 0");
  refused(a, RECTANGLE(1e-200, 1e-200), "no stiffness that is a positive number");
  refused(a, RECTANGLE(1e100, 1e100), "no stiffness that is a positive number");
  refused(a, MADE(a, "tube", NUM("radius", 1)), "needs the field `thickness` or `inner`");
  refused(a, MADE(a, "tube", NUM("radius", 1), NUM("thickness", 0.1), NUM("inner", 0.9)),
          "both `thickness` and `inner`");
  refused(a, MADE(a, "tube", NUM("radius", 1), NUM("inner", 1)), "inner radius must be smaller");
  refused(a, MADE(a, "tube", NUM("radius", 1), NUM("thickness", 1.5)), "thickness of the wall must not exceed");
  refused(a, MADE(a, "tube", NUM("radius", 1), NUM("inner", 0.5), NUM("length", 3)), "has no field `length`");
  refused(a, I_SECTION(4, 20, 2, 2), "as thick as the section is high");
  refused(a, I_SECTION(80, 2, 2, 3), "web is thicker");
  refused(a, CHANNEL(4, 20, 2, 2), "as thick as the section is high");
  refused(a, CHANNEL(40, 2, 2, 2), "web is as thick");
  refused(a, BOX(4, 40, 2, 2), "no room inside");
  refused(a, MADE(a, "angle_section", NUM("height", 2), NUM("width", 3), NUM("thickness", 2)), "thick as it is long");
  refused(a, MADE(a, "t_section", NUM("height", 2), NUM("width", 3), NUM("flange", 2), NUM("web", 1)), "as thick as");
  refused(a, MADE(a, "general_section", NUM("area", 2), NUM("second_y", 3), NUM("second_z", 4)), "the field `torsion`");
  refused(a,
          MADE(a, "general_section", NUM("area", 2), NUM("second_y", 3), NUM("second_z", 4), NUM("second_yz", 4),
               NUM("torsion", 1)),
          "second_yz is too large");
  const double two[][2] = {{0, 0}, {1, 0}}, bow[][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  const double back[][2] = {{0, 0}, {1, 0}, {0.5, 0}, {0, 1}}, again[][2] = {{0, 0}, {1, 0}, {0, 1}, {0, 0}};
  const double flat[][2] = {{0, 0}, {1, 0}, {2, 0}};
  refused(a, POLYGON(two), "three or more points");
  refused(a, POLYGON(bow), "crosses itself");
  refused(a, POLYGON(back), "crosses itself");
  refused(a, POLYGON(again), "crosses itself");
  refused(a, POLYGON(flat), "crosses itself");
  sn_arena_free(a);
}

int main(void)
{
  RUN(test_rectangle);
  RUN(test_joined);
  RUN(test_round);
  RUN(test_i);
  RUN(test_channel);
  RUN(test_t_and_angle);
  RUN(test_box);
  RUN(test_turn_and_offset);
  RUN(test_given);
  RUN(test_polygon);
  RUN(test_refused);
  return REPORT();
}
