/* tests/show/plot_fixture.h -- results made by hand with a chosen step, amplitude and end, for plots and comparisons.
 * What:    angle = amplitude sin(t) rad, tip = (t, 2t, 3t) N scaled by amplitude, energies of tests/results/fixture.h.
 */
#ifndef SN_TESTS_SHOW_PLOT_FIXTURE_H
#define SN_TESTS_SHOW_PLOT_FIXTURE_H
#include <stdlib.h>

#include "results/fixture.h"

typedef struct {
  double step, amplitude;
  int rows;
  int hole; /* this row is NaN; -1: none */
  const char *parameters, *settings, *scheme;
  sn_outcome outcome;             /* SN_OUTCOME_NONE: complete */
  double uneven;                  /* moves every other row by this share of a step */
  double start;                   /* time of the first row */
  const char *third, *third_unit; /* name and unit of the third channel, in place of twice [N] */
} hand_run;

typedef struct {
  double amplitude, hole; /* hole: time of the row that is NaN */
} hand_data;

static inline void hand_angle(const sn_observation *o, const void *data, double *out)
{
  const hand_data *d = data;
  out[0] = o->t == d->hole ? copysign(NAN, -1) : d->amplitude * sin(o->t);
}

static inline void hand_tip(const sn_observation *o, const void *data, double *out)
{
  const hand_data *d = data;
  for (int k = 0; k < 3; k++) {
    out[k] = d->amplitude * (k + 1) * o->t;
  }
}

static inline double hand_time(const hand_run *h, int k)
{
  return h->start + h->step * (k + (k % 2 ? h->uneven : 0));
}

static inline sn_status hand_write(const char *file, const hand_run *h, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_result_plan plan = fixture_plan(arena);
  sn_system system = *plan.system;
  sn_observable outputs[5];
  sn_quantity what[5];
  const hand_data data = {h->amplitude, h->hole < 0 ? -1 : hand_time(h, h->hole)};
  sn_writer *w = NULL;
  memcpy(outputs, system.output, sizeof outputs);
  for (int i = 0; i < 5; i++) {
    what[i] = *outputs[i].what;
    outputs[i].what = what + i;
  }
  what[0].evaluate = hand_angle;
  what[1].evaluate = hand_tip;
  outputs[0].data = outputs[1].data = &data;
  system.output = outputs;
  plan.system = &system;
  plan.dt = h->step;
  plan.parameters = h->parameters ? h->parameters : plan.parameters;
  plan.settings = h->settings ? h->settings : plan.settings;
  what[4].name = h->third ? h->third : what[4].name;
  what[4].unit = h->third_unit ? h->third_unit : what[4].unit;
  plan.scheme = h->scheme ? h->scheme : plan.scheme;
  sn_status status = sn_writer_new(&plan, file, arena, &w, error);
  const sn_sink sink = status == SN_OK ? sn_writer_sink(w) : (sn_sink){0};
  for (int k = 0; status == SN_OK && k < h->rows; k++) {
    sn_v3 q[FIXTURE_VECTORS] = {{{0, 0, 0}}, {{1, 0, 0}},  {{0, 1, 0}}, {{0, 0, 1}}, {{0, 2, 3}},
                                {{0, 1, 0}}, {{-1, 0, 0}}, {{0, 0, 1}}, {{7, 8, 9}}};
    const sn_ledger total = {.kinetic = 3 * h->amplitude, .strain = 1, .potential = -2, .numerical = k * 0.01};
    const sn_step_report report = {
        .ledger = {.kinetic = 3, .strain = 1, .numerical = 0.01, .defect = k % 3 ? -1e-14 : 0},
        .iterations = 3 + k % 2};
    const sn_step_record record = {.t = hand_time(h, k), .h = h->step, .report = &report};
    double room[FIXTURE_SCRATCH];
    const sn_observation o = {
        .system = &system, .t = hand_time(h, k), .q = q, .local = q, .v = q, .a = q, .scratch = room};
    status = k > 0 ? sink.step(sink.data, &record, error) : SN_OK;
    status = status == SN_OK ? sink.row(sink.data, &o, &total, error) : status;
  }
  if (w) {
    const sn_status end = sn_writer_finish(w, h->outcome ? h->outcome : SN_OUTCOME_COMPLETE, NULL, NULL, error);
    status = status == SN_OK ? end : status;
  }
  sn_arena_free(arena);
  return status;
}

/* A file as text. */
static inline const char *slurp(const char *file)
{
  static char text[1 << 21];
  FILE *f = fopen(file, "rb");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  text[n] = '\0';
  if (f) {
    (void)fclose(f);
  }
  return text;
}

#endif
