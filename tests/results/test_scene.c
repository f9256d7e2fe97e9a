/* tests/results/test_scene.c -- a scene written into a file and read back: every table, every index checked, places. */
#include "results/scene.h"

#include <math.h>
#include <string.h>

#include "harness.h"
#include "results/fixture.h"

enum { ROWS = 11 };
static const char file[] = "scene.h5";

static sn_reader *write_and_open(const sn_result_plan *plan, sn_arena *arena)
{
  sn_error error = {0};
  sn_writer *w = NULL;
  sn_reader *r = NULL;
  CHECK(sn_writer_new(plan, file, arena, &w, &error) == SN_OK);
  const sn_sink sink = sn_writer_sink(w);
  for (int k = 0; k < ROWS; k++) {
    CHECK(fixture_row(&sink, plan->system, k, &error) == SN_OK);
  }
  CHECK(sn_writer_finish(w, SN_OUTCOME_COMPLETE, NULL, NULL, &error) == SN_OK);
  CHECK(sn_reader_open(file, arena, &r, &error) == SN_OK);
  return r;
}

/* Everything a scene can have, beside what the fixture has. */
static void enrich(sn_scene *s, sn_arena *arena)
{
  const sn_spot here = {.row = 1, .position = {1, 2, 3}, .quaternion = {0.6, 0, 0.8, 0}};
  s->n_between = s->n_loop = s->n_surface = s->n_sheet = s->n_arrow = 1;
  s->between = SN_NEW(arena, sn_scene_between, 1);
  s->between[0] = (sn_scene_between){1, "spring", 0.25, here, here, SN_SCENE_SPRING};
  s->line[0].section = 0;
  s->line[0].order = s->line[0].first_spot = 1; /* one element; the first spot is no one's */
  s->n_line_spot = 3;
  s->line_spot = sn_arena_get(arena, 3, sizeof *s->line_spot);
  for (int i = 0; i < 3; i++) {
    s->line_spot[i][i] = 4 + i;
    s->line_spot[i][3] = 0.6;
    s->line_spot[i][4 + i] = 0.8;
  }
  s->loop = SN_NEW(arena, sn_scene_loop, 1);
  s->loop[0] = (sn_scene_loop){0, 0, 3};
  s->n_loop_point = 3;
  s->loop_point = sn_arena_get(arena, 3, sizeof *s->loop_point);
  s->loop_point[2][1] = 7;
  s->surface = SN_NEW(arena, sn_scene_surface, 1);
  s->surface[0] = (sn_scene_surface){0, 3, 0, 1};
  s->n_vertex = 3;
  s->vertex = sn_arena_get(arena, 3, sizeof *s->vertex);
  s->vertex[1][2] = 0.5F;
  s->n_triangle = s->n_sheet_triangle = 1;
  s->triangle = sn_arena_get(arena, 1, sizeof *s->triangle);
  s->triangle[0][1] = 1;
  s->triangle[0][2] = 2;
  s->sheet = SN_NEW(arena, sn_scene_sheet, 1);
  s->sheet[0] = (sn_scene_sheet){0, 0, 2, 0, 1};
  s->n_sheet_row = 2;
  s->sheet_row = SN_NEW(arena, int, 2);
  s->sheet_triangle = sn_arena_get(arena, 1, sizeof *s->sheet_triangle);
  s->sheet_triangle[0][2] = 1;
  s->arrow = SN_NEW(arena, sn_scene_arrow, 1);
  s->arrow[0] = (sn_scene_arrow){1, "force", "/forces/push/value", here, 0};
}

static int same_spot(const sn_spot *a, const sn_spot *b)
{
  return a->row == b->row && memcmp(a->position, b->position, sizeof a->position) == 0 &&
         memcmp(a->quaternion, b->quaternion, sizeof a->quaternion) == 0;
}

static void test_round_trip(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_result_plan plan = fixture_plan(arena);
  sn_scene *want = fixture_scene(arena, plan.places), got;
  enrich(want, arena);
  plan.scene = want;
  sn_reader *r = write_and_open(&plan, arena);
  CHECK(sn_scene_read(r, arena, &got, &error) == SN_OK);
  CHECK(got.n_item == 3 && strcmp(got.item[2].kind, "revolute") == 0 && strcmp(got.item[2].class, "joint") == 0);
  CHECK(strcmp(got.item[0].color, "#cc3311") == 0 && got.item[0].opacity == 0.5 && got.item[0].gloss == 2);
  CHECK(got.item[0].line == 0 && got.item[1].line == 41);
  CHECK(got.item[2].color[0] == '\0' && got.item[2].opacity == 0); /* not said */
  CHECK(got.n_fact == 1 && strcmp(got.fact[0].text, "2 kg") == 0);
  CHECK(got.n_solid == 1 && got.solid[0].size[1] == 0.02 && got.solid[0].surface == -1);
  CHECK(same_spot(&got.solid[0].at, &want->solid[0].at));
  CHECK(got.n_between == 1 && got.between[0].radius == 0.25 && same_spot(&got.between[0].b, &want->between[0].b));
  CHECK(got.n_line == 1 && got.line[0].section == 0 && got.line[0].count == 2 && got.line_row[1] == 1);
  CHECK(got.line[0].order == 1 && got.line[0].first_spot == 1 && got.n_line_spot == 3);
  const sn_spot station = sn_scene_station(&got, got.line, 1);
  CHECK(same_spot(&station, &(sn_spot){1, {0, 0, 6}, {0.6, 0, 0, 0.8}}));
  got.line[0].order = 0; /* a line through rows: the row itself */
  const sn_spot row = sn_scene_station(&got, got.line, 1);
  CHECK(same_spot(&row, &(sn_spot){1, {0}, {1, 0, 0, 0}}));
  CHECK(got.n_loop_point == 3 && got.loop_point[2][1] == 7 && got.loop_point[2][0] == 0);
  CHECK(got.n_vertex == 3 && got.vertex[1][2] == 0.5F && got.triangle[0][2] == 2);
  CHECK(got.n_sheet == 1 && got.sheet_triangle[0][2] == 1 && got.n_sheet_row == 2);
  CHECK(got.n_joint == 1 && strcmp(got.joint[0].glyph, "revolute") == 0);
  CHECK(got.n_arrow == 1 && strcmp(got.arrow[0].series, "/forces/push/value") == 0);
  CHECK(got.n_field == 1 && strcmp(got.field[0].unit, "rad") == 0 && got.field[0].count == 1);
  CHECK(got.n_place == plan.places->n && got.place_item[1] == 1 && got.place_item[got.n_place - 1] == -1);
  CHECK(got.up[2] == 1 && got.extent == 1);
  sn_reader_close(r);
  sn_arena_free(arena);
}

/* Whatever a file says: an index that points nowhere is an error with the name of its table. */
static void test_bad_indices(void)
{
  static const char *const names[] = {"solid", "line",  "line_row", "loop", "surface", "sheet",
                                      "joint", "arrow", "field",    "fact", "between", "place_item",
                                      "line",  "line",  "line",     "line", "line"};
  for (int k = 0; k < (int)(sizeof names / sizeof *names); k++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error error = {0};
    sn_result_plan plan = fixture_plan(arena);
    sn_scene *s = fixture_scene(arena, plan.places), got;
    enrich(s, arena);
    plan.scene = s;
    switch (k) {
    case 0:
      s->solid[0].at.row = 99;
      break;
    case 1:
      s->line[0].count = 3;
      break;
    case 2:
      s->line_row[0] = -1;
      break;
    case 3:
      s->loop[0].first = 1;
      break;
    case 4:
      s->triangle[0][0] = 3;
      break;
    case 5:
      s->sheet_triangle[0][0] = 2;
      break;
    case 6:
      s->joint[0].a.quaternion[0] = NAN;
      break;
    case 7:
      s->arrow[0].at.position[0] = INFINITY;
      break;
    case 8:
      s->field[0].count = 0;
      break;
    case 9:
      s->fact[0].item = 3;
      break;
    case 10:
      s->between[0].item = -1;
      break;
    case 11:
      s->place_item[0] = 3;
      break;
    case 12:
      s->line[0].order = SN_SCENE_ORDER + 1;
      break;
    case 13:
      s->line[0].order = 2; /* two stations are no element of it */
      break;
    case 14:
      s->line[0].first_spot = 2;
      break;
    case 15:
      s->line_spot[2][4] = 3;
      break;
    default:
      s->line_spot[1][0] = NAN;
      break;
    }
    sn_reader *r = write_and_open(&plan, arena);
    CHECK(sn_scene_read(r, arena, &got, &error) == SN_EIO);
    CHECK_TEXT(error.what, names[k]);
    sn_reader_close(r);
    sn_arena_free(arena);
  }
}

/* The fixture's node 0 turns by its directors d1 = y, d2 = -x; its rates are its directors again, so that
   omega = 1/2 sum d x d = 0, and velocities are the positions. */
static void test_places(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_result_plan plan = fixture_plan(arena);
  sn_reader *r = write_and_open(&plan, arena);
  sn_scene s;
  CHECK(sn_scene_read(r, arena, &s, &error) == SN_OK);
  double x[30], q[40], v[30], w[30];
  sn_poses row = {.position = x, .quaternion = q, .velocity = v, .spin = w};
  CHECK(s.n_place <= 10);
  CHECK(sn_scene_poses(r, &s, 3, &row, &error) == SN_OK);
  CHECK_NEAR(row.t, 0.3, 1e-15);
  CHECK_NEAR(x[0], 0.3, 1e-7);
  CHECK_NEAR(x[1], 2, 0);
  CHECK_NEAR(v[1], 2, 0);
  CHECK_NEAR(q[0], sqrt(0.5), 1e-7);
  CHECK_NEAR(w[2], 0, 1e-12);
  unsigned long long at = 0;
  static const struct {
    double t;
    unsigned long long row;
  } cases[] = {{-1, 0}, {0, 0}, {0.04, 0}, {0.06, 1}, {0.3, 3}, {0.999, 10}, {50, 10}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK(sn_reader_row_at(r, cases[i].t, &at, &error) == SN_OK);
    CHECK(at == cases[i].row);
  }
  sn_reader_close(r);
  sn_arena_free(arena);
}

/* Angular velocity of triads, pairs and fibres turning about a known axis. */
static void test_spin(void)
{
  const sn_v3 omega = v3(0.3, -0.2, 0.5);
  for (int have = 1; have <= 3; have++) {
    sn_v3 q[4] = {v3(1, 2, 3), v3(0.36, 0.48, 0.8), v3(-0.8, 0.6, 0), v3(0, 0, 0)}, v[4];
    q[3] = v3_cross(q[1], q[2]);
    for (int k = 0; k < 4; k++) {
      v[k] = v3_cross(omega, q[k]);
    }
    const int vector[1][4] = {{0, have >= 3 ? 1 : -1, have >= 2 ? 2 : -1, 3}};
    const sn_viewer_rows p = {.n = 1, .vector = vector};
    double x[3], turn[4], rate[3], w[3];
    sn_poses row = {.position = x, .quaternion = turn, .velocity = rate, .spin = w};
    sn_poses_at(&p, q, v, &row);
    const sn_v3 want = have >= 2 ? omega : v3_axpy(omega, -v3_dot(omega, q[3]), q[3]);
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(w[k], want.x[k], 1e-15);
    }
  }
}

int main(void)
{
  RUN(test_round_trip);
  RUN(test_bad_indices);
  RUN(test_places);
  RUN(test_spin);
  return REPORT();
}
