/* parts/shell_hard.c -- hard simple supports: directors of a held edge do not tilt along the edge.
 * What:    the wall that holds the edge also keeps it from turning about the normal of the edge in the surface, as a wall of its own
 *          length does; about the edge itself the shell turns freely. Without it (soft support) there is a layer of twist along the edge.
 * Theory:  docs/theory-shells.md, (S13h): one row per node, d.t = d0.t, with the tangent t of the edge in the ground or the part that holds it.
 * Limits:  not on another shell, whose directors are its own.
 * Tests:   tests/shells/test_hard.c
 */
#include <string.h>

#include "math/rotation.h"
#include "model/model.h"
#include "parts/shell.h"

/* Tangent of the edge at its k-th node: that of the parabola through neighbours (order 1: the chord). */
static sn_v3 tangent_at(const sn_shell_frozen *f, const int *station, int n, int k)
{
  const int closed = n > 2 && station[0] == station[n - 1];
  const int before = k > 0 ? k - 1 : closed ? n - 2 : -1, after = k < n - 1 ? k + 1 : closed ? 1 : -1;
  const sn_v3 x = f->X[station[k]];
  if (before >= 0 && after >= 0) {
    return v3_unit(v3_sub(f->X[station[after]], f->X[station[before]]));
  }
  const int next = before < 0 ? after : before, second = before < 0 ? 2 : n - 3;
  const double way = before < 0 ? 1 : -1;
  const sn_v3 chord = v3_sub(f->X[station[next]], x);
  if (f->grid.order < 2 || n < 3) {
    return v3_unit(v3_scale(way, chord));
  }
  return v3_unit(v3_scale(way, v3_sub(v3_scale(4, chord), v3_sub(f->X[station[second]], x))));
}

static int same_way(sn_v3 a, sn_v3 b)
{
  return v3_norm(v3_cross(a, b)) < 1e-6;
}

/* Does another edge hold the director of this node along t already? */
static int is_held(const sn_item *item, const sn_shell_grid *g, int node, sn_v3 t)
{
  for (int e = 0; e < sn_shell_edges(item); e++) {
    const sn_shell_edge *k = sn_shell_edge_at(item, e);
    if (!k->given || !sn_shell_on_edge(g, e, node)) {
      continue;
    }
    if (k->clamped || (!isnan(k->symmetry.x[0]) &&
                       same_way(m3_mul(item->start->turn, sn_drawn_direction(item, v3_unit(k->symmetry))), t))) {
      return 1;
    }
  }
  return 0;
}

static sn_status hold(const sn_shell_edge *edge, const sn_frame *node, sn_v3 t, sn_builder *b, sn_error *error)
{
  const sn_frame ground = sn_ground_frame(b);
  sn_frame way = sn_frame_local(b, &ground, v3(0, 0, 0), sn_rotation_along(t));
  if (edge->on.given && edge->on.item) {
    sn_frame on;
    SN_TRY(sn_frame_of(&edge->on, b, &on, error));
    SN_TRY(sn_frame_at(b, &on, sn_frame_point(b, node), sn_rotation_along(t), &way, error));
  }
  sn_block_begin(b, &sn_law_constraint, "hard");
  sn_form_zero(b, sn_form(b, 1, sn_axis_of(b, node, 2), sn_axis_of(b, &way, 2), 0));
  return SN_OK;
}

static sn_status check(const sn_item *item, int edge, sn_error *error)
{
  const sn_shell_edge *k = sn_shell_edge_at(item, edge);
  const char *what = k->clamped                                                    ? "is clamped and hard"
                     : !k->held                                                    ? "is hard, but not held"
                     : k->on.given && k->on.item && k->on.item->kind == item->kind ? "is hard on another shell"
                                                                                   : NULL;
  if (what) {
    sn_item_fail(item, SN_EINPUT, error, "Edge %s of shell '%s' %s.", sn_shell_edge_name(item, edge), item->name, what);
    sn_error_why(error, "A hard support is a held edge (held = \"xyz\") whose directors do not tilt along the edge.");
    sn_error_fix(error, k->clamped ? "Leave out `hard`: a clamp holds directors in all directions."
                        : !k->held ? "Add held = \"xyz\", or leave out `hard`."
                                   : "Leave out `hard`, or hold the edge on the ground or a body.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_shell_add_hard(const sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  sn_v3 *held = NULL; /* the tangent that a node is held along by an edge before; 0: by none */
  for (int e = 0; e < sn_shell_edges(item); e++) {
    const sn_shell_edge *edge = sn_shell_edge_at(item, e);
    const int *station = NULL;
    int n = 0;
    if (!edge->given || !edge->hard) {
      continue;
    }
    SN_TRY(check(item, e, error));
    held = held ? held : SN_NEW(arena, sn_v3, sn_shell_nodes(&f->grid));
    if (!held) {
      return sn_no_memory(error, "the model");
    }
    SN_TRY(sn_shell_along_edge(item, sn_shell_edge_name(item, e), arena, &station, &n, error));
    for (int k = 0; k < n; k++) {
      const int node = station[k];
      const sn_v3 t = tangent_at(f, station, n, k);
      const int again = k > 0 && k == n - 1 && station[0] == node;
      if (again || (v3_norm(held[node]) > 0 && same_way(held[node], t)) || is_held(item, &f->grid, node, t)) {
        continue;
      }
      held[node] = t;
      SN_TRY(hold(edge, f->node + node, t, b, error));
    }
  }
  return SN_OK;
}
