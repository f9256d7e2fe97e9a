/* show/vtk/vtk_nodes.c -- the places of a result as points, and its lines through them.
 * What:    first a vertex per place, then the rows of every line once more (parts may share places, but not values), drawn
 *          as one polyline per element. Points: velocity, angular velocity, quaternion, displacement, item; cells: item.
 * Tests:   tests/show/read_vtk.py.
 */
#include <string.h>

#include "show/stage/mesh.h"
#include "show/vtk/vtk_private.h"

enum { VELOCITY, SPIN, QUATERNION, DISPLACEMENT, ITEM, N_POINT_ARRAYS };

struct sn_vtk_nodes {
  const sn_spot *at; /* per point: its place */
  double (*point)[3], (*velocity)[3], (*spin)[3], (*quaternion)[4], (*displacement)[3], (*start)[3];
  sn_vtk_on on;
  sn_vtk_piece piece;
};

/* Lines: their points, their ends, and the item and element of every cell. */
typedef struct {
  int n, n_point;
  int *end, *point;
  int *cell_item, *cell_element;
} lines;

static int pieces_of(const sn_scene_line *l, int elements)
{
  const int most = l->count - 1;
  return most < 1 ? 0 : elements < 1 ? 1 : elements < most ? elements : most;
}

static void end_piece(int item, int element, int first_cell, lines *out)
{
  out->cell_item[first_cell + out->n] = item;
  out->cell_element[first_cell + out->n] = element;
  out->end[out->n++] = out->n_point;
}

/* A line of elements: a piece each, through its own stations. */
static void add_elements(const sn_scene_line *l, int first_point, int elements, int first_cell, lines *out)
{
  const int n = l->count / (l->order + 1);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i <= l->order; i++) {
      out->point[out->n_point++] = first_point + k * (l->order + 1) + i;
    }
    end_piece(l->item, elements < 1 ? -1 : (int)((long long)k * elements / n), first_cell, out);
  }
}

/* A line of R rows and n pieces: piece k goes from row k (R - 1)/n to row (k + 1)(R - 1)/n. */
static void add_line(const sn_scene_line *l, int first_point, int elements, int first_cell, lines *out)
{
  const int n = pieces_of(l, elements);
  for (int k = 0; k < n; k++) {
    const long long spans = l->count - 1;
    const int from = (int)(k * spans / n), to = (int)((k + 1) * spans / n);
    for (int i = from; i <= to; i++) {
      out->point[out->n_point++] = first_point + i;
    }
    end_piece(l->item, elements < 1 ? -1 : (int)((long long)k * elements / n), first_cell, out);
  }
}

static int get_memory(sn_vtk_nodes *s, int n, sn_arena *arena)
{
  s->point = sn_arena_get(arena, (size_t)n, sizeof *s->point);
  s->velocity = sn_arena_get(arena, (size_t)n, sizeof *s->velocity);
  s->spin = sn_arena_get(arena, (size_t)n, sizeof *s->spin);
  s->quaternion = sn_arena_get(arena, (size_t)n, sizeof *s->quaternion);
  s->displacement = sn_arena_get(arena, (size_t)n, sizeof *s->displacement);
  s->start = sn_arena_get(arena, (size_t)n, sizeof *s->start);
  return s->point && s->velocity && s->spin && s->quaternion && s->displacement && s->start;
}

static sn_status make_lines(const sn_scene *scene, sn_arena *arena, lines *out, sn_error *error)
{
  const size_t most = (size_t)scene->n_line_row + 1; /* pieces of all lines; each begins where the one before ends */
  const size_t cells = (size_t)scene->n_place + most;
  *out = (lines){.end = SN_NEW(arena, int, most),
                 .point = SN_NEW(arena, int, 2 * most),
                 .cell_item = SN_NEW(arena, int, cells),
                 .cell_element = SN_NEW(arena, int, cells)};
  if (!out->end || !out->point || !out->cell_item || !out->cell_element) {
    return sn_no_memory(error, "the lines");
  }
  for (int i = 0; i < scene->n_place; i++) {
    out->cell_item[i] = scene->place_item[i];
    out->cell_element[i] = -1;
  }
  return SN_OK;
}

/* Rows of lines may overlap in a damaged file: then there is no room for them, and they are left out. */
static int fits(const sn_scene *scene, int used, const sn_scene_line *l)
{
  return used + l->count <= scene->n_line_row;
}

/* Fills the data of each point that does not change with time. */
typedef struct {
  sn_spot *at;
  int *item, *line_item;
  double *along;
} points;

static int get_points(points *p, int n, sn_arena *arena)
{
  *p = (points){SN_NEW(arena, sn_spot, n), SN_NEW(arena, int, n), SN_NEW(arena, int, n), SN_NEW(arena, double, n)};
  return p->at && p->item && p->line_item && p->along;
}

/* Places first, then the rows of all lines; returns how many. */
static int put_points(const sn_scene *scene, const sn_vtk_fields *fields, const points *p, lines *line)
{
  const int n_place = scene->n_place;
  int used = 0;
  for (int i = 0; i < n_place; i++) {
    p->at[i] = (sn_spot){.row = i, .quaternion = {1, 0, 0, 0}};
    p->item[i] = scene->place_item[i];
    p->along[i] = p->line_item[i] = -1;
  }
  for (int i = 0; i < scene->n_line; i++) {
    const sn_scene_line *l = &scene->line[i];
    if (fits(scene, used, l)) {
      const int first = n_place + used;
      for (int k = 0; k < l->count; k++) {
        p->at[first + k] = sn_scene_station(scene, l, k);
        p->item[first + k] = p->line_item[first + k] = l->item;
        p->along[first + k] = k - (l->order > 0 ? k / (l->order + 1) : 0); /* in nodes: elements share them */
      }
      (l->order > 0 ? add_elements : add_line)(l, first, sn_vtk_fields_elements(fields, l->item), n_place, line);
      used += l->count;
    }
  }
  return n_place + used;
}

sn_status sn_vtk_nodes_new(const sn_scene *scene, const sn_vtk_fields *fields, const sn_poses *start, sn_arena *arena,
                           sn_vtk_nodes **out, sn_error *error)
{
  const int most = scene->n_place + scene->n_line_row;
  sn_vtk_nodes *s = SN_NEW(arena, sn_vtk_nodes, 1);
  sn_vtk_array *point = SN_NEW(arena, sn_vtk_array, N_POINT_ARRAYS + fields->n_field);
  sn_vtk_array *cell = SN_NEW(arena, sn_vtk_array, 1 + fields->n_field);
  points p;
  lines line;
  *out = s;
  if (!s || !point || !cell || !get_points(&p, most, arena) || !get_memory(s, most, arena)) {
    return sn_no_memory(error, "the nodes");
  }
  SN_TRY(make_lines(scene, arena, &line, error));
  const int n = put_points(scene, fields, &p, &line);
  s->at = p.at;
  for (int i = 0; i < n; i++) {
    v3_put(sn_pose_of_spot(start, p.at + i).x, s->start[i]);
  }
  point[VELOCITY] = (sn_vtk_array){"velocity", "m/s", 3, (const double *)s->velocity, NULL};
  point[SPIN] = (sn_vtk_array){"angular_velocity", "rad/s", 3, (const double *)s->spin, NULL};
  point[QUATERNION] = (sn_vtk_array){"quaternion", NULL, 4, (const double *)s->quaternion, NULL};
  point[DISPLACEMENT] = (sn_vtk_array){"displacement", "m", 3, (const double *)s->displacement, NULL};
  point[ITEM] = (sn_vtk_array){"item", NULL, 1, NULL, p.item};
  cell[0] = (sn_vtk_array){"item", NULL, 1, NULL, line.cell_item};
  s->on = (sn_vtk_on){.fields = fields,
                      .n_point = n,
                      .n_cell = scene->n_place + line.n,
                      .point_item = p.line_item,
                      .cell_item = line.cell_item,
                      .cell_element = line.cell_element,
                      .along = p.along};
  s->piece = (sn_vtk_piece){.n_point = n,
                            .point = (const double(*)[3])s->point,
                            .n_vertex = scene->n_place,
                            .n_line = line.n,
                            .line_end = line.end,
                            .line_point = line.point,
                            .n_point_array = N_POINT_ARRAYS,
                            .point_array = point,
                            .n_cell_array = 1,
                            .cell_array = cell};
  SN_TRY(sn_vtk_add_fields(&s->on, point, &s->piece.n_point_array, cell, &s->piece.n_cell_array, arena, error));
  return sn_vtk_names(scene, arena, &s->piece, error);
}

/* the product of two rotations as quaternions, scalar first: the row's, then the spot's in it */
static void turn_of(const double *a, const double *b, double *out)
{
  out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  for (int k = 1, l = 2, m = 3; k <= 3; k++, l = l % 3 + 1, m = m % 3 + 1) {
    out[k] = a[0] * b[k] + b[0] * a[k] + a[l] * b[m] - a[m] * b[l];
  }
}

const sn_vtk_piece *sn_vtk_nodes_at(sn_vtk_nodes *s, const sn_poses *now)
{
  for (int i = 0; i < s->piece.n_point; i++) {
    const sn_pose at = sn_pose_of_spot(now, s->at + i);
    v3_put(at.x, s->point[i]);
    v3_put(at.velocity, s->velocity[i]);
    v3_put(at.spin, s->spin[i]);
    turn_of(now->quaternion + 4 * (size_t)s->at[i].row, s->at[i].quaternion, s->quaternion[i]);
    for (int k = 0; k < 3; k++) {
      s->displacement[i][k] = s->point[i][k] - s->start[i][k];
    }
  }
  sn_vtk_put_fields(&s->on);
  s->piece.t = now->t;
  return &s->piece;
}
