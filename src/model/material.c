/* model/material.c -- reads materials: a name, or a table that says how one differs from another; fills the fields of a kind with what a material has.
 * Tests:   tests/model/test_material.c, tests/language/test_materials.c
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/fields.h"
#include "model/model_private.h"

typedef struct {
  const char *name, *like, *color;
  double value[16]; /* in the order of sn_material_properties */
} given_material;

#define VALUE(k) .offset = offsetof(given_material, value) + (k) * sizeof(double)
const sn_input sn_material_inputs[] = {
    {"name", SN_TEXT, "", "its name, for the field material of parts and shapes", SN_MEMBER(given_material, name)},
    {"like", SN_TEXT, "", "another material: what is not given here is that one's", SN_MEMBER(given_material, like)},
    {"E", SN_NUMBER, "Pa", "Young's modulus; of fibres or grain: along them", VALUE(0), SN_POSITIVE},
    {"G", SN_NUMBER, "Pa", "shear modulus, where it does not follow from E and nu", VALUE(1), SN_POSITIVE},
    {"nu", SN_NUMBER, "", "Poisson's ratio", VALUE(2), SN_BETWEEN(-0.999999, 0.5)},
    {"density", SN_NUMBER, "kg/m^3", "density", VALUE(3), SN_POSITIVE},
    {"yield", SN_NUMBER, "Pa", "yield stress", VALUE(4), SN_POSITIVE},
    {"expansion", SN_NUMBER, "1/K", "thermal expansion", VALUE(5)},
    {"E1", SN_NUMBER, "Pa", "of an orthotropic material: modulus along its fibres", VALUE(6), SN_POSITIVE},
    {"E2", SN_NUMBER, "Pa", "modulus across its fibres", VALUE(7), SN_POSITIVE},
    {"nu12", SN_NUMBER, "", "contraction across by a pull along the fibres", VALUE(8)},
    {"G12", SN_NUMBER, "Pa", "shear modulus in the plane of a ply", VALUE(9), SN_POSITIVE},
    {"G13", SN_NUMBER, "Pa", "shear modulus through its thickness, along the fibres", VALUE(10), SN_POSITIVE},
    {"G23", SN_NUMBER, "Pa", "the same across the fibres", VALUE(11), SN_POSITIVE},
    {"color", SN_TEXT, "", "in pictures: \"#rrggbb\" or a name", SN_MEMBER(given_material, color)},
    {0}};

/* ---- names */

static const sn_named_material *in_table(const char *name)
{
  for (const sn_named_material *t = sn_materials; t->name; t++) {
    if (strcmp(t->name, name) == 0) {
      return t;
    }
  }
  return NULL;
}

static const sn_named_material *known(const sn_model *m, const char *name)
{
  for (int k = 0; m && k < m->material.n; k++) {
    if (strcmp(m->material.at[k]->name, name) == 0) {
      return m->material.at[k];
    }
  }
  return in_table(name);
}

static sn_status unknown(const sn_reading *r, const sn_value *v, const char *name)
{
  enum { MOST = 64 };
  const char *names[MOST];
  char all[400];
  int n = 0;
  for (int k = 0; r->model && k < r->model->material.n && n < MOST; k++) {
    names[n++] = r->model->material.at[k]->name;
  }
  for (const sn_named_material *t = sn_materials; t->name && n < MOST; t++) {
    names[n++] = t->name;
  }
  const char *meant = sn_nearest(name, names, (size_t)n);
  sn_join(all, sizeof all, names, n);
  sn_wrong_value(r, v, "= \"%.60s\" is no material.", name);
  sn_error_why(r->error, "There are: %s.", all);
  if (meant) {
    sn_error_fix(r->error, "Did you mean \"%s\"?", meant);
  } else {
    sn_error_fix(r->error, "Make it first: material { name = \"%.60s\", E = 1e9, nu = 0.3, density = 1000 }.", name);
  }
  return SN_EINPUT;
}

/* ---- a table: how a material differs from another one */

static sn_status from_table(const sn_reading *r, const sn_value *v, const sn_named_material **out)
{
  given_material g;
  sn_named_material *made = SN_NEW(r->arena, sn_named_material, 1);
  const sn_appearance plain = {.opacity = 1, .gloss = 1};
  if (!made) {
    return sn_no_memory(r->error, "the model");
  }
  sn_fields_defaults(sn_material_inputs, &g);
  SN_TRY(sn_fill_level(r, sn_material_inputs, &g, NULL, NULL, v));
  /* a table that material { ... } has returned has the name of its material */
  const sn_named_material *like = g.like ? known(r->model, g.like) : g.name ? known(r->model, g.name) : NULL;
  if (g.like && !like) {
    sn_reading here = *r;
    (void)strcpy(here.path, "like");
    return unknown(&here, v, g.like);
  }
  *made = like ? *like : (sn_named_material){.look = plain};
  made->name = g.name ? g.name : like ? like->name : "material";
  int k = 0;
  for (const sn_material_property *p = sn_material_properties; p->name; p++, k++) {
    double *value = (double *)(void *)((char *)made + p->offset);
    *value = !isnan(g.value[k]) || !like ? g.value[k] : *value;
  }
  if (!isnan(g.value[2]) && isnan(g.value[1])) {
    made->G = NAN; /* E and nu say it */
  }
  if (g.color) {
    SN_TRY(sn_appearance_of(g.color, NAN, &made->look, r->what, v->where ? v->where : r->where, &made->look, r->error));
  }
  *out = made;
  return SN_OK;
}

sn_status sn_read_material(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  const sn_named_material **out = to;
  if (v->type == SN_VALUE_RECORD && !v->maker) {
    return from_table(r, v, out);
  }
  if (v->type != SN_VALUE_TEXT) {
    return sn_wrong_type(r, in, v, "the name of a material, or a table", "\"steel\"");
  }
  *out = strcmp(v->text, "none") == 0 ? NULL : known(r->model, v->text);
  return *out || strcmp(v->text, "none") == 0 ? SN_OK : unknown(r, v, v->text);
}

sn_status sn_model_material(sn_model *m, const sn_value *v, const char *where, const sn_named_material **out,
                            sn_error *error)
{
  static const sn_input field = {.name = "material", .type = SN_MATERIAL, .help = "a material"};
  sn_reading r = {.model = m, .arena = m->arena, .what = "material", .where = where, .error = error};
  SN_TRY(sn_read_material(&r, &field, v, out));
  if (v->type == SN_VALUE_TEXT) {
    return *out ? SN_OK : unknown(&r, v, v->text);
  }
  const sn_value *name = sn_value_field(v, "name");
  if (!name || name->type != SN_VALUE_TEXT || !name->text[0]) {
    sn_failf(error, SN_EINPUT, "material has no name.");
    sn_error_why(error, "Parts name the material that they are of.");
    sn_error_fix(error, "Write material { name = \"my steel\", like = \"steel\", E = 205e9 }.");
  } else if (known(m, name->text) || strcmp(name->text, "none") == 0) {
    sn_failf(error, SN_EINPUT, "There is a material \"%.60s\" already.", name->text);
    sn_error_fix(error, "Choose another name, e.g. material { name = \"my %.60s\", like = \"%.60s\", ... }.",
                 name->text, name->text);
  } else if (!SN_ROOM(m->arena, m->material)) {
    return sn_no_memory(error, "the model");
  } else {
    m->material.at[m->material.n++] = *out;
    return SN_OK;
  }
  sn_error_where(error, "%s", where);
  return SN_EINPUT;
}

/* ---- the fields of a kind */

/* Whether any of "a|b" is among the first n fields. */
static int any_given(const char *names, const char *const *name, const sn_value *entry, int n)
{
  while (names && *names) {
    const size_t length = strcspn(names, "|");
    for (int k = 0; k < n; k++) {
      if (strlen(name[k]) == length && memcmp(name[k], names, length) == 0 && entry[k].type != SN_VALUE_NONE) {
        return 1;
      }
    }
    names += length + (names[length] == '|');
  }
  return 0;
}

static double value_named(const sn_named_material *material, const char *name)
{
  const sn_material_property *p = sn_material_properties;
  while (p->name && strcmp(p->name, name) != 0) {
    p++;
  }
  SN_ASSERT(p->name);
  return p->name ? sn_material_value(material, p) : NAN;
}

sn_status sn_material_fill(const sn_reading *r, const sn_material_use *use, const sn_value *fields,
                           const sn_value **out)
{
  static const sn_input field = {.name = "material", .type = SN_MATERIAL, .help = "what it is made of"};
  const sn_value *v = fields ? sn_value_field(fields, "material") : NULL;
  const sn_named_material *material = NULL;
  sn_reading here = *r;
  int uses = 0, n = fields ? fields->n : 0;
  *out = fields;
  if (!use || !v || v->type == SN_VALUE_NONE) {
    return SN_OK;
  }
  (void)strcpy(here.path, "material");
  SN_TRY(sn_read_material(&here, &field, v, &material));
  while (use[uses].field) {
    uses++;
  }
  sn_value *entry = SN_NEW(r->arena, sn_value, n + uses), *whole = SN_NEW(r->arena, sn_value, 1);
  const char **name = SN_NEW(r->arena, const char *, n + uses);
  if (!entry || !whole || !name) {
    return sn_no_memory(r->error, "the model");
  }
  for (int k = 0; k < n; k++) {
    entry[k] = fields->entry[k];
    name[k] = fields->name[k];
  }
  for (; material && use->field; use++) {
    const sn_value *times = use->times ? sn_value_field(fields, use->times) : NULL;
    const double value = value_named(material, use->property);
    if (isnan(value) || any_given(use->field, name, entry, n) || any_given(use->unless, name, entry, n) ||
        (use->with && !any_given(use->with, name, entry, n)) ||
        (use->times && !(times && times->type == SN_VALUE_NUMBER))) {
      continue;
    }
    entry[n] = (sn_value){.type = SN_VALUE_NUMBER, .number = value * (times ? times->number : 1), .where = v->where};
    name[n++] = use->field;
  }
  *whole = *fields;
  whole->n = n;
  whole->entry = entry;
  whole->name = name;
  *out = whole;
  return SN_OK;
}
