/* joints/wheel.c -- a wheel, torus or ball, on planes, edges and convex prisms, without friction.
 * What:    one potential k <-gap>^2/2 for every obstacle the wheel is on. Without friction the spin of a wheel has no say: contact normals
 *          of a body of revolution meet its axis. The hub may spin or not.
 * Theory:  the gap is a function of six forms, the centre and the axis of the wheel along the axes of the obstacle, and a composite strain
 *          (docs/theory.md, wheels and obstacles): exact work, and momenta where the obstacle moves too. The hole of the torus is filled,
 *          as that of a wheel is: then wheel and obstacle are convex, and the gap has one slope everywhere outside.
 * Limits:  frictionless. The tube is pressed in by less than its radius; see math/convex_distance.c for what is beyond.
 * Tests:   tests/mechanisms/test_wheels.c, tests/mechanisms/test_vehicle.c, tests/laws
 */
#include <stddef.h>
#include <string.h>

#include "joints/joint.h"
#include "joints/obstacle.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  sn_refs on;
  sn_v3 at, axis;
  double radius, tube, stiffness;
} wheel;

/* The gap to one obstacle; sn_gap.value gets the address of its first member. */
typedef struct {
  sn_gap gap;
  const sn_convex *solid;
  double ring, tube; /* radius of the disc inside, and of the tube around it */
  double steepest
      [SN_DISC_FORMS]; /* a distance changes by at most what the centre moves, and the rim when the axis turns */
} disc_gap;

typedef struct {
  disc_gap gap;
  const sn_obstacle *obstacle;
  int block;
} contact;

typedef struct {
  int n;
  contact *contact;
} frozen;

static double gap_value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  const disc_gap *d = (const disc_gap *)(const void *)g;
  return sn_disc_distance(d->solid, d->ring, e, gradient, hessian, NULL) - d->tube;
}

/* ---- checks */

static sn_status check_wheel(const sn_item *item, const wheel *p, const sn_frame *hub, sn_error *error)
{
  const int torus = p->tube < p->radius;
  if (p->tube > p->radius) {
    sn_item_fail(item, SN_EINPUT, error, "`tube` = %.6g of wheel '%s' is larger than its radius %.6g.", p->tube,
                 item->name, p->radius);
    sn_error_why(error, "radius is the outer radius of the wheel, tube that of its round edge.");
    sn_error_fix(error, "Make tube smaller; leave it out for a ball.");
    return SN_EINPUT;
  }
  if (torus && !sn_has_axes(hub)) {
    sn_item_fail(item, SN_EINPUT, error, "Wheel '%s' needs an axis, but '%s' is only a point.", item->name,
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Put it on a body, or leave out tube: a ball needs no axis.");
    return SN_EINPUT;
  }
  if (torus && !(v3_norm(p->axis) > 0)) {
    sn_item_fail(item, SN_EINPUT, error, "Wheel '%s' has a tube but no axis.", item->name);
    sn_error_fix(error, "Give axis = \"y\", the direction of its axle; or leave out tube for a ball.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status check_obstacle(const sn_item *item, const sn_refs *on, int k, const sn_frame *hub, sn_error *error)
{
  SN_REQUIRE(k >= 0 && k < on->n, error);
  const sn_ref *ref = on->x + k;
  const sn_obstacle *o = sn_obstacle_of(ref->item);
  if (!o) {
    sn_item_fail(item, SN_EINPUT, error, "Wheel '%s' cannot run on '%s', which is %s%s.", item->name, sn_ref_name(ref),
                 ref->item ? "a " : "no surface", ref->item ? ref->item->kind->name : "");
    sn_error_fix(error, "Name planes and obstacles in `on`: road = plane { at = {0, 0, 0} }.");
    return SN_EINPUT;
  }
  for (int i = 0; i < k; i++) {
    if (on->x[i].item == ref->item) {
      sn_item_fail(item, SN_EINPUT, error, "Wheel '%s': `on` names '%s' twice.", item->name, sn_ref_name(ref));
      sn_error_fix(error, "Name each obstacle once.");
      return SN_EINPUT;
    }
  }
  if (hub->moves < 2 && o->frame.moves < 2) {
    sn_item_fail(item, SN_EINPUT, error, "Neither wheel '%s' nor '%s' is free to move.", item->name, sn_ref_name(ref));
    sn_error_fix(error, "Put the wheel on a body, or remove it.");
    return SN_EINPUT;
  }
  if (hub->node >= 0 && hub->node == o->node) {
    sn_item_fail(item, SN_EINPUT, error, "Wheel '%s' runs on '%s', and both are on '%s'.", item->name, sn_ref_name(ref),
                 sn_ref_name(item->ref));
    sn_error_fix(error, "Put one of them on another part.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status check_start(const sn_item *item, const contact *c, const sn_ref *on, sn_builder *b, sn_error *error)
{
  const double now = sn_composite_now(b);
  if (now > -c->gap.tube) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Wheel '%s' starts %.4g m inside '%s'.", item->name, -now, sn_ref_name(on));
  sn_error_why(error,
               "Its tube has a radius of %.4g m; deeper inside, the direction of the contact force is undefined.",
               c->gap.tube);
  sn_error_fix(error, "Move the wheel or the obstacle, or use a larger tube.");
  return SN_EINPUT;
}

/* ---- freeze */

static sn_status touch(const sn_item *item, const sn_frame *hub, const sn_ref *on, const wheel *p, contact *c,
                       sn_builder *b, sn_error *error)
{
  const int torus = p->tube < p->radius;
  c->obstacle = sn_obstacle_of(on->item);
  c->gap =
      (disc_gap){.gap = {.n = torus ? SN_DISC_FORMS : 3,
                         .least = c->obstacle->solid.n_edge > 0 ? -p->tube : -INFINITY, /* a plane is never passed */
                         .value = gap_value},
                 .solid = &c->obstacle->solid,
                 .ring = torus ? p->radius - p->tube : 0,
                 .tube = p->tube};
  for (int k = 0; k < SN_DISC_FORMS; k++) {
    c->gap.steepest[k] = k < 3 ? 1 : c->gap.ring;
  }
  c->gap.gap.steepest = c->gap.steepest;
  const sn_frame *frame = &c->obstacle->frame;
  c->block = sn_block_begin(b, &sn_law_potential, "contact");
  const int centre = sn_between(b, frame, hub), axis = torus ? sn_axis_of(b, hub, 2) : -1;
  int side[3];
  for (int k = 0; k < 3; k++) {
    side[k] = sn_axis_of(b, frame, k);
    sn_form(b, 1, centre, side[k], 0);
  }
  for (int k = 0; k < 3 && torus; k++) {
    sn_form(b, 1, axis, side[k], 0);
  }
  sn_coordinate_gap(b, 0, &c->gap.gap, 1);
  sn_composite_potential(b, sn_potential_one_sided(b, p->stiffness, 0, 0));
  return check_start(item, c, on, b, error);
}

/* The frame of the wheel: its centre, third axis along its axle. */
static sn_status place(sn_item *item, const wheel *p, sn_builder *b, sn_frame *out, sn_error *error)
{
  sn_frame of;
  SN_TRY(sn_frame_of(item->ref, b, &of, error));
  SN_TRY(check_wheel(item, p, &of, error));
  SN_TRY(sn_joint_end(item, 0, p->at, "at", b, out, error));
  if (!sn_has_axes(&of)) {
    return SN_OK;
  }
  const sn_v3 axis = v3_norm(p->axis) > 0 ? p->axis : v3(0, 0, 1); /* of a ball: any */
  const sn_m3 drawn = sn_rotation_along(v3_unit(sn_drawn_direction(item, axis)));
  const sn_m3 start = item->ref[0].item ? sn_start_axes(item->ref[0].item, drawn) : drawn;
  return sn_frame_at(b, &of, sn_frame_point(b, out), start, out, error);
}

/* ---- picture */

enum { AROUND = 48, ACROSS = 16 };

/* The ring of a torus about the third axis, as triangles. */
static sn_surface *torus_of(double ring, double tube, sn_arena *arena)
{
  static const double turn = 6.283185307179586;
  sn_surface *s = SN_NEW(arena, sn_surface, 1);
  double(*x)[3] = sn_arena_get(arena, AROUND * ACROSS, sizeof *x);
  int(*t)[3] = sn_arena_get(arena, (size_t)2 * AROUND * ACROSS, sizeof *t);
  if (!s || !x || !t) {
    return NULL;
  }
  for (int i = 0; i < AROUND; i++) {
    for (int j = 0; j < ACROSS; j++) {
      const double u = turn * i / AROUND, v = turn * j / ACROSS, r = ring + tube * cos(v);
      v3_put(v3(r * cos(u), r * sin(u), tube * sin(v)), x[i * ACROSS + j]);
      const int a = i * ACROSS + j, b = i * ACROSS + (j + 1) % ACROSS, c = (i + 1) % AROUND * ACROSS + j;
      const int d = (i + 1) % AROUND * ACROSS + (j + 1) % ACROSS;
      memcpy(t[2 * a], (int[3]){a, c, d}, sizeof *t);
      memcpy(t[2 * a + 1], (int[3]){a, d, b}, sizeof *t);
    }
  }
  *s = (sn_surface){.n_vertex = AROUND * ACROSS,
                    .vertex = (const double(*)[3])x,
                    .n_triangle = 2 * AROUND * ACROSS,
                    .triangle = (const int(*)[3])t,
                    .file = "torus",
                    .lo = v3(-ring - tube, -ring - tube, -tube),
                    .hi = v3(ring + tube, ring + tube, tube)};
  return s;
}

static sn_status draw_wheel(sn_item *item, const wheel *p, const sn_frame *hub, sn_builder *b, sn_error *error)
{
  if (!(p->tube < p->radius)) {
    sn_draw_form(item, b, "sphere", (double[3]){0, p->radius, 0}, NULL, hub);
    return SN_OK;
  }
  const sn_surface *ring = torus_of(p->radius - p->tube, p->tube, sn_builder_arena(b));
  if (!ring) {
    return sn_no_memory(error, "the model");
  }
  const sn_m3 axle = {{v3(0, 0, 1), v3(1, 0, 0), v3(0, 1, 0)}}; /* cylinders have their axis along x */
  const sn_frame across = sn_frame_local(b, hub, v3(0, 0, 0), axle);
  sn_draw_form(item, b, "mesh", (double[3]){1, 0, 0}, ring, hub);
  sn_draw_form(item, b, "cylinder", (double[3]){0.4 * p->tube, p->radius - p->tube, 0}, NULL, &across);
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  wheel p = *(const wheel *)item->param;
  p.tube = isnan(p.tube) ? p.radius : p.tube;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  contact *c = SN_NEW(sn_builder_arena(b), contact, p.on.n + 1);
  if (!f || !c) {
    return sn_no_memory(error, "the model");
  }
  sn_frame hub;
  SN_TRY(place(item, &p, b, &hub, error));
  for (int k = 0; k < p.on.n; k++) {
    SN_TRY(check_obstacle(item, &p.on, k, &hub, error));
    SN_TRY(touch(item, &hub, p.on.x + k, &p, c + k, b, error));
  }
  *f = (frozen){.n = p.on.n, .contact = c};
  item->frozen = f;
  return draw_wheel(item, &p, &hub, b, error);
}

/* ---- outputs */

static double look(const sn_observation *o, const contact *c, double *gradient, double *point)
{
  double e[SN_MAX_COMPOSITE_FORMS];
  sn_forms(o->system->block + c->block, o->local, e);
  return sn_disc_distance(c->gap.solid, c->gap.ring, e, gradient, NULL, point) - c->gap.tube;
}

/* a vector along the axes of the obstacle in ground axes */
static sn_v3 turned(const sn_observation *o, const contact *c, const double *x)
{
  return m3_mul(sn_axes_in(&c->obstacle->frame, o->q), v3(x[0], x[1], x[2]));
}

/* The obstacle that is nearest, or deepest in. */
static const contact *nearest(const sn_observation *o, const frozen *f, double *gap)
{
  const contact *best = f->contact;
  *gap = INFINITY;
  for (int k = 0; k < f->n; k++) {
    const double now = look(o, f->contact + k, NULL, NULL);
    best = now < *gap ? f->contact + k : best;
    *gap = fmin(*gap, now);
  }
  return best;
}

static void force(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  sn_v3 sum = v3(0, 0, 0);
  for (int k = 0; k < f->n; k++) {
    const contact *c = f->contact + k;
    double normal[SN_DISC_FORMS];
    look(o, c, normal, NULL);
    sum = v3_axpy(sum, -o->stress[o->system->block[c->block].stress], turned(o, c, normal));
  }
  v3_put(sum, out);
}
static void gap(const sn_observation *o, const void *data, double *out)
{
  nearest(o, data, out);
}
static void point(const sn_observation *o, const void *data, double *out)
{
  double distance, x[3];
  const contact *c = nearest(o, data, &distance);
  look(o, c, NULL, x);
  v3_put(v3_add(sn_point_in(&c->obstacle->frame, o->q), turned(o, c, x)), out);
}

static const sn_input inputs[] = {
    {"on", SN_PARTS, "", "the planes and obstacles it can touch", SN_MEMBER(wheel, on), .required = 1},
    {"at", SN_PLACE, "m", "its centre, drawing coordinates (default: the part's own place)", SN_MEMBER(wheel, at)},
    {"axis", SN_VECTOR, "", "direction of its axle, fixed in the part; a ball needs none", SN_MEMBER(wheel, axis)},
    {"radius", SN_NUMBER, "m", "outer radius", SN_MEMBER(wheel, radius), SN_POSITIVE, .required = 1},
    {"tube", SN_NUMBER, "m", "radius of its round edge: a torus whose hole is filled (default: a ball)",
     SN_MEMBER(wheel, tube), SN_POSITIVE},
    {"stiffness", SN_NUMBER, "N/m", "force per depth, for each obstacle it touches", SN_MEMBER(wheel, stiffness),
     SN_POSITIVE, .required = 1},
    {0}};
static const sn_output outputs[] = {
    {"force", "N", 3, "sum of the forces of its obstacles on the wheel, ground axes", force, SN_SHOWN},
    {"gap", "m", 1, "distance from the nearest obstacle; negative: depth", gap, SN_SHOWN},
    {"point", "m", 3, "nearest point of that obstacle: where they touch", point, SN_SHOWN},
    {0}};

const sn_kind sn_kind_wheel = {.name = "wheel",
                               .help = "A wheel (torus) or ball that runs on planes and obstacles without friction.",
                               .class = SN_CLASS_FORCE,
                               .n_refs = 1,
                               .inputs = inputs,
                               .param_size = sizeof(wheel),
                               .freeze = freeze,
                               .reports = {.outputs = outputs}};
