/* show/page/page_plan.c -- what goes into a page, and where: places that move, fields, series.
 * What:    a frame holds only what changes: positions of places that move, quaternions of places that turn, their
 *          velocities, and the fields.
 * Tests:   tests/show/test_page.c.
 */
#include <math.h>
#include <string.h>

#include "base/array.h"
#include "results/list.h"
#include "show/page/page_private.h"

enum { WIDEST_OF_PARTS = 4, WIDEST = 64 };

static const struct {
  const char *path;
  int width;
} place_parts[SN_PLACE_PARTS] = {[SN_PLACE_POSITION] = {"/nodes/position", 3},
                                 [SN_PLACE_QUATERNION] = {"/nodes/quaternion", 4},
                                 [SN_PLACE_VELOCITY] = {"/nodes/velocity", 3},
                                 [SN_PLACE_SPIN] = {"/nodes/angular_velocity", 3}};

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the page");
}

static sn_page_column *add_column(sn_page_table *t, const sn_series *s, sn_arena *arena)
{
  if (!SN_GROW(arena, t->column, t->n, t->room)) {
    return NULL;
  }
  t->column[t->n] = (sn_page_column){.series = *s, .offset = (int)t->stride};
  return &t->column[t->n++];
}

/* A series with as many rows as the table, not one cut short by damage. */
static int find(sn_reader *r, const char *path, unsigned long long rows, sn_series *out)
{
  return sn_reader_has(r, path, out) && out->rows >= rows;
}

/* ---- series */

/* The item of a path like "joints/pivot/angle"; names in paths are changed by sn_h5_name. Paths are ordered by items, so
   the search begins where the last one ended. */
static int item_of(const sn_scene *scene, const char *path, int *hint)
{
  const char *name = strchr(path, '/'), *end = name ? strchr(name + 1, '/') : NULL;
  char link[200];
  for (int i = 0; end && i < scene->n_item; i++) {
    const int k = (*hint + i) % scene->n_item;
    const char *known = sn_h5_name(scene->item[k].name, link, sizeof link);
    if (strlen(known) == (size_t)(end - name - 1) && strncmp(known, name + 1, strlen(known)) == 0) {
      return *hint = k;
    }
  }
  return -1;
}

/* Numbers along a part go into the frames, for colours: a short list of them is no vector. */
static int is_along(const sn_scene *scene, const char *path)
{
  for (int i = 0; i < scene->n_field; i++) {
    if (strcmp(scene->field[i].series, path) == 0) {
      return scene->field[i].per != SN_OUT_PER_PART;
    }
  }
  return 0;
}

static sn_page_table *table_of(sn_page *p, int table)
{
  return table == 0 ? &p->rows_table : table == 1 ? &p->steps : &p->details;
}

static sn_status add_series(sn_page *p, sn_reader *r, sn_arena *arena, sn_error *error)
{
  static const struct {
    const char *group;
    int table, widest, based;
  } groups[] = {{"/channels", 0, WIDEST, 0},       {"/energy", 0, WIDEST, 1}, {"/joints", 2, WIDEST, 0},
                {"/parts", 2, WIDEST_OF_PARTS, 0}, {"/forces", 2, WIDEST, 0}, {"/steps", 1, WIDEST, 0}};
  int room = 0, hint = 0;
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    sn_page_table *t = table_of(p, groups[g].table);
    sn_series *list;
    int n;
    SN_TRY(sn_reader_list(r, groups[g].group, arena, &list, &n, error));
    for (int i = 0; i < n; i++) {
      if (list[i].width > groups[g].widest || list[i].rows < t->time.rows || strcmp(list[i].path, t->time.path) == 0 ||
          (groups[g].widest == WIDEST_OF_PARTS && is_along(&p->scene, list[i].path))) {
        continue;
      }
      sn_page_column *c = SN_GROW(arena, p->series, p->n_series, room) ? add_column(t, &list[i], arena) : NULL;
      if (!c) {
        return no_memory(error);
      }
      /* energies are shown relative to their first value */
      if (groups[g].based && list[i].rows > 0 && list[i].width == 1) {
        SN_TRY(sn_reader_read(r, &list[i], 0, 1, &c->base, error));
        c->base = isfinite(c->base) ? c->base : 0;
      }
      t->stride += (size_t)list[i].width;
      p->series[p->n_series++] = (sn_page_series){groups[g].table, t->n - 1, item_of(&p->scene, list[i].name, &hint)};
    }
  }
  return SN_OK;
}

/* ---- frames */

static sn_status add_places(sn_page *p, sn_reader *r, sn_arena *arena, sn_error *error)
{
  const int n = p->scene.n_place;
  p->moves = sn_arena_get(arena, (size_t)n, sizeof *p->moves);
  p->offset = sn_arena_get(arena, (size_t)n, sizeof *p->offset);
  p->at = sn_arena_get(arena, (size_t)n, sizeof *p->at);
  p->turn = sn_arena_get(arena, (size_t)n, sizeof *p->turn);
  if (!p->moves || !p->offset || !p->at || !p->turn) {
    return no_memory(error);
  }
  for (int i = 0; i < n; i++) {
    p->moves[i][0] = p->moves[i][1] = (unsigned char)p->growing;
    p->turn[i][0] = 1;
  }
  for (int k = 0; k < SN_PLACE_PARTS && n > 0; k++) {
    sn_series s;
    p->has[k] = find(r, place_parts[k].path, p->rows, &s) && s.width == n * place_parts[k].width;
    if (p->has[k]) {
      int *to = SN_NEW(arena, int, s.width);
      sn_page_column *c = add_column(&p->frames, &s, arena);
      if (!c || !to) {
        return no_memory(error);
      }
      c->to = to;
    }
  }
  return SN_OK;
}

static sn_status add_fields(sn_page *p, sn_reader *r, sn_arena *arena, sn_error *error)
{
  p->field = SN_NEW(arena, int, p->scene.n_field);
  p->field_offset = SN_NEW(arena, int, p->scene.n_field);
  if (!p->field || !p->field_offset) {
    return no_memory(error);
  }
  for (int i = 0; i < p->scene.n_field; i++) {
    sn_series s;
    if (find(r, p->scene.field[i].series, p->rows, &s) && s.width == p->scene.field[i].count) {
      p->field[p->n_field++] = i;
      if (!add_column(&p->frames, &s, arena)) {
        return no_memory(error);
      }
    }
  }
  return SN_OK;
}

void sn_page_lay_out(sn_page *p)
{
  static const int follows[SN_PLACE_PARTS] = {0, 1, 0, 1}; /* the flag of `moves` that a part depends on */
  int next = 0;
  for (int i = 0; i < p->scene.n_place; i++) {
    for (int k = 0; k < SN_PLACE_PARTS; k++) {
      const int kept = p->has[k] && p->moves[i][follows[k]];
      p->offset[i][k] = kept ? next : -1;
      next += kept ? place_parts[k].width : 0;
    }
  }
  int c = 0;
  for (int k = 0; k < SN_PLACE_PARTS; k++) {
    int *to = p->has[k] ? p->frames.column[c++].to : NULL;
    for (int i = 0; to && i < p->scene.n_place; i++) {
      for (int m = 0; m < place_parts[k].width; m++) {
        to[i * place_parts[k].width + m] = p->offset[i][k] < 0 ? -1 : p->offset[i][k] + m;
      }
    }
  }
  for (int i = 0; i < p->n_field; i++, c++) {
    p->frames.column[c].offset = p->field_offset[i] = next;
    next += p->frames.column[c].series.width;
  }
  p->frames.stride = (size_t)next;
}

sn_status sn_page_plan(sn_page *p, sn_reader *r, sn_arena *arena, sn_error *error)
{
  SN_TRY(add_places(p, r, arena, error));
  SN_TRY(add_fields(p, r, arena, error));
  return add_series(p, r, arena, error);
}
