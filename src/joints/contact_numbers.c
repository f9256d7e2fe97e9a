/* joints/contact_numbers.c -- numbers of a contact that are not given: stiffness, duration and loss of a touch.
 * What:    stiffness, in this order: as given; of surfaces of solids, 3 E over the depth of an element, for each area; Hertz, 4/3 E* sqrt(R), from E, nu and the radii; else so that a touch at the speed of a fall
 *          over the size of the smaller part is 1e-3 of that size deep, and 100 weights are not deeper.
 * Theory:  docs/theory-contact.md, the normal force.
 * Tests:   tests/mechanisms/test_contact.c
 */
#include <math.h>

#include "joints/contact.h"
#include "model/model.h"

/* depth of a usual touch, and deflection of the bristle at a usual friction, over the size of the smaller part */
static const double DEPTH = 1e-3, DEFLECTION = 1e-6;
/* a touch slower than this part of a usual one loses as that */
static const double SLOW = 1e-2;
static const double WEIGHTS = 100;
/* a surface of a solid is as many times as stiff as the elements below it */
static const double HARD = 3;
static const double PI = 3.14159265358979323846;
/* x (1 + e) = ln((1 + x)/(1 - e x)): Hunt and Crossley's damping times the speed of approach */
static double loss_of(double e)
{
  double lo = 0, hi = 1 / e;
  if (e >= 1) {
    return 0;
  }
  for (int i = 0; i < 200 && hi - lo > 1e-15 * hi; i++) {
    const double x = 0.5 * (lo + hi), rest = log((1 + x) / (1 - e * x)) - x * (1 + e);
    lo = rest < 0 ? x : lo;
    hi = rest < 0 ? hi : x;
  }
  return 0.5 * (lo + hi);
}

double sn_contact_mass(const sn_builder *b, const sn_item *part, const sn_frame *f)
{
  const sn_item_mass *of;
  double sum = 0;
  if (f->moves < 2 || !part) {
    return INFINITY;
  }
  const int n = sn_builder_masses_of(b, part->builder_item, &of);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 1 && f->n > 0; k++) {
      sum += of[i].a == of[i].b && of[i].a == f->vector[0] ? of[i].m : 0;
    }
  }
  return sum > 0 ? sum : INFINITY;
}

static double together(double a, double b)
{
  return a < INFINITY && b < INFINITY ? a * b / (a + b) : fmin(a, b);
}

static double gravity_of(const sn_item *item)
{
  return v3_norm(sn_model_gravity_of(item->model));
}

static sn_status no_scale(const sn_item *item, const char *field, const char *unit, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s' needs `%s`.", item->name, field);
  sn_error_why(error, "Neither gravity nor the start tells how fast the parts meet, or neither of them has a size.");
  sn_error_fix(error, "Give `%s` in %s.", field, unit);
  return SN_EINPUT;
}

static sn_status hertz(const sn_item *item, const sn_contact_fields *p, const sn_contact_side *const s[2],
                       sn_contact_made *c, sn_error *error)
{
  const double R = together(s[0]->radius, s[1]->radius);
  if (!(R < INFINITY)) {
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s' has E, but neither part is round.", item->name);
    sn_error_why(error, "Hertz' stiffness follows from the radius of a sphere or rod.");
    sn_error_fix(error, "Give `stiffness` in N/m in place of E.");
    return SN_EINPUT;
  }
  c->power = 1.5;
  c->stiffness = 2.0 / 3 * p->E / (1 - p->nu * p->nu) * sqrt(R);
  return SN_OK;
}

static double area_of(const sn_contact_side *const s[2])
{
  return s[0]->area + s[1]->area;
}

double sn_contact_share(const sn_contact_fields *p, const sn_contact_side *s, const sn_surface_point *piece)
{
  if (!piece) {
    return 1;
  }
  SN_ASSERT(s->area > 0 && s->resists > 0);
  return isnan(p->pressure_per_depth) ? piece->area * piece->modulus / s->resists : piece->area / s->area;
}

/* Surfaces of solids: a pressure per depth, and no turning of what is a point. */
static sn_status check_surface(const sn_item *item, const sn_contact_fields *p, const sn_contact_side *const s[2],
                               sn_error *error)
{
  const struct {
    const char *name;
    int given;
  } of[] = {{"stiffness", !isnan(p->stiffness)},
            {"E", !isnan(p->E)},
            {"power", p->power != 1},
            {"rolling", p->rubs.rolling > 0},
            {"patch", !isnan(p->rubs.patch)},
            {"spin", p->rubs.spin}};
  const int has_surface = area_of(s) > 0;
  for (size_t i = 0; i < sizeof of / sizeof *of && has_surface; i++) {
    if (of[i].given) {
      sn_item_fail(item, SN_EINPUT, error, "Contact '%s' has `%s`, but touches the surface of a solid.", item->name,
                   of[i].name);
      sn_error_why(error,
                   "A surface touches at many points, each a piece of it: it resists by a pressure per depth, and "
                   "its points do not turn.");
      sn_error_fix(error, "Leave it out; `pressure_per_depth` in N/m^3 makes the surface harder or softer.");
      return SN_EINPUT;
    }
  }
  if (!has_surface && !isnan(p->pressure_per_depth)) {
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s' has `pressure_per_depth`, but neither part is a solid.",
                 item->name);
    sn_error_fix(error, "Give `stiffness` in N/m in place of it.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_contact_choose(const sn_item *item, const sn_contact_fields *p, const sn_contact_side *const s[2],
                            sn_contact_made *c, sn_error *error)
{
  const double g = gravity_of(item), size = fmin(s[0]->size, s[1]->size), started = v3_norm(v3_sub(s[0]->v, s[1]->v));
  const double fall = size < INFINITY ? sqrt(2 * g * size) : 0, m = together(s[0]->mass, s[1]->mass), weight = m * g;
  double depth = DEPTH * size, speed = fmax(fall, started);
  speed = speed > 0 ? speed : fmax(s[0]->meets, s[1]->meets);
  c->mass = m;
  c->power = p->power;
  c->stiffness = p->stiffness;
  SN_TRY(check_surface(item, p, s, error));
  if (area_of(s) > 0) {
    c->pressure_per_depth =
        isnan(p->pressure_per_depth) ? HARD * (s[0]->resists + s[1]->resists) / area_of(s) : p->pressure_per_depth;
    c->stiffness = c->pressure_per_depth * area_of(s);
  } else if (isnan(p->stiffness) && !isnan(p->E)) {
    SN_TRY(hertz(item, p, s, c, error));
  } else if (isnan(p->stiffness)) {
    if (!(speed > 0) || !(size < INFINITY)) {
      return no_scale(item, "stiffness", "N/m", error);
    }
    c->stiffness = fmax(m * speed * speed / depth, WEIGHTS * weight) / pow(depth, p->power);
  }
  const double k = c->stiffness, n = c->power;
  /* what is not known follows from what is: a usual touch is as deep as its speed makes it, or the other way round */
  if (!(depth < INFINITY)) {
    depth = speed > 0 ? pow((n + 1) * m * speed * speed / (2 * k), 1 / (n + 1)) : pow(weight / k, 1 / n);
  }
  if (!(speed > 0)) {
    speed = sqrt(2 * k * pow(depth, n + 1) / ((n + 1) * m));
  }
  const double deepest = pow((n + 1) * m * speed * speed / (2 * k), 1 / (n + 1));
  /* a surface is harder than what is behind it: how long a touch lasts is up to the whole part */
  c->duration = area_of(s) > 0 ? 0 : n == 1 ? PI * sqrt(m / k) : 2.94 * deepest / speed;
  c->depth_at_rest = pow(weight / k, 1 / n);
  c->loss = loss_of(p->restitution);
  c->slowest = SLOW * speed;
  const sn_contact_usual usual = {.force = weight > 0 ? weight : k * pow(SLOW * deepest, n),
                                  .deflection = size < INFINITY ? DEFLECTION * size : DEPTH * depth,
                                  .radius = together(s[0]->radius, s[1]->radius),
                                  .E = p->E,
                                  .nu = p->nu};
  SN_TRY(sn_contact_find_friction(item, &p->rubs, &usual, c, error));
  if (c->loss > 0 && !(c->slowest > 0)) {
    return no_scale(item, "velocity", "m/s for one of the parts", error);
  }
  return p->rubs.friction > 0 && !(c->bristle > 0) ? no_scale(item, "friction_stiffness", "N/m", error) : SN_OK;
}
