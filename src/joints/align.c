/* joints/align.c -- three points in line with a fixed ratio: b = a + ratio (c - a) [GOG, alignment].
 * Theory:  (x_b - (1 - r) x_a - r x_c).F_k = 0, k = 1..3, in the axes F of a body among the parts, else of ground (then
 *          the rows are linear).
 * Tests:   tests/joints/test_forces.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  sn_v3 at[3];
  double ratio;
} align;

typedef struct {
  sn_frame end[3];
  int block;
} frozen;

/* Axes the rows are written in: a free body, the middle one first. */
static sn_frame axes_of(const sn_frame *of, sn_builder *b)
{
  static const int order[3] = {1, 0, 2};
  for (int k = 0; k < 3; k++) {
    if (of[order[k]].moves == 2 && sn_has_axes(of + order[k])) {
      return of[order[k]];
    }
  }
  return sn_ground_frame(b);
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  static const char *const field[3] = {"at_a", "at_b", "at_c"};
  const align *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  sn_frame of[3];
  sn_v3 x[3];
  SN_TRY(sn_joint_parts(item, 3, b, of, error));
  for (int k = 0; k < 3; k++) {
    SN_TRY(sn_joint_end(item, k, p->at[k], field[k], b, f->end + k, error));
    x[k] = sn_frame_point(b, f->end + k);
  }
  const sn_v3 ac = v3_sub(x[2], x[0]), ab = v3_sub(x[1], x[0]);
  const double l2 = v3_dot(ac, ac);
  if (!(l2 > 0)) {
    sn_item_fail(item, SN_EINPUT, error, "The first and the last point of align '%s' are the same place.", item->name);
    sn_error_fix(error, "Draw them at different places: they define the line.");
    return SN_EINPUT;
  }
  const double r = isnan(p->ratio) ? v3_dot(ab, ac) / l2 : p->ratio;
  const double size = v3_norm(x[0]) + v3_norm(x[1]) + v3_norm(x[2]) + v3_norm(ac);
  int vector[3 * SN_MAX_BLOCK_VECTORS], n = 0;
  double weight[3 * SN_MAX_BLOCK_VECTORS];
  const double factor[3] = {r - 1, 1, -r};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < f->end[k].n; i++, n++) {
      vector[n] = f->end[k].vector[i];
      weight[n] = factor[k] * sn_point_row(f->end + k)[i];
    }
  }
  const sn_frame axes = axes_of(of, b);
  f->block = sn_block_begin(b, &sn_law_constraint, "alignment");
  const int gap = sn_interpolate(b, n, vector, weight);
  for (int k = 0; k < 3; k++) {
    sn_close_row(b, sn_form(b, 1, gap, sn_axis_of(b, &axes, k), 0), size);
  }
  sn_draw_between(item, b, "rod", f->end, f->end + 2);
  item->frozen = f;
  return SN_OK;
}

static void reaction(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  sn_v3 sum = v3(0, 0, 0), moment = sum;
  sn_add_wrench(o, f->block, f->end + 1, sn_point_in(f->end + 1, o->q), &sum, &moment);
  v3_put(sum, out);
}

static const sn_input inputs[] = {
    {"at_a", SN_PLACE, "m", "point on the first part, drawing coordinates (default: its own place)",
     SN_MEMBER(align, at)},
    {"at_b", SN_PLACE, "m", "point on the second part", SN_MEMBER(align, at) + sizeof(sn_v3)},
    {"at_c", SN_PLACE, "m", "point on the third part", SN_MEMBER(align, at) + 2 * sizeof(sn_v3)},
    {"ratio", SN_NUMBER, "", "b = a + ratio (c - a) (default: as drawn)", SN_MEMBER(align, ratio)},
    {0}};
static const sn_output outputs[] = {{"reaction", "N", 3, "force on the middle part, ground axes", reaction, SN_CARRIED},
                                    {0}};

const sn_kind sn_kind_align = {.name = "align",
                               .help = "Keeps a point on the line through two others, at a fixed ratio.",
                               .class = SN_CLASS_JOINT,
                               .n_refs = 3,
                               .inputs = inputs,
                               .param_size = sizeof(align),
                               .freeze = freeze,
                               .reports = {.outputs = outputs}};
