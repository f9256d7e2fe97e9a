/* parts/shell_marks.c -- how edges of a shell are held in the ground, for pictures: a wall behind a clamp, a wedge under what is held in
 *          place, rollers under what may slide.
 * What:    the line of an edge as frames of the ground: first axis along it, third into the shell. Planes of symmetry, and what other
 *          parts hold, have no mark: the part is to be seen.
 * Tests:   tests/session/test_scene.c
 */
#include <string.h>

#include "model/model.h"
#include "parts/shell.h"

/* From every node of an edge to the middles of the elements around it. */
static void find_inside(const sn_shell_frozen *f, int edge, sn_v3 *inside)
{
  const int n = (f->grid.order + 1) * (f->grid.order + 1);
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    sn_v3 middle = v3(0, 0, 0);
    for (int a = 0; a < n; a++) {
      middle = v3_axpy(middle, 1.0 / n, f->X[sn_shell_node_of(&f->grid, e, a)]);
    }
    for (int a = 0; a < n; a++) {
      const int k = sn_shell_node_of(&f->grid, e, a);
      if (sn_shell_on_edge(&f->grid, edge, k)) {
        inside[k] = v3_add(inside[k], v3_sub(middle, f->X[k]));
      }
    }
  }
}

/* Along the edge, and into the shell. */
static sn_m3 axes_at(const sn_shell_frozen *f, const int *station, int n, int k, const sn_v3 *inside)
{
  SN_ASSERT(k >= 0 && k < n);
  const sn_v3 along = v3_sub(f->X[station[k + 1 < n ? k + 1 : k]], f->X[station[k > 0 ? k - 1 : k]]);
  const sn_v3 across = v3_cross(f->D[station[k]], along);
  sn_m3 axes;
  axes.c[0] = v3_unit(along);
  axes.c[2] = v3_unit(v3_scale(v3_dot(across, inside[station[k]]) < 0 ? -1 : 1, across));
  axes.c[1] = v3_cross(axes.c[2], axes.c[0]);
  return axes;
}

static sn_status draw_edge(sn_item *item, const sn_shell_frozen *f, int edge, sn_builder *b, sn_error *error)
{
  const sn_shell_edge *g = sn_shell_edge_at(item, edge);
  const char *mark = g->clamped ? "wall" : g->held && strlen(g->held) >= 3 ? "wedge" : "rollers";
  sn_arena *arena = sn_builder_arena(b);
  const int *station = NULL;
  int n = 0;
  sn_error none = {0}; /* a group that is no line has no mark */
  if (sn_shell_along_edge(item, sn_shell_edge_name(item, edge), arena, &station, &n, &none) != SN_OK || n < 2) {
    return SN_OK;
  }
  const sn_frame ground = sn_ground_frame(b);
  sn_frame *at = SN_NEW(arena, sn_frame, n);
  sn_v3 *inside = SN_NEW(arena, sn_v3, sn_shell_nodes(&f->grid));
  if (!at || !inside) {
    return sn_no_memory(error, "the picture");
  }
  find_inside(f, edge, inside);
  for (int k = 0; k < n; k++) {
    SN_TRY(sn_frame_at(b, &ground, f->X[station[k]], axes_at(f, station, n, k, inside), at + k, error));
  }
  sn_draw_edge(item, b, mark, n, at);
  return SN_OK;
}

sn_status sn_shell_draw_marks(sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  for (int k = 0; k < sn_shell_edges(item); k++) {
    const sn_shell_edge *g = sn_shell_edge_at(item, k);
    if (g->given && (g->clamped || g->held) && !g->on.item) {
      SN_TRY(draw_edge(item, f, k, b, error));
    }
  }
  return SN_OK;
}
