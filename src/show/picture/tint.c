/* show/picture/tint.c -- the colours of a mesh at an instant: one per item, or by a number (speed, displacement, a field).
 * What:    numbers of parts and elements colour whole triangles; numbers that vary along (speed, fields of nodes) are
 *          given per vertex and mapped to colours per pixel. What has no such number is light grey; joints and springs
 *          stay as they are.
 * Tests:   tests/show/test_picture.c.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "show/picture/picture_private.h"
#include "show/stage/color.h"

enum { OWN, SPEED, DISPLACEMENT, FIELD };
static const struct {
  const char *name, *unit;
} always[] = {[SPEED] = {"speed", "m/s"}, [DISPLACEMENT] = {"displacement", "m"}};
static const unsigned char grey[3] = {200, 202, 205};

static sn_status unknown(const sn_scene *s, const char *name, sn_arena *arena, sn_error *error)
{
  const char **known = SN_NEW(arena, const char *, s->n_field + 2);
  if (!known) {
    return sn_no_memory(error, "the names of fields");
  }
  size_t n = 0;
  known[n++] = always[SPEED].name;
  known[n++] = always[DISPLACEMENT].name;
  const char *list = "speed, displacement";
  for (int i = 0; i < s->n_field; i++) {
    size_t k = 0;
    while (k < n && strcmp(known[k], s->field[i].name) != 0) {
      k++;
    }
    if (k == n) {
      known[n++] = s->field[i].name;
      const char *longer = sn_arena_format(arena, "%s, %s", list, s->field[i].name);
      list = longer ? longer : list;
    }
  }
  sn_failf(error, SN_EINPUT, "There is no number '%s' to colour by.", name);
  sn_error_why(error, "This result has %s.", list);
  const char *near = sn_nearest(name, known, n);
  if (near) {
    sn_error_fix(error, "Did you mean '%s'?", near);
  } else {
    sn_error_fix(error, "Choose one of them.");
  }
  return SN_EINPUT;
}

/* fields of this name: per item the first one, and room for their numbers */
static sn_status find_fields(sn_tint *t, const char *name, sn_arena *arena, sn_error *error)
{
  const sn_scene *s = t->stage->scene;
  size_t room = 0;
  int found = 0;
  t->field = SN_NEW(arena, int, s->n_item);
  t->first = SN_NEW(arena, int, s->n_field);
  if (!t->field || !t->first) {
    return sn_no_memory(error, "the fields of a picture");
  }
  for (int i = 0; i < s->n_item; i++) {
    t->field[i] = -1;
  }
  for (int i = 0; i < s->n_field; i++) {
    t->first[i] = -1;
    if (t->quantity == FIELD && name && strcmp(s->field[i].name, name) == 0) {
      t->first[i] = (int)room;
      room += (size_t)s->field[i].count;
      t->field[s->field[i].item] = t->field[s->field[i].item] < 0 ? i : t->field[s->field[i].item];
      t->unit = s->field[i].unit;
      found = 1;
    }
  }
  t->number = SN_NEW(arena, double, room);
  if (!t->number) {
    return sn_no_memory(error, "the fields of a picture");
  }
  return t->quantity == FIELD && !found ? unknown(s, name, arena, error) : SN_OK;
}

/* Other fields of the same unit on the same items: numbers that are round-off compared with theirs are shown as 0. */
static sn_status find_relatives(sn_tint *t, sn_arena *arena, sn_error *error)
{
  const sn_scene *s = t->stage->scene;
  int most = 0;
  t->relative = SN_NEW(arena, int, s->n_field);
  for (int i = 0; t->relative && i < s->n_field && t->quantity == FIELD; i++) {
    const int own = t->field[s->field[i].item];
    if (own >= 0 && own != i && strcmp(s->field[own].unit, s->field[i].unit) == 0) {
      t->relative[t->n_relative++] = i;
      most = s->field[i].count > most ? s->field[i].count : most;
    }
  }
  t->beside = SN_NEW(arena, double, most);
  return t->relative && t->beside ? SN_OK : sn_no_memory(error, "the fields of a picture");
}

sn_status sn_tint_new(const sn_picture_source *source, const sn_stage *stage, const sn_mesh *mesh, const char *name,
                      sn_arena *arena, sn_tint *out, sn_error *error)
{
  *out = (sn_tint){.source = source, .stage = stage, .mesh = mesh, .name = name, .low = INFINITY, .high = -INFINITY};
  out->quantity = !name                                          ? OWN
                  : strcmp(name, always[SPEED].name) == 0        ? SPEED
                  : strcmp(name, always[DISPLACEMENT].name) == 0 ? DISPLACEMENT
                                                                 : FIELD;
  out->unit = out->quantity == SPEED || out->quantity == DISPLACEMENT ? always[out->quantity].unit : "";
  out->color = sn_arena_get(arena, (size_t)mesh->n_triangle, sizeof *out->color);
  if (!out->color) {
    return sn_no_memory(error, "the colours of a picture");
  }
  if (name) {
    out->value = SN_NEW(arena, float, mesh->n_vertex);
    out->start = sn_arena_get(arena, (size_t)mesh->n_vertex, sizeof *out->start);
    if (!out->value || !out->start) {
      return sn_no_memory(error, "the colours of a picture");
    }
  }
  SN_TRY(find_fields(out, name, arena, error));
  return find_relatives(out, arena, error);
}

void sn_tint_begin(sn_tint *t)
{
  if (t->start) {
    memcpy(t->start, t->mesh->vertex, sizeof *t->start * (size_t)t->mesh->n_vertex);
  }
  const sn_scene *s = t->stage->scene;
  for (int i = 0; i < s->n_field; i++) { /* a field whose numbers the file does not have is not drawn */
    if (t->first[i] >= 0 &&
        t->source->values(t->source->data, s->field[i].series, 0, s->field[i].count, t->number + t->first[i], NULL)) {
      t->first[i] = -1;
    }
  }
}

sn_status sn_tint_row(sn_tint *t, int row, sn_error *error)
{
  SN_ASSERT(row >= 0);
  const sn_scene *s = t->stage->scene;
  for (int i = 0; i < s->n_field; i++) {
    if (t->first[i] >= 0) {
      SN_TRY(t->source->values(t->source->data, s->field[i].series, row, s->field[i].count, t->number + t->first[i],
                               error));
    }
  }
  return SN_OK;
}

/* the field that colours an item; NULL: none */
static const sn_scene_field *field_of(const sn_tint *t, int item)
{
  const int k = t->field[item];
  return k >= 0 && t->first[k] >= 0 ? t->stage->scene->field + k : NULL;
}

static double length(const double a[3])
{
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/* the number at a vertex */
static double at_vertex(const sn_tint *t, int vertex, int item, int element)
{
  SN_ASSERT(vertex >= 0);
  if (t->quantity == SPEED) {
    return length(t->mesh->velocity[vertex]);
  }
  if (t->quantity == DISPLACEMENT) {
    const double *x = t->mesh->vertex[vertex], *a = t->start[vertex];
    return length((double[3]){x[0] - a[0], x[1] - a[1], x[2] - a[2]});
  }
  const sn_scene_field *f = field_of(t, item);
  if (!f) {
    return NAN;
  }
  const double *number = t->number + t->first[t->field[item]], along = t->mesh->along[vertex];
  if (f->per == SN_OUT_PER_ELEMENT) { /* what is beside the line has no number: arms */
    return element < 0 ? NAN : number[element < f->count ? element : f->count - 1];
  }
  if (f->per == SN_OUT_PER_NODE && along < 0) {
    return NAN;
  }
  if (f->per == SN_OUT_PER_NODE && f->count > 1) {
    const int k = along < f->count - 1 ? (int)along : f->count - 2;
    const double u = fmin(1, along - k);
    return (1 - u) * number[k] + u * number[k + 1];
  }
  return number[0];
}

static int is_symbol(const sn_tint *t, int triangle)
{
  return triangle >= t->mesh->symbol[0] && triangle < t->mesh->symbol[1];
}

/* does this triangle have a number? */
static int counts(const sn_tint *t, int triangle)
{
  const int item = t->mesh->item[triangle];
  if (is_symbol(t, triangle)) {
    return 0;
  }
  return t->quantity == FIELD ? field_of(t, item) != NULL : sn_scene_is_part(t->stage->scene->item[item].role);
}

static void widen_by_relatives(sn_tint *t, int row)
{
  for (int i = 0; i < t->n_relative; i++) {
    const sn_scene_field *f = t->stage->scene->field + t->relative[i];
    if (t->source->values(t->source->data, f->series, row, f->count, t->beside, NULL) == SN_OK) {
      for (int k = 0; k < f->count; k++) {
        t->largest = isfinite(t->beside[k]) ? fmax(t->largest, fabs(t->beside[k])) : t->largest;
      }
    }
  }
}

void sn_tint_settle(sn_tint *t)
{
  if (!(t->low <= t->high)) {
    t->low = t->high = 0;
  }
  const double noise = 1e-9 * fmax(t->largest, fmax(fabs(t->low), fabs(t->high)));
  t->low = fabs(t->low) < noise ? 0 : t->low;
  t->high = fabs(t->high) < noise ? 0 : t->high;
  /* numbers of both signs: zero in the middle; a hundredth of the other side is not worth half of the colours */
  const int both =
      t->quantity == FIELD && t->low < 0 && t->high > 0 && fmin(-t->low, t->high) > 0.01 * fmax(-t->low, t->high);
  if (both) {
    t->high = fmax(-t->low, t->high);
    t->low = -t->high;
  }
  sn_color_map(both, t->map);
}

void sn_tint_widen(sn_tint *t, int row)
{
  SN_ASSERT(row >= 0);
  widen_by_relatives(t, row);
  for (int i = 0; i < t->mesh->n_triangle && t->quantity != OWN; i++) {
    for (int k = 0; k < 3 && counts(t, i); k++) {
      const double x = at_vertex(t, t->mesh->triangle[i][k], t->mesh->item[i], t->mesh->element[i]);
      if (isfinite(x)) {
        t->low = fmin(t->low, x);
        t->high = fmax(t->high, x);
      }
    }
  }
}

void sn_tint_paint(sn_tint *t)
{
  const sn_scene *s = t->stage->scene;
  const double range = t->high - t->low;
  for (int i = 0; i < t->mesh->n_triangle; i++) {
    const int item = t->mesh->item[i];
    const int part = sn_scene_is_part(s->item[item].role) && !is_symbol(t, i);
    memcpy(t->color[i], t->quantity != OWN && part ? grey : t->stage->color[item], 3);
    if (t->quantity == OWN) {
      continue;
    }
    const int has = counts(t, i);
    const sn_scene_field *f = has && t->quantity == FIELD ? field_of(t, item) : NULL;
    const int whole = f && f->per != SN_OUT_PER_NODE;
    for (int k = 0; k < 3; k++) {
      const int v = t->mesh->triangle[i][k];
      const double x = has ? at_vertex(t, v, item, t->mesh->element[i]) : NAN;
      const double u = range > 0 ? fmin(1, fmax(0, (x - t->low) / range)) : 0.5; /* one number: as the legend */
      t->value[v] = isfinite(x) && !whole ? (float)u : -1;
      if (whole && isfinite(x)) {
        memcpy(t->color[i], t->map[(int)(255 * u + 0.5)], 3);
      }
    }
  }
}
