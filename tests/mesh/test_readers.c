/* tests/mesh/test_readers.c -- files that Gmsh has written (tests/data/mesh), text and binary, of every type of volume: volume, inertia, sound
 * elements, groups, surfaces as sides; and the same through every writer and back.
 */
#include <stdlib.h>

#include "base/file.h"
#include "harness.h"
#include "mesh/measure.h"
#include "mesh/read.h"
#include "mesh/topology.h"
#include "mesh/write.h"

static const double pi = 3.14159265358979323846;
static sn_arena *arena;
static sn_error error;

static const sn_mesh *read_file(const char *path)
{
  const sn_mesh *m = NULL;
  const char *bytes;
  size_t size;
  CHECK_OK(sn_file_read(path, 1 << 20, arena, &bytes, &size, &error), error);
  const char *slash = strrchr(path, '/');
  CHECK_OK(sn_mesh_parse(slash ? slash + 1 : path, bytes, size, NULL, arena, &m, &error), error);
  return m;
}

static const sn_mesh *read_named(const char *name)
{
  return read_file(sn_arena_format(arena, "%s/tests/data/mesh/%s", SN_TEST_SOURCE, name));
}

/* The area of a disk of radius 1 whose circle is n chords or parabolas. */
static double disk(int n, int order)
{
  const double half = pi / n, chords = sin(2 * half) / 2;
  return n * (order == 1 ? chords : chords + 4 * (1 - cos(half)) * sin(half) / 3);
}

static const sn_mesh_group *surface(const sn_mesh *m, const sn_mesh_group *groups, const char *name)
{
  const sn_mesh_group *g = sn_mesh_find_group(m, 2, name);
  CHECK(g != NULL);
  return g ? groups + (g - m->group) : NULL;
}

/* A quarter of a ring of radii 1 and 2, height 1.5, two elements along the arc. */
static void check_ring(const sn_mesh *m, sn_mesh_type type, double tolerance)
{
  sn_mesh_measures w;
  sn_mesh_sides all;
  sn_mesh_area a;
  sn_mesh_pieces pieces;
  const sn_mesh_group *groups = NULL, *g;
  const int order = sn_mesh_facts(type)->order;
  if (!m) {
    return;
  }
  CHECK_OK(sn_mesh_check_volumes(m, &error), error);
  sn_mesh_measure(m, NULL, &w);
  CHECK_NEAR(w.volume / (1.5 * 3 * disk(8, order) / 4), 1, tolerance);
  CHECK_NEAR(w.centre.x[2], 0.75, tolerance);
  CHECK_NEAR(w.centre.x[0] / w.centre.x[1], 1, tolerance);
  CHECK_NEAR(w.inertia[0][0] / w.inertia[1][1], 1, tolerance);
  CHECK_NEAR(w.inertia[0][2] / w.inertia[0][0], 0, tolerance);
  /* about the axis: 15/4 r^4 pi/8 of circles; of parabolas to their precision */
  const double axis = w.inertia[2][2] + w.volume * (w.centre.x[0] * w.centre.x[0] + w.centre.x[1] * w.centre.x[1]);
  CHECK_NEAR(axis / (1.5 * 15 * pi / 8), 1, order == 2 ? 2e-3 : 0.2);
  CHECK_OK(sn_mesh_find_pieces(m, 3, arena, &pieces, &error), error);
  CHECK(pieces.n == 1);
  CHECK_OK(sn_mesh_boundary(m, arena, &all, &groups, &error), error);
  if ((g = surface(m, groups, "outer"))) {
    sn_mesh_measure_area(m, g->place, g->n, &a);
    CHECK(g->place[0].side >= 0);
    CHECK_NEAR(a.area / (1.5 * pi), 1, order == 2 ? 4e-4 : 0.03);
    CHECK(v3_dot(a.normal, v3(1, 1, 0)) > 0);
  }
  if ((g = surface(m, groups, "low"))) {
    sn_mesh_measure_area(m, g->place, g->n, &a);
    CHECK_NEAR(a.area / (3 * disk(8, order) / 4), 1, tolerance);
    CHECK_NEAR(v3_norm(v3_sub(a.normal, v3(0, 0, -1))), 0, tolerance);
  }
  const sn_mesh_group *whole = sn_mesh_find_group(m, 3, "ring");
  CHECK(whole && whole->n == sn_mesh_count(m, 3));
  g = sn_mesh_find_group(m, 3, "all of it");
  g = g ? g : sn_mesh_find_group(m, 3, "all_of_it");
  CHECK(g && g->n == sn_mesh_count(m, 3));
  CHECK(m->block[whole->place[0].block].type == type);
}

static const struct {
  const char *name;
  sn_mesh_type type;
  int elements;
} files[] = {{"ring_tet4.msh", SN_MESH_TET4, 12},
             {"ring_tet10.msh", SN_MESH_TET10, 12},
             {"ring_tet10_22_binary.msh", SN_MESH_TET10, 12},
             {"ring_hex8_22.msh", SN_MESH_HEX8, 2},
             {"ring_hex20_binary.msh", SN_MESH_HEX20, 2},
             {"ring_hex27_22.msh", SN_MESH_HEX27, 2},
             {"ring_hex27_binary.msh", SN_MESH_HEX27, 2},
             {"ring_tet10.inp", SN_MESH_TET10, 12},
             {"ring_hex20.inp", SN_MESH_HEX20, 2}};
enum { FILES = sizeof files / sizeof *files };

static void test_files(void)
{
  for (int k = 0; k < FILES; k++) {
    const sn_mesh *m = read_named(files[k].name);
    printf("  %s\n", files[k].name);
    check_ring(m, files[k].type, 2e-8);
    CHECK(m && sn_mesh_count(m, 3) == files[k].elements);
    const sn_mesh_group *rim = m ? sn_mesh_find_group(m, 1, "rim") : NULL;
    CHECK(rim && rim->n == 2);
    int node[27];
    sn_mesh_type type;
    if (rim && sn_mesh_nodes_at(m, rim->place[0], node, &type) == 3) { /* the middle is the last one */
      const sn_v3 d = v3_sub(m->x[node[2]], v3_scale(0.5, v3_add(m->x[node[0]], m->x[node[1]])));
      CHECK_BELOW(v3_norm(d), 0.2);
    }
  }
}

/* Written and read again: the same nodes and elements to the last bit, the same groups. */
static void test_round_trip(void)
{
  static const struct {
    sn_mesh_format format;
    const char *name;
  } formats[] = {{SN_MESH_MSH, "again.msh"}, {SN_MESH_MSH_BINARY, "again.msh"}, {SN_MESH_INP, "again.inp"}};
  for (int k = 0; k < FILES; k++) {
    for (int f = 0; f < 3; f++) {
      const sn_mesh *m = read_named(files[k].name), *again = NULL;
      char *text = NULL;
      size_t size = 0;
      FILE *to = tmpfile();
      if (!m || !to) {
        continue;
      }
      CHECK_OK(sn_mesh_write(m, formats[f].format, arena, to, &error), error);
      size = (size_t)ftell(to);
      rewind(to);
      text = sn_arena_get(arena, size + 1, 1);
      CHECK(fread(text, 1, size, to) == size);
      (void)fclose(to);
      CHECK_OK(sn_mesh_parse(formats[f].name, text, size, NULL, arena, &again, &error), error);
      check_ring(again, files[k].type, 2e-8);
      if (!again) {
        continue;
      }
      CHECK(again->n_node == m->n_node);
      for (int i = 0; i < m->n_node && again->n_node == m->n_node; i++) {
        CHECK(again->number[i] == m->number[i] && memcmp(again->x + i, m->x + i, sizeof *m->x) == 0);
      }
      sn_mesh_measures p, q;
      sn_mesh_measure(m, NULL, &p);
      sn_mesh_measure(again, NULL, &q);
      CHECK(p.volume == q.volume && memcmp(p.inertia, q.inertia, sizeof p.inertia) == 0);
      const sn_mesh_group *rim = sn_mesh_find_group(again, 1, "rim");
      CHECK(rim && rim->n == 2);
    }
  }
}

/* Every byte cut off, or another one: words with a place, and no crash. */
static void test_damage(void)
{
  for (int k = 0; k < FILES; k++) {
    const char *bytes;
    size_t size;
    CHECK_OK(sn_file_read(sn_arena_format(arena, "%s/tests/data/mesh/%s", SN_TEST_SOURCE, files[k].name), 1 << 20,
                          arena, &bytes, &size, &error),
             error);
    const size_t step = SANITIZED ? 37 : 5;
    for (size_t at = 0; at < size; at += step) {
      for (int change = 0; change < 3; change++) {
        sn_arena *scratch = sn_arena_new(NULL);
        const size_t n = change ? size : at;
        char *copy = malloc(n + 1);
        const sn_mesh *m = NULL;
        sn_error e = {0};
        memcpy(copy, bytes, n);
        copy[n] = '\0';
        if (change) {
          copy[at] = (char)(change == 1 ? 0xff : copy[at] ^ 0x11);
        }
        if (sn_mesh_parse(files[k].name, copy, n, NULL, scratch, &m, &e) != SN_OK) {
          CHECK(e.what[0] && e.why[0] && e.fix[0]);
          CHECK(strstr(e.what, files[k].name) != NULL);
        } else {
          sn_mesh_measures w;
          sn_mesh_sides sides;
          const sn_mesh_group *groups;
          (void)sn_mesh_check_volumes(m, &e);
          sn_mesh_measure(m, NULL, &w);
          (void)sn_mesh_boundary(m, scratch, &sides, &groups, &e);
        }
        free(copy);
        sn_arena_free(scratch);
      }
    }
  }
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_files);
  RUN(test_round_trip);
  RUN(test_damage);
  sn_arena_free(arena);
  return REPORT();
}
