/* model/later.c -- signals of things that are made later, which functions may read before they are there; equal signals.
 * Tests:   tests/language/test_control.c
 */
#include <string.h>

#include "base/text.h"
#include "model/model_private.h"

static int same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static int same_point(sn_v3 a, sn_v3 b)
{
  int same = 1;
  for (int k = 0; k < 3; k++) {
    same = same && (a.x[k] == b.x[k] || (isnan(a.x[k]) && isnan(b.x[k])));
  }
  return same;
}

static int same_sum(const sn_signal *a, const sn_signal *b)
{
  int same = a->summed == b->summed && a->n_of == b->n_of && !a->of == !b->of;
  for (int i = 0; same && a->of && i < a->n_of; i++) {
    same = a->of[i] == b->of[i];
  }
  return same;
}

int sn_same_signal(const sn_signal *a, const sn_signal *b)
{
  const sn_ref *p = &a->ref, *q = &b->ref;
  return strcmp(a->name, b->name) == 0 && p->item == q->item && p->station == q->station && p->given == q->given &&
         p->has_point == q->has_point && (!p->has_point || same_point(p->point, q->point)) &&
         same_point(a->point, b->point) && same_text(a->text, b->text) && same_sum(a, b) &&
         a->has_length == b->has_length && a->length == b->length && same_text(a->coordinate, b->coordinate) &&
         same_text(a->later, b->later) && same_text(a->prefix, b->prefix);
}

int sn_model_find_signal(const sn_model *m, const sn_signal *s)
{
  for (int i = 0; i < m->signal.n; i++) {
    if (sn_same_signal(m->signal.at + i, s)) {
      return i;
    }
  }
  return -1;
}

static sn_status not_there(const sn_model *m, const sn_signal *s, sn_error *error)
{
  const char **names = SN_NEW(m->arena, const char *, m->item.n + 1);
  for (int i = 0; names && i < m->item.n; i++) {
    names[i] = m->item.at[i]->name;
  }
  const char *meant = names ? sn_nearest(s->later, names, (size_t)m->item.n) : NULL;
  sn_failf(error, SN_EINPUT, "%s: there is no part or joint named \"%.60s\".", s->name, s->later);
  sn_error_why(error, "A function reads it, and the whole model has nothing of that name.");
  sn_error_fix(error, meant ? "Did you mean \"%s\"?" : "Check the name%s.", meant ? meant : "");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

/* Of an own model (sn_model_copy): signals of things that were not there when they were read. */
sn_status sn_signals_find_later(sn_model *m, sn_error *error)
{
  for (int i = 0; i < m->signal.n; i++) {
    sn_signal *s = m->signal.at + i;
    if (!s->later) {
      continue;
    }
    const char *outside = m->prefix;
    m->prefix = s->prefix[0] ? sn_arena_format(m->arena, "%s.", s->prefix) : "";
    if (!m->prefix) {
      return sn_no_memory(error, "the model");
    }
    sn_item *item = sn_model_find(m, s->later);
    m->prefix = outside;
    if (!item) {
      return not_there(m, s, error);
    }
    s->ref = (sn_ref){.item = item, .station = SN_STATION_SELF, .given = 1};
    s->later = NULL;
    if (item->kind->class == SN_CLASS_JOINT && !sn_name_coordinate(item, m->arena, s)) {
      return sn_no_memory(error, "the model");
    }
    sn_resolved unused;
    SN_TRY(sn_signal_resolve(s, &unused, error));
  }
  return SN_OK;
}
