/* joints/slide.c -- a point of a part that slides along a line: a cable or beam, or a curve fixed in a body or in space; on a curve the
 *          part may look along it, and keep its roll.
 * What:    the coordinate s along the line is an unknown of its own (a scalar without mass, or with the mass that turns in the wheels of a
 *          trolley), and three constraints hold the point where the line is at s. The reaction is across the line by itself, since s
 *          has no force but what is given along it: dampers, stops, a drive.
 * Theory:  docs/theory.md, sliding along a line (26); the gaps are those of contact/track.h.
 * Limits:  a line that moves has at most SN_TRACK_NODES nodes. All of them are in the block; runs narrow it (run/window.c).
 * Tests:   tests/mechanisms/test_slide.c, tests/contact/test_track.c, tests/laws
 */
#include <math.h>
#include <stddef.h>

#include "contact/track.h"
#include "joints/joint.h"
#include "model/model.h"
#include "system/kernel.h"

typedef enum { FOLLOWS_POINT, FOLLOWS_DIRECTION, FOLLOWS_FRAME } follows;
typedef struct {
  sn_v3 at;
  sn_points curve, up;
  int closed, follow;
  double mass;
  sn_joint_law law;
} slide;

typedef struct {
  sn_frame trolley, carrier; /* carrier: of a fixed curve */
  sn_frame *node;            /* of a line that moves; NULL: fixed */
  sn_track track, up;        /* up: a direction across the line, of what keeps its roll */
  int n_block;
  sn_track_gap gap[6]; /* the point; direction; roll */
  int block[6];
  sn_joint_coordinate along;
} frozen;

static const double NEAR = 1e-3; /* of the length of the line: what the assembly may close */

static const sn_coordinate_kind along_the_line = {.name = "s", .type = SN_COORDINATE_FORM, .axis = 0, .of = 0};

/* ---- the line */

static sn_status fixed_line(sn_item *item, const slide *p, const sn_frame *of, sn_builder *b, frozen *f,
                            sn_error *error)
{
  const int n = p->curve.n;
  if (n < (p->closed ? 3 : 2)) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': its curve has %d points.", item->name, n);
    sn_error_fix(error, "Give at least %d points.", p->closed ? 3 : 2);
    return SN_EINPUT;
  }
  for (int i = 1; i < n + p->closed; i++) {
    if (!(v3_norm(v3_sub(p->curve.x[i % n], p->curve.x[i - 1])) > 0)) {
      sn_item_fail(item, SN_EINPUT, error, "Slide '%s': points %d and %d of its curve are the same place.", item->name,
                   i, i % n + 1);
      sn_error_fix(error, p->closed ? "Leave one of them out; a closed curve returns to its first point by itself."
                                    : "Leave one of them out.");
      return SN_EINPUT;
    }
  }
  if (!sn_has_axes(of)) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': '%s' is a point, which has no directions.", item->name,
                 sn_ref_name(item->ref + 1));
    sn_error_fix(error, "Fix the curve in a body, or in the ground.");
    return SN_EINPUT;
  }
  sn_v3 *x = SN_NEW(sn_builder_arena(b), sn_v3, n);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_frame_on(item->ref + 1, b, sn_drawn_point(item, p->curve.x[0]), sn_drawn_axes(item, m3_identity()),
                     &f->carrier, error));
  for (int i = 0; i < n; i++) { /* from its first point, along the axes of the drawing */
    x[i] = v3_sub(p->curve.x[i], p->curve.x[0]);
  }
  return sn_track_fixed(n, x, p->closed, sn_builder_arena(b), &f->track) == SN_OK ? SN_OK
                                                                                  : sn_no_memory(error, "the model");
}

static sn_status moving_line(sn_item *item, sn_builder *b, frozen *f, sn_error *error)
{
  const sn_item *line = item->ref[1].item;
  if (!line || !line->kind->line.length_at || !line->frozen) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': '%s' is no line.", item->name, sn_ref_name(item->ref + 1));
    sn_error_fix(error, "Name a cable or a beam, or give curve = { { x, y, z }, ... }.");
    return SN_EINPUT;
  }
  const int n = line->kind->part.stations(line);
  if (n > SN_TRACK_NODES) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': '%s' has %d nodes.", item->name, line->name, n);
    sn_error_why(error, "A slide takes a line of at most %d nodes.", SN_TRACK_NODES);
    sn_error_fix(error, "Use fewer elements.");
    return SN_EINPUT;
  }
  f->node = SN_NEW(sn_builder_arena(b), sn_frame, n);
  f->track = (sn_track){.n = n, .s = SN_NEW(sn_builder_arena(b), double, n)};
  if (!f->node || !f->track.s) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    SN_TRY(line->kind->part.attach(line, k, b, f->node + k, error));
    f->track.s[k] = line->kind->line.length_at(line->frozen, k);
  }
  return SN_OK;
}

/* Where the line is at s at the start, its slope and its velocity. */
static void line_at(const frozen *f, const sn_builder *b, double s, sn_v3 *x, sn_v3 *slope, sn_v3 *v)
{
  sn_v3 spin, from, d;
  *x = *slope = *v = v3(0, 0, 0);
  if (!f->node) {
    const sn_m3 axes = sn_frame_axes(b, &f->carrier);
    sn_track_at(&f->track, s, &from, &d, NULL);
    const sn_v3 arm = m3_mul(axes, from);
    *x = v3_add(sn_frame_point(b, &f->carrier), arm);
    *slope = m3_mul(axes, d);
    sn_frame_velocity(b, &f->carrier, v, &spin);
    *v = v3_add(*v, v3_cross(spin, arm));
    return;
  }
  double N[SN_TRACK_NODES], dN[SN_TRACK_NODES];
  sn_track_weights(&f->track, s, N, dN, NULL);
  for (int a = 0; a < f->track.n; a++) {
    const sn_v3 place = sn_frame_point(b, f->node + a);
    sn_frame_velocity(b, f->node + a, &from, &spin);
    *x = v3_axpy(*x, N[a], place);
    *slope = v3_axpy(*slope, dN[a], place);
    *v = v3_axpy(*v, N[a], from);
  }
}

static const double CUSP = 0.02; /* length of dx/ds, 1 along a straight line */

static sn_status turns_back(const sn_item *item, sn_v3 x, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Slide '%s': its line turns back on itself at (%.6g, %.6g, %.6g).", item->name,
               x.x[0], x.x[1], x.x[2]);
  sn_error_why(error, "There it has no direction, and nothing could slide past.");
  sn_error_fix(error, "Move or add points so that the line goes round a bend.");
  return SN_EINPUT;
}

/* The place on the line nearest to the trolley, and its rate there. */
static sn_status find_start(const sn_item *item, const frozen *f, sn_builder *b, double *s, double *rate,
                            sn_error *error)
{
  enum { LOOKS = 64 };
  const sn_v3 point = sn_frame_point(b, &f->trolley);
  const double length = sn_track_length(&f->track);
  const int looks = LOOKS * f->track.n;
  sn_v3 x, d, v, own, unused;
  double best = INFINITY;
  for (int i = 0; i <= looks; i++) {
    const double here = length * i / looks;
    line_at(f, b, here, &x, &d, &v);
    if (!(v3_norm(d) > CUSP)) {
      return turns_back(item, x, error);
    }
    if (v3_norm(v3_sub(point, x)) < best) {
      best = v3_norm(v3_sub(point, x));
      *s = here;
    }
  }
  for (int i = 0; i < 20; i++) { /* Gauss and Newton */
    line_at(f, b, *s, &x, &d, &v);
    *s += v3_dot(v3_sub(point, x), d) / v3_dot(d, d);
    *s = f->track.closed ? *s : fmin(fmax(*s, 0), length);
  }
  line_at(f, b, *s, &x, &d, &v);
  const double away = v3_norm(v3_sub(point, x));
  if (!(away <= NEAR * length)) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': its point of '%s' is %.4g m off the line.", item->name,
                 sn_ref_name(item->ref), away);
    sn_error_why(error, "The nearest point of the line is (%.6g, %.6g, %.6g), at s = %.6g m of %.6g m.", x.x[0], x.x[1],
                 x.x[2], *s, length);
    sn_error_fix(error, "Move the part there, or give `at`, the point of it that slides.");
    return SN_EINPUT;
  }
  sn_frame_velocity(b, &f->trolley, &own, &unused);
  *rate = v3_dot(v3_sub(own, v), d) / v3_dot(d, d);
  return SN_OK;
}

/* ---- freeze */

/* s as a coordinate between two frames: the axis of scalars, and a point at s. */
static sn_status make_coordinate(const slide *p, double s, double rate, sn_builder *b, frozen *f)
{
  static const double none = 0, one = 1;
  const double *const axes[3] = {&one, &none, &none};
  const int node = sn_add_scalar(b, s, rate, 1), axis = sn_scalar_axis(b), vector = sn_vector_of(b, node, 4);
  if (p->mass > 0) {
    sn_add_mass(b, vector, vector, p->mass);
  }
  f->along = (sn_joint_coordinate){.kind = &along_the_line,
                                   .a = sn_weighted_frame(b, 1, &axis, &none, axes),
                                   .b = sn_weighted_frame(b, 1, &vector, &one, NULL)};
  return sn_builder_status(b, NULL);
}

/* Ends a block along the line: s, and the gap of its forms. */
static void finish(frozen *f, double within, sn_builder *b)
{
  sn_form(b, 1, sn_point_of(b, &f->along.b), sn_axis_of(b, &f->along.a, 0), 0);
  sn_coordinate_gap(b, 0, &f->gap[f->n_block++].gap, 1);
  if (fabs(sn_composite_now(b)) <= within) {
    sn_composite_zero(b);
  }
}

/* Axes in which the gap is written: of the trolley, if it has some, so that they move with the joint. */
static void hold_point(frozen *f, int k, sn_builder *b)
{
  const sn_frame axes = f->node ? sn_has_axes(&f->trolley) ? f->trolley : sn_ground_frame(b) : f->carrier;
  f->block[k] = sn_block_begin(b, &sn_law_driven, "slide");
  if (!f->node) {
    sn_form(b, 1, sn_between(b, &f->carrier, &f->trolley), sn_axis_of(b, &axes, k), 0);
    sn_track_gap_fixed(&f->track, k, f->gap + k);
  } else {
    for (int a = 0; a < f->track.n; a++) {
      sn_form(b, 1, sn_between(b, &f->trolley, f->node + a), sn_axis_of(b, &axes, k), 0);
    }
    sn_track_gap_nodes(&f->track, f->gap + k);
  }
  finish(f, 1e-11 * sn_track_length(&f->track), b);
}

/* Axis j of the part stays across the line (up: across what is up). */
static void hold_across(frozen *f, const sn_frame *part, int j, const sn_track *up, sn_builder *b)
{
  f->block[f->n_block] = sn_block_begin(b, &sn_law_driven, up ? "roll" : "direction");
  const int axis = sn_axis_of(b, part, j);
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, axis, sn_axis_of(b, &f->carrier, k), 0);
  }
  (up ? sn_track_gap_across_value : sn_track_gap_across)(up ? up : &f->track, f->gap + f->n_block);
  finish(f, INFINITY, b);
}

static sn_status check_follow(const sn_item *item, const slide *p, const frozen *f, sn_error *error)
{
  const char *what = p->follow == FOLLOWS_FRAME ? "frame" : "direction";
  if (f->node) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': follow = \"%s\" needs a `curve`.", item->name, what);
    sn_error_why(error, "The direction of a cable or beam has a corner in its rate at every node.");
    sn_error_fix(error, "Leave `follow` out, and hang the part or put it on two slides.");
    return SN_EINPUT;
  }
  if (!sn_has_axes(&f->trolley)) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': follow = \"%s\", but '%s' is a point, which has no directions.",
                 item->name, what, sn_ref_name(item->ref));
    sn_error_fix(error, "Use a body, or leave `follow` out.");
    return SN_EINPUT;
  }
  if (p->up.n > 0 && p->follow != FOLLOWS_FRAME) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s' has `up`, but its roll is free.", item->name);
    sn_error_fix(error, "Write follow = \"frame\", or leave `up` out.");
    return SN_EINPUT;
  }
  if (p->up.n > 0 && p->up.n != p->curve.n) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s': `up` has %d directions, and the curve %d points.", item->name,
                 p->up.n, p->curve.n);
    sn_error_fix(error, "Give one direction for each point of the curve.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* What is up along the curve: as the user says, or as the part is drawn, carried along. */
static sn_status find_up(const sn_item *item, const slide *p, frozen *f, double s, sn_builder *b, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  sn_v3 d;
  if (p->up.n == 0) {
    sn_track_at(&f->track, s, NULL, &d, NULL);
    const sn_v3 e = v3_unit(d), z = fabs(e.x[2]) < 0.9 ? v3(0, 0, 1) : v3(1, 0, 0);
    return sn_track_carry(&f->track, s, z, arena, &f->up) == SN_OK ? SN_OK : sn_no_memory(error, "the model");
  }
  for (int i = 0; i < p->up.n; i++) {
    const double size = v3_norm(p->up.x[i]);
    sn_track_at(&f->track, f->track.s[i], NULL, &d, NULL);
    if (!(size > 0) || !(v3_norm(v3_cross(p->up.x[i], d)) > 0.1 * size * v3_norm(d))) {
      sn_item_fail(item, SN_EINPUT, error, "Slide '%s': direction %d of `up` is along the curve, or no direction.",
                   item->name, i + 1);
      sn_error_fix(error, "Give a direction across the curve.");
      return SN_EINPUT;
    }
  }
  sn_v3 *up = SN_NEW(arena, sn_v3, p->up.n);
  for (int i = 0; up && i < p->up.n; i++) { /* across the curve, of length 1 */
    sn_track_at(&f->track, f->track.s[i], NULL, &d, NULL);
    up[i] = v3_unit(v3_axpy(p->up.x[i], -v3_dot(p->up.x[i], d) / v3_dot(d, d), d));
  }
  return up && sn_track_values(&f->track, up, arena, &f->up) == SN_OK ? SN_OK : sn_no_memory(error, "the model");
}

/* The part looks along the line as it is drawn at the start, whatever its own axes are. */
static sn_status follow_frame(const sn_item *item, const slide *p, frozen *f, double s, sn_builder *b, sn_error *error)
{
  sn_v3 d, up = v3(0, 0, 1);
  SN_TRY(check_follow(item, p, f, error));
  SN_TRY(find_up(item, p, f, s, b, error));
  sn_track_at(&f->track, s, NULL, &d, NULL);
  sn_track_at(&f->up, s, &up, NULL, NULL);
  const sn_v3 along = v3_unit(d), across = v3_unit(v3_cross(up, along));
  const sn_m3 axes = m3_mul3(sn_frame_axes(b, &f->carrier), (sn_m3){{along, across, v3_cross(along, across)}});
  const sn_m3 own = sn_frame_axes(b, &f->trolley);
  sn_m3 in;
  for (int k = 0; k < 3; k++) {
    in.c[k] = m3_tmul(own, axes.c[k]);
  }
  const sn_frame part = sn_frame_local(b, &f->trolley, v3(0, 0, 0), in);
  hold_across(f, &part, 1, NULL, b);
  hold_across(f, &part, 2, NULL, b);
  if (p->follow == FOLLOWS_FRAME) {
    hold_across(f, &part, 1, &f->up, b);
  }
  return sn_builder_status(b, error);
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  slide *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  sn_frame of;
  double s = 0, rate = 0;
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_joint_end(item, 0, p->at, "at", b, &f->trolley, error));
  if (p->curve.n > 0) {
    SN_TRY(sn_frame_of(item->ref + 1, b, &of, error));
    SN_TRY(fixed_line(item, p, &of, b, f, error));
  } else {
    SN_TRY(moving_line(item, b, f, error));
  }
  if (f->trolley.moves < 2 && !f->node && f->carrier.moves < 2) {
    sn_item_fail(item, SN_EINPUT, error, "Slide '%s' joins nothing that is free to move.", item->name);
    sn_error_fix(error, "Name a body or a point as its first part.");
    return SN_EINPUT;
  }
  SN_TRY(find_start(item, f, b, &s, &rate, error));
  SN_TRY(make_coordinate(p, s, rate, b, f));
  for (int k = 0; k < 3; k++) {
    hold_point(f, k, b);
  }
  if (p->follow != FOLLOWS_POINT) {
    SN_TRY(follow_frame(item, p, f, s, b, error));
  }
  item->frozen = f;
  return sn_law_freeze(item, &p->law, NULL, &f->along, b, error);
}

static sn_status coordinate(const sn_item *item, const char *name, double coefficient, sn_builder *b, sn_error *error)
{
  const frozen *f = item->frozen;
  (void)name;
  (void)error;
  sn_coordinate_add(&f->along, coefficient, b);
  return SN_OK;
}

/* ---- outputs */

static void place(const sn_observation *o, const void *data, double *out)
{
  double unused;
  sn_coordinate_observe(&((const frozen *)data)->along, o, out, &unused);
}
static void rate_along(const sn_observation *o, const void *data, double *out)
{
  double unused;
  sn_coordinate_observe(&((const frozen *)data)->along, o, &unused, out);
}

/* The slope of the line at s, ground axes. */
static sn_v3 slope_at(const frozen *f, const sn_observation *o, double s)
{
  sn_v3 d = v3(0, 0, 0), from;
  if (!f->node) {
    sn_track_at(&f->track, s, &from, &d, NULL);
    return m3_mul(sn_axes_in(&f->carrier, o->q), d);
  }
  double dN[SN_TRACK_NODES];
  sn_track_weights(&f->track, s, NULL, dN, NULL);
  for (int a = 0; a < f->track.n; a++) {
    d = v3_axpy(d, dN[a], sn_point_in(f->node + a, o->q));
  }
  return d;
}

/* m/s: the parameter of a curve is not its length */
static void speed(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  double s, rate;
  sn_coordinate_observe(&f->along, o, &s, &rate);
  out[0] = rate * v3_norm(slope_at(f, o, s));
}
/* Of all rows on the part, about its point. */
static sn_v3 reaction(const sn_observation *o, const frozen *f, sn_v3 *moment)
{
  sn_v3 sum = v3(0, 0, 0);
  *moment = sum;
  for (int k = 0; k < f->n_block; k++) {
    sn_add_wrench(o, f->block[k], &f->trolley, sn_point_in(&f->trolley, o->q), &sum, moment);
  }
  return sum;
}
static void force(const sn_observation *o, const void *data, double *out)
{
  sn_v3 unused;
  v3_put(reaction(o, data, &unused), out);
}
static void moment(const sn_observation *o, const void *data, double *out)
{
  sn_v3 sum;
  (void)reaction(o, data, &sum);
  v3_put(sum, out);
}
static void parts_of_force(const sn_observation *o, const frozen *f, double *along, double *across)
{
  double s, rate;
  sn_v3 unused;
  sn_coordinate_observe(&f->along, o, &s, &rate);
  const sn_v3 t = v3_unit(slope_at(f, o, s)), sum = reaction(o, f, &unused);
  *along = v3_dot(sum, t);
  *across = v3_norm(v3_axpy(sum, -*along, t));
}
static void force_along(const sn_observation *o, const void *data, double *out)
{
  double unused;
  parts_of_force(o, data, out, &unused);
}
static void force_across(const sn_observation *o, const void *data, double *out)
{
  double unused;
  parts_of_force(o, data, &unused, out);
}
static void drive_force(const sn_observation *o, const void *data, double *out)
{
  out[0] = sn_coordinate_force(&((const frozen *)data)->along, o, SN_ROLE_DRIVE);
}

#define LAW(member) SN_MEMBER(slide, law.member)
static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "the point of the first part that slides, drawing coordinates (default: its own place)",
     SN_MEMBER(slide, at)},
    {"curve", SN_POINTS, "m",
     "points of a smooth curve fixed in the second part, drawing coordinates (default: the line of a cable or beam)",
     SN_MEMBER(slide, curve)},
    {"follow", SN_CHOICE, "",
     "what of the part follows the curve: its point; also the direction in which it is drawn to look along it; or its "
     "roll about the curve, too",
     SN_MEMBER(slide, follow), SN_PRESET(FOLLOWS_POINT), .choices = "point|direction|frame"},
    {"up", SN_POINTS, "",
     "what is up at each point of the curve, drawing axes (default: turned about the curve as little as possible)",
     SN_MEMBER(slide, up)},
    {"closed", SN_FLAG, "", "the curve returns from its last point to its first", SN_MEMBER(slide, closed)},
    {"mass", SN_NUMBER, "kg", "what turns in the wheels: inertia over the square of the radius", SN_MEMBER(slide, mass),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"damping", SN_NUMBER, "N s/m", "damper along the line", LAW(damping), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"force", SN_FUNCTION, "N", "force along the line, function of time and of signals", LAW(applied), .choices = "t",
     .sub = sn_follows_signals},
    {"law", SN_FUNCTION, "N", "resistance along the line, function of s, its rate, time and signals", LAW(law),
     .choices = "x,v,t", .sub = sn_follows_signals},
    {"drive", SN_FUNCTION, "m", "prescribes s as function of time", LAW(drive), .choices = "t"},
    {"drive_rate", SN_FUNCTION, "m/s", "prescribes its rate as function of time", LAW(drive_rate), .choices = "t"},
    {"lower", SN_NUMBER, "m", "lower stop of s", LAW(lower)},
    {"upper", SN_NUMBER, "m", "upper stop of s", LAW(upper)},
    {"stop_stiffness", SN_NUMBER, "N/m", "stiffness of the stops", LAW(stop_stiffness), SN_POSITIVE},
    {"stop_damping", SN_NUMBER, "1/(m/s)",
     "damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)",
     LAW(stop_damping), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {0}};
static const sn_idle idle[] = {{"closed", "curve", 0, "the line is a cable or beam, which has ends"},
                               {"up", "follow", 0, "it is what keeps the roll: follow = \"frame\""},
                               {0}};
static const sn_output outputs[] = {
    {"s", "m", 1, "where the point is along the line, from its first end", place, SN_SHOWN},
    {"s_rate", "m/s", 1, "its rate", rate_along, SN_OUT_STORED},
    {"speed", "m/s", 1, "speed along the line: s of a curve is not quite its length", speed, SN_OUT_STORED},
    {"force", "N", 3, "force of the line on the first part, ground axes", force, SN_CARRIED},
    {"moment", "N m", 3, "moment of the line on the first part about its point, ground axes", moment, SN_CARRIED},
    {"along", "N", 1, "the part of the force along the line: of drives, dampers and wheels", force_along, SN_CARRIED},
    {"across", "N", 1, "the part of the force across the line", force_across, SN_CARRIED},
    {"drive_force", "N", 1, "force of the drive along s", drive_force, SN_CARRIED},
    {0}};

const sn_kind sn_kind_slide = {.name = "slide",
                               .help = "A point slides along a cable, a beam, or a curve fixed in a body or in space.",
                               .class = SN_CLASS_JOINT,
                               .n_refs = 2,
                               .inputs = inputs,
                               .idle = idle,
                               .param_size = sizeof(slide),
                               .freeze = freeze,
                               .reports = {.outputs = outputs},
                               .joint = {.coordinate = coordinate, .coordinates = "s", .second_whole = 1}};
