/* model/read.c -- one reader per type of field: value -> member of the parameter struct, with range and type checks.
 * What:    a table of functions indexed by sn_type. Everything a user can get wrong in one field is said here, and in
 *          read_ref.c for references, read_frame.c for orientations, frames and shapes, and read_file.c for files.
 * Tests:   tests/model/test_fields.c, tests/language/test_mistakes.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/fields.h"

static sn_status no_memory(const sn_reading *r)
{
  return sn_no_memory(r->error, "the model");
}

int sn_input_has_range(const sn_input *in)
{
  return !(in->lo == 0 && in->hi == 0) && (isfinite(in->lo) || isfinite(in->hi));
}

double sn_input_preset(const sn_input *in)
{
  return in->has_preset ? in->preset : NAN;
}

static void range_text(const sn_input *in, char text[96])
{
  if (in->lo == 0x1p-1022) {
    snprintf(text, 96, isfinite(in->hi) ? "greater than 0 and at most %.10g" : "greater than 0", in->hi);
  } else if (!isfinite(in->hi)) {
    snprintf(text, 96, in->lo == 0 ? "zero or positive" : "at least %.10g", in->lo);
  } else if (!isfinite(in->lo)) {
    snprintf(text, 96, "at most %.10g", in->hi);
  } else {
    snprintf(text, 96, "between %.10g and %.10g", in->lo, in->hi);
  }
}

static sn_status check_number(const sn_reading *r, const sn_input *in, const sn_value *v, double x)
{
  SN_REQUIRE(in->lo <= in->hi, r->error);
  if (!isfinite(x)) {
    sn_wrong_value(r, v, "is %s.", isnan(x) ? "not a number (nan)" : "infinite");
    sn_error_why(r->error, "A division by zero, a root of a negative number or an overflow made it so.");
    sn_error_fix(r->error, "Check the formula behind %s.", r->path);
    return SN_EINPUT;
  }
  if (sn_input_has_range(in) && !(x >= in->lo && x <= in->hi)) {
    char text[96];
    range_text(in, text);
    sn_wrong_value(r, v, "= %.10g is out of range: it must be %s.", x, text);
    sn_error_why(r->error, "%s: %s%s%s", in->name, in->help ? in->help : "", in->unit && in->unit[0] ? ", in " : "",
                 in->unit ? in->unit : "");
    sn_error_fix(r->error, "Give a value that is %s; all quantities are in SI units.", text);
    return SN_EINPUT;
  }
  return SN_OK;
}

/* A number that would do. */
static const char *example_of(const sn_input *in, char text[32])
{
  if (!sn_input_has_range(in) || (in->lo <= 1.5 && in->hi >= 1.5)) {
    return "1.5";
  }
  (void)snprintf(text, 32, "%.3g",
                 isfinite(in->lo) && isfinite(in->hi) ? (in->lo + in->hi) / 2
                 : isfinite(in->lo)                   ? in->lo
                                                      : in->hi);
  return text;
}

static sn_status read_number(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  char example[32];
  if (v->type != SN_VALUE_NUMBER) {
    return sn_wrong_type(r, in, v, "a number", example_of(in, example));
  }
  SN_TRY(check_number(r, in, v, v->number));
  *(double *)to = v->number;
  return SN_OK;
}

static sn_status read_count(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type != SN_VALUE_NUMBER) {
    return sn_wrong_type(r, in, v, "a whole number", "4");
  }
  SN_TRY(check_number(r, in, v, v->number));
  if (v->number != floor(v->number) || fabs(v->number) > 1e9) {
    sn_wrong_value(r, v, "= %.10g must be a whole number.", v->number);
    sn_error_fix(r->error, "Write for example %s = %.0f.", in->name, fmin(fmax(round(v->number), -1e9), 1e9));
    return SN_EINPUT;
  }
  *(int *)to = (int)v->number;
  return SN_OK;
}

static sn_status read_flag(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type != SN_VALUE_FLAG) {
    return sn_wrong_type(r, in, v, "true or false", "true");
  }
  *(int *)to = v->number != 0;
  return SN_OK;
}

static sn_status read_text(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type != SN_VALUE_TEXT) {
    return sn_wrong_type(r, in, v, "a text", "\"...\"");
  }
  const char *copy = sn_arena_text(r->arena, v->text);
  *(const char **)to = copy;
  return copy ? SN_OK : no_memory(r);
}

static sn_status read_choice(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  int n;
  const char **word = sn_split(r->arena, in->choices ? in->choices : "", '|', &n);
  if (!word) {
    return no_memory(r);
  }
  char example[64];
  snprintf(example, sizeof example, "\"%.60s\"", word[0]);
  if (v->type != SN_VALUE_TEXT) {
    return sn_wrong_type(r, in, v, "one of a few texts", example);
  }
  for (int k = 0; k < n; k++) {
    if (strcmp(word[k], v->text) == 0) {
      *(int *)to = k;
      return SN_OK;
    }
  }
  char all[200];
  sn_join(all, sizeof all, word, n);
  const char *meant = sn_nearest(v->text, word, (size_t)n);
  sn_wrong_value(r, v, "= \"%.60s\" is none of its choices.", v->text);
  sn_error_why(r->error, "The choices are: %s.", all);
  sn_error_fix(r->error, meant ? "Did you mean \"%s\"?" : "Write for example \"%s\".", meant ? meant : word[0]);
  return SN_EINPUT;
}

/* n numbers of a list, each checked */
static sn_status list_numbers(const sn_reading *r, const sn_input *in, const sn_value *v, int n, double *x)
{
  for (int i = 0; i < n; i++) {
    const sn_value *e = v->entry + i;
    sn_reading here = *r;
    snprintf(here.path, sizeof here.path, "%.80s[%d]", r->path, i + 1);
    if (e->type != SN_VALUE_NUMBER) {
      return sn_wrong_type(&here, in, e, "a number", "{ 0, 0, 1 }");
    }
    SN_TRY(check_number(&here, in, e, e->number));
    x[i] = e->number;
  }
  return SN_OK;
}

static sn_status wrong_length(const sn_reading *r, const sn_value *v, const char *expected)
{
  sn_wrong_value(r, v, "needs %s, but has %d.", expected, v->n);
  sn_error_fix(r->error, "Give %s.", expected);
  return SN_EINPUT;
}

/* a part, or a point of it, where a place is asked: in drawing coordinates of the present group */
static sn_status read_place_of(const sn_reading *r, const sn_input *in, const sn_value *v, sn_v3 *out)
{
  const sn_ref *ref = &v->ref;
  sn_v3 x;
  if ((!ref->item && !ref->has_point) || !sn_drawn_station(ref, &x)) {
    return sn_wrong_type(r, in, v, "a point {x, y, z}, or a part that has a place", "rod:point { 0.1, 0, 0 }");
  }
  if (r->model) {
    const sn_placement *group = r->model->group;
    if (!group) {
      return sn_no_memory(r->error, "the model");
    }
    x = m3_tmul(group->turn, v3_sub(x, group->shift));
  }
  *out = x;
  return SN_OK;
}

sn_status sn_read_vector(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  sn_v3 *out = to;
  if (v->type == SN_VALUE_TEXT) {
    const char *c = v->text + (v->text[0] == '-' || v->text[0] == '+');
    if (in->type == SN_PLACE || in->type == SN_POINTS || in->type == SN_NODES || c[0] < 'x' || c[0] > 'z' ||
        c[1] != '\0') {
      return sn_wrong_type(r, in, v,
                           in->type != SN_VECTOR ? "a point {x, y, z}"
                                                 : "a vector {x, y, z} or a direction \"x\", \"-y\", ...",
                           "{ 0, 0, 1 }");
    }
    *out = v3(0, 0, 0);
    out->x[c[0] - 'x'] = v->text[0] == '-' ? -1 : 1;
    return SN_OK;
  }
  if (v->type == SN_VALUE_REF && in->type != SN_VECTOR) {
    return read_place_of(r, in, v, out);
  }
  if (v->type != SN_VALUE_LIST) {
    return sn_wrong_type(r, in, v, in->type != SN_VECTOR ? "a point {x, y, z}" : "a vector {x, y, z}", "{ 0, 0, 1 }");
  }
  if (v->n != 3) {
    return wrong_length(r, v, "three numbers {x, y, z}");
  }
  sn_v3 x;
  SN_TRY(list_numbers(r, in, v, 3, x.x));
  const int direction = in->type == SN_VECTOR && (!in->unit || !in->unit[0]); /* a vector without unit is one */
  if (direction && !(v3_norm(x) > 0)) {
    sn_wrong_value(r, v, "is an axis of length zero.");
    sn_error_why(r->error, "%s: %s.", in->name, in->help ? in->help : "a direction");
    sn_error_fix(r->error, "Give it a direction, for example {0, 0, 1} or \"z\".");
    return SN_EINPUT;
  }
  *out = x;
  return SN_OK;
}

static sn_status read_numbers(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type == SN_VALUE_FUNCTION && in->choices && v->n > 0) {
    const sn_expr **law = SN_NEW(r->arena, const sn_expr *, v->n);
    if (!law) {
      return no_memory(r);
    }
    memcpy(law, v->result, sizeof *law * (size_t)v->n);
    *(sn_numbers *)to = (sn_numbers){.n = v->n, .law = law};
    return SN_OK;
  }
  if (v->type != SN_VALUE_LIST || v->n == 0) {
    return sn_wrong_type(r, in, v,
                         in->choices ? "a list of numbers, or a function that returns as many" : "a list of numbers",
                         "{ 1, 2, 3 }");
  }
  const int columns = v->entry[0].type == SN_VALUE_LIST ? v->entry[0].n : 0;
  const int n = columns > 0 ? v->n * columns : v->n;
  double *x = SN_NEW(r->arena, double, n);
  if (!x) {
    return no_memory(r);
  }
  if (columns == 0) {
    SN_TRY(list_numbers(r, in, v, n, x));
  }
  for (int i = 0; columns > 0 && i < v->n; i++) {
    if (v->entry[i].type != SN_VALUE_LIST || v->entry[i].n != columns) {
      sn_wrong_value(r, v, "has rows of different length: row %d does not have %d entries.", i + 1, columns);
      sn_error_fix(r->error, "Give every row %d numbers.", columns);
      return SN_EINPUT;
    }
    SN_TRY(list_numbers(r, in, v->entry + i, columns, x + i * columns));
  }
  *(sn_numbers *)to = (sn_numbers){.n = n, .x = x, .columns = columns};
  return SN_OK;
}

static sn_status read_points(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type != SN_VALUE_LIST || v->n == 0) {
    return sn_wrong_type(r, in, v, "a list of points", "{ {0, 0, 0}, {1, 0, 0} }");
  }
  sn_v3 *x = SN_NEW(r->arena, sn_v3, v->n);
  if (!x) {
    return no_memory(r);
  }
  for (int i = 0; i < v->n; i++) {
    sn_reading here = *r;
    snprintf(here.path, sizeof here.path, "%.80s[%d]", r->path, i + 1);
    SN_TRY(sn_read_vector(&here, in, v->entry + i, x + i));
  }
  *(sn_points *)to = (sn_points){.n = v->n, .x = x};
  return SN_OK;
}

/* rows of a 3x3 list of lists */
sn_status sn_read_rows(const sn_reading *r, const sn_input *in, const sn_value *v, double row[3][3])
{
  for (int i = 0; i < 3; i++) {
    const sn_value *e = v->entry + i;
    if (e->type != SN_VALUE_LIST || e->n != 3) {
      sn_wrong_value(r, v, "needs three rows of three numbers; row %d is different.", i + 1);
      sn_error_fix(r->error, "Write %s = { {a, b, c}, {d, e, f}, {g, h, i} }, row by row.", in->name);
      return SN_EINPUT;
    }
    SN_TRY(list_numbers(r, in, e, 3, row[i]));
  }
  return SN_OK;
}

static sn_status read_symmetric(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  sn_m3 *out = to;
  double x[6] = {0}, row[3][3];
  if (v->type != SN_VALUE_LIST || (v->n != 3 && v->n != 6)) {
    return sn_wrong_type(r, in, v, "3 numbers (diagonal), 6 numbers (xx, yy, zz, xy, xz, yz) or 3 rows of 3",
                         "{ 0.1, 0.2, 0.2 }");
  }
  if (v->entry[0].type == SN_VALUE_LIST && v->n == 3) {
    SN_TRY(sn_read_rows(r, in, v, row));
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < i; j++) {
        const double scale = fabs(row[0][0]) + fabs(row[1][1]) + fabs(row[2][2]);
        if (!(fabs(row[i][j] - row[j][i]) <= 1e-9 * scale)) {
          sn_wrong_value(r, v, "is not symmetric: entries (%d,%d) and (%d,%d) are %.10g and %.10g.", i + 1, j + 1,
                         j + 1, i + 1, row[i][j], row[j][i]);
          sn_error_fix(r->error, "Write the same number in both places, or give 6 numbers: xx, yy, zz, xy, xz, yz.");
          return SN_EINPUT;
        }
      }
    }
  } else {
    SN_TRY(list_numbers(r, in, v, v->n, x));
    const double full[3][3] = {{x[0], x[3], x[4]}, {x[3], x[1], x[5]}, {x[4], x[5], x[2]}};
    memcpy(row, full, sizeof row);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out->c[j].x[i] = 0.5 * (row[i][j] + row[j][i]);
    }
  }
  return SN_OK;
}

static sn_status read_texts(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type != SN_VALUE_LIST || v->n == 0) {
    return sn_wrong_type(r, in, v, "a list of texts", "{ \"angle\", \"angle\" }");
  }
  const char **x = SN_NEW(r->arena, const char *, v->n);
  if (!x) {
    return no_memory(r);
  }
  for (int i = 0; i < v->n; i++) {
    SN_TRY(read_text(r, in, v->entry + i, x + i));
  }
  *(sn_texts *)to = (sn_texts){.n = v->n, .x = x};
  return SN_OK;
}

/* ---- functions */

static sn_status read_function(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  const sn_expr **out = to;
  if (v->type == SN_VALUE_NUMBER) {
    SN_TRY(check_number(r, in, v, v->number));
    *out = sn_expr_number(r->arena, v->number);
    return *out ? SN_OK : no_memory(r);
  }
  if (v->type != SN_VALUE_FUNCTION || v->n < 1) {
    char example[96];
    const char *arguments = in->choices ? in->choices : "t";
    snprintf(example, sizeof example, "function(%.30s) return 2*%.1s end", arguments, arguments);
    return sn_wrong_type(r, in, v, "a number or a function", example);
  }
  if (v->n != 1) {
    sn_wrong_value(r, v, "returns %d values, but one is needed.", v->n);
    sn_error_fix(r->error, "Return one number.");
    return SN_EINPUT;
  }
  *out = v->result[0];
  return SN_OK;
}

static sn_status read_function3(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  sn_expr3 *out = to;
  if (v->type == SN_VALUE_FUNCTION && v->n >= 1) {
    if (v->n != 3) {
      sn_wrong_value(r, v, "returns %d value%s, but three are needed.", v->n, v->n == 1 ? "" : "s");
      sn_error_fix(r->error, "End the function with return x, y, z.");
      return SN_EINPUT;
    }
    for (int k = 0; k < 3; k++) {
      out->e[k] = v->result[k];
    }
    return SN_OK;
  }
  if (v->type != SN_VALUE_LIST) {
    return sn_wrong_type(r, in, v, "three numbers {x, y, z} or a function that returns three",
                         "function(t) return 0, 0, sin(t) end");
  }
  if (v->n != 3) {
    return wrong_length(r, v, "three numbers {x, y, z}");
  }
  double x[3];
  SN_TRY(list_numbers(r, in, v, 3, x));
  for (int k = 0; k < 3; k++) {
    out->e[k] = sn_expr_number(r->arena, x[k]);
    if (!out->e[k]) {
      return no_memory(r);
    }
  }
  return SN_OK;
}

const sn_read_function sn_readers[] = {
    [SN_NUMBER] = read_number,       [SN_COUNT] = read_count,
    [SN_FLAG] = read_flag,           [SN_TEXT] = read_text,
    [SN_CHOICE] = read_choice,       [SN_VECTOR] = sn_read_vector,
    [SN_PLACE] = sn_read_vector,     [SN_NUMBERS] = read_numbers,
    [SN_POINTS] = read_points,       [SN_ORIENTATION] = sn_read_orientation,
    [SN_SYMMETRIC] = read_symmetric, [SN_PART] = sn_read_part,
    [SN_JOINT] = sn_read_joint,      [SN_FUNCTION] = read_function,
    [SN_FUNCTION3] = read_function3, [SN_SHAPES] = sn_read_shapes,
    [SN_SIDE] = sn_read_side,        [SN_JOINTS] = sn_read_joints,
    [SN_TEXTS] = read_texts,         [SN_SURFACE] = sn_read_surface,
    [SN_SECTION] = sn_read_section,  [SN_PARTS] = sn_read_parts,
    [SN_NODES] = sn_read_nodes,      [SN_MESH] = sn_read_mesh,
};

void sn_default_member(const sn_input *in, void *to)
{
  SN_ASSERT(in && to);
  switch (in->type) {
  case SN_NUMBER:
    *(double *)to = sn_input_preset(in);
    break;
  case SN_COUNT:
  case SN_FLAG:
  case SN_CHOICE:
    *(int *)to = in->has_preset ? (int)in->preset : 0;
    break;
  case SN_TEXT:
    *(const char **)to = NULL;
    break;
  case SN_VECTOR:
  case SN_PLACE:
    *(sn_v3 *)to = v3(NAN, NAN, NAN);
    break;
  case SN_ORIENTATION:
  case SN_SYMMETRIC:
    *(sn_m3 *)to = (sn_m3){{v3(NAN, NAN, NAN), v3(NAN, NAN, NAN), v3(NAN, NAN, NAN)}};
    break;
  case SN_NUMBERS:
    *(sn_numbers *)to = (sn_numbers){0};
    break;
  case SN_POINTS:
    *(sn_points *)to = (sn_points){0};
    break;
  case SN_PART:
  case SN_JOINT:
    *(sn_ref *)to = (sn_ref){.item = NULL, .station = SN_STATION_SELF, .given = 0};
    break;
  case SN_NODES:
  case SN_JOINTS:
  case SN_PARTS:
    *(sn_refs *)to = (sn_refs){0};
    break;
  case SN_TEXTS:
    *(sn_texts *)to = (sn_texts){0};
    break;
  case SN_FUNCTION:
    *(const sn_expr **)to = NULL;
    break;
  case SN_FUNCTION3:
    *(sn_expr3 *)to = (sn_expr3){{NULL, NULL, NULL}};
    break;
  case SN_SURFACE:
    *(const sn_surface **)to = NULL;
    break;
  case SN_MESH:
    *(const sn_mesh **)to = NULL;
    break;
  case SN_TABLES:
    *(sn_tables *)to = (sn_tables){0};
    break;
  case SN_SECTION:
    *(sn_sections *)to = (sn_sections){0};
    break;
  case SN_SHAPES:
    *(sn_shapes *)to = (sn_shapes){0};
    break;
  case SN_SIDE:
    *(sn_side *)to = (sn_side){.at = v3(0, 0, 0), .axes = m3_identity()};
    break;
  case SN_TABLE:
  case SN_INLINE:
    break;
  }
}
