/* session/scene_labels.c -- words of a scene: names of components, what stands in place of the time, where the model wants to be seen
 *          from.
 * Tests:   tests/session/test_scene.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results/h5.h"
#include "session/scene.h"

#define COPY(to, from) (void)snprintf(to, sizeof to, "%s", from)

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the words of the picture");
}

/* The names that the kind gives to the components of an output; NULL: x, y, z. */
static const char *names_of(const sn_session *s, const sn_observable *row)
{
  const sn_item *item = row->item && row->item[0] ? sn_model_find(s->model, row->item) : NULL;
  for (const sn_component_names *c = item ? item->kind->reports.components : NULL; c && c->output; c++) {
    if (strcmp(c->output, row->what->name) == 0) {
      return c->names;
    }
  }
  return NULL;
}

/* A channel that is an output as it is has the names of its components. */
static const char *names_of_channel(const sn_session *s, const sn_channel *c)
{
  static const double some[SN_FORMULA_PARTS] = {0.7131, -1.3747, 2.1937, -0.2719};
  const int *row_of = s->frozen.signal_output, row = c->n_variables > 0 ? row_of[c->variable[0].signal] : -1;
  if (row < 0 || c->n != s->frozen.system->output[row].n || c->n_variables != c->n || c->n > SN_FORMULA_PARTS) {
    return NULL;
  }
  for (int k = 0; k < c->n; k++) {
    if (row_of[c->variable[k].signal] != row || c->variable[k].component != k ||
        sn_expr_value(c->component[k], some) != some[k]) {
      return NULL;
    }
  }
  return names_of(s, &s->frozen.system->output[row]);
}

static sn_status add_labels(const sn_session *s, const sn_result_plan *p, sn_scene *out, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  char safe[200];
  out->label = SN_NEW(s->arena, sn_scene_label, system->n_output + system->n_channel);
  if (!out->label) {
    return no_memory(error);
  }
  for (int i = 0; i < system->n_output; i++) {
    const sn_observable *row = &system->output[i];
    const char *names = sn_plan_stores(p, row) && !(row->what->flags & SN_OUT_FIELD) ? names_of(s, row) : NULL;
    if (names) {
      sn_scene_label *l = &out->label[out->n_label++];
      sn_scene_series(s, sn_model_find(s->model, row->item)->index, row->what->group, row->what->name, l->series,
                      sizeof l->series);
      COPY(l->names, names);
    }
  }
  for (int i = 0; i < sn_model_channels(s->model); i++) {
    const sn_channel *c = sn_model_channel_at(s->model, i);
    const char *names = names_of_channel(s, c);
    if (names) {
      sn_scene_label *l = &out->label[out->n_label++];
      (void)snprintf(l->series, sizeof l->series, "/channels/%s", sn_h5_name(c->name, safe, sizeof safe));
      COPY(l->names, names);
    }
  }
  return SN_OK;
}

/* Rows of a load path are equilibria: their factor says more than their number. */
static sn_status add_clock(const sn_session *s, sn_scene *out, sn_error *error)
{
  const sn_item *path = s->holding ? sn_model_load_growth(s->model) : NULL;
  if (!path) {
    return SN_OK;
  }
  out->clock = SN_NEW(s->arena, sn_scene_clock, 1);
  if (!out->clock) {
    return no_memory(error);
  }
  out->n_clock = 1;
  COPY(out->clock->quantity, "load factor");
  sn_scene_series(s, path->index, "forces", "factor", out->clock->series, sizeof out->clock->series);
  return SN_OK;
}

/* Word k of "a|b|c". */
static void word_of(const char *words, int k, char *out, size_t size)
{
  for (; k > 0; k--) {
    words = strchr(words, '|') + 1;
  }
  (void)snprintf(out, size, "%.*s", (int)strcspn(words, "|"), words);
}

static sn_status add_view(const sn_session *s, sn_scene *out, sn_error *error)
{
  const sn_item *item = sn_model_view(s->model);
  if (!item) {
    return SN_OK;
  }
  const sn_view_wanted *v = item->param;
  sn_scene_view *x = out->view = SN_NEW(s->arena, sn_scene_view, 1);
  if (!x) {
    return no_memory(error);
  }
  out->n_view = 1;
  *x = (sn_scene_view){.zoom = v->zoom, .has_aim = !isnan(v->aim.x[0])};
  if (x->has_aim) {
    v3_put(sn_drawn_point(item, v->aim), x->aim);
  }
  if (isnan(v->azimuth)) {
    word_of(sn_view_names, v->from, x->from, sizeof x->from);
  } else {
    (void)snprintf(x->from, sizeof x->from, "%.9g,%.9g", v->azimuth, v->elevation);
  }
  return SN_OK;
}

sn_status sn_scene_words(const sn_session *s, const sn_result_plan *p, sn_scene *out, sn_error *error)
{
  SN_TRY(add_labels(s, p, out, error));
  SN_TRY(add_clock(s, out, error));
  return add_view(s, out, error);
}
