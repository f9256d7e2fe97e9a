/* api/describe.c -- public interface: what there is (kinds, fields, makers, helper functions) and what a model has.
 * What:    the tables of the program as plain structs: whoever makes another language, an editor or a manual reads them here.
 * How:     a table of fields is the table of inputs itself; fields of INLINE tables are counted in their place.
 * Tests:   tests/api/test_describe.c.
 */
#include <math.h>
#include <string.h>

#include "api/api_private.h"
#include "base/unit.h"
#include "catalogue.h"

/* Public types keep their numbers; those of the tables may be sorted anew. */
static const int public_type[] = {[SN_NUMBER] = SINEW_NUMBER,       [SN_COUNT] = SINEW_COUNT,
                                  [SN_FLAG] = SINEW_FLAG,           [SN_TEXT] = SINEW_TEXT,
                                  [SN_CHOICE] = SINEW_CHOICE,       [SN_VECTOR] = SINEW_VECTOR,
                                  [SN_PLACE] = SINEW_PLACE,         [SN_NUMBERS] = SINEW_NUMBERS,
                                  [SN_POINTS] = SINEW_POINTS,       [SN_ORIENTATION] = SINEW_ORIENTATION,
                                  [SN_SYMMETRIC] = SINEW_SYMMETRIC, [SN_PART] = SINEW_REF_PART,
                                  [SN_JOINT] = SINEW_REF_JOINT,     [SN_FUNCTION] = SINEW_FUNCTION,
                                  [SN_FUNCTION3] = SINEW_FUNCTION3, [SN_SHAPES] = SINEW_SHAPES,
                                  [SN_SIDE] = SINEW_SIDE,           [SN_TABLE] = SINEW_FIELDS,
                                  [SN_INLINE] = SINEW_SAME_LEVEL,   [SN_JOINTS] = SINEW_REF_JOINTS,
                                  [SN_TEXTS] = SINEW_TEXTS,         [SN_SURFACE] = SINEW_FILE,
                                  [SN_SECTION] = SINEW_SECTION,     [SN_NODES] = SINEW_REF_NODES,
                                  [SN_PARTS] = SINEW_REF_PARTS,     [SN_MESH] = SINEW_FILE,
                                  [SN_TABLES] = SINEW_NAMED_FIELDS};
_Static_assert((int)SINEW_PART == (int)SN_CLASS_PART && (int)SINEW_SETTING == (int)SN_CLASS_SETTING,
               "public families of kinds are their classes");

static int no_such(const char *what, sinew_error *error)
{
  sn_error e = {0};
  (void)sn_failf(&e, SN_EINPUT, "There is no %s with this number.", what);
  sn_error_fix(&e, "Count from 0 to one less than there are.");
  return sn_api_status(SN_EINPUT, &e, error);
}

/* ---- fields */

static const sn_input *inputs_of(const sinew_table *table)
{
  return (const sn_input *)(const void *)table;
}

static const sinew_table *table_of(const sn_input *inputs)
{
  return (const sinew_table *)(const void *)inputs;
}

/* Field number *i of the table; NULL: *i is then how many it lacked. */
static const sn_input *nth(const sn_input *inputs, int *i)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    if (in->type == SN_INLINE) {
      const sn_input *inner = nth(in->sub, i);
      if (inner) {
        return inner;
      }
    } else if ((*i)-- == 0) {
      return in;
    }
  }
  return NULL;
}

int sinew_fields(const sinew_table *table)
{
  int n = 0;
  for (const sn_input *in = inputs_of(table); in && in->name; in++) {
    n += in->type == SN_INLINE ? sinew_fields(table_of(in->sub)) : 1;
  }
  return n;
}

/* Names of the arguments of functions that the field takes; NULL: none. */
static const char *arguments_of(const sn_input *in)
{
  switch (in->type) {
  case SN_FUNCTION:
  case SN_FUNCTION3:
    return in->choices ? in->choices : "t";
  case SN_SECTION:
    return in->choices ? in->choices : "s";
  case SN_NUMBERS:
    return in->choices;
  default:
    return NULL;
  }
}

int sinew_field_at(const sinew_table *table, int i, sinew_field *out, sinew_error *error)
{
  const sn_input *in = i >= 0 ? nth(inputs_of(table), &i) : NULL;
  if (!in) {
    return no_such("field", error);
  }
  const int is_number = in->type == SN_NUMBER || in->type == SN_COUNT || in->type == SN_FLAG || in->type == SN_CHOICE;
  const sinew_field f = {.name = in->name,
                         .unit = in->unit ? in->unit : "",
                         .help = in->help ? in->help : "",
                         .type = public_type[in->type],
                         .required = in->required,
                         .low = is_number && sn_input_has_range(in) && isfinite(in->lo) ? in->lo : NAN,
                         .high = is_number && sn_input_has_range(in) && isfinite(in->hi) ? in->hi : NAN,
                         .preset = is_number ? sn_input_preset(in) : NAN,
                         .choices = in->type == SN_CHOICE ? in->choices : NULL,
                         .arguments = arguments_of(in),
                         .fields = in->type == SN_TABLE || in->type == SN_TABLES ? table_of(in->sub) : NULL};
  return SN_API_GIVE(out, &f, error);
}

const sinew_table *sinew_run_fields(void)
{
  return table_of(sn_run_inputs);
}

const sinew_table *sinew_common_fields(void)
{
  return table_of(sn_common_inputs);
}

/* ---- kinds */

int sinew_kinds(void)
{
  int n = 0;
  while (sn_catalogue[n]) {
    n++;
  }
  return n;
}

int sinew_kind_at(int i, sinew_kind *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_kinds()) {
    return no_such("kind", error);
  }
  const sn_kind *k = sn_catalogue[i];
  const sinew_kind kind = {.name = k->name,
                           .help = k->help,
                           .family = (int)k->class,
                           .connects = k->n_refs,
                           .connects_joints = k->ref_class == SN_CLASS_JOINT,
                           .may_connect = k->class == SN_CLASS_PART,
                           .coordinates = k->joint.coordinates,
                           .fields = table_of(k->inputs)};
  return SN_API_GIVE(out, &kind, error);
}

static const sn_output *outputs_of(int kind)
{
  return kind >= 0 && kind < sinew_kinds() ? sn_catalogue[kind]->reports.outputs : NULL;
}

int sinew_kind_outputs(int kind)
{
  int n = 0;
  for (const sn_output *o = outputs_of(kind); o && o->name; o++) {
    n++;
  }
  return n;
}

int sinew_kind_output_at(int kind, int i, sinew_quantity *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_kind_outputs(kind)) {
    return no_such("output", error);
  }
  const sn_output *o = outputs_of(kind) + i;
  const sinew_quantity q = {.name = o->name, .unit = o->unit ? o->unit : "", .help = o->help, .n = o->n};
  return SN_API_GIVE(out, &q, error);
}

/* ---- makers: shapes, then sections */

static int shapes(void)
{
  int n = 0;
  while (sn_shape_kinds[n]) {
    n++;
  }
  return n;
}

int sinew_makers(void)
{
  int n = 0;
  while (sn_section_kinds[n]) {
    n++;
  }
  return shapes() + n;
}

int sinew_maker_at(int i, sinew_maker *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_makers()) {
    return no_such("maker", error);
  }
  sinew_maker maker = {.is_section = i >= shapes()};
  if (maker.is_section) {
    const sn_section_kind *cut = sn_section_kinds[i - shapes()];
    maker.name = cut->name;
    maker.help = cut->help;
    maker.fields = table_of(cut->inputs);
  } else {
    const sn_shape_kind *shape = sn_shape_kinds[i];
    maker.name = shape->name;
    maker.help = shape->help;
    maker.fields = table_of(shape->inputs);
  }
  return SN_API_GIVE(out, &maker, error);
}

/* ---- helper functions, energies */

int sinew_pages(void)
{
  int n = 0;
  while (sn_language_pages[n].signature) {
    n++;
  }
  return n;
}

int sinew_page_at(int i, sinew_page *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_pages()) {
    return no_such("page", error);
  }
  const sn_language_page *p = &sn_language_pages[i];
  const sinew_page page = {.name = p->signature, .help = p->help, .section = p->section};
  return SN_API_GIVE(out, &page, error);
}

/* The i-th unit that is a function; NULL: *i is then how many there are. */
static const sn_unit *nth_unit(int *i)
{
  int n = 0;
  for (int k = 0; k < sn_units_n; k++) {
    if (sn_units[k].function && n++ == *i) {
      return sn_units + k;
    }
  }
  *i = n;
  return NULL;
}

int sinew_units(void)
{
  int n = -1;
  (void)nth_unit(&n);
  return n;
}

int sinew_unit_at(int i, sinew_unit *out, sinew_error *error)
{
  const sn_unit *u = i >= 0 ? nth_unit(&i) : NULL;
  if (!u) {
    return no_such("unit", error);
  }
  sinew_unit unit = {.name = u->function, .unit = u->name, .factor = u->size};
  (void)sn_unit_si(u, unit.si);
  return SN_API_GIVE(out, &unit, error);
}

int sinew_energies(void)
{
  return SN_ENERGIES;
}

int sinew_energy_at(int i, sinew_quantity *out, sinew_error *error)
{
  if (i < 0 || i >= SN_ENERGIES) {
    return no_such("energy", error);
  }
  const sinew_quantity q = {.name = sn_energy_rows[i].name, .unit = "J", .help = sn_energy_rows[i].help, .n = 1};
  return SN_API_GIVE(out, &q, error);
}

/* ---- of a model */

int sinew_items(const sinew_model *m)
{
  return sn_model_items(m->model);
}

int sinew_item_at(const sinew_model *m, int i, sinew_item *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_items(m)) {
    return no_such("item", error);
  }
  const sn_item *x = sn_model_item(m->model, i);
  const sinew_item item = {.name = x->name, .kind = x->kind->name, .where = x->where ? x->where : ""};
  return SN_API_GIVE(out, &item, error);
}

int sinew_channels(const sinew_model *m)
{
  return sn_model_channels(m->model);
}

int sinew_channel_at(const sinew_model *m, int i, sinew_quantity *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_channels(m)) {
    return no_such("channel", error);
  }
  const sn_channel *c = sn_model_channel_at(m->model, i);
  const sinew_quantity q = {.name = c->name, .unit = c->unit ? c->unit : "", .help = "", .n = c->n, .is_channel = 1};
  return SN_API_GIVE(out, &q, error);
}

int sinew_inputs(const sinew_model *m)
{
  return sn_model_inputs(m->model);
}

int sinew_input_at(const sinew_model *m, int i, sinew_quantity *out, double *preset, sinew_error *error)
{
  if (i < 0 || i >= sinew_inputs(m)) {
    return no_such("input", error);
  }
  const sn_model_input *x = sn_model_input_at(m->model, i);
  const sinew_quantity q = {.name = x->name, .unit = x->unit, .help = "", .n = 1};
  *preset = x->value;
  return SN_API_GIVE(out, &q, error);
}

int sinew_parameters(const sinew_model *m)
{
  return sn_model_parameters(m->model);
}

int sinew_parameter_at(const sinew_model *m, int i, sinew_parameter *out, sinew_error *error)
{
  if (i < 0 || i >= sinew_parameters(m)) {
    return no_such("parameter", error);
  }
  const sn_parameter *p = sn_model_parameter_at(m->model, i);
  const sinew_parameter x = {.name = p->name,
                             .where = p->where ? p->where : "",
                             .text = p->value.text,
                             .number = p->value.number,
                             .is_flag = p->value.type == SN_VALUE_FLAG};
  return SN_API_GIVE(out, &x, error);
}
