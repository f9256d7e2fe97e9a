/* tests/support/reference/joints.c -- rows of all joints, on position, velocity and acceleration level.
 * Theory:  relative motion of b as seen from the joint axes e of a: translation e.(p_b - p_a), rate
 *          e.(v_b - v_a - w_a x r); rotation rate e.(w_b - w_a). Joints are choices of these components (twists), not
 *          products of directors; their values on position level are cross products of the joint axes.
 * Tests:   tests/reference/test_reference.c, test_mechanisms.c.
 */
#include "internal.h"

const joint_kind ref_kinds[REF_JOINT_TYPES] = {
    [REF_REVOLUTE] = {"revolute", "xyzuv", "W"},
    [REF_PRISMATIC] = {"prismatic", "xyuvw", "z"},
    [REF_SCREW] = {"screw", "xyuvs", "W"},
    [REF_CYLINDRICAL] = {"cylindrical", "xyuv", "zW"},
    [REF_PLANAR] = {"planar", "zuv", "xyW"},
    [REF_SPHERICAL] = {"spherical", "xyz", ""},
    [REF_UNIVERSAL] = {"universal", "xyzn", "AB"},
    [REF_FIXED] = {"fixed", "xyzuvw", ""},
    [REF_DISTANCE] = {"distance", "d", ""},
    [REF_POINT_ON_LINE] = {"point_on_line", "xy", "z"},
    [REF_POINT_ON_PLANE] = {"point_on_plane", "z", "xy"},
};

/* Both sides of a joint at this instant, ground axes. */
typedef struct {
  int a, b;
  const motion *ma, *mb;
  vec arm_a, arm_b; /* centre to joint point */
  vec r, rdot;      /* p_b - p_a */
  vec rddot;        /* its acceleration without that of the bodies: centripetal parts */
  vec spin;         /* w_b - w_a */
  vec ea[3], eb[3];
} sides;

static vec any_normal(vec z)
{
  const vec t = fabs(z.x) < 0.6 ? (vec){1, 0, 0} : (vec){0, 1, 0};
  return unit(cross(cross(z, t), z));
}

void ref_frames(const ref_joint_data *d, const motion *a, const motion *b, joint_frames *out)
{
  const motion *m[2] = {a, b};
  const int is_distance = d->type == REF_DISTANCE;
  const vec p[2] = {vec_of(d->at), vec_of(is_distance ? d->at_b : d->at)};
  vec z = vec_of(d->axis), x = vec_of(d->x);
  z = norm(z) > 0 ? unit(z) : (vec){0, 0, 1};
  x = sub(x, mul(dot(x, z), z));
  x = norm(x) > 1e-6 ? unit(x) : any_normal(z);
  const vec axes[3] = {x, cross(z, x), z};
  const vec cross_axis = d->type == REF_UNIVERSAL ? unit(vec_of(d->axis_b)) : (vec){0, 0, 0};
  for (int s = 0; s < 2; s++) {
    out->point[s] = turn_back(&m[s]->turn, sub(p[s], m[s]->x));
    for (int k = 0; k < 3; k++) {
      out->axis[s][k] = turn_back(&m[s]->turn, axes[k]);
    }
    out->cross[s] = turn_back(&m[s]->turn, cross_axis);
  }
  out->length = norm(sub(p[1], p[0]));
}

static void add_body(row *o, int which, vec linear, vec angular)
{
  double *g = o->g + 6 * which;
  const double x[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
  for (int i = 0; i < 6; i++) {
    g[i] += x[i];
  }
}

static void look(int a, int b, vec point_a, vec point_b, const motion *all, sides *s)
{
  const motion *ma = &all[a], *mb = &all[b];
  s->a = a, s->b = b, s->ma = ma, s->mb = mb;
  s->arm_a = turn(&ma->turn, point_a);
  s->arm_b = turn(&mb->turn, point_b);
  s->r = sub(add(mb->x, s->arm_b), add(ma->x, s->arm_a));
  const vec va = cross(ma->w, s->arm_a), vb = cross(mb->w, s->arm_b);
  s->rdot = sub(add(mb->v, vb), add(ma->v, va));
  s->rddot = sub(cross(mb->w, vb), cross(ma->w, va));
  s->spin = sub(mb->w, ma->w);
}

/* e fixed in a: value e.r, rate e.(rdot - w_a x r), where w_a acts through the arm from a's centre to b's point */
static void translation(const sides *s, vec e, row *o)
{
  const vec w = s->ma->w;
  add_body(o, s->b, e, cross(s->arm_b, e));
  add_body(o, s->a, mul(-1, e), cross(e, add(s->arm_a, s->r)));
  o->value += dot(e, s->r);
  o->bias += dot(e, sub(add(s->rddot, cross(w, cross(w, s->r))), mul(2, cross(w, s->rdot))));
}

/* rate e.(w_b - w_a), e moving with edot */
static void rotation(const sides *s, double factor, vec e, vec edot, row *o)
{
  add_body(o, s->b, (vec){0, 0, 0}, mul(factor, e));
  add_body(o, s->a, (vec){0, 0, 0}, mul(-factor, e));
  o->bias += factor * dot(edot, s->spin);
}

static void separation(const sides *s, row *o)
{
  const double length = norm(s->r);
  const vec n = mul(1 / length, s->r);
  add_body(o, s->b, n, cross(s->arm_b, n));
  add_body(o, s->a, mul(-1, n), mul(-1, cross(s->arm_a, n)));
  o->value = length;
  o->bias = dot(n, s->rddot) + (dot(s->rdot, s->rdot) - dot(n, s->rdot) * dot(n, s->rdot)) / length;
}

/* the branch of an angle nearest to the integrated one */
static double branch(double angle, double near_to)
{
  const double full = 2 * acos(-1.0);
  return angle + full * round((near_to - angle) / full);
}

/* angle from vector p to vector q about the unit axis e */
static double angle_about(vec e, vec p, vec q)
{
  return atan2(dot(e, cross(p, q)), dot(p, q));
}

void ref_row(char letter, const ref_joint_data *d, const joint_frames *f, const motion *all, double turns, row *o)
{
  sides s;
  *o = (row){{0}, 0, 0};
  look(d->a, d->b, f->point[0], f->point[1], all, &s);
  for (int k = 0; k < 3; k++) {
    s.ea[k] = turn(&s.ma->turn, f->axis[0][k]);
    s.eb[k] = turn(&s.mb->turn, f->axis[1][k]);
  }
  const vec wa = s.ma->w, wb = s.mb->w;
  const vec az = s.ea[2], b = turn(&s.mb->turn, f->cross[1]); /* universal: az fixed in a, b in b */
  const vec off = cross(s.ea[2], s.eb[2]);                    /* misalignment of the z axes */
  switch (letter) {
  case 'x':
  case 'y':
  case 'z':
    translation(&s, s.ea[letter - 'x'], o);
    break;
  case 'u':
  case 'v':
    rotation(&s, 1, s.ea[letter - 'u'], cross(wa, s.ea[letter - 'u']), o);
    o->value = dot(off, s.ea[letter - 'u']);
    break;
  case 'w':
    rotation(&s, 1, az, cross(wa, az), o);
    o->value = dot(az, cross(s.ea[0], s.eb[0]));
    break;
  case 'W':
    rotation(&s, 1, az, cross(wa, az), o);
    o->value = branch(angle_about(az, s.ea[0], s.eb[0]), turns);
    break;
  case 's':
    translation(&s, az, o);
    rotation(&s, -d->pitch, az, cross(wa, az), o);
    o->value -= d->pitch * branch(angle_about(az, s.ea[0], s.eb[0]), turns);
    break;
  case 'n': /* d/dt (az.b) = -(w_b - w_a).(az x b) */
    rotation(&s, 1, cross(az, b), add(cross(cross(wa, az), b), cross(az, cross(wb, b))), o);
    o->value = -dot(az, b);
    break;
  case 'A': /* how far b has turned about az, seen from a */
    rotation(&s, 1, az, cross(wa, az), o);
    o->value = branch(angle_about(az, turn(&s.ma->turn, f->cross[0]), b), turns);
    break;
  case 'B': /* az turns backwards about b, seen from b */
    rotation(&s, 1, b, cross(wb, b), o);
    o->value = branch(-angle_about(b, s.eb[2], az), turns);
    break;
  default: /* 'd' */
    separation(&s, o);
    o->value -= f->length;
  }
}

void ref_distance_row(int a, int b, vec point_a, vec point_b, const motion *all, row *out)
{
  sides s;
  *out = (row){{0}, 0, 0};
  look(a, b, point_a, point_b, all, &s);
  separation(&s, out);
}
