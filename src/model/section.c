/* model/section.c -- a field of type SN_SECTION: what a user wrote becomes a section in the coordinates of the beam.
 * What:    reads the fields by the kind's table, lets the kind make its numbers, puts in what the user gave in their
 *          place, moves the centroid to its place and turns everything about it.
 * Limits:  a given shear area removes the product of shear areas (walls that are not symmetric).
 * Tests:   tests/model/test_section.c, tests/promises/test_tables.c.
 */
#include <stdio.h>
#include <string.h>

#include "model/fields.h"
#include "model/section_private.h"

/* a symmetric tensor yy, zz, yz in axes turned back: that of the turned section */
static void turn_tensor(double m[3], double c, double s)
{
  const double yy = m[0], zz = m[1], yz = m[2];
  m[0] = c * c * yy - 2 * c * s * yz + s * s * zz;
  m[1] = s * s * yy + 2 * c * s * yz + c * c * zz;
  m[2] = c * s * (yy - zz) + (c * c - s * s) * yz;
}

/* from the kind's own coordinates to those of the beam */
static void place(double x[2], const sn_section *own, const sn_section_fields *p, double c, double s)
{
  const double y = x[0] - own->centroid[0], z = x[1] - own->centroid[1];
  x[0] = p->offset[0] + c * y - s * z;
  x[1] = p->offset[1] + s * y + c * z;
}

static void finish(const sn_section_fields *p, sn_section *out)
{
  for (int k = 0; k < 2; k++) {
    if (!isnan(p->shear[k])) {
      out->shear[k] = p->shear[k];
      out->shear[2] = 0;
    }
  }
  if (!isnan(p->torsion)) {
    out->torsion = p->torsion;
  }
  const double c = p->turn != 0 ? cos(p->turn) : 1, s = p->turn != 0 ? sin(p->turn) : 0;
  if (p->turn != 0) {
    turn_tensor(out->shear, c, s);
    turn_tensor(out->second, c, s);
  }
  double(*point)[2] = (double(*)[2])out->outline.point; /* made by the kind just now */
  for (int i = 0; i < out->outline.n_point; i++) {
    place(point[i], out, p, c, s);
  }
  place(out->shear_centre, out, p, c, s);
  memcpy(out->centroid, p->offset, sizeof out->centroid);
}

static int is_positive(const double m[3])
{
  return m[0] > 0 && m[1] > 0 && isfinite(m[0]) && isfinite(m[1]) && m[2] * m[2] < m[0] * m[1];
}

/* sizes of 1e-200 or 1e200 have no area that is a number */
static sn_status check(const sn_section *s, sn_error *error)
{
  if (s->area > 0 && isfinite(s->area) && is_positive(s->shear) && is_positive(s->second) && s->torsion > 0 &&
      isfinite(s->torsion) && isfinite(s->shear_centre[0]) && isfinite(s->shear_centre[1])) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "it has no stiffness that is a positive number.");
  sn_error_why(error, "Its area is %.3g m^2, its second moments %.3g and %.3g m^4, its torsion constant %.3g m^4.",
               s->area, s->second[0], s->second[1], s->torsion);
  sn_error_fix(error, "Check its sizes (in m).");
  return SN_EINPUT;
}

static sn_status wrong_kind(const sn_reading *r, const sn_input *in, const sn_value *v)
{
  char text[300] = "a section (";
  for (int k = 0; sn_section_kinds[k]; k++) {
    const size_t used = strlen(text);
    (void)snprintf(text + used, sizeof text - used, "%s%s", k ? ", " : "", sn_section_kinds[k]->name);
  }
  (void)snprintf(text + strlen(text), sizeof text - strlen(text), ")");
  return sn_wrong_type(r, in, v, text, "rectangle { width = 0.02, height = 0.04 }");
}

/* A section from a record of numbers. */
static sn_status make_section(const sn_reading *r, const sn_input *in, const sn_value *v, const sn_section **to)
{
  const sn_section_kind *kind = NULL;
  for (int k = 0; v->type == SN_VALUE_RECORD && v->maker && sn_section_kinds[k]; k++) {
    if (strcmp(sn_section_kinds[k]->name, v->maker) == 0) {
      kind = sn_section_kinds[k];
    }
  }
  if (!kind) {
    return wrong_kind(r, in, v);
  }
  sn_reading here = *r;
  here.path[0] = '\0';
  here.what = sn_arena_format(r->arena, "%s in %s", kind->name, r->what);
  sn_section *out = SN_NEW(r->arena, sn_section, 1);
  if (!here.what || !out) {
    return sn_no_memory(r->error, "the model");
  }
  sn_section_fields p = {.shear = {NAN, NAN}, .torsion = NAN};
  sn_fields_defaults(kind->inputs, &p);
  SN_TRY(sn_fill_level(&here, kind->inputs, &p, NULL, NULL, v));
  sn_error e = {0};
  *out = (sn_section){.kind = kind};
  sn_status status = kind->make(&p, out, r->arena, &e);
  if (status == SN_OK) {
    finish(&p, out);
    status = check(out, &e);
  }
  if (status != SN_OK) {
    sn_failf(r->error, status, "%s: %s", here.what, e.what);
    sn_error_why(r->error, "%s", e.why);
    sn_error_fix(r->error, "%s", e.fix);
    sn_error_where(r->error, "%s", v->where ? v->where : r->where ? r->where : "");
    return status;
  }
  *to = out;
  return SN_OK;
}

/* A copy with numbers for its functions, of the argument s; s NULL: they are kept. */
static sn_status copy_value(const sn_value *v, const double *s, sn_arena *arena, sn_value *out, sn_error *error)
{
  *out = *v;
  if (v->type == SN_VALUE_FUNCTION && v->n == 1 && s) {
    *out = (sn_value){.type = SN_VALUE_NUMBER, .number = sn_expr_value(v->result[0], s), .where = v->where};
    return SN_OK;
  }
  sn_value *entry = SN_NEW(arena, sn_value, v->n);
  const char **name = SN_NEW(arena, const char *, v->n);
  const sn_expr **result = SN_NEW(arena, const sn_expr *, 1);
  out->maker = v->maker ? sn_arena_text(arena, v->maker) : NULL;
  out->where = v->where ? sn_arena_text(arena, v->where) : NULL;
  out->text = v->text ? sn_arena_text(arena, v->text) : NULL;
  if (!entry || !name || !result || (v->maker && !out->maker)) {
    return sn_no_memory(error, "the model");
  }
  if (v->type == SN_VALUE_FUNCTION && v->n == 1) {
    result[0] = v->result[0];
    out->result = result;
    return SN_OK;
  }
  const int nests = v->type == SN_VALUE_LIST || v->type == SN_VALUE_RECORD;
  for (int i = 0; i < v->n && nests; i++) {
    SN_TRY(copy_value(v->entry + i, s, arena, entry + i, error));
    name[i] = v->name ? sn_arena_text(arena, v->name[i]) : "";
    if (!name[i]) {
      return sn_no_memory(error, "the model");
    }
  }
  out->entry = entry;
  out->name = v->name ? name : NULL;
  return SN_OK;
}

static int has_functions(const sn_value *v)
{
  int any = v->type == SN_VALUE_FUNCTION && v->n == 1;
  for (int i = 0; (v->type == SN_VALUE_LIST || v->type == SN_VALUE_RECORD) && i < v->n && !any; i++) {
    any = has_functions(v->entry + i);
  }
  return any;
}

static const sn_input varied_field = {.name = "section", .type = SN_SECTION, .help = "a section", .unit = ""};

sn_status sn_section_at(const sn_sections *all, double s, sn_arena *arena, const sn_section **out, sn_error *error)
{
  SN_ASSERT(all->given);
  if (all->same) {
    *out = all->same;
    return SN_OK;
  }
  sn_value numbers;
  SN_TRY(copy_value(all->varied, &s, arena, &numbers, error));
  const sn_reading r = {.arena = arena, .what = all->what, .where = all->where, .error = error};
  return make_section(&r, &varied_field, &numbers, out);
}

sn_status sn_read_section(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  sn_sections *out = to;
  *out = (sn_sections){.given = 1};
  if (!has_functions(v)) {
    return make_section(r, in, v, &out->same);
  }
  sn_value *copy = SN_NEW(r->arena, sn_value, 1);
  out->what = sn_arena_format(r->arena, "`%s` of %s", in->name, r->what);
  out->where = sn_arena_text(r->arena, r->where ? r->where : "");
  out->varied = copy;
  const sn_section *first;
  if (!copy || !out->what || !out->where) {
    return sn_no_memory(r->error, "the model");
  }
  SN_TRY(copy_value(v, NULL, r->arena, copy, r->error));
  return sn_section_at(out, 0, r->arena, &first, r->error);
}
