/* session/session_linearize.c -- the motion near a state, A, B, C, D, with names.
 * What:    names of coordinates ("cart.x", "pole.turn_y", "beam.3.z"), checks of inputs and rows, and a motion of its own for the work,
 *          so that a stepper goes on as if nothing had been asked.
 * Tests:   tests/api/test_linearize.c, tests/python/test_linearize.py
 */
#include "session/session_linearize.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "instant/instant.h"
#include "session/runner.h"
#include "system/formula.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the linearisation");
}

/* ---- inputs and rows by name */

static sn_status unknown(const char *what, const char *name, const char *const *names, size_t n, sn_error *error)
{
  const char *meant = sn_nearest(name, names, n);
  sn_failf(error, SN_EINPUT, "There is no %s '%.60s'.", what, name);
  if (meant) {
    sn_error_fix(error, "Did you mean '%s'?", meant);
  }
  return SN_EINPUT;
}

sn_status sn_session_input(const sn_session *s, const char *name, int *out, sn_error *error)
{
  const char *names[64];
  size_t n = 0;
  *out = sn_model_find_input(s->model, name);
  for (; n < 64 && (int)n < sn_model_inputs(s->model); n++) {
    names[n] = sn_model_input_at(s->model, (int)n)->name;
  }
  if (*out < 0 && n == 0) {
    sn_failf(error, SN_EINPUT, "There is no input '%.60s'.", name);
    sn_error_why(error, "The model has no inputs.");
    sn_error_fix(error, "Write input(\"%.40s\", { default = 0 }) in the model, and use it in a force or torque.", name);
    return SN_EINPUT;
  }
  return *out >= 0 ? SN_OK : unknown("input", name, names, n, error);
}

/* item NULL: a channel; else an output of it, or the item itself is unknown. */
static sn_status no_such_row(const sn_session *s, const char *name, const char *item, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const char *names[256];
  size_t n = 0;
  if (item && !sn_model_find(s->model, item)) {
    for (; n < 256 && (int)n < sn_model_items(s->model); n++) {
      names[n] = sn_model_item(s->model, (int)n)->name;
    }
    return unknown("part, joint or force", item, names, n, error);
  }
  for (int i = 0; i < system->n_output && n < 256; i++) {
    const sn_observable *row = &system->output[i];
    if (item ? row->owner >= 0 && strcmp(row->item, item) == 0 : row->what->flags & SN_OUT_CHANNEL) {
      names[n++] = row->what->name;
    }
  }
  (void)unknown(item ? "output" : "channel", name, names, n, error);
  if (!error->fix[0]) {
    sn_error_fix(error, "Name a channel of the model, or an output of an item: hinge.angle.");
  }
  return SN_EINPUT;
}

sn_status sn_session_observable(const sn_session *s, const char *name, int *out, sn_error *error)
{
  const char *dot = strchr(name, '.');
  char item[80];
  *out = sn_observable_of_channel(s->frozen.system, name);
  if (*out >= 0) {
    return SN_OK;
  }
  if (!dot || dot == name || (size_t)(dot - name) >= sizeof item) {
    return no_such_row(s, name, NULL, error);
  }
  memcpy(item, name, (size_t)(dot - name));
  item[dot - name] = '\0';
  *out = sn_observable_of_item(s->frozen.system, item, dot + 1);
  return *out >= 0 ? SN_OK : no_such_row(s, dot + 1, item, error);
}

/* ---- names of numbers */

static const char *item_name(const sn_session *s, int item)
{
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *x = sn_model_item(s->model, i);
    if (x->builder_item == item && item >= 0) {
      return x->name;
    }
  }
  return "part";
}

/* Name of a coordinate: item, number of the node if there are several, what it is; and of its rate. */
static int name_coordinate(const sn_session *s, const sn_chosen *c, sn_arena *arena, sn_named *state, sn_named *rate)
{
  static const char *const along[] = {"x", "y", "z"}, *const about[] = {"turn_x", "turn_y", "turn_z"},
                           *const across[] = {"turn_1", "turn_2"};
  const sn_system *system = s->frozen.system;
  const sn_node *node = system->node + c->node;
  const int turn = c->place - node->n_x, turns = turn >= 0;
  const char *what = !turns ? along[c->place] : sn_node_rotations(node) == 2 ? across[turn] : about[turn];
  int before = 0, all = 0;
  for (int i = 0; i < system->n_node; i++) {
    all += system->node[i].item == node->item;
    before += system->node[i].item == node->item && i < c->node;
  }
  const char *item = item_name(s, node->item);
  state->name =
      all > 1 ? sn_arena_format(arena, "%s.%d.%s", item, before, what) : sn_arena_format(arena, "%s.%s", item, what);
  rate->name = state->name ? sn_arena_format(arena, "%s'", state->name) : NULL;
  state->unit = turns ? "rad" : "m";
  rate->unit = turns ? "rad/s" : "m/s";
  return state->name && rate->name;
}

static int name_output(const sn_observable *row, sn_arena *arena, sn_named *out)
{
  static const char *const axes[] = {"x", "y", "z"};
  const char *name = row->owner >= 0 ? sn_arena_format(arena, "%s.%s", row->item, row->what->name) : row->what->name;
  for (int k = 0; k < row->n && name; k++) {
    out[k].unit = row->what->unit ? row->what->unit : "";
    out[k].name = row->n == 1   ? name
                  : row->n == 3 ? sn_arena_format(arena, "%s.%s", name, axes[k])
                                : sn_arena_format(arena, "%s.%d", name, k + 1);
    name = out[k].name ? name : NULL;
  }
  return name != NULL;
}

static sn_status name_all(const sn_session *s, const sn_linearize_options *o, sn_arena *arena, sn_linear_model *out,
                          sn_error *error)
{
  const sn_linearization *x = &out->matrices;
  const int f = x->n_freedom;
  sn_named *state = SN_NEW(arena, sn_named, 2 * f + 1), *input = SN_NEW(arena, sn_named, x->n_input + 1),
           *output = SN_NEW(arena, sn_named, x->n_output + 1);
  int good = state && input && output;
  for (int i = 0; i < f && good; i++) {
    good = name_coordinate(s, x->chosen + i, arena, state + i, state + f + i);
  }
  for (int i = 0; i < o->n_input && good; i++) {
    const sn_model_input *from = sn_model_input_at(s->model, o->input[i]);
    input[i] = (sn_named){sn_arena_text(arena, from->name), from->unit};
    good = input[i].name != NULL;
  }
  for (int i = 0, at = 0; i < o->n_row && good; i++) {
    const sn_observable *row = s->frozen.system->output + o->row[i];
    good = name_output(row, arena, output + at);
    at += row->n;
  }
  out->n_states = 2 * f;
  out->state = state;
  out->input = input;
  out->output = output;
  return good ? SN_OK : no_memory(error);
}

/* ---- checks */

/* The rate of a drive jumps with its input: velocities do, too, and no state goes on through that. */
static sn_status check_input(const sn_session *s, double t, int input, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  for (int i = 0; i < system->n_block; i++) {
    const sn_block *b = system->block + i;
    if (b->drive && sn_expr_by_input(b->drive, &t, input) != 0) {
      sn_failf(error, SN_EINPUT, "The input '%.60s' is the rate of a drive: the motion is not linear in it.",
               sn_model_input_at(s->model, input)->name);
      sn_instant_name_item(system, b->item, error);
      sn_error_why(error, "Velocities jump with it; its derivative, not the input, would be on the right-hand side.");
      sn_error_fix(error, "Use a servo instead of the drive: torque (force) = function(t) return "
                          "gain*(input(...) - rate(...)) end; or take the torque itself as input.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

static sn_status check(const sn_session *s, const sn_state *x, const sn_linearize_options *o, sn_error *error)
{
  for (int i = 0; i < o->n_input; i++) {
    SN_TRY(check_input(s, *x->t, o->input[i], error));
  }
  for (int i = 0; i < o->n_row; i++) {
    const sn_observable *row = s->frozen.system->output + o->row[i];
    if (row->n > SN_LINEARIZE_NUMBERS) {
      sn_failf(error, SN_EINPUT, "The output '%.60s' has %d numbers: too many.", row->what->name, row->n);
      sn_error_where(error, "linearize");
      sn_error_fix(error, "Make channels of those that matter.");
      return SN_EINPUT;
    }
  }
  for (int c = 0; c < 3; c++) {
    if (!isfinite(o->rotation.x[c])) {
      return sn_fail(error, SN_EINPUT, "linearize", "The rotation of the axes is not a vector of finite numbers.", "",
                     "Give three numbers in rad/s, e.g. 0, 0, 10.");
    }
  }
  return SN_OK;
}

static sn_status check_numbers(const sn_linear_model *m, sn_error *error)
{
  const sn_linearization *x = &m->matrices;
  for (int i = 0; i < x->n_output; i++) {
    for (int k = 0; k < m->n_states + x->n_input; k++) {
      const double y = k < m->n_states ? x->C[i * m->n_states + k] : x->D[i * x->n_input + k - m->n_states];
      if (!isfinite(y)) {
        sn_failf(error, SN_EMODEL, "The output '%.80s' has no derivative here.", m->output[i].name);
        sn_error_where(error, "linearize");
        sn_error_why(error, "It is not a number near this state: a division by zero, a root of a negative number.");
        sn_error_fix(error, "Leave it out, or linearise about another state.");
        return SN_EMODEL;
      }
    }
  }
  for (int i = 0; i < m->n_states * (m->n_states + x->n_input); i++) {
    const int n = m->n_states, in_A = i < n * n;
    if (!isfinite(in_A ? x->A[i] : x->B[i - n * n])) {
      sn_failf(error, SN_EMODEL, "The motion has no derivative here.");
      sn_error_where(error, "linearize");
      sn_error_why(error, "The acceleration of %.60s is not a number near this state.",
                   m->state[(in_A ? i / n : (i - n * n) / x->n_input) % x->n_freedom].name);
      sn_error_fix(error, "Look for laws with an infinite slope here: sqrt at 0, a vanishing length.");
      return SN_EMODEL;
    }
  }
  return SN_OK;
}

sn_status sn_session_linearize(const sn_session *s, const sn_state *x, sn_linearize_options *o, sn_arena *arena,
                               sn_linear_model *out, sn_error *error)
{
  sn_instant *instant = NULL;
  o->value = sn_model_input_values(s->model);
  SN_TRY(check(s, x, o, error));
  SN_TRY(sn_instant_new(s->frozen.system, arena, &instant, error));
  const sn_status status = sn_linearize(instant, x, o, arena, &out->matrices, error);
  sn_instant_free(instant);
  SN_TRY(status);
  SN_TRY(name_all(s, o, arena, out, error));
  return check_numbers(out, error);
}
