/* parts/link.c -- a straight rigid rod without spin: chain links and struts.
 * What:    two point nodes at a fixed distance, uniform mass; nodes are shared with points, cables and
 *          other links, and tied to bodies and ground.
 * Theory:  e = (u.u - L^2)/(2 L) = 0, u = x_b - x_a, stress = axial force; mass m/6 [2 1; 1 2].
 * Limits:  carries no moment and no spin about itself.
 * Tests:   tests/parts/test_parts.c
 */
#include <stddef.h>

#include "model/model.h"
#include "parts/line.h"
#include "parts/part.h"

typedef struct {
  sn_v3 from, to, velocity, angular_velocity;
  double mass, radius;
} link;

typedef struct {
  sn_frame end[2];
  int block;
  double length;
} frozen;

/* Where an end is drawn: as given, or where the part it shares a node with is. */
static int drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  const link *p = item->param;
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

static int stations(const sn_item *item)
{
  (void)item;
  return 2;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const link *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  const sn_v3 nan3 = v3(NAN, NAN, NAN), zero = v3(0, 0, 0);
  sn_v3 x[2] = {isnan(p->from.x[0]) ? nan3 : sn_drawn_point(item, p->from),
                isnan(p->to.x[0]) ? nan3 : sn_drawn_point(item, p->to)};
  sn_end end[2];
  SN_TRY(sn_find_end(item, item->ref, "from", b, x, end, error));
  SN_TRY(sn_find_end(item, item->ref + 1, "to", b, x + 1, end + 1, error));
  const sn_v3 velocity = sn_drawn_direction(item, sn_vector_or(p->velocity, zero));
  const sn_v3 omega = sn_drawn_direction(item, sn_vector_or(p->angular_velocity, zero));
  int vector[2];
  for (int k = 0; k < 2; k++) {
    if (!end[k].shared) {
      const sn_v3 v = v3_add(velocity, v3_cross(omega, v3_sub(x[k], x[0])));
      const sn_v3 at = sn_start_point(item, x[k]);
      end[k].frame = sn_node_frame(b, sn_add_point(b, at, sn_start_velocity(item, at, v)));
    }
    f->end[k] = end[k].frame;
    vector[k] = end[k].frame.vector[0];
    (end[k].frame.node >= 0 ? sn_add_mass : sn_add_held_mass)(b, vector[k], vector[k], p->mass / 3);
  }
  const sn_v3 gap = v3_sub(sn_frame_point(b, f->end + 1), sn_frame_point(b, f->end));
  f->length = v3_norm(gap);
  if (!(f->length > 0) || vector[0] == vector[1]) {
    sn_item_fail(item, SN_EINPUT, error, "Link '%s' has no length.", item->name);
    sn_error_fix(error, "Its two ends must be different places.");
    return SN_EINPUT;
  }
  const int free_end[2] = {end[0].frame.node >= 0, end[1].frame.node >= 0};
  if (free_end[0] && free_end[1]) {
    sn_add_mass(b, vector[0], vector[1], p->mass / 6);
  } else if (free_end[0] ||
             free_end[1]) { /* the other end rests: it takes no part in the motion, but half of the weight */
    sn_add_weight(b, vector[free_end[1]], p->mass / 6);
    sn_add_held_mass(b, vector[0], vector[1], p->mass / 6);
  }
  const double l = f->length;
  f->block = sn_block_begin(b, &sn_law_constraint, "length");
  const int u = sn_gap_of(b, f->end, f->end + 1);
  sn_form_zero(b, sn_form(b, 1 / (2 * l), u, u, -l / 2));
  sn_tie_end(end, b);
  sn_tie_end(end + 1, b);
  sn_draw_line(item, b, 2, vector, p->radius, 0);
  sn_draw_held(item, end, b);
  sn_draw_held(item, end + 1, b);
  item->frozen = f;
  return SN_OK;
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)b;
  if (station == SN_STATION_SELF || station > 1) {
    sn_item_fail(item, SN_EINPUT, error, "Link '%s' can only be held at its ends.", item->name);
    sn_error_fix(error, "Use .first or .last of what link { ... } returned, or make it a body.");
    return SN_EINPUT;
  }
  *out = ((const frozen *)item->frozen)->end[station == 1 || station == SN_STATION_LAST];
  return SN_OK;
}

static void ends(const sn_item *item, const sn_v3 *q, sn_v3 out[2])
{
  const frozen *f = item->frozen;
  out[0] = sn_point_in(f->end, q);
  out[1] = sn_point_in(f->end + 1, q);
}

static void own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const frozen *f = item->frozen;
  const sn_v3 x[2] = {sn_point_in(f->end, q), sn_point_in(f->end + 1, q)};
  sn_mass_sum sum = {0};
  sn_line_mass(1, x, ((const link *)item->param)->mass, &sum);
  *out = sn_mass_of(&sum);
}

static void force(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = o->stress[o->system->block[f->block].stress];
}
static void first(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(((const frozen *)data)->end, o->q), out);
}
static void last(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(((const frozen *)data)->end + 1, o->q), out);
}

static const sn_input inputs[] = {
    {"from", SN_PLACE, "m", "first end; may be left out if it shares a point", offsetof(link, from), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"to", SN_PLACE, "m", "last end; may be left out if it shares a point", offsetof(link, to), SN_ANY, SN_NO_DEFAULT,
     0, NULL, NULL},
    {"mass", SN_NUMBER, "kg", "mass, spread evenly", offsetof(link, mass), SN_NOT_NEGATIVE, 0, 0, NULL, NULL},
    {"velocity", SN_VECTOR, "m/s", "initial velocity of the first end (default 0)", offsetof(link, velocity), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity (default 0)", offsetof(link, angular_velocity),
     SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"radius", SN_NUMBER, "m", "radius in pictures", offsetof(link, radius), SN_NOT_NEGATIVE, 0, 0, NULL, NULL},
    {0}};
static const sn_output outputs[] = {{"force", "N", 1, "axial force, tension positive", force, SN_CARRIED},
                                    {"first", "m", 3, "position of the first end", first, 0},
                                    {"last", "m", 3, "position of the last end", last, 0},
                                    {0}};

const sn_kind sn_kind_link = {.name = "link",
                              .help = "A straight rigid rod without spin between two points.",
                              .class = SN_CLASS_PART,
                              .n_refs = 2,
                              .inputs = inputs,
                              .outputs = outputs,
                              .param_size = sizeof(link),
                              .freeze = freeze,
                              .mass = own_mass,
                              .ends = ends,
                              .attach = attach,
                              .stations = stations,
                              .drawn = drawn};
