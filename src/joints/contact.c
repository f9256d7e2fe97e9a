/* joints/contact.c -- contact of two parts: their shapes may not pass through each other, with friction and restitution.
 * What:    one block (laws/contact.c) for every pair of features that can touch: V = k/(p + 1) <-gap>^(p + 1), a loss from the restitution, and a
 *          bristle for what sticks. What is not given is chosen from the data, and `sinew check` prints it.
 * Theory:  docs/theory-contact.md.
 * Tests:   tests/mechanisms/test_contact.c, tests/laws
 */
#include "joints/contact.h"

#include <math.h>
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"

typedef sn_contact_fields contact;
typedef sn_contact_side side;

static const double DEEP = 0.01; /* deeper at the start is a mistake of the drawing */
enum { MOST = 100000 };          /* pairs of features */

/* ---- checks */

static sn_status strangers(const sn_item *item, const sn_feature *a, const sn_feature *b, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': a %s and a %s cannot touch.", item->name, a->name, b->name);
  sn_error_why(
      error,
      "Spheres, boxes, cylinders, rods (slender shapes with a radius), convex meshes, obstacles and points touch each "
      "other and planes; "
      "tubes touch spheres, points and surfaces of solids alone, cones touch nothing, and neither do two planes or two "
      "points.");
  sn_error_fix(error, "Use one of these shapes.");
  return SN_EINPUT;
}

static sn_status check_start(const sn_item *item, const sn_touching *t, const side *const s[2], double now,
                             sn_error *error)
{
  const double size = fmin(s[0]->size, s[1]->size);
  if (now > -DEEP * size && now > t->pair.gap.least) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': '%s' starts %.4g m inside '%s'.", item->name,
               sn_ref_name(s[1]->ref), -now, sn_ref_name(s[0]->ref));
  sn_error_why(error,
               "The parts may start up to %.4g m deep, a hundredth of the smaller one: they are pushed out at once.",
               DEEP * size);
  sn_error_fix(error, "Move them apart by %.4g m, or leave the contact out.", -now);
  return SN_EINPUT;
}

static int is_free(const side *s)
{
  for (int i = 0; i < s->n; i++) {
    if (s->feature[i].frame.moves == 2) {
      return 1;
    }
  }
  return 0;
}

/* Some of the points of a surface may rest, or be fixed in the other part. */
static int may_touch(const sn_feature *f, const sn_feature *o)
{
  return (f->frame.moves == 2 || o->frame.moves == 2) && (f->frame.node < 0 || f->frame.node != o->frame.node);
}

static int is_one_part(const side *s, const side *o)
{
  return s->feature[0].frame.node >= 0 && s->feature[0].frame.node == o->feature[0].frame.node;
}

static sn_status check_sides(const sn_item *item, const side *s, const side *o, sn_error *error)
{
  if (!is_free(s) && !is_free(o)) {
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s': neither '%s' nor '%s' is free to move.", item->name,
                 sn_ref_name(s->ref), sn_ref_name(o->ref));
    sn_error_fix(error, "Put one of them on a body, or remove the contact.");
    return SN_EINPUT;
  }
  if (is_one_part(s, o)) {
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s': '%s' and '%s' are one part.", item->name, sn_ref_name(s->ref),
                 sn_ref_name(o->ref));
    sn_error_fix(error, "Name two different parts.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* ---- freeze */

/* How far a feature moves when the axes that carry it do: the place of its frame along them, and its extent. */
static double reach_of(const sn_frame *f, double extent)
{
  double sum = extent;
  for (int k = 0; k < f->n; k++) {
    sum += f->n_dir > 0 && f->n == 1 + f->n_dir && k > 0 ? fabs(sn_point_row(f)[k]) : 0;
  }
  return f->moves == 0 ? 0 : sum;
}

void sn_contact_block(const sn_contact_made *c, double size, double share, sn_touching *t, sn_builder *b)
{
  const int pairs = t->pair.gap.n == SN_CONTACT_PAIR;
  t->pair.gap.steepest = t->pair.steepest; /* the gap is in a list: its bounds are beside it */
  t->block = sn_block_begin(b, &sn_law_contact, "contact");
  const int between = sn_between(b, &t->first, &t->second);
  int along[3];
  for (int k = 0; k < 3; k++) {
    along[k] = sn_axis_of(b, &t->first, k);
    sn_form(b, 1, between, along[k], 0);
  }
  for (int j = 0; j < 3 && pairs; j++) {
    const int axis = sn_axis_of(b, &t->second, j);
    for (int k = 0; k < 3; k++) {
      sn_form(b, 1, axis, along[k], 0);
    }
  }
  sn_coordinate_gap(b, 0, &t->pair.gap, 1);
  sn_composite_potential(b, c->power == 1 ? sn_potential_one_sided(b, share * c->stiffness, 0, 0)
                                          : sn_potential_power(b, share * c->stiffness, 0, 0, c->power));
  (void)sn_block_contact(b, &(sn_contact){.loss = c->loss,
                                          .slowest = c->slowest,
                                          .coulomb = c->coulomb,
                                          .bristle = share * c->bristle,
                                          .spin = pairs ? c->spin : 0,
                                          .rolling = pairs ? c->rolling : 0,
                                          .twist = pairs ? c->twist : 0,
                                          .size = size,
                                          .is_piece = t->piece != NULL,
                                          .reach = fmax(reach_of(&t->first, sn_touch_extent(&t->pair, 0)),
                                                        reach_of(&t->second, sn_touch_extent(&t->pair, 1)))});
}

/* Does the surface of the solid look at the other part, as it starts? */
static int is_faced(const sn_touching *t, const sn_builder *b)
{
  double e[SN_CONTACT_POINT], n[3], xi[3];
  for (int k = 0; k < SN_CONTACT_POINT; k++) {
    e[k] = sn_form_now(b, k);
  }
  t->pair.gap.place(&t->pair.gap, e, n, xi);
  return v3_dot(m3_mul(sn_frame_axes(b, &t->first), v3(n[0], n[1], n[2])), t->piece->normal) < 0;
}

static sn_status warn_of_back(const sn_item *item, const side *s, const side *o, sn_error *error)
{
  return sn_model_warn(item->model, item->where, error,
                       "contact '%s': the surface of '%s' faces away from '%s' at the start: nothing is pushed before "
                       "it has turned round; name the opposite surface, or the whole solid",
                       item->name, sn_ref_name(s->ref), sn_ref_name(o->ref));
}

static sn_status take_side(const sn_item *item, const sn_ref *ref, double round, int of_all, sn_builder *b, side *s,
                           sn_error *error)
{
  sn_v3 unused;
  s->ref = ref;
  s->of_all = of_all;
  SN_TRY(sn_contact_features(item, ref, round, b, &s->feature, &s->n, error));
  s->mass = s->feature[0].piece ? s->feature[0].mass : sn_contact_mass(b, ref->item, &s->feature[0].frame);
  s->size = s->radius = INFINITY;
  sn_frame_velocity(b, &s->feature[0].frame, &s->v, &unused);
  for (int i = 0; i < s->n; i++) {
    const sn_surface_point *piece = s->feature[i].piece;
    s->size = fmin(s->size, s->feature[i].size);
    s->area += piece ? piece->area : 0;
    s->resists += piece ? piece->area * piece->modulus : 0;
    const int is_round = s->feature[i].radius > 0 && s->feature[i].type != SN_FEATURE_TUBE;
    s->radius = is_round ? fmin(s->radius, s->feature[i].radius) : s->radius;
  }
  return SN_OK;
}

/* `ref`, the next of the group, is a part, and is not among the sides so far. */
static sn_status check_member(const sn_item *item, const sn_ref *ref, const side *s, int n, sn_error *error)
{
  if (!ref->item) {
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s': `all` names the ground, which has no shape.", item->name);
    sn_error_fix(error, "Name a surface on the ground: plane { } or obstacle { ... }.");
    return SN_EINPUT;
  }
  for (int i = 0; i < n; i++) {
    if (s[i].ref->item == ref->item) {
      sn_item_fail(item, SN_EINPUT, error, "Contact '%s': `all` names '%s', which is named before.", item->name,
                   sn_ref_name(ref));
      sn_error_fix(error, "Name each part once.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

/* The fastest relative speed of a group at the start: two of it that are at rest will be met by the others. */
static void find_meeting(side *s, int n)
{
  double fastest = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      fastest = fmax(fastest, v3_norm(v3_sub(s[i].v, s[j].v)));
    }
  }
  for (int i = 0; i < n; i++) {
    s[i].meets = fastest;
  }
}

/* `round` concerns edges. */
static sn_status check_round(const sn_item *item, const contact *p, const side *s, int n, sn_error *error)
{
  int edges = isnan(p->round);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < s[i].n; k++) {
      edges = edges || s[i].feature[k].type == SN_FEATURE_SOLID;
    }
  }
  if (edges) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': `round` has no effect.", item->name);
  sn_error_why(error, "It rounds the edges of boxes and other solids, and none of its parts is one.");
  sn_error_fix(error, "Leave it out.");
  return SN_EINPUT;
}

/* The two positional parts, and those of the group. */
static sn_status take_sides(const sn_item *item, const contact *p, sn_builder *b, side **out, int *n, sn_error *error)
{
  side *s = *out = SN_NEW(sn_builder_arena(b), side, p->all.n + 2);
  *n = 0;
  if (!s) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < 2; k++) {
    if (item->ref[k].given) {
      SN_TRY(take_side(item, item->ref + k, p->round, 0, b, s + (*n)++, error));
    }
  }
  for (int k = 0; k < p->all.n; k++) {
    SN_TRY(check_member(item, p->all.x + k, s, *n, error));
    SN_TRY(take_side(item, p->all.x + k, p->round, 1, b, s + (*n)++, error));
  }
  if (*n >= 2 && (p->all.n > 0 || *n == 2)) {
    if (p->all.n > 0) {
      find_meeting(s, *n);
    }
    return check_round(item, p, s, *n, error);
  }
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s' names %s.", item->name, *n == 1 ? "one part" : "no parts");
  sn_error_fix(error, "Write contact { a, b, ... } for two parts, or contact { all = { a, b, c }, ... } for a group.");
  return SN_EINPUT;
}

/* Do these two share a joint? */
static int are_jointed(const sn_item *item, const sn_ref *a, const sn_ref *b)
{
  for (int i = 0; i < sn_model_items(item->model); i++) {
    const sn_item *j = sn_model_item(item->model, i);
    if ((j->kind->class == SN_CLASS_JOINT || j->kind == &sn_kind_clearance) && j->kind->ref_class == SN_CLASS_PART &&
        j->kind->n_refs >= 2 && j->ref[0].given && j->ref[1].given &&
        ((j->ref[0].item == a->item && j->ref[1].item == b->item) ||
         (j->ref[0].item == b->item && j->ref[1].item == a->item))) {
      return 1;
    }
  }
  return 0;
}

/* The pairs that may touch; of a group those that could. first: rows of two sides. */
static sn_status list_pairs(const sn_item *item, const contact *p, const side *s, int n, int (*pair)[2], int *n_pair,
                            sn_error *error)
{
  *n_pair = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      const int asked = p->all.n == 0;
      if (asked) {
        SN_TRY(check_sides(item, s + i, s + j, error));
      } else if (!s[j].of_all || (!is_free(s + i) && !is_free(s + j)) || is_one_part(s + i, s + j) ||
                 (!p->jointed && are_jointed(item, s[i].ref, s[j].ref))) {
        continue;
      }
      pair[*n_pair][0] = i;
      pair[(*n_pair)++][1] = j;
    }
  }
  if (*n_pair > 0) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s': no two of its parts can touch.", item->name);
  sn_error_why(error, "Parts that are fixed, or one part, or joined by a joint, are left out.");
  sn_error_fix(error, "Name parts that move; `jointed = true` lets parts touch that share a joint.");
  return SN_EINPUT;
}

/* How many pairs of features two parts have. */
static sn_status count(const sn_item *item, const contact *p, const side *a, const side *o, sn_builder *b, int *n,
                       sn_error *error)
{
  for (int i = 0; i < a->n * o->n; i++) {
    const sn_feature *first = a->feature + i % a->n, *second = o->feature + i / a->n;
    if (!may_touch(first, second)) {
      continue;
    }
    const int found = sn_contact_meet(first, second, sn_contact_has_friction(&p->rubs), b, NULL);
    if (found < 0 || (found == 0 && p->all.n == 0)) {
      return strangers(item, first, second, error);
    }
    *n += found;
  }
  return SN_OK;
}

static sn_status too_many(const sn_item *item, int n, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Contact '%s' has %d pairs of features that could touch; %d is the most.",
               item->name, n, MOST);
  sn_error_why(error, "Every pair keeps its numbers in the state, whether it touches or not.");
  sn_error_fix(error, "Name only parts that can meet, in several contacts, or give them simpler shapes.");
  return SN_EINPUT;
}

/* Blocks of two parts, with a stiffness of their own. */
static sn_status make_pair(const sn_item *item, const contact *p, const side *a, const side *o, sn_builder *b,
                           sn_contact_made *c, sn_error *error)
{
  const side *const s[2] = {a, o};
  const int is_first = c->n == 0;
  int faced = 0;
  sn_contact_made own = {0};
  SN_TRY(sn_contact_between_nodes(item, a->ref, a->feature, a->n, o->ref, o->size, b, error));
  SN_TRY(sn_contact_between_nodes(item, o->ref, o->feature, o->n, a->ref, a->size, b, error));
  SN_TRY(sn_contact_choose(item, p, s, &own, error));
  for (int i = 0; i < a->n * o->n; i++) {
    const sn_feature *first = a->feature + i % a->n, *second = o->feature + i / a->n;
    const sn_surface_point *piece = first->piece ? first->piece : second->piece;
    const double share = sn_contact_share(p, first->piece ? a : o, piece);
    const int from = c->n;
    c->n += may_touch(first, second)
                ? sn_contact_meet(first, second, sn_contact_has_friction(&p->rubs), b, c->touching + c->n)
                : 0;
    for (int k = from; k < c->n; k++) {
      sn_touching *t = c->touching + k;
      t->piece = piece;
      sn_contact_block(&own, fmin(a->size, o->size), share, t, b);
      faced += piece && is_faced(t, b);
      SN_TRY(check_start(item, t, s, sn_composite_now(b), error));
    }
  }
  if (a->area + o->area > 0 && c->n > 0 && faced == 0) {
    SN_TRY(warn_of_back(item, a->area > 0 ? a : o, a->area > 0 ? o : a, error));
  }
  if (is_first) { /* what it reports is that of its first pair */
    own.n = c->n;
    own.touching = c->touching;
    *c = own;
  }
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const contact *p = item->param;
  sn_arena *arena = sn_builder_arena(b);
  sn_contact_made *c = SN_NEW(arena, sn_contact_made, 1);
  side *s;
  int n, n_pair, blocks = 0;
  SN_TRY(take_sides(item, p, b, &s, &n, error));
  int(*pair)[2] = sn_arena_get(arena, (size_t)n * (size_t)n, sizeof *pair);
  if (!c || !pair) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(list_pairs(item, p, s, n, pair, &n_pair, error));
  for (int i = 0; i < n_pair; i++) {
    SN_TRY(count(item, p, s + pair[i][0], s + pair[i][1], b, &blocks, error));
    if (blocks > MOST) {
      return too_many(item, blocks, error);
    }
  }
  c->touching = SN_NEW(arena, sn_touching, blocks);
  if (!c->touching) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < n_pair; i++) {
    SN_TRY(make_pair(item, p, s + pair[i][0], s + pair[i][1], b, c, error));
  }
  SN_ASSERT(c->n == blocks);
  item->frozen = c;
  return SN_OK;
}

static const sn_input inputs[] = {
    {"all", SN_PARTS, "", "a group: each of them may touch every other one, and the parts named first",
     SN_MEMBER(contact, all)},
    {"jointed", SN_FLAG, "", "true: parts of the group that share a joint may touch, too", SN_MEMBER(contact, jointed),
     SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"round", SN_NUMBER, "m",
     "radius of edges and corners of boxes and other solids, inside their sizes; 0: sharp (default: sharp, but 0.05 of "
     "the smallest extent between two solids)",
     SN_MEMBER(contact, round), SN_NOT_NEGATIVE},
    {"friction", SN_NUMBER, "", "coefficient of dry friction", SN_MEMBER(contact, rubs.friction), SN_BETWEEN(0, 10),
     SN_PRESET(0)},
    {"static_friction", SN_NUMBER, "", "coefficient at rest (default: that of sliding)",
     SN_MEMBER(contact, rubs.static_friction), SN_BETWEEN(0, 10)},
    {"friction_speed", SN_NUMBER, "m/s", "speed at which the coefficient has fallen from rest by 63 %",
     SN_MEMBER(contact, rubs.friction_speed), SN_POSITIVE},
    {"spin", SN_CHOICE, "", "friction of what spins about the normal: none, or by the radius of Hertz' patch",
     SN_MEMBER(contact, rubs.spin), SN_PRESET(0), .choices = "none|hertz"},
    {"patch", SN_NUMBER, "m", "radius of an even patch of contact, which resists spin", SN_MEMBER(contact, rubs.patch),
     SN_POSITIVE},
    {"rolling", SN_NUMBER, "m", "moment of rolling resistance over normal force", SN_MEMBER(contact, rubs.rolling),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"restitution", SN_NUMBER, "", "speed after an impact over that before", SN_MEMBER(contact, restitution),
     SN_BETWEEN(0.01, 1), SN_PRESET(1)},
    {"stiffness", SN_NUMBER, "N/m",
     "normal force per depth, of each feature that touches (default: from size, mass and speed)",
     SN_MEMBER(contact, stiffness), SN_POSITIVE},
    {"pressure_per_depth", SN_NUMBER, "N/m^3",
     "of a surface of a solid: normal force per depth and drawn area (default: 3 E over the depth of the elements "
     "below "
     "it)",
     SN_MEMBER(contact, pressure_per_depth), SN_POSITIVE},
    {"power", SN_NUMBER, "", "power of the depth; 1.5: Hertz", SN_MEMBER(contact, power), SN_BETWEEN(1, 4),
     SN_PRESET(1)},
    {"friction_stiffness", SN_NUMBER, "N/m",
     "force per tangential displacement while it sticks (default: a deflection of 1e-6 of the smaller part)",
     SN_MEMBER(contact, rubs.friction_stiffness), SN_POSITIVE},
    {"E", SN_NUMBER, "Pa", "Young's modulus of both parts: stiffness and power by Hertz", SN_MEMBER(contact, E),
     SN_POSITIVE},
    {"nu", SN_NUMBER, "", "Poisson's ratio of both parts", SN_MEMBER(contact, nu), SN_BETWEEN(0, 0.5), SN_PRESET(0.3)},
    {0}};
static const sn_idle idle[] = {
    {"E|nu", "stiffness", 1, "the stiffness is given"},
    {"jointed", "all", 0, "two parts that are named touch whether they share a joint or not"},
    {"nu", "E", 0, "Hertz' stiffness needs `E`"},
    {"power", "E", 1, "Hertz' power is 1.5"},
    {"friction_stiffness|static_friction|patch", "friction", 0, "it says how friction acts"},
    {"friction_speed", "static_friction", 0, "friction with one coefficient sticks at rest, at no speed"},
    {"patch", "spin", 1, "the patch is Hertz'"},
    {0}};

const sn_kind sn_kind_contact = {.name = "contact",
                                 .help =
                                     "Two parts that may touch, by their shapes: normal force, restitution, friction.",
                                 .class = SN_CLASS_FORCE,
                                 .n_refs = 2,
                                 .may_be_fewer = 1,
                                 .inputs = inputs,
                                 .idle = idle,
                                 .param_size = sizeof(contact),
                                 .freeze = freeze,
                                 .reports = {.outputs = sn_contact_outputs, .constants = sn_contact_constants}};
