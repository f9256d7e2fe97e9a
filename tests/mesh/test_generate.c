/* tests/mesh/test_generate.c -- meshes without files: volumes and inertia against closed forms, surfaces and their areas, curved sides, joined
 * elements, input that cannot be.
 */
#include "harness.h"
#include "mesh/generate.h"
#include "mesh/measure.h"
#include "mesh/topology.h"

static const double pi = 3.14159265358979323846;
static const sn_mesh_type all_types[] = {SN_MESH_TET4, SN_MESH_TET10, SN_MESH_HEX8, SN_MESH_HEX20, SN_MESH_HEX27};
static const sn_mesh_frame plain = {{{0, 0, 0}}, {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}}};
static sn_arena *arena;
static sn_error error;

static double area(const sn_mesh *m, const char *name)
{
  const sn_mesh_group *g = sn_mesh_find_group(m, 2, name);
  sn_mesh_area a = {0};
  CHECK(g != NULL);
  if (g) {
    sn_mesh_measure_area(m, g->place, g->n, &a);
  }
  return a.area;
}

/* Sound elements in one piece, whose boundary is closed: the sum of its normals is zero. */
static void check_sound(const sn_mesh *m)
{
  sn_mesh_pieces pieces;
  sn_mesh_sides sides;
  sn_mesh_area a;
  CHECK_OK(sn_mesh_check_volumes(m, &error), error);
  CHECK_OK(sn_mesh_find_pieces(m, 3, arena, &pieces, &error), error);
  CHECK(pieces.n == 1);
  for (int k = 0; k < m->n_node; k++) {
    CHECK(pieces.of[k] == 0);
  }
  CHECK_OK(sn_mesh_boundary(m, arena, &sides, NULL, &error), error);
  sn_mesh_measure_area(m, sides.place, sides.n, &a);
  CHECK_BELOW(v3_norm(a.normal), 1e-13);
  double grouped = 0;
  for (int g = 0; g < m->n_group; g++) {
    sn_mesh_area part;
    sn_mesh_measure_area(m, m->group[g].place, m->group[g].n, &part);
    grouped += part.area;
  }
  CHECK_NEAR(grouped / a.area, 1, 1e-12);
}

static void test_box(void)
{
  const sn_v3 lo = v3(-1, 2, 0.5), hi = v3(2, 4, 1.5);
  static const int nodes[5] = {60, 315, 60, 193, 315};
  for (int t = 0; t < 5; t++) {
    const sn_mesh *m = NULL;
    sn_mesh_measures w;
    CHECK_OK(sn_mesh_make_box(lo, hi, (const int[3]){4, 3, 2}, all_types[t], arena, &m, &error), error);
    if (!m) {
      continue;
    }
    check_sound(m);
    CHECK(m->n_node == nodes[t] && sn_mesh_count(m, 3) == (t < 2 ? 144 : 24) && m->n_group == 6);
    sn_mesh_measure(m, NULL, &w);
    CHECK_NEAR(w.volume, 6, 1e-13);
    CHECK_NEAR(v3_norm(v3_sub(w.centre, v3(0.5, 3, 1))), 0, 1e-14);
    for (int i = 0; i < 3; i++) {
      const sn_v3 a = v3_sub(hi, lo);
      const double p = a.x[(i + 1) % 3], q = a.x[(i + 2) % 3];
      CHECK_NEAR(w.inertia[i][i], 6 * (p * p + q * q) / 12, 1e-13);
      CHECK_NEAR(w.inertia[i][(i + 1) % 3], 0, 1e-13);
      CHECK_NEAR(w.lo.x[i], lo.x[i], 0);
      CHECK_NEAR(w.hi.x[i], hi.x[i], 0);
    }
    CHECK_NEAR(area(m, "x0"), 2, 1e-13);
    CHECK_NEAR(area(m, "y1"), 3, 1e-13);
    CHECK_NEAR(area(m, "z1"), 6, 1e-13);
    const sn_mesh_group *g = sn_mesh_find_group(m, 2, "y0");
    sn_mesh_area a;
    sn_mesh_measure_area(m, g->place, g->n, &a);
    CHECK_NEAR(v3_norm(v3_sub(a.normal, v3(0, -1, 0))), 0, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(a.centre, v3(0.5, 2, 1))), 0, 1e-14);
  }
}

/* The area of a disk of radius 1 whose circle is n chords, or n parabolas through its points and the middles between them. */
static double disk(int n, int order)
{
  const double half = pi / n, chords = sin(2 * half) / 2;
  return n * (order == 1 ? chords : chords + 4 * (1 - cos(half)) * sin(half) / 3);
}

/* All nodes of a surface at a radius, the middles of edges, too. */
static double off_radius(const sn_mesh *m, const char *name, double radius)
{
  const sn_mesh_group *g = sn_mesh_find_group(m, 2, name);
  sn_mesh_node_list list;
  double worst = g ? 0 : INFINITY;
  if (g && sn_mesh_nodes_of(m, g->place, g->n, arena, &list, &error) == SN_OK) {
    for (int k = 0; k < list.n; k++) {
      const sn_v3 x = m->x[list.node[k]];
      worst = fmax(worst, fabs(sqrt(x.x[0] * x.x[0] + x.x[1] * x.x[1]) - radius));
    }
  }
  return worst;
}

/* A cylinder by disk and layers: its side is as round as chords or parabolas are. */
static void test_cylinder(void)
{
  for (int t = 0; t < 5; t++) {
    const int order = sn_mesh_facts(all_types[t])->order;
    for (int n = 8; n <= 16; n *= 2) {
      const sn_plane_section *s = NULL;
      const sn_mesh *m = NULL;
      const sn_mesh_layer layer = {3, 2, 1};
      sn_mesh_measures w;
      CHECK_OK(sn_section_disk(0.5, n, n / 4, arena, &s, &error), error);
      CHECK_OK(sn_mesh_extrude(s, &layer, 1, all_types[t], &plain, arena, &m, &error), error);
      if (!m) {
        continue;
      }
      check_sound(m);
      sn_mesh_measure(m, NULL, &w);
      CHECK_BELOW(off_radius(m, "side", 0.5), 1e-15);
      CHECK_NEAR(w.volume / (0.75 * disk(n, order)), 1, 1e-12);
      CHECK_NEAR(area(m, "z0") * 3 / w.volume, 1, 1e-12);
      CHECK_NEAR(w.inertia[2][2] / (w.volume * 0.125), 1, order == 2 ? 8e-4 : 0.1);
      CHECK_NEAR(area(m, "side") / (3 * pi), 1, order == 2 ? 4e-4 : 0.03);
    }
  }
}

/* The ring extruded, and the same by a rectangle that is revolved: same volume, same surfaces. */
static void test_tube(void)
{
  for (int t = 0; t < 5; t++) {
    const sn_plane_section *ring = NULL, *rectangle = NULL;
    const sn_mesh *a = NULL, *b = NULL;
    const sn_mesh_layer layer = {2, 3, 1};
    sn_mesh_measures p, q;
    CHECK_OK(sn_section_ring(1, 1.5, 16, 2, arena, &ring, &error), error);
    CHECK_OK(sn_section_rectangle((const double[2]){1, 0}, (const double[2]){1.5, 2}, (const int[2]){2, 3}, arena,
                                  &rectangle, &error),
             error);
    CHECK_OK(sn_mesh_extrude(ring, &layer, 1, all_types[t], &plain, arena, &a, &error), error);
    CHECK_OK(sn_mesh_revolve(rectangle, 2 * pi, 16, all_types[t], &plain, arena, &b, &error), error);
    if (!a || !b) {
      continue;
    }
    check_sound(a);
    check_sound(b);
    sn_mesh_measure(a, NULL, &p);
    sn_mesh_measure(b, NULL, &q);
    CHECK(a->n_node == b->n_node && a->n_group == 4 && b->n_group == 4);
    CHECK_NEAR(p.volume / q.volume, 1, 1e-12);
    CHECK_NEAR(p.volume / (2 * 1.25 * disk(16, sn_mesh_facts(all_types[t])->order)), 1, 1e-12);
    CHECK_NEAR(p.inertia[0][0] / q.inertia[0][0], 1, 1e-12);
    CHECK_BELOW(off_radius(a, "inner", 1) + off_radius(a, "outer", 1.5), 1e-14);
    CHECK_NEAR(area(a, "inner"), area(b, "x0"), 1e-8); /* a surface of tetrahedra is not integrated exactly */
    CHECK_NEAR(area(a, "z1"), area(b, "y1"), 1e-12);
  }
}

/* Part of a turn has ends; a section that touches the axis makes a solid disk and a cone. */
static void test_revolve(void)
{
  const sn_plane_section *s = NULL;
  const sn_mesh *m = NULL;
  sn_mesh_measures w;
  for (int t = 0; t < 2; t++) {
    CHECK_OK(sn_section_rectangle((const double[2]){0, -1}, (const double[2]){2, 1}, (const int[2]){3, 2}, arena, &s,
                                  &error),
             error);
    CHECK_OK(sn_mesh_revolve(s, 2 * pi, 12, all_types[t], &plain, arena, &m, &error), error);
    check_sound(m);
    sn_mesh_measure(m, NULL, &w);
    CHECK_NEAR(w.volume / (8 * disk(12, t + 1)), 1, 1e-12);
    CHECK_NEAR(v3_norm(w.centre), 0, 1e-14);
    CHECK(m->n_group == 3);
    CHECK_OK(sn_mesh_revolve(s, pi / 2, 3, all_types[t], &plain, arena, &m, &error), error);
    check_sound(m);
    CHECK_NEAR(area(m, "start"), 4, 1e-13);
    CHECK_NEAR(area(m, "end"), 4, 1e-13);
    sn_mesh_measure(m, NULL, &w);
    CHECK_NEAR(w.volume / (2 * disk(12, t + 1)), 1, 1e-12);
  }
  CHECK(sn_mesh_revolve(s, 2 * pi, 12, SN_MESH_HEX20, &plain, arena, &m, &error) == SN_EINPUT);
  CHECK_TEXT(error.why, "axis");
  CHECK(sn_mesh_revolve(s, 7, 12, SN_MESH_TET10, &plain, arena, &m, &error) == SN_EINPUT);
  CHECK(sn_mesh_revolve(s, 2 * pi, 2, SN_MESH_TET10, &plain, arena, &m, &error) == SN_EINPUT);
}

/* Turned and moved: same volume, centre and surfaces where the axes say. */
static void test_place(void)
{
  const sn_mesh_frame place = {{{1, 2, 3}}, {{{{0, 1, 0}}, {{0, 0, 1}}, {{1, 0, 0}}}}};
  const sn_plane_section *s = NULL;
  const sn_mesh *m = NULL;
  const sn_mesh_layer layer[2] = {{1, 1, 1}, {3, 2, 1}};
  sn_mesh_measures w;
  CHECK_OK(
      sn_section_rectangle((const double[2]){0, 0}, (const double[2]){1, 2}, (const int[2]){1, 2}, arena, &s, &error),
      error);
  CHECK_OK(sn_mesh_extrude(s, layer, 2, SN_MESH_HEX20, &place, arena, &m, &error), error);
  check_sound(m);
  sn_mesh_measure(m, NULL, &w);
  CHECK_NEAR(w.volume, 8, 1e-13);
  CHECK_NEAR(v3_norm(v3_sub(w.lo, v3(1, 2, 3))) + v3_norm(v3_sub(w.hi, v3(5, 3, 5))), 0, 1e-14);
}

static void test_mistakes(void)
{
  const sn_plane_section *s = NULL;
  const sn_mesh *m = NULL;
  const sn_mesh_layer none = {1, 1, 2}, flat = {0, 1, 1}, many = {1, 2000000000, 1};
  CHECK(sn_section_disk(1, 6, 1, arena, &s, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "around a disk is 6");
  CHECK(sn_section_ring(2, 1, 8, 1, arena, &s, &error) == SN_EINPUT);
  CHECK(sn_section_disk(NAN, 8, 1, arena, &s, &error) == SN_EINPUT);
  CHECK(sn_section_rectangle((const double[2]){0, 0}, (const double[2]){1, 0}, (const int[2]){1, 2}, arena, &s,
                             &error) == SN_EINPUT);
  CHECK(sn_section_rectangle((const double[2]){0, 0}, (const double[2]){1, 1}, (const int[2]){20000, 20000}, arena, &s,
                             &error) == SN_EINPUT);
  CHECK_OK(sn_section_disk(1, 8, 1, arena, &s, &error), error);
  CHECK(sn_mesh_extrude(s, &none, 1, SN_MESH_HEX8, &plain, arena, &m, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "no elements");
  CHECK(sn_mesh_extrude(s, &flat, 1, SN_MESH_HEX8, &plain, arena, &m, &error) == SN_EINPUT);
  CHECK(sn_mesh_extrude(s, &many, 1, SN_MESH_HEX8, &plain, arena, &m, &error) == SN_EINPUT);
  CHECK(sn_mesh_extrude(s, &flat, 1, SN_MESH_TRI6, &plain, arena, &m, &error) == SN_EINPUT);
  CHECK(sn_mesh_make_box(v3(0, 0, 0), v3(1, 1, NAN), (const int[3]){1, 1, 1}, SN_MESH_TET10, arena, &m, &error) ==
        SN_EINPUT);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_box);
  RUN(test_cylinder);
  RUN(test_tube);
  RUN(test_revolve);
  RUN(test_place);
  RUN(test_mistakes);
  sn_arena_free(arena);
  return REPORT();
}
