/* tests/language/fixture.h -- reads a model from a text, and evaluates its channels as placed (no run). */
#ifndef SN_TESTS_LANGUAGE_FIXTURE_H
#define SN_TESTS_LANGUAGE_FIXTURE_H
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "language/language.h"

typedef struct {
  sn_arena *arena;
  sn_model *model;
  sn_error error;
  sn_status status;
  sn_frozen frozen;
} loaded;

static inline void load_with(loaded *l, const char *text, size_t size, const sn_language_options *options)
{
  memset(l, 0, sizeof *l);
  l->arena = sn_arena_new(NULL);
  l->status = sn_language_load_text(&(sn_language_text){"m.lua", text, size, SN_TEST_SOURCE "/tests/language/"},
                                    options, l->arena, &l->model, &l->error);
}

static inline void load(loaded *l, const char *text)
{
  load_with(l, text, strlen(text), NULL);
}

static inline void unload(loaded *l)
{
  sn_arena_free(l->arena);
  l->arena = NULL;
}

/* Loads and freezes; a failure is a failed check. */
static inline int good(loaded *l, const char *text)
{
  load(l, text);
  CHECK_OK(l->status, l->error);
  if (l->status == SN_OK) {
    l->status = sn_model_freeze(l->model, 0, l->arena, &l->frozen, &l->error);
    CHECK_OK(l->status, l->error);
  }
  return l->status == SN_OK;
}

static inline const sn_channel *channel_named(const loaded *l, const char *name)
{
  for (int i = 0; i < sn_model_channels(l->model); i++) {
    if (strcmp(sn_model_channel_at(l->model, i)->name, name) == 0) {
      return sn_model_channel_at(l->model, i);
    }
  }
  return NULL;
}

/* Component k of a channel in the initial configuration, accelerations and stresses zero. */
static inline double value_of(const loaded *l, const char *name, int k)
{
  const sn_system *s = l->frozen.system;
  const int row = sn_observable_of_channel(s, name);
  if (row < 0 || k >= s->output[row].n) {
    return NAN;
  }
  sn_v3 *a = SN_NEW(l->arena, sn_v3, s->n_vector);
  double *stress = SN_NEW(l->arena, double, s->n_stress);
  const sn_ledger ledger = {.kinetic = 1, .strain = 2, .potential = 4, .dissipation = 8};
  const sn_observation o = {.system = s,
                            .q = l->frozen.start.q,
                            .local = l->frozen.start.q,
                            .v = l->frozen.start.v,
                            .a = a,
                            .stress = stress,
                            .internal = l->frozen.start.internal,
                            .scratch = SN_NEW(l->arena, double, s->n_scratch),
                            .ledger = &ledger};
  double out[SN_FORMULA_PARTS];
  sn_observable_now(&o, row, out);
  return out[k];
}

/* A field of an item by the kind's own table, for checks of what was read. */
static inline const void *field_of(const loaded *l, const char *item, const char *field)
{
  const sn_item *i = sn_model_find(l->model, item);
  for (const sn_input *in = i ? i->kind->inputs : NULL; in && in->name; in++) {
    if (strcmp(in->name, field) == 0) {
      return (const char *)i->param + in->offset;
    }
    for (const sn_input *sub = in->type == SN_INLINE ? in->sub : NULL; sub && sub->name; sub++) {
      if (strcmp(sub->name, field) == 0) {
        return (const char *)i->param + in->offset + sub->offset;
      }
    }
  }
  return NULL;
}

#endif
