/* tests/results/fixture.h -- a small result made by hand: two nodes, one joint output, three channels, known numbers. */
#ifndef SN_TESTS_RESULTS_FIXTURE_H
#define SN_TESTS_RESULTS_FIXTURE_H
#include "results/writer.h"

enum { FIXTURE_VECTORS = 9 };

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

/* Fills a plan; everything lives in the arena or is constant. */
static inline sn_result_plan fixture_plan(sn_arena *arena)
{
  static const sn_vector vectors[FIXTURE_VECTORS] = {
      {SN_FIXED, -1, 0, 0, -1, 1}, {SN_FIXED, -1, 1, 1, -1, 1}, {SN_FIXED, -1, 2, 2, -1, 1},
      {SN_FIXED, -1, 3, 3, -1, 1}, {SN_FREE, 0, 0, 0, -1, 1},   {SN_FREE, 0, 1, 1, -1, 1},
      {SN_FREE, 0, 2, 2, -1, 1},   {SN_FREE, 0, 3, 3, -1, 1},   {SN_FREE, 1, 0, 0, -1, 1}};
  static const sn_node nodes[2] = {{.has_x = 1, .n_dir = 3, .n_vec = 4, .vector = {4, 5, 6, 7}, .item = 0},
                                   {.has_x = 1, .n_vec = 1, .vector = {8}, .item = 1}};
  static const sn_output_row outputs[2] = {{"pivot", "revolute", "angle", "rad", "", 1, fixture_angle, NULL},
                                           {"pivot", "revolute", "reaction", "N", "", 3, fixture_reaction, NULL}};
  static const char *const names[2] = {"part 'rod' (body)", "part 'bob' (point)"};
  static const char *const wheres[2] = {"a.lua:1", "a.lua:2"};
  static const char *const groups[2] = {"joints", "joints"};
  static const int first[1] = {0}, second[3] = {1, 1, 1}, none[1] = {0}, parts[3] = {0, 1, 2};
  static const char *const par_names[2] = {"length", "radius"};
  static const double par[2] = {1.0, 0.02};
  static const int line[2] = {4, 8};
  static const sn_plan_source sources[2] = {{"a.lua", "-- the model\nrun {}\n"}, {"lib/b.lua", "-- included\n"}};
  sn_system *s = SN_NEW(arena, sn_system, 1);
  *s = (sn_system){.n_vector = FIXTURE_VECTORS,
                   .n_node = 2,
                   .n_output = 2,
                   .vector = vectors,
                   .node = nodes,
                   .output = outputs,
                   .extent = 1,
                   .n_item = 2,
                   .item_name = names,
                   .item_where = wheres};
  static const char *const variables[3] = {"a", "b", "c"};
  sn_plan_channel *c = SN_NEW(arena, sn_plan_channel, 3);
  sn_expr_builder *b = sn_expr_begin(arena, 1, variables);
  c[0] = (sn_plan_channel){.name = "angle", .unit = "rad", .n = 1, .n_variables = 1, .output = first, .part = none};
  (void)sn_expr_end(b, sn_expr_variable(b, 0), &c[0].component[0], NULL);
  c[1] = (sn_plan_channel){.name = "tip", .unit = "N", .n = 3, .n_variables = 3, .output = second, .part = parts};
  for (int k = 0; k < 3; k++) {
    b = sn_expr_begin(arena, 3, variables);
    (void)sn_expr_end(b, sn_expr_variable(b, k), &c[1].component[k], NULL);
  }
  c[2] = (sn_plan_channel){.name = "twice", .unit = "N", .n = 1, .n_variables = 1, .output = second, .part = parts};
  b = sn_expr_begin(arena, 1, variables);
  (void)sn_expr_end(b, sn_expr_op(b, SN_OP_MUL, sn_expr_constant(b, 2), sn_expr_variable(b, 0), -1), &c[2].component[0],
                    NULL);
  sn_plan_drawing *d = SN_NEW(arena, sn_plan_drawing, 2);
  d[0] = (sn_plan_drawing){.item = "rod",
                           .item_kind = "body",
                           .shape = "cylinder",
                           .n_par = 2,
                           .par_name = par_names,
                           .par = par,
                           .frame = {.vector = {4, 5, 6, 7},
                                     .point = {1, 0.5, 0, 0},
                                     .n_dir = 3,
                                     .axes = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}}};
  d[1] = (sn_plan_drawing){.item = "wire", .item_kind = "cable", .n = 2, .vectors = line, .radius = 0.01};
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
                          .unknowns = 12,
                          .n_channel = 3,
                          .channel = c,
                          .output_group = groups,
                          .n_drawing = 2,
                          .drawing = d};
}

/* Feeds row k and, for k > 0, its step. */
static inline sn_status fixture_row(const sn_sink *sink, const sn_system *s, int k, sn_error *error)
{
  sn_v3 q[FIXTURE_VECTORS] = {{{0, 0, 0}}, {{1, 0, 0}},  {{0, 1, 0}}, {{0, 0, 1}}, {{k * 0.1, 2, 3}},
                              {{0, 1, 0}}, {{-1, 0, 0}}, {{0, 0, 1}}, {{7, 8, 9}}};
  const sn_ledger total = {.kinetic = 3, .strain = 1, .potential = -2, .work_loads = k * 0.5, .numerical = k * 0.01};
  const sn_step_report report = {
      .ledger = {.kinetic = 3, .strain = 1, .numerical = 0.01, .defect = 1e-14}, .iterations = 4, .increment = 1e-12};
  const sn_step_record record = {k * 0.1, 0.1, &report, k == 3 ? 2 : 0, 1e-15 * k};
  const sn_observation o = {.system = s, .t = k * 0.1, .q = q, .v = q, .a = q, .ledger = NULL};
  if (k > 0) {
    SN_TRY(sink->step(sink->data, &record, error));
  }
  return sink->row(sink->data, &o, &total, error);
}

/* The whole way: n rows into a file. */
static inline sn_status fixture_write(const char *file, int n, const char *status, sn_arena *arena, sn_error *error)
{
  const sn_result_plan plan = fixture_plan(arena);
  sn_writer *w;
  SN_TRY(sn_writer_new(&plan, file, arena, &w, error));
  const sn_sink sink = sn_writer_sink(w);
  for (int k = 0; k < n; k++) {
    const sn_status bad = fixture_row(&sink, plan.system, k, error);
    if (bad != SN_OK) {
      (void)sn_writer_finish(w, "failed", NULL, error, NULL);
      return bad;
    }
  }
  sink.log(sink.data, 0.3, "a step of 0.1 s failed (no convergence); halved");
  return sn_writer_finish(w, status, NULL, NULL, error);
}

#endif
