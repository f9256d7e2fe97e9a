/* system/frames.c -- frames: points and axes fixed in a node, in the ground, in a moving frame or in an element, as weights on vectors.
 * Tests:   tests/steps/test_frames.c
 */
#include "system/builder_private.h"
#include "system/kernel.h"

static const int no_vector[4] = {0};
static const double no_weight[16] = {0};

/* Without memory: a frame that says nothing. */
static sn_frame without_memory(sn_builder *b)
{
  sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
  return (sn_frame){.vector = no_vector, .weight = no_weight, .node = -1};
}

/* A frame of n vectors with weights that are still zero, in *weight. */
static sn_frame blank(sn_builder *b, int n, int **vector, double **weight)
{
  SN_ASSERT(n >= 0);
  *vector = SN_NEW(b->arena, int, n);
  *weight = SN_NEW(b->arena, double, 4 * n);
  return *vector && *weight ? (sn_frame){.n = n, .vector = *vector, .weight = *weight, .node = -1} : without_memory(b);
}

/* Position first, if there is one, and directors: point and axes of the vectors themselves. A position with three axes has the
   weights that all of them share. */
static sn_frame own_axes(sn_builder *b, int n, const int *of)
{
  static const double whole[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  int is_whole = n == 4, n_dir = 0;
  for (int k = 0; k < n; k++) {
    SN_ASSERT(of[k] >= 0 && of[k] < b->vector.n);
    is_whole = is_whole && b->vector.at[of[k]].role == k;
    n_dir += sn_is_director(b->vector.at + of[k]);
  }
  int *vector = SN_NEW(b->arena, int, n);
  double *own = is_whole ? NULL : SN_NEW(b->arena, double, 4 * n);
  if (!vector || !(own || is_whole)) {
    return without_memory(b);
  }
  for (int k = 0; k < n; k++) {
    vector[k] = of[k];
    if (own) {
      own[b->vector.at[of[k]].role % SN_ROLE_COORDINATE * n + k] = 1; /* a coordinate stands for a point */
    }
  }
  return (sn_frame){.n = n, .vector = vector, .weight = own ? own : whole, .node = -1, .n_dir = n_dir};
}

sn_frame sn_ground_frame(sn_builder *b)
{
  if (b->ground < 0) {
    const sn_m3 I = m3_identity();
    b->ground = sn_new_vector(b, SN_FIXED, 0, b->origin, v3(0, 0, 0));
    for (int k = 0; k < 3; k++) {
      sn_new_vector(b, SN_FIXED, 1 + k, I.c[k], v3(0, 0, 0));
    }
  }
  const int g = b->ground, of[4] = {g, g + 1, g + 2, g + 3};
  SN_ASSERT(b->error.status != SN_OK || (g >= 0 && g + 3 < b->vector.n));
  return own_axes(b, b->error.status == SN_OK ? 4 : 0, of);
}

sn_frame sn_fixed_point_frame(sn_builder *b, sn_v3 x)
{
  const int v = sn_new_vector(b, SN_FIXED, 0, x, v3(0, 0, 0));
  sn_builder_extent(b, x);
  return own_axes(b, b->error.status == SN_OK, &v);
}

sn_frame sn_node_frame(sn_builder *b, int node)
{
  const int known = b->error.status == SN_OK && node >= 0 && node < b->node.n;
  sn_frame f = own_axes(b, known ? b->node.at[node].n_vec : 0, known ? b->node.at[node].vector : NULL);
  f.node = node;
  f.moves = 2;
  return f;
}

sn_frame sn_moving_frame_frame(sn_builder *b, int frame)
{
  const int known = b->error.status == SN_OK;
  SN_ASSERT(!known || (frame >= 0 && frame < b->frame.n));
  sn_frame f = own_axes(b, known ? 4 : 0, known ? b->frame.at[frame].vector : NULL);
  f.moves = 1;
  return f;
}

sn_frame sn_weighted_frame(sn_builder *b, int n, const int *vectors, const double *point, const double *const axes[3])
{
  int *vector;
  double *weight;
  if (n > SN_MAX_BLOCK_VECTORS) {
    sn_builder_fail(b, SN_EMODEL, "A frame is made of %d vectors; at most %d are possible.", n, SN_MAX_BLOCK_VECTORS);
  }
  sn_frame f = blank(b, b->error.status == SN_OK ? n : 0, &vector, &weight);
  f.n_dir = axes ? 3 : 0;
  for (int k = 0; k < f.n; k++) {
    SN_ASSERT(vectors[k] >= 0 && vectors[k] < b->vector.n);
    const sn_vector *v = b->vector.at + vectors[k];
    const int moves = v->freedom == SN_FREE ? 2 : v->freedom == SN_PRESCRIBED;
    f.node = k == 0 || f.node == v->node ? v->node : -1;
    f.moves = moves > f.moves ? moves : f.moves;
    vector[k] = vectors[k];
    weight[k] = point[k];
    for (int j = 0; j < 3 && axes; j++) {
      weight[(1 + j) * n + k] = axes[j][k];
    }
  }
  return f;
}

void sn_show_frame(sn_builder *b, const sn_frame *f)
{
  if (b->error.status == SN_OK && SN_PUSH(b, b->shown)) {
    SN_ASSERT(f->n > 0);
    b->shown.at[b->shown.n++] = (sn_shown_frame){f->n, f->n_dir, f->vector, f->weight, b->item};
  }
}

static sn_v3 weighted(const sn_frame *f, const double *w, const sn_v3 *which)
{
  SN_ASSERT(f->n >= 0 && f->n <= SN_MAX_BLOCK_VECTORS);
  sn_v3 x = {{0, 0, 0}};
  for (int k = 0; k < f->n; k++) {
    x = v3_axpy(x, w[k], which[f->vector[k]]);
  }
  return x;
}

sn_v3 sn_point_in(const sn_frame *f, const sn_v3 *which)
{
  return weighted(f, sn_point_row(f), which);
}

sn_v3 sn_axis_in(const sn_frame *f, int j, const sn_v3 *which)
{
  SN_ASSERT(j >= 0 && j < 3);
  return weighted(f, sn_axis_row(f, j), which);
}

sn_m3 sn_axes_in(const sn_frame *f, const sn_v3 *which)
{
  return (sn_m3){{sn_axis_in(f, 0, which), sn_axis_in(f, 1, which), sn_axis_in(f, 2, which)}};
}

sn_v3 sn_frame_point(const sn_builder *b, const sn_frame *f)
{
  if (b->error.status != SN_OK) {
    return v3(0, 0, 0);
  }
  const sn_v3 x = sn_point_in(f, b->q.at);
  return v3_norm(b->origin) > 0 ? v3_add(x, b->origin) : x;
}

sn_m3 sn_frame_axes(const sn_builder *b, const sn_frame *f)
{
  return b->error.status == SN_OK ? sn_axes_in(f, b->q.at) : (sn_m3){{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
}

void sn_frame_velocity(const sn_builder *b, const sn_frame *f, sn_v3 *v, sn_v3 *omega)
{
  *v = *omega = v3(0, 0, 0);
  if (b->error.status != SN_OK) {
    return;
  }
  *v = sn_point_in(f, b->v.at);
  for (int j = 0; j < 3; j++) { /* of orthonormal axes: sum a x a' = 2 omega */
    *omega = v3_axpy(*omega, 0.5, v3_cross(sn_axis_in(f, j, b->q.at), sn_axis_in(f, j, b->v.at)));
  }
}

sn_frame sn_frame_local(sn_builder *b, const sn_frame *of, sn_v3 x, sn_m3 axes)
{
  SN_ASSERT(of->n >= 0 && of->n <= SN_MAX_BLOCK_VECTORS && of->n_dir >= 0 && of->n_dir <= 3);
  double weight[4 * SN_MAX_BLOCK_VECTORS] = {0};
  sn_frame f = *of; /* of the same vectors */
  for (int k = 0; k < f.n; k++) {
    weight[k] = sn_point_row(of)[k];
    for (int j = 0; j < 3; j++) {
      weight[k] += x.x[j] * sn_axis_row(of, j)[k];
      for (int i = 0; i < 3; i++) {
        weight[(1 + j) * f.n + k] += axes.c[j].x[i] * sn_axis_row(of, i)[k];
      }
    }
  }
  f.weight = b->lists ? sn_lists_keep_bits(b->lists, weight, 4 * (size_t)f.n, sizeof *weight) : NULL;
  return f.weight ? f : without_memory(b);
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
    *out = sn_frame_local(b, of, m3_tmul(r, gap), local);
    return SN_OK;
  }
  *out = *of;
  sn_v3 rest = gap;
  if (of->n_dir == 1) { /* a fibre reaches points on its own line */
    const sn_v3 d = sn_frame_axes(b, of).c[2];
    *out = sn_frame_local(b, of, v3(0, 0, v3_dot(d, gap)), m3_identity());
    rest = v3_axpy(gap, -v3_dot(d, gap), d);
  }
  const double size = fmax(v3_norm(x), v3_norm(v3_sub(b->highest, b->lowest)));
  if (v3_norm(rest) > 1e-9 * size) {
    sn_failf(error, SN_EINPUT, "the place (%.6g, %.6g, %.6g) is %.3g m away from the node it should sit on", x.x[0],
             x.x[1], x.x[2], v3_norm(rest));
    sn_error_why(error, "a point has no axes, so nothing can be attached at a distance from it");
    sn_error_fix(error, "leave out the place, or attach to a body");
    return SN_EINPUT;
  }
  return SN_OK;
}
