/* sweep/series.c -- a series of a run by the name it has in result files, found in the frozen system; and its rows taken in.
 * What:    a channel (angle), a component of one (tip_z), an energy (energy/total), an output of an item (joints/pivot/angle).
 * Tests:   tests/sweep/test_collect.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "results/reader.h"
#include "sweep/collect.h"
#include "system/formula.h"

/* The name of a row as in result files; 0: it is not stored there. */
static int name_of(const sn_observable *r, char *text, size_t size)
{
  if (r->what->flags & SN_OUT_CHANNEL) {
    (void)snprintf(text, size, "%s", r->what->name);
    return 1;
  }
  if (!r->what->group || !r->item || !r->item[0] || (r->what->flags & SN_OUT_FIELD) ||
      r->n > SN_FORMULA_PARTS) { /* fields have many */
    return 0;
  }
  (void)snprintf(text, size, "%s/%s/%s", r->what->group, r->item, r->what->name);
  return 1;
}

/* Component of a row given by the end of a name ("tip_z" after "tip"): -1: all of them, or none. */
static int component(const sn_observable *r, const char *rest)
{
  for (int k = 0; r->n > 1 && r->n <= SN_FORMULA_PARTS && rest[0] == '_' && k < r->n; k++) {
    if (strcmp(rest + 1, sn_component_suffix(r->n, k)) == 0) {
      return k;
    }
  }
  return -1;
}

static int find_energy(const char *name, sn_collecting *out)
{
  static const char group[] = "energy/";
  for (int i = 0; strncmp(name, group, sizeof group - 1) == 0 && i < SN_ENERGIES; i++) {
    if (strcmp(name + sizeof group - 1, sn_energy_rows[i].name) == 0) {
      out->row = -1;
      out->part = i;
      out->unit = "J";
      return 1;
    }
  }
  return 0;
}

static sn_status whole_vector(const char *name, const sn_observable *r, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "'%.100s' has %d components.", name, r->n);
  sn_error_where(error, "--collect");
  sn_error_why(error, "A sweep collects numbers.");
  sn_error_fix(error, "Ask for one of them, e.g. %.60s_%s, or make a channel of its size.", name,
               sn_component_suffix(r->n, 0));
  return SN_EINPUT;
}

static sn_status unknown_series(const sn_system *s, const char *name, sn_arena *arena, sn_error *error)
{
  const char **names = SN_NEW(arena, const char *, SN_FORMULA_PARTS * s->n_output + SN_ENERGIES + 1);
  char text[300], all[300] = "";
  int n = 0, n_channel = 0;
  if (!names) {
    return sn_no_memory(error, "the sweep");
  }
  for (int i = 0; i < s->n_output; i++) {
    const sn_observable *r = s->output + i;
    const int known = name_of(r, text, sizeof text);
    for (int k = 0; known && k < (r->n > 1 && r->n <= SN_FORMULA_PARTS ? r->n : 1); k++) {
      names[n] =
          r->n > 1 ? sn_arena_format(arena, "%s_%s", text, sn_component_suffix(r->n, k)) : sn_arena_text(arena, text);
      n += names[n] != NULL;
    }
  }
  for (int i = 0; i < SN_ENERGIES; i++) {
    names[n] = sn_arena_format(arena, "energy/%s", sn_energy_rows[i].name);
    n += names[n] != NULL;
  }
  for (int i = 0; i < s->n_channel; i++) {
    const size_t used = strlen(all);
    (void)snprintf(all + used, sizeof all - used, "%s%s", n_channel++ ? ", " : "", s->output[s->channel[i]].what->name);
  }
  const char *near = sn_nearest(name, names, (size_t)n);
  (void)sn_failf(error, SN_EINPUT, "There is no channel '%.100s'.", name);
  sn_error_where(error, "--collect");
  sn_error_why(error, n_channel ? "The channels are: %s." : "The model has no channels%s.", all);
  sn_error_fix(error,
               near ? "Did you mean '%s'?"
                    : "Add channel(\"NAME\", ...) to the model, or give a path, e.g. energy/total%s.",
               near ? near : "");
  return SN_EINPUT;
}

static sn_status find(const sn_system *s, const char *name, sn_arena *arena, sn_collecting *out, sn_error *error)
{
  char text[300];
  if (find_energy(name, out)) {
    return SN_OK;
  }
  for (int pass = 0; pass < 2; pass++) { /* whole names come before components */
    for (int i = 0; i < s->n_output; i++) {
      const sn_observable *r = s->output + i;
      const size_t n = name_of(r, text, sizeof text) ? strlen(text) : 0;
      const int fits = n > 0 && strncmp(name, text, n) == 0 && (pass || name[n] == '\0');
      const int part = !fits ? -1 : pass ? component(r, name + n) : 0;
      if (fits && !pass && r->n > 1) {
        return whole_vector(name, r, error);
      }
      if (part >= 0) {
        out->row = i;
        out->part = part;
        out->unit = r->what->unit ? r->what->unit : "";
        return SN_OK;
      }
    }
  }
  return unknown_series(s, name, arena, error);
}

sn_status sn_collect_begin(const sn_system *s, const sn_wish *wish, int n, sn_arena *arena, sn_collecting **out,
                           sn_error *error)
{
  *out = SN_NEW(arena, sn_collecting, n + 1);
  if (!*out) {
    return sn_no_memory(error, "the sweep");
  }
  for (int i = 0; i < n; i++) {
    (*out)[i].wish = wish + i;
    if (wish[i].series) {
      SN_TRY(find(s, wish[i].series, arena, &(*out)[i], error));
    }
  }
  return SN_OK;
}

void sn_collect_row(sn_collecting *c, int n, const sn_observation *o, const sn_ledger *total)
{
  for (int i = 0; i < n; i++) {
    double now[SN_FORMULA_PARTS] = {0};
    sn_seen *s = &c[i].seen;
    if (c[i].row < 0) {
      now[0] = sn_energy_value(total, c[i].part);
    } else {
      sn_observable_now(o, c[i].row, now);
    }
    const double x = now[c[i].row < 0 ? 0 : c[i].part];
    s->bad |= !isfinite(x);
    if (c[i].wish->how->add) {
      c[i].wish->how->add(s, o->t, x, c[i].wish->number);
    }
    s->t0 = s->n == 0 ? o->t : s->t0;
    s->t = o->t;
    s->x = x;
    s->n++;
  }
}

double sn_collect_end(const sn_collecting *c)
{
  return c->wish->how->end(&c->seen);
}

double sn_collect_mode(const sn_wish *wish, const sn_modes *modes)
{
  int left = (int)wish->number;
  for (int i = 0; i < modes->n; i++) {
    left -= !modes->mode[i].zero;
    if (left == 0) {
      return wish->how->mode(&modes->mode[i]);
    }
  }
  return NAN;
}

const char *sn_wish_unit(const sn_collecting *c)
{
  return c->wish->how->unit ? c->wish->how->unit : c->unit ? c->unit : "";
}
