/* tests/pack/test_packs.c -- which blocks become a pack, and which constraints have their force in ground axes as unknown.
 * See:     test_kernels.c: what is computed of packs; tests/steps/test_pack.c: packs of whole models.
 */
#include <stdlib.h>

#include "harness.h"
#include "pack/pack.h"
#include "system/builder.h"

enum { MOST = 64 };

typedef struct {
  sn_arena *arena;
  sn_builder *b;
  const sn_system *s;
  sn_packs packs;
} bench;

static bench begin(void)
{
  bench k = {.arena = sn_arena_new(NULL)};
  k.b = sn_builder_new(k.arena);
  return k;
}

static int add_point(bench *k, double x)
{
  const int node = sn_add_point(k->b, v3(x, 0, 0), v3(0, 0, 0)), v = sn_vector_of(k->b, node, 0);
  sn_add_mass(k->b, v, v, 1);
  return v;
}

/* An elastic bar between two vectors; its numbers are its own. */
static void add_bar(bench *k, int a, int b, double length)
{
  const double w[2] = {-1 / length, 1 / length};
  sn_block_begin(k->b, &sn_law_elastic, "bar");
  const int g = sn_interpolate(k->b, 2, (const int[2]){a, b}, w);
  sn_block_matrix(k->b, sn_form(k->b, 0.5, g, g, -0.5), 0, length);
}

static void finish(bench *k)
{
  sn_error error = {0};
  sn_state start;
  CHECK_OK(sn_builder_finish(k->b, &k->s, &start, &error), error);
}

static void pack(bench *k, const int *category, const int *node_category)
{
  sn_error error = {0};
  const int none[MOST] = {0};
  CHECK_OK(
      sn_packs_new(k->s, category ? category : none, node_category ? node_category : none, k->arena, &k->packs, &error),
      error);
}

/* nine like bars: three packs, in whose last lanes the last bar is repeated */
static void test_lanes_left_over(void)
{
  bench k = begin();
  int before = add_point(&k, 0);
  for (int i = 1; i <= 9; i++) {
    const int v = add_point(&k, i);
    add_bar(&k, before, v, i);
    before = v;
  }
  finish(&k);
  pack(&k, NULL, NULL);
  CHECK(k.packs.n_type == 1 && k.packs.n == 3);
  const sn_pack *last = k.packs.pack + 2;
  CHECK(last->n == 1 && last->block[0] == 8);
  for (int l = 0; l < SN_LANES; l++) {
    CHECK(last->block[l] == 8 && last->matrix[0][l] == 9 && k.packs.pack[1].matrix[0][l] == 5 + l);
  }
  CHECK(k.packs.pack_of[5] == 1 && k.packs.lane_of[5] == 1);
  CHECK(k.packs.n_node == 3 && k.packs.node[2].n == 2 && k.packs.node[2].node[3] == 9); /* ten nodes */
  sn_arena_free(k.arena);
}

/* blocks of other categories, and on nodes of other categories, lie apart; those of a negative one are left out */
static void test_categories(void)
{
  bench k = begin();
  for (int i = 0; i < 4; i++) {
    add_bar(&k, add_point(&k, 2 * i), add_point(&k, 2 * i + 1), 1);
  }
  finish(&k);
  const int of_block[4] = {0, 1, 0, -1}, of_node[8] = {0, 0, 0, 0, 5, 0, 0, 0};
  pack(&k, NULL, NULL);
  CHECK(k.packs.n == 1);
  pack(&k, of_block, NULL);
  CHECK(k.packs.n_type == 2 && k.packs.pack_of[3] == -1 && k.packs.lane_of[3] == -1);
  CHECK(k.packs.pack_of[0] == k.packs.pack_of[2] && k.packs.pack_of[0] != k.packs.pack_of[1]);
  pack(&k, NULL, of_node);
  CHECK(k.packs.n_type == 2 && k.packs.pack_of[2] != k.packs.pack_of[0] && k.packs.pack_of[3] == k.packs.pack_of[0]);
  CHECK(k.packs.n_node == 3); /* seven of one category, one of another */
  sn_arena_free(k.arena);
}

/* the ground in place of a node, other terms, or another law: another type */
static void test_shapes(void)
{
  bench k = begin();
  const sn_frame ground = sn_ground_frame(k.b);
  const int a = add_point(&k, 1), b = add_point(&k, 2);
  add_bar(&k, a, b, 1);
  add_bar(&k, ground.vector[0], a, 1);
  sn_block_begin(k.b, &sn_law_constraint, "distance");
  const int g = sn_interpolate(k.b, 2, (const int[2]){a, b}, (const double[2]){-1, 1});
  sn_form(k.b, 0.5, g, g, -0.5);
  finish(&k);
  pack(&k, NULL, NULL);
  CHECK(k.packs.n_type == 3 && k.packs.n == 3);
  sn_arena_free(k.arena);
}

/* The rows of a joint between two triads: a point held along all axes of one of them, two axes square to each other, and what mixes
   both or holds two directions only. */
static void test_rows(void)
{
  bench k = begin();
  const sn_v3 zero = v3(0, 0, 0);
  sn_frame f[2];
  for (int i = 0; i < 2; i++) {
    const int node = sn_add_triad(k.b, zero, zero, m3_identity(), zero);
    f[i] = sn_node_frame(k.b, node);
    for (int a = 0; a < 4; a++) {
      sn_add_mass(k.b, sn_vector_of(k.b, node, a), sn_vector_of(k.b, node, a), 1);
    }
  }
  for (int way = 0; way < 4; way++) {
    sn_block_begin(k.b, &sn_law_constraint, "rows");
    if (way != 1) {
      const int gap = sn_between(k.b, &f[0], &f[1]);
      for (int j = 0; j < (way == 2 ? 2 : 3); j++) {
        sn_form(k.b, 1, gap, sn_axis_of(k.b, way == 3 && j == 2 ? &f[1] : &f[0], j), 0);
      }
    } else {
      sn_form(k.b, 1, sn_axis_of(k.b, &f[0], 0), sn_axis_of(k.b, &f[1], 1), 0);
      sn_form(k.b, 1, sn_axis_of(k.b, &f[0], 0), sn_axis_of(k.b, &f[1], 2), 0);
    }
  }
  finish(&k);
  const sn_rows want[4] = {SN_ROWS_POINT, SN_ROWS_AXES, SN_ROWS_GENERAL, SN_ROWS_GENERAL};
  for (int way = 0; way < 4; way++) {
    int gap = -1, axis[3] = {-1, -1, -1};
    CHECK((int)sn_rows_of(k.s, k.s->block + way, 0, &gap, axis) == (int)want[way]);
    CHECK(way != 0 || (gap >= 0 && axis[0] != axis[1] && axis[1] != axis[2]));
  }
  sn_arena_free(k.arena);
}

int main(void)
{
  RUN(test_lanes_left_over);
  RUN(test_categories);
  RUN(test_shapes);
  RUN(test_rows);
  return REPORT();
}
