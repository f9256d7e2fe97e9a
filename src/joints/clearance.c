/* joints/clearance.c -- a joint with play: a journal in a bearing that is larger, or a slider in a wider guide.
 * What:    contacts (laws/contact.c) from inside. A short journal touches with its middle, and one with a `length` with both ends of it, so that
 *          it can be askew. A slider touches the four walls of its guide with its eight corners. Stiffness as given, by Hertz, or from the data.
 * Theory:  docs/theory-contact.md, joints with play. Hertz: 4/3 E* sqrt(R_b R_j/(R_b - R_j)), E* = E/(2 (1 - nu^2)).
 * Limits:  along its axis a journal, and a slider, is free.
 * Tests:   tests/mechanisms/test_clearance.c, tests/laws
 */
#include <math.h>
#include <stddef.h>

#include "joints/contact.h"
#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"

typedef struct {
  sn_contact_fields of;
  sn_v3 at, axis, across;
  double radius, gap, length, width, height;
} clearance;

static const double SOFT = 10; /* a usual touch is 1e-3 of so many gaps deep */

static int is_guide(const clearance *p)
{
  return !isnan(p->width);
}

static sn_status lacks(const sn_item *item, const char *what, const char *fix, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Clearance '%s' has %s.", item->name, what);
  sn_error_why(error, "A journal has a `radius`; a slider has `width`, `height`, `length` and `across`.");
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

static sn_status check(const sn_item *item, const clearance *p, const sn_frame *of, sn_error *error)
{
  if (isnan(p->radius) == isnan(p->width)) {
    return lacks(item, isnan(p->radius) ? "neither `radius` nor `width`" : "both `radius` and `width`",
                 "Give the radius of the journal, or the sizes of the slider, in m.", error);
  }
  if (is_guide(p) && (isnan(p->height) || isnan(p->length) || !(v3_norm(p->across) > 0))) {
    return lacks(item, "no `height`, `length` or `across`",
                 "Give all three sizes of the slider in m, and the direction of its width.", error);
  }
  if (!sn_has_axes(of) || !sn_has_axes(of + 1)) {
    const int k = sn_has_axes(of);
    sn_item_fail(item, SN_EINPUT, error, "Clearance '%s': '%s' is a point, which does not turn.", item->name,
                 sn_ref_name(item->ref + k));
    sn_error_fix(error, "Make it a body.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* First axis along the joint, the second as near to `across` as it can be. */
static sn_m3 axes_of(sn_item *item, const clearance *p)
{
  const sn_v3 u = v3_unit(sn_drawn_direction(item, p->axis));
  const sn_m3 any = sn_rotation_along(u);
  const sn_v3 wish = v3_norm(p->across) > 0 ? sn_drawn_direction(item, p->across) : any.c[0];
  const sn_v3 flat = v3_axpy(wish, -v3_dot(wish, u), u);
  const sn_v3 v = v3_norm(flat) > 1e-9 * v3_norm(wish) ? v3_unit(flat) : any.c[0];
  return (sn_m3){{u, v, v3_cross(u, v)}};
}

static sn_status take_ends(sn_item *item, const clearance *p, const sn_frame *of, sn_builder *b, sn_frame *end,
                           sn_error *error)
{
  const sn_m3 drawn = axes_of(item, p);
  for (int k = 0; k < 2; k++) {
    SN_TRY(sn_joint_end(item, k, p->at, "at", b, end + k, error));
    const sn_m3 axes = item->ref[k].item ? sn_start_axes(item->ref[k].item, drawn) : drawn;
    SN_TRY(sn_frame_at(b, of + k, sn_frame_point(b, end + k), axes, end + k, error));
  }
  return SN_OK;
}

static void add(sn_contact_made *c, const sn_touch_gap *pair, const sn_frame *end, sn_v3 x, sn_builder *b)
{
  c->touching[c->n++] =
      (sn_touching){.pair = *pair, .first = end[0], .second = sn_frame_local(b, end + 1, x, m3_identity())};
}

static void journal(const clearance *p, const sn_frame *end, sn_builder *b, sn_contact_made *c)
{
  const int rubs = sn_contact_has_friction(&p->of.rubs), n = isnan(p->length) ? 1 : 2;
  sn_touch_gap pair;
  sn_journal_in_bearing(p->gap, p->radius, rubs, &pair);
  for (int i = 0; i < n; i++) {
    add(c, &pair, end, v3(n == 1 ? 0 : (i ? 0.5 : -0.5) * p->length, 0, 0), b);
  }
}

static void guide(const clearance *p, const sn_frame *end, sn_builder *b, sn_contact_made *c)
{
  for (int i = 0; i < 8; i++) {
    const double side[3] = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1},
                 half[3] = {p->length / 2, p->width / 2, p->height / 2};
    for (int k = 1; k < 3; k++) {
      const double normal[3] = {0, k == 1 ? -side[1] : 0, k == 2 ? -side[2] : 0};
      sn_touch_gap pair;
      sn_point_at_wall(normal, half[k] + p->gap, &pair);
      add(c, &pair, end, v3(side[0] * half[0], side[1] * half[1], side[2] * half[2]), b);
    }
  }
}

static sn_status check_start(const sn_item *item, const clearance *p, double now, sn_error *error)
{
  if (now > -p->gap) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Clearance '%s': '%s' starts %.4g m inside '%s'.", item->name,
               sn_ref_name(item->ref + 1), -now, sn_ref_name(item->ref));
  sn_error_why(error, "Its play is %.4g m, and it is drawn further off the middle.", p->gap);
  sn_error_fix(error, "Draw the parts nearer to each other, or check `at`, `axis` and `across`.");
  return SN_EINPUT;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  enum { MOST = 16 };
  const clearance *p = item->param;
  sn_contact_made *c = SN_NEW(sn_builder_arena(b), sn_contact_made, 1);
  sn_touching *touching = SN_NEW(sn_builder_arena(b), sn_touching, MOST);
  sn_frame of[2], end[2];
  sn_contact_fields law = p->of;
  sn_contact_side side[2] = {{0}};
  if (!c || !touching) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  SN_TRY(check(item, p, of, error));
  SN_TRY(take_ends(item, p, of, b, end, error));
  for (int k = 0; k < 2; k++) {
    sn_v3 unused;
    side[k] = (sn_contact_side){.ref = item->ref + k,
                                .mass = sn_contact_mass(b, item->ref[k].item, end + k),
                                .size = SOFT * p->gap,
                                .radius = is_guide(p) ? INFINITY
                                          : k == 0    ? -(p->radius + p->gap)
                                                      : p->radius};
    sn_frame_velocity(b, end + k, &side[k].v, &unused);
  }
  law.pressure_per_depth = law.rubs.patch = NAN; /* no fields of this kind */
  SN_TRY(sn_contact_choose(item, &law, (const sn_contact_side *const[2]){side, side + 1}, c, error));
  c->touching = touching;
  c->n = 0;
  if (is_guide(p)) {
    guide(p, end, b, c);
  } else {
    journal(p, end, b, c);
  }
  SN_ASSERT(c->n <= MOST);
  for (int i = 0; i < c->n; i++) {
    sn_contact_block(c, is_guide(p) ? p->length : p->radius, 1, c->touching + i, b);
    SN_TRY(check_start(item, p, sn_composite_now(b), error));
  }
  item->frozen = c;
  return SN_OK;
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "middle of the joint, drawing coordinates", SN_MEMBER(clearance, at), .required = 1},
    {"axis", SN_VECTOR, "", "of the journal, or along the guide", SN_MEMBER(clearance, axis), .required = 1},
    {"gap", SN_NUMBER, "m", "play: from the middle to where they touch", SN_MEMBER(clearance, gap), SN_POSITIVE,
     .required = 1},
    {"radius", SN_NUMBER, "m", "of the journal, which is the second part; the bearing is larger by `gap`",
     SN_MEMBER(clearance, radius), SN_POSITIVE},
    {"length", SN_NUMBER, "m", "along the axis: it touches at both ends (default: of a journal, in the middle alone)",
     SN_MEMBER(clearance, length), SN_POSITIVE},
    {"width", SN_NUMBER, "m", "of a slider, the second part, in a guide", SN_MEMBER(clearance, width), SN_POSITIVE},
    {"height", SN_NUMBER, "m", "of a slider, across its width", SN_MEMBER(clearance, height), SN_POSITIVE},
    {"across", SN_VECTOR, "", "direction of the width", SN_MEMBER(clearance, across)},
    {"friction", SN_NUMBER, "", "coefficient of dry friction", SN_MEMBER(clearance, of.rubs.friction),
     SN_BETWEEN(0, 10), SN_PRESET(0)},
    {"static_friction", SN_NUMBER, "", "coefficient at rest (default: that of sliding)",
     SN_MEMBER(clearance, of.rubs.static_friction), SN_BETWEEN(0, 10)},
    {"friction_speed", SN_NUMBER, "m/s", "speed at which the coefficient has fallen from rest by 63 %",
     SN_MEMBER(clearance, of.rubs.friction_speed), SN_POSITIVE},
    {"friction_stiffness", SN_NUMBER, "N/m", "force per tangential displacement while it sticks",
     SN_MEMBER(clearance, of.rubs.friction_stiffness), SN_POSITIVE},
    {"restitution", SN_NUMBER, "", "speed after an impact over that before", SN_MEMBER(clearance, of.restitution),
     SN_BETWEEN(0.01, 1), SN_PRESET(1)},
    {"stiffness", SN_NUMBER, "N/m",
     "normal force per depth of each place that touches (default: from gap, mass, speed)",
     SN_MEMBER(clearance, of.stiffness), SN_POSITIVE},
    {"power", SN_NUMBER, "", "power of the depth; 1.5: Hertz", SN_MEMBER(clearance, of.power), SN_BETWEEN(1, 4),
     SN_PRESET(1)},
    {"E", SN_NUMBER, "Pa", "Young's modulus of both parts: stiffness and power by Hertz, of a journal",
     SN_MEMBER(clearance, of.E), SN_POSITIVE},
    {"nu", SN_NUMBER, "", "Poisson's ratio of both parts", SN_MEMBER(clearance, of.nu), SN_BETWEEN(0, 0.5),
     SN_PRESET(0.3)},
    {0}};
static const sn_idle idle[] = {
    {"E|nu", "stiffness", 1, "the stiffness is given"},
    {"nu", "E", 0, "Hertz' stiffness needs `E`"},
    {"power", "E", 1, "Hertz' power is 1.5"},
    {"friction_stiffness|static_friction", "friction", 0, "it says how friction acts"},
    {"friction_speed", "static_friction", 0, "friction with one coefficient sticks at rest, at no speed"},
    {"height|across", "width", 0, "a journal is round"},
    {0}};

const sn_kind sn_kind_clearance = {.name = "clearance",
                                   .help = "A joint with play: a journal in a bearing, or a slider in a guide.",
                                   .class = SN_CLASS_FORCE,
                                   .n_refs = 2,
                                   .inputs = inputs,
                                   .idle = idle,
                                   .param_size = sizeof(clearance),
                                   .freeze = freeze,
                                   .reports = {.outputs = sn_contact_outputs, .constants = sn_contact_constants}};
