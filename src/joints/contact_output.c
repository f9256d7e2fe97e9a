/* joints/contact_output.c -- what a contact reports: sums over its pairs of features, or of the one that is nearest.
 * What:    normal forces are those of the instant; friction is that of the last step (its mean), impulses and losses are counted by the steps.
 */
#include <math.h>

#include "joints/contact.h"
#include "system/kernel.h"

/* ---- one pair */

static const double *internal_of(const sn_observation *o, const sn_touching *t)
{
  const sn_block *b = o->system->block + t->block;
  SN_ASSERT(b->contact);
  return o->internal + b->contact->internal;
}

static double gap_of(const sn_observation *o, const sn_touching *t, double *e)
{
  const sn_block *b = o->system->block + t->block;
  sn_forms(b, o->local, e);
  return t->pair.gap.value(&t->pair.gap, e, NULL, NULL);
}

static double normal_force_of(const sn_observation *o, const sn_touching *t)
{
  return -o->stress[o->system->block[t->block].stress];
}

/* a vector along the axes of its first part in ground axes, as seen by the second part of the contact */
static sn_v3 turned(const sn_observation *o, const sn_touching *t, const double x[3])
{
  return v3_scale(t->swapped ? -1 : 1, m3_mul(sn_axes_in(&t->first, o->q), v3(x[0], x[1], x[2])));
}

static sn_v3 force_of(const sn_observation *o, const sn_touching *t)
{
  double e[SN_CONTACT_PAIR], n[3], xi[3], f[3];
  const double *internal = internal_of(o, t), force = normal_force_of(o, t);
  (void)gap_of(o, t, e);
  t->pair.gap.place(&t->pair.gap, e, n, xi);
  for (int k = 0; k < 3; k++) {
    f[k] = force * n[k] - internal[SN_CONTACT_FRICTION + k];
  }
  return turned(o, t, f);
}

/* ---- all of them */

static const sn_touching *nearest(const sn_observation *o, const sn_contact_made *c, double *gap)
{
  const sn_touching *best = c->touching;
  double e[SN_CONTACT_PAIR];
  *gap = INFINITY;
  for (int i = 0; i < c->n; i++) {
    const double now = gap_of(o, c->touching + i, e);
    best = now < *gap ? c->touching + i : best;
    *gap = fmin(*gap, now);
  }
  return best;
}

static double sum_of(const sn_observation *o, const sn_contact_made *c, int number)
{
  double sum = 0;
  for (int i = 0; i < c->n; i++) {
    sum += internal_of(o, c->touching + i)[number];
  }
  return sum;
}

static void force(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  sn_v3 sum = v3(0, 0, 0);
  for (int i = 0; i < c->n; i++) {
    sum = v3_add(sum, force_of(o, c->touching + i));
  }
  v3_put(sum, out);
}
static void normal(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  out[0] = 0;
  for (int i = 0; i < c->n; i++) {
    out[0] += normal_force_of(o, c->touching + i);
  }
}
static void friction(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  sn_v3 sum = v3(0, 0, 0);
  for (int i = 0; i < c->n; i++) {
    sum = v3_add(sum, turned(o, c->touching + i, internal_of(o, c->touching + i) + SN_CONTACT_FRICTION));
  }
  out[0] = v3_norm(sum);
}
static void gap(const sn_observation *o, const void *data, double *out)
{
  (void)nearest(o, data, out);
}
/* where a pair is nearest, on the surface of one of its features */
static sn_v3 place_of(const sn_observation *o, const sn_touching *t)
{
  double e[SN_CONTACT_PAIR], n[3], xi[3];
  (void)gap_of(o, t, e);
  t->pair.gap.place(&t->pair.gap, e, n, xi);
  const sn_v3 at = sn_point_in(&t->second, o->q);
  return t->pair.gap.n == SN_CONTACT_PAIR
             ? v3_add(at, m3_mul(sn_axes_in(&t->second, o->q), v3(xi[0], xi[1], xi[2])))
             : v3_axpy(at, -t->pair.round[1], m3_mul(sn_axes_in(&t->first, o->q), v3(n[0], n[1], n[2])));
}
static void point(const sn_observation *o, const void *data, double *out)
{
  double distance;
  v3_put(place_of(o, nearest(o, data, &distance)), out);
}
/* largest pressure on pieces of surfaces, and the area of those that touch */
static void pressure(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  out[0] = 0;
  for (int i = 0; i < c->n; i++) {
    const sn_touching *t = c->touching + i;
    out[0] = fmax(out[0], t->piece ? normal_force_of(o, t) / t->piece->area : 0);
  }
}
static void area(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  out[0] = 0;
  for (int i = 0; i < c->n; i++) {
    const sn_touching *t = c->touching + i;
    out[0] += t->piece && normal_force_of(o, t) > 0 ? t->piece->area : 0;
  }
}
static void centre(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  sn_v3 sum = v3(0, 0, 0);
  double total = 0;
  for (int i = 0; i < c->n; i++) {
    sum = v3_axpy(sum, normal_force_of(o, c->touching + i), place_of(o, c->touching + i));
    total += normal_force_of(o, c->touching + i);
  }
  if (total > 0) {
    v3_put(v3_scale(1 / total, sum), out);
  } else {
    point(o, data, out);
  }
}
static void slip(const sn_observation *o, const void *data, double *out)
{
  double distance, e[SN_CONTACT_PAIR], rate[SN_CONTACT_PAIR], n[3], xi[3], u[3];
  const sn_touching *t = nearest(o, data, &distance);
  const sn_block *b = o->system->block + t->block;
  (void)gap_of(o, t, e);
  sn_form_speeds(b, o->local, o->v, rate);
  t->pair.gap.place(&t->pair.gap, e, n, xi);
  for (int k = 0; k < 3; k++) {
    u[k] = rate[k];
    for (int j = 0; j < 3 && t->pair.gap.n == SN_CONTACT_PAIR; j++) {
      u[k] += xi[j] * rate[3 + 3 * j + k];
    }
  }
  const double across = n[0] * u[0] + n[1] * u[1] + n[2] * u[2];
  for (int k = 0; k < 3; k++) {
    u[k] -= across * n[k];
  }
  v3_put(turned(o, t, u), out);
}
static void state(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  out[0] = SN_CONTACT_OPEN;
  for (int i = 0; i < c->n; i++) {
    out[0] = fmax(out[0], internal_of(o, c->touching + i)[SN_CONTACT_STATE]);
  }
}
static void impulse(const sn_observation *o, const void *data, double *out)
{
  out[0] = sum_of(o, data, SN_CONTACT_IMPULSE);
}
static void touches(const sn_observation *o, const void *data, double *out)
{
  out[0] = sum_of(o, data, SN_CONTACT_TOUCHES);
}
static void friction_loss(const sn_observation *o, const void *data, double *out)
{
  out[0] = sum_of(o, data, SN_CONTACT_FRICTION_LOSS);
}
static void moment(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  sn_v3 sum = v3(0, 0, 0);
  for (int i = 0; i < c->n; i++) {
    sum = v3_sub(sum, turned(o, c->touching + i, internal_of(o, c->touching + i) + SN_CONTACT_MOMENT));
  }
  v3_put(sum, out);
}
static void rolling_loss(const sn_observation *o, const void *data, double *out)
{
  out[0] = sum_of(o, data, SN_CONTACT_ROLLING_LOSS);
}
static void impact_loss(const sn_observation *o, const void *data, double *out)
{
  out[0] = sum_of(o, data, SN_CONTACT_IMPACT_LOSS);
}
static void energy(const sn_observation *o, const void *data, double *out)
{
  const sn_contact_made *c = data;
  out[0] = 0;
  for (int i = 0; i < c->n; i++) {
    out[0] += sn_block_energy(o->system->block + c->touching[i].block, o->local, o->internal, o->t);
  }
}

const sn_output sn_contact_outputs[] = {
    {"force", "N", 3, "force on the second part, normal and friction, ground axes", force, SN_SHOWN},
    {"normal", "N", 1, "normal force", normal, SN_SHOWN},
    {"friction", "N", 1, "size of the friction force, mean of the last step", friction, SN_SHOWN},
    {"moment", "N m", 3, "of spin and rolling resistance on the second part, mean of the last step, ground axes",
     moment, SN_OUT_STORED},
    {"gap", "m", 1, "distance of the nearest features; negative: depth", gap, SN_SHOWN},
    {"point", "m", 3, "where they are nearest, on the surface of one of them", point, SN_SHOWN},
    {"centre", "m", 3, "of the normal forces; where it is open, that point", centre, SN_OUT_STORED},
    {"pressure", "Pa", 1, "largest normal force over drawn area of a piece of a surface of a solid", pressure,
     SN_OUT_STORED},
    {"area", "m^2", 1, "drawn area of the pieces of surfaces that touch", area, SN_OUT_STORED},
    {"slip", "m/s", 3, "velocity of the second part along the surface there, ground axes", slip, SN_OUT_STORED},
    {"state", "", 1, "0 open, 1 sticks, 2 slips", state, SN_OUT_STORED},
    {"impulse", "N s", 1, "of the normal force since the last touch", impulse, SN_OUT_STORED},
    {"touches", "", 1, "touches so far, of each of its features", touches, SN_OUT_STORED},
    {"energy", "J", 1, "stored in it", energy, SN_OUT_STORED},
    {"friction_loss", "J", 1, "lost to friction so far", friction_loss, SN_OUT_STORED},
    {"rolling_loss", "J", 1, "lost to rolling resistance so far", rolling_loss, SN_OUT_STORED},
    {"impact_loss", "J", 1, "lost in impacts so far", impact_loss, SN_OUT_STORED},
    {0}};

/* ---- what does not change */

static int one(double x, double *out)
{
  out[0] = x;
  return isfinite(x) && x > 0;
}
static int stiffness(const void *data, double *out)
{
  const sn_contact_made *c = data;
  return one(c->pressure_per_depth > 0 ? 0 : c->stiffness, out);
}
static int pressure_per_depth(const void *data, double *out)
{
  return one(((const sn_contact_made *)data)->pressure_per_depth, out);
}
static int duration(const void *data, double *out)
{
  return one(((const sn_contact_made *)data)->duration, out);
}
static int depth(const void *data, double *out)
{
  return one(((const sn_contact_made *)data)->depth_at_rest, out);
}
static int bristle(const void *data, double *out)
{
  return one(((const sn_contact_made *)data)->bristle, out);
}

const sn_constant sn_contact_constants[] = {
    {"stiffness", "N/m", 1, 1, "force per depth; N/m^power where the power is not 1", stiffness},
    {"pressure_per_depth", "N/m^3", 1, 1, "of surfaces of solids, mean", pressure_per_depth},
    {"duration", "s", 1, 1, "of a touch; a step that resolves it is a third of this or less", duration},
    {"depth_at_rest", "m", 1, 1, "under the weight of the lighter part", depth},
    {"friction_stiffness", "N/m", 1, 1, "of what sticks", bristle},
    {0}};
