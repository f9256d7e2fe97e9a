/* session/result_plan.c -- what the result file of a model will hold.
 * What:    translates channels, outputs, parameters and settings of a model into the plan of results/plan.h.
 * Tests:   tests/api/test_api.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results/json.h"
#include "session/scene.h"
#include "session/session.h"
#include "sinew.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the plan of the result");
}

sn_status sn_session_indeterminate(sn_session *s, const unsigned char **item, sn_error *error)
{
  unsigned char *flag = SN_NEW(s->arena, unsigned char, s->frozen.system->n_item);
  *item = flag;
  return flag ? sn_instant_indeterminate(s->instant, &s->frozen.start, flag, error) : no_memory(error);
}

/* What is stored without being asked for, coordinates and rates of joints, reactions, forces, fields, unless there are too
   many of them. Everything else, and every motion, is a channel away. */
static void plan_outputs(sn_session *s, sn_result_plan *p)
{
  enum { MOST_SERIES = 1000 }; /* HDF5 takes minutes to close a file of ten thousand datasets */
  const sn_system *system = s->frozen.system;
  int n = 0;
  for (int i = 0; i < system->n_output; i++) {
    n += (system->output[i].what->flags & SN_OUT_STORED) != 0;
  }
  p->n_left_out = n > MOST_SERIES ? n : 0;
}

static sn_status plan_sources(sn_session *s, sn_result_plan *p, sn_error *error)
{
  const int n = sn_model_sources(s->model);
  sn_plan_source *list = SN_NEW(s->arena, sn_plan_source, n + 1);
  if (!list) {
    return no_memory(error);
  }
  for (int i = 0; i < n; i++) {
    sn_model_source_at(s->model, i, &list[i].file, &list[i].text);
  }
  p->n_source = n;
  p->source = list;
  return SN_OK;
}

static void put_value(sn_json *j, const char *name, const sn_value *v)
{
  if (v->type == SN_VALUE_NUMBER) {
    sn_json_put_number(j, name, v->number);
  } else if (v->type == SN_VALUE_FLAG) {
    sn_json_put_flag(j, name, v->number != 0);
  } else {
    sn_json_put_text(j, name, v->type == SN_VALUE_TEXT ? v->text : NULL);
  }
}

static const char *parameters(const sn_session *s)
{
  sn_json j = {.arena = s->arena, .style = SN_JSON_LINE};
  sn_json_begin(&j, NULL, '{');
  for (int i = 0; i < sn_model_parameters(s->model); i++) {
    const sn_parameter *x = sn_model_parameter_at(s->model, i);
    put_value(&j, x->name, &x->value);
  }
  sn_json_end(&j, '{');
  return j.failed ? NULL : j.text;
}

static const char *settings(const sn_session *s)
{
  const sn_run_options *o = &s->options;
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"dt", o->dt},
                 {"duration", o->duration},
                 {"store", o->store},
                 {"min_step", o->min_step},
                 {"tolerance", o->tolerance},
                 {"newton_tolerance", o->step.newton_tolerance},
                 {"max_iterations", o->step.max_iterations}};
  sn_json j = {.arena = s->arena, .style = SN_JSON_LINE};
  sn_json_begin(&j, NULL, '{');
  sn_json_put_text(&j, "scheme", o->scheme->name);
  for (const sn_setting *p = o->scheme->setting; p && p->name; p++) {
    sn_json_put_number(&j, p->name, sn_setting_get(&o->step, p));
  }
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    sn_json_put_number(&j, numbers[i].name, numbers[i].value);
  }
  sn_json_begin(&j, "schedule", '[');
  for (int i = 0; i < o->n_schedule; i++) {
    sn_json_put_numbers(&j, NULL, (double[]){o->schedule_time[i], o->schedule_dt[i]}, 2);
  }
  sn_json_end(&j, '[');
  sn_json_end(&j, '{');
  return j.failed ? NULL : j.text;
}

/* Numbers of parts that do not change. */
static sn_status plan_constants(sn_session *s, sn_result_plan *p, sn_error *error)
{
  int n = 0;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    for (const sn_constant *c = sn_model_item(s->model, i)->kind->reports.constants; c && c->name; c++) {
      n++;
    }
  }
  sn_plan_constant *list = SN_NEW(s->arena, sn_plan_constant, n);
  if (!list) {
    return no_memory(error);
  }
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    for (const sn_constant *c = item->kind->reports.constants; c && c->name; c++) {
      sn_plan_constant *to = list + p->n_constant;
      *to = (sn_plan_constant){
          .item = item->name, .name = c->name, .unit = c->unit, .rows = c->rows, .columns = c->columns};
      p->n_constant += c->evaluate(item->frozen, to->x);
    }
  }
  p->constant = list;
  return SN_OK;
}

/* Those known before the run; the list of the model may grow, and move. */
static sn_status plan_warnings(sn_session *s, sn_result_plan *p, sn_error *error)
{
  const int n = sn_model_warnings(s->model);
  sn_warning *list = SN_NEW(s->arena, sn_warning, n + 1);
  for (int i = 0; list && i < n; i++) {
    list[i] = *sn_model_warning_at(s->model, i);
  }
  p->n_warning = n;
  p->warning = list;
  p->strict = sn_model_run(s->model)->strict;
  return list ? SN_OK : no_memory(error);
}

sn_status sn_session_plan(sn_session *s, sn_result_plan *out, sn_error *error)
{
  const sn_run_options *o = &s->options;
  SN_REQUIRE(o->scheme != NULL, error);
  SN_TRY(sn_session_warnings(s, error));
  SN_TRY(sn_session_start_warnings(s, error));
  *out = (sn_result_plan){.system = s->frozen.system,
                          .model = s->name,
                          .creator = "sinew " SINEW_VERSION,
                          .parameters = parameters(s),
                          .settings = settings(s),
                          .scheme = s->holding ? "static" : o->scheme->name,
                          .alpha = sn_scheme_setting(o->scheme, "alpha") ? o->step.alpha : 0,
                          .dt = o->dt,
                          .duration = o->duration,
                          .tolerance = o->tolerance,
                          .degrees_of_freedom = s->freedom.freedom};
  if (!out->parameters || !out->settings) {
    return no_memory(error);
  }
  plan_outputs(s, out);
  SN_TRY(plan_warnings(s, out, error));
  SN_TRY(plan_constants(s, out, error));
  SN_TRY(sn_session_indeterminate(s, &out->item_shared, error));
  SN_TRY(sn_session_scene(s, out, error));
  return plan_sources(s, out, error);
}
