/* model/signal_names.c -- what a signal is: the one place where its name, its item and its text are looked up.
 * What:    sn_signal_resolve says it with number of components and unit; rows of output (signal.c) and laws that follow signals
 *          (feedback.c) do what it says. Also which output of a joint is meant by angle, displacement and rate.
 * Tests:   tests/model/test_model.c, tests/language/test_mistakes.c, tests/language/test_control.c
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "math/rotation.h"
#include "model/model_private.h"

const sn_signal_name sn_time_signal[] = {{"time", "s", 1, "time of the run"}, {0}};

static int energy_named(const char *name)
{
  for (int k = 0; k < SN_ENERGIES; k++) {
    if (strcmp(sn_energy_rows[k].name, name) == 0) {
      return k;
    }
  }
  return -1;
}

static int named(const sn_signal_name *list, const char *name)
{
  for (int k = 0; list[k].name; k++) {
    if (strcmp(list[k].name, name) == 0) {
      return k;
    }
  }
  return -1;
}

static int is_whole_model(const sn_signal *s, const char *name)
{
  return !s->ref.given && !s->summed && strcmp(s->name, name) == 0;
}

/* Motion signals belong to parts and the ground; a joint's or force's "velocity" would be its own output. */
static int motion_of(const sn_signal *s)
{
  return s->ref.given && (!s->ref.item || s->ref.item->kind->class == SN_CLASS_PART)
             ? named(sn_instant_signals, s->name)
             : -1;
}

/* Outputs along a part (beams): section forces and the like. */
static const sn_along *along_of(const sn_signal *s)
{
  for (const sn_along *a = s->ref.given && s->ref.item ? s->ref.item->kind->reports.along : NULL; a && a->name; a++) {
    if (strcmp(a->name, s->name) == 0) {
      return a;
    }
  }
  return NULL;
}

/* Index among the outputs of its item; -1: it is none of them. */
static int output_of(const sn_signal *s)
{
  const sn_output *list = s->ref.given && s->ref.item ? s->ref.item->kind->reports.outputs : NULL;
  for (int k = 0; list && list[k].name; k++) {
    if (strcmp(list[k].name, s->name) == 0) {
      return k;
    }
  }
  return -1;
}

static sn_status unknown_energy(const sn_signal *s, sn_error *error)
{
  const char *name[SN_ENERGIES];
  for (int k = 0; k < SN_ENERGIES; k++) {
    name[k] = sn_energy_rows[k].name;
  }
  char all[200];
  sn_join(all, sizeof all, name, SN_ENERGIES);
  const char *meant = sn_nearest(s->text ? s->text : "", name, SN_ENERGIES);
  sn_failf(error, SN_EINPUT, "There is no energy \"%.60s\".", s->text ? s->text : "");
  sn_error_why(error, "The energies are: %s.", all);
  sn_error_fix(error, "Did you mean energy(\"%s\")?", meant ? meant : "total");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

static sn_status unknown_output(const sn_signal *s, sn_error *error)
{
  const char *name[96];
  int n = 0;
  for (const sn_output *o = s->ref.item ? s->ref.item->kind->reports.outputs : NULL; o && o->name && n < 80; o++) {
    name[n++] = o->name;
  }
  for (const sn_along *a = s->ref.item ? s->ref.item->kind->reports.along : NULL; a && a->name && n < 80; a++) {
    name[n++] = a->name;
  }
  for (int k = 0; (!s->ref.item || s->ref.item->kind->class == SN_CLASS_PART) && sn_instant_signals[k].name; k++) {
    name[n++] = sn_instant_signals[k].name;
  }
  char all[400];
  sn_join(all, sizeof all, name, n);
  const char *meant = sn_nearest(s->name, name, (size_t)n);
  sn_failf(error, SN_EINPUT, "'%s'%s%s%s has no output \"%.60s\".", sn_ref_name(&s->ref), s->ref.item ? " (" : "",
           s->ref.item ? s->ref.item->kind->name : "", s->ref.item ? ")" : "", s->name);
  sn_error_why(error, n ? "It has: %s." : "It has no outputs%s.", n ? all : "");
  if (meant) {
    sn_error_fix(error, "Did you mean \"%s\"?", meant);
  } else {
    sn_error_fix(error, "Use one of its outputs, or another part or joint.");
  }
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

static sn_status wrong_sequence(const sn_signal *s, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "\"%.20s\" is no sequence of Euler angles.", s->text ? s->text : "");
  sn_error_why(error, "A sequence has three letters of x, y, z, neighbours different.");
  sn_error_fix(error, "Write for example euler(%s, \"zyx\").", sn_ref_name(&s->ref));
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

static sn_status takes_no_layer(const sn_signal *s, const sn_along *along, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "\"%.60s\" of '%s' takes %sno place in the thickness.", s->name, sn_ref_name(&s->ref),
           along && !s->ref.item->kind->surface.station_on ? "a length along it, and " : "");
  sn_error_fix(error, "Only stresses of shells do, such as output(shell:at(u, v), \"S11\", \"ply 2 top\").");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

static sn_status takes_no_length(const sn_signal *s, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "\"%.60s\" of '%s' takes no length.", s->name, sn_ref_name(&s->ref));
  sn_error_fix(error, "Only outputs along a part do, such as output(beam, \"N\", 0.5).");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

/* Of the whole model: time, a state of a controller, an energy. */
static sn_status resolve_whole(const sn_signal *s, sn_resolved *out, sn_error *error)
{
  if (is_whole_model(s, "state")) { /* the controller may be made later */
    *out = (sn_resolved){.what = SN_SIGNAL_STATE, .n = 1, .name = s->coordinate, .unit = "", .help = ""};
    return SN_OK;
  }
  if (is_whole_model(s, sn_time_signal->name)) {
    *out = (sn_resolved){.what = SN_SIGNAL_TIME,
                         .n = sn_time_signal->n,
                         .name = s->name,
                         .unit = sn_time_signal->unit,
                         .help = sn_time_signal->help};
    return SN_OK;
  }
  const int k = s->text ? energy_named(s->text) : -1;
  *out = (sn_resolved){.what = SN_SIGNAL_ENERGY, .n = 1, .index = k, .name = s->text, .unit = "J", .help = ""};
  return k >= 0 ? SN_OK : unknown_energy(s, error);
}

static sn_status resolve_motion(const sn_signal *s, int k, sn_resolved *out, sn_error *error)
{
  const sn_signal_name *is = sn_instant_signals + k;
  *out = (sn_resolved){
      .what = SN_SIGNAL_MOTION, .n = is->n, .index = k, .name = s->name, .unit = is->unit, .help = is->help};
  return strcmp(is->name, "euler") != 0 || sn_euler_sequence_good(s->text ? s->text : "") ? SN_OK
                                                                                          : wrong_sequence(s, error);
}

sn_status sn_signal_resolve(const sn_signal *s, sn_resolved *out, sn_error *error)
{
  SN_REQUIRE(s->name && !s->later, error);
  if (s->summed) {
    *out = (sn_resolved){.what = SN_SIGNAL_SUM, .name = s->name};
    return sn_sum_info(s, &out->n, &out->unit, error);
  }
  if (!s->ref.given) {
    return resolve_whole(s, out, error);
  }
  const int k = motion_of(s), output = output_of(s);
  const sn_output *is = output >= 0 ? s->ref.item->kind->reports.outputs + output : NULL;
  /* the motion of a part as a whole that it reports itself, also where it has no frame (bodies by three or two points) */
  const int reported = is && s->ref.station == SN_STATION_SELF && !s->ref.has_point && isnan(s->point.x[0]);
  if (k >= 0) {
    SN_TRY(resolve_motion(s, k, out, error));
    out->output = reported && is->n == out->n ? output : -1;
    return SN_OK;
  }
  const sn_along *along = along_of(s);
  if (s->text && !(along && along->layered)) {
    return takes_no_layer(s, along, error);
  }
  if (along) {
    *out = (sn_resolved){.what = SN_SIGNAL_ALONG,
                         .n = along->n,
                         .along = along,
                         .name = s->name,
                         .unit = along->unit,
                         .help = along->help};
    return SN_OK;
  }
  if (s->has_length) {
    return takes_no_length(s, error);
  }
  if (!is) {
    return unknown_output(s, error);
  }
  *out = (sn_resolved){.what = SN_SIGNAL_OUTPUT, .n = is->n, .output = output, .name = is->name, .unit = is->unit};
  return SN_OK;
}

sn_status sn_model_signal_info(const sn_signal *s, int *n, const char **unit, sn_error *error)
{
  if (s->later) { /* nothing more is known of it yet */
    const int motion = named(sn_instant_signals, s->name);
    *n = motion >= 0 ? sn_instant_signals[motion].n : strncmp(s->name, "reaction", 8) == 0 ? 3 : 1;
    *unit = motion < 0 ? "" : sn_instant_signals[motion].unit;
    return SN_OK;
  }
  sn_resolved is;
  SN_TRY(sn_signal_resolve(s, &is, error));
  *n = is.n;
  *unit = is.unit;
  return SN_OK;
}

/* ---- outputs of joints */

static int has_output(const sn_item *item, const char *name)
{
  for (const sn_output *o = item->kind->reports.outputs; o && o->name; o++) {
    if (strcmp(o->name, name) == 0) {
      return 1;
    }
  }
  return 0;
}

/* The only output that ends with "_name", or NULL. */
static const char *only_ending(const sn_item *item, const char *name)
{
  const char *found = NULL;
  const size_t n = strlen(name);
  for (const sn_output *o = item->kind->reports.outputs; o && o->name; o++) {
    const size_t m = strlen(o->name);
    if (m > n && o->name[m - n - 1] == '_' && strcmp(o->name + m - n, name) == 0) {
      if (found) {
        return NULL;
      }
      found = o->name;
    }
  }
  return found;
}

/* Several outputs end with "_name": that of the coordinate whose fields are at the top level of the joint's table, which
   is the first one when outputs such as `power` have no prefix (a screw). Otherwise the name as it is, and an error lists all outputs. */
static const char *main_coordinate(sn_arena *arena, const sn_item *item, const char *name)
{
  if (!item->kind->joint.coordinates || !has_output(item, "power")) {
    return name;
  }
  char full[160];
  const int n = (int)strcspn(item->kind->joint.coordinates, "|");
  (void)snprintf(full, sizeof full, "%.*s_%.60s", n < 80 ? n : 80, item->kind->joint.coordinates, name);
  return has_output(item, full) ? sn_arena_text(arena, full) : name;
}

int sn_has_word(const char *words, const char *word)
{
  const size_t n = strlen(word);
  const char *p = words;
  while (p && !(strncmp(p, word, n) == 0 && (p[n] == '|' || p[n] == '\0'))) {
    p = strchr(p, '|');
    p = p ? p + 1 : NULL;
  }
  return p != NULL;
}

/* angle(joint, "angle_a"), displacement(joint, "x"): the coordinate itself */
static int is_coordinate(const sn_item *item, const char *name, const char *coordinate)
{
  const int is_angle = strncmp(coordinate, "angle", 5) == 0;
  return strcmp(name, is_angle ? "angle" : "displacement") == 0 &&
         sn_has_word(item->kind->joint.coordinates, coordinate);
}

int sn_name_coordinate(const sn_item *item, sn_arena *arena, sn_signal *s)
{
  const char *name = s->name, *coordinate = s->coordinate;
  if (coordinate) {
    char full[160];
    (void)snprintf(full, sizeof full, "%.80s_%.60s", coordinate, name);
    const int alone = item->kind->joint.coordinates && strcmp(item->kind->joint.coordinates, coordinate) == 0;
    s->name = is_coordinate(item, name, coordinate)                        ? coordinate
              : alone && has_output(item, name) && !has_output(item, full) ? name
                                                                           : sn_arena_text(arena, full);
  } else if (!has_output(item, name)) {
    const char *only = only_ending(item, name);
    s->name = only ? only : main_coordinate(arena, item, name);
  }
  return s->name != NULL;
}
