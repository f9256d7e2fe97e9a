/* session/scene.c -- what a model looks like, as the tables of results/scene.h.
 * What:    drawables of the kinds, in rows of places; which stored outputs are colours. How they hang together is in
 *          scene_attachments.c, words are in scene_labels.c and item_facts.c.
 * Tests:   tests/session/test_scene.c.
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/rotation.h"
#include "results/h5.h"
#include "session/scene.h"
#include "system/kernel.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the picture");
}

static const double least_opacity = 1e-3; /* not seen; 0 in a file: not said */

#define COPY(to, from) (void)snprintf(to, sizeof to, "%s", from)

/* The place that shows a point of several nodes: the lists of both are the same. -1: none. */
static int shown_point(const sn_frame *f, const sn_viewer_rows *places)
{
  for (int i = 0; i < places->n_shown; i++) {
    if (places->shown[i].weight == f->weight) {
      return i;
    }
  }
  return -1;
}

/* The shown frame of the same vectors; -1: none. */
static int shown_like(const sn_frame *f, const sn_viewer_rows *places)
{
  for (int i = 0; i < places->n_shown; i++) {
    const sn_shown_frame *s = places->shown + i;
    if (s->n_dir == 3 && s->n == f->n && memcmp(s->vector, f->vector, sizeof(int) * (size_t)f->n) == 0) {
      return i;
    }
  }
  return -1;
}

/* x with sum_j x_j W_j = w, W_j the axes of the shown frame. */
static sn_v3 along_axes(const sn_shown_frame *s, const double *w)
{
  sn_m3 g = {0};
  sn_v3 r = v3(0, 0, 0);
  for (int k = 0; k < s->n; k++) {
    for (int i = 0; i < 3; i++) {
      r.x[i] += s->weight[(1 + i) * s->n + k] * w[k];
      for (int j = 0; j < 3; j++) {
        g.c[j].x[i] += s->weight[(1 + i) * s->n + k] * s->weight[(1 + j) * s->n + k];
      }
    }
  }
  return m3_tmul(m3_dual(g), r);
}

static void in_shown(const sn_frame *f, const sn_shown_frame *s, sn_spot *out)
{
  double w[SN_MAX_BLOCK_VECTORS];
  sn_m3 turn;
  for (int k = 0; k < s->n; k++) {
    w[k] = sn_point_row(f)[k] - s->weight[k];
  }
  v3_put(along_axes(s, w), out->position);
  for (int j = 0; j < 3; j++) {
    turn.c[j] = along_axes(s, sn_axis_row(f, j));
  }
  sn_quaternion_of(turn, out->quaternion);
}

/* Place and turn of a frame in the coordinates of its node. A frame without axes turns with nothing; one of several nodes is
   where they show one, else at the first. */
sn_spot sn_scene_spot(const sn_frame *f, const sn_viewer_rows *places)
{
  const int has_x = f->n != f->n_dir, one_node = f->n == has_x + f->n_dir && (f->node >= 0 || f->moves < 2);
  sn_spot s = {.row = has_x ? places->of_vector[f->vector[0]] : f->node, .quaternion = {1, 0, 0, 0}};
  if (f->n_dir == 3 && one_node) {
    sn_m3 turn;
    for (int k = 0; k < 3; k++) {
      const double *axis = sn_axis_row(f, k) + has_x;
      s.position[k] = sn_point_row(f)[has_x + k];
      turn.c[k] = v3(axis[0], axis[1], axis[2]);
    }
    sn_quaternion_of(turn, s.quaternion);
  }
  const int has_axes = f->n_dir == 3;
  const int shown = one_node ? -1 : has_axes ? shown_like(f, places) : shown_point(f, places);
  if (shown >= 0) {
    s.row = places->n - places->n_shown + shown;
  }
  if (shown >= 0 && has_axes) {
    in_shown(f, places->shown + shown, &s);
  }
  return s;
}

/* ---- items */

static const char *class_of(const sn_item *item)
{
  static const char *const names[] = {
      [SN_CLASS_PART] = "part", [SN_CLASS_JOINT] = "joint", [SN_CLASS_FORCE] = "force", [SN_CLASS_SETTING] = "other"};
  return names[item->kind->class];
}

static void add_look(const sn_appearance *look, sn_scene_item *out)
{
  if (look->has_color) {
    (void)snprintf(out->color, sizeof out->color, "#%02x%02x%02x", look->color[0], look->color[1], look->color[2]);
  }
  out->opacity = fmax(look->opacity, least_opacity);
  out->gloss = look->gloss;
}

/* The number behind the last colon of "crane.lua:41"; 0: there is none. */
static int line_of(const char *where)
{
  const char *colon = where ? strrchr(where, ':') : NULL;
  const long line = colon ? strtol(colon + 1, NULL, 10) : 0;
  return line > 0 && line < INT_MAX ? (int)line : 0;
}

static sn_status add_items(const sn_session *s, sn_scene *out, sn_error *error)
{
  const int n = sn_model_items(s->model);
  out->item = SN_NEW(s->arena, sn_scene_item, n + 1);
  if (!out->item) {
    return no_memory(error);
  }
  for (int i = 0; i < n; i++) {
    const sn_item *item = sn_model_item(s->model, i);
    COPY(out->item[i].name, item->name);
    COPY(out->item[i].kind, item->kind->name);
    COPY(out->item[i].class, class_of(item));
    add_look(&item->look, out->item + i);
    out->item[i].line = line_of(item->where);
    const int several =
        item->kind->part.stations && item->kind->part.stations(item) > 0; /* nodes along it, or at its corners */
    COPY(out->item[i].place, item->kind->part.place_text && !several ? item->kind->part.place_text : "");
  }
  out->n_item = n;
  if (sn_scene_has_edges(s)) { /* walls and wedges are of the ground, the last item */
    add_look(&(sn_appearance){.opacity = 1, .gloss = 1}, out->item + n);
    COPY(out->item[n].name, "ground");
    COPY(out->item[n].kind, "ground");
    COPY(out->item[n].class, "part");
    out->n_item++;
  }
  return SN_OK;
}

/* Whose each row of /nodes is. */
static sn_status add_places(const sn_session *s, const sn_viewer_rows *places, sn_scene *out, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  int *of_item = SN_NEW(s->arena, int, system->n_item); /* system's number -> model's */
  out->place_item = SN_NEW(s->arena, int, places->n);
  if (!of_item || !out->place_item) {
    return no_memory(error);
  }
  for (int i = 0; i < system->n_item; i++) {
    of_item[i] = -1;
  }
  for (int i = 0; i < sn_model_items(s->model); i++) {
    of_item[sn_model_item(s->model, i)->builder_item] = i;
  }
  for (int i = 0; i < places->n; i++) {
    const int k = i < system->n_node                     ? system->node[i].item
                  : i < system->n_node + system->n_frame ? system->frame[i - system->n_node].item
                  : i >= places->n - places->n_shown     ? places->shown[i - places->n + places->n_shown].item
                                                         : -1;
    out->place_item[i] = k >= 0 ? of_item[k] : -1;
  }
  out->n_place = places->n;
  return SN_OK;
}

/* ---- drawables */

static sn_status make_room(const sn_session *s, sn_scene *out, sn_error *error)
{
  int n[SN_DRAW_ARROW + 1] = {0}, rows = 0, spots = 0, loops = 0, points = 0, vertices = 0, triangles = 0, corners = 0,
                        facets = 0, marks = 0;
  for (int i = 0; i < s->frozen.n_drawable; i++) {
    const sn_drawable *d = &s->frozen.drawable[i];
    n[d->type]++;
    rows += d->type == SN_DRAW_LINE ? d->n : 0;
    spots += d->type == SN_DRAW_ELEMENTS ? d->n * (d->order + 1) : 0;
    corners += d->type == SN_DRAW_SHEET ? d->sheet->n_corner : 0;
    marks += d->type == SN_DRAW_EDGE ? sn_scene_edge_marks(s, d) : 0;
    facets += d->type == SN_DRAW_SHEET ? d->sheet->n_triangle : 0;
    loops += d->outline ? d->outline->n_loop : 0;
    points += d->outline ? d->outline->n_point : 0;
    if (d->type == SN_DRAW_SHAPE && d->shape->surface) {
      vertices += d->shape->surface->n_vertex;
      triangles += d->shape->surface->n_triangle;
    }
  }
  const int held = 2 * (n[SN_DRAW_JOINT] + n[SN_DRAW_BETWEEN]) + n[SN_DRAW_END]; /* arms or symbols */
  out->solid = SN_NEW(s->arena, sn_scene_solid, n[SN_DRAW_SHAPE] + n[SN_DRAW_POINT] + out->n_item);
  out->between = SN_NEW(s->arena, sn_scene_between, n[SN_DRAW_BETWEEN] + held + n[SN_DRAW_ARROW]);
  out->line = SN_NEW(s->arena, sn_scene_line, n[SN_DRAW_LINE] + n[SN_DRAW_ELEMENTS]);
  out->line_row = SN_NEW(s->arena, int, rows + spots);
  out->line_spot = sn_arena_get(s->arena, (size_t)spots, sizeof *out->line_spot);
  out->loop = SN_NEW(s->arena, sn_scene_loop, loops);
  out->loop_point = sn_arena_get(s->arena, (size_t)points, sizeof *out->loop_point);
  out->sheet = SN_NEW(s->arena, sn_scene_sheet, n[SN_DRAW_SHEET]);
  out->sheet_row = SN_NEW(s->arena, int, corners);
  out->sheet_beside = sn_arena_get(s->arena, (size_t)corners, sizeof *out->sheet_beside);
  out->sheet_turn = SN_NEW(s->arena, int, corners);
  out->sheet_node = SN_NEW(s->arena, int, corners);
  out->sheet_triangle = sn_arena_get(s->arena, (size_t)facets, sizeof *out->sheet_triangle);
  out->sheet_element = SN_NEW(s->arena, int, facets);
  out->joint = SN_NEW(s->arena, sn_scene_joint, n[SN_DRAW_JOINT] + held + marks);
  out->arrow = SN_NEW(s->arena, sn_scene_arrow, n[SN_DRAW_ARROW]);
  out->surface = SN_NEW(s->arena, sn_scene_surface, n[SN_DRAW_SHAPE]);
  out->vertex = sn_arena_get(s->arena, (size_t)vertices, sizeof *out->vertex);
  out->triangle = sn_arena_get(s->arena, (size_t)triangles, sizeof *out->triangle);
  return out->solid && out->between && out->line && out->line_row && out->line_spot && out->loop && out->loop_point &&
                 out->joint && out->arrow && out->surface && out->vertex && out->triangle && out->sheet &&
                 out->sheet_row && out->sheet_beside && out->sheet_turn && out->sheet_node && out->sheet_triangle &&
                 out->sheet_element
             ? SN_OK
             : no_memory(error);
}

/* A surface is stored once, however many bodies carry it. `seen` remembers it by its place in memory. */
static int add_surface(const sn_surface *f, const sn_surface **seen, sn_scene *out)
{
  for (int i = 0; i < out->n_surface; i++) {
    if (seen[i] == f) {
      return i;
    }
  }
  out->surface[out->n_surface] = (sn_scene_surface){out->n_vertex, f->n_vertex, out->n_triangle, f->n_triangle};
  for (int i = 0; i < f->n_vertex; i++) {
    for (int k = 0; k < 3; k++) {
      out->vertex[out->n_vertex][k] = (float)f->vertex[i][k];
    }
    out->n_vertex++;
  }
  memcpy(out->triangle + out->n_triangle, f->triangle, sizeof *f->triangle * (size_t)f->n_triangle);
  out->n_triangle += f->n_triangle;
  seen[out->n_surface] = f;
  return out->n_surface++;
}

/* An outline becomes a section, once, however many beams have it: the number of the section. */
static int add_section(const sn_outline *o, sn_scene *out)
{
  int n = 0; /* sections so far; their loops follow each other */
  for (int i = 0; i < out->n_loop; n++) {
    int loops = 0, points = 0;
    const int first = i, start = out->loop[i].first;
    for (; i < out->n_loop && out->loop[i].section == n; i++) {
      loops++;
      points += out->loop[i].count;
    }
    int same = loops == o->n_loop && points == o->n_point &&
               memcmp(out->loop_point + start, o->point, (size_t)points * sizeof *o->point) == 0;
    for (int k = 0; same && k < loops; k++) {
      same = out->loop[first + k].count == o->count[k];
    }
    if (same) {
      return n;
    }
  }
  for (int k = 0, first = out->n_loop_point; k < o->n_loop; first += o->count[k++]) {
    out->loop[out->n_loop++] = (sn_scene_loop){n, first, o->count[k]};
  }
  memcpy(out->loop_point + out->n_loop_point, o->point, (size_t)o->n_point * sizeof *o->point);
  out->n_loop_point += o->n_point;
  return n;
}

static void add_elements(const sn_drawable *d, const sn_viewer_rows *places, sn_scene *out)
{
  const int n = d->n * (d->order + 1);
  out->line[out->n_line++] = (sn_scene_line){.item = d->item,
                                             .first = out->n_line_row,
                                             .count = n,
                                             .radius = d->radius,
                                             .section = d->outline ? add_section(d->outline, out) : -1,
                                             .smooth = d->order > 1,
                                             .order = d->order,
                                             .first_spot = out->n_line_spot};
  for (int k = 0; k < n; k++) {
    const sn_spot at = sn_scene_spot(d->frames + k, places);
    double *x = out->line_spot[out->n_line_spot++];
    out->line_row[out->n_line_row++] = at.row;
    memcpy(x, at.position, sizeof at.position);
    memcpy(x + 3, at.quaternion, sizeof at.quaternion);
  }
}

/* A point in the plane of the second and third axis of a frame: a row, and beside it in the axes of a row. A fibre has its director in one
   row and its place in the same or in another. */
static void add_corner(const sn_frame *f, const double beside[2], int node, const sn_viewer_rows *places, sn_scene *out)
{
  const int c = out->n_sheet_row++, fibre = f->n_dir == 1 && f->n == 2;
  const sn_spot at = sn_scene_spot(f, places);
  const sn_m3 axes = sn_rotation_quaternion(at.quaternion);
  out->n_sheet_beside = out->n_sheet_turn = out->n_sheet_node = out->n_sheet_row;
  out->sheet_row[c] = at.row;
  out->sheet_turn[c] = fibre ? places->of_vector[f->vector[1]] : at.row;
  out->sheet_node[c] = node;
  for (int k = 0; k < 3; k++) {
    out->sheet_beside[c][k] = at.position[k] + beside[0] * axes.c[1].x[k] + beside[1] * axes.c[2].x[k];
  }
}

static void add_sheet(const sn_drawable *d, const sn_viewer_rows *places, sn_scene *out)
{
  const sn_sheet *x = d->sheet;
  out->sheet[out->n_sheet++] =
      (sn_scene_sheet){d->item, out->n_sheet_row, x->n_corner, out->n_sheet_triangle, x->n_triangle};
  for (int i = 0; i < x->n_corner; i++) {
    add_corner(x->frame[i], x->beside[i], x->node[i], places, out);
  }
  memcpy(out->sheet_triangle + out->n_sheet_triangle, x->triangle, sizeof *x->triangle * (size_t)x->n_triangle);
  memcpy(out->sheet_element + out->n_sheet_element, x->element, sizeof *x->element * (size_t)x->n_triangle);
  out->n_sheet_triangle += x->n_triangle;
  out->n_sheet_element += x->n_triangle;
}

void sn_scene_series(const sn_session *s, int item, const char *group, const char *name, char *out, size_t size)
{
  SN_ASSERT(item >= 0 && size > 0);
  char safe[200];
  (void)snprintf(out, size, "/%s/%s/%s", group, sn_h5_name(sn_model_item(s->model, item)->name, safe, sizeof safe),
                 name);
}

static void add_joint(const sn_drawable *d, const sn_viewer_rows *places, const char *kind, sn_scene *out)
{
  sn_scene_joint *j = &out->joint[out->n_joint++];
  const sn_frame *a = d->a.n_dir == 3 ? &d->a : &d->b, *b = d->b.n_dir == 3 ? &d->b : a; /* a side with axes */
  *j = (sn_scene_joint){.item = d->item, .a = sn_scene_spot(a, places), .b = sn_scene_spot(b, places)};
  COPY(j->glyph, kind);
}

static sn_status add_drawables(const sn_session *s, const sn_viewer_rows *places, sn_scene *out, sn_error *error)
{
  const sn_surface **seen = SN_NEW(s->arena, const sn_surface *, s->frozen.n_drawable);
  if (!seen) {
    return no_memory(error);
  }
  for (int i = 0; i < s->frozen.n_drawable; i++) {
    const sn_drawable *d = &s->frozen.drawable[i];
    const int line =
        d->type == SN_DRAW_LINE || d->type == SN_DRAW_ELEMENTS || d->type == SN_DRAW_SHEET || d->type == SN_DRAW_EDGE;
    const sn_spot a = line ? (sn_spot){0} : sn_scene_spot(&d->a, places);
    if (d->type == SN_DRAW_SHAPE || d->type == SN_DRAW_POINT) {
      sn_scene_solid *x = &out->solid[out->n_solid++];
      *x = (sn_scene_solid){.item = d->item, .surface = -1, .at = a};
      COPY(x->shape, d->shape ? d->shape->kind->name : "point");
      if (d->shape) {
        memcpy(x->size, d->shape->par, sizeof x->size);
        x->surface = d->shape->surface ? add_surface(d->shape->surface, seen, out) : -1;
      }
    } else if (d->type == SN_DRAW_LINE) {
      out->line[out->n_line++] = (sn_scene_line){.item = d->item,
                                                 .first = out->n_line_row,
                                                 .count = d->n,
                                                 .radius = d->radius,
                                                 .section = -1,
                                                 .smooth = d->smooth};
      for (int k = 0; k < d->n; k++) {
        out->line_row[out->n_line_row++] = places->of_vector[d->vectors[k]];
      }
    } else if (d->type == SN_DRAW_ELEMENTS) {
      add_elements(d, places, out);
    } else if (d->type == SN_DRAW_SHEET) {
      add_sheet(d, places, out);
    } else if (d->type == SN_DRAW_EDGE) {
      sn_scene_add_edge(s, places, d, out);
    } else if (d->type == SN_DRAW_BETWEEN) {
      sn_scene_between *x = &out->between[out->n_between++];
      *x = (sn_scene_between){.item = d->item, .radius = d->radius, .a = a, .b = sn_scene_spot(&d->b, places)};
      COPY(x->shape, d->what);
    } else if (d->type == SN_DRAW_JOINT) {
      add_joint(d, places, sn_model_item(s->model, d->item)->kind->name, out);
    } else if (d->type == SN_DRAW_ARROW) {
      sn_scene_arrow *x = &out->arrow[out->n_arrow++];
      *x = (sn_scene_arrow){.item = d->item, .at = a};
      COPY(x->quantity, sn_model_item(s->model, d->item)->kind->name);
      sn_scene_series(s, d->item, "forces", d->what, x->series, sizeof x->series);
    }
  }
  return SN_OK;
}

/* ---- colours: fields of kinds, and stored outputs of one number */

static sn_status add_fields(const sn_session *s, const sn_result_plan *p, sn_scene *out, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  out->field = SN_NEW(s->arena, sn_scene_field, system->n_output);
  if (!out->field) {
    return no_memory(error);
  }
  for (int i = 0; i < system->n_output; i++) {
    const sn_observable *row = &system->output[i];
    const sn_item *item = row->item[0] ? sn_model_find(s->model, row->item) : NULL;
    if (!item || !sn_plan_stores(p, row) ||
        (!(row->what->flags & SN_OUT_FIELD) && (row->n != 1 || item->kind->class == SN_CLASS_JOINT))) {
      continue;
    }
    sn_scene_field *f = &out->field[out->n_field++];
    *f = (sn_scene_field){.item = item->index, .count = row->n};
    COPY(f->name, row->what->name);
    COPY(f->unit, row->what->unit);
    COPY(f->on, sn_scene_per_word(row->what->flags));
    sn_scene_series(s, item->index, row->what->group, row->what->name, f->series, sizeof f->series);
  }
  return SN_OK;
}

sn_status sn_session_scene(const sn_session *s, sn_result_plan *p, sn_error *error)
{
  sn_scene *out = SN_NEW(s->arena, sn_scene, 1);
  sn_viewer_rows *places = SN_NEW(s->arena, sn_viewer_rows, 1);
  if (!out || !places) {
    return no_memory(error);
  }
  const sn_v3 g = sn_model_gravity_of(s->model);
  const double size = v3_norm(g);
  v3_put(size > 0 ? v3_scale(-1 / size, g) : v3(0, 0, 1), out->up);
  out->extent = s->frozen.system->extent;
  SN_TRY(sn_viewer_rows_of(s->frozen.system, s->arena, places, error));
  SN_TRY(add_items(s, out, error));
  SN_TRY(add_places(s, places, out, error));
  SN_TRY(make_room(s, out, error));
  SN_TRY(add_drawables(s, places, out, error));
  SN_TRY(sn_scene_attach(s, places, out, error));
  SN_TRY(add_fields(s, p, out, error));
  SN_TRY(sn_scene_words(s, p, out, error));
  SN_TRY(sn_session_facts(s, out, error));
  p->places = places;
  p->scene = out;
  return SN_OK;
}
