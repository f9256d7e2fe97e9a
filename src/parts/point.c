/* parts/point.c -- a point mass: the smallest kind. Read it before you write a new one.
 * What:    one node with a position, mass on it. Cables and links share it by taking it as an end.
 * Theory:  no forms; the mass is m on the diagonal of the position.
 * Limits:  no rotation, so no moments and no joint that needs axes.
 * Tests:   tests/parts/test_parts.c
 */
#include <stddef.h>

#include "model/model.h"
#include "parts/part.h"

typedef struct {
  sn_v3 at, velocity;
  double mass;
} point;

typedef struct {
  sn_frame frame;
  double mass;
} frozen;

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const point *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  const sn_v3 x = sn_start_point(item, sn_drawn_point(item, p->at));
  const sn_v3 v = sn_drawn_direction(item, sn_vector_or(p->velocity, v3(0, 0, 0)));
  const int node = sn_add_point(b, x, sn_start_velocity(item, x, v));
  const int vector = sn_vector_of(b, node, 0);
  sn_add_mass(b, vector, vector, p->mass);
  f->frame = sn_node_frame(b, node);
  f->mass = p->mass;
  sn_draw_point(item, b, &f->frame);
  item->frozen = f;
  return SN_OK;
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)b;
  if (station > 0) {
    return sn_item_fail(item, SN_EINPUT, error, "Point '%s' has no node %d.", item->name, station);
  }
  *out = ((const frozen *)item->frozen)->frame;
  return SN_OK;
}

static void own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const frozen *f = item->frozen;
  sn_mass_sum sum = {0};
  sn_mass_add(&sum, f->mass, sn_point_in(&f->frame, q));
  *out = sn_mass_of(&sum);
}

static void position(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const frozen *)data)->frame, o->q), out);
}
static void velocity(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const frozen *)data)->frame, o->v), out);
}
static void acceleration(const sn_observation *o, const void *data, double *out)
{
  v3_put(sn_point_in(&((const frozen *)data)->frame, o->a), out);
}
static void kinetic_energy(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const sn_v3 v = sn_point_in(&f->frame, o->v);
  out[0] = f->mass * v3_dot(v, v) / 2;
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "where it is", SN_MEMBER(point, at), .required = 1},
    {"velocity", SN_VECTOR, "m/s", "initial velocity (default 0)", SN_MEMBER(point, velocity)},
    {"mass", SN_NUMBER, "kg", "mass; may be 0 if something else gives the node a mass (the end of a cable)",
     SN_MEMBER(point, mass), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {0}};
static const sn_output outputs[] = {{"position", "m", 3, "position", position, 0},
                                    {"velocity", "m/s", 3, "velocity", velocity, 0},
                                    {"acceleration", "m/s^2", 3, "acceleration", acceleration, 0},
                                    {"kinetic_energy", "J", 1, "kinetic energy of its own mass", kinetic_energy, 0},
                                    {0}};

const sn_kind sn_kind_point = {.name = "point",
                               .help = "A point mass: a position and no axes.",
                               .class = SN_CLASS_PART,
                               .inputs = inputs,
                               .param_size = sizeof(point),
                               .freeze = freeze,
                               .reports = {.outputs = outputs},
                               .part = {.attach = attach, .place_text = "point", .mass = own_mass}};
