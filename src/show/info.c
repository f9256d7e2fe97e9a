/* show/info.c -- what a result is: for people, or as one JSON object for programs.
 * What:    the summary of the run, its channels and the end of its log. A file whose run was killed says "running": what it
 *          holds is what had been flushed.
 * Tests:   tests/show/test_show.c.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "results/modes.h"
#include "results/warnings.h"
#include "show/show.h"
#include "steps/step.h"

typedef struct {
  sn_summary summary;
  const char *model, *status, *scheme, *file, *hash, *parameters, *settings;
  const char *const *log;
  int n_log, n_warning;
  const sn_warning *warning;
  sn_mode_table modes;
} facts;

static sn_status gather(sn_reader *r, sn_arena *arena, facts *f, sn_error *error)
{
  SN_TRY(sn_modes_read(r, arena, &f->modes, error));
  SN_TRY(sn_reader_summary(r, &f->summary, error));
  SN_TRY(sn_reader_status(r, &f->status, error));
  SN_TRY(sn_reader_text(r, "/summary/scheme", &f->scheme, error));
  SN_TRY(sn_reader_text(r, "/model/name", &f->model, error));
  SN_TRY(sn_reader_text(r, "/model/file", &f->file, error));
  SN_TRY(sn_reader_text(r, "/model/hash", &f->hash, error));
  SN_TRY(sn_reader_text(r, "/parameters", &f->parameters, error));
  SN_TRY(sn_reader_text(r, "/settings", &f->settings, error));
  SN_TRY(sn_reader_warnings(r, &f->warning, &f->n_warning, error));
  return sn_reader_log(r, &f->log, &f->n_log, error);
}

static sn_status written(FILE *out, sn_error *error)
{
  if (fflush(out) != 0 || ferror(out)) {
    return sn_fail(error, SN_EIO, "output", "The text could not be written.", strerror(errno), "");
  }
  return SN_OK;
}

static void print_modes(const sn_mode_table *t, FILE *out)
{
  char text[64];
  (void)fprintf(out, "%s %d\n", t->buckling ? "buckling   " : "modes      ", t->n);
  for (int i = 0; i < t->n; i++) {
    (void)fprintf(out, "  %-4d %-20s", i + 1, sn_mode_words(t, i, text, sizeof text));
    if (!t->buckling && t->damping[i] != 0) {
      (void)fprintf(out, " damping %-10.4g", t->damping[i]);
    }
    (void)fprintf(out, " %s\n", t->moves_most[i]);
  }
}

static void print_channels(sn_reader *r, FILE *out)
{
  const int n = sn_reader_channels(r);
  (void)fprintf(out, "channels    %llu rows\n", sn_reader_time(r)->rows);
  for (int i = 0; i < n; i++) {
    const sn_series *s = sn_reader_channel(r, i);
    (void)fprintf(out, "  %-20s %d x %s\n", s->name, s->width, s->unit[0] ? s->unit : "1");
  }
}

/* A number of the settings, which are a flat JSON object; NAN: not there. */
static double setting_of(const char *json, const char *name)
{
  char key[64];
  (void)snprintf(key, sizeof key, "\"%.40s\": ", name);
  const char *at = json ? strstr(json, key) : NULL;
  return at ? strtod(at + strlen(key), NULL) : NAN;
}

/* How a run went. */
static void print_run(const facts *f, FILE *out)
{
  const sn_summary *s = &f->summary;
  if (strcmp(f->scheme, "static") == 0) {
    (void)fprintf(out, "static      %.0f equilibri%s, %.0f iterations, %.0f steps cut, %.3g s of wall time\n",
                  s->steps + 1, s->steps > 0 ? "a" : "um", s->newton_iterations, s->step_rejections, s->wall_seconds);
    (void)fprintf(out, "size        %.0f degrees of freedom, %.3g MB\n", s->degrees_of_freedom, s->peak_memory_mb);
    (void)fprintf(out, "constraints largest error %.2g\n", s->constraint_error);
    return;
  }
  const sn_scheme *scheme = sn_scheme_named(f->scheme);
  (void)fprintf(out, "scheme      %s", f->scheme);
  for (const sn_setting *p = scheme ? scheme->setting : NULL; p && p->name; p++) {
    (void)fprintf(out, ", %s %g", p->name, setting_of(f->settings, p->name));
  }
  (void)fprintf(out, ", dt %g s\n", s->dt);
  (void)fprintf(out, "time        %.9g of %.9g s in %.0f steps, %.0f iterations, %.0f halvings, %.3g s of wall time\n",
                s->t_end, s->duration, s->steps, s->newton_iterations, s->step_rejections, s->wall_seconds);
  if (s->tolerance > 0) {
    (void)fprintf(out, "error       tolerance %g: %.0f steps undone, largest estimate %.2g, %.0f steps above\n",
                  s->tolerance, s->error_rejections, s->largest_error, s->inaccurate_steps);
  }
  (void)fprintf(out, "size        %.0f unknowns, %.0f degrees of freedom, %.3g MB\n", s->unknowns,
                s->degrees_of_freedom, s->peak_memory_mb);
  (void)fprintf(out, "energy      largest defect of a step %.2g%s, numerical dissipation %.2g (of %.4g J)\n",
                s->energy_identity_error,
                scheme && !scheme->has_identity ? " (this scheme does not close the balance)" : "",
                s->numerical_dissipation, s->energy_scale);
  if (s->contact_energy + s->friction_loss + s->impact_loss + s->rolling_loss > 0) {
    (void)fprintf(out, "contacts    lost to friction %.4g J, impacts %.4g J, rolling %.4g J; stored %.2g J\n",
                  s->friction_loss, s->impact_loss, s->rolling_loss, s->contact_energy);
  }
  (void)fprintf(out, "constraints largest error %.2g\n", s->constraint_error);
  if (s->channel_rows_not_finite > 0) {
    (void)fprintf(out, "not finite  %.0f rows of channels: see the log\n", s->channel_rows_not_finite);
  }
}

/* A copy without control characters: a file from elsewhere must not control the terminal. */
static const char *clean(sn_arena *arena, const char *text)
{
  char *copy = sn_arena_text(arena, text);
  return copy ? sn_clean(copy) : "";
}

sn_status sn_show_info(sn_reader *r, sn_arena *arena, FILE *out, sn_error *error)
{
  facts f = {0};
  SN_TRY(gather(r, arena, &f, error));
  const char **const texts[] = {&f.model, &f.status, &f.scheme, &f.file, &f.hash, &f.parameters};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    *texts[i] = clean(arena, *texts[i]);
  }
  (void)fprintf(out, "model       %s (%s, hash %s)\n", f.model, f.file[0] ? f.file : "no file", f.hash);
  (void)fprintf(out, "status      %s%s%s\n", f.status,
                sn_outcome_of(f.status) == SN_OUTCOME_RUNNING ? " (or killed; up to the last flush)" : "",
                f.summary.strict != 0 && f.n_warning > 0 ? "; its warnings are errors (strict)" : "");
  if (f.modes.n > 0) {
    print_modes(&f.modes, out);
  } else {
    print_run(&f, out);
  }
  for (int i = 0; i < f.n_warning; i++) {
    const sn_warning *w = &f.warning[i];
    (void)fprintf(out, "warning     %s%s%s\n", clean(arena, w->where), w->where[0] ? ": " : "", clean(arena, w->text));
  }
  (void)fprintf(out, "parameters  %s\n", f.parameters);
  print_channels(r, out);
  const int first = f.n_log > 10 ? f.n_log - 10 : 0;
  for (int i = first; i < f.n_log; i++) {
    (void)fprintf(out, "%s %s\n", i == first ? "log        " : "           ", clean(arena, f.log[i]));
  }
  return written(out, error);
}

static void add_channels(sn_json *j, sn_reader *r)
{
  sn_json_begin(j, "channels", '{');
  for (int i = 0; i < sn_reader_channels(r); i++) {
    const sn_series *s = sn_reader_channel(r, i);
    sn_json_begin(j, s->name, '{');
    sn_json_put_text(j, "unit", s->unit);
    sn_json_put_number(j, "components", s->width);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '{');
}

static void add_modes(sn_json *j, const sn_mode_table *t)
{
  if (t->n == 0) {
    return;
  }
  sn_json_begin(j, "modes", '{');
  sn_json_put_text(j, "kind", t->buckling ? "buckling" : "vibration");
  if (t->buckling) {
    sn_json_put_numbers(j, "load_factor", t->factor, t->n);
  } else {
    sn_json_put_numbers(j, "frequency", t->frequency, t->n);
    sn_json_put_numbers(j, "growth", t->growth, t->n);
    sn_json_put_numbers(j, "damping", t->damping, t->n);
  }
  sn_json_put_numbers(j, "residual", t->residual, t->n);
  sn_json_end(j, '{');
}

sn_status sn_show_info_members(sn_reader *r, sn_arena *arena, sn_json *j, sn_error *error)
{
  facts f = {0};
  SN_TRY(gather(r, arena, &f, error));
  sn_json_put_text(j, "model", f.model);
  sn_json_put_text(j, "scheme", f.scheme);
  sn_json_put_text(j, "status", f.status);
  for (int i = 0; i < SN_SUMMARY_NUMBERS; i++) {
    const char *name = sn_summary_rows[i].name;
    if (sn_summary_rows[i].flags & SN_SUM_TRUTH) {
      sn_json_put_flag(j, name, sn_summary_number(&f.summary, i) != 0);
    } else {
      sn_json_put_number(j, name, sn_summary_number(&f.summary, i));
    }
  }
  sn_json_put_text(j, "model_file", f.file);
  sn_json_put_text(j, "model_hash", f.hash);
  sn_json_put_raw(j, "parameters", f.parameters[0] ? f.parameters : "{}");
  sn_json_put_raw(j, "settings", f.settings[0] ? f.settings : "{}");
  add_channels(j, r);
  add_modes(j, &f.modes);
  return j->failed ? sn_no_memory(error, "the text") : SN_OK;
}

/* Members that `run --json` does not print as well; it has a list of its own. */
static sn_status add_warnings(sn_json *j, sn_reader *r, sn_error *error)
{
  const sn_warning *w = NULL;
  int n = 0;
  SN_TRY(sn_reader_warnings(r, &w, &n, error));
  sn_json_begin(j, "warnings", '[');
  for (int i = 0; i < n; i++) {
    sn_json_warning(j, &w[i]);
  }
  sn_json_end(j, '[');
  return SN_OK;
}

sn_status sn_show_info_json(sn_reader *r, sn_arena *arena, FILE *out, sn_error *error)
{
  sn_json j = {.arena = arena};
  sn_json_begin(&j, NULL, '{');
  SN_TRY(sn_show_info_members(r, arena, &j, error));
  SN_TRY(add_warnings(&j, r, error));
  sn_json_end(&j, '{');
  if (j.failed) {
    return sn_no_memory(error, "the text");
  }
  (void)fprintf(out, "%s\n", j.text);
  return written(out, error);
}
