/* tests/lab/test_rod_models.c -- plane_rod { ... } from the model to the result file: channels, energies, reactions, starts,
 *          stops, what is refused, and results of runs that fail.
 */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdlib.h>

#include "harness.h"
#include "lab/rod/run.h"
#include "language/language.h"
#include "parts/plane_rod.h"
#include "results/reader.h"
#include "session/rod_runner.h"

#define ROD "local rod = plane_rod { name = 'rod', length = 1, radius = 0.02, E = 5e6, density = 1100, "
#define DOWN "gravity { 0, -9.81, 0 }\n"
#define TIP "channel('tip', output(rod, 'tip'))\n"

typedef struct {
  sn_status status;
  sn_error error;
  sn_run_summary summary;
  sn_rod_statistics count;
  int freedom;
} outcome;

/* An allocator that gives up after so many calls. */
static void *give(void *data, size_t size)
{
  long *left = data;
  return (*left)-- > 0 ? malloc(size) : NULL;
}
static void take(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static outcome run_with(const char *text, const char *file, long allocations)
{
  outcome o = {0};
  const sn_allocator few = {give, take, &allocations};
  sn_arena *arena = sn_arena_new(&few);
  if (!arena) {
    o.status = SN_ENOMEM;
    return o;
  }
  sn_model *model = NULL;
  sn_session s = {0};
  o.status =
      sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), NULL}, NULL, arena, &model, &o.error);
  o.status = o.status == SN_OK ? sn_session_open(&s, model, "m", arena, &o.error) : o.status;
  o.status = o.status == SN_OK ? sn_session_settings(&s, NAN, &o.error) : o.status;
  o.status = o.status == SN_OK ? sn_session_start(&s, &o.error) : o.status;
  o.status = o.status == SN_OK ? sn_session_run(&s, file, NULL, &o.summary, &o.error) : o.status;
  o.count = sn_session_rod(&s) ? sn_session_rod(&s)->count : o.count;
  o.freedom = s.freedom.freedom;
  sn_session_close(&s);
  sn_arena_free(arena);
  return o;
}

static outcome run_text(const char *text, const char *file)
{
  return run_with(text, file, LONG_MAX);
}

/* The numbers of a channel in one row (-1: the last); *rows: how many there are. */
static void channel(const char *file, const char *name, long row, double *out, unsigned long long *rows, char *status)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_error error = {0};
  const char *text = "";
  CHECK_OK(sn_reader_open(file, arena, &r, &error), error);
  sn_series s = {.rows = 0};
  if (r && sn_reader_find(r, name, &s, &error) == SN_OK && s.rows > 0) {
    const unsigned long long at = row < 0 ? s.rows - 1 : (unsigned long long)row;
    CHECK_OK(sn_reader_read(r, &s, at, 1, out, &error), error);
    CHECK_OK(sn_reader_status(r, &text, &error), error);
    (void)snprintf(status, 16, "%s", text);
  }
  CHECK(s.rows > 0);
  *rows = s.rows;
  sn_reader_close(r);
  sn_arena_free(arena);
}

/* The benchmark through the model language, all formulations. */
static void test_benchmark(void)
{
  for (int f = 0; f < SN_ROD_FORMULATIONS; f++) {
    char text[1024], status[16];
    double tip[3], drift[1], total[1];
    unsigned long long rows;
    (void)snprintf(text, sizeof text,
                   DOWN ROD "damping = 0.005, formulation = '%s', tolerance = 1e-8 }\n" TIP
                            "channel('last', position(rod.last))\nchannel('drift', output(rod, 'drift'))\n"
                            "channel('defect', energy('defect'))\nrun { duration = 0.25 }\n",
                   sn_rod_formulation_name[f]);
    const outcome o = run_text(text, "benchmark.h5");
    CHECK_OK(o.status, o.error);
    channel("benchmark.h5", "tip", -1, tip, &rows, status);
    CHECK(rows == 201);
    CHECK_TEXT(status, "complete");
    CHECK_NEAR(tip[0], 0.9144837314, 3e-6);
    CHECK_NEAR(tip[1], -0.3960340542, 3e-6);
    channel("benchmark.h5", "last", -1, tip, &rows, status);
    CHECK_NEAR(tip[0], 0.9144837314, 3e-6);
    channel("benchmark.h5", "drift", -1, drift, &rows, status);
    CHECK_BELOW(drift[0], f == SN_ROD_RELATIVE ? 1e-14 : 1e-3);
    for (long row = 0; row < 201; row += 20) { /* rows between the steps too */
      channel("benchmark.h5", "defect", row, total, &rows, status);
      CHECK_BELOW(fabs(total[0]), f == SN_ROD_MIXED_PRINTED ? 1e-4 : 3e-6);
    }
    CHECK(o.freedom == 50 && o.summary.completed && o.count.jacobians > 0);
  }
}

/* At rest the support carries the weight and its moment; the start is the equilibrium and stays there. */
static void test_static_start(void)
{
  char status[16];
  double tip[3], first[3], force[3], moment[3];
  unsigned long long rows;
  const outcome o = run_text(DOWN ROD "damping = 0.01 }\n" TIP "channel('force', output(rod, 'reaction'))\n"
                                      "channel('moment', output(rod, 'reaction_moment'))\n"
                                      "run { duration = 0.5, start = 'static', store = 0.1 }\n",
                             "static.h5");
  CHECK_OK(o.status, o.error);
  channel("static.h5", "tip", 0, first, &rows, status);
  CHECK_NEAR(first[0], 0.4256645707, 1e-9);
  CHECK_NEAR(first[1], -0.8403364682, 1e-9);
  channel("static.h5", "tip", -1, tip, &rows, status);
  CHECK(rows == 6);
  CHECK_NEAR(tip[0], first[0], 1e-8);
  CHECK_NEAR(tip[1], first[1], 1e-8);
  channel("static.h5", "force", -1, force, &rows, status);
  const double pi = acos(-1), weight = 1100 * pi * 4e-4 * 9.81;
  CHECK_NEAR(force[1], weight, 1e-6 * weight);
  CHECK_NEAR(force[0], 0, 1e-6 * weight);
  channel("static.h5", "moment", -1, moment, &rows, status);
  CHECK(moment[2] > 0.3 * weight * first[0] && moment[2] < weight); /* counterclockwise, against the weight */
}

/* Given angles, a moved and turned root, loads at the tip, an area in place of a radius. */
static void test_everything_given(void)
{
  char status[16];
  double tip[3], first[3], energy[1];
  unsigned long long rows;
  const outcome o = run_text(
      DOWN "local rod = plane_rod { at = {1, 2, 3}, length = 2, area = 1e-3, second_moment = 1e-7, E = 1e6, density = "
           "1000,\n"
           "  elements = 4, angles = {0, 0.1, 0.2, 0.3}, angle = function(t) return pi/2 + 0.2*sin(3*t) end,\n"
           "  position = function(t) return 0.1*sin(2*t), 0, 0 end, tip_force = function(t) return 1, t, 0 end,\n"
           "  tip_moment = 0.01, damping = 1e-3, formulation = 'absolute', integrator = 'dae', tolerance = 1e-8 }\n" TIP
           "channel('defect', energy('defect'))\nrun { duration = 0.3, dt = 0.1 }\n",
      "all.h5");
  CHECK_OK(o.status, o.error);
  channel("all.h5", "tip", 0, first, &rows, status);
  double x = 1, y = 2;
  for (int i = 0; i < 4; i++) {
    x += 0.5 * cos(acos(-1) / 2 + 0.1 * i);
    y += 0.5 * sin(acos(-1) / 2 + 0.1 * i);
  }
  CHECK_NEAR(first[0], x, 1e-12);
  CHECK_NEAR(first[1], y, 1e-12);
  CHECK_NEAR(first[2], 3, 0);
  channel("all.h5", "tip", -1, tip, &rows, status);
  CHECK(rows == 4);
  CHECK(fabs(tip[0] - first[0]) + fabs(tip[1] - first[1]) > 0.01);
  channel("all.h5", "defect", -1, energy, &rows, status);
  CHECK_BELOW(fabs(energy[0]), 1e-5);
}

static void test_stop_when(void)
{
  char status[16];
  double tip[3];
  unsigned long long rows;
  const outcome o = run_text(
      DOWN ROD "}\n" TIP "stop_when('low', less(output(rod, 'tip').y, -0.2))\nrun { duration = 1 }\n", "stop.h5");
  CHECK_OK(o.status, o.error);
  channel("stop.h5", "tip", -1, tip, &rows, status);
  CHECK_TEXT(status, "stopped");
  CHECK(tip[1] < -0.2 && tip[1] > -0.3);
  CHECK(o.summary.t_end < 0.5);
}

/* A run that fails leaves a result that can be read up to there. */
static void test_partial_result(void)
{
  char status[16];
  double tip[3];
  unsigned long long rows;
  const outcome o = run_text(
      DOWN
      "local rod = plane_rod { length = 1, radius = 0.01, E = 1e6, density = 1100, elements = 8, damping = 0.002,\n"
      "measure = 'sine' }\n" TIP "run { duration = 2 }\n",
      "partial.h5");
  CHECK(o.status == SN_ENOCONV);
  CHECK_TEXT(o.error.where, "m.lua:2, plane_rod");
  CHECK_TEXT(o.error.fix, "tan_half");
  channel("partial.h5", "tip", -1, tip, &rows, status);
  CHECK_TEXT(status, "failed");
  CHECK(rows > 5 && isfinite(tip[1]));
}

/* Too little memory, wherever it ends: an error, never a crash. */
static void test_little_memory(void)
{
  static const char *const ways[] = {"", "formulation = 'absolute', integrator = 'dae', ", "formulation = 'mixed', "};
  for (int way = 0; way < 3; way++) {
    int failed = 0, good = 0;
    for (long n = 0; n < 24; n++) {
      char text[512];
      (void)snprintf(text, sizeof text, DOWN ROD "elements = 40, %s}\nrun { duration = 1e-6, start = 'static' }\n",
                     ways[way]);
      const outcome o = run_with(text, "little.h5", n);
      CHECK(o.status == SN_OK || o.status == SN_ENOMEM);
      failed += o.status != SN_OK;
      good += o.status == SN_OK;
    }
    CHECK(failed > 5 && good > 0);
  }
}

static void test_refused(void)
{
  static const struct {
    const char *text, *where, *part;
  } all[] = {
      {DOWN ROD "}\nbody { name = 'b', mass = 1, inertia = {1, 1, 1} }\nrun { duration = 1 }\n", "m.lua:3",
       "cannot be in the same model as"},
      {DOWN ROD "}\n" ROD "}\nrun { duration = 1 }\n", "m.lua:3", "rod"},
      {"gravity { 0, 0, -9.81 }\n" ROD "}\nrun { duration = 1 }\n", "m.lua:2", "leaves its plane: gravity"},
      {DOWN ROD "tip_force = {0, 0, 1} }\nrun { duration = 1 }\n", "m.lua:2", "tip_force pushes along z"},
      {DOWN ROD "angles = {0, 1} }\nrun { duration = 1 }\n", "m.lua:2", "2 numbers for 25 elements"},
      {DOWN ROD "area = 1 }\nrun { duration = 1 }\n", "m.lua:2", "by radius, or by area"},
      {DOWN ROD "tolerance = 1e-17 }\nrun { duration = 1 }\n", "m.lua:2", "below what numbers"},
      {DOWN ROD "formulation = 'mixed', integrator = 'dae' }\nrun { duration = 1 }\n", "m.lua:2", "does not go with"},
      {DOWN ROD "formulation = 'relativ' }\nrun { duration = 1 }\n", "m.lua:2", "relative"},
      {DOWN ROD "}\nrun { duration = 1, scheme = 'ed' }\n", "m.lua:3", "`scheme` means nothing"},
      {DOWN ROD "}\nrun { duration = 1, alpha = 0.5 }\n", "m.lua:3", "`alpha` means nothing"},
      {DOWN ROD "}\nrun { duration = 1, tolerance = 1e-5 }\n", "m.lua:3", "`tolerance` means nothing"},
      {DOWN ROD "}\nrun { duration = 1, start_from = 'x.h5' }\n", "m.lua:3", "`start_from` means nothing"},
      {DOWN ROD "}\nrun { dt = 1 }\n", "m.lua:3", "duration"},
      {DOWN ROD "measure = 'sine', tip_moment = 100 }\nrun { duration = 1, start = 'static' }\n", "m.lua:2",
       "no static equilibrium"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const outcome o = run_text(all[i].text, "refused.h5");
    char text[1400];
    (void)snprintf(text, sizeof text, "%s %s %s", o.error.what, o.error.why, o.error.fix);
    CHECK(o.status != SN_OK);
    CHECK_TEXT(o.error.where, all[i].where);
    CHECK_TEXT(text, all[i].part);
    CHECK(o.error.what[0] && o.error.fix[0]);
    FILE *f = fopen("refused.h5", "rb");
    CHECK(f == NULL); /* nothing half-written */
    if (f) {
      (void)fclose(f);
    }
  }
}

/* Statics, modes and stepping by hand say that they are not for rods. */
static void test_other_analyses(void)
{
  const char *text = DOWN ROD "}\nrun { duration = 1 }\n";
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *model = NULL;
  sn_session s = {0};
  sn_error error = {0};
  CHECK_OK(sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), NULL}, NULL, arena, &model, &error),
           error);
  CHECK(sn_session_open_static(&s, model, "m", arena, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "not for a plane_rod");
  CHECK_TEXT(error.fix, "static");
  sn_session_close(&s);
  sn_arena_free(arena);
}

/* The choices of the model language are the lists of lab/rod, in their order. */
static void test_choices(void)
{
  int found = 0;
  for (const sn_input *in = sn_kind_plane_rod.inputs; in->name; in++) {
    char list[400] = "";
    for (int i = 0; strcmp(in->name, "integrator") == 0 && sn_rod_integrators[i].name; i++) {
      (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? "|" : "", sn_rod_integrators[i].name);
    }
    for (int i = 0; strcmp(in->name, "formulation") == 0 && sn_rod_formulation_name[i]; i++) {
      (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? "|" : "", sn_rod_formulation_name[i]);
    }
    for (int i = 0; strcmp(in->name, "measure") == 0 && sn_rod_measure_name[i]; i++) {
      (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? "|" : "", sn_rod_measure_name[i]);
    }
    if (list[0]) {
      found++;
      CHECK(strcmp(list, in->choices) == 0);
    }
  }
  CHECK(found == 3);
}

int main(void)
{
  RUN(test_benchmark);
  RUN(test_static_start);
  RUN(test_everything_given);
  RUN(test_stop_when);
  RUN(test_partial_result);
  RUN(test_little_memory);
  RUN(test_refused);
  RUN(test_other_analyses);
  RUN(test_choices);
  return REPORT();
}
