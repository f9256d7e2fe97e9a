/* tests/system/test_guard.c -- elements that must not fold: what a guard sees of a line, a surface and a length, whatever rigid motion they are in.
 */
#include "system/guard.h"

#include <math.h>
#include <string.h>

#include "harness.h"
#include "math/rotation.h"

enum { NODES = 4, VECTORS = 4 * NODES };

typedef struct {
  sn_arena *arena;
  const sn_system *system;
  sn_v3 q[VECTORS];
} fixture;

/* Four nodes with axes at the corners of a square; a line along its first side, a surface on it, a length along its last side. */
static fixture begin(void)
{
  static const double corner[NODES][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  fixture f = {.arena = sn_arena_new(NULL)};
  sn_builder *b = sn_builder_new(f.arena);
  sn_state state = {0};
  sn_error e = {0};
  int v[NODES][4];
  sn_item_begin(b, "part", "it", "a.lua:1");
  for (int i = 0; i < NODES; i++) {
    const int node = sn_add_triad(b, v3(corner[i][0], corner[i][1], 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0));
    for (int k = 0; k < 4; k++) {
      v[i][k] = sn_vector_of(b, node, k);
      sn_add_mass(b, v[i][k], v[i][k], 1);
    }
  }
  const double mean[2] = {0.5, 0.5}, rate[2] = {-1, 1}, quarter[NODES] = {0.25, 0.25, 0.25, 0.25};
  const double by_x[NODES] = {-0.5, 0.5, -0.5, 0.5}, by_y[NODES] = {-0.5, -0.5, 0.5, 0.5};
  int point[6], surface[4], director[NODES], place[NODES];
  sn_block_begin(b, &sn_law_elastic, "line");
  for (int k = 0; k < 6; k++) { /* x', d1, d2, d1', d2', d3' */
    const int role = k == 0 ? 0 : k < 3 ? k : k - 2, pair[2] = {v[0][role], v[1][role]};
    point[k] = sn_interpolate(b, 2, pair, k == 0 || k > 2 ? rate : mean);
  }
  sn_block_matrix(b, sn_form(b, 1, point[0], point[1], -1), 0, 1);
  sn_guard_line(b, (sn_element_name){3, 0}, 1, 1, point);
  sn_block_begin(b, &sn_law_elastic, "surface");
  for (int i = 0; i < NODES; i++) {
    place[i] = v[i][0];
    director[i] = v[i][3];
  }
  surface[0] = sn_interpolate(b, NODES, place, by_x);
  surface[1] = sn_interpolate(b, NODES, place, by_y);
  surface[2] = sn_interpolate(b, NODES, director, by_x);
  surface[3] = sn_interpolate(b, NODES, director, by_y);
  sn_block_matrix(b, sn_form(b, 0.5, surface[0], surface[0], -0.5), 0, 1);
  sn_guard_surface(b, (sn_element_name){5, 3}, 1, surface, NODES, director, quarter);
  sn_block_begin(b, &sn_law_elastic, "length");
  const int ends[2] = {v[2][0], v[3][0]}, gap = sn_interpolate(b, 2, ends, rate);
  sn_block_matrix(b, sn_form(b, 0.5, gap, gap, -0.5), 0, 1);
  sn_guard_length(b, (sn_element_name){0}, 1, 1, &gap);
  CHECK_OK(sn_builder_finish(b, &f.system, &state, &e), e);
  CHECK(f.system->n_guard == 3 && f.system->n_vector == VECTORS);
  memcpy(f.q, state.q, sizeof f.q);
  return f;
}

/* role k of node i in the order of the system */
static sn_v3 *at(fixture *f, int i, int k)
{
  return f->q + f->system->node[i].vector[k];
}

static void turn_node(fixture *f, int i, int axis, double angle)
{
  const sn_m3 r = sn_rotation_axis_angle(v3(axis == 0, axis == 1, axis == 2), angle);
  for (int k = 1; k < 4; k++) {
    *at(f, i, k) = m3_mul(r, *at(f, i, k));
  }
}

/* What is found, in any rigid motion. */
static sn_bad_kind found(const fixture *f, const sn_v3 *before, int *guard)
{
  sn_bad_kind kind = SN_NOT_BAD;
  for (int n = 0; n < 3; n++) {
    const sn_m3 r = sn_rotation_axis_angle(v3(1, 2 * n, -n), 2.1 * n);
    sn_v3 moved[VECTORS], from[VECTORS];
    for (int i = 0; i < VECTORS; i++) {
      const sn_v3 shift = f->system->vector[i].role == 0 ? v3(n, -n, 3 * n) : v3(0, 0, 0);
      moved[i] = v3_add(m3_mul(r, f->q[i]), shift);
      from[i] = before ? v3_add(m3_mul(r, before[i]), shift) : v3(0, 0, 0);
    }
    sn_bad_law bad = {.kind = SN_NOT_BAD, .source = -1};
    (void)sn_find_folded(f->system, before ? from : NULL, moved, 1.5, &bad);
    CHECK(n == 0 || bad.kind == kind);
    kind = bad.kind;
    *guard = bad.source;
    CHECK(kind == SN_NOT_BAD || (bad.t == 1.5 && bad.item == 0));
  }
  return kind;
}

static void test_looks(void)
{
  fixture f = begin();
  sn_v3 drawn[VECTORS];
  int guard = -1;
  memcpy(drawn, f.q, sizeof drawn);
  CHECK(found(&f, NULL, &guard) == SN_NOT_BAD && found(&f, drawn, &guard) == SN_NOT_BAD);
  /* compressed to a tenth: it holds; through zero: not */
  *at(&f, 1, 0) = v3(0.1, 0, 0);
  CHECK(found(&f, drawn, &guard) == SN_NOT_BAD);
  *at(&f, 1, 0) = v3(-0.1, 0, 0);
  CHECK(found(&f, drawn, &guard) == SN_BAD_INSIDE_OUT && guard == 0);
  *at(&f, 1, 0) = v3(1, 0, 0);
  /* axes that turn against each other: 100 and 130 degrees, bent and twisted */
  for (int axis = 0; axis < 3; axis += 2) {
    turn_node(&f, 1, axis, 100 * acos(-1) / 180);
    CHECK(found(&f, NULL, &guard) == SN_NOT_BAD);
    int turned = -1;
    CHECK_NEAR(sn_largest_turn(f.system, f.q, &turned), 100 * acos(-1) / 180, 1e-12);
    CHECK(turned == 0);
    turn_node(&f, 1, axis, 30 * acos(-1) / 180);
    CHECK(found(&f, NULL, &guard) == SN_BAD_FOLDED && guard == 0);
    memcpy(f.q, drawn, sizeof drawn);
  }
  /* the surface on its back: its far side beyond the near one */
  *at(&f, 2, 0) = v3(0, -0.4, 0), *at(&f, 3, 0) = v3(1, -0.4, 0);
  CHECK(found(&f, NULL, &guard) == SN_BAD_INSIDE_OUT && guard == 1);
  memcpy(f.q, drawn, sizeof drawn);
  for (int i = 0; i < 4; i++) { /* turned to the other side with its directors: nothing has happened */
    turn_node(&f, i, 0, acos(-1));
    *at(&f, i, 0) = v3(at(&f, i, 0)->x[0], -at(&f, i, 0)->x[1], 0);
  }
  CHECK(found(&f, NULL, &guard) == SN_NOT_BAD);
  memcpy(f.q, drawn, sizeof drawn);
  /* the length: through zero within the step, however far; a turn is none */
  *at(&f, 3, 0) = v3(-0.01, 1, 0);
  CHECK(found(&f, drawn, &guard) == SN_BAD_THROUGH && guard == 2);
  CHECK(found(&f, NULL, &guard) == SN_NOT_BAD);
  *at(&f, 3, 0) = v3(-1 * cos(0.3), 1 + sin(0.3), 0);
  CHECK(found(&f, drawn, &guard) == SN_NOT_BAD);
  sn_arena_free(f.arena);
}

/* Lengths over those without strain, turned as they are: of a line, of a surface in its two directions, of a length. */
static void test_stretches(void)
{
  fixture f = begin();
  sn_stretches s = sn_largest_stretches(f.system, f.q);
  CHECK_NEAR(s.least, 1, 1e-15);
  CHECK_NEAR(s.most, 1, 1e-15);
  *at(&f, 1, 0) = v3(0.05, 0, 0); /* the line alone would be 0.05; the surface shears and shrinks along with it */
  s = sn_largest_stretches(f.system, f.q);
  CHECK_NEAR(s.least, 0.05, 1e-12);
  CHECK(s.shortest == 0);
  *at(&f, 1, 0) = v3(1, 0, 0);
  for (int i = 0; i < 4; i++) { /* the surface: 12 times as long in y */
    *at(&f, i, 0) = v3(at(&f, i, 0)->x[0], 12 * at(&f, i, 0)->x[1], 0);
  }
  s = sn_largest_stretches(f.system, f.q);
  CHECK_NEAR(s.most, 12, 1e-12);
  CHECK(s.longest == 1);
  CHECK_NEAR(s.least, 1, 1e-12);
  sn_arena_free(f.arena);
}

static void test_words(void)
{
  fixture f = begin();
  static const char *const name[] = {"element 3", "element (2, 2)", "it"};
  static const sn_bad_kind kind[] = {SN_BAD_FOLDED, SN_BAD_INSIDE_OUT, SN_BAD_THROUGH};
  for (int i = 0; i < 3; i++) {
    char text[64];
    sn_error e = {0};
    const sn_bad_law bad = {.kind = kind[i], .source = i, .t = i == 2 ? NAN : 0.25};
    CHECK(strcmp(sn_guard_name(f.system->guard + i, text), name[i]) == 0);
    CHECK(sn_bad_law_error(f.system, &bad, SN_ENOCONV, &e) == SN_ENOCONV &&
          sn_bad_law_error(f.system, &bad, SN_ENOCONV, NULL) == SN_ENOCONV);
    printf("  %s | %s | %s | %s\n", e.where, e.what, e.why, e.fix);
    CHECK(strstr(e.where, "a.lua:1") && strstr(e.what, i == 2 ? "static equilibrium" : "t = 0.25 s") &&
          strlen(e.why) > 40 && strlen(e.why) < sizeof e.why - 1);
    CHECK(strstr(e.fix, "smaller step") && strlen(e.fix) < sizeof e.fix - 1 && e.fix[strlen(e.fix) - 1] == '.');
  }
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_looks);
  RUN(test_stretches);
  RUN(test_words);
  return REPORT();
}
