/* system/frames.c -- frames: points and axes fixed in a node, in the ground or in a moving frame, as weights on vectors. */
#include "system/builder_private.h"

sn_frame sn_ground_frame(sn_builder *b)
{
  if (b->ground < 0) {
    const sn_m3 I = m3_identity();
    b->ground = sn_new_vector(b, SN_FIXED, 0, v3(0, 0, 0), v3(0, 0, 0));
    for (int k = 0; k < 3; k++) {
      sn_new_vector(b, SN_FIXED, 1 + k, I.c[k], v3(0, 0, 0));
    }
  }
  const int g = b->ground;
  return (sn_frame){.vector = {g, g + 1, g + 2, g + 3},
                    .point = {1, 0, 0, 0},
                    .axes = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                    .node = -1,
                    .moves = 0,
                    .n_dir = 3};
}

sn_frame sn_fixed_point_frame(sn_builder *b, sn_v3 x)
{
  const int v = sn_new_vector(b, SN_FIXED, 0, x, v3(0, 0, 0));
  sn_builder_extent(b, x);
  return (sn_frame){.vector = {v, -1, -1, -1}, .point = {1, 0, 0, 0}, .node = -1};
}

sn_frame sn_node_frame(const sn_builder *b, int node)
{
  sn_frame f = {.vector = {-1, -1, -1, -1}, .point = {1, 0, 0, 0}, .node = node, .moves = 2};
  for (int role = 0; role < 4; role++) {
    f.vector[role] = sn_vector_of(b, node, role);
  }
  for (int j = 0; j < 3; j++) {
    f.axes[j][1 + j] = f.vector[1 + j] >= 0;
    f.n_dir += f.vector[1 + j] >= 0;
  }
  return f;
}

sn_frame sn_moving_frame_frame(const sn_builder *b, int frame)
{
  sn_frame f = {.vector = {-1, -1, -1, -1},
                .point = {1, 0, 0, 0},
                .axes = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
                .node = -1,
                .moves = 1,
                .n_dir = 3};
  for (int k = 0; k < 4 && b->error.status == SN_OK; k++) {
    f.vector[k] = b->frame.at[frame].vector[k];
  }
  return f;
}

static sn_v3 weighted(const sn_frame *f, const double w[4], const sn_v3 *which)
{
  sn_v3 x = {{0, 0, 0}};
  for (int k = 0; k < 4; k++) {
    if (f->vector[k] >= 0) {
      x = v3_axpy(x, w[k], which[f->vector[k]]);
    }
  }
  return x;
}

sn_v3 sn_point_in(const sn_frame *f, const sn_v3 *which)
{
  return weighted(f, f->point, which);
}

sn_v3 sn_axis_in(const sn_frame *f, int j, const sn_v3 *which)
{
  return weighted(f, f->axes[j], which);
}

sn_m3 sn_axes_in(const sn_frame *f, const sn_v3 *which)
{
  return (sn_m3){{sn_axis_in(f, 0, which), sn_axis_in(f, 1, which), sn_axis_in(f, 2, which)}};
}

sn_v3 sn_frame_point(const sn_builder *b, const sn_frame *f)
{
  return b->error.status == SN_OK ? sn_point_in(f, b->q.at) : v3(0, 0, 0);
}

sn_m3 sn_frame_axes(const sn_builder *b, const sn_frame *f)
{
  return b->error.status == SN_OK ? sn_axes_in(f, b->q.at) : (sn_m3){{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
}

sn_frame sn_frame_local(const sn_frame *of, sn_v3 x, sn_m3 axes)
{
  sn_frame f = *of;
  for (int k = 0; k < 4; k++) {
    for (int j = 0; j < 3; j++) {
      f.point[k] += x.x[j] * of->axes[j][k];
      f.axes[j][k] = 0;
      for (int i = 0; i < 3; i++) {
        f.axes[j][k] += axes.c[j].x[i] * of->axes[i][k];
      }
    }
  }
  return f;
}

sn_status sn_frame_at(sn_builder *b, const sn_frame *of, sn_v3 x, sn_m3 axes, sn_frame *out, sn_error *error)
{
  const sn_v3 gap = v3_sub(x, sn_frame_point(b, of));
  sn_builder_extent(b, x);
  if (of->n_dir == 3) {
    const sn_m3 r = sn_frame_axes(b, of);
    sn_m3 local;
    for (int j = 0; j < 3; j++) {
      local.c[j] = m3_tmul(r, axes.c[j]);
    }
    *out = sn_frame_local(of, m3_tmul(r, gap), local);
    return SN_OK;
  }
  *out = *of;
  sn_v3 rest = gap;
  if (of->n_dir == 1) { /* a fibre reaches points on its own line */
    const sn_v3 d = b->q.at[of->vector[3]];
    out->point[3] += v3_dot(d, gap);
    rest = v3_axpy(gap, -v3_dot(d, gap), d);
  }
  const double size = fmax(v3_norm(x), v3_norm(v3_sub(b->highest, b->lowest)));
  if (v3_norm(rest) > 1e-9 * size) {
    sn_failf(error, SN_EINPUT, "the place (%.6g, %.6g, %.6g) is %.3g m away from the node it should sit on", x.x[0],
             x.x[1], x.x[2], v3_norm(rest));
    sn_error_why(error, "a point has no axes, so nothing can be attached beside it");
    sn_error_fix(error, "leave out the place, or attach to a body");
    return SN_EINPUT;
  }
  return SN_OK;
}
