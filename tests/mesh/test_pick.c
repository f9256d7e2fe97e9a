/* tests/mesh/test_pick.c -- faces chosen by geometry: areas against closed forms, combinations, tolerance, nothing found. */
#include "harness.h"
#include "mesh/generate.h"
#include "mesh/measure.h"
#include "mesh/pick.h"

static const double pi = 3.14159265358979323846;
static sn_arena *arena;
static sn_error error;
static const sn_mesh *mesh;
static sn_mesh_sides boundary;

/* The area of what is picked; -1: nothing. */
static double picked(const sn_mesh_pick *p, int n)
{
  sn_mesh_sides s;
  sn_mesh_area a;
  if (sn_mesh_pick_sides(mesh, &boundary, p, n, arena, &s, &error) != SN_OK) {
    return -1;
  }
  sn_mesh_measure_area(mesh, s.place, s.n, &a);
  return a.area;
}

static double pick(sn_mesh_pick p)
{
  return picked(&p, 1);
}

/* A tube of radii 1 and 2, from z = 0 to 4. */
static void make_tube(sn_mesh_type type)
{
  const sn_mesh_frame place = {v3(0, 0, 0), m3_identity()};
  const sn_mesh_layer layer = {4, 4, 1};
  const sn_plane_section *ring;
  CHECK_OK(sn_section_ring(1, 2, 48, 1, arena, &ring, &error), error);
  CHECK_OK(sn_mesh_extrude(ring, &layer, 1, type, &place, arena, &mesh, &error), error);
  CHECK_OK(sn_mesh_boundary(mesh, arena, &boundary, NULL, &error), error);
}

static void test_tube(void)
{
  static const sn_mesh_type types[] = {SN_MESH_TET10, SN_MESH_HEX8, SN_MESH_HEX20, SN_MESH_HEX27, SN_MESH_TET4};
  for (int t = 0; t < 5; t++) {
    const double tolerance = sn_mesh_facts(types[t])->order == 2 ? 1e-6 : 4e-3;
    make_tube(types[t]);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_PLANE, {{7, 8, 4}}, {{0, 0, 3}}, 0, 0}) / (3 * pi), 1, tolerance);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_CYLINDER, {{0, 0, 9}}, {{0, 0, -1}}, 1, 0}) / (8 * pi), 1, tolerance);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_CYLINDER, {{0, 0, 9}}, {{0, 0, -1}}, 2, 0}) / (16 * pi), 1, tolerance);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_NORMAL, {{0, 0, 0}}, {{0, 0, -1}}, 0, 0}) / (3 * pi), 1, tolerance);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_NEAREST, {{1.5, 0.1, 4.2}}, {{0, 0, 0}}, 0, 0}) / (3 * pi), 1, tolerance);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_NEAREST, {{0.3, 0.1, 2}}, {{0, 0, 0}}, 0, 0}) / (8 * pi), 1, tolerance);
    CHECK_NEAR(pick((sn_mesh_pick){SN_PICK_BOX, {{-3, -3, -1}}, {{3, 3, 5}}, 0, 0}) / (30 * pi), 1, tolerance);
    const sn_mesh_pick lower[2] = {{SN_PICK_CYLINDER, {{0, 0, 0}}, {{0, 0, 1}}, 2, 0},
                                   {SN_PICK_BOX, {{-3, -3, 0}}, {{3, 3, 1}}, 0, 0}};
    CHECK_NEAR(picked(lower, 2) / (4 * pi), 1, tolerance);
    const sn_mesh_pick near_up[2] = {{SN_PICK_NEAREST, {{0, 0, -1}}, {{0, 0, 0}}, 0, 0},
                                     {SN_PICK_NORMAL, {{0, 0, 0}}, {{0, 0, 1}}, 0, 0}};
    CHECK_NEAR(picked(near_up, 2) / (3 * pi), 1, tolerance);
  }
}

static void test_nothing(void)
{
  make_tube(SN_MESH_TET10);
  CHECK(pick((sn_mesh_pick){SN_PICK_PLANE, {{0, 0, 4.01}}, {{0, 0, 1}}, 0, 0}) == -1);
  CHECK_TEXT(error.what, "No face of the mesh fits \"plane\"");
  CHECK_TEXT(error.why, "The nearest of its 4 smooth faces: centre (0, 0, 4), flat, normal (0, 0, 1), area 9.425");
  CHECK(pick((sn_mesh_pick){SN_PICK_PLANE, {{0, 0, 4.01}}, {{0, 0, 1}}, 0, 1e-2}) > 9);
  CHECK(pick((sn_mesh_pick){SN_PICK_CYLINDER, {{0, 0, 0}}, {{0, 0, 1}}, 1.7, 0}) == -1);
  CHECK_TEXT(error.why, "centre (0, 0, 2), curved, area 50.27");
  CHECK(pick((sn_mesh_pick){SN_PICK_CYLINDER, {{0, 0, 0}}, {{0, 0, 0}}, 1.7, 0}) == -1);
  CHECK_TEXT(error.what, "direction");
  CHECK(pick((sn_mesh_pick){SN_PICK_CYLINDER, {{0, 0, 0}}, {{0, 0, 1}}, -1, 0}) == -1);
  CHECK_TEXT(error.what, "radius");
  CHECK(pick((sn_mesh_pick){SN_PICK_PLANE, {{NAN, 0, 4}}, {{0, 0, 1}}, 0, 0}) == -1);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_tube);
  RUN(test_nothing);
  sn_arena_free(arena);
  return REPORT();
}
