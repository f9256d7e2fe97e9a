/* results/scene_check.c -- does everything in a scene that was read point somewhere?
 * Tests:   tests/results/test_scene.c, tests/results/test_damage.c.
 */
#include <math.h>
#include <string.h>

#include "results/scene.h"

static int in(int i, int n)
{
  return i >= 0 && i < n;
}

static int range(int first, int count, int n)
{
  return first >= 0 && count >= 0 && count <= n && first <= n - count;
}

static int good_spot(const sn_scene *s, const sn_spot *p)
{
  double q = 0;
  for (int k = 0; k < 4; k++) {
    q += p->quaternion[k] * p->quaternion[k];
  }
  return in(p->row, s->n_place) && isfinite(p->position[0] + p->position[1] + p->position[2]) && fabs(q - 1) < 1e-3;
}

static int good_triangles(int (*triangle)[3], int first, int n, int vertices)
{
  for (int i = first; i < first + n; i++) {
    if (!in(triangle[i][0], vertices) || !in(triangle[i][1], vertices) || !in(triangle[i][2], vertices)) {
      return 0;
    }
  }
  return 1;
}

sn_spot sn_scene_station(const sn_scene *scene, const sn_scene_line *line, int k)
{
  SN_ASSERT(k >= 0 && k < line->count);
  sn_spot s = {.row = scene->line_row[line->first + k], .quaternion = {1, 0, 0, 0}};
  if (line->order > 0) {
    const double *x = scene->line_spot[line->first_spot + k];
    memcpy(s.position, x, sizeof s.position);
    memcpy(s.quaternion, x + 3, sizeof s.quaternion);
  }
  return s;
}

static int good_line(const sn_scene *s, const sn_scene_line *l, int n_section)
{
  if (!in(l->item, s->n_item) || !range(l->first, l->count, s->n_line_row) || l->section < -1 ||
      l->section >= n_section || !in(l->order, SN_SCENE_ORDER + 1)) {
    return 0;
  }
  if (l->order > 0 && (l->count % (l->order + 1) != 0 || !range(l->first_spot, l->count, s->n_line_spot))) {
    return 0;
  }
  for (int k = 0; k < l->count; k++) {
    const sn_spot spot = sn_scene_station(s, l, k);
    if (!good_spot(s, &spot)) {
      return 0;
    }
  }
  return 1;
}

const char *sn_scene_check(const sn_scene *s)
{
  int n_section = 0;
  for (int i = 0; i < s->n_loop; i++) {
    const sn_scene_loop *l = &s->loop[i];
    if (!in(l->section, s->n_loop) || !range(l->first, l->count, s->n_loop_point)) {
      return "loop";
    }
    n_section = l->section >= n_section ? l->section + 1 : n_section;
  }
  for (int i = 0; i < s->n_place; i++) {
    if (s->place_item[i] < -1 || s->place_item[i] >= s->n_item) {
      return "place_item";
    }
  }
  for (int i = 0; i < s->n_fact; i++) {
    if (!in(s->fact[i].item, s->n_item)) {
      return "fact";
    }
  }
  for (int i = 0; i < s->n_surface; i++) {
    const sn_scene_surface *f = &s->surface[i];
    if (!range(f->first_vertex, f->n_vertex, s->n_vertex) || !range(f->first_triangle, f->n_triangle, s->n_triangle) ||
        !good_triangles(s->triangle, f->first_triangle, f->n_triangle, f->n_vertex)) {
      return "surface";
    }
  }
  for (int i = 0; i < s->n_solid; i++) {
    const sn_scene_solid *x = &s->solid[i];
    if (!in(x->item, s->n_item) || x->surface < -1 || x->surface >= s->n_surface || !good_spot(s, &x->at)) {
      return "solid";
    }
  }
  for (int i = 0; i < s->n_between; i++) {
    if (!in(s->between[i].item, s->n_item) || !good_spot(s, &s->between[i].a) || !good_spot(s, &s->between[i].b)) {
      return "between";
    }
  }
  for (int i = 0; i < s->n_line_row; i++) {
    if (!in(s->line_row[i], s->n_place)) {
      return "line_row";
    }
  }
  for (int i = 0; i < s->n_line; i++) {
    if (!good_line(s, &s->line[i], n_section)) {
      return "line";
    }
  }
  for (int i = 0; i < s->n_sheet; i++) {
    const sn_scene_sheet *x = &s->sheet[i];
    if (!in(x->item, s->n_item) || !range(x->first_row, x->n_row, s->n_sheet_row) ||
        !range(x->first_triangle, x->n_triangle, s->n_sheet_triangle) ||
        !good_triangles(s->sheet_triangle, x->first_triangle, x->n_triangle, x->n_row)) {
      return "sheet";
    }
  }
  for (int i = 0; i < s->n_sheet_row; i++) {
    if (!in(s->sheet_row[i], s->n_place)) {
      return "sheet_row";
    }
  }
  for (int i = 0; i < s->n_sheet_turn; i++) {
    if (!in(s->sheet_turn[i], s->n_place)) {
      return "sheet_turn";
    }
  }
  for (int i = 0; i < s->n_sheet_node; i++) {
    if (s->sheet_node[i] < 0) {
      return "sheet_node";
    }
  }
  for (int i = 0; i < s->n_sheet_element; i++) {
    if (s->sheet_element[i] < 0) {
      return "sheet_element";
    }
  }
  if (s->n_sheet_beside != s->n_sheet_turn || s->n_sheet_node != s->n_sheet_turn ||
      (s->n_sheet_turn && s->n_sheet_turn != s->n_sheet_row) ||
      (s->n_sheet_element && s->n_sheet_element != s->n_sheet_triangle)) {
    return "sheet";
  }
  for (int i = 0; i < s->n_joint; i++) {
    if (!in(s->joint[i].item, s->n_item) || !good_spot(s, &s->joint[i].a) || !good_spot(s, &s->joint[i].b)) {
      return "joint";
    }
  }
  for (int i = 0; i < s->n_arrow; i++) {
    if (!in(s->arrow[i].item, s->n_item) || !good_spot(s, &s->arrow[i].at)) {
      return "arrow";
    }
  }
  for (int i = 0; i < s->n_field; i++) {
    if (!in(s->field[i].item, s->n_item) || s->field[i].count < 1) {
      return "field";
    }
  }
  return NULL;
}
