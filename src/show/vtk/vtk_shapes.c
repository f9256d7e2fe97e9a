/* show/vtk/vtk_shapes.c -- the true shapes of all parts at one instant, as triangles with fields; shells as quadrilaterals.
 * What:    vertices and triangles of show/stage/mesh.h; two neighbours on a sheet that come from one quadrilateral are that again. Points: velocity, speed, displacement, fields along lines; cells: item,
 *          fields of parts and elements.
 * Tests:   tests/show/read_vtk.py.
 */
#include <math.h>
#include <string.h>

#include "show/stage/mesh.h"
#include "show/vtk/vtk_private.h"

enum { VELOCITY, SPEED, DISPLACEMENT, N_POINT_ARRAYS };

struct sn_vtk_shapes {
  sn_stage stage;
  sn_mesh mesh;
  double (*start)[3], (*displacement)[3], *speed;
  sn_vtk_on on;
  sn_vtk_piece piece;
};

static int get_memory(sn_vtk_shapes *s, int n_field, int **item, sn_vtk_array **point, sn_vtk_array **cell,
                      sn_arena *arena)
{
  const int n = s->mesh.n_vertex;
  s->start = sn_arena_get(arena, (size_t)n, sizeof *s->start);
  s->displacement = sn_arena_get(arena, (size_t)n, sizeof *s->displacement);
  s->speed = SN_NEW(arena, double, n);
  *item = SN_NEW(arena, int, n);
  *point = SN_NEW(arena, sn_vtk_array, N_POINT_ARRAYS + n_field);
  *cell = SN_NEW(arena, sn_vtk_array, 1 + n_field);
  return s->start && s->displacement && s->speed && *item && *point && *cell;
}

/* Cells: their points, their ends, item and element of each. */
typedef struct {
  int n, n_point;
  int *end, *point, *item, *element;
} polygons;

/* Triangles (a, b, c), (a, c, d) of one element are the quadrilateral a, b, c, d. */
static int is_quad(const sn_mesh *m, int i)
{
  const int *s = m->triangle[i], *t = m->triangle[i + 1];
  return m->element[i] == m->element[i + 1] && m->item[i] == m->item[i + 1] && s[0] == t[0] && s[2] == t[1];
}

static sn_status make_polygons(const sn_scene *scene, const sn_mesh *m, sn_arena *arena, polygons *out, sn_error *error)
{
  int on_sheets = 0; /* they come last */
  for (int i = 0; i < scene->n_sheet; i++) {
    on_sheets += scene->sheet[i].n_triangle;
  }
  *out = (polygons){.end = SN_NEW(arena, int, m->n_triangle),
                    .point = SN_NEW(arena, int, 3 * (size_t)m->n_triangle),
                    .item = SN_NEW(arena, int, m->n_triangle),
                    .element = SN_NEW(arena, int, m->n_triangle)};
  if (!out->end || !out->point || !out->item || !out->element) {
    return sn_no_memory(error, "the shapes");
  }
  for (int i = 0; i < m->n_triangle; i++) {
    const int quad = i >= m->n_triangle - on_sheets && i + 1 < m->n_triangle && is_quad(m, i);
    for (int k = 0; k < 3; k++) {
      out->point[out->n_point++] = m->triangle[i][k];
    }
    out->item[out->n] = m->item[i];
    out->element[out->n] = m->element[i];
    if (quad) {
      out->point[out->n_point++] = m->triangle[++i][2];
    }
    out->end[out->n++] = out->n_point;
  }
  return SN_OK;
}

sn_status sn_vtk_shapes_new(const sn_scene *scene, const sn_vtk_fields *fields, int joints, const sn_poses *start,
                            sn_arena *arena, sn_vtk_shapes **out, sn_error *error)
{
  sn_vtk_shapes *s = SN_NEW(arena, sn_vtk_shapes, 1);
  sn_vtk_array *point, *cell;
  int *item;
  polygons cells;
  *out = s;
  if (!s) {
    return sn_no_memory(error, "the shapes");
  }
  SN_TRY(sn_stage_of(scene, 0, arena, &s->stage, error));
  SN_TRY(sn_mesh_new(&s->stage, joints ? SN_MESH_JOINTS : 0, arena, &s->mesh, error));
  if (!get_memory(s, fields->n_field, &item, &point, &cell, arena)) {
    return sn_no_memory(error, "the shapes");
  }
  const sn_mesh *m = &s->mesh;
  for (int i = 0; i < m->n_triangle; i++) { /* items share no vertices */
    for (int k = 0; k < 3; k++) {
      item[m->triangle[i][k]] = m->item[i];
    }
  }
  SN_TRY(make_polygons(scene, m, arena, &cells, error));
  sn_mesh_move(&s->stage, start, &s->mesh);
  memcpy(s->start, m->vertex, sizeof *s->start * (size_t)m->n_vertex);
  point[VELOCITY] = (sn_vtk_array){"velocity", "m/s", 3, (const double *)m->velocity, NULL};
  point[SPEED] = (sn_vtk_array){"speed", "m/s", 1, s->speed, NULL};
  point[DISPLACEMENT] = (sn_vtk_array){"displacement", "m", 3, (const double *)s->displacement, NULL};
  cell[0] = (sn_vtk_array){"item", NULL, 1, NULL, cells.item};
  s->on = (sn_vtk_on){.fields = fields,
                      .n_point = m->n_vertex,
                      .n_cell = cells.n,
                      .point_item = item,
                      .cell_item = cells.item,
                      .cell_element = cells.element,
                      .along = m->along};
  s->piece = (sn_vtk_piece){.n_point = m->n_vertex,
                            .point = (const double(*)[3])m->vertex,
                            .n_polygon = cells.n,
                            .polygon_end = cells.end,
                            .polygon_point = cells.point,
                            .n_point_array = N_POINT_ARRAYS,
                            .point_array = point,
                            .n_cell_array = 1,
                            .cell_array = cell};
  SN_TRY(sn_vtk_add_fields(&s->on, point, &s->piece.n_point_array, cell, &s->piece.n_cell_array, arena, error));
  return sn_vtk_names(scene, arena, &s->piece, error);
}

const sn_vtk_piece *sn_vtk_shapes_at(sn_vtk_shapes *s, const sn_poses *now)
{
  const sn_mesh *m = &s->mesh;
  sn_mesh_move(&s->stage, now, &s->mesh);
  for (int i = 0; i < m->n_vertex; i++) {
    const double *v = m->velocity[i];
    s->speed[i] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++) {
      s->displacement[i][k] = m->vertex[i][k] - s->start[i][k];
    }
  }
  sn_vtk_put_fields(&s->on);
  s->piece.t = now->t;
  return &s->piece;
}
