/* model/model.c -- items, names and groups of a model.
 * What:    names are unique; a thing without a name is called by its kind and a number; inside a group the names get the
 *          group's prefix ("leg2.knee"). Fields are checked by fields.c.
 * Tests:   tests/model/test_model.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/fields.h"

static const char *class_word(sn_class class)
{
  static const char *const word[] = {"part", "joint", "force", "setting"};
  return word[class];
}

void sn_error_at_item(sn_error *error, const sn_item *item)
{
  SN_ASSERT(item->kind);
  sn_error_where(error, "%s, %s '%s' (%s)", item->where ? item->where : "model", class_word(item->kind->class),
                 item->name, item->kind->name);
}

void sn_model_kinds(sn_model *m, const sn_kind *const *kinds)
{
  m->kinds = kinds;
}

static const sn_placement no_group = {.turn = {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}}};

sn_model *sn_model_new(sn_arena *arena)
{
  sn_model *m = SN_NEW(arena, sn_model, 1);
  if (m) {
    m->arena = arena;
    m->prefix = "";
    m->group = &no_group;
    sn_fields_defaults(sn_run_inputs, &m->run);
  }
  return m;
}

/* ---- names */

static sn_item *find_exact(const sn_model *m, const char *name)
{
  const int k = sn_names_find(&m->item_named, name);
  return k >= 0 ? m->item.at[k] : NULL;
}

/* Inside groups the innermost group's own name comes first, then those around it: "leg.foot.toe", "leg.toe", "toe". */
sn_item *sn_model_find(const sn_model *m, const char *name)
{
  const sn_arena_mark mark = sn_arena_here(m->arena);
  size_t n = strlen(m->prefix);
  sn_item *item = NULL;
  while (n > 0 && !item) {
    const char *full = sn_arena_format(m->arena, "%.*s%s", (int)n, m->prefix, name);
    item = full ? find_exact(m, full) : NULL;
    sn_arena_reset(m->arena, mark);
    for (n--; n > 0 && m->prefix[n - 1] != '.';) {
      n--;
    }
  }
  return item ? item : find_exact(m, name);
}

int sn_good_name(const char *name)
{
  size_t n = strlen(name);
  for (size_t i = 0; i < n; i++) {
    const unsigned char c = (unsigned char)name[i];
    const int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
    if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') {
      return 0;
    }
  }
  return n > 0 && n <= 64;
}

sn_status sn_bad_name(const char *kind, const char *name, const char *where, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "\"%.70s\" cannot be the name of a %s.", name, kind);
  sn_error_why(error, "A name has letters, digits, _ and -, at most 64 of them; \"ground\" is taken.");
  sn_error_fix(error, "Choose a name such as \"left_arm\".");
  sn_error_where(error, "%s", where);
  return SN_EINPUT;
}

static sn_status name_item(sn_model *m, const sn_kind *kind, const char *given, const char *where, const char **out,
                           sn_error *error)
{
  if (given) {
    if (!sn_good_name(given) || strcmp(given, "ground") == 0) {
      return sn_bad_name(kind->name, given, where, error);
    }
    *out = sn_arena_format(m->arena, "%s%s", m->prefix, given);
    const sn_item *other = *out ? find_exact(m, *out) : NULL;
    if (other) {
      sn_failf(error, SN_EINPUT, "The name '%s' is used twice.", *out);
      sn_error_why(error, "%s: a %s already has it.", other->where, other->kind->name);
      sn_error_fix(error, "Give every part, joint and force its own name.");
      sn_error_where(error, "%s", where);
      return SN_EINPUT;
    }
    return *out ? SN_OK : sn_no_memory(error, "the model");
  }
  int k = 0;
  while (k < m->count.n && m->count.at[k].kind != kind) {
    k++;
  }
  if (k == m->count.n) {
    if (!SN_ROOM(m->arena, m->count)) {
      return sn_no_memory(error, "the model");
    }
    m->count.at[m->count.n++] = (sn_kind_count){kind, 0};
  }
  const sn_arena_mark mark = sn_arena_here(m->arena);
  for (;;) { /* the first number that is free */
    *out = sn_arena_format(m->arena, "%s%s%d", m->prefix, kind->name, ++m->count.at[k].n);
    if (!*out || !find_exact(m, *out)) {
      return *out ? SN_OK : sn_no_memory(error, "the model");
    }
    sn_arena_reset(m->arena, mark);
  }
}

/* ---- items */

typedef struct {
  const char *name;
  double alpha, penalty, opacity;
  const char *color;
  int hold;
  const sn_named_material *material;
} common;
const sn_input sn_common_inputs[] = {
    {"name", SN_TEXT, "", "its name; default: the kind and a number", SN_MEMBER(common, name)},
    {"alpha", SN_NUMBER, "", "numerical damping; default: that of the run", SN_MEMBER(common, alpha), SN_BETWEEN(0, 1)},
    {"penalty", SN_NUMBER, "N/m",
     "its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run",
     SN_MEMBER(common, penalty), SN_NOT_NEGATIVE},
    {"hold", SN_FLAG, "", "parts: true: stays as drawn when positions are assembled", SN_MEMBER(common, hold),
     SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"color", SN_TEXT, "", "in pictures: \"#rrggbb\" or a name such as \"red\"", SN_MEMBER(common, color)},
    {"opacity", SN_NUMBER, "", "in pictures: 1 solid, 0 not seen", SN_MEMBER(common, opacity), SN_BETWEEN(0, 1)},
    {"material", SN_MATERIAL, "",
     "what it is made of, by its name or as a table { like = \"steel\", E = 205e9 }: fills E, nu, "
     "density and the like of "
     "elastic parts, unless they are given; in pictures: colour, opacity and gloss",
     SN_MEMBER(common, material)},
    {0}};

static sn_status check_refs(const sn_model *m, const sn_kind *kind, const sn_ref *refs, int n, const char *what,
                            const char *where, sn_error *error)
{
  const int joints = kind->ref_class == SN_CLASS_JOINT;
  const char *thing = joints ? "joint" : "part";
  if (n > kind->n_refs || (n < kind->n_refs && kind->class != SN_CLASS_PART && !kind->may_be_fewer)) {
    const char *plural = kind->n_refs == 1 ? "" : "s";
    sn_failf(error, SN_EINPUT, "%s takes %d %s%s before its fields, but got %d.", what, kind->n_refs, thing, plural, n);
    sn_error_why(error, n < kind->n_refs ? "A variable without a value (nil) also counts as missing."
                                         : "Everything else is written by name.");
    sn_error_fix(error,
                 kind->n_refs == 0   ? "Write all fields by name."
                 : kind->n_refs == 1 ? "Write for example %s { rod, ... }."
                 : joints            ? "Write for example %s { \"first\", \"second\", ... }."
                                     : "Write for example %s { ground, rod, ... }.",
                 kind->name);
    sn_error_where(error, "%s", where);
    return SN_EINPUT;
  }
  int different = 0;
  for (int k = 0; k < n; k++) {
    const sn_item *item = refs[k].item;
    SN_REQUIRE(!item || item->model == m, error);
    if (item ? item->kind->class != kind->ref_class : joints) {
      sn_failf(error, SN_EINPUT, "%s: entry %d must be a %s, but '%s' is %s%s.", what, k + 1, thing,
               sn_ref_name(refs + k), item ? "a " : "", item ? item->kind->name : "the ground");
      sn_error_fix(error, joints ? "Name a joint." : "Name a part (body, point, cable, ...) or ground.");
      sn_error_where(error, "%s", where);
      return SN_EINPUT;
    }
    different |= item != refs[0].item || refs[k].station != refs[0].station;
  }
  /* a cable may hang between two points of one part, and a gear may couple two coordinates of one joint */
  if (n > 1 && !different && !joints && kind->class != SN_CLASS_PART) {
    sn_failf(error, SN_EINPUT, "%s connects '%s' with itself.", what, sn_ref_name(refs));
    sn_error_fix(error, "Name different %ss.", thing);
    sn_error_where(error, "%s", where);
    return SN_EINPUT;
  }
  return SN_OK;
}

static const char *given_name(const sn_item_given *given)
{
  const sn_value *written = given->fields ? sn_value_field(given->fields, "name") : NULL;
  return given->name ? given->name : written && written->type == SN_VALUE_TEXT ? written->text : NULL;
}

/* Positional entries of an item; items without any share one empty list. */
static sn_status keep_refs(sn_item *item, const sn_item_given *given, sn_arena *arena, sn_error *error)
{
  SN_REQUIRE(given->n_refs <= given->kind->n_refs, error);
  static const sn_ref none[] = {{.station = SN_STATION_SELF}, {.station = SN_STATION_SELF}};
  const int n = given->kind->n_refs > 2 ? given->kind->n_refs : 2;
  item->ref = none;
  if (given->n_refs == 0) {
    return SN_OK;
  }
  sn_ref *ref = SN_NEW(arena, sn_ref, n);
  if (!ref) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    ref[k] = k < given->n_refs ? given->refs[k] : none[0];
    SN_TRY(sn_node_at(item, k, ref + k, error));
  }
  item->ref = ref;
  return SN_OK;
}

sn_status sn_model_add(sn_model *m, const sn_item_given *given, sn_item **out, sn_error *error)
{
  SN_REQUIRE(given->kind && given->kind->param_size > 0 && (given->refs || given->n_refs == 0), error);
  const sn_kind *kind = given->kind;
  const char *where = given->where ? given->where : "";
  common c;
  sn_appearance look;
  const char *full;
  SN_TRY(name_item(m, kind, given_name(given), where, &full, error));
  char what[200];
  (void)snprintf(what, sizeof what, "%s '%s'", kind->name, full);
  sn_item *item = SN_NEW(m->arena, sn_item, 1);
  void *param = sn_arena_get(m->arena, 1, kind->param_size);
  if (!item || !param || !m->group || !SN_ROOM(m->arena, m->item)) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(check_refs(m, kind, given->refs, given->n_refs, what, where, error));
  const sn_reading r = {.model = m, .arena = m->arena, .what = what, .where = where, .error = error};
  const sn_value *fields;
  SN_TRY(sn_material_fill(&r, kind->material, given->fields, &fields));
  SN_TRY(sn_fields_fill_in(&r, &(sn_field_tables){kind->inputs, param, sn_common_inputs, &c}, fields));
  SN_TRY(sn_check_idle(&r, kind->idle, kind->inputs, fields));
  SN_TRY(sn_appearance_of(c.color, c.opacity, c.material ? &c.material->look : NULL, what, where, &look, error));
  if (c.hold && kind->class != SN_CLASS_PART) {
    SN_TRY(sn_model_warn(m, where, error, "%s: `hold` has no effect here; only parts are moved by the assembly", what));
  }
  *item = (sn_item){.kind = kind,
                    .name = full,
                    .where = where,
                    .index = m->item.n,
                    .builder_item = -1,
                    .param = param,
                    .alpha = c.alpha,
                    .penalty = c.penalty,
                    .look = look,
                    .hold = c.hold,
                    .group = m->group,
                    .start = &sn_start_as_drawn,
                    .model = m};
  SN_TRY(keep_refs(item, given, m->arena, error));
  if (kind->prepare) {
    SN_TRY(kind->prepare(item, m->arena, error));
  }
  if (!sn_names_add(&m->item_named, full, m->item.n, m->arena)) {
    return sn_no_memory(error, "the model");
  }
  m->item.at[m->item.n++] = item;
  if (out) {
    *out = item;
  }
  return SN_OK;
}

int sn_model_items(const sn_model *m)
{
  return m->item.n;
}

sn_item *sn_model_item(const sn_model *m, int i)
{
  SN_ASSERT(i >= 0 && i < m->item.n);
  return m->item.at[i];
}

void sn_model_group(sn_model *m, const char *prefix, sn_m3 turn, sn_v3 shift)
{
  const char *copy = prefix && prefix[0] ? sn_arena_format(m->arena, "%s.", prefix) : "";
  m->prefix = copy ? copy : "";
  m->count.n = 0; /* numbers of default names begin anew; taken ones are passed over */
  sn_placement *group = SN_NEW(m->arena, sn_placement, 1);
  if (group) {
    *group = (sn_placement){turn, shift};
  }
  m->group = group;
}
