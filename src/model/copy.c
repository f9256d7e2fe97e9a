/* model/copy.c -- the items that a frozen model works on: those of the user's model again, with places of their own for what freezing
 *                 makes of them.
 * Why:     the model stays as it is: any number of simulations, in any number of threads, come from one.
 * Owner:   the arena given. Names, fields and expressions are those of the model, which must live as long; only lists and fields that
 *          point to items are made again.
 * Tests:   tests/model/test_model.c, tests/api/test_two_simulations.c
 */
#include <string.h>

#include "model/model_private.h"

static void relink(const sn_model *own, sn_ref *ref)
{
  if (ref->item) {
    ref->item = own->item.at[ref->item->index];
  }
}

static int names_any(const sn_ref *ref, int n)
{
  int any = 0;
  for (int k = 0; k < n; k++) {
    any |= ref[k].item != NULL;
  }
  return any;
}

/* 1: a field, or one of a table inside, names an item, or is a function that may read inputs (if asked for). */
static int needs_own(const sn_input *inputs, const char *param, int functions)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    const void *field = param + in->offset;
    const sn_refs *list = field;
    const int is_list = in->type == SN_JOINTS || in->type == SN_PARTS || in->type == SN_NODES;
    const int is_function = in->type == SN_FUNCTION || in->type == SN_FUNCTION3;
    const int is_ref = in->type == SN_PART || in->type == SN_JOINT;
    if ((is_ref && names_any(field, 1)) || (is_list && names_any(list->x, list->n)) || (functions && is_function) ||
        (in->type == SN_TABLES && ((const sn_tables *)field)->n > 0) ||
        (in->type != SN_TABLES && in->sub && needs_own(in->sub, field, functions))) {
      return 1;
    }
  }
  return 0;
}

/* Functions see the values of inputs that this frozen model has. */
static sn_status bind(const sn_model *own, int n, const sn_expr **e, sn_error *error)
{
  for (int k = 0; k < n; k++) {
    const sn_expr *bound = sn_expr_bound(e[k], own->input_value, own->arena);
    if (e[k] && !bound) {
      return sn_no_memory(error, "the model");
    }
    e[k] = bound;
  }
  return SN_OK;
}

/* Formulas of channels, or of conditions, with inputs of this frozen model. */
static sn_status bind_channels(const sn_model *own, const sn_channel *from, int n, sn_channel **out, sn_error *error)
{
  sn_channel *list = SN_NEW(own->arena, sn_channel, n + 1);
  if (!list) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < n; i++) {
    list[i] = from[i];
    SN_TRY(bind(own, list[i].n, list[i].component, error));
  }
  *out = list;
  return SN_OK;
}

static sn_status bind_inputs(sn_model *own, sn_error *error)
{
  own->input_value = SN_NEW(own->arena, double, own->input.n + 1);
  if (!own->input_value) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < own->input.n; i++) {
    own->input_value[i] = own->input.at[i].value;
  }
  if (own->input.n == 0) {
    return SN_OK;
  }
  SN_TRY(bind_channels(own, own->channel.at, own->channel.n, &own->channel.at, error));
  return bind_channels(own, own->stop.at, own->stop.n, &own->stop.at, error);
}

static sn_status relink_refs(const sn_model *own, const sn_ref *from, int n, const sn_ref **out, sn_error *error)
{
  sn_ref *x = SN_NEW(own->arena, sn_ref, n);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < n; i++) {
    x[i] = from[i];
    relink(own, x + i);
  }
  *out = x;
  return SN_OK;
}

static sn_status relink_fields(const sn_model *own, const sn_input *inputs, char *param, sn_error *error);

static sn_status relink_tables(const sn_model *own, const sn_input *in, sn_tables *list, sn_error *error)
{
  SN_REQUIRE(in->size > 0 && in->sub, error);
  const size_t size = in->size;
  char *at = sn_arena_get(own->arena, (size_t)list->n, size);
  if (!at) {
    return sn_no_memory(error, "the model");
  }
  if (list->n > 0) {
    memcpy(at, list->at, (size_t)list->n * size);
  }
  list->at = at;
  for (int k = 0; k < list->n; k++) {
    SN_TRY(relink_fields(own, in->sub, at + (size_t)k * size, error));
  }
  return SN_OK;
}

static sn_status relink_fields(const sn_model *own, const sn_input *inputs, char *param, sn_error *error)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    char *to = param + in->offset;
    if (in->type == SN_PART || in->type == SN_JOINT) {
      relink(own, (sn_ref *)(void *)to);
    } else if (in->type == SN_JOINTS || in->type == SN_PARTS || in->type == SN_NODES) {
      sn_refs *list = (sn_refs *)(void *)to;
      SN_TRY(relink_refs(own, list->x, list->n, &list->x, error));
    } else if (in->type == SN_FUNCTION || in->type == SN_FUNCTION3) {
      SN_TRY(bind(own, in->type == SN_FUNCTION3 ? 3 : 1, (const sn_expr **)(void *)to, error));
    } else if (in->type == SN_TABLES) {
      SN_TRY(relink_tables(own, in, (sn_tables *)(void *)to, error));
    } else if (in->sub) {
      SN_TRY(relink_fields(own, in->sub, to, error));
    }
  }
  return SN_OK;
}

static sn_status relink_item(const sn_model *own, sn_item *item, sn_error *error)
{
  const int n = item->kind->n_refs;
  if (names_any(item->ref, n)) {
    SN_TRY(relink_refs(own, item->ref, n, &item->ref, error));
  }
  if (!needs_own(item->kind->inputs, item->param, own->input.n > 0)) {
    return SN_OK;
  }
  void *param = sn_arena_get(own->arena, 1, item->kind->param_size);
  if (!param) {
    return sn_no_memory(error, "the model");
  }
  memcpy(param, item->param, item->kind->param_size);
  item->param = param;
  return relink_fields(own, item->kind->inputs, param, error);
}

/* Items that a signal is summed over. */
static sn_status relink_sum(const sn_model *own, sn_signal *signal, sn_error *error)
{
  const sn_item **of = signal->of ? SN_NEW(own->arena, const sn_item *, signal->n_of + 1) : NULL;
  if (signal->of && !of) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; of && i < signal->n_of; i++) {
    of[i] = own->item.at[signal->of[i]->index];
  }
  signal->of = of;
  return SN_OK;
}

sn_status sn_model_copy(const sn_model *m, sn_arena *arena, sn_model **out, sn_error *error)
{
  sn_model *own = SN_NEW(arena, sn_model, 1);
  sn_item **list = SN_NEW(arena, sn_item *, m->item.n + 1), *item = SN_NEW(arena, sn_item, m->item.n + 1);
  sn_signal *signal = SN_NEW(arena, sn_signal, m->signal.n + 1);
  if (!own || !list || !item || !signal) {
    return sn_no_memory(error, "the model");
  }
  *own = *m;
  own->arena = arena;
  own->item.at = list;
  own->signal.at = signal;
  own->warning.room = 0; /* the list is shared until one is added */
  memset(&own->drawable, 0, sizeof own->drawable);
  memset(&own->following, 0, sizeof own->following);
  SN_TRY(bind_inputs(own, error));
  for (int i = 0; i < m->item.n; i++) {
    item[i] = *m->item.at[i];
    item[i].model = own;
    item[i].frozen = NULL;
    item[i].builder_item = -1;
    list[i] = item + i;
  }
  for (int i = 0; i < m->item.n; i++) {
    SN_TRY(relink_item(own, item + i, error));
  }
  for (int i = 0; i < m->signal.n; i++) {
    signal[i] = m->signal.at[i];
    relink(own, &signal[i].ref);
    SN_TRY(relink_sum(own, signal + i, error));
  }
  *out = own;
  return sn_signals_find_later(own, error);
}
