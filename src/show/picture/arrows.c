/* show/picture/arrows.c -- forces and moments as arrows from the point where they act.
 * What:    the longest of the run is drawn as long as a fifth of the model; the others in proportion, forces and
 *          moments apart.
 * Limits:  loads whose series the file does not have are not drawn.
 * Tests:   tests/show/test_picture.c.
 */
#include <math.h>
#include <string.h>

#include "show/picture/picture_private.h"
#include "show/stage/geometry.h"

static int is_moment(const sn_scene_arrow *a)
{
  return a->turns;
}

static const sn_geometry *form_of(const sn_stage *s, const sn_scene_arrow *a)
{
  const char *name = is_moment(a) ? "moment" : "arrow";
  for (int i = 0; i < s->n_geometry; i++) {
    if (strcmp(s->geometry[i].name, name) == 0) {
      return s->geometry + i;
    }
  }
  return NULL;
}

sn_status sn_arrows_new(const sn_picture_source *source, const sn_stage *stage, sn_arena *arena, sn_arrows *out,
                        sn_error *error)
{
  const sn_scene *scene = stage->scene;
  *out = (sn_arrows){.source = source, .stage = stage, .size = 0.2 * (scene->extent > 0 ? scene->extent : 1)};
  out->arrow = SN_NEW(arena, const sn_scene_arrow *, scene->n_arrow);
  out->vector = sn_arena_get(arena, (size_t)scene->n_arrow, sizeof *out->vector);
  if (!out->arrow || !out->vector) {
    return sn_no_memory(error, "the arrows of a picture");
  }
  for (int i = 0; i < scene->n_arrow; i++) {
    const sn_scene_arrow *a = scene->arrow + i;
    const sn_geometry *g = form_of(stage, a);
    double first[3];
    if (g && source->values && source->values(source->data, a->series, 0, 3, first, NULL) == SN_OK) {
      out->arrow[out->n++] = a;
      out->n_vertex += g->n_vertex;
      out->n_triangle += g->n_triangle;
    }
  }
  out->vertex = sn_arena_get(arena, (size_t)out->n_vertex, sizeof *out->vertex);
  out->normal = sn_arena_get(arena, (size_t)out->n_vertex, sizeof *out->normal);
  out->triangle = sn_arena_get(arena, (size_t)out->n_triangle, sizeof *out->triangle);
  out->color = sn_arena_get(arena, (size_t)out->n_triangle, sizeof *out->color);
  if (!out->vertex || !out->normal || !out->triangle || !out->color) {
    return sn_no_memory(error, "the arrows of a picture");
  }
  for (int i = 0, vertex = 0, triangle = 0; i < out->n; i++) {
    const sn_geometry *g = form_of(stage, out->arrow[i]);
    for (int k = 0; k < g->n_triangle; k++, triangle++) {
      for (int c = 0; c < 3; c++) {
        out->triangle[triangle][c] = vertex + g->triangle[k][c];
      }
      memcpy(out->color[triangle], stage->color[out->arrow[i]->item], 3);
    }
    vertex += g->n_vertex;
  }
  return SN_OK;
}

sn_status sn_arrows_row(sn_arrows *a, int row, sn_error *error)
{
  for (int i = 0; i < a->n; i++) {
    SN_TRY(a->source->values(a->source->data, a->arrow[i]->series, row, 3, a->vector[i], error));
  }
  return SN_OK;
}

static sn_v3 vector_of(const sn_arrows *a, int i)
{
  return v3(a->vector[i][0], a->vector[i][1], a->vector[i][2]);
}

void sn_arrows_widen(sn_arrows *a)
{
  for (int i = 0; i < a->n; i++) {
    const double length = v3_norm(vector_of(a, i));
    double *longest = a->longest + is_moment(a->arrow[i]);
    *longest = isfinite(length) ? fmax(*longest, length) : *longest;
  }
}

void sn_arrows_move(sn_arrows *a, const sn_poses *places)
{
  for (int i = 0, vertex = 0; i < a->n; i++) {
    const sn_geometry *g = form_of(a->stage, a->arrow[i]);
    const sn_v3 force = vector_of(a, i), at = sn_pose_of_spot(places, &a->arrow[i]->at).x;
    const double length = v3_norm(force), longest = a->longest[is_moment(a->arrow[i])];
    const double scale = longest > 0 && isfinite(length) ? a->size * length / longest : 0;
    const sn_v3 x = length > 0 && isfinite(length) ? v3_scale(1 / length, force) : v3(1, 0, 0), y = sn_across(x),
                z = v3_cross(x, y);
    for (int k = 0; k < g->n_vertex; k++, vertex++) {
      sn_v3 p = at, n = v3(0, 0, 0);
      const sn_v3 axis[3] = {x, y, z};
      for (int c = 0; c < 3; c++) {
        p = v3_axpy(p, scale * (double)g->vertex[k][c], axis[c]);
        n = v3_axpy(n, (double)g->normal[k][c], axis[c]);
      }
      v3_put(p, a->vertex[vertex]);
      v3_put(n, a->normal[vertex]);
    }
  }
}
