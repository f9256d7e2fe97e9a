/* tests/show/test_mesh.c -- stages and meshes: what a scene becomes, and how it moves. */
#include "math/polygon.h"
#include "show/stage/mesh.h"

#include "show/stage/mesh_private.h"
#include "tests/harness.h"
#include "tests/show/closed.h"
#include "tests/show/scene_by_hand.h"

static sn_arena *arena;
static sn_error error;

typedef struct {
  const sn_mesh *mesh;
  int item, n, *triangle; /* those of one item */
} part;

static void corner(const void *data, int triangle, int k, double x[3])
{
  const part *p = data;
  memcpy(x, p->mesh->vertex[p->mesh->triangle[p->triangle[triangle]][k]], 3 * sizeof(double));
}

static part part_of(const sn_mesh *m, int item)
{
  part p = {m, item, 0, SN_NEW(arena, int, m->n_triangle)};
  for (int i = 0; i < m->n_triangle; i++) {
    if (m->item[i] == item) {
      p.triangle[p.n++] = i;
    }
  }
  return p;
}

static void make(const hand *h, double t, hand_room *room, sn_stage *stage, sn_mesh *mesh)
{
  sn_poses row = hand_row(room);
  CHECK_OK(sn_stage_of(&h->scene, 0, arena, stage, &error), error);
  CHECK_OK(sn_mesh_new(stage, SN_MESH_JOINTS, arena, mesh, &error), error);
  hand_places_at(t, &row);
  sn_mesh_move(stage, &row, mesh);
}

static void test_stage(void)
{
  hand h;
  sn_stage s;
  hand_make(&h);
  CHECK_OK(sn_stage_of(&h.scene, 0, arena, &s, &error), error);
  CHECK(s.n_solid == 5 && s.n_between == 1 && s.n_joint == 1);
  CHECK_NEAR(s.solid[0].scale[0], 0.5, 0);
  CHECK_NEAR(s.solid[0].scale[2], 0.2, 0);
  CHECK_NEAR(s.solid[1].scale[0], 1, 0);
  CHECK_NEAR(s.solid[1].scale[1], 0.1, 0);
  CHECK_NEAR(s.solid[2].scale[2], 0.25, 0);
  CHECK(s.between[0].across > 0 && s.between[0].across < 0.2);
  CHECK_NEAR(s.line_radius[0], 0.02, 0);
  CHECK(s.line_radius[1] > 0);
  CHECK(s.joint_size > 0.01 && s.joint_size < 0.3);
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < i; k++) {
      CHECK(memcmp(s.color[i], s.color[k], 3) != 0);
    }
  }
  /* equal forms share a geometry, different ratios do not; a shape of a later version is a mark */
  (void)snprintf(h.solid[4].shape, sizeof h.solid[4].shape, "tube");
  h.solid[4].size[2] = 2 * 0.05;
  CHECK_OK(sn_stage_of(&h.scene, 0, arena, &s, &error), error);
  CHECK(s.solid[3].geometry == s.solid[4].geometry);
  h.solid[4].size[2] = 0.05;
  (void)snprintf(h.solid[0].shape, sizeof h.solid[0].shape, "banana");
  CHECK_OK(sn_stage_of(&h.scene, 0, arena, &s, &error), error);
  CHECK(s.solid[3].geometry != s.solid[4].geometry);
  CHECK_TEXT(s.geometry[s.solid[0].geometry].name, "mark");
  /* ground is grey */
  h.place_item[1] = -1;
  CHECK_OK(sn_stage_of(&h.scene, 0, arena, &s, &error), error);
  CHECK(s.color[1][0] == s.color[1][1] && s.color[1][1] == s.color[1][2]);
}

/* What travels far is drawn large enough to be seen; what has a length stays slender; given sizes stay. */
static void test_reach(void)
{
  hand h;
  sn_stage near, far;
  hand_make(&h);
  (void)snprintf(h.solid[0].shape, sizeof h.solid[0].shape, "point");
  const double extent = h.scene.extent;
  CHECK_OK(sn_stage_of(&h.scene, 0, arena, &near, &error), error);
  CHECK_OK(sn_stage_of(&h.scene, extent, arena, &far, &error), error);
  CHECK_NEAR(far.solid[0].scale[0], near.solid[0].scale[0], 0); /* a usual motion changes nothing */
  CHECK_NEAR(far.line_radius[1], near.line_radius[1], 0);
  CHECK_OK(sn_stage_of(&h.scene, 300 * extent, arena, &far, &error), error);
  CHECK_NEAR(far.solid[0].scale[0] / (300 * extent), 0.0108, 1e-12); /* 3 of the 600 pixels of the whole motion */
  CHECK_NEAR(far.solid[1].scale[1], near.solid[1].scale[1], 0);
  CHECK_NEAR(far.line_radius[0], near.line_radius[0], 0);
  CHECK_NEAR(far.line_radius[1], 8 * near.line_radius[1], 1e-15 * extent);
  CHECK_NEAR(far.joint_size, near.joint_size, 0);
  CHECK_OK(sn_stage_of(&h.scene, NAN, arena, &far, &error), error);
  CHECK_NEAR(far.solid[0].scale[0], near.solid[0].scale[0], 0);
  /* the reach itself: of all but the ground, finite numbers only */
  int whose[3] = {0, -1, 1};
  const sn_scene scene = {.n_place = 3, .place_item = whose};
  sn_reach r = {0};
  CHECK(sn_reach_radius(&r) == 0);
  sn_reach_add(&r, &scene, NULL);
  sn_reach_add(&r, &scene, (const double[]){1, 1, 1, 50, 50, 50, 1, 1, 1});
  sn_reach_add(&r, &scene, (const double[]){3, 5, 5, 50, 50, 50, NAN, 1, 99});
  CHECK_NEAR(sn_reach_radius(&r), 3, 1e-15); /* sides 2, 4, 4: diagonal 6 */
}

static void test_counts(void)
{
  hand h;
  hand_room room;
  sn_stage s;
  sn_mesh with, without;
  hand_make(&h);
  make(&h, 0, &room, &s, &with);
  CHECK_OK(sn_mesh_new(&s, 0, arena, &without, &error), error);
  CHECK(with.n_triangle - without.n_triangle == s.geometry[s.joint[0].geometry].n_triangle);
  int seen[HAND_ITEMS] = {0};
  for (int i = 0; i < with.n_triangle; i++) {
    seen[with.item[i]]++;
    for (int k = 0; k < 3; k++) {
      CHECK(with.triangle[i][k] >= 0 && with.triangle[i][k] < with.n_vertex);
    }
  }
  for (int i = 0; i < HAND_ITEMS; i++) {
    CHECK(seen[i] > 0);
  }
}

/* every item but the sheet is closed, with the right volume */
static void test_closed(void)
{
  hand h;
  hand_room room;
  sn_stage s;
  sn_mesh m;
  hand_make(&h);
  make(&h, 0.7, &room, &s, &m);
  static const double volumes[HAND_ITEMS] = {0.5 * 0.3 * 0.2, 0, 0, 0, 0, 0, (0.2 * 0.12 - 0.12 * 0.06) * 1.6, 0, 0};
  for (int i = 0; i < HAND_ITEMS; i++) {
    const part p = part_of(&m, i);
    double area, volume;
    closed_measure(p.n, corner, &p, &area, &volume);
    if (i != 7) {
      CHECK(closed_open_edges(p.n, corner, &p) == 0);
      CHECK(volume > 0);
    }
    if (volumes[i] > 0) {
      CHECK_NEAR(volume, volumes[i], 1e-13);
    }
  }
}

/* All places turn and shift together: vertices do so too, except around round lines (rings without orientation). */
static void test_rigid(void)
{
  hand h;
  hand_room room[2];
  sn_stage s;
  sn_mesh a, b;
  hand_make(&h);
  make(&h, 0, room, &s, &a);
  make(&h, 0.9, room + 1, &s, &b);
  const sn_m3 r = sn_rotation_quaternion(room[1].quaternion);
  const sn_v3 shift = v3_scale(0.9, v3(0.2, 0.1, -0.05));
  double worst = 0, turned = 0;
  const part cable = part_of(&a, 5);
  int first = a.n_vertex, last = -1;
  for (int i = 0; i < 3 * cable.n; i++) {
    const int v = a.triangle[cable.triangle[i / 3]][i % 3];
    first = v < first ? v : first;
    last = v > last ? v : last;
  }
  for (int i = 0; i < a.n_vertex; i++) {
    if (i >= first && i <= last) {
      continue;
    }
    const sn_v3 x = v3_add(m3_mul(r, v3(a.vertex[i][0], a.vertex[i][1], a.vertex[i][2])), shift);
    const sn_v3 n = m3_mul(r, v3(a.normal[i][0], a.normal[i][1], a.normal[i][2]));
    worst = fmax(worst, v3_norm(v3_sub(x, v3(b.vertex[i][0], b.vertex[i][1], b.vertex[i][2]))));
    turned = fmax(turned, v3_norm(v3_sub(n, v3(b.normal[i][0], b.normal[i][1], b.normal[i][2]))));
  }
  CHECK_BELOW(worst, 1e-13);
  CHECK_BELOW(turned, 1e-12);
  double inside, outside, x, y;
  const part later = part_of(&b, 5);
  closed_measure(cable.n, corner, &cable, &x, &inside);
  closed_measure(later.n, corner, &later, &y, &outside);
  CHECK_NEAR(outside / inside, 1, 1e-2);
}

/* velocities are what differences of places say; of round things: along their line */
static void test_velocity(void)
{
  hand h;
  hand_room room[3];
  sn_stage s;
  sn_mesh m[3];
  const double d = 1e-4;
  hand_make(&h);
  for (int k = 0; k < 3; k++) {
    make(&h, 0.4 + d * (k - 1), room + k, &s, m + k);
  }
  double worst = 0;
  for (int i = 0; i < m[0].n_triangle; i++) {
    const int item = m[0].item[i];
    for (int k = 0; k < 3 && item != 4 && item != 5; k++) { /* springs and cables: their middle line */
      const int v = m[0].triangle[i][k];
      for (int c = 0; c < 3; c++) {
        worst = fmax(worst, fabs((m[2].vertex[v][c] - m[0].vertex[v][c]) / (2 * d) - m[1].velocity[v][c]));
      }
    }
  }
  CHECK_BELOW(worst, 1e-8);
}

/* elements and places along a line, for colours */
static void test_along(void)
{
  hand h;
  hand_room room;
  sn_stage s;
  sn_mesh m;
  hand_make(&h);
  make(&h, 0, &room, &s, &m);
  int low = 99, high = -1;
  double most = 0;
  for (int i = 0; i < m.n_triangle; i++) {
    if (m.item[i] == 5) {
      low = m.element[i] < low ? m.element[i] : low;
      high = m.element[i] > high ? m.element[i] : high;
      for (int k = 0; k < 3; k++) {
        const double along = m.along[m.triangle[i][k]];
        CHECK(along >= m.element[i] - 1e-12 && along <= m.element[i] + 1 + 1e-12);
        most = fmax(most, along);
      }
    } else if (m.item[i] < 4) {
      CHECK(m.element[i] == -1 && m.along[m.triangle[i][0]] == -1);
    }
  }
  CHECK(low == 0 && high == 3);
  CHECK_NEAR(most, 4, 0);
}

/* a smooth line through points of a circle stays near it, passes through them, and its rings do not twist */
static void test_smooth_line(void)
{
  enum { POINTS = 9, RING = 14 };
  hand h;
  hand_make(&h);
  int rows[POINTS];
  double x[3 * POINTS], q[4 * POINTS];
  for (int i = 0; i < POINTS; i++) {
    const double angle = 0.3 * i;
    rows[i] = i;
    x[3 * i] = cos(angle), x[3 * i + 1] = sin(angle), x[3 * i + 2] = 0.1 * i;
    q[4 * i] = 1, q[4 * i + 1] = q[4 * i + 2] = q[4 * i + 3] = 0;
  }
  sn_scene scene = h.scene;
  sn_scene_line line = {.item = 5, .first = 0, .count = POINTS, .radius = 0.01, .section = -1, .smooth = 1};
  scene.n_solid = scene.n_between = scene.n_sheet = scene.n_joint = scene.n_field = scene.n_arrow = 0;
  scene.n_line = 1, scene.line = &line, scene.line_row = rows, scene.n_line_row = POINTS;
  const sn_poses row = {0, x, q, NULL, NULL};
  sn_stage s;
  sn_mesh m;
  CHECK_OK(sn_stage_of(&scene, 0, arena, &s, &error), error);
  CHECK_OK(sn_mesh_new(&s, 0, arena, &m, &error), error);
  sn_mesh_move(&s, &row, &m);
  double off = 0, twist = 1;
  const int rings = (m.n_vertex - 2 * (RING + 1)) / RING;
  for (int i = 0; i < rings; i++) {
    sn_v3 middle = v3(0, 0, 0), before = v3(0, 0, 0);
    for (int k = 0; k < RING; k++) {
      const double *p = m.vertex[i * RING + k];
      middle = v3_axpy(middle, 1.0 / RING, v3(p[0], p[1], p[2]));
    }
    off = fmax(off, fabs(hypot(middle.x[0], middle.x[1]) - 1));
    if (i > 0) {
      for (int c = 0; c < 3; c++) {
        before.x[c] = m.normal[(i - 1) * RING][c];
      }
      const double *n = m.normal[i * RING];
      twist = fmin(twist, v3_dot(before, v3(n[0], n[1], n[2])));
    }
  }
  CHECK_BELOW(off, 1e-3);
  CHECK(twist > 0.995);
  /* rows on one spot, rows that return: numbers stay finite */
  for (int pass = 0; pass < 4; pass++) {
    line.smooth = pass % 2;
    for (int i = 0; i < 3 * POINTS; i++) {
      x[i] = pass < 2 ? 0.3 : i % 3 == 0 ? i / 3 % 2 : 0;
    }
    CHECK_OK(sn_mesh_new(&s, 0, arena, &m, &error), error);
    sn_mesh_move(&s, &row, &m);
    for (int i = 0; i < m.n_vertex; i++) {
      CHECK(isfinite(m.vertex[i][0] + m.vertex[i][1] + m.vertex[i][2] + m.normal[i][0] + m.normal[i][1] +
                     m.normal[i][2]));
    }
  }
  line.count = 1; /* a line of one row is nothing */
  CHECK_OK(sn_mesh_new(&s, 0, arena, &m, &error), error);
  CHECK(m.n_triangle == 0);
}

static double filled_area(const double (*p)[2], const int *count, int n_loop)
{
  int total = 0, t[64][3];
  double area = 0, lowest = 0;
  for (int i = 0; i < n_loop; i++) {
    total += count[i];
  }
  CHECK_OK(sn_polygon_fill(p, count, n_loop, t, arena, &error), error);
  for (int i = 0; i < total + 2 * (n_loop - 1) - 2; i++) {
    const double *a = p[t[i][0]], *b = p[t[i][1]], *c = p[t[i][2]];
    const double one = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    lowest = fmin(lowest, one);
    area += one;
  }
  CHECK_NEAR(lowest, 0, 1e-15);
  return area;
}

/* sections: an L, an I beam the wrong way round, a plate with two holes of any direction */
static void test_sections(void)
{
  static const double angle[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
  CHECK_NEAR(filled_area(angle, &(int){6}, 1), 5, 1e-14);
  static const double beam[12][2] = {{-2, 2}, {2, 2},   {2, 1.5},   {0.25, 1.5},   {0.25, -1.5}, {2, -1.5},
                                     {2, -2}, {-2, -2}, {-2, -1.5}, {-0.25, -1.5}, {-0.25, 1.5}, {-2, 1.5}};
  CHECK_NEAR(filled_area(beam, &(int){12}, 1), 4 + 1.5, 1e-14);
  static const double plate[12][2] = {{0, 0}, {6, 0}, {6, 3}, {0, 3}, {1, 1}, {2, 1},
                                      {2, 2}, {1, 2}, {4, 2}, {5, 2}, {5, 1}, {4, 1}};
  const int holes[3] = {4, 4, 4};
  CHECK_NEAR(filled_area(plate, holes, 3), 18 - 2, 1e-14);
  static const double bow[4][2] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}; /* cuts itself: any triangles, but it ends */
  int t[4][3];
  CHECK_OK(sn_polygon_fill(bow, &(int){4}, 1, t, arena, &error), error);
}

/* places without orientation, velocity or finite numbers do not stop a mesh */
static void test_bad_places(void)
{
  hand h;
  hand_room room;
  sn_stage s;
  sn_mesh m;
  hand_make(&h);
  make(&h, 0, &room, &s, &m);
  memset(room.quaternion, 0, sizeof room.quaternion);
  sn_poses row = {0, room.position, room.quaternion, NULL, NULL};
  sn_mesh_move(&s, &row, &m);
  CHECK(isfinite(m.vertex[0][0]) && m.velocity[0][0] == 0);
  room.position[3] = NAN;
  room.position[20] = INFINITY;
  sn_mesh_move(&s, &row, &m);
  CHECK(isnan(m.vertex[s.geometry[s.solid[0].geometry].n_vertex][0]));
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_stage);
  RUN(test_reach);
  RUN(test_counts);
  RUN(test_closed);
  RUN(test_rigid);
  RUN(test_velocity);
  RUN(test_along);
  RUN(test_smooth_line);
  RUN(test_sections);
  RUN(test_bad_places);
  sn_arena_free(arena);
  return REPORT();
}
