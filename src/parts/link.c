/* parts/link.c -- a straight rigid rod without spin: chain links and struts.
 * What:    two point nodes at a fixed distance, uniform mass; nodes are shared with points, cables and
 *          other links, and tied to bodies and ground.
 * Theory:  e = (u.u - L^2)/(2 L) = 0, u = x_b - x_a, stress = axial force; mass m/6 [2 1; 1 2].
 * Limits:  carries no moment and no spin about itself.
 * Tests:   tests/parts/test_parts.c
 */
#include "parts/link.h"

#include <stddef.h>

#include "model/model.h"
#include "parts/line.h"
#include "parts/part.h"
#include "system/guard.h"

/* Where an end is drawn: as given, or where the part it shares a node with is. */
int sn_link_drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  const sn_link *p = item->param;
  const int last = station == 1 || station == SN_STATION_LAST;
  const sn_v3 at = last ? p->to : p->from;
  *axes = m3_identity();
  if (station == SN_STATION_SELF || station > 1) {
    return 0;
  }
  if (!isnan(at.x[0])) {
    *x = sn_drawn_point(item, at);
    return 1;
  }
  return item->ref[last].given && item->ref[last].item != item && sn_drawn_station(item->ref + last, x);
}

int sn_link_stations(const sn_item *item)
{
  (void)item;
  return 2;
}

sn_status sn_link_begin(const sn_item *item, sn_builder *b, sn_link_frozen *f, sn_error *error)
{
  const sn_link *p = item->param;
  const sn_v3 nan3 = v3(NAN, NAN, NAN), zero = v3(0, 0, 0);
  sn_v3 x[2] = {isnan(p->from.x[0]) ? nan3 : sn_drawn_point(item, p->from),
                isnan(p->to.x[0]) ? nan3 : sn_drawn_point(item, p->to)};
  SN_TRY(sn_find_end(item, item->ref, "from", b, x, f->end, error));
  SN_TRY(sn_find_end(item, item->ref + 1, "to", b, x + 1, f->end + 1, error));
  const sn_v3 velocity = sn_drawn_direction(item, sn_vector_or(p->velocity, zero));
  const sn_v3 omega = sn_drawn_direction(item, sn_vector_or(p->angular_velocity, zero));
  for (int k = 0; k < 2; k++) {
    if (!f->end[k].shared) {
      const sn_v3 v = v3_add(velocity, v3_cross(omega, v3_sub(x[k], x[0])));
      const sn_v3 at = sn_start_point(item, x[k]);
      f->end[k].frame = sn_node_frame(b, sn_add_point(b, at, sn_start_velocity(item, at, v)));
    }
  }
  const sn_v3 gap = v3_sub(sn_frame_point(b, &f->end[1].frame), sn_frame_point(b, &f->end[0].frame));
  f->length = v3_norm(gap);
  if (!(f->length > 0) || f->end[0].frame.vector[0] == f->end[1].frame.vector[0]) {
    sn_item_fail(item, SN_EINPUT, error, "The %s '%s' has no length.", item->kind->name, item->name);
    sn_error_fix(error, "Its two ends must be different places.");
    return SN_EINPUT;
  }
  return SN_OK;
}

void sn_link_finish(sn_item *item, double mass, sn_builder *b, sn_link_frozen *f)
{
  const int vector[2] = {f->end[0].frame.vector[0], f->end[1].frame.vector[0]};
  const int free_end[2] = {f->end[0].frame.node >= 0, f->end[1].frame.node >= 0};
  f->mass = mass;
  for (int k = 0; k < 2; k++) {
    (free_end[k] ? sn_add_mass : sn_add_held_mass)(b, vector[k], vector[k], mass / 3);
  }
  if (free_end[0] && free_end[1]) {
    sn_add_mass(b, vector[0], vector[1], mass / 6);
  } else if (free_end[0] ||
             free_end[1]) { /* the other end rests: it takes no part in the motion, but half of the weight */
    sn_add_weight(b, vector[free_end[1]], mass / 6);
    sn_add_held_mass(b, vector[0], vector[1], mass / 6);
  }
  sn_tie_end(f->end, b);
  sn_tie_end(f->end + 1, b);
  sn_draw_line(item, b, 2, vector, ((const sn_link *)item->param)->radius, 0);
  sn_draw_held(item, f->end, b);
  sn_draw_held(item, f->end + 1, b);
  item->frozen = f;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const sn_link *p = item->param;
  sn_link_frozen *f = SN_NEW(sn_builder_arena(b), sn_link_frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_link_begin(item, b, f, error));
  const double l = f->length;
  f->block = sn_block_begin(b, &sn_law_constraint, "length");
  const int u = sn_between(b, &f->end[0].frame, &f->end[1].frame);
  sn_form_zero(b, sn_form_length(b, u, l));
  if (sn_builder_penalty(b, f->block) > 0) { /* else it has its length */
    sn_guard_length(b, (sn_element_name){0}, l, 1, &u);
  }
  sn_link_finish(item, p->mass, b, f);
  return SN_OK;
}

sn_status sn_link_attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)b;
  SN_REQUIRE(item->frozen != NULL, error);
  if (station == SN_STATION_SELF || station > 1) {
    sn_item_fail(item, SN_EINPUT, error, "The %s '%s' can only be held at its ends.", item->kind->name, item->name);
    sn_error_fix(error, "Use .first or .last of what %s { ... } returned, or make it a body.", item->kind->name);
    return SN_EINPUT;
  }
  *out = ((const sn_link_frozen *)item->frozen)->end[station == 1 || station == SN_STATION_LAST].frame;
  return SN_OK;
}

void sn_link_ends(const sn_item *item, const sn_v3 *q, sn_v3 out[2])
{
  SN_ASSERT(item->frozen);
  const sn_link_frozen *f = item->frozen;
  out[0] = sn_point_in(&f->end[0].frame, q);
  out[1] = sn_point_in(&f->end[1].frame, q);
}

void sn_link_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  SN_ASSERT(item->frozen);
  const sn_link_frozen *f = item->frozen;
  const sn_v3 x[2] = {sn_point_in(&f->end[0].frame, q), sn_point_in(&f->end[1].frame, q)};
  sn_mass_sum sum = {0};
  sn_line_mass(1, x, f->mass, &sum);
  *out = sn_mass_of(&sum);
}

void sn_link_first(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const sn_link_frozen *)data)->end[0].frame, o->q), out);
}
void sn_link_last(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const sn_link_frozen *)data)->end[1].frame, o->q), out);
}

static void force(const sn_observation *o, const void *data, double *out)
{
  const sn_link_frozen *f = data;
  out[0] = o->stress[o->system->block[f->block].stress];
}
static const sn_input inputs[] = {
    SN_LINK_ENDS,
    {"mass", SN_NUMBER, "kg", "mass, spread evenly", SN_MEMBER(sn_link, mass), SN_NOT_NEGATIVE, SN_PRESET(0)},
    SN_LINK_START,
    {0}};
static const sn_output outputs[] = {{"force", "N", 1, "axial force, tension positive", force, SN_CARRIED},
                                    {"first", "m", 3, "position of the first end", sn_link_first, 0},
                                    {"last", "m", 3, "position of the last end", sn_link_last, 0},
                                    {0}};

const sn_kind sn_kind_link = {.name = "link",
                              .help = "A straight rigid rod without spin between two points.",
                              .class = SN_CLASS_PART,
                              .n_refs = 2,
                              .inputs = inputs,
                              .param_size = sizeof(sn_link),
                              .freeze = freeze,
                              .reports = {.outputs = outputs},
                              .part = {.by_node = 1,
                                       .attach = sn_link_attach,
                                       .stations = sn_link_stations,
                                       .drawn = sn_link_drawn,
                                       .mass = sn_link_mass},
                              .line = {.ends = sn_link_ends}};
