/* tests/show/test_elements.c -- sections swept along elements (beams): closed surfaces with the right volume, places and
 *          axes between stations, stations fixed in parts that turn, velocities, colours, corners.
 */
#include "math/rotation.h"
#include "show/stage/mesh.h"
#include "tests/harness.h"
#include "tests/show/closed.h"

static sn_arena *arena;
static sn_error error;

enum { MOST = 40 };
/* A scene of one line, and where its rows are. */
typedef struct {
  sn_scene scene;
  sn_scene_item item;
  sn_scene_line line;
  sn_scene_loop loop[2];
  double point[12][2], spot[MOST][7];
  int row[MOST], place_item[MOST];
  double x[3 * MOST], q[4 * MOST], v[3 * MOST], w[3 * MOST];
  sn_poses places;
  sn_stage stage;
  sn_mesh mesh;
} swept;

/* an I of area 5.5: height 4, width 4 */
static const double i_shape[12][2] = {{-2, -2}, {2, -2}, {2, -1.5}, {0.25, -1.5}, {0.25, 1.5},   {2, 1.5},
                                      {2, 2},   {-2, 2}, {-2, 1.5}, {-0.25, 1.5}, {-0.25, -1.5}, {-2, -1.5}};
static const double frame_shape[8][2] = {{-2, -1},   {2, -1},   {2, 1},   {-2, 1},
                                         {-1, -0.5}, {-1, 0.5}, {1, 0.5}, {1, -0.5}};

static void begin(swept *s, int elements, int order, int hollow)
{
  memset(s, 0, sizeof *s);
  const int n = elements * (order + 1);
  s->scene = (sn_scene){.up = {0, 0, 1}, .extent = 10, .n_item = 1, .n_line = 1, .n_line_row = n, .n_line_spot = n};
  s->scene.n_place = n;
  s->scene.n_loop = hollow ? 2 : 1;
  s->scene.n_loop_point = hollow ? 8 : 12;
  s->scene.item = &s->item;
  s->scene.line = &s->line;
  s->scene.line_row = s->row;
  s->scene.line_spot = s->spot;
  s->scene.loop = s->loop;
  s->scene.loop_point = s->point;
  s->scene.place_item = s->place_item;
  (void)snprintf(s->item.name, sizeof s->item.name, "beam");
  s->line = (sn_scene_line){.count = n, .order = order, .smooth = order > 1};
  s->loop[0] = (sn_scene_loop){0, 0, hollow ? 4 : 12};
  s->loop[1] = (sn_scene_loop){0, 4, 4};
  memcpy(s->point, hollow ? frame_shape : i_shape, hollow ? sizeof frame_shape : sizeof i_shape);
  for (int k = 0; k < n; k++) {
    s->row[k] = k;
    s->spot[k][3] = s->q[4 * k] = 1;
  }
  s->places = (sn_poses){0, s->x, s->q, s->v, s->w};
}

static void put(swept *s, int k, sn_v3 x, sn_m3 axes)
{
  v3_put(x, s->x + 3 * k);
  sn_quaternion_of(axes, s->q + 4 * k);
}

static void corner(const void *data, int triangle, int k, double x[3])
{
  const sn_mesh *m = data;
  memcpy(x, m->vertex[m->triangle[triangle][k]], 3 * sizeof(double));
}

static double volume_of(swept *s)
{
  double area, volume;
  CHECK_OK(sn_stage_of(&s->scene, 0, arena, &s->stage, &error), error);
  CHECK_OK(sn_mesh_new(&s->stage, 0, arena, &s->mesh, &error), error);
  sn_mesh_move(&s->stage, &s->places, &s->mesh);
  CHECK(closed_open_edges(s->mesh.n_triangle, corner, &s->mesh) == 0);
  closed_measure(s->mesh.n_triangle, corner, &s->mesh, &area, &volume);
  return volume;
}

/* along x, stations evenly spaced */
static void straight(swept *s, double length)
{
  const int p = s->line.order, n = s->line.count / (p + 1);
  for (int k = 0; k < s->line.count; k++) {
    const int element = k / (p + 1);
    put(s, k, v3(length / n * (element + (double)(k % (p + 1)) / p), 0, 0), m3_identity());
  }
}

static void test_straight(void)
{
  swept s;
  for (int order = 1; order <= 3; order++) {
    begin(&s, 4, order, 0);
    straight(&s, 20);
    CHECK_NEAR(volume_of(&s), 5.5 * 20, 1e-11);
    begin(&s, 3, order, 1);
    straight(&s, 20);
    CHECK_NEAR(volume_of(&s), 6 * 20, 1e-11);
  }
}

/* An arc: by Pappus its volume is area times length. Cubic elements are near the circle. */
static void test_arc(void)
{
  swept s;
  begin(&s, 6, 3, 1);
  for (int k = 0; k < s.line.count; k++) {
    const int element = k / 4;
    const double a = 1.5 * (element + k % 4 / 3.0) / 6;
    const sn_v3 along = v3(-sin(a), cos(a), 0), out = v3(cos(a), sin(a), 0);
    put(&s, k, v3_scale(10, out), (sn_m3){{along, v3_scale(-1, out), v3(0, 0, 1)}});
  }
  CHECK_NEAR(volume_of(&s) / (6 * 15), 1, 1e-3); /* rings are polygons */
  double off = 0;
  for (int i = 0; i < s.mesh.n_vertex; i++) { /* every vertex on one of the four cylinders, top and bottom */
    const double *x = s.mesh.vertex[i], r = hypot(x[0], x[1]);
    off = fmax(off, fmin(fmin(fabs(r - 8), fabs(r - 12)), fmin(fabs(r - 9), fabs(r - 11))));
    CHECK(fabs(fabs(x[2]) - 1) < 1e-12 || fabs(fabs(x[2]) - 0.5) < 1e-12);
  }
  CHECK_BELOW(off, 1e-3);
}

/* Twisted by 3 rad over eight elements: the section of every ring is rigid and turned by its share. */
static void test_twisted(void)
{
  swept s;
  begin(&s, 8, 2, 0);
  straight(&s, 16);
  for (int k = 0; k < s.line.count; k++) {
    const int element = k / 3;
    const double u = (element + k % 3 / 2.0) / 8;
    sn_quaternion_of(sn_rotation_axis_angle(v3(1, 0, 0), 3 * u), s.q + 4 * k);
  }
  CHECK_NEAR(volume_of(&s), 5.5 * 16, 0.05 * 5.5 * 16); /* flat triangles on a saddle */
  double worst = 0;
  const int around = 24; /* two vertices per point */
  for (int i = 0; i < s.mesh.n_vertex - 2 * 12; i++) {
    const double *x = s.mesh.vertex[i], *p = i_shape[i % around / 2], a = 3 * x[0] / 16;
    worst = fmax(worst, hypot(x[1] - cos(a) * p[0] + sin(a) * p[1], x[2] - sin(a) * p[0] - cos(a) * p[1]));
  }
  CHECK_BELOW(worst, 2e-3); /* parabolas of cosines */
}

/* Stations fixed in rows: two bodies carry the ends of an element, off their places and turned. */
static void test_spots(void)
{
  swept s, plain;
  begin(&s, 1, 1, 0);
  const sn_m3 turn[2] = {sn_rotation_axis_angle(v3(1, 2, 3), 0.7), sn_rotation_axis_angle(v3(-1, 0.5, 0.2), 2.1)};
  const sn_v3 at[2] = {v3(1, 2, 3), v3(4, -1, 2)}, arm[2] = {v3(0.3, -0.2, 0.5), v3(1, 1, -2)};
  const sn_m3 own[2] = {sn_rotation_axis_angle(v3(0, 1, 0), 0.4), sn_rotation_axis_angle(v3(1, 1, 0), -0.6)};
  begin(&plain, 1, 1, 0);
  for (int k = 0; k < 2; k++) {
    put(&s, k, at[k], turn[k]);
    v3_put(arm[k], s.spot[k]);
    sn_quaternion_of(own[k], s.spot[k] + 3);
    v3_put(v3(0.1, 0.2 * k, 0.3), s.v + 3 * k);
    v3_put(v3(1, -k, 0.5), s.w + 3 * k);
    put(&plain, k, v3_add(at[k], m3_mul(turn[k], arm[k])), m3_mul3(turn[k], own[k]));
    v3_put(v3_add(v3(0.1, 0.2 * k, 0.3), v3_cross(v3(1, -k, 0.5), m3_mul(turn[k], arm[k]))), plain.v + 3 * k);
    v3_put(v3(1, -k, 0.5), plain.w + 3 * k);
  }
  CHECK_NEAR(volume_of(&s), volume_of(&plain), 1e-10);
  double worst = 0;
  for (int i = 0; i < s.mesh.n_vertex; i++) {
    for (int c = 0; c < 3; c++) {
      worst = fmax(worst, fabs(s.mesh.vertex[i][c] - plain.mesh.vertex[i][c]));
      worst = fmax(worst, fabs(s.mesh.velocity[i][c] - plain.mesh.velocity[i][c]));
    }
  }
  CHECK_BELOW(worst, 1e-13);
}

/* velocities of a beam that turns as a whole are what differences say */
static void test_velocity(void)
{
  swept s[3];
  const double d = 1e-4;
  const sn_v3 spin = v3(0.4, -0.3, 0.9), drift = v3(1, 2, -1);
  for (int i = 0; i < 3; i++) {
    begin(s + i, 3, 2, 1);
    for (int k = 0; k < s[i].line.count; k++) {
      const int element = k / 3;
      const double u = element + k % 3 / 2.0;
      const sn_m3 r = sn_rotation_axis_angle(spin, v3_norm(spin) * d * (i - 1));
      const sn_v3 x = v3_axpy(m3_mul(r, v3(u, 0.1 * u * u, 0)), d * (i - 1), drift);
      put(s + i, k, x, m3_mul3(r, sn_rotation_axis_angle(v3(1, 0, 0), 0.3 * u)));
      v3_put(v3_add(drift, v3_cross(spin, v3(u, 0.1 * u * u, 0))), s[i].v + 3 * k);
      v3_put(spin, s[i].w + 3 * k);
    }
    (void)volume_of(s + i);
  }
  double worst = 0;
  for (int i = 0; i < s[1].mesh.n_vertex; i++) {
    for (int c = 0; c < 3; c++) {
      const double v = (s[2].mesh.vertex[i][c] - s[0].mesh.vertex[i][c]) / (2 * d);
      worst = fmax(worst, fabs(v - s[1].mesh.velocity[i][c]));
    }
  }
  CHECK_BELOW(worst, 1e-7);
}

/* elements by triangle and places by vertex, for colours */
static void test_along(void)
{
  swept s;
  sn_scene_field field = {.count = 4, .name = "M3", .per = SN_OUT_PER_ELEMENT};
  for (int given = 0; given < 2; given++) {
    begin(&s, 4, 2, 0);
    straight(&s, 8);
    s.scene.field = &field;
    s.scene.n_field = given; /* without a field there are as many as there are */
    (void)volume_of(&s);
    for (int i = 0; i < s.mesh.n_triangle; i++) {
      double low = 99, high = -99;
      for (int k = 0; k < 3; k++) {
        const int v = s.mesh.triangle[i][k];
        low = fmin(low, s.mesh.vertex[v][0]);
        high = fmax(high, s.mesh.vertex[v][0]);
        CHECK_NEAR(s.mesh.along[v], s.mesh.vertex[v][0], 1e-12); /* 8 m, 8 nodes after the first */
      }
      if (given && high > low) {
        CHECK(s.mesh.element[i] == (int)(low / 2 + 1e-9));
      }
    }
  }
}

/* A right angle: axes change from one element to the next, and the surface stays closed. */
static void test_corner(void)
{
  swept s;
  begin(&s, 2, 1, 0);
  const sn_m3 turned = {{v3(0, 1, 0), v3(-1, 0, 0), v3(0, 0, 1)}};
  put(&s, 0, v3(-10, 0, 0), m3_identity());
  put(&s, 1, v3(0, 0, 0), m3_identity());
  put(&s, 2, v3(0, 0, 0), turned);
  put(&s, 3, v3(0, 10, 0), turned);
  const double volume = volume_of(&s); /* what is added outside and taken twice inside is of the size of the corner */
  CHECK_NEAR(volume, 5.5 * 20, 5.5);
}

/* round lines along elements, and elements of no length: numbers stay finite */
static void test_round_and_degenerate(void)
{
  swept s;
  begin(&s, 3, 2, 0);
  straight(&s, 12);
  s.line.section = -1;
  s.line.radius = 0.5;
  CHECK_NEAR(volume_of(&s), 12 * 7 * sin(2 * 3.14159265358979323846 / 14) * 0.25, 1e-11); /* a polygon of 14 corners */
  for (int section = -1; section < 1; section++) {
    begin(&s, 3, 2, 0);
    s.line.section = section;
    (void)volume_of(&s);
    for (int i = 0; i < s.mesh.n_vertex; i++) {
      for (int c = 0; c < 3; c++) {
        CHECK(isfinite(s.mesh.vertex[i][c]) && isfinite(s.mesh.normal[i][c]));
      }
    }
  }
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_straight);
  RUN(test_arc);
  RUN(test_twisted);
  RUN(test_spots);
  RUN(test_velocity);
  RUN(test_along);
  RUN(test_corner);
  RUN(test_round_and_degenerate);
  sn_arena_free(arena);
  return REPORT();
}
