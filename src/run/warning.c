/* run/warning.c -- the table of what a run notices: names, units, and sentences with advice.
 * What:    see run/warning.h. A row says what its item is, what the value means, and how to say it.
 * Tests:   tests/run/test_warning.c (every row), tests/cli/test_warnings.c.
 */
#include "run/warning.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "run/run.h"
#include "system/guard.h"
#include "system/sampler.h"

/* A kind: `name` for programs; unit of the value ("": none). */
typedef struct {
  const char *name, *unit;
  int of_controllers; /* 1: the item is an output of a controller, counted through all of them */
  int own_log;        /* 1: the code that notices it writes the log itself */
  /* Writes the text of `x` from its names and note. */
  void (*say)(const sn_warned *w, sn_run_warning *x);
  /* NULL: always reported; returns 0 if the cause is another one, which has a row of its own */
  int (*holds)(const sn_run_summary *run);
} row;

#define SAY(x, ...) (void)snprintf((x)->text, sizeof(x)->text, __VA_ARGS__)

/* Output number i of all controllers. */
static const sn_sampler *controller_of(const sn_system *s, int i, int *output)
{
  for (int k = 0; k < s->n_sampler && i >= 0; k++) {
    if (i < s->sampler[k].n_output) {
      *output = i;
      return s->sampler + k;
    }
    i -= s->sampler[k].n_output;
  }
  return NULL;
}

/* ---- springs, controllers */

static void say_through_zero(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "%s passed through the length zero at t = %.6g s; it has no direction there, and what follows depends on the "
      "step: keep a distance between its ends, or use a bushing, which may pass",
      x->item, x->note.first_t);
}

static void say_controller(const sn_warned *w, sn_run_warning *x)
{
  int k = 0;
  const sn_sampler *c = controller_of(w->system, x->note.item, &k);
  SAY(x,
      "controller '%s' is unstable: from t = %.6g s on its output '%s' swings from sample to sample, and grows; look "
      "at "
      "the signs of its gains, lower them, sample more often, or shorten its delay",
      x->item, x->note.first_t, c ? c->output_name[k] : "");
}

/* ---- penalties */

static int is_made_by_turns(const sn_run_summary *run)
{
  return run->made == 1;
}

static void say_stiff_penalty(const sn_warned *w, sn_run_warning *x)
{
  SAY(x,
      "the penalty of %s is too stiff for steps of %.3g s with the scheme %s: it takes the turns of its parts for "
      "violations, and has gained %.2g of the energy by t = %.6g s: about %.1g s would do, or a softer penalty, or ep "
      "or ed",
      x->item, w->dt, w->scheme, x->note.worst, x->note.worst_t, w->dt * cbrt(SN_MOST_MADE / 10 / x->note.worst));
}

static int is_given_way(const sn_run_summary *run)
{
  return run->made == 0 && run->gave_way_energy > run->turned_most;
}

static void say_soft_penalty(const sn_warned *w, sn_run_warning *x)
{
  SAY(x,
      "the penalty of %s is too soft for its load: it was violated by %.3g m at t = %.6g s, %.2g of the model's size "
      "(meant "
      "are less than %.0e): raise its stiffness, or hold it exactly",
      x->item, x->note.worst, x->note.worst_t, x->note.worst / w->system->extent, SN_MOST_GIVEN_WAY);
}

static void say_half_turn(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "the parts of %s were turned or tilted against each other by %.4g degrees at t = %.6g s; at 180 degrees the "
      "direction of that rotation is lost and its moments jump: make it stiffer, use a joint with stops, or let it "
      "turn "
      "about one axis only (a bushing with stiffness about one axis counts any number of turns)",
      x->item, x->note.worst * (180 / 3.14159265358979323846), x->note.worst_t);
}

/* ---- accuracy */

static void say_inaccurate(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "%ld step%s of the run %s an estimated error above the tolerance, at worst %.2g at t = %.6g s: a jump in a load, "
      "a "
      "drive or a law cannot be resolved by smaller steps (make it smooth, or let a nominal time fall on it); else "
      "lower min_step",
      x->note.count, x->note.count == 1 ? "" : "s", x->note.count == 1 ? "has" : "have", x->note.worst,
      x->note.worst_t);
}

static void say_turn(const sn_warned *w, sn_run_warning *x)
{
  SAY(x,
      "%s turns by %.3g rad in one step at t = %.6g s: its rotation is then wrong by about %.2g %%, and steps above "
      "%.2g "
      "rad are cut; make this step shorter by a factor of %.0f",
      x->item[0] ? x->item : "a part", x->note.worst, x->note.worst_t,
      100 * sn_turn_error(w->run->order, x->note.worst), SN_TURN_CUT,
      ceil(fmax(1, 2 * x->note.worst / sn_turn_warned(w->run->order))));
}

static void say_open(const sn_warned *w, sn_run_warning *x)
{
  SAY(x,
      "the scheme %s has %s %.2g of the energy by t = %.6g s (more than %.2g from t = %.6g s on): it has no energy "
      "balance that would show a wrong motion; compare with half the step of %.3g s, or use ep or ed",
      w->scheme, w->run->total.defect > 0 ? "gained" : "lost", x->note.worst, x->note.worst_t, SN_LOSS_WARNED,
      x->note.first_t, w->dt);
}

static int is_no_penalty(const sn_run_summary *run)
{
  return run->made != 1;
}

static void say_loss(const sn_warned *w, sn_run_warning *x)
{
  SAY(x,
      "numerical damping has taken %.2g of the energy by t = %.6g s (more than %.2g from t = %.6g s on): vibrations or "
      "impacts are too fast for steps of %.3g s; compare with half the step, or with alpha = 0",
      x->note.worst, x->note.worst_t, SN_LOSS_WARNED, x->note.first_t, w->dt);
}

/* ---- what steps do not see */

static void say_pulse(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "a function of time of %s has a pulse or a jump at t = %.6g s that the smallest step does not resolve: %.2g of "
      "its "
      "size is missed there; allow smaller steps (min_step), or let a nominal time fall on it",
      x->item, x->note.worst_t, x->note.worst);
}

static void say_short_touch(const sn_warned *w, sn_run_warning *x)
{
  SAY(x,
      "%s: a touch at t = %.6g s is over within three steps, and how it rebounds depends on the step and on alpha; "
      "steps of %.2g s would resolve it (dt is %.2g s), or a `tolerance` that is small enough",
      x->item, x->note.worst_t, 1 / x->note.worst, w->dt);
}

/* ---- elements */

static void say_turned(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "an element of %s has turned by %.0f degrees over its length at t = %.6g s (by more than 45 first at t = %.6g "
      "s), which is coarse: "
      "compare with twice as many elements there",
      x->item, x->note.worst, x->note.worst_t, x->note.first_t);
}

/* An element of this item; NULL: it has none. */
static const sn_guard *element_of(const sn_system *s, int item)
{
  for (int i = 0; i < s->n_guard; i++) {
    if (s->block[s->guard[i].block].item == item) {
      return s->guard + i;
    }
  }
  return NULL;
}

static void say_crushed(const sn_warned *w, sn_run_warning *x)
{
  const sn_guard *g = element_of(w->system, x->note.item);
  const int crushable = g && sn_guard_is_crushable(w->system, g);
  const char *other = crushable ? sn_guard_uncrushable(g) : "";
  SAY(x,
      "an element of %s is compressed by %.4g %% of its length at t = %.6g s (by more than %.0f %% first at t = %.6g "
      "s)%s; apply less load or speed, take a stiffer material%s%s%s, or give what pushes it a stop",
      x->item, 100 * x->note.worst, x->note.worst_t, 100 * SN_CRUSHED_WARNED, x->note.first_t,
      crushable ? ": its law has a finite force there, a material has not" : ", more than most materials bear",
      other[0] ? " or one that cannot be crushed (" : "", other, other[0] ? ")" : "");
}

static void say_stretched(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "an element of %s is stretched by %.3g times its length at t = %.6g s (by more than %.0f times first at t = %.6g "
      "s): no material is "
      "elastic so far; are its stiffness, its length and the loads on it in N, m and Pa?",
      x->item, x->note.worst, x->note.worst_t, SN_STRETCHED_WARNED, x->note.first_t);
}

static void say_strained(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "%s is strained by %.3g %% at t = %.6g s (by more than %.0f %% first at t = %.6g s), and its formulation is "
      "linear: "
      "stresses are wrong by about %.2g %% of themselves there; take formulation = \"green\", and look whether the "
      "loads, E and sizes are in N, Pa and m",
      x->item, 100 * x->note.worst, x->note.worst_t, 100 * SN_LINEAR_STRAIN_WARNED, x->note.first_t,
      150 * x->note.worst);
}

static void say_bent(const sn_warned *w, sn_run_warning *x)
{
  (void)w;
  SAY(x,
      "%s has bent or twisted until a piece of it is turned by %.3g rad against the body at t = %.6g s (by more than "
      "%.1f rad first at t = %.6g s), and its formulation is linear about one frame: its deformation is wrong by up to "
      "%.2g %%; take formulation = \"green\"",
      x->item, x->note.worst, x->note.worst_t, SN_LINEAR_TURN_WARNED, x->note.first_t,
      50 * x->note.worst * x->note.worst);
}

static const row rows[SN_RUN_WARNINGS] = {
    [SN_WARN_TURN] = {"turn_per_step", "rad", .say = say_turn},
    [SN_WARN_LOSS] = {"numerical_loss", "1", .say = say_loss},
    [SN_WARN_OPEN] = {"open_balance", "1", .say = say_open, .holds = is_no_penalty},
    [SN_WARN_THROUGH_ZERO] = {"through_zero", "", .say = say_through_zero},
    [SN_WARN_CONTROLLER] = {"unstable_controller", "", .of_controllers = 1, .say = say_controller},
    [SN_WARN_STIFF_PENALTY] = {"stiff_penalty", "1", .say = say_stiff_penalty, .holds = is_made_by_turns},
    [SN_WARN_SOFT_PENALTY] = {"soft_penalty", "m", .say = say_soft_penalty, .holds = is_given_way},
    [SN_WARN_HALF_TURN] = {"half_turn", "rad", .say = say_half_turn},
    [SN_WARN_PULSE] = {"pulse", "1", .say = say_pulse},
    [SN_WARN_SHORT_TOUCH] = {"short_touch", "1/s", .say = say_short_touch},
    [SN_WARN_TURNED] = {"turned_element", "deg", .say = say_turned},
    [SN_WARN_CRUSHED] = {"crushed_element", "1", .say = say_crushed},
    [SN_WARN_STRETCHED] = {"stretched_element", "1", .say = say_stretched},
    [SN_WARN_STRAINED] = {"linear_strain", "1", .say = say_strained},
    [SN_WARN_BENT] = {"turned_inside", "rad", .say = say_bent},
    [SN_WARN_INACCURATE] = {"above_tolerance", "1", .own_log = 1, .say = say_inaccurate},
};

/* By 2 tan(x/2) and its like of order four, for the first term that is wrong. */
double sn_turn_error(int order, double turn)
{
  return order >= 4 ? pow(turn, 4) / 720 : turn * turn / 12;
}

double sn_turn_warned(int order)
{
  return order >= 4 ? SN_TURN_WARNED : SN_TURN_WARNED_LOW;
}

void sn_run_warn(sn_run_summary *out, sn_run_warning_kind kind, int item, double t, double value)
{
  sn_run_note *n = out->noticed + kind;
  if (n->count == 0) {
    n->first_t = t;
  }
  if (n->count == 0 || value > n->worst) {
    n->worst = value;
    n->worst_t = t;
    n->item = item;
  }
  n->count += n->count < LONG_MAX / 4;
}

void sn_run_notice_strains(sn_run_summary *out, const sn_system *s, const sn_v3 *q, double t)
{
  const sn_departures x = sn_largest_departures(s, q);
  if (x.strain > SN_LINEAR_STRAIN_WARNED) {
    sn_run_warn(out, SN_WARN_STRAINED, s->block[s->guard[x.strained].block].item, t, x.strain);
  }
  if (x.turn > SN_LINEAR_TURN_WARNED) {
    sn_run_warn(out, SN_WARN_BENT, s->block[s->guard[x.turned].block].item, t, x.turn);
  }
}

int sn_run_warning_at(const sn_warned *w, int kind, sn_run_warning *out)
{
  const row *r = rows + kind;
  const sn_run_note *n = w->run->noticed + kind;
  const sn_system *s = w->system;
  if (n->count == 0 || (r->holds && !r->holds(w->run))) {
    return 0;
  }
  *out = (sn_run_warning){.kind = r->name, .unit = r->unit, .where = "", .item = "", .note = *n};
  int k = 0;
  const sn_sampler *c = r->of_controllers ? controller_of(s, n->item, &k) : NULL;
  if (c) {
    out->item = c->name;
    out->where = c->where ? c->where : "";
  } else if (!r->of_controllers && n->item >= 0 && n->item < s->n_item) {
    out->item = s->item_name[n->item];
    out->where = s->item_where[n->item] ? s->item_where[n->item] : "";
  }
  r->say(w, out);
  return 1;
}

sn_warning sn_run_warning_plain(const sn_run_warning *x)
{
  return (sn_warning){x->where,      x->text,         x->kind,       x->item,        x->unit,
                      x->note.count, x->note.first_t, x->note.worst, x->note.worst_t};
}

const char *sn_run_warning_name(int kind)
{
  return rows[kind].name;
}

int sn_run_warning_logs_itself(int kind)
{
  return rows[kind].own_log;
}

int sn_run_notes_good(const sn_run_note *note, const sn_system *s)
{
  for (int i = 0; i < SN_RUN_WARNINGS; i++) {
    const sn_run_note *n = note + i;
    int k = 0;
    const int named = rows[i].of_controllers ? controller_of(s, n->item, &k) != NULL : n->item < s->n_item;
    if (n->count < 0 || n->count > LONG_MAX / 2 || !isfinite(n->first_t) || !isfinite(n->worst) ||
        !isfinite(n->worst_t) || (n->count > 0 && n->item != -1 && (n->item < 0 || !named))) {
      return 0;
    }
  }
  return 1;
}
