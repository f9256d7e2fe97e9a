/* model/drawing.c -- where things are: drawing coordinates, the drawn and the initial configuration, frames on parts.
 *                  (and messages about an item: what every kind needs).
 * What:    drawing coordinates (of a group) -> drawn (ground) -> initial (after initial joint coordinates, start.c).
 * Tests:   tests/model/test_model.c, tests/model/test_start.c.
 */
#include "model/model_private.h"

#include <stdarg.h>
#include <stdio.h>

sn_v3 sn_drawn_point(const sn_item *item, sn_v3 x)
{
  SN_ASSERT(item->group);
  return v3_add(item->group->shift, m3_mul(item->group->turn, x));
}

sn_v3 sn_drawn_direction(const sn_item *item, sn_v3 d)
{
  return m3_mul(item->group->turn, d);
}

sn_m3 sn_drawn_axes(const sn_item *item, sn_m3 r)
{
  return m3_mul3(item->group->turn, r);
}

sn_v3 sn_start_point(const sn_item *part, sn_v3 x_drawn)
{
  SN_ASSERT(part->start != NULL);
  return v3_add(part->start->shift, m3_mul(part->start->turn, x_drawn));
}

sn_m3 sn_start_axes(const sn_item *part, sn_m3 r_drawn)
{
  return m3_mul3(part->start->turn, r_drawn);
}

sn_v3 sn_start_velocity(const sn_item *part, sn_v3 x_start, sn_v3 v_drawn)
{
  SN_ASSERT(part->start);
  const sn_v3 field = v3_add(part->start->drift, v3_cross(part->start->spin, x_start));
  return v3_add(m3_mul(part->start->turn, v_drawn), field);
}

sn_v3 sn_start_spin(const sn_item *part, sn_v3 omega_drawn)
{
  return v3_add(m3_mul(part->start->turn, omega_drawn), part->start->spin);
}

/* beside the station, in its axes */
static sn_status beside(const sn_ref *ref, sn_builder *b, sn_frame *f, sn_error *error)
{
  if (!ref->has_point || v3_norm(ref->point) == 0) {
    return SN_OK;
  }
  if (f->n_dir < 3) {
    sn_failf(error, SN_EINPUT, "'%s' has no axes, so it has no point {%.6g, %.6g, %.6g}.", sn_ref_name(ref),
             ref->point.x[0], ref->point.x[1], ref->point.x[2]);
    sn_error_why(error, "Points, links and cables only have positions.");
    sn_error_fix(error, "Use the part itself, or make it a body.");
    return SN_EINPUT;
  }
  *f = sn_frame_local(b, f, ref->point, m3_identity());
  return SN_OK;
}

sn_status sn_frame_of(const sn_ref *ref, sn_builder *b, sn_frame *out, sn_error *error)
{
  SN_REQUIRE(!ref->item || ref->given, error);
  if (!ref->item) {
    const sn_v3 origin = sn_builder_origin_of(b);
    *out = sn_ground_frame(b);
    if (v3_norm(origin) == 0) {
      return beside(ref, b, out, error);
    }
    *out = sn_frame_local(b, out, v3_sub(ref->has_point ? ref->point : v3(0, 0, 0), origin), m3_identity());
    return SN_OK;
  }
  if (!ref->item->kind->part.attach) {
    sn_failf(error, SN_EINPUT, "Nothing can be attached to '%s': a %s is no part.", ref->item->name,
             ref->item->kind->name);
    sn_error_fix(error, "Attach to a part (body, point, cable, ...) or to ground.");
    return SN_EINPUT;
  }
  SN_TRY(ref->item->kind->part.attach(ref->item, ref->station, b, out, error));
  return beside(ref, b, out, error);
}

sn_status sn_frame_on(const sn_ref *ref, sn_builder *b, sn_v3 x_drawn, sn_m3 axes_drawn, sn_frame *out, sn_error *error)
{
  sn_frame of;
  SN_TRY(sn_frame_of(ref, b, &of, error));
  const sn_v3 x = ref->item ? sn_start_point(ref->item, x_drawn) : x_drawn;
  const sn_m3 axes = ref->item ? sn_start_axes(ref->item, axes_drawn) : axes_drawn;
  return sn_frame_at(b, &of, x, axes, out, error);
}

/* the first member of a type, or NULL */
static const void *member(const sn_item *item, sn_type type)
{
  for (const sn_input *in = item->kind->inputs; in && in->name; in++) {
    if (in->type == type) {
      return (const char *)item->param + in->offset;
    }
  }
  return NULL;
}

static int station_frame(const sn_ref *ref, sn_v3 *x, sn_m3 *axes)
{
  const sn_item *item = ref->item;
  *x = v3(0, 0, 0);
  *axes = m3_identity();
  if (!item) {
    return 1;
  }
  if (item->kind->part.drawn) {
    return item->kind->part.drawn(item, ref->station, x, axes);
  }
  const sn_v3 *at = member(item, SN_PLACE);
  const sn_m3 *turn = member(item, SN_ORIENTATION);
  if (!at) {
    return 0;
  }
  *x = sn_drawn_point(item, isnan(at->x[0]) ? v3(0, 0, 0) : *at);
  *axes = sn_drawn_axes(item, turn && !isnan(turn->c[0].x[0]) ? *turn : m3_identity());
  return 1;
}

int sn_drawn_frame(const sn_ref *ref, sn_v3 *x, sn_m3 *axes)
{
  if (!station_frame(ref, x, axes)) {
    return 0;
  }
  if (ref->has_point) {
    *x = v3_add(*x, m3_mul(*axes, ref->point));
  }
  return 1;
}

int sn_drawn_station(const sn_ref *ref, sn_v3 *x)
{
  sn_m3 axes;
  return sn_drawn_frame(ref, x, &axes);
}

const char *sn_ref_name(const sn_ref *ref)
{
  return ref->item ? ref->item->name : "ground";
}

int sn_axis_letters(const char *text)
{
  int bits = 0;
  for (const char *c = text; c && *c; c++) {
    if (*c < 'x' || *c > 'z' || (bits & 1 << (*c - 'x'))) {
      return -1;
    }
    bits |= 1 << (*c - 'x');
  }
  return text && !bits ? -1 : bits;
}

sn_status sn_item_fail(const sn_item *item, sn_status status, sn_error *error, const char *what, ...)
{
  char text[sizeof error->what];
  va_list list;
  va_start(list, what);
  (void)vsnprintf(text, sizeof text, what, list);
  va_end(list);
  sn_failf(error, status, "%s", text);
  sn_error_at_item(error, item);
  return status;
}
