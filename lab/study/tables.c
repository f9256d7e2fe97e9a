/* lab/study/tables.c -- the tables of a study: csv for people, HDF5 for programs.
 * What:    one list of columns makes both.
 * Tests:   tests/lab/test_verb_study.c.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/study/maker.h"
#include "lab/study/study.h"

static sn_status make_runs(const sn_study *s, sn_maker *m, sn_error *error)
{
  static const char *const words[] = {"open", "complete", "failed"};
  const char **formulation = sn_maker_texts(m, "formulation"), **integrator = sn_maker_texts(m, "integrator");
  const char **status = sn_maker_texts(m, "status");
  static const struct {
    const char *name, *unit;
  } numbers[] = {
      {"tau", "s"},         {"stabilisation", "1/s"}, {"tolerance", "1"}, {"t", "s"},           {"tip_error", "m"},
      {"cpu", "s"},         {"steps", "1"},           {"rejected", "1"},  {"rhs", "1"},         {"rhs_jacobian", "1"},
      {"jacobians", "1"},   {"newton", "1"},          {"unknowns", "1"},  {"drift_shear", "1"}, {"drift_unit", "1"},
      {"drift_strain", "1"}};
  enum { N = sizeof numbers / sizeof *numbers };
  double *x[N];
  for (int i = 0; i < N; i++) {
    x[i] = sn_maker_numbers(m, numbers[i].name, numbers[i].unit);
  }
  if (m->failed) {
    return sn_no_memory(error, "the tables of the study");
  }
  for (int i = 0; i < s->n_row; i++) {
    const sn_study_row *r = s->row + i;
    const sn_study_variant *v = sn_study_variants + r->variant;
    const double value[N] = {r->tau,
                             v->stabilise,
                             r->tolerance,
                             r->n.t,
                             r->error,
                             r->n.cpu,
                             (double)r->n.steps,
                             (double)r->n.rejected,
                             (double)r->n.rhs,
                             (double)r->n.rhs_jacobian,
                             (double)r->n.jacobians,
                             (double)r->n.newton,
                             r->n.unknowns,
                             r->n.drift.shear,
                             r->n.drift.unit,
                             r->n.drift.strain};
    formulation[i] = sn_rod_formulation_name[v->formulation];
    integrator[i] = v->integrator;
    status[i] = words[r->status];
    for (int k = 0; k < N; k++) {
      x[k][i] = value[k];
    }
  }
  return SN_OK;
}

static sn_status make_costs(const sn_study *s, sn_maker *m, sn_error *error)
{
  double *size = sn_maker_numbers(m, "elements", "1");
  double *x[SN_STUDY_FORMS];
  for (int i = 0; i < SN_STUDY_FORMS; i++) {
    x[i] = sn_maker_numbers(m, sn_study_form[i], "s");
  }
  if (m->failed) {
    return sn_no_memory(error, "the tables of the study");
  }
  for (int i = 0; i < SN_STUDY_SIZES; i++) {
    size[i] = sn_study_size[i];
    for (int k = 0; k < SN_STUDY_FORMS; k++) {
      x[k][i] = s->costs.seconds[k][i];
    }
  }
  return SN_OK;
}

sn_status sn_study_write(const sn_study *s, const char *folder, sn_arena *arena, sn_error *error)
{
  sn_maker runs = {.arena = arena, .rows = s->n_row}, costs = {.arena = arena, .rows = SN_STUDY_SIZES};
  char text[SN_STUDY_TEXT];
  const char *file[] = {sn_arena_format(arena, "%s/runs.csv", folder), sn_arena_format(arena, "%s/costs.csv", folder),
                        sn_arena_format(arena, "%s/study.h5", folder),
                        sn_arena_format(arena, "%s/verdict.txt", folder)};
  for (int i = 0; i < 4; i++) {
    if (!file[i]) {
      return sn_no_memory(error, "the tables of the study");
    }
  }
  SN_TRY(make_runs(s, &runs, error));
  SN_TRY(make_costs(s, &costs, error));
  sn_study_verdict(s, text);
  SN_TRY(sn_maker_csv(file[0], &runs, error));
  SN_TRY(sn_maker_csv(file[1], &costs, error));
  const sn_column_table tables[] = {{"runs", runs.rows, runs.n, runs.column},
                                    {"costs", costs.rows, costs.n, costs.column}};
  SN_TRY(sn_columns_write(file[2], 2, tables, text, error));
  FILE *f = fopen(file[3], "w");
  if (!f || fputs(text, f) < 0 || fclose(f) != 0) {
    return sn_fail(error, SN_EIO, file[3], "The verdict could not be written.", strerror(errno),
                   "Check the folder and the space on the disk.");
  }
  return SN_OK;
}
