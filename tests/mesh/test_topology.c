/* tests/mesh/test_topology.c -- boundary, pieces, elements around nodes, smooth patches, surfaces of files as sides, measures and mistakes of
 * elements.
 */
#include "harness.h"
#include "mesh/generate.h"
#include "mesh/measure.h"
#include "mesh/topology.h"

static sn_arena *arena;
static sn_error error;

static const sn_mesh *box(int nx, int ny, int nz, sn_mesh_type type)
{
  const sn_mesh *m = NULL;
  CHECK_OK(sn_mesh_make_box(v3(0, 0, 0), v3(nx, ny, nz), (const int[3]){nx, ny, nz}, type, arena, &m, &error), error);
  return m;
}

static void test_boundary(void)
{
  sn_mesh_sides s;
  CHECK_OK(sn_mesh_boundary(box(3, 2, 4, SN_MESH_HEX20), arena, &s, NULL, &error), error);
  CHECK(s.n == 2 * (6 + 12 + 8));
  CHECK_OK(sn_mesh_boundary(box(3, 2, 4, SN_MESH_TET4), arena, &s, NULL, &error), error);
  CHECK(s.n == 4 * (6 + 12 + 8));
}

static void test_around(void)
{
  const sn_mesh *m = box(2, 2, 2, SN_MESH_HEX8);
  sn_mesh_around a;
  int eight = 0;
  CHECK_OK(sn_mesh_around_nodes(m, 3, arena, &a, &error), error);
  CHECK(a.first[0] == 0 && a.first[m->n_node] == 64);
  for (int k = 0; k < m->n_node; k++) {
    eight += a.first[k + 1] - a.first[k] == 8;
    for (int j = a.first[k]; j < a.first[k + 1]; j++) {
      int node[27], found = 0;
      sn_mesh_type type;
      const int n = sn_mesh_nodes_at(m, a.element[j], node, &type);
      for (int i = 0; i < n; i++) {
        found += node[i] == k;
      }
      CHECK(found == 1);
    }
  }
  CHECK(eight == 1);
}

/* Two boxes side by side as one mesh: two pieces, until equal nodes are merged. */
static const sn_mesh *two_boxes(double gap)
{
  const sn_mesh *a = box(1, 1, 1, SN_MESH_HEX20);
  sn_v3 *x = SN_NEW(arena, sn_v3, 2 * (size_t)a->n_node);
  int *node = SN_NEW(arena, int, 40);
  sn_mesh_block *b = SN_NEW(arena, sn_mesh_block, 1);
  sn_mesh *m = SN_NEW(arena, sn_mesh, 1);
  for (int k = 0; k < a->n_node; k++) {
    x[k] = a->x[k];
    x[k + a->n_node] = v3_add(a->x[k], v3(1 + gap, 0, 0));
  }
  for (int k = 0; k < 20; k++) {
    node[k] = a->block->node[k];
    node[k + 20] = a->block->node[k] + a->n_node;
  }
  *b = (sn_mesh_block){SN_MESH_HEX20, 2, node, NULL};
  *m = (sn_mesh){.n_node = 2 * a->n_node, .x = x, .n_block = 1, .block = b};
  return m;
}

static void test_pieces(void)
{
  sn_mesh_pieces p;
  sn_mesh_sides s;
  const sn_mesh *m = two_boxes(1e-9), *one = NULL;
  int merged = 0;
  CHECK_OK(sn_mesh_find_pieces(m, 3, arena, &p, &error), error);
  CHECK(p.n == 2 && p.size[0] == 1 && p.size[1] == 1);
  CHECK_NEAR(v3_norm(v3_sub(p.at[1], v3(1.5, 0.5, 0.5))), 0, 1e-8);
  CHECK_OK(sn_mesh_merge(m, 1e-6, arena, &one, &merged, &error), error);
  CHECK(merged == 8 && one->n_node == 32);
  CHECK_OK(sn_mesh_find_pieces(one, 3, arena, &p, &error), error);
  CHECK(p.n == 1 && p.size[0] == 2);
  CHECK_OK(sn_mesh_boundary(one, arena, &s, NULL, &error), error);
  CHECK(s.n == 10);
  CHECK_OK(sn_mesh_merge(two_boxes(1e-3), 1e-6, arena, &one, &merged, &error), error);
  CHECK(merged == 0 && one->n_node == 40);
}

static void test_patches(void)
{
  const sn_mesh_frame place = {v3(0, 0, 0), m3_identity()};
  const sn_mesh_layer layer = {1, 2, 1};
  sn_mesh_sides s;
  sn_mesh_patches p;
  const sn_mesh *m = box(2, 2, 2, SN_MESH_TET10);
  CHECK_OK(sn_mesh_boundary(m, arena, &s, NULL, &error), error);
  CHECK_OK(sn_mesh_find_patches(m, &s, 0.5, arena, &p, &error), error);
  CHECK(p.n == 6);
  for (int linear = 0; linear < 2; linear++) {
    const sn_plane_section *ring;
    CHECK_OK(sn_section_ring(1, 2, 24, 1, arena, &ring, &error), error);
    CHECK_OK(sn_mesh_extrude(ring, &layer, 1, linear ? SN_MESH_HEX8 : SN_MESH_HEX27, &place, arena, &m, &error), error);
    CHECK_OK(sn_mesh_boundary(m, arena, &s, NULL, &error), error);
    CHECK_OK(sn_mesh_find_patches(m, &s, 0.5, arena, &p, &error), error);
    CHECK(p.n == 4);
  }
}

/* Elements of dimension 2 that a file has for a surface: found as sides of volumes, whatever their orientation. */
static void test_surfaces(void)
{
  const sn_mesh *m = box(2, 2, 2, SN_MESH_TET10);
  const sn_mesh_group *side = sn_mesh_find_group(m, 2, "x1"), *found = NULL;
  int *node = SN_NEW(arena, int, 6 * ((size_t)side->n + 1));
  sn_mesh_place *place = SN_NEW(arena, sn_mesh_place, (size_t)side->n + 1);
  sn_mesh_sides s;
  for (int k = 0; k < side->n; k++) {
    int of[27];
    sn_mesh_type type;
    sn_mesh_nodes_at(m, side->place[k], of, &type);
    for (int a = 0; a < 6; a++) {
      const int mirrored[6] = {0, 2, 1, 5, 4, 3};
      node[6 * k + a] = of[k % 2 ? mirrored[a] : a];
    }
    place[k] = (sn_mesh_place){1, k, -1};
  }
  node[6 * side->n + 1] = 1; /* and one that is no side */
  node[6 * side->n + 2] = 70;
  place[side->n] = (sn_mesh_place){1, side->n, -1};
  const sn_mesh_block blocks[2] = {m->block[0], {SN_MESH_TRI6, side->n + 1, node, NULL}};
  const sn_mesh_group group = {"pressed", SN_MESH_ELEMENTS, 2, side->n + 1, place, NULL};
  const sn_mesh both = {.n_node = m->n_node, .x = m->x, .n_block = 2, .block = blocks, .n_group = 1, .group = &group};
  CHECK_OK(sn_mesh_boundary(&both, arena, &s, &found, &error), error);
  CHECK(s.n == 48 && found[0].n == side->n + 1 && found[0].type == SN_MESH_SURFACE);
  for (int k = 0; k < side->n; k++) {
    const sn_mesh_place p = found[0].place[k], q = side->place[k];
    CHECK(p.block == q.block && p.element == q.element && p.side == q.side);
  }
  CHECK(found[0].place[side->n].side == -1);
}

static void test_doubled(void)
{
  const sn_mesh *m = box(1, 1, 1, SN_MESH_HEX8);
  int node[24];
  sn_mesh_sides s;
  for (int k = 0; k < 24; k++) {
    node[k] = m->block->node[k % 8];
  }
  const sn_mesh_block block = {SN_MESH_HEX8, 3, node, NULL};
  const sn_mesh three = {.n_node = m->n_node, .x = m->x, .n_block = 1, .block = &block};
  CHECK(sn_mesh_boundary(&three, arena, &s, NULL, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "Elements 1, 2 and 3 share one side");
}

/* A node is moved: the element is inside out, and named. Mirrored: all are. */
static void test_bad_elements(void)
{
  for (int t = SN_MESH_TET4; t <= SN_MESH_HEX27; t++) {
    const sn_mesh *m = box(2, 2, 2, (sn_mesh_type)t);
    sn_v3 *x = SN_NEW(arena, sn_v3, m->n_node);
    const int last = m->block->node[0];
    sn_mesh moved = *m;
    for (int k = 0; k < m->n_node; k++) {
      x[k] = m->x[k];
    }
    moved.x = x;
    x[last] = v3(1.6, 1.5, 1.4);
    CHECK(sn_mesh_check_volumes(&moved, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, "flat or inside out");
    x[last] = v3(NAN, 0, 0);
    CHECK(sn_mesh_check_volumes(&moved, &error) == SN_EINPUT);
    for (int k = 0; k < m->n_node; k++) {
      x[k] = v3(-m->x[k].x[0], m->x[k].x[1], m->x[k].x[2]);
    }
    CHECK(sn_mesh_check_volumes(&moved, &error) == SN_EINPUT);
    CHECK_TEXT(error.why, "mirrored");
    for (int k = 0; k < m->n_node; k++) {
      x[k] = v3(0, m->x[k].x[1], m->x[k].x[2]);
    }
    CHECK(sn_mesh_check_volumes(&moved, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, "and flat");
  }
  /* a middle node beyond the quarter of its edge */
  sn_v3 x[10] = {{{0, 0, 0}},   {{1, 0, 0}},   {{0, 1, 0}},   {{0, 0, 1}},   {{0.5, 0, 0}},
                 {{.5, .5, 0}}, {{0, 0.5, 0}}, {{0, 0, 0.5}}, {{.5, 0, .5}}, {{0, .5, .5}}};
  const int node[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const long long number = 77;
  const sn_mesh_block block = {SN_MESH_TET10, 1, node, &number};
  const sn_mesh m = {.file = "a.msh", .n_node = 10, .x = x, .n_block = 1, .block = &block};
  x[4].x[0] = 0.26;
  CHECK_OK(sn_mesh_check_volumes(&m, &error), error);
  x[4].x[0] = 0.24;
  CHECK(sn_mesh_check_volumes(&m, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "\"a.msh\" has 1 element that is flat or inside out; the worst is element 77");
}

/* A curved element whose map is known: x = (r + r s/3, s + t r/4, t): volume and centre by a fine sum. Scaled by a power of two: same bits. */
static void test_curved(void)
{
  for (int t = SN_MESH_TET10; t <= SN_MESH_HEX27; t++) {
    if (t == SN_MESH_HEX8) {
      continue;
    }
    const sn_mesh *m = box(1, 1, 1, (sn_mesh_type)t);
    sn_v3 *x = SN_NEW(arena, sn_v3, m->n_node);
    sn_mesh bent = *m;
    sn_mesh_measures w, scaled;
    for (int k = 0; k < m->n_node; k++) {
      const double r = m->x[k].x[0], s = m->x[k].x[1], u = m->x[k].x[2];
      x[k] = v3(r + s * s / 4, s + u * u / 3, u);
    }
    bent.x = x;
    sn_mesh_measure(&bent, NULL, &w);
    /* the map x = r + s^2/4, y = s + t^2/3, z = t keeps volumes; moments are means over the cube */
    CHECK_NEAR(w.volume, 1, 1e-14);
    CHECK_NEAR(w.centre.x[0], 0.5 + 1.0 / 12, 1e-14);
    CHECK_NEAR(w.centre.x[1], 0.5 + 1.0 / 9, 1e-14);
    const double xx = 1.0 / 12 + 1.0 / 16 * (1.0 / 5 - 1.0 / 9), yy = 1.0 / 12 + 1.0 / 9 * (1.0 / 5 - 1.0 / 9);
    CHECK_NEAR(w.inertia[2][2], xx + yy, 1e-14);
    CHECK_NEAR(w.inertia[1][2], -(1.0 / 3) * (1.0 / 4 - 1.0 / 6), 1e-14);
    for (int k = 0; k < m->n_node; k++) {
      x[k] = v3_scale(0x1p-20, x[k]);
    }
    sn_mesh_measure(&bent, NULL, &scaled);
    CHECK(scaled.volume == w.volume * 0x1p-60 && scaled.inertia[0][1] == w.inertia[0][1] * 0x1p-100);
  }
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_boundary);
  RUN(test_around);
  RUN(test_pieces);
  RUN(test_patches);
  RUN(test_surfaces);
  RUN(test_doubled);
  RUN(test_bad_elements);
  RUN(test_curved);
  sn_arena_free(arena);
  return REPORT();
}
