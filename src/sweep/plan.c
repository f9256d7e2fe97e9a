/* sweep/plan.c -- see sweep/plan.h.
 * Theory:  a Latin hypercube cuts every axis into as many equal strata as there are runs, and each is used once, at a random place
 *          of it, in a random order. Numbers are drawn by splitmix64 from the seed, one stream per axis: an axis added at the end
 *          leaves the others as they were.
 * Tests:   tests/sweep/test_plan.c.
 */
#include "sweep/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char where[] = "command line";

int sn_plan_number(const char *text, double *out)
{
  char *end;
  *out = strtod(text, &end);
  return end != text && *end == '\0' && isfinite(*out);
}

static sn_status wrong(const char *text, const char *why, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "--set %.100s is not what it should be.", text);
  sn_error_where(error, where);
  sn_error_why(error, "%s", why);
  sn_error_fix(error,
               "Write values, --set k=1e3,2e3,5e3, or from:step:to, --set c=0:0.1:1; for plans that draw low:high.");
  return SN_EINPUT;
}

/* Twelve digits: 0:0.1:1 gives 0.3, not 0.30000000000000004. */
static sn_status steps(const char *text, const double x[3], sn_arena *arena, sn_plan_axis *out, sn_error *error)
{
  const double count = floor((x[2] - x[0]) / x[1] * (1 + 1e-12) + 1e-9) + 1;
  if (!(count >= 1) || x[1] == 0) {
    return wrong(text, "From there its steps do not lead to the end.", error);
  }
  if (count > SN_SWEEP_MOST) {
    return wrong(text, "These are more than a million values.", error);
  }
  out->n = (int)count;
  const char **value = SN_NEW(arena, const char *, out->n);
  for (int i = 0; value && i < out->n; i++) {
    const double v = x[0] + i * x[1];
    value[i] = sn_arena_format(arena, "%.12g", fabs(v) < 1e-12 * fabs(x[1]) ? 0 : v);
    value = value[i] ? value : NULL;
  }
  out->value = value;
  return value ? SN_OK : sn_no_memory(error, "the sweep");
}

/* 1: text is a:b or a:b:c, all of them numbers. */
static int read_colons(const char *text, double x[3], int *n)
{
  char part[3][64];
  *n = sscanf(text, "%63[^:]:%63[^:]:%63[^:]", part[0], part[1], part[2]);
  size_t used = (size_t)(*n > 0 ? *n - 1 : 0);
  for (int i = 0; i < *n; i++) {
    used += strlen(part[i]);
    if (!sn_plan_number(part[i], &x[i])) {
      return 0;
    }
  }
  return *n > 1 && used == strlen(text);
}

static sn_status list(const char *text, const char *values, sn_arena *arena, sn_plan_axis *out, sn_error *error)
{
  enum { WINDOW = 1000 }; /* values before it that are searched for an equal one */
  const char **value = sn_split(arena, values, ',', &out->n);
  if (!value) {
    return sn_no_memory(error, "the sweep");
  }
  for (int i = 0; i < out->n; i++) {
    if (value[i][0] == '\0' || strpbrk(value[i], "\"\n\r")) {
      return wrong(text, value[i][0] ? "A value has a quote or a line end in it." : "A value is empty.", error);
    }
    for (int k = i > WINDOW ? i - WINDOW : 0; k < i; k++) {
      if (strcmp(value[i], value[k]) == 0) {
        return wrong(text, "A value is there twice: its runs would be the same.", error);
      }
    }
  }
  out->value = value;
  return SN_OK;
}

sn_status sn_plan_axis_read(const char *text, sn_arena *arena, sn_plan_axis *out, sn_error *error)
{
  char *name = sn_arena_text(arena, text);
  char *equals = name ? strchr(name, '=') : NULL;
  double x[3];
  int n;
  *out = (sn_plan_axis){0};
  if (!name) {
    return sn_no_memory(error, "the sweep");
  }
  if (!equals || equals == name || equals[1] == '\0') {
    return wrong(text, "It must be NAME=VALUES.", error);
  }
  *equals = '\0';
  out->name = name;
  if (strpbrk(name, ",\"\n\r")) {
    return wrong(text, "A name has no commas, quotes or line ends.", error);
  }
  if (!read_colons(equals + 1, x, &n)) {
    return list(text, equals + 1, arena, out, error);
  }
  if (n == 3) {
    return steps(text, x, arena, out, error);
  }
  out->low = x[0];
  out->high = x[1];
  return x[1] > x[0] ? SN_OK : wrong(text, "The interval is empty: the first number must be the smaller one.", error);
}

/* ---- random numbers */

static uint64_t next(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double share(uint64_t *state) /* 0 <= x < 1 */
{
  return (double)(next(state) >> 11) * 0x1p-53;
}

/* Random permutations of the strata 0 ... n - 1. */
static void shuffle(int *order, int n, uint64_t *state)
{
  for (int i = 0; i < n; i++) {
    const int k = (int)(share(state) * (i + 1));
    order[i] = order[k];
    order[k] = i;
  }
}

static sn_status draw(const sn_plan_axis *a, int column, sn_plan_kind kind, uint64_t seed, sn_plan *p,
                      const char **value, sn_arena *arena, sn_error *error)
{
  uint64_t state = seed + (uint64_t)column * 0xd1342543de82ef95u;
  (void)next(&state);
  int *order = SN_NEW(arena, int, p->n_run);
  if (!order) {
    return sn_no_memory(error, "the sweep");
  }
  shuffle(order, p->n_run, &state);
  for (int i = 0; i < p->n_run; i++) {
    const double u = kind == SN_PLAN_LATIN ? (order[i] + share(&state)) / p->n_run : share(&state);
    const char *text =
        a->n > 0 ? a->value[(int)(u * a->n)] : sn_arena_format(arena, "%.12g", a->low + u * (a->high - a->low));
    if (!text) {
      return sn_no_memory(error, "the sweep");
    }
    value[(long)i * p->n_axis + column] = text;
  }
  return SN_OK;
}

/* ---- plans */

static sn_status too_many(sn_error *error)
{
  return sn_fail(error, SN_EINPUT, where, "The sweep has more than a million runs.",
                 "A grid has a run for every combination of values.",
                 "Take fewer values, or draw points: --plan latin --runs 1000.");
}

static sn_status check_axes(sn_plan_kind kind, const sn_plan_axis *axis, int n, sn_error *error)
{
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) {
      if (strcmp(axis[i].name, axis[k].name) == 0) {
        (void)sn_failf(error, SN_EINPUT, "--set %.60s is given twice.", axis[i].name);
        sn_error_where(error, where);
        sn_error_fix(error, "Write all its values in one: --set %.60s=1,2,3.", axis[i].name);
        return SN_EINPUT;
      }
    }
    if (kind == SN_PLAN_GRID && axis[i].n == 0) {
      (void)sn_failf(error, SN_EINPUT, "--set %.60s=%g:%g has no step.", axis[i].name, axis[i].low, axis[i].high);
      sn_error_where(error, where);
      sn_error_why(error, "A grid needs values; only plans that draw take an interval.");
      sn_error_fix(error, "Write --set %.60s=%g:%g:%g, or add --plan latin --runs 100.", axis[i].name, axis[i].low,
                   (axis[i].high - axis[i].low) / 10, axis[i].high);
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

static sn_status grid(sn_plan *p, const char **value)
{
  for (long i = 0; i < p->n_run; i++) {
    long rest = i;
    for (int k = p->n_axis - 1; k >= 0; k--) {
      value[i * p->n_axis + k] = p->axis[k].value[rest % p->axis[k].n];
      rest /= p->axis[k].n;
    }
  }
  return SN_OK;
}

sn_status sn_plan_make(sn_plan_kind kind, const sn_plan_axis *axis, int n_axis, int runs, uint64_t seed,
                       sn_arena *arena, sn_plan *out, sn_error *error)
{
  SN_ASSERT(n_axis >= 0 && runs >= 0);
  long n = kind == SN_PLAN_GRID ? 1 : runs;
  SN_TRY(check_axes(kind, axis, n_axis, error));
  for (int k = 0; kind == SN_PLAN_GRID && k < n_axis && n <= SN_SWEEP_MOST; k++) {
    n *= axis[k].n;
  }
  if (n > SN_SWEEP_MOST) {
    return too_many(error);
  }
  *out = (sn_plan){.n_axis = n_axis, .n_run = (int)n, .axis = axis};
  const char **value = SN_NEW(arena, const char *, n *n_axis + 1);
  if (!value) {
    return sn_no_memory(error, "the sweep");
  }
  out->value = value;
  if (kind == SN_PLAN_GRID) {
    return grid(out, value);
  }
  for (int k = 0; k < n_axis; k++) {
    SN_TRY(draw(&axis[k], k, kind, seed, out, value, arena, error));
  }
  return SN_OK;
}
