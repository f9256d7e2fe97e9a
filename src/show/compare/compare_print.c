/* show/compare/compare_print.c -- a comparison for people, or as one JSON object.
 * Tests:   tests/show/test_compare.c.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "results/json.h"
#include "show/compare/compare.h"

static sn_status written(FILE *out, sn_error *error)
{
  if (fflush(out) != 0 || ferror(out)) {
    return sn_fail(error, SN_EIO, "output", "The comparison could not be written.", strerror(errno), "");
  }
  return SN_OK;
}

static int longer(int n, const char *text)
{
  const int length = (int)strlen(text);
  return length > n ? length : n;
}

static void print_runs(const sn_comparison *c, FILE *out)
{
  int wide = 0, wide_value = 0;
  (void)fprintf(out, "A  %s: %s\nB  %s: %s\n", c->file[0], c->about[0], c->file[1], c->about[1]);
  if (c->n_run == 0) {
    (void)fputs("same model text, settings and parameters\n", out);
    return;
  }
  for (int i = 0; i < c->n_run; i++) {
    wide = longer(wide, c->run[i].what);
    wide_value = longer(wide_value, c->run[i].value[0]);
  }
  (void)fprintf(out, "the runs differ:\n  %-*s  %-*s  %s\n", wide, "", wide_value, "A", "B");
  for (int i = 0; i < c->n_run; i++) {
    (void)fprintf(out, "  %-*s  %-*s  %s\n", wide, c->run[i].what, wide_value, c->run[i].value[0], c->run[i].value[1]);
  }
}

static void print_times(const sn_comparison *c, FILE *out)
{
  (void)fprintf(out, "compared at %d times of %c, from %g to %g s; ", c->rows, "AB"[c->coarser], c -> first, c -> last);
  if (c->interpolated > 0) {
    (void)fprintf(out, "%c was interpolated at %d of them (cubic)\n", "BA"[c->coarser], c -> interpolated);
  } else {
    (void)fputs("nothing was interpolated\n", out);
  }
}

/* Never "-nan": the sign of NaN has no meaning. */
static double plain(double x)
{
  return isnan(x) ? fabs(x) : x;
}

static void print_table(const sn_comparison *c, double tolerance, FILE *out)
{
  int wide = 7;
  for (int i = 0; i < c->n; i++) {
    wide = longer(wide, c->difference[i].name);
  }
  (void)fprintf(out, "\n%-*s  %-7s %11s %11s %11s %14s %14s\n", wide, "channel", "unit", "difference", "at t [s]",
                "relative", "A at the end", "B at the end");
  for (int i = 0; i < c->n; i++) {
    const sn_difference *d = &c->difference[i];
    (void)fprintf(out, "%-*s  %-7s %11.3g %11.6g %11.3g %14.8g %14.8g%s\n", wide, d->name, d->unit[0] ? d->unit : "1",
                  d->largest, d->at, d->relative, plain(d->end[0]), plain(d->end[1]),
                  d->relative > tolerance ? "  above" : "");
  }
}

static void print_names(const char *what, const char *const *name, int n, FILE *out)
{
  for (int i = 0; i < n; i++) {
    (void)fprintf(out, "%s%s%s", i ? ", " : what, name[i], i + 1 == n ? "\n" : "");
  }
}

sn_status sn_comparison_print(const sn_comparison *c, double tolerance, FILE *out, sn_error *error)
{
  print_runs(c, out);
  if (c->n > 0) {
    print_times(c, out);
    print_table(c, tolerance, out);
  }
  (void)fputc('\n', out);
  print_names("only in A: ", c->only[0], c->n_only[0], out);
  print_names("only in B: ", c->only[1], c->n_only[1], out);
  print_names("not comparable (units or sizes differ): ", c->unlike, c->n_unlike, out);
  if (c->n == 0) {
    (void)fputs("nothing to compare", out);
  } else {
    (void)fprintf(out, "largest relative difference %.3g (%s)", c->worst, c->worst_name);
    if (!isnan(tolerance)) {
      (void)fprintf(out, "; %s the tolerance %g", c->worst > tolerance ? "above" : "within", tolerance);
    }
  }
  (void)fprintf(out, "%s%s\n", c->gap ? "; but " : "", c->gap ? c->gap : "");
  return written(out, error);
}

/* ---- JSON */

static void list_member(sn_json *j, const char *name, const char *const *list, int n)
{
  sn_json_begin(j, name, '[');
  for (int i = 0; i < n; i++) {
    sn_json_put_text(j, NULL, list[i]);
  }
  sn_json_end(j, '[');
}

static void run_differences(sn_json *j, const sn_comparison *c)
{
  sn_json_begin(j, "runs_differ", '[');
  for (int i = 0; i < c->n_run; i++) {
    sn_json_begin(j, NULL, '{');
    sn_json_put_text(j, "what", c->run[i].what);
    sn_json_put_text(j, "a", c->run[i].value[0]);
    sn_json_put_text(j, "b", c->run[i].value[1]);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '[');
}

static void channel_differences(sn_json *j, const sn_comparison *c)
{
  sn_json_begin(j, "channels", '[');
  for (int i = 0; i < c->n; i++) {
    const sn_difference *d = &c->difference[i];
    sn_json_begin(j, NULL, '{');
    sn_json_put_text(j, "name", d->name);
    sn_json_put_text(j, "unit", d->unit);
    sn_json_put_number(j, "largest_difference", d->largest);
    sn_json_put_number(j, "at", d->at);
    sn_json_put_number(j, "largest_magnitude", d->scale);
    sn_json_put_number(j, "relative_difference", d->relative);
    sn_json_put_number(j, "end_a", d->end[0]);
    sn_json_put_number(j, "end_b", d->end[1]);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '[');
}

sn_status sn_comparison_json(const sn_comparison *c, double tolerance, sn_arena *arena, FILE *out, sn_error *error)
{
  sn_json j = {.arena = arena};
  sn_json_begin(&j, NULL, '{');
  sn_json_put_text(&j, "a", c->file[0]);
  sn_json_put_text(&j, "b", c->file[1]);
  run_differences(&j, c);
  sn_json_put_text(&j, "times_of", c->coarser ? "b" : "a");
  sn_json_put_number(&j, "rows", c->rows);
  sn_json_put_number(&j, "from", c->first);
  sn_json_put_number(&j, "to", c->last);
  sn_json_put_number(&j, "interpolated_rows", c->interpolated);
  channel_differences(&j, c);
  list_member(&j, "only_in_a", c->only[0], c->n_only[0]);
  list_member(&j, "only_in_b", c->only[1], c->n_only[1]);
  list_member(&j, "not_comparable", c->unlike, c->n_unlike);
  sn_json_put_text(&j, "largest_channel", c->worst_name ? c->worst_name : "");
  sn_json_put_number(&j, "largest_relative_difference", c->worst);
  sn_json_put_text(&j, "gap", c->gap ? c->gap : "");
  if (!isnan(tolerance)) {
    sn_json_put_number(&j, "tolerance", tolerance);
    sn_json_put_flag(&j, "within_tolerance", !sn_comparison_fails(c, tolerance));
  }
  sn_json_end(&j, '{');
  if (j.failed) {
    return sn_no_memory(error, "the text");
  }
  (void)fprintf(out, "%s\n", j.text);
  return written(out, error);
}
