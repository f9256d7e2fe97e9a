/* show/vtk/vtk_fields.c -- the fields of a scene as arrays over points and cells.
 * What:    see show/vtk/vtk_fields.h. A table per array says which series an item has, so that the cost is one look per point
 *          and array. Neighbouring rows are read in windows: a read decompresses a whole chunk of the file.
 * Limits:  fields of unknown places (newer files) are passed over.
 * Tests:   tests/show/read_vtk.py, tests/show/test_vtk.c.
 */
#include "show/vtk/vtk_fields.h"

#include <math.h>
#include <string.h>

enum { WINDOW_ROWS = 64, WINDOW_NUMBERS = 1 << 20 }; /* rows per window; numbers of all windows together */

static sn_vtk_field *array_of(sn_vtk_fields *out, const sn_scene_field *f)
{
  const int on_points = f->per == SN_OUT_PER_NODE;
  for (int i = 0; i < out->n_field; i++) {
    if (out->field[i].on_points == on_points && strcmp(out->field[i].name, f->name) == 0) {
      return &out->field[i];
    }
  }
  return NULL;
}

static sn_status new_array(sn_vtk_fields *out, const sn_scene *scene, const sn_scene_field *f, sn_arena *arena,
                           sn_vtk_field **made, sn_error *error)
{
  int *source = SN_NEW(arena, int, scene->n_item);
  if (!source) {
    return sn_no_memory(error, "the fields");
  }
  for (int i = 0; i < scene->n_item; i++) {
    source[i] = -1;
  }
  *made = &out->field[out->n_field++];
  **made = (sn_vtk_field){f->name, f->unit, f->per == SN_OUT_PER_NODE, source};
  return SN_OK;
}

static sn_status add(sn_reader *r, const sn_scene *scene, const sn_scene_field *f, sn_arena *arena, sn_vtk_fields *out,
                     sn_error *error)
{
  sn_vtk_source *s = &out->source[out->n_source];
  sn_vtk_field *array = array_of(out, f);
  SN_TRY(sn_reader_find(r, f->series, &s->series, error));
  if (s->series.width != f->count || s->series.part >= 0) {
    sn_failf(error, SN_EIO, "The field '%s' of '%s' cannot be read.", f->name, scene->item[f->item].name);
    sn_error_why(error, "It has %d numbers per time, not %d.", s->series.width, f->count);
    sn_error_fix(error, "The file may be damaged: run the model again.");
    return SN_EIO;
  }
  if (!array) {
    SN_TRY(new_array(out, scene, f, arena, &array, error));
  }
  s->count = f->count;
  s->per_part = f->per == SN_OUT_PER_PART;
  array->source[f->item] = out->n_source++;
  return SN_OK;
}

sn_status sn_vtk_fields_of(sn_reader *r, const sn_scene *scene, sn_arena *arena, sn_vtk_fields *out, sn_error *error)
{
  size_t numbers = 1;
  *out = (sn_vtk_fields){.source = SN_NEW(arena, sn_vtk_source, scene->n_field),
                         .field = SN_NEW(arena, sn_vtk_field, scene->n_field)};
  if (!out->source || !out->field) {
    return sn_no_memory(error, "the fields");
  }
  for (int i = 0; i < scene->n_field; i++) {
    const sn_scene_field *f = &scene->field[i];
    if (f->per == SN_OUT_PER_PART || f->per == SN_OUT_PER_NODE || f->per == SN_OUT_PER_ELEMENT) {
      SN_TRY(add(r, scene, f, arena, out, error));
      numbers += (size_t)f->count;
    }
  }
  const size_t room = WINDOW_NUMBERS / numbers;
  out->room = room < 1 ? 1 : room < WINDOW_ROWS ? (int)room : WINDOW_ROWS;
  for (int i = 0; i < out->n_source; i++) {
    out->source[i].window = SN_NEW(arena, double, (size_t)out->room *(size_t)out->source[i].count);
    if (!out->source[i].window) {
      return sn_no_memory(error, "the fields");
    }
  }
  return SN_OK;
}

sn_status sn_vtk_fields_read(sn_reader *r, sn_vtk_fields *f, unsigned long long row, sn_error *error)
{
  const int room = row > f->last && row - f->last <= WINDOW_ROWS / 4 ? f->room : 1; /* more rows will be requested */
  f->last = row;
  for (int i = 0; i < f->n_source; i++) {
    sn_vtk_source *s = &f->source[i];
    if (row < s->first || row >= s->first + (unsigned long long)s->rows) {
      const unsigned long long left = row < s->series.rows ? s->series.rows - row : 1;
      s->first = row;
      s->rows = left < (unsigned long long)room ? (int)left : room;
      SN_TRY(sn_reader_read(r, &s->series, row, s->rows, s->window, error));
    }
    s->value = s->window + (size_t)(row - s->first) * (size_t)s->count;
  }
  return SN_OK;
}

static const sn_vtk_source *source_of(const sn_vtk_fields *f, const sn_vtk_field *field, int item)
{
  const int i = item >= 0 ? field->source[item] : -1;
  return i >= 0 ? &f->source[i] : NULL;
}

int sn_vtk_fields_elements(const sn_vtk_fields *f, int item)
{
  for (int i = 0; i < f->n_field; i++) {
    const sn_vtk_source *s = source_of(f, &f->field[i], item);
    if (s && !f->field[i].on_points && !s->per_part) {
      return s->count;
    }
  }
  return 0;
}

/* Linear between the values of two rows. */
static double between(const sn_vtk_source *s, double along)
{
  const double last = s->count - 1, x = along < 0 ? 0 : along > last ? last : along;
  const int i = (int)floor(x) < s->count - 1 ? (int)floor(x) : s->count - 2;
  return s->count < 2 ? s->value[0] : s->value[i] + (x - i) * (s->value[i + 1] - s->value[i]);
}

void sn_vtk_field_on_points(const sn_vtk_fields *f, const sn_vtk_field *field, int n, const int *item,
                            const double *along, double *out)
{
  for (int i = 0; i < n; i++) {
    const sn_vtk_source *s = source_of(f, field, item[i]);
    out[i] = s && along[i] >= 0 ? between(s, along[i]) : NAN;
  }
}

void sn_vtk_field_on_cells(const sn_vtk_fields *f, const sn_vtk_field *field, int n, const int *item,
                           const int *element, double *out)
{
  for (int i = 0; i < n; i++) {
    const sn_vtk_source *s = source_of(f, field, item[i]);
    const int k = !s ? -1 : s->per_part ? 0 : element[i];
    out[i] = k >= 0 && k < s->count ? s->value[k] : NAN;
  }
}
