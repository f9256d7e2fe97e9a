/* tests/results/fixture.h -- a small result made by hand: two nodes, one joint output, three channels, known numbers. */
#ifndef SN_TESTS_RESULTS_FIXTURE_H
#define SN_TESTS_RESULTS_FIXTURE_H
#include <string.h>

#include "results/writer.h"
#include "system/formula.h"

enum { FIXTURE_VECTORS = 9, FIXTURE_SCRATCH = 64 };

static inline void fixture_angle(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  out[0] = sin(o->t);
}
static inline void fixture_reaction(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  for (int k = 0; k < 3; k++) {
    out[k] = (k + 1) * o->t;
  }
}

/* A rod, a wire between its node and the point, a joint with the ground; one colour per part. */
static inline sn_scene *fixture_scene(sn_arena *arena, const sn_viewer_rows *places)
{
  sn_scene *s = SN_NEW(arena, sn_scene, 1);
  const sn_spot rod = {.row = 0, .position = {0.5, 0, 0}, .quaternion = {1, 0, 0, 0}};
  const sn_spot ground = {.row = places->of_vector[0], .quaternion = {1, 0, 0, 0}};
  s->up[2] = s->extent = 1;
  s->n_item = 3;
  s->item = SN_NEW(arena, sn_scene_item, 3);
  s->item[0] = (sn_scene_item){.name = "rod",
                               .kind = "body",
                               .class = "part",
                               .place = "centre of mass",
                               .color = "#cc3311",
                               .opacity = 0.5,
                               .gloss = 2};
  s->item[1] = (sn_scene_item){.name = "wire", .kind = "cable", .class = "part", .opacity = 1, .gloss = 1, .line = 41};
  s->item[2] = (sn_scene_item){.name = "pivot", .kind = "revolute", .class = "joint"};
  s->n_fact = 1;
  s->fact = SN_NEW(arena, sn_scene_fact, 1);
  s->fact[0] = (sn_scene_fact){0, "mass", "2 kg"};
  s->n_solid = 1;
  s->solid = SN_NEW(arena, sn_scene_solid, 1);
  s->solid[0] = (sn_scene_solid){.shape = "cylinder", .size = {1, 0.02}, .surface = -1, .at = rod};
  s->n_line = 1;
  s->line = SN_NEW(arena, sn_scene_line, 1);
  s->line[0] = (sn_scene_line){.item = 1, .count = 2, .radius = 0.01, .section = -1};
  s->n_line_row = 2;
  s->line_row = SN_NEW(arena, int, 2);
  s->line_row[1] = 1;
  s->n_joint = 1;
  s->joint = SN_NEW(arena, sn_scene_joint, 1);
  s->joint[0] = (sn_scene_joint){2, "revolute", ground, rod};
  s->n_field = 1;
  s->field = SN_NEW(arena, sn_scene_field, 1);
  s->field[0] = (sn_scene_field){1, "angle", "rad", "part", 1, "/joints/pivot/angle", 0};
  s->n_place = places->n;
  s->place_item = SN_NEW(arena, int, places->n);
  s->place_item[1] = 1;
  s->place_item[places->n - 1] = -1;
  return s;
}

/* Fills a plan; everything lives in the arena or is constant. */
static inline sn_result_plan fixture_plan(sn_arena *arena)
{
  static const sn_vector vectors[FIXTURE_VECTORS] = {
      {SN_FIXED, -1, 0, 0, 1, -1, 1, 1}, {SN_FIXED, -1, 1, 1, 0, -1, 0, 1}, {SN_FIXED, -1, 2, 2, 0, -1, 0, 1},
      {SN_FIXED, -1, 3, 3, 0, -1, 0, 1}, {SN_FREE, 0, 0, 0, 1, -1, 1, 1},   {SN_FREE, 0, 1, 1, 0, -1, 0, 1},
      {SN_FREE, 0, 2, 2, 0, -1, 0, 1},   {SN_FREE, 0, 3, 3, 0, -1, 0, 1},   {SN_FREE, 1, 0, 0, 1, -1, 1, 1}};
  static const sn_node nodes[2] = {{.has_x = 1, .n_x = 3, .n_dir = 3, .n_vec = 4, .vector = {4, 5, 6, 7}, .item = 0},
                                   {.has_x = 1, .n_x = 3, .n_vec = 1, .vector = {8}, .item = 1}};
  static const sn_quantity what[2] = {{.name = "angle",
                                       .unit = "rad",
                                       .help = "",
                                       .evaluate = fixture_angle,
                                       .group = "joints",
                                       .flags = SN_OUT_STORED},
                                      {.name = "reaction",
                                       .unit = "N",
                                       .help = "",
                                       .evaluate = fixture_reaction,
                                       .group = "joints",
                                       .flags = SN_OUT_STORED}};
  static const sn_observable outputs[2] = {{.what = what, .item = "pivot", .owner = 1, .n = 1},
                                           {.what = what + 1, .item = "pivot", .owner = 1, .n = 3}};
  static const char *const names[2] = {"part 'rod' (body)", "part 'bob' (point)"};
  static const char *const wheres[2] = {"a.lua:1", "a.lua:2"};
  static const sn_variable first[1] = {{0, 0}}, second[3] = {{1, 0}, {1, 1}, {1, 2}};
  static const int channels[3] = {2, 3, 4};
  static const sn_plan_source sources[2] = {{"a.lua", "-- the model\nrun {}\n"}, {"lib/b.lua", "-- included\n"}};
  sn_system *s = SN_NEW(arena, sn_system, 1);
  sn_observable *rows = SN_NEW(arena, sn_observable, 5);
  memcpy(rows, outputs, sizeof outputs);
  *s = (sn_system){.n_vector = FIXTURE_VECTORS,
                   .n_node = 2,
                   .n_output = 5,
                   .vector = vectors,
                   .node = nodes,
                   .output = rows,
                   .n_channel = 3,
                   .channel = channels,
                   .extent = 1,
                   .n_item = 2,
                   .item_name = names,
                   .item_where = wheres};
  static const char *const variables[3] = {"a", "b", "c"};
  sn_formula c[3] = {{.name = "angle", .unit = "rad", .n = 1, .n_variables = 1, .variable = first},
                     {.name = "tip", .unit = "N", .n = 3, .n_variables = 3, .variable = second},
                     {.name = "twice", .unit = "N", .n = 1, .n_variables = 1, .variable = second}};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < c[i].n; k++) {
      sn_expr_builder *b = sn_expr_begin(arena, c[i].n_variables, variables);
      (void)sn_expr_end(b, sn_expr_variable(b, k), &c[i].component[k], NULL);
    }
  }
  sn_expr_builder *b = sn_expr_begin(arena, 1, variables);
  (void)sn_expr_end(b, sn_expr_op(b, SN_OP_MUL, sn_expr_constant(b, 2), sn_expr_variable(b, 0), -1), &c[2].component[0],
                    NULL);
  for (int i = 0; i < 3; i++) {
    c[i].flags = SN_OUT_CHANNEL;
    (void)sn_formula_observable(c + i, rows, arena, rows + 2 + i, NULL);
  }
  sn_viewer_rows *places = SN_NEW(arena, sn_viewer_rows, 1);
  (void)sn_viewer_rows_of(s, arena, places, NULL);
  return (sn_result_plan){.system = s,
                          .model = "fixture",
                          .creator = "sinew test",
                          .n_source = 2,
                          .source = sources,
                          .parameters = "{\"length\": 1}",
                          .settings = "{\"dt\": 0.1}",
                          .scheme = "ed",
                          .alpha = 1,
                          .dt = 0.1,
                          .duration = 10,
                          .degrees_of_freedom = 4,
                          .places = places,
                          .scene = fixture_scene(arena, places)};
}

/* Feeds row k and, for k > 0, its step. */
static inline sn_status fixture_row(const sn_sink *sink, const sn_system *s, int k, sn_error *error)
{
  sn_v3 q[FIXTURE_VECTORS] = {{{0, 0, 0}}, {{1, 0, 0}},  {{0, 1, 0}}, {{0, 0, 1}}, {{k * 0.1, 2, 3}},
                              {{0, 1, 0}}, {{-1, 0, 0}}, {{0, 0, 1}}, {{7, 8, 9}}};
  const sn_ledger total = {.kinetic = 3, .strain = 1, .potential = -2, .work_loads = k * 0.5, .numerical = k * 0.01};
  const sn_step_report report = {
      .ledger = {.kinetic = 3, .strain = 1, .numerical = 0.01, .defect = 1e-14}, .iterations = 4, .increment = 1e-12};
  const sn_step_record record = {
      .t = k * 0.1, .h = 0.1, .report = &report, .halvings = k == 3 ? 2 : 0, .constraint_error = 1e-15 * k};
  double room[FIXTURE_SCRATCH];
  const sn_observation o = {.system = s, .t = k * 0.1, .q = q, .local = q, .v = q, .a = q, .scratch = room};
  if (k > 0) {
    SN_TRY(sink->step(sink->data, &record, error));
  }
  return sink->row(sink->data, &o, &total, error);
}

/* The whole way: n rows into a file. */
static inline sn_status fixture_write(const char *file, int n, sn_outcome outcome, sn_arena *arena, sn_error *error)
{
  const sn_result_plan plan = fixture_plan(arena);
  sn_writer *w;
  SN_TRY(sn_writer_new(&plan, file, arena, &w, error));
  const sn_sink sink = sn_writer_sink(w);
  sink.begin(sink.data, 12);
  for (int k = 0; k < n; k++) {
    const sn_status bad = fixture_row(&sink, plan.system, k, error);
    if (bad != SN_OK) {
      (void)sn_writer_finish(w, SN_OUTCOME_FAILED, NULL, error, NULL);
      return bad;
    }
  }
  sink.log(sink.data, 0.3, "a step of 0.1 s failed (no convergence); halved");
  return sn_writer_finish(w, outcome, NULL, NULL, error);
}

#endif
