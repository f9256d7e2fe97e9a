/* session/item_facts.c -- what the user said about every item, as text for the viewer: mass = 2.5 kg.
 * What:    walks over the tables of inputs, so that a new kind shows its fields without a line here. Fields that are as by
 *          default are left out; masses that come from shapes are added.
 * Tests:   tests/session/test_scene.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "session/scene.h"

/* One field as text; 0: not given, or nothing that fits on a line. */
static int field_text(const sn_input *in, const char *param, char *out, size_t size)
{
  const void *at = param + in->offset;
  const double *x = at;
  switch (in->type) {
  case SN_NUMBER:
    if (isnan(x[0]) || x[0] == sn_input_preset(in)) {
      return 0;
    }
    (void)snprintf(out, size, "%.9g %s", x[0], in->unit);
    return 1;
  case SN_COUNT:
    (void)snprintf(out, size, "%d %s", *(const int *)at, in->unit);
    return *(const int *)at != sn_input_preset(in);
  case SN_FLAG:
    (void)snprintf(out, size, "%s", *(const int *)at ? "yes" : "no");
    return *(const int *)at != sn_input_preset(in);
  case SN_VECTOR:
  case SN_PLACE:
    if (isnan(x[0])) {
      return 0;
    }
    (void)snprintf(out, size, "%.9g, %.9g, %.9g %s", x[0], x[1], x[2], in->unit);
    return 1;
  case SN_TEXT: {
    const char *const *text = at;
    (void)snprintf(out, size, "%s", *text ? *text : "");
    return *text != NULL;
  }
  case SN_FUNCTION: {
    const sn_expr *const *e = at;
    char text[80] = "";
    if (!*e) {
      return 0;
    }
    (void)snprintf(out, size, "%s %s", sn_expr_print(*e, text, sizeof text), in->unit);
    return 1;
  }
  case SN_PART:
  case SN_JOINT: {
    const sn_ref *ref = at;
    (void)snprintf(out, size, "%s", ref->given ? sn_ref_name(ref) : "");
    return ref->given;
  }
  case SN_SECTION: {
    const sn_sections *all = at;
    const sn_section *s = all->same;
    if (s) {
      (void)snprintf(out, size, "%s: A %.5g m^2, int y^2 %.5g, int z^2 %.5g, J %.5g m^4", s->kind->name, s->area,
                     s->second[0], s->second[1], s->torsion);
    } else if (all->given) {
      (void)snprintf(out, size, "%s, varies along its length", all->varied->maker);
    }
    return all->given;
  }
  default:
    return 0; /* shapes, tables and lists are seen, not read */
  }
}

typedef struct {
  const sn_session *session;
  sn_scene *scene;
  int item, room;
  int failed;
} list;

static void add(list *l, const char *name, const char *text)
{
  sn_scene *s = l->scene;
  if (!SN_GROW(l->session->arena, s->fact, s->n_fact, l->room)) {
    l->failed = 1;
    return;
  }
  sn_scene_fact *f = &s->fact[s->n_fact++];
  f->item = l->item;
  (void)snprintf(f->name, sizeof f->name, "%s", name);
  (void)snprintf(f->text, sizeof f->text, "%s", text);
}

static void add_fields(list *l, const sn_input *inputs, const char *param)
{
  char text[120];
  for (const sn_input *in = inputs; in && in->name; in++) {
    const char *at = param + in->offset;
    if (in->type == SN_INLINE || (in->type == SN_TABLE && *(const int *)(const void *)at)) {
      add_fields(l, in->sub, at);
    } else if (field_text(in, param, text, sizeof text)) {
      add(l, in->name, text);
    }
  }
}

/* A matrix by its rows: A = 1 2; 3 4 N/m */
static void add_constant(list *l, const sn_constant *c, const void *frozen)
{
  char text[120];
  double x[9];
  size_t used = 0;
  if (!c->evaluate(frozen, x)) {
    return;
  }
  for (int k = 0; k < c->rows * c->columns && used < sizeof text; k++) {
    const char *gap = (k + 1) % c->columns ? " " : k + 1 < c->rows * c->columns ? "; " : " ";
    used += (size_t)snprintf(text + used, sizeof text - used, "%.4g%s", x[k], gap);
  }
  if (used < sizeof text) {
    (void)snprintf(text + used, sizeof text - used, "%s", c->unit);
  }
  add(l, c->name, text);
}

static void add_item(list *l, const sn_item *item)
{
  char text[120];
  if (item->where) {
    add(l, "defined", item->where);
  }
  for (int k = 0; k < item->kind->n_refs && item->ref[k].given; k++) {
    add(l, k == 0 ? "between" : "and", sn_ref_name(&item->ref[k]));
  }
  sn_own_mass own;
  if (sn_session_mass(l->session, item, &own)) {
    (void)snprintf(text, sizeof text, "%.9g kg", own.mass);
    add(l, "total mass", text);
  }
  add_fields(l, item->kind->inputs, item->param);
  for (const sn_constant *c = item->kind->reports.constants; c && c->name; c++) {
    add_constant(l, c, item->frozen);
  }
}

sn_status sn_session_facts(const sn_session *s, sn_scene *out, sn_error *error)
{
  list l = {.session = s, .scene = out};
  for (int i = 0; i < sn_model_items(s->model); i++) {
    l.item = i;
    add_item(&l, sn_model_item(s->model, i));
  }
  return l.failed ? sn_no_memory(error, "the picture") : SN_OK;
}
