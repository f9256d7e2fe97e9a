/* model/signal.c -- signals: motion of points and axes fixed in parts, energies of the model, outputs of items.
 * What:    motion signals become output rows on an sn_frame; outputs of items are found by name (nearest spelling);
 *          energies come from the ledger of the observation.
 * Theory:  point = sum w q, velocity = sum w v, acceleration = sum w a; angular velocity = 1/2 sum d x d', and its rate
 *          1/2 sum d x d'' (because d' x d' = 0).
 * Tests:   tests/model/test_model.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "math/rotation.h"
#include "model/model_private.h"

typedef struct {
  sn_frame frame;
  const char *sequence;
  int energy, own;
  const sn_along *along;
  const void *frozen;
  sn_inside inside;
} row_data;

static void position(const sn_observation *o, const void *data, double *out)
{
  const row_data *r = data;
  v3_put(sn_point_in(&r->frame, o->q), out);
}

static void velocity(const sn_observation *o, const void *data, double *out)
{
  const row_data *r = data;
  v3_put(sn_point_in(&r->frame, o->v), out);
}

static void acceleration(const sn_observation *o, const void *data, double *out)
{
  const row_data *r = data;
  v3_put(sn_point_in(&r->frame, o->a), out);
}

static void orientation(const sn_observation *o, const void *data, double *out)
{
  const row_data *r = data;
  sn_quaternion_of(sn_axes_in(&r->frame, o->q), out);
}

static void euler(const sn_observation *o, const void *data, double *out)
{
  const row_data *r = data;
  sn_euler_of(sn_axes_in(&r->frame, o->q), r->sequence, out);
}

static sn_v3 spin(const row_data *r, const sn_observation *o, const sn_v3 *rate)
{
  const sn_m3 d = sn_axes_in(&r->frame, o->q), e = sn_axes_in(&r->frame, rate);
  return sn_spin(d.c, e.c);
}

static void angular_velocity(const sn_observation *o, const void *data, double *out)
{
  v3_put(spin(data, o, o->v), out);
}

static void angular_velocity_body(const sn_observation *o, const void *data, double *out)
{
  const row_data *r = data;
  v3_put(m3_tmul(sn_axes_in(&r->frame, o->q), spin(r, o, o->v)), out);
}

static void angular_acceleration(const sn_observation *o, const void *data, double *out)
{
  v3_put(spin(data, o, o->a), out);
}

/* One row per motion signal, in the order of sn_motion_signals. */
static const struct {
  void (*evaluate)(const sn_observation *o, const void *data, double *out);
  int needs_axes, takes_point;
} motions[] = {{position, 0, 1}, {velocity, 0, 1},         {acceleration, 0, 1},          {orientation, 1, 0},
               {euler, 1, 0},    {angular_velocity, 1, 0}, {angular_velocity_body, 1, 0}, {angular_acceleration, 1, 0}};
const sn_signal_name sn_motion_signals[] = {
    {"position", "m", 3, "of a point fixed in a part, ground axes"},
    {"velocity", "m/s", 3, "of a point fixed in a part, ground axes"},
    {"acceleration", "m/s^2", 3, "of a point fixed in a part, ground axes"},
    {"orientation", "", 4, "of a part's axes, as a quaternion (scalar first)"},
    {"euler", "rad", 3, "angles of a part's axes in a sequence such as \"zyx\""},
    {"angular_velocity", "rad/s", 3, "of a part, ground axes"},
    {"angular_velocity_body", "rad/s", 3, "of a part, its own axes"},
    {"angular_acceleration", "rad/s^2", 3, "of a part, ground axes"},
    {0}};

static void energy(const sn_observation *o, const void *data, double *out)
{
  out[0] = sn_energy_value(o->ledger, ((const row_data *)data)->energy);
}

static int energy_named(const char *name)
{
  for (int k = 0; k < SN_ENERGIES; k++) {
    if (strcmp(sn_energy_rows[k].name, name) == 0) {
      return k;
    }
  }
  return -1;
}

const sn_signal_name sn_time_signal[] = {{"time", "s", 1, "time of the run"}, {0}};

static void clock_time(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  out[0] = o->t;
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

static int is_time(const sn_signal *s)
{
  return !s->ref.given && strcmp(s->name, sn_time_signal->name) == 0;
}

static int is_state(const sn_signal *s)
{
  return !s->ref.given && !s->summed && strcmp(s->name, "state") == 0;
}

/* Motion signals belong to parts and the ground; a joint's or force's "velocity" would be its own output. */
int sn_motion_of(const sn_signal *s)
{
  return s->ref.given && (!s->ref.item || s->ref.item->kind->class == SN_CLASS_PART) ? named(sn_motion_signals, s->name)
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

static void at_length(const sn_observation *o, const void *data, double *out)
{
  SN_ASSERT(((const row_data *)data)->along && ((const row_data *)data)->frozen);
  const row_data *r = data;
  r->along->evaluate(o, r->frozen, &r->inside, out);
}

static sn_status find_length(const sn_signal *s, double *out, sn_error *error)
{
  SN_REQUIRE(s->ref.item && s->ref.item->frozen && s->ref.item->kind->line.length_at, error);
  const sn_item *item = s->ref.item;
  const double all = item->kind->line.length_at(item->frozen, SN_STATION_LAST);
  if (item->kind->surface.station_on && (s->has_length || s->ref.station == SN_STATION_SELF)) {
    sn_failf(error, SN_EINPUT, "\"%s\" of '%s' needs a place on it.", s->name, item->name);
    sn_error_why(error, "It differs from node to node of the %s, which has no lengths along it.", item->kind->name);
    sn_error_fix(error, "Write output(%s:at(u, v), \"%s\"), or ask %s:node(k).", item->name, s->name, item->name);
    return SN_EINPUT;
  }
  if (!s->has_length && s->ref.station == SN_STATION_SELF) {
    sn_failf(error, SN_EINPUT, "\"%s\" of '%s' needs a place along it.", s->name, item->name);
    sn_error_why(error, "It changes along the %s.", item->kind->name);
    sn_error_fix(error, "Write output(%s, \"%s\", s) with a length s from 0 to %.6g m, or ask %s.first, %s:node(k).",
                 item->name, s->name, all, item->name, item->name);
    return SN_EINPUT;
  }
  if (s->has_length && !(s->length >= 0 && s->length <= all * (1 + 1e-9))) {
    sn_failf(error, SN_EINPUT, "'%s' has no place at the length %.6g m.", item->name, s->length);
    sn_error_why(error, "It is %.6g m long.", all);
    sn_error_fix(error, "Give a length from 0 to %.6g.", all);
    return SN_EINPUT;
  }
  *out = s->has_length ? s->length : item->kind->line.length_at(item->frozen, s->ref.station);
  return SN_OK;
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
  for (int k = 0; (!s->ref.item || s->ref.item->kind->class == SN_CLASS_PART) && sn_motion_signals[k].name; k++) {
    name[n++] = sn_motion_signals[k].name;
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

sn_status sn_model_signal_info(const sn_model *m, const sn_signal *s, int *n, const char **unit, sn_error *error)
{
  (void)m;
  if (s->later) { /* nothing more is known of it yet */
    const int motion = named(sn_motion_signals, s->name);
    *n = motion >= 0 ? sn_motion_signals[motion].n : strncmp(s->name, "reaction", 8) == 0 ? 3 : 1;
    *unit = motion < 0 ? "" : sn_motion_signals[motion].unit;
    return SN_OK;
  }
  if (s->summed) {
    return sn_sum_info(s, n, unit, error);
  }
  if (is_state(s)) { /* the controller may be made later */
    *n = 1;
    *unit = "";
    return SN_OK;
  }
  if (is_time(s)) {
    *n = sn_time_signal->n;
    *unit = sn_time_signal->unit;
    return SN_OK;
  }
  if (!s->ref.given) {
    const int k = s->text ? energy_named(s->text) : -1;
    if (k < 0) {
      return unknown_energy(s, error);
    }
    *n = 1;
    *unit = "J";
    return SN_OK;
  }
  const int k = sn_motion_of(s);
  if (k >= 0) {
    if (k == named(sn_motion_signals, "euler") && !sn_euler_sequence_ok(s->text ? s->text : "")) {
      sn_failf(error, SN_EINPUT, "\"%.20s\" is no sequence of Euler angles.", s->text ? s->text : "");
      sn_error_why(error, "A sequence has three letters of x, y, z, neighbours different.");
      sn_error_fix(error, "Write for example euler(%s, \"zyx\").", sn_ref_name(&s->ref));
      sn_error_where(error, "%s", s->where);
      return SN_EINPUT;
    }
    *n = sn_motion_signals[k].n;
    *unit = sn_motion_signals[k].unit;
    return SN_OK;
  }
  const sn_along *along = along_of(s);
  if (s->text && !(along && along->layered)) {
    sn_failf(error, SN_EINPUT, "\"%.60s\" of '%s' takes %sno place in the thickness.", s->name, sn_ref_name(&s->ref),
             along && !s->ref.item->kind->surface.station_on ? "a length along it, and " : "");
    sn_error_fix(error, "Only stresses of shells do, such as output(shell:at(u, v), \"S11\", \"ply 2 top\").");
    sn_error_where(error, "%s", s->where);
    return SN_EINPUT;
  }
  if (along) {
    *n = along->n;
    *unit = along->unit;
    return SN_OK;
  }
  if (s->has_length) {
    sn_failf(error, SN_EINPUT, "\"%.60s\" of '%s' takes no length.", s->name, sn_ref_name(&s->ref));
    sn_error_fix(error, "Only outputs along a part do, such as output(beam, \"N\", 0.5).");
    sn_error_where(error, "%s", s->where);
    return SN_EINPUT;
  }
  const int output = output_of(s);
  if (output >= 0) {
    *n = s->ref.item->kind->reports.outputs[output].n;
    *unit = s->ref.item->kind->reports.outputs[output].unit;
    return SN_OK;
  }
  return unknown_output(s, error);
}

sn_status sn_motion_frame(const sn_signal *s, int k, sn_builder *b, sn_frame *out, sn_error *error)
{
  SN_REQUIRE(k >= 0, error);
  if (isnan(s->point.x[0]) || !motions[k].takes_point) {
    SN_TRY(sn_frame_of(&s->ref, b, out, error));
  } else {
    const sn_v3 x = s->ref.item ? sn_drawn_point(s->ref.item, s->point) : s->point;
    SN_TRY(sn_frame_on(&s->ref, b, x, m3_identity(), out, error));
  }
  if (motions[k].needs_axes && out->n_dir < 3) {
    sn_failf(error, SN_EINPUT, "'%s' has no axes, so it has no %s.", sn_ref_name(&s->ref), s->name);
    sn_error_why(error, "Points, links and cables only have positions.");
    sn_error_fix(error, "Ask a body, or use position and velocity.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status add_along(const sn_signal *s, const sn_along *along, sn_builder *b, row_data *r, int *row,
                           sn_error *error)
{
  SN_REQUIRE(!along->layered || s->ref.item->kind->surface.layer_of, error);
  *r = (row_data){.along = along, .frozen = s->ref.item->frozen};
  SN_TRY(find_length(s, &r->inside.s, error));
  if (along->layered) {
    SN_TRY(s->ref.item->kind->surface.layer_of(s->ref.item, s->text, &r->inside, error));
  }
  *row = sn_add_row(
      b,
      &(sn_quantity){
          .name = s->name, .unit = along->unit, .help = along->help, .evaluate = at_length, .flags = SN_OUT_SIGNAL},
      along->n, r);
  return SN_OK;
}

static sn_status add_motion(const sn_signal *s, int k, sn_builder *b, row_data *r, int *row, sn_error *error)
{
  const sn_signal_name *n = sn_motion_signals + k;
  r->sequence = s->text;
  const sn_status status = sn_motion_frame(s, k, b, &r->frame, error);
  if (status != SN_OK) {
    sn_error_where(error, "%s, %s of '%s'", s->where, s->name, sn_ref_name(&s->ref));
    return status;
  }
  *row = sn_add_row(
      b,
      &(sn_quantity){
          .name = s->name, .unit = n->unit, .help = n->help, .evaluate = motions[k].evaluate, .flags = SN_OUT_SIGNAL},
      n->n, r);
  return SN_OK;
}

static void add_energy(const sn_signal *s, sn_builder *b, row_data *r, int *row)
{
  r->energy = energy_named(s->text);
  *row = sn_add_row(
      b, &(sn_quantity){.name = s->text, .unit = "J", .help = "", .evaluate = energy, .flags = SN_OUT_SIGNAL}, 1, r);
}

static void add_time(const sn_signal *s, sn_builder *b, int *row)
{
  *row = sn_add_row(b,
                    &(sn_quantity){.name = s->name,
                                   .unit = sn_time_signal->unit,
                                   .help = sn_time_signal->help,
                                   .evaluate = clock_time,
                                   .flags = SN_OUT_SIGNAL},
                    sn_time_signal->n, NULL);
}

/* The motion of a part as a whole that it says itself: also of parts without a frame of their own (bodies by three or two points). */
static int is_own(const sn_signal *s, int k, int output)
{
  return output >= 0 && s->ref.station == SN_STATION_SELF && !s->ref.has_point && isnan(s->point.x[0]) &&
         s->ref.item->kind->reports.outputs[output].n == sn_motion_signals[k].n;
}

static void state_now(const sn_observation *o, const void *data, double *out)
{
  out[0] = o->own[((const row_data *)data)->own];
}

static sn_status add_state(const sn_model *m, const sn_signal *s, const sn_sampler *made, sn_builder *b, row_data *r,
                           int *row, sn_error *error)
{
  int controller, state;
  SN_TRY(sn_find_state(m, s, &controller, &state, error));
  r->own = sn_sampler_states(made + controller) + state;
  *row = sn_add_row(
      b, &(sn_quantity){.name = s->coordinate, .unit = "", .help = "", .evaluate = state_now, .flags = SN_OUT_SIGNAL},
      1, r);
  return SN_OK;
}

sn_status sn_signals_add(sn_model *m, const sn_sampler *made, sn_builder *b, const int *first, int *row,
                         sn_error *error)
{
  for (int i = 0; i < m->signal.n; i++) {
    const sn_signal *s = m->signal.at + i;
    const int k = sn_motion_of(s), output = output_of(s);
    const sn_along *along = along_of(s);
    if (s->summed) {
      SN_TRY(sn_sum_add(m, s, b, row + i, error));
      continue;
    }
    if (is_time(s)) {
      add_time(s, b, row + i);
      continue;
    }
    row_data *r = SN_NEW(sn_builder_arena(b), row_data, 1);
    if (!r) {
      return sn_no_memory(error, "the model");
    }
    if (is_state(s)) {
      SN_TRY(add_state(m, s, made, b, r, row + i, error));
    } else if (!s->ref.given) {
      add_energy(s, b, r, row + i);
    } else if (k >= 0 && !is_own(s, k, output)) {
      SN_TRY(add_motion(s, k, b, r, row + i, error));
    } else if (along) {
      const sn_status status = add_along(s, along, b, r, row + i, error);
      if (status != SN_OK) {
        sn_error_where(error, "%s", s->where);
        return status;
      }
    } else if (output >= 0) {
      row[i] = first[s->ref.item->index] + output;
    } else {
      return unknown_output(s, error);
    }
  }
  return SN_OK;
}
