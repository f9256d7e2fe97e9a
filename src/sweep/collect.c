/* sweep/collect.c -- see sweep/collect.h.
 * Theory:  mean and rms are integrals over time by the trapezoidal rule, over the time of the run; at() and the times of passing a
 *          level are linear between rows. A series with a row that is not finite has no max, mean and so on: NAN.
 * Tests:   tests/sweep/test_collect.c.
 */
#include "sweep/collect.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "sweep/plan.h"
#include "system/formula.h"

static const double pi = 3.14159265358979323846;

/* ---- functions */

static void keep_max(sn_seen *s, double t, double x, double level)
{
  (void)level;
  if (s->n == 0 || x > s->best) {
    s->best = x;
    s->best_t = t;
  }
}

static void keep_min(sn_seen *s, double t, double x, double level)
{
  (void)level;
  if (s->n == 0 || x < s->best) {
    s->best = x;
    s->best_t = t;
  }
}

static void integrate(sn_seen *s, double t, double x, double level)
{
  (void)level;
  s->sum += s->n > 0 ? (t - s->t) * (x + s->x) / 2 : 0;
}

static void integrate_square(sn_seen *s, double t, double x, double level)
{
  (void)level; /* exact for series that are linear between rows */
  s->sum += s->n > 0 ? (t - s->t) * (x * x + x * s->x + s->x * s->x) / 3 : 0;
}

/* The value at a time, between the rows around it. */
static void keep_at(sn_seen *s, double t, double x, double at)
{
  const double slack = 1e-9 * (fabs(at) + fabs(t)); /* tolerance, so that a time written with few digits matches */
  const double from = s->n == 0 ? t : s->t;
  if (s->found || at < from - slack || at > t + slack) {
    return;
  }
  s->best = t > from && at < t ? s->x + (at - from) / (t - from) * (x - s->x) : x;
  s->found = 1;
}

static void pass(sn_seen *s, double t, double x, double level, int there)
{
  if (s->found || !there) {
    return;
  }
  s->best = s->n == 0 ? t : s->t + (t - s->t) * (level - s->x) / (x - s->x);
  s->found = 1;
}

static void pass_above(sn_seen *s, double t, double x, double level)
{
  pass(s, t, x, level, x > level);
}

static void pass_below(sn_seen *s, double t, double x, double level)
{
  pass(s, t, x, level, x < level);
}

static double best(const sn_seen *s)
{
  return s->n > 0 && !s->bad ? s->best : NAN;
}

static double best_time(const sn_seen *s)
{
  return s->n > 0 && !s->bad ? s->best_t : NAN;
}

static double found(const sn_seen *s)
{
  return s->found ? s->best : NAN;
}

static double last(const sn_seen *s)
{
  return s->n > 0 ? s->x : NAN;
}

static double mean(const sn_seen *s)
{
  return s->n == 0 || s->bad ? NAN : s->t > s->t0 ? s->sum / (s->t - s->t0) : s->x;
}

static double rms(const sn_seen *s)
{
  return s->n == 0 || s->bad ? NAN : s->t > s->t0 ? sqrt(s->sum / (s->t - s->t0)) : fabs(s->x);
}

static double frequency(const sn_mode *m)
{
  return m->frequency / (2 * pi) + 0;
}

static double growth(const sn_mode *m)
{
  return m->growth + 0;
}

static double damping(const sn_mode *m)
{
  return m->damping + 0;
}

static double whirl(const sn_mode *m)
{
  return m->whirl;
}

static double load_factor(const sn_mode *m)
{
  return m->factor;
}

const sn_collector sn_collectors[] = {
    {"max", "SERIES", "largest value", SN_SWEEP_RUN, 0, NULL, keep_max, best, NULL},
    {"min", "SERIES", "smallest value", SN_SWEEP_RUN, 0, NULL, keep_min, best, NULL},
    {"final", "SERIES", "value at the end", SN_SWEEP_RUN, 0, NULL, NULL, last, NULL},
    {"mean", "SERIES", "mean over time", SN_SWEEP_RUN, 0, NULL, integrate, mean, NULL},
    {"rms", "SERIES", "root of the mean square over time", SN_SWEEP_RUN, 0, NULL, integrate_square, rms, NULL},
    {"at", "SERIES, T", "value at the time T", SN_SWEEP_RUN, 1, NULL, keep_at, found, NULL},
    {"first_above", "SERIES, X", "first time above X", SN_SWEEP_RUN, 1, "s", pass_above, found, NULL},
    {"first_below", "SERIES, X", "first time below X", SN_SWEEP_RUN, 1, "s", pass_below, found, NULL},
    {"time_of_max", "SERIES", "when it is largest", SN_SWEEP_RUN, 0, "s", keep_max, best_time, NULL},
    {"time_of_min", "SERIES", "when it is smallest", SN_SWEEP_RUN, 0, "s", keep_min, best_time, NULL},
    {"frequency", "N", "of mode N, Hz", SN_SWEEP_MODES, 1, "Hz", NULL, NULL, frequency},
    {"growth", "N", "of mode N: negative, it decays", SN_SWEEP_MODES, 1, "1/s", NULL, NULL, growth},
    {"damping", "N", "ratio of mode N", SN_SWEEP_MODES, 1, "1", NULL, NULL, damping},
    {"whirl", "N", "of mode N: 1 forward, -1 backward, 0 to and fro", SN_SWEEP_MODES, 1, "1", NULL, NULL, whirl},
    {"load_factor", "N", "buckling load N, in parts of the loads", SN_SWEEP_BUCKLING, 1, "1", NULL, NULL, load_factor},
    {0}};

/* ---- reading */

static const char where[] = "--collect";

static sn_status wrong(const char *text, const char *why, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "'%.100s' cannot be collected.", text);
  sn_error_where(error, where);
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "Write e.g. --collect \"max(tip_z), final(angle), at(angle, 0.5)\".");
  return SN_EINPUT;
}

static sn_status unknown_function(const char *name, sn_error *error)
{
  enum { MOST = 32 };
  const char *names[MOST];
  char all[300];
  int n = 0;
  for (const sn_collector *c = sn_collectors; c->name && n < MOST; c++) {
    names[n++] = c->name;
  }
  const char *near = sn_nearest(name, names, (size_t)n);
  sn_join(all, sizeof all, names, n);
  (void)sn_failf(error, SN_EINPUT, "There is no function '%.60s'.", name);
  sn_error_where(error, where);
  sn_error_why(error, "The functions are: %s.", all);
  sn_error_fix(error, near ? "Did you mean %s(...)?" : "Choose one of them, e.g. max(tip_z)%s.", near ? near : "");
  return SN_EINPUT;
}

static const sn_collector *function_named(const char *name)
{
  const sn_collector *c = sn_collectors;
  while (c->name && strcmp(c->name, name) != 0) {
    c++;
  }
  return c->name ? c : NULL;
}

static sn_status other_analysis(const sn_collector *c, sn_error *error)
{
  static const char *const words[] = {"run or static", "run or static", "modes", "buckling"};
  (void)sn_failf(error, SN_EINPUT, "%s(%s) is of another analysis.", c->name, c->takes);
  sn_error_where(error, where);
  sn_error_why(error, "It is collected with --do %s.", words[c->of]);
  sn_error_fix(error, "Write --do %s, or collect something else.", c->of == SN_SWEEP_RUN ? "run" : words[c->of]);
  return SN_EINPUT;
}

/* Cuts white space at both ends, in place. */
static char *trimmed(char *text)
{
  while (isspace((unsigned char)*text)) {
    text++;
  }
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1])) {
    *--end = '\0';
  }
  return text;
}

static char *without_spaces(sn_arena *arena, const char *text)
{
  char *out = sn_arena_text(arena, text), *to = out;
  for (const char *c = text; out && *c; c++) {
    if (!isspace((unsigned char)*c)) {
      *to++ = *c;
    }
  }
  if (out) {
    *to = '\0';
  }
  return out;
}

/* The arguments between the parentheses. */
static sn_status read_arguments(const char *text, char *inside, sn_wish *out, sn_error *error)
{
  char *number = inside;
  if (out->how->of == SN_SWEEP_RUN) {
    char *comma = strrchr(inside, ',');
    number = comma && out->how->numbers ? comma + 1 : NULL;
    if (number) {
      *comma = '\0';
    }
    out->series = trimmed(inside);
    if (!out->series[0] || strchr(out->series, ',') || (out->how->numbers && !number)) {
      return wrong(text, out->how->numbers ? "It takes a series and a number." : "It takes the name of one series.",
                   error);
    }
  }
  if (number && !sn_plan_number(trimmed(number), &out->number)) {
    return wrong(text, "It takes a number there.", error);
  }
  if (out->how->mode && (out->number != floor(out->number) || out->number < 1 || out->number > 1000)) {
    return wrong(text, "Modes are counted 1, 2, ... up to 1000.", error);
  }
  return SN_OK;
}

static sn_status read_wish(const char *text, sn_analysis analysis, sn_arena *arena, sn_wish *out, sn_error *error)
{
  char *copy = sn_arena_text(arena, text);
  if (!copy) {
    return sn_no_memory(error, "the sweep");
  }
  copy = trimmed(copy);
  char *open = strchr(copy, '('), *equals = strchr(copy, '=');
  *out = (sn_wish){0};
  if (equals && open && equals < open) {
    *equals = '\0';
    out->column = trimmed(copy);
    copy = trimmed(equals + 1);
  } else {
    out->column = without_spaces(arena, copy);
  }
  if (!out->column || strpbrk(out->column, "\"\n\r") || !out->column[0]) {
    return wrong(text, "It has no name, or one with a quote in it.", error);
  }
  const size_t n = strlen(copy);
  if (!open || n == 0 || copy[n - 1] != ')' || strchr(open + 1, '(')) {
    return wrong(text, "It must be FUNCTION(SERIES).", error);
  }
  copy[n - 1] = '\0';
  *open = '\0';
  const char *name = trimmed(copy);
  out->how = function_named(name);
  if (!out->how) {
    return unknown_function(name, error);
  }
  const sn_analysis as = analysis == SN_SWEEP_STATIC ? SN_SWEEP_RUN : analysis;
  return out->how->of != as ? other_analysis(out->how, error) : read_arguments(text, open + 1, out, error);
}

/* Ends the first entry of a list at its comma outside of parentheses. Returns the rest, or NULL. */
static char *cut(char *text)
{
  int depth = 0;
  for (; *text; text++) {
    depth += (*text == '(') - (*text == ')');
    if (*text == ',' && depth <= 0) {
      *text = '\0';
      return text + 1;
    }
  }
  return NULL;
}

sn_status sn_wishes_read(const char *text, sn_analysis analysis, sn_arena *arena, sn_wish **out, int *n,
                         sn_error *error)
{
  char *rest = sn_arena_text(arena, text);
  *out = SN_NEW(arena, sn_wish, strlen(text) + 1);
  *n = 0;
  if (!rest || !*out) {
    return sn_no_memory(error, "the sweep");
  }
  while (rest) {
    char *now = rest;
    rest = cut(now);
    SN_TRY(read_wish(now, analysis, arena, &(*out)[*n], error));
    for (int i = 0; i < *n; i++) {
      if (strcmp((*out)[i].column, (*out)[*n].column) == 0) {
        return wrong((*out)[i].column, "It is there twice.", error);
      }
    }
    ++*n;
  }
  return SN_OK;
}

int sn_wishes_modes(const sn_wish *wish, int n)
{
  double most = 1;
  for (int i = 0; i < n; i++) {
    most = wish[i].how->mode ? fmax(most, wish[i].number) : most;
  }
  return (int)most;
}
