/* lab/rod/verdict.c -- sentences made from the table of a study.
 * What:    what to choose for this rod, damped and undamped; what drift, Jacobians and numbers of elements say about it. Every
 *          word follows from the rows: another table, another sentence.
 * Tests:   tests/lab/test_study.c (a doctored table turns the sentence).
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lab/rod/study.h"

static const double wanted = 1e-4; /* tip error over the length that a run should reach */

static void say(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(char *text, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  (void)vsnprintf(text + used, SN_STUDY_TEXT - used, format, list); /* NOLINT(clang-analyzer-valist.Uninitialized) */
  va_end(list);
}

/* Best row for a tip error below `error`, by processor time; -1: none. variant >= 0: of this one only. */
static int best_of(const sn_study *s, double tau, double error, int variant)
{
  int best = -1;
  for (int i = 0; i < s->n_row; i++) {
    const sn_study_row *r = s->row + i;
    if (r->tau != tau || r->status != SN_STUDY_GOOD || !(r->error <= error) ||
        (variant >= 0 && r->variant != variant)) {
      continue;
    }
    best = best < 0 || r->n.cpu < s->row[best].n.cpu ? i : best;
  }
  return best;
}

static const sn_study_variant *variant_of(const sn_study_row *r)
{
  return sn_study_variants + r->variant;
}

/* The best row of another formulation, or of another integrator. */
static int best_other(const sn_study *s, double tau, double error, const sn_study_row *than)
{
  int best = -1;
  for (int v = 0; sn_study_variants[v].label; v++) {
    const int i = v == than->variant ? -1 : best_of(s, tau, error, v);
    best = i >= 0 && (best < 0 || s->row[i].n.cpu < s->row[best].n.cpu) ? i : best;
  }
  return best;
}

static int row_of(const sn_study *s, double tau, const char *label, const char *integrator, double tolerance)
{
  for (int i = 0; i < s->n_row; i++) {
    const sn_study_row *r = s->row + i;
    if (r->tau == tau && r->tolerance == tolerance && strcmp(variant_of(r)->label, label) == 0 &&
        strcmp(variant_of(r)->integrator, integrator) == 0) {
      return i;
    }
  }
  return -1;
}

static void choose(const sn_study *s, double tau, char *text)
{
  const double error = wanted * s->rod->length;
  const int i = best_of(s, tau, error, -1);
  say(text, tau > 0 ? "Damped (tau = %g s): " : "Undamped: ", tau);
  if (i < 0) {
    say(text, "no run reaches a tip error of %.1g m; try more elements or other tolerances.\n", error);
    return;
  }
  const sn_study_row *r = s->row + i;
  say(text,
      "choose %s coordinates with integrator \"%s\": a tip error of %.1g m costs %.3g s at tolerance %.0e (%ld "
      "right-hand "
      "sides",
      variant_of(r)->label, variant_of(r)->integrator, r->error, r->n.cpu, r->tolerance, r->n.rhs);
  if (r->n.jacobians > 0) {
    say(text, ", %ld more in difference quotients, %ld Jacobians", r->n.rhs_jacobian, r->n.jacobians);
  }
  const int k = best_other(s, tau, error, r);
  say(text, k < 0 ? ").\n" : ");");
  if (k >= 0) {
    const sn_study_row *o = s->row + k;
    say(text, " next comes %s with \"%s\", %.2g times as long.\n", variant_of(o)->label, variant_of(o)->integrator,
        o->n.cpu / r->n.cpu);
  }
}

/* What bdf needs in absolute and in relative coordinates, and what the printed mixed form gains. */
static void compare_bdf(const sn_study *s, double tau, char *text)
{
  const double tolerance = 1e-5;
  const int a = row_of(s, tau, "absolute", "bdf", tolerance), b = row_of(s, tau, "relative", "bdf", tolerance);
  const int m = row_of(s, tau, "mixed", "bdf", tolerance), p = row_of(s, tau, "mixed, printed", "bdf", tolerance);
  const int st = row_of(s, tau, "absolute, stabilised", "bdf", tolerance);
  if (a >= 0 && b >= 0 && s->row[a].status == SN_STUDY_GOOD && s->row[b].status == SN_STUDY_GOOD) {
    const sn_study_row *x = s->row + a, *y = s->row + b;
    say(text, "Under bdf at %.0e absolute coordinates take %ld Jacobians, relative ones %ld: %s.\n", tolerance,
        x->n.jacobians, y->n.jacobians,
        x->n.jacobians > 2 * y->n.jacobians   ? "the stiff direction turns with the rod only in the absolute ones"
        : y->n.jacobians > 2 * x->n.jacobians ? "here the relative ones suffer"
                                              : "no great difference for this rod");
    if (st >= 0 && s->row[st].status == SN_STUDY_GOOD) {
      const sn_study_row *z = s->row + st;
      say(text, "Their constraints drift by %.1g of an element; stabilised by %g 1/s, by %.1g, %s.\n", x->n.drift.shear,
          variant_of(z)->stabilise, z->n.drift.shear,
          z->n.drift.shear < 0.5 * x->n.drift.shear ? "so stabilise them" : "which does not help here");
    }
  }
  if (m >= 0 && p >= 0 && s->row[m].status == SN_STUDY_GOOD && s->row[p].status == SN_STUDY_GOOD) {
    const sn_study_row *x = s->row + m, *y = s->row + p;
    say(text, "Mixed coordinates take %ld Jacobians with the elastic force in the rows of eta, %ld as printed: %s.\n",
        x->n.jacobians, y->n.jacobians,
        y->n.jacobians > 2 * x->n.jacobians ? "the printed form gains nothing over absolute coordinates"
                                            : "the two are alike here");
  }
}

static void tell_costs(const sn_study_costs *c, char *text)
{
  int best = 0, steep = 0, at = 1; /* at: 25 elements */
  for (int i = 0; i < SN_STUDY_FORMS; i++) {
    best = c->seconds[i][at] < c->seconds[best][at] ? i : best;
    steep = c->exponent[i] > c->exponent[steep] ? i : steep;
  }
  if (!(c->seconds[best][at] > 0)) {
    return;
  }
  say(text,
      "The cheapest right-hand side is \"%s\" (%.2g us for %d elements, growing like n^%.2f); \"%s\" grows like "
      "n^%.2f.\n",
      sn_study_form[best], 1e6 * c->seconds[best][at], sn_study_size[at], c->exponent[best], sn_study_form[steep],
      c->exponent[steep]);
}

void sn_study_verdict(const sn_study *s, char *text)
{
  int failed = 0;
  text[0] = 0;
  for (int i = 0; i < s->n_row; i++) {
    failed += s->row[i].status == SN_STUDY_FAILED;
  }
  for (int k = 0; k < s->n_tau; k++) {
    choose(s, s->tau[k], text);
    compare_bdf(s, s->tau[k], text);
  }
  tell_costs(&s->costs, text);
  if (failed > 0) {
    say(text, "%d of %d runs did not reach the end.\n", failed, s->n_row);
  }
}
