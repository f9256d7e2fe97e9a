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

/* 1: a field of these inputs, or of a table inside, names an item. */
static int names_items(const sn_input *inputs)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    if (in->type == SN_PART || in->type == SN_JOINT || in->type == SN_JOINTS || in->type == SN_PARTS ||
        names_items(in->sub)) {
      return 1;
    }
  }
  return 0;
}

static sn_status relink_list(const sn_model *own, sn_refs *list, sn_error *error)
{
  sn_ref *x = SN_NEW(own->arena, sn_ref, list->n + 1);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < list->n; i++) {
    x[i] = list->x[i];
    relink(own, x + i);
  }
  list->x = x;
  return SN_OK;
}

static sn_status relink_fields(const sn_model *own, const sn_input *inputs, char *param, sn_error *error)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    char *to = param + in->offset;
    if (in->type == SN_PART || in->type == SN_JOINT) {
      relink(own, (sn_ref *)(void *)to);
    } else if (in->type == SN_JOINTS || in->type == SN_PARTS) {
      SN_TRY(relink_list(own, (sn_refs *)(void *)to, error));
    } else if (in->sub) {
      SN_TRY(relink_fields(own, in->sub, to, error));
    }
  }
  return SN_OK;
}

static sn_status relink_item(const sn_model *own, sn_item *item, sn_error *error)
{
  for (int k = 0; k < 4; k++) {
    relink(own, item->ref + k);
  }
  if (!names_items(item->kind->inputs)) {
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
  return SN_OK;
}
