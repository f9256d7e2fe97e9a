/* show/page/page_model.c -- the model as a page draws it: geometries, items, places, and what is fixed to them.
 * Tests:   tests/show/test_page.c.
 */
#include <string.h>

#include "show/page/page_json.h"
#include "show/page/page_private.h"

static void floats(sn_json *j, const float *x, int n)
{
  const double wide[4] = {(double)x[0], (double)x[1], (double)x[2], n > 3 ? (double)x[3] : 0};
  numbers(j, wide, n);
}

/* Entries of `n` things that belong to `n_owner` owners, in order: first[owner], then next[thing]; -1 ends. */
typedef struct {
  int *first, *next;
} chains;

static int make_chains(sn_arena *arena, int n_owner, int n, const int *owner, size_t step, chains *out)
{
  *out = (chains){SN_NEW(arena, int, n_owner), SN_NEW(arena, int, n)};
  if (!out->first || !out->next) {
    return 0;
  }
  for (int i = 0; i < n_owner; i++) {
    out->first[i] = -1;
  }
  for (int i = n - 1; i >= 0; i--) {
    const int k = *(const int *)(const void *)((const char *)owner + (size_t)i * step);
    out->next[i] = out->first[k];
    out->first[k] = i;
  }
  return 1;
}

static void space(const sn_page *p, sn_json *j)
{
  key(j, "up");
  numbers(j, p->scene.up, 3);
  key(j, "extent");
  number(j, p->scene.extent);
  key(j, "center");
  numbers(j, p->center, 3);
  key(j, "radius");
  number(j, p->radius);
}

/* All geometries one after the other. */
static void geometries(const sn_page *p, sn_bundle *b)
{
  const sn_stage *g = &p->stage;
  sn_json *j = &b->head;
  size_t vertices = 0, triangles = 0;
  for (int i = 0; i < g->n_geometry; i++) {
    vertices += (size_t)g->geometry[i].n_vertex;
    triangles += (size_t)g->geometry[i].n_triangle;
  }
  float(*vertex)[3] = sn_arena_get(j->arena, vertices, sizeof *vertex);
  float(*normal)[3] = sn_arena_get(j->arena, vertices, sizeof *normal);
  int(*triangle)[3] = sn_arena_get(j->arena, triangles, sizeof *triangle);
  if (!vertex || !normal || !triangle) {
    j->failed = 1;
    return;
  }
  begin_list(j, "geometries");
  size_t v = 0, t = 0;
  for (int i = 0; i < g->n_geometry; i++) {
    const sn_geometry *x = &g->geometry[i];
    memcpy(vertex + v, x->vertex, sizeof *vertex * (size_t)x->n_vertex);
    memcpy(normal + v, x->normal, sizeof *normal * (size_t)x->n_vertex);
    memcpy(triangle + t, x->triangle, sizeof *triangle * (size_t)x->n_triangle);
    open_entry(j);
    whole(j, "firstVertex", (long long)v);
    word(j, "name", x->name);
    whole(j, "vertices", x->n_vertex);
    whole(j, "firstTriangle", (long long)t);
    whole(j, "triangles", x->n_triangle);
    sn_json_raw(j, "}");
    v += (size_t)x->n_vertex;
    t += (size_t)x->n_triangle;
  }
  sn_json_raw(j, "]");
  key(j, "vertices");
  sn_bundle_array(b, "f32", vertex, 3 * vertices);
  key(j, "normals");
  sn_bundle_array(b, "f32", normal, 3 * vertices);
  key(j, "triangles");
  sn_bundle_array(b, "u32", triangle, 3 * triangles);
}

static void items(const sn_page *p, sn_json *j)
{
  const sn_scene *s = &p->scene;
  chains facts;
  if (!make_chains(j->arena, s->n_item, s->n_fact, s->n_fact ? &s->fact[0].item : NULL, sizeof *s->fact, &facts)) {
    j->failed = 1;
    return;
  }
  begin_list(j, "items");
  for (int i = 0; i < s->n_item; i++) {
    const unsigned char *c = p->stage.color[i];
    char color[8];
    (void)snprintf(color, sizeof color, "#%02x%02x%02x", c[0], c[1], c[2]);
    open_entry(j);
    word(j, "name", s->item[i].name);
    word(j, "kind", s->item[i].kind);
    word(j, "class", s->item[i].class);
    word(j, "color", color);
    if (p->stage.opacity[i] < 1) {
      key(j, "opacity");
      number(j, p->stage.opacity[i]);
    }
    if (p->stage.gloss[i] != 1) {
      key(j, "gloss");
      number(j, p->stage.gloss[i]);
    }
    word(j, "place", s->item[i].place);
    begin_list(j, "data");
    for (int f = facts.first[i]; f >= 0; f = facts.next[f]) {
      pair(j, s->fact[f].name, s->fact[f].text);
    }
    sn_json_raw(j, "]}");
  }
  sn_json_raw(j, "]");
}

static void rows(const sn_page *p, sn_json *j)
{
  static const char *const names[SN_PLACE_PARTS] = {"position", "quaternion", "velocity", "spin"};
  begin_list(j, "rows");
  for (int i = 0; i < p->scene.n_place; i++) {
    open_entry(j);
    whole(j, "item", p->scene.place_item[i]);
    for (int k = 0; k < SN_PLACE_PARTS; k++) {
      whole(j, names[k], p->offset[i][k]);
    }
    key(j, "at");
    floats(j, p->at[i], 3);
    key(j, "turn");
    floats(j, p->turn[i], 4);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
}

static void solids(const sn_page *p, sn_json *j)
{
  begin_list(j, "solids");
  for (int i = 0; i < p->stage.n_solid; i++) {
    const sn_stage_solid *s = &p->stage.solid[i];
    open_entry(j);
    whole(j, "item", s->item);
    whole(j, "geometry", s->geometry);
    spot(j, "at", &s->at);
    key(j, "scale");
    numbers(j, s->scale, 3);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
  begin_list(j, "betweens");
  for (int i = 0; i < p->stage.n_between; i++) {
    const sn_stage_between *s = &p->stage.between[i];
    open_entry(j);
    whole(j, "item", s->item);
    whole(j, "geometry", s->geometry);
    spot(j, "a", &s->a);
    spot(j, "b", &s->b);
    key(j, "across");
    number(j, s->across);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
  begin_list(j, "glyphs");
  for (int i = 0; i < p->stage.n_joint; i++) {
    const sn_stage_joint *s = &p->stage.joint[i];
    open_entry(j);
    whole(j, "item", s->item);
    whole(j, "geometry", s->geometry);
    spot(j, "a", &s->a);
    spot(j, "b", &s->b);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
  key(j, "jointSize");
  number(j, p->stage.joint_size);
}

static void lines(const sn_page *p, sn_json *j)
{
  const sn_scene *s = &p->scene;
  begin_list(j, "lines");
  for (int i = 0; i < s->n_line; i++) {
    const sn_scene_line *l = &s->line[i];
    open_entry(j);
    whole(j, "item", l->item);
    begin_list(j, "rows");
    for (int k = 0; k < l->count; k++) {
      sn_json_raw(j, k ? "," : "");
      number(j, s->line_row[l->first + k]);
    }
    sn_json_raw(j, "],\"radius\":");
    number(j, l->radius > 0 ? l->radius : p->stage.line_radius[i]);
    whole(j, "section", l->section);
    whole(j, "order", l->order);
    begin_list(j, "spots");
    for (int k = 0; l->order > 0 && k < l->count; k++) {
      sn_json_raw(j, k ? "," : "");
      numbers(j, s->line_spot[l->first_spot + k], 7);
    }
    sn_json_raw(j, "]");
    sn_json_raw(j, l->smooth ? ",\"smooth\":true}" : ",\"smooth\":false}");
  }
  sn_json_raw(j, "]");
}

static void sections(const sn_page *p, sn_json *j)
{
  const sn_scene *s = &p->scene;
  chains loops;
  int n = 0;
  for (int i = 0; i < s->n_loop; i++) {
    n = s->loop[i].section >= n ? s->loop[i].section + 1 : n;
  }
  if (!make_chains(j->arena, n, s->n_loop, s->n_loop ? &s->loop[0].section : NULL, sizeof *s->loop, &loops)) {
    j->failed = 1;
    return;
  }
  begin_list(j, "sections");
  for (int i = 0; i < n; i++) {
    sn_json_raw(j, i ? ",\n{\"loops\":[" : "\n{\"loops\":[");
    for (int l = loops.first[i]; l >= 0; l = loops.next[l]) {
      sn_json_raw(j, l == loops.first[i] ? "[" : ",[");
      for (int k = 0; k < s->loop[l].count; k++) {
        sn_json_raw(j, k ? "," : "");
        numbers(j, s->loop_point[s->loop[l].first + k], 2);
      }
      sn_json_raw(j, "]");
    }
    sn_json_raw(j, "]}");
  }
  sn_json_raw(j, "]");
}

static void sheets(const sn_page *p, sn_bundle *b)
{
  const sn_scene *s = &p->scene;
  begin_list(&b->head, "sheets");
  for (int i = 0; i < s->n_sheet; i++) {
    const sn_scene_sheet *x = &s->sheet[i];
    open_entry(&b->head);
    whole(&b->head, "item", x->item);
    key(&b->head, "rows");
    sn_bundle_array(b, "i32", s->sheet_row + x->first_row, (size_t)x->n_row);
    if (s->n_sheet_turn > 0) {
      key(&b->head, "turns");
      sn_bundle_array(b, "i32", s->sheet_turn + x->first_row, (size_t)x->n_row);
      key(&b->head, "beside");
      sn_bundle_array(b, "f64", s->sheet_beside + x->first_row, 3 * (size_t)x->n_row);
      key(&b->head, "nodes");
      sn_bundle_array(b, "i32", s->sheet_node + x->first_row, (size_t)x->n_row);
    }
    if (s->n_sheet_element > 0) {
      key(&b->head, "elements");
      sn_bundle_array(b, "i32", s->sheet_element + x->first_triangle, (size_t)x->n_triangle);
    }
    key(&b->head, "triangles");
    sn_bundle_array(b, "u32", s->sheet_triangle + x->first_triangle, 3 * (size_t)x->n_triangle);
    sn_json_raw(&b->head, "}");
  }
  sn_json_raw(&b->head, "]");
}

void sn_page_model(const sn_page *p, sn_bundle *b)
{
  space(p, &b->head);
  geometries(p, b);
  items(p, &b->head);
  rows(p, &b->head);
  solids(p, &b->head);
  lines(p, &b->head);
  sections(p, &b->head);
  sheets(p, b);
}
