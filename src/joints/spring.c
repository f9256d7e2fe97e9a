/* joints/spring.c -- spring and damper between two points, in the true length; any law of the user.
 * Theory:  composite strain length = sqrt(2 e), e = u.u/2 (docs/theory.md, composite strains): exact work. The laws are
 *          those of joint coordinates (law.c).
 * Limits:  the length must not pass through zero; a bushing may.
 * Tests:   tests/joints/test_forces.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"

typedef struct {
  sn_v3 at_a, at_b;
  sn_joint_law law;
} spring;

static const sn_coordinate_kind length_kind = {.name = "length", .type = SN_COORDINATE_LENGTH};

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const spring *p = item->param;
  sn_joint_coordinate *c = SN_NEW(sn_builder_arena(b), sn_joint_coordinate, 1);
  if (!c) {
    return sn_no_memory(error, "the model");
  }
  c->kind = &length_kind;
  sn_frame of[2];
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  SN_TRY(sn_joint_end(item, 0, p->at_a, "at_a", b, &c->a, error));
  SN_TRY(sn_joint_end(item, 1, p->at_b, "at_b", b, &c->b, error));
  const double now = sn_coordinate_start(c, b);
  if (!(now > 0)) {
    sn_item_fail(item, SN_EINPUT, error, "The two ends of spring '%s' are the same place.", item->name);
    sn_error_why(error, "A spring pulls along the line between its ends; here there is none.");
    sn_error_fix(error, "Move at_a or at_b, or use a bushing.");
    return SN_EINPUT;
  }
  sn_joint_law law = p->law;
  law.rest = isnan(law.rest) ? now : law.rest;
  SN_TRY(sn_law_freeze(item, &law, NULL, c, b, error));
  if (c->n_block == 0 && sn_expr_signals(law.law, NULL) == 0) {
    sn_item_fail(item, SN_EINPUT, error, "Spring '%s' does nothing.", item->name);
    sn_error_fix(error, "Give stiffness, damping, force = function(x, v, t) or potential = function(x).");
    return SN_EINPUT;
  }
  sn_draw_between(item, b, "spring", &c->a, &c->b);
  item->frozen = c;
  return SN_OK;
}

static void length(const sn_observation *o, const void *c, double *out)
{
  double v;
  sn_coordinate_observe(c, o, out, &v);
}
static void rate(const sn_observation *o, const void *c, double *out)
{
  double x;
  sn_coordinate_observe(c, o, &x, out);
}
static void force(const sn_observation *o, const void *c, double *out)
{
  out[0] = -sn_coordinate_force(c, o, SN_ROLE_SPRING) - sn_coordinate_force(c, o, SN_ROLE_DAMPER);
}

#define LAW(member) SN_MEMBER(spring, law.member)
static const sn_input inputs[] = {
    {"at_a", SN_PLACE, "m", "end on the first part, drawing coordinates (default: its own place)",
     SN_MEMBER(spring, at_a)},
    {"at_b", SN_PLACE, "m", "end on the second part", SN_MEMBER(spring, at_b)},
    {"stiffness", SN_NUMBER, "N/m", "spring", LAW(stiffness), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"length", SN_NUMBER, "m", "length at rest (default: as drawn)", LAW(rest), SN_NOT_NEGATIVE},
    {"damping", SN_NUMBER, "N s/m", "damper along the line of the ends", LAW(damping), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"force", SN_FUNCTION, "N", "tension as function of length x, its rate v, time and signals", LAW(law),
     .choices = "x,v,t", .sub = sn_follows_signals},
    {"books", SN_CHOICE, "", SN_BOOKS_HELP, LAW(books), SN_PRESET(0), .choices = "work|dissipation"},
    {"potential", SN_FUNCTION, "J", "energy as function of the length", LAW(potential), .choices = "x"},
    {"lower", SN_NUMBER, "m", "length below which a stop pushes", LAW(lower), SN_NOT_NEGATIVE},
    {"upper", SN_NUMBER, "m", "length above which a stop pulls", LAW(upper), SN_NOT_NEGATIVE},
    {"stop_stiffness", SN_NUMBER, "N/m", "stiffness of the stops", LAW(stop_stiffness), SN_POSITIVE},
    {"stop_damping", SN_NUMBER, "s/m",
     "damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed)", LAW(stop_damping),
     SN_NOT_NEGATIVE, SN_PRESET(0)},
    {0}};
static const sn_output outputs[] = {{"length", "m", 1, "distance of the ends", length, SN_SHOWN},
                                    {"rate", "m/s", 1, "rate of the length", rate, 0},
                                    {"force", "N", 1, "tension of spring, damper and laws", force, SN_SHOWN},
                                    {0}};

static const sn_idle idle[] = {{"length", "stiffness", 0, "it is the length at which the spring is at rest"}, {0}};

const sn_kind sn_kind_spring = {.name = "spring",
                                .help = "A spring and damper between two points.",
                                .class = SN_CLASS_FORCE,
                                .n_refs = 2,
                                .inputs = inputs,
                                .idle = idle,
                                .param_size = sizeof(spring),
                                .freeze = freeze,
                                .reports = {.outputs = outputs}};
