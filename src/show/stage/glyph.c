/* show/stage/glyph.c -- symbols of joints and of what is held in the ground, as engineers draw them: size about 1, axis z.
 * What:    one row per kind. Most are solids of revolution and boxes that overlap; each piece is closed.
 * Limits:  a symbol shows the kind and its axis, not its state; it moves with the first part.
 * Tests:   tests/show/test_geometry.c.
 */
#include <math.h>
#include <string.h>

#include "show/stage/geometry.h"

static const double pi = 3.14159265358979323846;
enum { AROUND = 24 };

/* axes for pieces that are made along x: its x along z, y or x of the symbol */
static const sn_m3 along_z = {{{{0, 0, 1}}, {{1, 0, 0}}, {{0, 1, 0}}}};
static const sn_m3 along_y = {{{{0, 1, 0}}, {{0, 0, 1}}, {{1, 0, 0}}}};
static const sn_m3 along_x = {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}};

static void bar(sn_tessellation *t, sn_m3 axes, double from, double to, double radius)
{
  const double edge = 0.04, p[][2] = {{from, 0},           {from, radius - edge}, {from + edge, radius},
                                      {to - edge, radius}, {to, radius - edge},   {to, 0}};
  sn_tess_frame(t, v3(0, 0, 0), axes);
  sn_tess_revolve(t, p, 6, 0, AROUND);
}

static void ball(sn_tessellation *t, sn_v3 middle, double radius)
{
  enum { PIECES = 10 };
  double p[PIECES + 1][2];
  for (int i = 0; i <= PIECES; i++) {
    p[i][0] = -radius * cos(pi * i / PIECES);
    p[i][1] = i == 0 || i == PIECES ? 0 : radius * sin(pi * i / PIECES);
  }
  sn_tess_frame(t, middle, along_z);
  sn_tess_revolve(t, (const double(*)[2])p, PIECES + 1, 0, AROUND);
}

static void block(sn_tessellation *t, sn_v3 middle, double x, double y, double z)
{
  sn_tess_frame(t, middle, m3_identity());
  sn_tess_box(t, x, y, z);
}

static void revolute(sn_tessellation *t)
{
  bar(t, along_z, -1, 1, 0.38);
  bar(t, along_z, -0.82, -0.5, 0.66);
  bar(t, along_z, 0.5, 0.82, 0.66);
}

static void prismatic(sn_tessellation *t)
{
  block(t, v3(0, 0, 0), 0.28, 0.28, 1.25);
  block(t, v3(0, 0, 0), 0.62, 0.62, 0.55);
}

static void cylindrical(sn_tessellation *t)
{
  bar(t, along_z, -1.25, 1.25, 0.32);
  bar(t, along_z, -0.6, 0.6, 0.66);
}

static void screw(sn_tessellation *t)
{
  enum { THREADS = 8 };
  double p[2 * THREADS + 3][2];
  int n = 0;
  p[n][0] = -1.25, p[n++][1] = 0;
  for (int i = 0; i <= 2 * THREADS; i++) {
    p[n][0] = -1.25 + 2.5 * i / (2 * THREADS), p[n++][1] = i % 2 ? 0.4 : 0.26;
  }
  p[n][0] = 1.25, p[n++][1] = 0;
  sn_tess_frame(t, v3(0, 0, 0), along_z);
  sn_tess_revolve(t, (const double(*)[2])p, n, 0, AROUND);
  double hexagon[6][2];
  for (int i = 0; i < 6; i++) {
    hexagon[i][0] = 0.72 * cos(pi * i / 3), hexagon[i][1] = 0.72 * sin(pi * i / 3);
  }
  sn_tess_prism(t, (const double(*)[2])hexagon, 6, -0.35, 0.35);
}

static void planar(sn_tessellation *t)
{
  block(t, v3(0, 0, -0.09), 1.1, 1.1, 0.07);
  block(t, v3(0, 0, 0.14), 0.5, 0.5, 0.14);
}

static void spherical(sn_tessellation *t)
{
  enum { PIECES = 9 };
  double p[2 * (PIECES + 1)][2]; /* the cup: inside from its pole to the rim, outside back */
  for (int i = 0; i <= PIECES; i++) {
    const double angle = pi * 0.55 * i / PIECES, out = 0.88, in = 0.7;
    p[i][0] = -out * cos(angle), p[i][1] = i == 0 ? 0 : out * sin(angle);
    p[2 * PIECES + 1 - i][0] = -in * cos(angle), p[2 * PIECES + 1 - i][1] = i == 0 ? 0 : in * sin(angle);
  }
  sn_tess_frame(t, v3(0, 0, 0), along_z);
  sn_tess_revolve(t, (const double(*)[2])p, 2 * (PIECES + 1), 0, AROUND);
  ball(t, v3(0, 0, 0), 0.66);
}

static void universal(sn_tessellation *t)
{
  bar(t, along_z, -0.95, 0.95, 0.24);
  bar(t, along_x, -0.95, 0.95, 0.24);
  bar(t, along_z, -0.95, -0.7, 0.36);
  bar(t, along_z, 0.7, 0.95, 0.36);
  bar(t, along_x, -0.95, -0.7, 0.36);
  bar(t, along_x, 0.7, 0.95, 0.36);
}

static void fixed(sn_tessellation *t)
{
  block(t, v3(0, 0, 0), 0.5, 0.5, 0.5);
}

static void distance(sn_tessellation *t)
{
  ball(t, v3(0, 0, 0), 0.45);
}

static void point_on_line(sn_tessellation *t)
{
  bar(t, along_z, -1.4, 1.4, 0.16);
  ball(t, v3(0, 0, 0), 0.45);
}

static void point_on_plane(sn_tessellation *t)
{
  block(t, v3(0, 0, -0.5), 1.1, 1.1, 0.06);
  ball(t, v3(0, 0, 0), 0.45);
}

static void align(sn_tessellation *t)
{
  bar(t, along_z, -1, 1, 0.14);
  ball(t, v3(0, 0, -1), 0.28);
  ball(t, v3(0, 0, 0), 0.4);
  ball(t, v3(0, 0, 1), 0.28);
}

static void wheel(sn_tessellation *t, sn_v3 middle, double radius, int teeth)
{
  enum { MOST = 24 };
  double p[4 * MOST][2];
  for (int i = 0; i < 4 * teeth; i++) {
    const double angle = 2 * pi * (i + 0.5 * (i % 2)) / (4 * teeth), r = radius * (i % 4 < 2 ? 1 : 0.8);
    p[i][0] = r * cos(angle), p[i][1] = r * sin(angle);
  }
  sn_tess_frame(t, middle, along_z);
  sn_tess_prism(t, (const double(*)[2])p, 4 * teeth, -0.2, 0.2);
}

static void gear(sn_tessellation *t)
{
  wheel(t, v3(0, 0, 0), 0.9, 14);
  bar(t, along_z, -0.45, 0.45, 0.3);
}

static void coupling(sn_tessellation *t)
{
  bar(t, along_z, -1, 1, 0.26);
  bar(t, along_z, -0.34, -0.06, 0.7);
  bar(t, along_z, 0.06, 0.34, 0.7);
}

static void bushing(sn_tessellation *t)
{
  const double barrel[][2] = {{-0.6, 0},   {-0.6, 0.55}, {-0.45, 0.72}, {-0.2, 0.62}, {0, 0.58},
                              {0.2, 0.62}, {0.45, 0.72}, {0.6, 0.55},   {0.6, 0}};
  sn_tess_frame(t, v3(0, 0, 0), along_z);
  sn_tess_revolve(t, barrel, 9, 0, AROUND);
  bar(t, along_z, -0.95, 0.95, 0.28);
}

/* strokes behind a plate at z of this half edge, as walls and ground are drawn; they go down and to the side */
static void hatch(sn_tessellation *t, double z, double half)
{
  enum { STROKES = 4 };
  const double high = 0.17, lean = 0.12, thick = 0.05;
  const double stroke[][2] = {
      {high, lean - thick}, {high, lean + thick}, {-high, -lean + thick}, {-high, -lean - thick}}; /* up, aside */
  for (int i = 0; i < STROKES; i++) {
    const double x = half * (2 * i + 1 - STROKES) / STROKES;
    sn_tess_frame(t, v3(x, 0, z - high), along_y);
    sn_tess_prism(t, stroke, 4, -0.8 * half, 0.8 * half);
  }
}

/* clamp of a beam: a wall behind its end, which faces z */
static void clamp(sn_tessellation *t)
{
  block(t, v3(0, 0, -0.1), 1.1, 1.1, 0.1);
  hatch(t, -0.2, 1.1);
}

/* support on the ground: a foot under the point, up is z */
static void support(sn_tessellation *t)
{
  const double foot[][2] = {{-0.85, 0}, {-0.85, 0.6}, {0, 0.1}, {0, 0}};
  sn_tess_frame(t, v3(0, 0, 0), along_z);
  sn_tess_revolve(t, foot, 4, 0, AROUND);
  block(t, v3(0, 0, -0.92), 0.8, 0.8, 0.07);
  hatch(t, -0.99, 0.8);
}

/* One stroke behind a plate at z, along its edge x: adjacent symbols make the hatching. */
static void stroke(sn_tessellation *t, double z, double half)
{
  const double high = 0.17, lean = 0.25, thick = 0.06;
  const double leaning[][2] = {
      {high, lean - thick}, {high, lean + thick}, {-high, -lean + thick}, {-high, -lean - thick}}; /* up, aside */
  sn_tess_frame(t, v3(0, 0, z - high), along_y);
  sn_tess_prism(t, leaning, 4, -half, half);
}

/* support of an edge along x, one piece of it: a wall behind it */
static void wall(sn_tessellation *t)
{
  block(t, v3(0, 0, -0.08), 1.1, 1.1, 0.08);
  stroke(t, -0.16, 0.9);
}

static void prism_along_x(sn_tessellation *t, double low, double half)
{
  const double side[][2] = {{0, 0}, {-half, low}, {half, low}}; /* y, z */
  sn_tess_frame(t, v3(0, 0, 0), along_x);
  sn_tess_prism(t, side, 3, -1.1, 1.1);
}

/* an edge along x that is held in place and can rotate: a wedge below it, up is z */
static void wedge(sn_tessellation *t)
{
  prism_along_x(t, -0.8, 0.5);
  block(t, v3(0, 0, -0.88), 1.1, 0.7, 0.08);
  stroke(t, -0.96, 0.6);
}

/* an edge that may slide */
static void rollers(sn_tessellation *t)
{
  const double roller[][2] = {{-1, 0}, {-1, 0.15}, {1, 0.15}, {1, 0}};
  prism_along_x(t, -0.58, 0.5);
  for (int side = -1; side <= 1; side += 2) {
    sn_tess_frame(t, v3(0, 0.25 * side, -0.73), along_x);
    sn_tess_revolve(t, roller, 4, 0, AROUND);
  }
  block(t, v3(0, 0, -0.96), 1.1, 0.7, 0.08);
  stroke(t, -1.04, 0.6);
}

/* kinds without a symbol of their own */
static void octahedron(sn_tessellation *t)
{
  sn_tess_frame(t, v3(0, 0, 0), m3_identity());
  for (int i = 0; i < 8; i++) {
    const double x = i & 1 ? -0.5 : 0.5, y = i & 2 ? -0.5 : 0.5, z = i & 4 ? -0.5 : 0.5;
    const int even = x * y * z > 0;
    sn_tess_triangle(t, v3(x, 0, 0), even ? v3(0, y, 0) : v3(0, 0, z), even ? v3(0, 0, z) : v3(0, y, 0));
  }
}

static const struct {
  const char *name;
  void (*make)(sn_tessellation *t);
} glyphs[] = {{"revolute", revolute},   {"shell_revolute", revolute},
              {"prismatic", prismatic}, {"cylindrical", cylindrical},
              {"screw", screw},         {"planar", planar},
              {"spherical", spherical}, {"universal", universal},
              {"fixed", fixed},         {"point_on_line", point_on_line},
              {"distance", distance},   {"point_on_plane", point_on_plane},
              {"align", align},         {"gear", gear},
              {"coupling", coupling},   {"bushing", bushing},
              {"clamp", clamp},         {"support", support},
              {"wall", wall},           {"wedge", wedge},
              {"rollers", rollers}};
enum { GLYPHS = sizeof glyphs / sizeof *glyphs };

const char *sn_geometry_glyph_name(int i)
{
  return i >= 0 && i < GLYPHS ? glyphs[i].name : NULL;
}

sn_status sn_geometry_glyph(const char *kind, sn_arena *arena, sn_geometry *out, sn_error *error)
{
  sn_tessellation t;
  sn_tess_begin(&t, arena);
  for (int i = 0; i < GLYPHS; i++) {
    if (strcmp(glyphs[i].name, kind) == 0) {
      glyphs[i].make(&t);
      return sn_tess_end(&t, glyphs[i].name, out, error);
    }
  }
  octahedron(&t);
  return sn_tess_end(&t, "octahedron", out, error);
}
