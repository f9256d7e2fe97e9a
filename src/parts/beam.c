/* parts/beam.c -- beam: stretch, shear, bending and twist along a line of frames.
 * What:    `elements` elements of order 1, 2 or 3; its ends may sit on other parts (their frames are shared: a clamp, a
 *          corner, a rigid arm) or on points (held there by three rows); anything can be attached at its nodes.
 * Theory:  docs/theory-beams.md. Reissner's strains as dot forms (default) or the small-strain form; six stiffnesses or a
 *          full 6x6; mass on x, d2, d3.
 * Limits:  sections do not warp and keep their shape; an element that bends or twists by more than 30 degrees is coarse.
 * Tests:   tests/parts/test_beam.c, tests/beams/test_statics.c, tests/beams/test_motion.c
 */
#include "parts/beam.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

#include "math/rotation.h"
#include "model/model.h"

static int stations(const sn_item *item)
{
  return sn_beam_nodes(item->param);
}

static int drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  const sn_beam *p = item->param;
  const int n = sn_beam_nodes(p), k = station == SN_STATION_LAST ? n - 1 : station;
  sn_beam_curve c;
  sn_v3 first, last;
  *axes = m3_identity();
  if (k < 0 || k >= n || !sn_beam_end(item, 0, &first) || !sn_beam_end(item, 1, &last) ||
      sn_beam_curve_of(item, first, last, &c, NULL) != SN_OK) {
    return 0;
  }
  double s;
  const int e = k == 0 ? 0 : (k - 1) / p->order;
  return sn_beam_station(&c, e, k - e * p->order, &s, x, axes);
}

static int station_at(const sn_item *item, double s, double *nearest)
{
  const sn_beam *p = item->param;
  sn_beam_curve c;
  sn_v3 first, last;
  if (!sn_beam_end(item, 0, &first) || !sn_beam_end(item, 1, &last) ||
      sn_beam_curve_of(item, first, last, &c, NULL) != SN_OK) {
    return -1;
  }
  int best = -1;
  for (int k = 0; k < sn_beam_nodes(p); k++) {
    const int e = k == 0 ? 0 : (k - 1) / p->order;
    double here;
    sn_v3 x;
    sn_m3 axes;
    sn_beam_station(&c, e, k - e * p->order, &here, &x, &axes);
    if (best < 0 || fabs(here - s) < fabs(*nearest - s)) {
      best = k;
      *nearest = here;
    }
  }
  return best;
}

/* How its nodes are not where the perfect line has them. */
static sn_status make_imperfection(sn_item *item, sn_arena *arena, sn_error *error)
{
  sn_beam *p = item->param;
  const int n = sn_beam_nodes(p);
  sn_beam_curve c;
  sn_v3 first, last;
  if (!p->modes.given || !sn_beam_end(item, 0, &first) || !sn_beam_end(item, 1, &last)) {
    return SN_OK; /* freezing reports that its beginning is not given */
  }
  SN_TRY(sn_beam_curve_of(item, first, last, &c, error));
  sn_arena *scratch = sn_arena_new(NULL);
  sn_v3 *x = scratch ? SN_NEW(scratch, sn_v3, n) : NULL;
  for (int k = 0; x && k < n; k++) {
    const int e = k == 0 ? 0 : (k - 1) / p->order;
    double s;
    sn_m3 axes;
    (void)sn_beam_station(&c, e, k - e * p->order, &s, x + k, &axes);
  }
  const sn_status status =
      x ? sn_imperfection_of(item, &p->modes, n, x, arena, &p->deviation, error) : sn_no_memory(error, "the model");
  sn_arena_free(scratch);
  return status;
}

static sn_v3 imperfection_at(const sn_item *item, int station)
{
  const sn_beam *p = item->param;
  return p->deviation && station >= 0 && station < sn_beam_nodes(p) ? p->deviation[station] : v3(0, 0, 0);
}

static sn_status prepare(sn_item *item, sn_arena *arena, sn_error *error)
{
  SN_TRY(sn_beam_take_nodes(item, arena, error));
  return make_imperfection(item, arena, error);
}

static sn_refs holds_axes(const sn_item *item)
{
  return ((const sn_beam *)item->param)->nodes;
}

/* ---- nodes */

/* An end on another part: its frame, along the beam's triad; a point: tied to a node of the beam's own. */
static sn_status find_end(const sn_item *item, int last, sn_builder *b, sn_v3 *x, sn_end *out, sn_error *error)
{
  const sn_ref *ref = item->ref + last;
  const char *field = last ? "to" : "from";
  *out = (sn_end){0};
  const int known = sn_beam_end(item, last, x);
  if (ref->given && ref->item == item) {
    return sn_item_fail(item, SN_EINPUT, error, "Beam '%s' ends on itself.", item->name);
  }
  const sn_beam *p = item->param;
  const sn_v3 own = p->points.n > 1 ? p->points.x[0] : last ? p->to : p->from;
  const int somewhere = ref->given && (ref->item || ref->has_point) && sn_ref_is_place(ref);
  sn_frame f = {0};
  if (ref->given) {
    SN_TRY(sn_frame_of(ref, b, &f, error));
  }
  if (!known || (isnan(own.x[0]) && !somewhere && f.n_dir == 3)) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' does not say where%s%s%s it %s.", item->name,
                 ref->given ? " on '" : "", ref->given ? sn_ref_name(ref) : "", ref->given ? "'" : "",
                 last ? "ends" : "begins");
    sn_error_fix(error, "Give %s = { x, y, z }.", field);
    return SN_EINPUT;
  }
  out->shared = ref->given && f.n_dir == 3;
  out->tied = ref->given && !out->shared;
  out->frame = f;
  return SN_OK;
}

/* Weights of a frame that are round-off of a turn: exact zeros keep massless directors massless. */
static void clean(sn_builder *b, sn_frame *f)
{
  double *weight = SN_NEW(sn_builder_arena(b), double, 4 * f->n);
  if (!weight) {
    sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the system.");
    return;
  }
  for (int k = 0; k < 4 * f->n; k++) {
    weight[k] = k >= f->n && fabs(f->weight[k]) < 1e-14 ? 0 : f->weight[k];
  }
  f->weight = weight;
}

static sn_status no_triad(const sn_item *item, double s, int twisted, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error,
               twisted ? "The twist of beam '%s' is not a number at s = %g m."
                       : "Beam '%s' runs along `up` at s = %g m.",
               item->name, s);
  if (!twisted) {
    sn_error_why(error,
                 "`up` says which way the third axis of its sections points; along the line it gives no direction.");
  }
  sn_error_fix(error, twisted ? "Check the function for lengths from 0 to the length of the beam."
                              : "Give another direction, or split the beam.");
  return SN_EINPUT;
}

static sn_status add_nodes(const sn_item *item, const sn_beam_curve *c, sn_end end[2], sn_builder *b, sn_frame *node,
                           sn_frame *at, double *length, sn_error *error)
{
  const sn_beam *p = item->param;
  const int n = sn_beam_nodes(p);
  const sn_v3 zero = v3(0, 0, 0);
  const sn_v3 velocity = sn_drawn_direction(item, sn_vector_or(p->velocity, zero));
  const sn_v3 omega = sn_drawn_direction(item, sn_vector_or(p->angular_velocity, zero));
  sn_m3 along = m3_identity(); /* of the element before, at its last node */
  for (int e = 0; e < p->elements; e++) {
    for (int i = 0; i <= p->order; i++) {
      const int k = e * p->order + i;
      sn_frame *here = at + e * (p->order + 1) + i;
      sn_v3 x;
      sn_m3 axes;
      if (!sn_beam_station(c, e, i, length + k, &x, &axes)) {
        return no_triad(item, length[k], 0, error);
      }
      if (!(sn_rotation_defect(axes) < 1e-9)) {
        return no_triad(item, length[k], 1, error);
      }
      if (i == 0 && e > 0) { /* the node of the element before; a corner or a jump of the twist keeps its angle */
        *here = node[k];
        if (p->nodes.n == 0 &&
            sn_rotation_defect(axes) + v3_norm(v3_sub(axes.c[0], along.c[0])) + v3_norm(v3_sub(axes.c[1], along.c[1])) >
                1e-9) {
          sn_m3 turn;
          for (int j = 0; j < 3; j++) {
            turn.c[j] = m3_tmul(along, axes.c[j]);
          }
          *here = sn_frame_local(b, node + k, zero, turn);
          clean(b, here);
        }
        continue;
      }
      int made = 0;
      SN_TRY(sn_beam_shared_node(c, k, length[k], x, &axes, b, here, &made, error));
      along = axes;
      if (made) {
        clean(b, here);
        node[k] = *here;
        continue;
      }
      sn_end *on = k == 0 ? end : k == n - 1 ? end + 1 : NULL;
      if (on && on->shared) {
        SN_TRY(sn_frame_on(item->ref + (k > 0), b, x, axes, here, error));
        clean(b, here);
      } else {
        const sn_v3 v = v3_add(velocity, v3_cross(omega, v3_sub(x, c->first)));
        const sn_v3 start = sn_start_point(item, x);
        *here = sn_node_frame(b, sn_add_triad(b, start, sn_start_velocity(item, start, v), sn_start_axes(item, axes),
                                              sn_start_spin(item, omega)));
        if (on) {
          on->on = *here; /* rows along the beam's own axes */
        }
      }
      node[k] = *here;
    }
  }
  return SN_OK;
}

static sn_status warn_of_turns(const sn_item *item, const sn_beam_frozen *f, const sn_builder *b, sn_error *error)
{
  for (int e = 0; e < f->n_element; e++) {
    double turn = 0; /* node by node, so that whole turns count */
    for (int i = 0; i < f->order; i++) {
      const sn_frame *at = f->at + e * (f->order + 1) + i;
      turn += sn_beam_turn(sn_frame_axes(b, at), sn_frame_axes(b, at + 1));
    }
    if (turn > SN_BEAM_COARSE) {
      return sn_model_warn(item->model, item->where, error,
                           "Beam '%s': an element turns by %.0f degrees along its line, bend and twist together; more "
                           "than 30 make it too stiff. Use more elements (now %d).",
                           item->name, turn * 45 / atan(1), f->n_element);
    }
  }
  return SN_OK;
}

/* sizes of a section in mm */
static sn_status warn_of_size(const sn_item *item, double length, sn_error *error)
{
  const sn_section *s = ((const sn_beam *)item->param)->section.same;
  if (!s || s->area < length * length) {
    return SN_OK;
  }
  return sn_model_warn(item->model, item->where, error,
                       "Beam '%s' is %.4g m long, but its %s has an area of %.4g m^2: all quantities are in SI units, "
                       "lengths in m.",
                       item->name, length, s->kind->name, s->area);
}

/* A point stays where it is drawn: a mode cannot move the end that is tied to it. */
static sn_status check_tied(const sn_item *item, const sn_end end[2], double length, sn_error *error)
{
  const sn_beam *p = item->param;
  for (int k = 0; k < 2 && p->deviation; k++) {
    const double away = v3_norm(p->deviation[k ? sn_beam_nodes(p) - 1 : 0]);
    if (end[k].tied && away > 1e-9 * length) {
      sn_item_fail(item, SN_EINPUT, error, "imperfection_mode of beam '%s' moves its %s end by %.4g m away from '%s'.",
                   item->name, k ? "last" : "first", away, sn_ref_name(item->ref + k));
      sn_error_why(error, "Modes move shells and beams, but no points.");
      sn_error_fix(error, "Join the beams themselves (beam { other.last, ... }, or by joints) instead of the point.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

/* For pictures: an end that shares the frame of a part or of the ground, third axis into the beam; or a tied point. */
static void draw_held(sn_item *item, int last, const sn_end *end, const sn_frame *node, sn_builder *b)
{
  if (end->shared) {
    const sn_m3 inward = {{v3(0, 1, 0), v3(0, 0, last ? -1 : 1), v3(last ? -1 : 1, 0, 0)}};
    const sn_frame turned = sn_frame_local(b, node, v3(0, 0, 0), inward);
    sn_draw_end(item, b, &turned, 1);
  } else if (end->tied) {
    sn_draw_end(item, b, &end->frame, 0);
  }
}

/* |dX/dxi| at the Gauss points. Elements whose speeds are those of one before them but for the round-off of their places have the same
   to the bit: they share weights and stiffness. */
static sn_status find_speeds(const sn_item *item, const sn_beam_frozen *f, const sn_builder *b, double *speed,
                             sn_error *error)
{
  const int p = f->order;
  const double *like = speed; /* of the first of equal elements */
  for (int e = 0; e < f->n_element; e++) {
    const sn_frame *at = f->at + e * (p + 1);
    const double far = v3_norm(sn_frame_point(b, at)) + v3_norm(sn_frame_point(b, at + p));
    double *own = speed + e * p, apart = 0;
    for (int g = 0; g < p; g++) {
      own[g] = sn_beam_speed(at, p, sn_line_gauss[p - 1][g], b);
      if (!(own[g] > 0)) {
        return sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has an element of no length.", item->name);
      }
      apart = fmax(apart, fabs(own[g] - like[g]));
    }
    if (apart <= 16 * DBL_EPSILON * far) {
      memmove(own, like, (size_t)p * sizeof *own);
    } else {
      like = own;
    }
  }
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const sn_beam *p = item->param;
  sn_arena *arena = sn_builder_arena(b);
  const int n = sn_beam_nodes(p);
  sn_beam_frozen *f = SN_NEW(arena, sn_beam_frozen, 1);
  sn_frame *node = SN_NEW(arena, sn_frame, n), *at = SN_NEW(arena, sn_frame, p->elements * (p->order + 1));
  double *s = SN_NEW(arena, double, n), *speed = SN_NEW(arena, double, p->elements * p->order);
  double *ds = SN_NEW(arena, double, p->elements *(p->order + 1));
  if (!f || !node || !at || !s || !speed || !ds) {
    return sn_no_memory(error, "the model");
  }
  *f = (sn_beam_frozen){.order = p->order,
                        .n_element = p->elements,
                        .n_node = n,
                        .measure = p->measure ? SN_BEAM_SMALL_STRAIN : SN_BEAM_REISSNER,
                        .damping = p->damping,
                        .s = s,
                        .node = node,
                        .at = at,
                        .speed = speed,
                        .ds = ds,
                        .consistent = p->consistent,
                        .gravity = sn_model_gravity_of(item->model)};
  for (int g = 0; g < p->order; g++) {
    sn_line_shape(p->order, sn_line_gauss[p->order - 1][g], f->value[g], f->slope[g]);
  }
  SN_TRY(sn_beam_check_line(item, error));
  sn_end end[2];
  sn_v3 place[2];
  sn_beam_curve curve;
  for (int k = 0; k < 2; k++) {
    SN_TRY(find_end(item, k, b, place + k, end + k, error));
  }
  SN_TRY(sn_beam_curve_of(item, place[0], place[1], &curve, error));
  SN_TRY(check_tied(item, end, curve.length, error));
  f->length = curve.length;
  SN_TRY(add_nodes(item, &curve, end, b, node, at, s, error));
  SN_TRY(sn_beam_sections(item, f, arena, error));
  SN_TRY(find_speeds(item, f, b, speed, error));
  sn_beam_find_lengths(f, b, ds);
  SN_TRY(sn_beam_elements(item, f, b, error));
  sn_beam_add_mass(f, b);
  SN_TRY(sn_beam_add_loads(item, f, b, error));
  sn_tie_end(end, b);
  sn_tie_end(end + 1, b);
  for (int k = 0; k < 2; k++) {
    draw_held(item, k, end + k, k ? node + n - 1 : node, b);
  }
  SN_TRY(sn_beam_draw(item, f, b, error));
  item->frozen = f;
  SN_TRY(warn_of_size(item, f->length, error));
  return warn_of_turns(item, f, b, error);
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  SN_ASSERT(item->frozen);
  (void)b;
  const sn_beam_frozen *f = item->frozen;
  const int k = station == SN_STATION_LAST ? f->n_node - 1 : station;
  if (k < 0 || k >= f->n_node) {
    sn_failf(error, SN_EINPUT, /* where: the joint, force or channel that asks */
             station == SN_STATION_SELF ? "Beam '%s' can only be held at a node." : "Beam '%s' has no such node.",
             item->name);
    sn_error_why(error, "It has %d nodes, numbered 0 to %d.", f->n_node, f->n_node - 1);
    sn_error_fix(error, "Use '%s'.first, '%s'.last or '%s':node(k), or give the place of the node with `at`.",
                 item->name, item->name, item->name);
    return SN_EINPUT;
  }
  *out = f->node[k];
  return SN_OK;
}

/* an end is clamped to what has axes */
static int needs_axes(const sn_item *item, int k)
{
  (void)item;
  return k < 2;
}

static double length_at(const void *frozen, int station)
{
  const sn_beam_frozen *f = frozen;
  return station == SN_STATION_LAST || station >= f->n_node ? f->length : station < 0 ? 0 : f->s[station];
}

static void ends(const sn_item *item, const sn_v3 *q, sn_v3 out[2])
{
  const sn_beam_frozen *f = item->frozen;
  out[0] = sn_point_in(f->node, q);
  out[1] = sn_point_in(f->node + f->n_node - 1, q);
}

static const sn_input inputs[] = {
    {"from", SN_PLACE, "m", "first end; may be left out if it sits on a node or point", SN_MEMBER(sn_beam, from)},
    {"to", SN_PLACE, "m", "last end; may be left out if it sits on a node or point", SN_MEMBER(sn_beam, to)},
    {"through", SN_PLACE, "m", "a point between the ends: the beam is the circular arc through all three",
     SN_MEMBER(sn_beam, through)},
    {"points", SN_POINTS, "m",
     "its line, instead of from and to; a smooth line with one point per node has its nodes there",
     SN_MEMBER(sn_beam, points)},
    {"nodes", SN_NODES, "m",
     "instead of points: its nodes are those of other parts, such as s:edge(\"u_last\") of a shell; sections stand up "
     "along "
     "the directors unless `up` is given",
     SN_MEMBER(sn_beam, nodes)},
    {"curve", SN_CHOICE, "", "how it goes through its points: in straight pieces (stiff corners) or as a smooth curve",
     SN_MEMBER(sn_beam, smooth), SN_BETWEEN(0, 1), SN_PRESET(0), .choices = "pieces|smooth"},
    {"up", SN_VECTOR, "", "the third axis of its sections is as near this direction as it can be (default z, or y)",
     SN_MEMBER(sn_beam, up)},
    {"twist", SN_FUNCTION, "rad",
     "turn of the sections about its line: at the last end (growing evenly from 0), or a function of the length",
     SN_MEMBER(sn_beam, twist), .choices = "s"},
    {"elements", SN_COUNT, "", "number of elements", SN_MEMBER(sn_beam, elements), SN_BETWEEN(1, 100000), SN_PRESET(8)},
    {"order", SN_COUNT, "", "polynomial order of the elements: 1, 2 or 3", SN_MEMBER(sn_beam, order),
     SN_BETWEEN(1, SN_LINE_ORDER), SN_PRESET(2)},
    {"measure", SN_CHOICE, "", "strains: Reissner's, or the small-strain form", SN_MEMBER(sn_beam, measure),
     SN_BETWEEN(0, 1), SN_PRESET(0), .choices = "reissner|small_strain"},
    {"mass_matrix", SN_CHOICE, "", "mass at each node (row sums), or consistent with the shape functions",
     SN_MEMBER(sn_beam, consistent), SN_BETWEEN(0, 1), SN_PRESET(0), .choices = "lumped|consistent"},
    {"section", SN_SECTION, "",
     "its cross section, with E, G or nu, and density; or a function of the length that returns one",
     SN_MEMBER(sn_beam, section), .choices = "s"},
    {"E", SN_FUNCTION, "Pa", "Young's modulus; this and all that follows may be a function of the length",
     SN_MEMBER(sn_beam, young), SN_POSITIVE, .choices = "s"},
    {"G", SN_FUNCTION, "Pa", "shear modulus, unless nu is given", SN_MEMBER(sn_beam, shear_modulus), SN_POSITIVE,
     .choices = "s"},
    {"nu", SN_FUNCTION, "", "Poisson's ratio, unless G is given", SN_MEMBER(sn_beam, poisson),
     SN_BETWEEN(-0.999999, 0.5), .choices = "s"},
    {"density", SN_FUNCTION, "kg/m^3", "density of the section", SN_MEMBER(sn_beam, density), SN_POSITIVE,
     .choices = "s"},
    {"stiffness", SN_NUMBERS, "N, N m^2",
     "instead of section and material: { EA, GA2, GA3, EI2, EI3, GJ } (EI2: strains along d2), or 6 rows of 6 for "
     "N, V2, V3, M2, M3, T",
     SN_MEMBER(sn_beam, stiffness), .choices = "s"},
    {"centroid", SN_NUMBERS, "m", "place of the centroid in the section, { along d2, along d3 }; EI about it",
     SN_MEMBER(sn_beam, centroid), .choices = "s"},
    {"shear_center", SN_NUMBERS, "m", "place of the shear centre in the section; GJ about it",
     SN_MEMBER(sn_beam, shear_center), .choices = "s"},
    {"potential", SN_FUNCTION, "N",
     "instead of section and stiffness: energy per length of the strains e (stretch), g2, g3 (shear), k2, k3 "
     "(bending: they "
     "strain along d2, d3), k1 (twist) beyond the drawn beam; derivatives are N, V2, V3, M2, M3, T",
     SN_MEMBER(sn_beam, potential), .choices = "e,g2,g3,k2,k3,k1,s"},
    {"mass_per_length", SN_FUNCTION, "kg/m", "instead of density", SN_MEMBER(sn_beam, mass_per_length), SN_POSITIVE,
     .choices = "s"},
    {"rotary_inertia", SN_NUMBERS, "kg m",
     "int rho y^2 dA, int rho z^2 dA (y along d2, z along d3) and, if not 0, int rho y z dA, about the centre of mass "
     "(default: of a uniform section, mass_per_length*EI/EA)",
     SN_MEMBER(sn_beam, rotary_inertia), .choices = "s"},
    {"mass_center", SN_NUMBERS, "m", "place of the centre of mass in the section (default: the centroid)",
     SN_MEMBER(sn_beam, mass_center), .choices = "s"},
    {"damping", SN_NUMBER, "s", "time tau of damping: section forces K (e + tau e')", SN_MEMBER(sn_beam, damping),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"load", SN_FUNCTION3, "N/m",
     "force per length, fixed in space: three numbers, or a function of time, length and local velocity that returns "
     "three",
     SN_MEMBER(sn_beam, load), .choices = "t,s,vx,vy,vz"},
    {"follower_load", SN_FUNCTION3, "N/m", "force per length along d1, d2, d3; the same, velocities along these too",
     SN_MEMBER(sn_beam, follower_load), .choices = "t,s,v1,v2,v3"},
    {"moment_load", SN_FUNCTION3, "N",
     "moment per length, fixed in space: three numbers or a function of time and length",
     SN_MEMBER(sn_beam, moment_load), .choices = "t,s"},
    {"follower_moment_load", SN_FUNCTION3, "N", "moment per length about d1, d2, d3; the same",
     SN_MEMBER(sn_beam, follower_moment_load), .choices = "t,s"},
    {"velocity", SN_VECTOR, "m/s", "initial velocity of the first end (default 0)", SN_MEMBER(sn_beam, velocity)},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity about the first end (default 0)",
     SN_MEMBER(sn_beam, angular_velocity)},
    {"imperfection_mode", SN_TABLE, "",
     "imperfection of its line, free of stress, from buckling or vibration modes of the perfect model",
     SN_MEMBER(sn_beam, modes), .sub = sn_imperfection_inputs},
    {"radius", SN_NUMBER, "m", "radius in pictures, if it has no section", SN_MEMBER(sn_beam, radius), SN_NOT_NEGATIVE,
     SN_PRESET(0)},
    {0}};

static const sn_idle idle[] = {
    {"curve", "points", 0, "it says how the line goes through its points"},
    {"elements", "nodes", 1, "its elements follow from the number of nodes and their order"},
    {"radius", "section", 1, "a section is drawn as it is"},
    {"imperfection_mode", "nodes", 1, "its nodes are those of other parts, which may have one"},
    {0}};

static const sn_material_use material[] = {
    {"E", "E", "stiffness|potential", NULL, NULL},
    {"G", "G", "nu|stiffness|potential", NULL, NULL},
    {"nu", "nu", "G|stiffness|potential", NULL, NULL},
    {"density", "density", "mass_per_length|rotary_inertia|mass_center|stiffness|potential", NULL, NULL},
    {0}};

const sn_kind sn_kind_beam = {.name = "beam",
                              .help = "A beam: stretches, shears, bends and twists, by any rotation.",
                              .class = SN_CLASS_PART,
                              .n_refs = 2,
                              .inputs = inputs,
                              .idle = idle,
                              .material = material,
                              .param_size = sizeof(sn_beam),
                              .prepare = prepare,
                              .freeze = freeze,
                              .reports = {.outputs = sn_beam_outputs,
                                          .components = sn_beam_components,
                                          .along = sn_beam_along,
                                          .fields = sn_beam_fields,
                                          .shows_energy = 1},
                              .part = {.by_node = 1,
                                       .attach = attach,
                                       .stations = stations,
                                       .drawn = drawn,
                                       .imperfection = imperfection_at,
                                       .mass = sn_beam_own_mass},
                              .line = {.station_at = station_at, .length_at = length_at, .ends = ends},
                              .holds = {.axes = needs_axes, .places = holds_axes}};
