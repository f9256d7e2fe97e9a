/* session/scene_edges.c -- symbols along edges that the ground holds: so near each other that they are one wall, one wedge, one row of rollers.
 * What:    a symbol for every piece of the edge of a given length, which is that of the smallest symbols; where they are drawn larger they
 *          overlap. Walls look along the surface; wedges and rollers stand upright below the edge, or above one that its shell hangs from.
 * Tests:   tests/session/test_scene.c
 */
#include <math.h>
#include <stdio.h>

#include "math/rotation.h"
#include "session/scene.h"

static const double piece = 0.024; /* of the model's extent: 2.2 times the smallest symbol (show/stage/stage.c) */
static const double hanging = 0.5; /* what goes down from its edge by more hangs */
enum { MOST = 400 };               /* symbols of an edge */

static sn_v3 place(const sn_drawable *d, int k, const sn_v3 *q)
{
  return sn_point_in(d->frames + k, q);
}

static double length_of(const sn_drawable *d, const sn_v3 *q)
{
  double sum = 0;
  for (int k = 1; k < d->n; k++) {
    sum += v3_norm(v3_sub(place(d, k, q), place(d, k - 1, q)));
  }
  return sum;
}

int sn_scene_has_edges(const sn_session *s)
{
  int any = 0;
  for (int i = 0; i < s->frozen.n_drawable; i++) {
    any = any || s->frozen.drawable[i].type == SN_DRAW_EDGE;
  }
  return any;
}

int sn_scene_edge_marks(const sn_session *s, const sn_drawable *d)
{
  const double extent = s->frozen.system->extent, n = ceil(length_of(d, s->frozen.start.q) / (piece * extent));
  return n >= 1 && n < MOST ? (int)n : n >= MOST ? MOST : 1;
}

/* Upright, across the edge; an edge that goes up itself is held from outside. */
static sn_m3 upright(sn_m3 axes, sn_v3 up)
{
  const sn_v3 across = v3_axpy(up, -v3_dot(up, axes.c[0]), axes.c[0]);
  if (v3_norm(across) > 0.3) {
    axes.c[2] = v3_scale(v3_dot(axes.c[2], up) < -hanging ? -1 : 1, v3_unit(across));
    axes.c[1] = v3_cross(axes.c[2], axes.c[0]);
  }
  return axes;
}

void sn_scene_add_edge(const sn_session *s, const sn_viewer_rows *places, const sn_drawable *d, sn_scene *out)
{
  const sn_v3 *q = s->frozen.start.q, up = v3(out->up[0], out->up[1], out->up[2]);
  const int n = sn_scene_edge_marks(s, d), wall = d->clamped;
  const double step = length_of(d, q) / n;
  double before = 0; /* length up to node k */
  for (int i = 0, k = 0; i < n; i++) {
    const double at = (i + 0.5) * step;
    double l = v3_norm(v3_sub(place(d, k + 1, q), place(d, k, q)));
    while (before + l < at && k + 2 < d->n) {
      before += l;
      k++;
      l = v3_norm(v3_sub(place(d, k + 1, q), place(d, k, q)));
    }
    const double part = l > 0 ? fmin(1, (at - before) / l) : 0;
    sn_scene_joint *j = &out->joint[out->n_joint++];
    *j = (sn_scene_joint){.item = out->n_item - 1, .a = sn_scene_spot(d->frames + k, places)};
    (void)snprintf(j->glyph, sizeof j->glyph, "%s", d->what);
    const sn_m3 axes = sn_axes_in(d->frames + (part < 0.5 ? k : k + 1), q);
    sn_quaternion_of(wall ? axes : upright(axes, up), j->a.quaternion);
    v3_put(v3_axpy(place(d, k, q), part, v3_sub(place(d, k + 1, q), place(d, k, q))), j->a.position);
    j->b = j->a;
  }
}
