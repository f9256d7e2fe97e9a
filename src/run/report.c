/* run/report.c -- why a run ended, in words.
 * What:    classifies the trouble by how the largest Newton increment behaves as the step shrinks: in any smooth motion it
 *          shrinks with the step; where it does not, the equations ask for a jump (a locked mechanism, a drive that
 *          cannot be followed, a dead point), and no step size helps. The same where a small part of the nominal step
 *          still asks for a visible motion. A smaller step is advised only where few were tried.
 * Tests:   tests/run/test_run.c.
 */
#include "run/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/jump.h"

typedef struct {
  const char *cause, *fix;
} advice;
enum { SINGULAR, SWITCHING, JUMP, STUCK, TOO_LARGE, TOUCHING, ROUND_OFF };
static const advice advices[] = {
    [SINGULAR] = {"likely a singular position: a dead point, or joints that contradict or repeat each other",
                  "Run `sinew check` on the model: it names joints with redundant rows."},
    [SWITCHING] = {"likely a law that switches from one iteration to the next (a stop, a slack cable, friction): the "
                   "increments neither fall nor grow",
                   "Make the law that is named smoother: a softer stop; or use a smaller "
                   "step around this time."},
    [JUMP] = {"likely a motion the mechanism cannot make (a lock, a drive against a stop, a dead point, a turn of "
              "more than half a revolution in a step): the increments do not shrink with the step",
              "Look at the last stored position, and free or soften the item named first, or a joint of it."},
    [STUCK] =
        {"smaller steps do not help here, though the increments shrink with them: likely a loop that lies flat, or a "
         "law with a corner",
         "Look at the last stored position: change lengths, masses or loads there a little, or free or soften the "
         "item named first."},
    [TOO_LARGE] = {"likely a step that is too large for what happens here: the increments shrink with the step",
                   "Use a smaller step around this time: run { schedule = ... }, or a smaller min_step."},
    [TOUCHING] = {"likely contacts that open, close or begin to slip in turns: the increments do not settle",
                  "Use a smaller step around this time, a smaller stiffness of the contact, or edges that are rounder "
                  "(`round`); look at the last stored position."},
    [ROUND_OFF] = {
        "the gap that is left is the round-off of coordinates, which have 16 digits of the size of the whole model",
        "Bring parts that lie far apart nearer to each other, or run them as models of their own; is a length "
        "in mm?"}};

static const double round_off = 100 * 2.2204460492503131e-16; /* of the size of the model */
static const double tried_enough = 0.02; /* of the nominal step: help by smaller steps would have shown by now */

static double largest_increment(const sn_step_report *r)
{
  double largest = 0;
  for (int i = 0; i < r->n_history && i < SN_HISTORY; i++) {
    largest = isfinite(r->history[i]) ? fmax(largest, r->history[i]) : INFINITY;
  }
  return largest;
}

void sn_trouble_add(sn_trouble *x, sn_status status, double h, const sn_step_report *report, int is_nominal)
{
  if (is_nominal || !(h < x->h_first)) { /* with a tolerance the nominal size may never be tried */
    x->h_first = h;
    x->first_increment = largest_increment(report);
  }
  x->status = status;
  x->h_last = h;
  x->last = *report;
}

const char *sn_trouble_word(sn_status status)
{
  return status == SN_ESINGULAR ? "singular" : "no convergence";
}

/* The increments neither fall nor grow: the iteration alternates. */
static int goes_to_and_fro(const sn_step_report *r)
{
  enum { LOOK = 6 };
  double least = INFINITY, most = 0;
  for (int i = r->n_history - LOOK; i < r->n_history && i >= 0; i++) {
    least = fmin(least, r->history[i]);
    most = fmax(most, r->history[i]);
  }
  return r->n_history >= LOOK && most > 0 && most < 3 * least;
}

static int class_of(const sn_trouble *x)
{
  if (x->status == SN_ESINGULAR) {
    return SINGULAR;
  }
  if (x->last.switching > 0 && goes_to_and_fro(&x->last)) {
    return SWITCHING;
  }
  const double now = largest_increment(&x->last), step = x->h_last / x->h_first;
  const int large = step < 0.2 && now > 1e-3; /* of the model, within a small part of the nominal step */
  /* half the order of the step is enough to call it shrinking; one trial alone shows nothing */
  if (large || (step < 0.9 && now > 0 && !(now < sqrt(step) * x->first_increment))) {
    return JUMP;
  }
  return step < tried_enough ? STUCK : TOO_LARGE;
}

/* Increments that neither fall nor grow, with joints that are closed but for round-off: a model that is too large for its parts. */
static int is_round_off(const sn_trouble *x, const sn_system *s)
{
  const sn_step_report *r = &x->last;
  const int n = r->n_history < SN_HISTORY ? r->n_history : SN_HISTORY;
  double least = INFINITY, most = 0, gap = 0;
  for (int i = n - 3; i >= 0 && i < n; i++) {
    least = fmin(least, r->history[i]);
    most = fmax(most, r->history[i]);
  }
  for (int i = 0; i < SN_WORST_ROWS && r->row[i].kind != SN_NO_ROW; i++) {
    gap = r->row[i].kind == SN_ROW_GAP ? fmax(gap, fabs(r->row[i].value)) : gap;
  }
  return x->status == SN_ENOCONV && most > 0 && most < 1e-6 && most < 4 * least && gap > 0 &&
         gap < round_off * s->extent;
}

/* Adds text to a buffer as far as it fits. */
static void add(char *text, size_t size, const char *more)
{
  const size_t used = strlen(text);
  if (used < size - 1) {
    (void)snprintf(text + used, size - used, "%s", more);
  }
}

static void add_history(const sn_step_report *r, char *text, size_t size)
{
  char number[32];
  const int n = r->n_history < SN_HISTORY ? r->n_history : SN_HISTORY;
  const int most = 5; /* the last increments show how it ended */
  for (int i = n > most ? n - most : 0; i < n; i++) {
    (void)snprintf(number, sizeof number, " %.1e", r->history[i]);
    add(text, size, number);
  }
}

static void add_item(const sn_system *s, int item, char *text, size_t size)
{
  const int known = item >= 0 && item < s->n_item;
  add(text, size, known ? s->item_name[item] : "a part without name");
  if (known && s->item_where[item] && s->item_where[item][0]) {
    add(text, size, " at ");
    add(text, size, s->item_where[item]);
  }
}

static void add_axis(sn_v3 a, char *text, size_t size)
{
  char words[64];
  for (int k = 0; k < 3; k++) {
    if (fabs(a.x[k]) > 1 - 1e-6) {
      (void)snprintf(words, sizeof words, "%c", "xyz"[k]);
      add(text, size, words);
      return;
    }
  }
  (void)snprintf(words, sizeof words, "(%.2f, %.2f, %.2f)", a.x[0], a.x[1], a.x[2]);
  add(text, size, words);
}

/* "body 'rod' at a.lua:3, forces along z: 12 N" */
static void add_row(const sn_step_row *r, const sn_system *s, char *text, size_t size)
{
  static const struct {
    const char *what, *way, *unit;
  } words[] = {[SN_ROW_FORCE] = {"forces", " along ", "N"},
               [SN_ROW_MOMENT] = {"moments", " about ", "N m"},
               [SN_ROW_GAP] = {"gap", " along ", "m"},
               [SN_ROW_ANGLE] = {"gap", " about ", "rad"}};
  const sn_block *b = r->block >= 0 ? s->block + r->block : NULL;
  char number[32] = "not a number";
  add_item(s, b ? b->item : s->node[r->node].item, text, size);
  add(text, size, ", ");
  add(text, size, b && b->row_text ? b->row_text : words[r->kind].what);
  if (v3_norm(r->axis) > 0.5) {
    add(text, size, words[r->kind].way);
    add_axis(r->axis, text, size);
  }
  if (isfinite(r->value)) {
    (void)snprintf(number, sizeof number, "%.2g %s", r->value, words[r->kind].unit);
  }
  add(text, size, ": ");
  add(text, size, number);
}

static void add_rows(const sn_step_report *r, const sn_system *s, char *text, size_t size)
{
  for (int i = 0; i < SN_WORST_ROWS && r->row[i].kind != SN_NO_ROW; i++) {
    add(text, size, i ? "; " : " Largest residuals: ");
    add_row(&r->row[i], s, text, size);
  }
  add(text, size, r->row[0].kind != SN_NO_ROW ? "." : "");
}

/* Finds a given motion that jumps within the failed step. */
static int finds_jump(const sn_trouble *x, const sn_system *s, double t, sn_jump *out)
{
  enum { BESIDE = 8 }; /* steps on both sides: a jump shows in comparison with them */
  const double h = x->h_last;
  for (int i = 0, found = 0; found >= 0; i++) {
    found = sn_find_jump(s, i, t - BESIDE * h, t + BESIDE * h, h, out);
    if (found > 0 && out->t > t - h && out->t < t + 2 * h) {
      return 1;
    }
  }
  return 0;
}

static void report_jump(const sn_jump *j, const sn_system *s, sn_error *error)
{
  char name[160] = "";
  add_item(s, j->item, name, sizeof name);
  sn_failf(error, error->status, "The motion cannot be continued: the %s of %s jumps by %.4g %s.", j->what, name,
           j->size, j->unit);
  sn_error_where(error, "t = %.9g s", j->t);
  sn_error_why(error, "No step can follow a jump: rigid parts would need an infinite force.");
  sn_error_fix(error, "Let it rise smoothly, e.g. with step((t - t0)/rise), which goes from 0 to 1 in `rise` seconds.");
}

static int has_contacts(const sn_system *s)
{
  for (int i = 0; i < s->n_block; i++) {
    if (s->block[i].contact) {
      return 1;
    }
  }
  return 0;
}

/* Advice where a loop is flat at the start or at the end of a run; in between a step can jump over the position. */
static void add_flat(const sn_trouble *x, int class, double t, char *text, size_t size)
{
  char more[200] = "";
  if (class != JUMP && class != STUCK && class != SINGULAR) {
    return;
  }
  if (t < x->h_first) {
    (void)snprintf(more, sizeof more,
                   " If a driven loop lies flat at the start, draw it turned out of there by 0.01 rad.");
  } else if (x->h_last < tried_enough * x->h_first) {
    (void)snprintf(more, sizeof more,
                   " If a loop lies flat at t = %.6g s, let no step end there: another dt, a duration that ends sooner "
                   "or a step later.",
                   t + x->h_last);
  }
  add(text, size, more);
}

/* Finds a node whose axes include one without any inertia about it. Returns its item; -1: none. */
static int finds_light_axis(const sn_system *s)
{
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    int heavy = 0;
    for (int k = n->has_x; k < n->n_vec; k++) {
      heavy += n->mass[k][k] > 0;
    }
    if (n->n_dir > 1 && heavy < 2) {
      return n->item;
    }
  }
  return -1;
}

/* A part without inertia about an axis makes the first step singular unless something constrains that rotation. */
static void add_light_axis(const sn_system *s, char *why, size_t n_why, sn_error *error)
{
  const int item = finds_light_axis(s);
  if (item >= 0) {
    add(why, n_why, "; or ");
    add_item(s, item, why, n_why);
    add(why, n_why, " can turn about an axis about which it has no inertia, and nothing constrains this rotation");
    sn_error_fix(
        error,
        "Give it inertia about all axes (a line or a point of mass has none about itself; a `link` or a `point` needs "
        "none), or constrain this rotation; a node of a shell carries no moment along its normal: attach it at two "
        "nodes or "
        "along an edge. Else run `sinew check`: it names joints with redundant rows.");
  }
}

void sn_trouble_report(const sn_trouble *x, const sn_system *s, double t, sn_error *error)
{
  if (!error) {
    return;
  }
  if (x->last.bad.kind != SN_NOT_BAD) {
    sn_bad_law_error(s, &x->last.bad, x->status, error);
    return;
  }
  sn_jump jump;
  if (finds_jump(x, s, t, &jump)) {
    report_jump(&jump, s, error);
    return;
  }
  const int found = is_round_off(x, s) ? ROUND_OFF : class_of(x);
  const int class = (found == JUMP || found == STUCK) && has_contacts(s) ? TOUCHING : found;
  char why[sizeof error->why] = "", what[sizeof error->what];
  if (x->last.n_history > 0) {
    (void)snprintf(why, sizeof why, "Last Newton increments (over the size of the model):");
    add_history(&x->last, why, sizeof why);
  } else {
    (void)snprintf(why, sizeof why, "The first iteration already failed");
  }
  if (error->what[0]) { /* the message of the scheme */
    add(why, sizeof why, " (");
    add(why, sizeof why, error->what);
    add(why, sizeof why, ")");
  }
  add(why, sizeof why, "; ");
  add(why, sizeof why, advices[class].cause);
  if (class == SWITCHING) {
    add(why, sizeof why, "; the law of ");
    add_item(s, x->last.switching - 1, why, sizeof why);
  }
  sn_error light = {0};
  if (class == SINGULAR && t < x->h_first) {
    add_light_axis(s, why, sizeof why, &light);
  }
  add(why, sizeof why, ".");
  (void)snprintf(what, sizeof what, "The motion cannot be continued: %s, even with the smallest step.",
                 sn_trouble_word(x->status));
  add_rows(&x->last, s, what, sizeof what);
  *error = (sn_error){.status = x->status};
  sn_error_where(error, "t = %.9g s, step %.3g s", t, x->h_last);
  (void)snprintf(error->what, sizeof error->what, "%s", what);
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "%s", light.fix[0] ? light.fix : advices[class].fix);
  if (!light.fix[0]) {
    add_flat(x, class, t, error->fix, sizeof error->fix);
  }
}
