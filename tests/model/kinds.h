/* tests/model/kinds.h -- small kinds of our own: a point, a block, a hinge that also slides, a push. */
#ifndef SN_TESTS_MODEL_KINDS_H
#define SN_TESTS_MODEL_KINDS_H
#include <stddef.h>
#include <string.h>

#include "math/rotation.h"
#include "model/model.h"

typedef struct {
  sn_v3 at, velocity, angular_velocity;
  sn_m3 orientation;
  double mass;
  sn_shapes shape;
} test_block;
#define FIELD(type, name) SN_MEMBER(type, name)

static const sn_input test_point_inputs[] = {
    {"at", SN_PLACE, "m", "place", FIELD(test_block, at), .required = 1},
    {"velocity", SN_VECTOR, "m/s", "velocity", FIELD(test_block, velocity)},
    {"mass", SN_NUMBER, "kg", "mass", FIELD(test_block, mass), SN_NOT_NEGATIVE, SN_PRESET(1)},
    {0}};
static const sn_input test_block_inputs[] = {
    {"at", SN_PLACE, "m", "place", FIELD(test_block, at), .required = 1},
    {"orientation", SN_ORIENTATION, "", "axes", FIELD(test_block, orientation)},
    {"velocity", SN_VECTOR, "m/s", "velocity", FIELD(test_block, velocity)},
    {"angular_velocity", SN_VECTOR, "rad/s", "spin", FIELD(test_block, angular_velocity)},
    {"mass", SN_NUMBER, "kg", "mass", FIELD(test_block, mass), SN_POSITIVE, SN_PRESET(1)},
    {"shape", SN_SHAPES, "", "picture", FIELD(test_block, shape)},
    {0}};

static inline sn_v3 test_or_zero(sn_v3 x)
{
  return isnan(x.x[0]) ? v3(0, 0, 0) : x;
}

static inline sn_status test_part_attach(const sn_item *item, int station, sn_builder *b, sn_frame *out,
                                         sn_error *error)
{
  (void)station;
  (void)error;
  *out = sn_node_frame(b, *(const int *)item->frozen);
  return SN_OK;
}

static inline sn_status test_part_freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const test_block *p = item->param;
  const int is_point = strcmp(item->kind->name, "point") == 0;
  int *node = SN_NEW(sn_builder_arena(b), int, 1);
  (void)error;
  const sn_v3 x = sn_start_point(item, sn_drawn_point(item, p->at));
  const sn_v3 v = sn_start_velocity(item, x, sn_drawn_direction(item, test_or_zero(p->velocity)));
  if (is_point) {
    *node = sn_add_point(b, x, v);
    sn_add_mass(b, sn_vector_of(b, *node, 0), sn_vector_of(b, *node, 0), p->mass);
  } else {
    const sn_m3 r = isnan(p->orientation.c[0].x[0]) ? m3_identity() : p->orientation;
    const sn_v3 w = sn_start_spin(item, sn_drawn_direction(item, test_or_zero(p->angular_velocity)));
    *node = sn_add_triad(b, x, v, sn_start_axes(item, sn_drawn_axes(item, r)), w);
    const sn_frame f = sn_node_frame(b, *node);
    const double inertia[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    sn_add_rigid_mass(b, &f, p->mass, v3(0, 0, 0), inertia);
    for (int k = 0; k < p->shape.n; k++) {
      const sn_frame at = sn_frame_local(b, &f, p->shape.shape[k].at, p->shape.shape[k].axes);
      sn_draw_shape(item, b, p->shape.shape + k, &at);
    }
  }
  item->frozen = node;
  return SN_OK;
}

typedef struct {
  sn_v3 at, axis;
  double angle, angle_rate, slide, slide_rate;
} test_hinge;
static const sn_input test_hinge_inputs[] = {
    {"at", SN_PLACE, "m", "place", FIELD(test_hinge, at), .required = 1},
    {"axis", SN_VECTOR, "", "axis", FIELD(test_hinge, axis), .required = 1},
    {"angle", SN_NUMBER, "rad", "initial angle", FIELD(test_hinge, angle)},
    {"angle_rate", SN_NUMBER, "rad/s", "initial rate", FIELD(test_hinge, angle_rate)},
    {"slide", SN_NUMBER, "m", "initial displacement", FIELD(test_hinge, slide)},
    {"slide_rate", SN_NUMBER, "m/s", "initial rate", FIELD(test_hinge, slide_rate)},
    {0}};

static inline void test_hinge_initial(const sn_item *item, const char *name, double *value, double *rate)
{
  const test_hinge *p = item->param;
  const int angle = strcmp(name, "angle") == 0;
  *value = angle ? p->angle : p->slide;
  *rate = angle ? p->angle_rate : p->slide_rate;
}

static inline sn_status test_hinge_motion(const sn_item *item, const char *name, sn_v3 *point, sn_v3 *axis,
                                          double *rotation, double *translation, sn_error *error)
{
  const test_hinge *p = item->param;
  (void)error;
  *point = sn_drawn_point(item, p->at);
  *axis = v3_unit(sn_drawn_direction(item, p->axis));
  *rotation = strcmp(name, "angle") == 0;
  *translation = *rotation == 0;
  return SN_OK;
}

static inline void test_one(const sn_observation *o, const void *data, double *out)
{
  (void)o;
  (void)data;
  out[0] = 1;
}

static const sn_output test_hinge_outputs[] = {
    {"angle", "rad", 1, "angle", test_one, SN_SHOWN}, {"angle_rate", "rad/s", 1, "rate", test_one, 0}, {0}};

static const sn_kind test_point = {.name = "point",
                                   .help = "A point.",
                                   .class = SN_CLASS_PART,
                                   .inputs = test_point_inputs,
                                   .param_size = sizeof(test_block),
                                   .freeze = test_part_freeze,
                                   .part = {.attach = test_part_attach}};
static const sn_kind test_body = {.name = "block",
                                  .help = "A block.",
                                  .class = SN_CLASS_PART,
                                  .inputs = test_block_inputs,
                                  .param_size = sizeof(test_block),
                                  .freeze = test_part_freeze,
                                  .part = {.attach = test_part_attach}};
static const sn_kind test_joint = {
    .name = "hinge",
    .help = "A hinge.",
    .class = SN_CLASS_JOINT,
    .n_refs = 2,
    .inputs = test_hinge_inputs,
    .param_size = sizeof(test_hinge),
    .reports = {.outputs = test_hinge_outputs},
    .joint = {.coordinates = "angle|slide", .initial = test_hinge_initial, .motion = test_hinge_motion}};

/* ---- values by hand */
static inline sn_value number(double x)
{
  return (sn_value){.type = SN_VALUE_NUMBER, .number = x};
}
static inline sn_value text(const char *x)
{
  return (sn_value){.type = SN_VALUE_TEXT, .text = x};
}
static inline sn_value list(sn_arena *a, int n, const double *x)
{
  sn_value *e = SN_NEW(a, sn_value, n);
  for (int k = 0; k < n; k++) {
    e[k] = number(x[k]);
  }
  return (sn_value){.type = SN_VALUE_LIST, .n = n, .entry = e};
}
static inline sn_value vector(sn_arena *a, double x, double y, double z)
{
  return list(a, 3, (double[]){x, y, z});
}
typedef struct {
  const char *name;
  sn_value value;
} named;
static inline sn_value record(sn_arena *a, const char *maker, int n, const named *x)
{
  sn_value *e = SN_NEW(a, sn_value, n);
  const char **name = SN_NEW(a, const char *, n);
  for (int k = 0; k < n; k++) {
    e[k] = x[k].value;
    name[k] = x[k].name;
  }
  return (sn_value){.type = SN_VALUE_RECORD, .n = n, .entry = e, .name = (const char *const *)name, .maker = maker};
}
#define RECORD(arena, ...) \
  record((arena), NULL, (int)(sizeof((named[]){__VA_ARGS__}) / sizeof(named)), (named[]){__VA_ARGS__})
#define MADE(arena, maker, ...) \
  record((arena), (maker), (int)(sizeof((named[]){__VA_ARGS__}) / sizeof(named)), (named[]){__VA_ARGS__})

#endif
