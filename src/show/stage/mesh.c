/* show/stage/mesh.c -- everything at one instant as triangles in ground coordinates.
 * What:    solids, springs and rods, symbols of joints, lines and sheets, in this order. sn_mesh_new reserves and
 *          writes what never changes (triangles, whose they are); sn_mesh_move writes places, normals and velocities,
 *          without memory.
 * Theory:  x = x_row + R_row (p + R S X), normal along R S^-1 N, velocity v_row + spin x (x - x_row).
 * Tests:   tests/show/test_mesh.c (rigid motion moves everything rigidly; velocities against differences).
 */
#include "show/stage/mesh.h"

#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "show/stage/geometry.h"
#include "show/stage/mesh_private.h"

static sn_m3 axes_of(const double q[4])
{
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return square > 0 ? sn_rotation_quaternion(q) : m3_identity();
}

static sn_v3 triple(const double *table, int row)
{
  SN_ASSERT(row >= 0);
  return table ? v3(table[3 * row], table[3 * row + 1], table[3 * row + 2]) : v3(0, 0, 0);
}

sn_pose sn_pose_of_row(const sn_poses *p, int row)
{
  SN_ASSERT(row >= 0);
  return (sn_pose){triple(p->position, row), triple(p->velocity, row), triple(p->spin, row),
                   p->quaternion ? axes_of(p->quaternion + 4 * row) : m3_identity()};
}

sn_pose sn_pose_of_spot(const sn_poses *p, const sn_spot *spot)
{
  sn_pose at = sn_pose_of_row(p, spot->row);
  const sn_v3 arm = m3_mul(at.axes, v3(spot->position[0], spot->position[1], spot->position[2]));
  at.x = v3_add(at.x, arm);
  at.velocity = v3_add(at.velocity, v3_cross(at.spin, arm));
  at.axes = m3_mul3(at.axes, axes_of(spot->quaternion));
  return at;
}

static sn_v3 of_float(const float x[3])
{
  return v3((double)x[0], (double)x[1], (double)x[2]);
}

static sn_v3 unit_or_z(sn_v3 a)
{
  const double length = v3_norm(a);
  return length > 0 ? v3_scale(1 / length, a) : v3(0, 0, 1);
}

/* a geometry whose axes are scaled and then turned with its place */
static void move_rigid(const sn_geometry *g, const sn_pose *at, const double scale[3], int first, sn_mesh *m)
{
  for (int i = 0; i < g->n_vertex; i++) {
    const sn_v3 x = of_float(g->vertex[i]), n = of_float(g->normal[i]);
    const sn_v3 arm = m3_mul(at->axes, v3(scale[0] * x.x[0], scale[1] * x.x[1], scale[2] * x.x[2]));
    const sn_v3 normal = m3_mul(at->axes, v3(n.x[0] / scale[0], n.x[1] / scale[1], n.x[2] / scale[2]));
    v3_put(v3_add(at->x, arm), m->vertex[first + i]);
    v3_put(unit_or_z(normal), m->normal[first + i]);
    v3_put(v3_add(at->velocity, v3_cross(at->spin, arm)), m->velocity[first + i]);
  }
}

/* a geometry along x stretched from a to b; its y follows the axes of a by the smallest rotation */
static void move_between(const sn_geometry *g, const sn_stage_between *s, const sn_poses *places, int first, sn_mesh *m)
{
  const sn_pose a = sn_pose_of_spot(places, &s->a), b = sn_pose_of_spot(places, &s->b);
  const sn_v3 gap = v3_sub(b.x, a.x);
  const double length = v3_norm(gap), least = 1e-9 * s->across;
  const sn_v3 along = length > least ? v3_scale(1 / length, gap) : a.axes.c[0];
  const sn_v3 u = sn_transport(a.axes.c[1], a.axes.c[0], along), v = v3_cross(along, u);
  const double stretch = length > least ? length : least;
  for (int i = 0; i < g->n_vertex; i++) {
    const sn_v3 x = of_float(g->vertex[i]), n = of_float(g->normal[i]);
    const sn_v3 across = v3_axpy(v3_scale(s->across * x.x[1], u), s->across * x.x[2], v);
    const sn_v3 normal = v3_axpy(v3_scale(n.x[1] / s->across, u), n.x[2] / s->across, v);
    v3_put(v3_add(v3_axpy(a.x, stretch * x.x[0], along), across), m->vertex[first + i]);
    v3_put(unit_or_z(v3_axpy(normal, n.x[0] / stretch, along)), m->normal[first + i]);
    v3_put(v3_axpy(v3_scale(1 - x.x[0], a.velocity), x.x[0], b.velocity), m->velocity[first + i]);
  }
}

static void move_sheet(const sn_scene *scene, const sn_scene_sheet *s, const sn_poses *places, int first, sn_mesh *m)
{
  for (int i = 0; i < s->n_row; i++) {
    const int row = scene->sheet_row[s->first_row + i];
    sn_v3 x = triple(places->position, row), v = triple(places->velocity, row);
    if (scene->n_sheet_turn > 0) {
      const sn_pose turn = sn_pose_of_row(places, scene->sheet_turn[s->first_row + i]);
      const sn_v3 arm = m3_mul(turn.axes, triple(scene->sheet_beside[s->first_row + i], 0));
      x = v3_add(x, arm);
      v = v3_add(v, v3_cross(turn.spin, arm));
    }
    v3_put(x, m->vertex[first + i]);
    v3_put(v, m->velocity[first + i]);
    v3_put(v3(0, 0, 0), m->normal[first + i]);
  }
  for (int i = 0; i < s->n_triangle; i++) {
    const int *t = scene->sheet_triangle[s->first_triangle + i];
    const sn_v3 a = triple(m->vertex[first + t[0]], 0), b = triple(m->vertex[first + t[1]], 0),
                c = triple(m->vertex[first + t[2]], 0), n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    for (int k = 0; k < 3; k++) {
      v3_put(v3_add(triple(m->normal[first + t[k]], 0), n), m->normal[first + t[k]]);
    }
  }
  for (int i = 0; i < s->n_row; i++) {
    v3_put(unit_or_z(triple(m->normal[first + i], 0)), m->normal[first + i]);
  }
}

void sn_mesh_move(const sn_stage *stage, const sn_poses *places, sn_mesh *m)
{
  int first = 0;
  for (int i = 0; i < stage->n_solid; i++) {
    const sn_geometry *g = stage->geometry + stage->solid[i].geometry;
    const sn_pose at = sn_pose_of_spot(places, &stage->solid[i].at);
    move_rigid(g, &at, stage->solid[i].scale, first, m);
    first += g->n_vertex;
  }
  for (int i = 0; i < stage->n_between; i++) {
    const sn_geometry *g = stage->geometry + stage->between[i].geometry;
    move_between(g, stage->between + i, places, first, m);
    first += g->n_vertex;
  }
  for (int i = 0; i < stage->n_joint && (m->what & SN_MESH_JOINTS); i++) {
    const sn_geometry *g = stage->geometry + stage->joint[i].geometry;
    const sn_pose at = sn_pose_of_spot(places, &stage->joint[i].a);
    move_rigid(g, &at, (double[3]){stage->joint_size, stage->joint_size, stage->joint_size}, first, m);
    first += g->n_vertex;
  }
  for (int i = 0; i < stage->scene->n_line; i++) {
    int n_vertex, n_triangle;
    sn_sweep_count(stage->scene, i, &n_vertex, &n_triangle);
    sn_sweep_move(stage, i, places, m->vertex + first, m->normal + first, m->velocity + first);
    first += n_vertex;
  }
  for (int i = 0; i < stage->scene->n_sheet; i++) {
    move_sheet(stage->scene, stage->scene->sheet + i, places, first, m);
    first += stage->scene->sheet[i].n_row;
  }
}

/* triangles of something that starts at vertex m->n_vertex; then counts it */
static void put_triangles(sn_mesh *m, int item, const int (*triangle)[3], int n_triangle, int n_vertex)
{
  for (int i = 0; i < n_triangle; i++) {
    const int t = m->n_triangle + i;
    for (int k = 0; k < 3; k++) {
      m->triangle[t][k] = m->n_vertex + triangle[i][k];
    }
    m->item[t] = item;
  }
  m->n_triangle += n_triangle;
  m->n_vertex += n_vertex;
}

static void put_geometry(sn_mesh *m, int item, const sn_geometry *g)
{
  put_triangles(m, item, g->triangle, g->n_triangle, g->n_vertex);
}

typedef struct {
  long long vertices, triangles;
} count;

static count count_all(const sn_stage *s, int what)
{
  count n = {0, 0};
  for (int i = 0; i < s->n_solid; i++) {
    n.vertices += s->geometry[s->solid[i].geometry].n_vertex;
    n.triangles += s->geometry[s->solid[i].geometry].n_triangle;
  }
  for (int i = 0; i < s->n_between; i++) {
    n.vertices += s->geometry[s->between[i].geometry].n_vertex;
    n.triangles += s->geometry[s->between[i].geometry].n_triangle;
  }
  for (int i = 0; i < s->n_joint && (what & SN_MESH_JOINTS); i++) {
    n.vertices += s->geometry[s->joint[i].geometry].n_vertex;
    n.triangles += s->geometry[s->joint[i].geometry].n_triangle;
  }
  for (int i = 0; i < s->scene->n_line; i++) {
    int vertices, triangles;
    sn_sweep_count(s->scene, i, &vertices, &triangles);
    n.vertices += vertices;
    n.triangles += triangles;
  }
  for (int i = 0; i < s->scene->n_sheet; i++) {
    n.vertices += s->scene->sheet[i].n_row;
    n.triangles += s->scene->sheet[i].n_triangle;
  }
  return n;
}

enum { MOST_TRIANGLES = 50000000 };

sn_status sn_mesh_new(const sn_stage *s, int what, sn_arena *arena, sn_mesh *out, sn_error *error)
{
  const count n = count_all(s, what);
  if (n.triangles > MOST_TRIANGLES || n.vertices > 3LL * MOST_TRIANGLES) {
    sn_failf(error, SN_EINPUT, "The model has %lld triangles: too many to draw.", n.triangles);
    sn_error_why(error, "Pictures are made of at most %d.", (int)MOST_TRIANGLES);
    sn_error_fix(error, "Use surfaces with fewer triangles.");
    return SN_EINPUT;
  }
  *out = (sn_mesh){.what = what};
  out->vertex = sn_arena_get(arena, (size_t)n.vertices, sizeof *out->vertex);
  out->normal = sn_arena_get(arena, (size_t)n.vertices, sizeof *out->normal);
  out->velocity = sn_arena_get(arena, (size_t)n.vertices, sizeof *out->velocity);
  out->along = SN_NEW(arena, double, n.vertices);
  out->triangle = sn_arena_get(arena, (size_t)n.triangles, sizeof *out->triangle);
  out->item = SN_NEW(arena, int, n.triangles);
  out->element = SN_NEW(arena, int, n.triangles);
  if (!out->vertex || !out->normal || !out->velocity || !out->along || !out->triangle || !out->item || !out->element) {
    return sn_no_memory(error, "the triangles of a picture");
  }
  for (int i = 0; i < n.triangles; i++) { /* vertices that are on no line and no sheet */
    out->element[i] = -1;
  }
  for (int i = 0; i < n.vertices; i++) {
    out->along[i] = -1;
  }
  for (int i = 0; i < s->n_solid; i++) {
    put_geometry(out, s->solid[i].item, s->geometry + s->solid[i].geometry);
  }
  for (int i = 0; i < s->n_between; i++) {
    put_geometry(out, s->between[i].item, s->geometry + s->between[i].geometry);
  }
  out->symbol[0] = out->n_triangle;
  for (int i = 0; i < s->n_joint && (what & SN_MESH_JOINTS); i++) {
    put_geometry(out, s->joint[i].item, s->geometry + s->joint[i].geometry);
  }
  out->symbol[1] = out->n_triangle;
  for (int i = 0; i < s->scene->n_line; i++) {
    int n_vertex, n_triangle;
    sn_sweep_count(s->scene, i, &n_vertex, &n_triangle);
    SN_TRY(sn_sweep_triangles(s->scene, i, out->n_vertex, out->triangle + out->n_triangle,
                              out->element + out->n_triangle, out->along + out->n_vertex, arena, error));
    for (int k = 0; k < n_triangle; k++) {
      out->item[out->n_triangle + k] = s->scene->line[i].item;
    }
    out->n_vertex += n_vertex;
    out->n_triangle += n_triangle;
  }
  for (int i = 0; i < s->scene->n_sheet; i++) {
    const sn_scene_sheet *sheet = s->scene->sheet + i;
    for (int k = 0; k < sheet->n_triangle && s->scene->n_sheet_element > 0; k++) {
      out->element[out->n_triangle + k] = s->scene->sheet_element[sheet->first_triangle + k];
    }
    for (int k = 0; k < sheet->n_row && s->scene->n_sheet_node > 0; k++) {
      out->along[out->n_vertex + k] = s->scene->sheet_node[sheet->first_row + k];
    }
    put_triangles(out, sheet->item, (const int(*)[3])s->scene->sheet_triangle + sheet->first_triangle,
                  sheet->n_triangle, sheet->n_row);
  }
  return SN_OK;
}
