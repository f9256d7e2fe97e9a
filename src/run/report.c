/* run/report.c -- why a run ended, in words.
 * What:    classifies the trouble by how the largest Newton increment behaves as the step shrinks: in any smooth motion it
 *          shrinks with the step; where it does not, the equations ask for a jump (a locked mechanism, a drive that
 *          cannot be followed, a dead point), and no step size helps. The same where a small part of the nominal step
 *          still asks for a visible motion.
 * Tests:   tests/run/test_run.c.
 */
#include "run/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *cause, *fix;
} advice;
enum { SINGULAR, JUMP, TOO_LARGE };
static const advice advices[] = {
    [SINGULAR] = {"likely a singular position (a dead point, or joints that contradict or repeat each other), or a "
                  "function of the model that is not a number here",
                  "Run `sinew check` on the model: it names joints with redundant rows. Check roots, logarithms and "
                  "divisions in laws."},
    [JUMP] = {"likely a motion the mechanism cannot make (a lock, a drive against a stop, a dead point, a turn of "
              "more than half a revolution in a step): the increments do not shrink with the step",
              "Look at the last stored position, and free or soften the item named first."},
    [TOO_LARGE] = {"likely a step that is too large for what happens here: the increments shrink with the step",
                   "Use a smaller step around this time: run { schedule = ... }, or a smaller min_step."}};

static double largest_increment(const sn_step_report *r)
{
  double largest = 0;
  for (int i = 0; i < r->n_history && i < SN_HISTORY; i++) {
    largest = isfinite(r->history[i]) ? fmax(largest, r->history[i]) : INFINITY;
  }
  return largest;
}

void sn_trouble_add(sn_trouble *x, sn_status status, double h, const sn_step_report *report, int is_first)
{
  if (is_first) {
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

static int is_number(const sn_expr *f, double t)
{
  return !f || isfinite(sn_expr_value(f, &t));
}

/* The item with a function of time that has no value at t; -1: none. */
static int item_without_value(const sn_system *s, double t)
{
  for (int i = 0; i < s->n_block; i++) {
    if (!is_number(s->block[i].drive, t) || !is_number(s->block[i].given, t)) {
      return s->block[i].item;
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    if (!is_number(l->component[0], t) || !is_number(l->component[1], t) || !is_number(l->component[2], t)) {
      return l->item;
    }
  }
  for (int i = 0; i < s->n_frame; i++) {
    const sn_moving_frame *f = s->frame + i;
    if (!is_number(f->position[0], t) || !is_number(f->position[1], t) || !is_number(f->position[2], t) ||
        !is_number(f->angle, t)) {
      return f->item;
    }
  }
  return -1;
}

static int class_of(const sn_trouble *x)
{
  if (x->status == SN_ESINGULAR) {
    return SINGULAR;
  }
  const double now = largest_increment(&x->last), step = x->h_last / x->h_first;
  const int large = step < 0.2 && now > 1e-3; /* of the model, within a small part of the nominal step */
  /* half the order of the step is enough to call it shrinking; one try alone tells nothing */
  return large || (step < 0.9 && now > 0 && !(now < sqrt(step) * x->first_increment)) ? JUMP : TOO_LARGE;
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
  const int most = 5; /* the last ones tell how it ended */
  for (int i = n > most ? n - most : 0; i < n; i++) {
    (void)snprintf(number, sizeof number, " %.1e", r->history[i]);
    add(text, size, number);
  }
}

static void add_items(const sn_step_report *r, const sn_system *s, char *text, size_t size)
{
  int named = 0;
  for (int i = 0; i < 3; i++) {
    const int item = r->worst_item[i];
    if (item >= 0 && item < s->n_item) {
      add(text, size, named++ ? ", " : "; the last iteration moved most: ");
      add(text, size, s->item_name[item]);
      if (s->item_where[item] && s->item_where[item][0]) {
        add(text, size, " at ");
        add(text, size, s->item_where[item]);
      }
    }
  }
}

void sn_trouble_report(const sn_trouble *x, const sn_system *s, double t, sn_error *error)
{
  if (!error) {
    return;
  }
  const double end = t + x->h_last;
  const int item = item_without_value(s, end);
  if (item >= 0 && item < s->n_item) {
    *error = (sn_error){.status = x->status};
    sn_error_where(error, "%s, %s", s->item_where[item] ? s->item_where[item] : "", s->item_name[item]);
    (void)snprintf(error->what, sizeof error->what, "A function of time is not a number at t = %.9g s.", end);
    sn_error_why(error, "A division by zero, a root or logarithm of a negative number or an overflow made it so.");
    sn_error_fix(error, "Check the function behind it; where(condition, a, b) gives it a value everywhere.");
    return;
  }
  const advice *a = &advices[class_of(x)];
  char why[sizeof error->why] = "";
  if (x->last.n_history > 0) {
    (void)snprintf(why, sizeof why, "Last Newton increments (over the size of the model):");
    add_history(&x->last, why, sizeof why);
  } else {
    (void)snprintf(why, sizeof why, "The first iteration already failed");
  }
  if (error->what[0]) { /* the scheme's own words */
    add(why, sizeof why, " (");
    add(why, sizeof why, error->what);
    add(why, sizeof why, ")");
  }
  add_items(&x->last, s, why, sizeof why);
  add(why, sizeof why, "; ");
  add(why, sizeof why, a->cause);
  add(why, sizeof why, ".");
  *error = (sn_error){.status = x->status};
  sn_error_where(error, "t = %.9g s, step %.3g s", t, x->h_last);
  (void)snprintf(error->what, sizeof error->what, "The motion cannot be continued: %s, even with the smallest step.",
                 sn_trouble_word(x->status));
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "%s", a->fix);
}
