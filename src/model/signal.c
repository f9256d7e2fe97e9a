/* model/signal.c -- rows of output for signals: motion of points and axes fixed in parts, energies, states, time.
 * What:    signal_names.c says what a signal is; here it gets a row. Motion is evaluated on an sn_frame, energies come from the
 *          ledger of the observation, outputs of items have rows already.
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
  int energy, state;
  const sn_along *along;
  const void *frozen;
  sn_station_point inside;
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

/* One row per motion signal, in the order of sn_instant_signals. */
static const struct {
  void (*evaluate)(const sn_observation *o, const void *data, double *out);
  int needs_axes, takes_point;
} motions[] = {{position, 0, 1}, {velocity, 0, 1},         {acceleration, 0, 1},          {orientation, 1, 0},
               {euler, 1, 0},    {angular_velocity, 1, 0}, {angular_velocity_body, 1, 0}, {angular_acceleration, 1, 0}};
const sn_signal_name sn_instant_signals[] = {
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

static void clock_time(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  out[0] = o->t;
}

static void state_now(const sn_observation *o, const void *data, double *out)
{
  out[0] = o->internal[((const row_data *)data)->state];
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

/* ---- rows */

sn_status sn_instant_frame(const sn_signal *s, int k, sn_builder *b, sn_frame *out, sn_error *error)
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

/* What a row is evaluated with; each function below fills its data. */
typedef void (*evaluation)(const sn_observation *o, const void *data, double *out);
typedef struct {
  const sn_model *model;
  const sn_sampler *sampler;
  sn_builder *b;
} making;

static sn_status make_time(const making *m, const sn_signal *s, const sn_resolved *is, row_data *r, evaluation *out,
                           sn_error *error)
{
  (void)m, (void)s, (void)is, (void)r, (void)error;
  *out = clock_time;
  return SN_OK;
}

static sn_status make_energy(const making *m, const sn_signal *s, const sn_resolved *is, row_data *r, evaluation *out,
                             sn_error *error)
{
  (void)m, (void)s, (void)error;
  r->energy = is->index;
  *out = energy;
  return SN_OK;
}

static sn_status make_state(const making *m, const sn_signal *s, const sn_resolved *is, row_data *r, evaluation *out,
                            sn_error *error)
{
  (void)is;
  int controller, state;
  SN_TRY(sn_find_state(m->model, s, &controller, &state, error));
  r->state = sn_sampler_states(m->sampler + controller) + state;
  *out = state_now;
  return SN_OK;
}

static sn_status make_motion(const making *m, const sn_signal *s, const sn_resolved *is, row_data *r, evaluation *out,
                             sn_error *error)
{
  r->sequence = s->text;
  *out = motions[is->index].evaluate;
  const sn_status status = sn_instant_frame(s, is->index, m->b, &r->frame, error);
  if (status != SN_OK) {
    sn_error_where(error, "%s, %s of '%s'", s->where, s->name, sn_ref_name(&s->ref));
  }
  return status;
}

static sn_status make_along(const making *m, const sn_signal *s, const sn_resolved *is, row_data *r, evaluation *out,
                            sn_error *error)
{
  (void)m;
  SN_REQUIRE(!is->along->layered || s->ref.item->kind->surface.layer_of, error);
  r->along = is->along;
  r->frozen = s->ref.item->frozen;
  *out = at_length;
  SN_TRY(find_length(s, &r->inside.s, error));
  return is->along->layered ? s->ref.item->kind->surface.layer_of(s->ref.item, s->text, &r->inside, error) : SN_OK;
}

/* NULL: sums (signal_sum.c), and outputs of items, which have rows already. */
static sn_status (*const make[SN_SIGNAL_COUNT])(const making *m, const sn_signal *s, const sn_resolved *is, row_data *r,
                                                evaluation *out, sn_error *error) = {[SN_SIGNAL_TIME] = make_time,
                                                                                     [SN_SIGNAL_STATE] = make_state,
                                                                                     [SN_SIGNAL_ENERGY] = make_energy,
                                                                                     [SN_SIGNAL_MOTION] = make_motion,
                                                                                     [SN_SIGNAL_ALONG] = make_along};

static sn_status add(const making *m, const sn_signal *s, const int *first, int *row, sn_error *error)
{
  sn_resolved is = {.output = -1};
  SN_TRY(sn_signal_resolve(s, &is, error));
  if (is.what == SN_SIGNAL_SUM) {
    return sn_sum_add(m->model, s, m->b, row, error);
  }
  if (is.what == SN_SIGNAL_OUTPUT || (is.what == SN_SIGNAL_MOTION && is.output >= 0)) {
    *row = first[s->ref.item->index] + is.output;
    return SN_OK;
  }
  row_data *r = SN_NEW(sn_builder_arena(m->b), row_data, 1);
  evaluation evaluate = NULL;
  if (!r) {
    return sn_no_memory(error, "the model");
  }
  SN_REQUIRE(make[is.what] && is.name && is.help, error);
  SN_TRY(make[is.what](m, s, &is, r, &evaluate, error));
  *row = sn_add_observable(
      m->b,
      &(sn_quantity){.name = is.name, .unit = is.unit, .help = is.help, .evaluate = evaluate, .flags = SN_OUT_SIGNAL},
      is.n, r);
  return SN_OK;
}

sn_status sn_signals_add(sn_model *m, const sn_sampler *made, sn_builder *b, const int *first, int *row,
                         sn_error *error)
{
  const making all = {m, made, b};
  for (int i = 0; i < m->signal.n; i++) {
    const sn_status status = add(&all, m->signal.at + i, first, row + i, error);
    if (status != SN_OK) {
      sn_error_where(error, "%s", m->signal.at[i].where);
      return status;
    }
  }
  return SN_OK;
}
