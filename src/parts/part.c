/* parts/part.c -- what the kinds of parts share: ends of links and cables.
 * Theory:  a point tied to a body lies in the body's frame, (x - x_on).axis_k = 0, k = 1..3: the frame
 *          that moves with the joint (docs/theory.md, joints). On ground it is a fixed vector: rows in ground axes would
 *          count a turning reaction as a rate of stress. A node without three axes (a point, a node of a shell) is shared.
 * Tests:   tests/parts/test_parts.c
 */
#include "parts/part.h"
#include "model/model.h"

sn_v3 sn_vector_or(sn_v3 given, sn_v3 otherwise)
{
  return isnan(given.x[0]) ? otherwise : given;
}

sn_status sn_check_start_length(const sn_item *item, double drawn, double rest, int both, sn_error *error)
{
  static const double much = 0.1;
  const double strain = drawn / rest - 1;
  SN_ASSERT(drawn >= 0 && rest > 0);
  const sn_run_settings *r = sn_model_run(item->model);
  if ((r && (r->start != 0 || r->start_from)) || !((both ? fabs(strain) : strain) > much)) {
    return SN_OK;
  }
  return sn_model_warn(item->model, item->where, error,
                       "%s '%s' is drawn %.4g m long, but is %.4g m long at rest: the run begins with it %s by %.3g %% "
                       "of its length, and with the energy of that, which nothing has put there; draw it as long as it "
                       "is, or begin with start = \"static\"",
                       item->kind->name, item->name, drawn, rest, strain > 0 ? "stretched" : "compressed",
                       100 * fabs(strain));
}

int sn_end_drawn(const sn_item *item, int last, const sn_points *points, sn_v3 from, sn_v3 to, sn_v3 *x)
{
  SN_ASSERT(last == 0 || last == 1);
  const sn_v3 at = points->n > 1 ? points->x[last ? points->n - 1 : 0] : last ? to : from;
  if (!isnan(at.x[0])) {
    *x = sn_drawn_point(item, at);
    return 1;
  }
  return item->ref[last].given && item->ref[last].item != item && sn_drawn_station(item->ref + last, x);
}

/* The place of a node alone, whatever directors it has: a point that others share. */
static sn_status only_place(sn_builder *b, sn_frame *f, sn_error *error)
{
  double *weight = SN_NEW(sn_builder_arena(b), double, 4);
  if (!weight) {
    return sn_no_memory(error, "the model");
  }
  SN_ASSERT(f->node >= 0 && f->n > 0 && f->vector[0] == sn_vector_of(b, f->node, 0));
  weight[0] = 1;
  weight[1] = weight[2] = weight[3] = 0;
  f->n = 1;
  f->weight = weight;
  f->n_dir = 0;
  return SN_OK;
}

sn_status sn_find_end(const sn_item *item, const sn_ref *ref, const char *field, sn_builder *b, sn_v3 *x_drawn,
                      sn_end *out, sn_error *error)
{
  *out = (sn_end){0};
  if (isnan(x_drawn->x[0]) && ref->given && sn_ref_is_place(ref)) {
    sn_drawn_station(ref, x_drawn);
  }
  const int placed = !isnan(x_drawn->x[0]);
  if (!ref->given) {
    if (!placed) {
      sn_item_fail(item, SN_EINPUT, error, "%s '%s' does not say where it %s.", item->kind->name, item->name,
                   field[0] == 'f' ? "begins" : "ends");
      sn_error_fix(error, "Give %s = { x, y, z }, or a point or a station of a cable as end.", field);
      return SN_EINPUT;
    }
    return SN_OK;
  }
  if (ref->item == item) {
    return sn_item_fail(item, SN_EINPUT, error, "%s '%s' ends on itself.", item->kind->name, item->name);
  }
  sn_frame f;
  SN_TRY(sn_frame_of(ref, b, &f, error));
  if (f.node >= 0 && f.n_dir == 1) { /* of a shell: its director alone cannot hold anything beside it */
    SN_TRY(only_place(b, &f, error));
  }
  if (f.node >= 0 && f.n_dir == 0) {
    sn_v3 place;
    const int known = sn_drawn_station(ref, &place);
    if (placed && known && v3_norm(v3_sub(place, *x_drawn)) > 1e-9 * (v3_norm(place) + v3_norm(*x_drawn))) {
      sn_item_fail(item, SN_EINPUT, error, "'%s' is not where '%s' has its end.", field, sn_ref_name(ref));
      sn_error_why(error, "The node is shared; it is drawn at {%g, %g, %g}.", place.x[0], place.x[1], place.x[2]);
      sn_error_fix(error, "Leave '%s' out: the place of '%s' is taken.", field, sn_ref_name(ref));
      return SN_EINPUT;
    }
    if (!placed) {
      *x_drawn = known ? place : sn_frame_point(b, &f);
    }
    out->frame = f;
    out->shared = 1;
    return SN_OK;
  }
  if (!placed) {
    sn_item_fail(item, SN_EINPUT, error, "%s '%s' does not say where on '%s' it is tied.", item->kind->name, item->name,
                 sn_ref_name(ref));
    sn_error_fix(error, "Give %s = { x, y, z }.", field);
    return SN_EINPUT;
  }
  if (f.moves ==
      0) { /* on ground: the end is a fixed vector, without node and rows; a turning end then loses nothing */
    out->frame = sn_fixed_point_frame(b, *x_drawn);
    out->shared = 1;
    return SN_OK;
  }
  out->tied = 1;
  sn_v3 at;
  sn_m3 axes = m3_identity();
  sn_drawn_frame(ref, &at, &axes); /* rows along the part's own axes: the same however the model is turned */
  return sn_frame_on(ref, b, *x_drawn, axes, &out->on, error);
}

void sn_tie_end(const sn_end *end, sn_builder *b)
{
  SN_ASSERT(!(end->shared && end->tied));
  if (!end->tied) {
    return;
  }
  sn_block_meet(b);
  const int gap = sn_between(b, &end->on, &end->frame);
  for (int k = 0; k < 3; k++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &end->on, k), 0));
  }
}

void sn_draw_held(sn_item *item, const sn_end *end, sn_builder *b)
{
  if (end->tied) {
    sn_draw_end(item, b, &end->on, 0);
  } else if (end->shared && end->frame.node < 0) {
    sn_draw_end(item, b, &end->frame, 0);
  }
}

void sn_add_frame_mass(sn_builder *b, const sn_frame *fa, int i, const sn_frame *fb, int j, double m)
{
  SN_ASSERT(i >= 0 && i <= 3 && j >= 0 && j <= 3); /* 0: the point, else an axis; a fibre has the third */
  const double *wa = i ? sn_axis_row(fa, i - 1) : sn_point_row(fa), *wb = j ? sn_axis_row(fb, j - 1) : sn_point_row(fb);
  const int same = fa == fb && i == j;
  for (int k = 0; k < fa->n; k++) {
    for (int l = 0; l < fb->n; l++) {
      const double w = m * wa[k] * wb[l];
      const int va = fa->vector[k], vb = fb->vector[l];
      if (w == 0 || (same && l < k)) {
        continue;
      }
      const int a_rests = sn_vector_rests(b, va), b_rests = sn_vector_rests(b, vb);
      if (a_rests || b_rests) {
        sn_add_held_mass(b, va, vb, va == vb && !same ? 2 * w : w);
        if (!a_rests && l == 0) {
          sn_add_weight(b, va, w);
        } else if (!b_rests && k == 0) {
          sn_add_weight(b, vb, w);
        }
        continue;
      }
      sn_add_mass(b, va, vb, va == vb && !same ? 2 * w : w);
    }
  }
}
