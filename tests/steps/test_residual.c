/* tests/steps/test_residual.c -- what a failed step says: rows on a common scale, gaps in metres and radians, bad laws.
 * Against: units worked out by hand on a point on a rod and a body with one axis row.
 */
#include "steps/residual.h"

#include "../harness.h"
#include "system/builder.h"

typedef struct {
  sn_arena *arena;
  const sn_system *s;
  sn_state x;
  int length, axis; /* blocks */
} fixture;

/* point of 2 kg at (3, 4, 0) on a rod of 5 m to the origin; body with an axis row x.y at the origin */
static fixture make(void)
{
  fixture f = {.arena = sn_arena_new(NULL)};
  sn_error error = {0};
  sn_builder *b = sn_builder_new(f.arena);
  const double inertia[3][3] = {{1, 0, 0}, {0, 1.5, 0}, {0, 0, 2}};
  sn_frame ground = sn_ground_frame(b);
  sn_item_begin(b, "point", "ball", "m.lua:1");
  const int ball = sn_add_point(b, v3(3, 4, 0), v3(0, 0, 0)), x = sn_vector_of(b, ball, 0);
  sn_add_mass(b, x, x, 2);
  sn_item_begin(b, "distance", "rod", "m.lua:2");
  const sn_frame end = sn_node_frame(b, ball);
  f.length = sn_block_begin(b, &sn_law_constraint, "length");
  const int u = sn_between(b, &ground, &end);
  sn_form(b, 1.0 / 10, u, u, -2.5);
  sn_item_begin(b, "body", "plate", "m.lua:3");
  const int plate = sn_add_triad(b, v3(0, 0, 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0));
  const sn_frame on = sn_node_frame(b, plate);
  sn_add_rigid_mass(b, &on, 4, v3(0, 0, 0), inertia);
  f.axis = sn_block_begin(b, &sn_law_constraint, "axis");
  sn_form(b, 1, sn_axis_of(b, &on, 0), sn_axis_of(b, &ground, 1), 0);
  CHECK_OK(sn_builder_finish(b, &f.s, &f.x, &error), error);
  return f;
}

static void test_gaps_in_metres_and_radians(void)
{
  fixture f = make();
  sn_step_report r = {0};
  sn_rank_constraint(f.s, f.length, 0, f.x.q, f.x.internal, -0.01, &r);
  CHECK(r.row[0].kind == SN_ROW_GAP && r.row[0].block == f.length && r.row[0].row == 0);
  CHECK_NEAR(r.row[0].value, 0.01, 1e-15);
  CHECK_NEAR(r.row[0].size, 0.01 / f.s->extent, 1e-15);
  CHECK_NEAR(fabs(r.row[0].axis.x[0]), 0.6, 1e-15);
  CHECK_NEAR(fabs(r.row[0].axis.x[1]), 0.8, 1e-15);
  sn_rank_constraint(f.s, f.axis, 0, f.x.q, f.x.internal, 0.3, &r);
  CHECK(r.row[0].kind == SN_ROW_ANGLE && r.row[1].kind == SN_ROW_GAP);
  CHECK_NEAR(r.row[0].value, 0.3, 1e-15);
  CHECK_NEAR(fabs(r.row[0].axis.x[2]), 1, 1e-15);
  sn_arena_free(f.arena);
}

static void test_balances_by_the_motion_they_mean(void)
{
  fixture f = make();
  const double h = 0.1;
  sn_step_report r = {0};
  sn_rank_force(f.s, 0, 2, -8, h, &r); /* 8 N on 2 kg for 0.1 s: 0.04 m */
  CHECK_NEAR(r.row[0].size, 0.04 / f.s->extent, 1e-15);
  CHECK_NEAR(r.row[0].value, 8, 0);
  sn_rank_moment(f.s, 1, 1, v3(0, 1, 0), f.x.q, 30, h, &r); /* 30 N m on 1.5 kg m^2: 0.2 rad */
  CHECK(r.row[0].kind == SN_ROW_MOMENT && r.row[1].kind == SN_ROW_FORCE);
  CHECK_NEAR(r.row[0].size, 0.2, 1e-15);
  sn_rank_force(f.s, 0, 2, 16, h, &r); /* the other stage of the same row */
  CHECK(r.row[1].value == 16 && r.row[2].kind == SN_NO_ROW);
  sn_rank_force(f.s, 0, 0, 4, h, &r);
  sn_rank_force(f.s, 0, 1, 10, h, &r); /* a fourth row, larger than the third */
  CHECK(r.row[2].row == 1 && r.row[2].value == 10);
  CHECK(!sn_is_broken(&r));
  sn_rank_force(f.s, 0, 0, NAN, h, &r); /* not a number comes first */
  CHECK(r.row[0].row == 0 && r.row[0].kind == SN_ROW_FORCE && isnan(r.row[0].value) && sn_is_broken(&r));
  CHECK(r.row[1].kind == SN_ROW_MOMENT && r.row[2].value == 16);
  sn_arena_free(f.arena);
}

/* a stop at x = 3.5 between two instants: its slope changes; a spring's does not */
static void test_switching(void)
{
  for (int stop = 0; stop < 2; stop++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_builder *b = sn_builder_new(arena);
    sn_frame ground = sn_ground_frame(b);
    sn_error error = {0};
    const sn_system *s = NULL;
    sn_state x;
    const int item = sn_item_begin(b, "point", "ball", "m.lua:1");
    const int ball = sn_add_point(b, v3(3, 0, 0), v3(0, 0, 0)), v = sn_vector_of(b, ball, 0);
    const sn_frame end = sn_node_frame(b, ball);
    sn_add_mass(b, v, v, 2);
    sn_block_begin(b, &sn_law_potential, "stop");
    const int u = sn_between(b, &ground, &end);
    sn_coordinate_length(b, sn_form(b, 0.5, u, u, 0), 1);
    sn_composite_potential(b, stop ? sn_potential_one_sided(b, 1e4, 3.5, 1) : sn_potential_spring(b, 1e4, 3.5));
    CHECK_OK(sn_builder_finish(b, &s, &x, &error), error);
    sn_v3 *q = SN_NEW(arena, sn_v3, s->n_vector);
    for (int a = 0; a < s->n_vector; a++) {
      q[a] = x.q[a];
    }
    const sn_configuration before = {x.q, NULL, x.internal, 0}, after = {q, NULL, x.internal, 1};
    CHECK(sn_switching_item(s, &before, &after) == -1);
    q[s->node[0].vector[0]] = v3(3.6, 0, 0);
    CHECK(sn_switching_item(s, &before, &after) == (stop ? item : -1));
    sn_bad_law bad;
    CHECK(!sn_find_bad_law(s, &after, &bad) && bad.kind == SN_NOT_BAD);
    q[s->node[0].vector[0]] = v3(0, 0, 0); /* the ends have met */
    CHECK(sn_find_bad_law(s, &after, &bad) && bad.kind == SN_BAD_STRAIN && bad.item == item);
    sn_bad_at_start(s, &x, &bad);
    CHECK(!bad.at_start);
    sn_arena_free(arena);
  }
}

int main(void)
{
  RUN(test_gaps_in_metres_and_radians);
  RUN(test_balances_by_the_motion_they_mean);
  RUN(test_switching);
  return REPORT();
}
