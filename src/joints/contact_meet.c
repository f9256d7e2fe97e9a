/* joints/contact_meet.c -- the pairs that two features make.
 * What:    a table of what meets what. Round features are one pair; flat ones touch by their corners, each a pair of its own: nearest points
 *          of two faces would jump from corner to corner.
 *          Edges meet edges that cross them, as rods with the radius of the rounding. A cylinder stands on the middle of its end and on eight
 *          points around it.
 * Limits:  tubes meet points and balls alone; edges of solids need a rounding; ends of cylinders lie on each other with their middle alone.
 * Tests:   tests/mechanisms/test_contact.c, tests/mechanisms/test_contact_shapes.c
 */
#include <math.h>

#include "joints/contact.h"
#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"

/* ---- what meets what */

/* Pairs as they are found: counted, and kept where there is room. */
typedef struct {
  sn_builder *b;
  int rubs, n, swapped;
  sn_touching *out; /* NULL: they are counted alone */
} meeting;

static sn_frame at(const meeting *m, const sn_feature *f, sn_v3 x)
{
  return sn_frame_local(m->b, &f->frame, x, m3_identity());
}

static void put(meeting *m, const sn_touch_gap *pair, const sn_frame *first, const sn_frame *second)
{
  if (m->out) {
    m->out[m->n] = (sn_touching){.pair = *pair, .first = *first, .second = *second, .swapped = m->swapped};
  }
  m->n++;
}

static const sn_convex *core_of(const sn_feature *f)
{
  return f->core ? f->core : f->solid;
}

static void ball_on_solid(meeting *m, const sn_feature *f, const sn_feature *s)
{
  sn_touch_gap pair;
  sn_ball_on_solid(core_of(f), f->round, s->radius, m->rubs && s->radius > 0, &pair);
  put(m, &pair, &f->frame, &s->frame);
}

/* balls around the ends of a rod */
static void ends_on_plane(meeting *m, const sn_feature *f, const sn_feature *s)
{
  for (int i = 0; i < 2; i++) {
    sn_touch_gap pair;
    const sn_frame end = m->out ? at(m, s, v3(i ? s->half : -s->half, 0, 0)) : s->frame;
    sn_ball_on_solid(core_of(f), f->round, s->radius, m->rubs, &pair);
    put(m, &pair, &f->frame, &end);
  }
}

static void corners_on_solid(meeting *m, const sn_feature *f, const sn_feature *s)
{
  const sn_convex *c = core_of(s);
  for (int i = 0; i < c->n_corner; i++) {
    sn_touch_gap pair;
    const sn_frame corner = m->out ? at(m, s, c->corner[i]) : s->frame;
    sn_ball_on_solid(core_of(f), f->round, s->round, m->rubs && s->is_rounded, &pair);
    put(m, &pair, &f->frame, &corner);
  }
}

/* ---- edges: segments in the middle of which is a frame, its first axis along them and its third outward */

typedef struct {
  sn_frame frame;
  double half, outward; /* half its length; least cosine of outward normals with the third axis */
} edge;

static const double BESIDE = 0.26; /* rad, by which a normal may leave the range between the faces of an edge */

static edge edge_of(const meeting *m, const sn_feature *f, int i)
{
  const sn_convex *c = core_of(f);
  const sn_v3 a = c->corner[c->edge[i][0]], d = v3_sub(c->corner[c->edge[i][1]], a), middle = v3_axpy(a, 0.5, d);
  const double half = 0.5 * v3_norm(d);
  sn_v3 sum = v3(0, 0, 0), face = sum;
  for (int k = 0; k < c->n_plane; k++) { /* the faces that it lies in */
    const double off =
        fmax(fabs(v3_dot(c->normal[k], a) - c->offset[k]), fabs(v3_dot(c->normal[k], v3_add(a, d)) - c->offset[k]));
    if (off < 1e-9 * (half + v3_norm(a))) {
      face = c->normal[k];
      sum = v3_add(sum, face);
    }
  }
  const sn_v3 u = v3_unit(d), out = v3_norm(sum) > 0 ? v3_unit(sum) : sn_rotation_along(u).c[0];
  const sn_m3 axes = {{u, v3_cross(out, u), out}};
  edge e = {.frame = f->frame, .half = half, .outward = -1};
  if (v3_norm(sum) > 0) {
    e.outward = cos(fmin(acos(fmin(v3_dot(out, face), 1)) + BESIDE, 1.5));
  }
  if (m->out) {
    e.frame = sn_frame_local(m->b, &f->frame, middle, axes);
  }
  return e;
}

static void rod_on_edges(meeting *m, const sn_feature *f, const sn_feature *s)
{
  for (int i = 0; i < core_of(f)->n_edge; i++) {
    sn_touch_gap pair;
    const edge e = edge_of(m, f, i);
    sn_edge_on_edge(e.half, f->round, s->half, s->radius, &pair);
    put(m, &pair, &e.frame, &s->frame);
  }
}

static void rod_on_solid(meeting *m, const sn_feature *f, const sn_feature *s)
{
  ends_on_plane(m, f, s);
  rod_on_edges(m, f, s);
}

static void edges_on_edges(meeting *m, const sn_feature *f, const sn_feature *s)
{
  for (int i = 0; i < core_of(f)->n_edge; i++) {
    const edge e = edge_of(m, f, i);
    for (int j = 0; j < core_of(s)->n_edge; j++) {
      const edge o = edge_of(m, s, j);
      sn_touch_gap pair;
      sn_edges_cross(e.half, f->round, e.outward, o.half, s->round, o.outward, &pair);
      put(m, &pair, &e.frame, &o.frame);
    }
  }
}

/* Faces rest on corners, and edges cross. Both are a little round: corners of equal boxes that lie on each other would be on the edges of faces,
   where nothing says which way is out. Of solids with very many edges, which are nearly round, the cores meet as a whole. */
static void solid_on_solid(meeting *m, const sn_feature *f, const sn_feature *s)
{
  corners_on_solid(m, f, s);
  m->swapped = !m->swapped;
  corners_on_solid(m, s, f);
  m->swapped = !m->swapped;
  if (core_of(f)->n_edge <= SN_MANY_EDGES && core_of(s)->n_edge <= SN_MANY_EDGES) {
    edges_on_edges(m, f, s);
  } else {
    sn_touch_gap pair;
    const sn_core a = {.n = core_of(f)->n_corner, .point = core_of(f)->corner},
                  b = {.n = core_of(s)->n_corner, .point = core_of(s)->corner};
    sn_core_on_core(&a, f->round, &b, s->round, &pair);
    put(m, &pair, &f->frame, &s->frame);
  }
}

/* ---- round features */

/* Points on the flat ends of a cylinder on a plane or solid. The lowest point of a disc alone would be its middle where it lies flat, which neither
   carries a moment nor resists spin. Eight points at 3/4 of the radius and the middle share the load: their mean lever is 2/3 of the radius, as that of
   an even pressure. They are inside the round rims that solids see. */
enum { AROUND = 8 };
static const double RING = 0.75;
static void ends_flat_on(meeting *m, const sn_feature *f, const sn_feature *s)
{
  for (int i = 0; i < 2 * AROUND; i++) {
    sn_touch_gap pair;
    const double angle = 2 * 3.14159265358979323846 * (i % AROUND) / AROUND, r = RING * s->radius;
    const sn_v3 x = v3(i < AROUND ? s->half : -s->half, r * cos(angle), r * sin(angle));
    const sn_frame on = m->out ? at(m, s, x) : s->frame;
    sn_ball_on_solid(core_of(f), f->round, 0, 0, &pair);
    put(m, &pair, &f->frame, &on);
  }
}

static void discs_on_plane(meeting *m, const sn_feature *f, const sn_feature *s)
{
  for (int i = 0; i < 2; i++) {
    sn_touch_gap pair;
    const sn_frame end = m->out ? at(m, s, v3(i ? s->half : -s->half, 0, 0)) : s->frame;
    sn_disc_on_plane(s->radius, 0, &pair);
    put(m, &pair, &f->frame, &end);
  }
  ends_flat_on(m, f, s);
}

static void ball_on_rod(meeting *m, const sn_feature *f, const sn_feature *s)
{
  sn_touch_gap pair;
  sn_ball_on_rod(f->half, f->radius, s->radius, m->rubs && s->radius > 0, &pair);
  put(m, &pair, &f->frame, &s->frame);
}

/* Ends of each on the other, and both where they cross: of rods along each other the ends touch. */
static void rod_on_rod(meeting *m, const sn_feature *f, const sn_feature *s)
{
  sn_touch_gap pair;
  for (int k = 0; k < 4; k++) {
    const sn_feature *a = k < 2 ? f : s, *o = k < 2 ? s : f;
    const sn_frame end = m->out ? at(m, o, v3(k % 2 ? o->half : -o->half, 0, 0)) : o->frame;
    sn_ball_on_rod(a->half, a->radius, o->radius, m->rubs, &pair);
    m->swapped = k < 2 ? m->swapped : !m->swapped;
    put(m, &pair, &a->frame, &end);
    m->swapped = k < 2 ? m->swapped : !m->swapped;
  }
  sn_edge_on_edge(f->half, f->radius, s->half, s->radius, &pair);
  put(m, &pair, &f->frame, &s->frame);
}

static void ball_on_cylinder(meeting *m, const sn_feature *f, const sn_feature *s)
{
  sn_touch_gap pair;
  sn_ball_on_cylinder(f->half, f->radius, 0, s->radius, m->rubs && s->radius > 0, &pair);
  put(m, &pair, &f->frame, &s->frame);
}

static void ball_on_tube(meeting *m, const sn_feature *f, const sn_feature *s)
{
  sn_touch_gap pair;
  sn_ball_on_tube(f->half, f->inner, f->radius, s->radius, m->rubs && s->radius > 0, &pair);
  put(m, &pair, &f->frame, &s->frame);
}

/* A cylinder inside a round skin, a quarter of it wide: against solids, rods and cylinders its rims are as round as that, and what is nearest to it
   is known as long as nothing is deeper. */
static double skin_of(const sn_feature *f)
{
  return 0.25 * fmin(f->half, f->radius);
}

static sn_core inner(const sn_feature *f)
{
  return (sn_core){.half = f->half - skin_of(f), .radius = f->radius - skin_of(f)};
}

static void ends_on_cylinder(meeting *m, const sn_feature *f, const sn_feature *s)
{
  const sn_core rod = {.half = s->half}, cylinder = inner(f);
  sn_touch_gap pair;
  for (int i = 0; i < 2; i++) {
    const sn_frame end = m->out ? at(m, s, v3(i ? s->half : -s->half, 0, 0)) : s->frame;
    sn_ball_on_cylinder(f->half, f->radius, 0, s->radius, m->rubs, &pair);
    put(m, &pair, &f->frame, &end);
  }
  sn_core_on_core(&cylinder, skin_of(f), &rod, s->radius, &pair);
  put(m, &pair, &f->frame, &s->frame);
}

/* Its rims on the faces, the corners on its side, and the edges across it. */
static void cylinder_on_solid(meeting *m, const sn_feature *f, const sn_feature *s)
{
  const sn_core cylinder = inner(s);
  sn_touch_gap pair;
  for (int i = 0; i < 2; i++) {
    const sn_frame end = m->out ? at(m, s, v3(i ? cylinder.half : -cylinder.half, 0, 0)) : s->frame;
    sn_disc_on_solid(core_of(f), f->round, cylinder.radius, skin_of(s), &pair);
    put(m, &pair, &f->frame, &end);
  }
  ends_flat_on(m, f, s);
  m->swapped = !m->swapped;
  for (int i = 0; i < core_of(f)->n_corner; i++) {
    const sn_frame corner = m->out ? at(m, f, core_of(f)->corner[i]) : f->frame;
    sn_ball_on_cylinder(s->half, s->radius, 0, f->round, m->rubs && f->round > 0, &pair);
    put(m, &pair, &s->frame, &corner);
  }
  for (int i = 0; i < core_of(f)->n_edge; i++) {
    const edge e = edge_of(m, f, i);
    const sn_core rod = {.half = e.half};
    sn_core_on_core(&cylinder, skin_of(s), &rod, f->round, &pair);
    put(m, &pair, &s->frame, &e.frame);
  }
  m->swapped = !m->swapped;
}

/* Both rims of each on the other, and both sides where they cross: as rods that end where the rims begin. */
static void cylinder_on_cylinder(meeting *m, const sn_feature *f, const sn_feature *s)
{
  sn_touch_gap pair;
  for (int k = 0; k < 2; k++) {
    const sn_feature *a = k ? s : f, *o = k ? f : s;
    const sn_core cylinder = inner(a), disc = {.radius = o->radius - skin_of(o)};
    m->swapped = k ? !m->swapped : m->swapped;
    for (int i = 0; i < 2; i++) {
      const double in = o->half - skin_of(o);
      const sn_frame end = m->out ? at(m, o, v3(i ? in : -in, 0, 0)) : o->frame;
      sn_core_on_core(&cylinder, skin_of(a), &disc, skin_of(o), &pair);
      put(m, &pair, &a->frame, &end);
    }
    m->swapped = k ? !m->swapped : m->swapped;
  }
  if (f->half > f->radius && s->half > s->radius) {
    sn_rod_on_rod(f->half - f->radius, f->radius, s->half - s->radius, s->radius, &pair);
    pair.crossing = f->radius + s->radius;
    pair.steepest[3] += 64 * pair.crossing;
    put(m, &pair, &f->frame, &s->frame);
  }
}

/* two points of a group */
static void never(meeting *m, const sn_feature *f, const sn_feature *s)
{
  (void)m;
  (void)f;
  (void)s;
}

static const struct {
  sn_feature_type first, second;
  void (*make)(meeting *m, const sn_feature *f, const sn_feature *s);
  int sharp; /* 1: edges are rounded only if the user says so */
} meetings[] = {{SN_FEATURE_PLANE, SN_FEATURE_POINT, ball_on_solid, 1},
                {SN_FEATURE_PLANE, SN_FEATURE_BALL, ball_on_solid, 1},
                {SN_FEATURE_PLANE, SN_FEATURE_ROD, ends_on_plane, 0},
                {SN_FEATURE_PLANE, SN_FEATURE_SOLID, corners_on_solid, 1},
                {SN_FEATURE_PLANE, SN_FEATURE_CYLINDER, discs_on_plane, 0},
                {SN_FEATURE_SOLID, SN_FEATURE_POINT, ball_on_solid, 1},
                {SN_FEATURE_SOLID, SN_FEATURE_BALL, ball_on_solid, 1},
                {SN_FEATURE_SOLID, SN_FEATURE_ROD, rod_on_solid, 1},
                {SN_FEATURE_SOLID, SN_FEATURE_SOLID, solid_on_solid, 0},
                {SN_FEATURE_SOLID, SN_FEATURE_CYLINDER, cylinder_on_solid, 1},
                {SN_FEATURE_CYLINDER, SN_FEATURE_POINT, ball_on_cylinder, 0},
                {SN_FEATURE_CYLINDER, SN_FEATURE_BALL, ball_on_cylinder, 0},
                {SN_FEATURE_CYLINDER, SN_FEATURE_ROD, ends_on_cylinder, 0},
                {SN_FEATURE_CYLINDER, SN_FEATURE_CYLINDER, cylinder_on_cylinder, 0},
                {SN_FEATURE_TUBE, SN_FEATURE_POINT, ball_on_tube, 0},
                {SN_FEATURE_TUBE, SN_FEATURE_BALL, ball_on_tube, 0},
                {SN_FEATURE_BALL, SN_FEATURE_POINT, ball_on_rod, 0},
                {SN_FEATURE_BALL, SN_FEATURE_BALL, ball_on_rod, 0},
                {SN_FEATURE_POINT, SN_FEATURE_POINT, never, 0},
                {SN_FEATURE_ROD, SN_FEATURE_POINT, ball_on_rod, 0},
                {SN_FEATURE_ROD, SN_FEATURE_BALL, ball_on_rod, 0},
                {SN_FEATURE_ROD, SN_FEATURE_ROD, rod_on_rod, 0}};

static sn_feature sharp(const sn_feature *f)
{
  sn_feature own = *f;
  if (!f->is_rounded) {
    own.core = NULL;
    own.round = 0;
  }
  return own;
}

int sn_contact_meet(const sn_feature *first, const sn_feature *second, int rubs, sn_builder *b, sn_touching *out)
{
  meeting m = {.b = b, .rubs = rubs, .out = out};
  for (size_t i = 0; i < sizeof meetings / sizeof *meetings; i++) {
    const sn_feature a = meetings[i].sharp ? sharp(first) : *first, o = meetings[i].sharp ? sharp(second) : *second;
    if (meetings[i].first == a.type && meetings[i].second == o.type) {
      meetings[i].make(&m, &a, &o);
      return m.n;
    }
    if (meetings[i].first == o.type && meetings[i].second == a.type) {
      m.swapped = 1;
      meetings[i].make(&m, &o, &a);
      return m.n;
    }
  }
  return -1;
}
