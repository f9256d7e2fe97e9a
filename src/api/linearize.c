/* api/linearize.c -- public interface: the motion near a state, A, B, C, D.
 * What:    checks what is asked for and hands it to session/session_linearize.h.
 * Tests:   tests/api/test_linearize.c, tests/python/test_linearize.py
 */
#include <string.h>

#include "api/api_private.h"
#include "session/runner.h"
#include "session/session_linearize.h"

struct sinew_linear {
  sn_arena *arena;
  sn_linear_model model;
};

void sinew_linear_free(sinew_linear *x)
{
  if (x) {
    sn_arena_free(x->arena);
  }
}

static sn_status read_wishes(const sinew_simulation *x, const sinew_linear_wishes *w, sn_arena *arena,
                             sn_linearize_options *o, sn_error *e)
{
  const sn_system *system = x->session->frozen.system;
  int *input = SN_NEW(arena, int, w->n_inputs + 1), *row = SN_NEW(arena, int, w->n_rows + 1);
  if (!input || !row) {
    return sn_no_memory(e, "the linearisation");
  }
  for (int i = 0; i < w->n_inputs; i++) {
    if (sn_session_input(x->session, w->inputs[i] ? w->inputs[i] : "", &input[i], e) != SN_OK) {
      sn_error_where(e, "linearize");
      return SN_EINPUT;
    }
  }
  for (int i = 0; i < w->n_rows; i++) {
    row[i] = w->rows[i];
    if (row[i] < 0 || row[i] >= system->n_output) {
      return sn_fail(e, SN_EINPUT, "linearize", "There is no output with this number.", "", "Ask sinew_row for it.");
    }
  }
  *o = (sn_linearize_options){.n_input = w->n_inputs,
                              .n_row = w->n_rows,
                              .input = input,
                              .row = row,
                              .rotation = v3(w->rotation[0], w->rotation[1], w->rotation[2])};
  return SN_OK;
}

static sn_status make(sinew_simulation *x, const sinew_linear_wishes *w, sinew_linear *out, sn_error *e)
{
  sn_linearize_options o;
  sn_machine *m;
  SN_TRY(sn_session_need_schemes(x->session, "Linearising", "Its motion is not that of nodes and joints.", e));
  SN_TRY(read_wishes(x, w, out->arena, &o, e));
  SN_TRY(sn_api_borrow(x, &m, e));
  const sn_status status = sn_session_linearize(&m->session, &x->state, &o, out->arena, &out->model, e);
  sn_api_give_back(x, m);
  return status;
}

int sinew_linearize(sinew_simulation *x, const sinew_linear_wishes *wishes, sinew_linear **out, sinew_error *error)
{
  *out = NULL;
  sinew_linear_wishes w = {.size = sizeof w};
  if (!wishes || wishes->size < sizeof w.size || wishes->size > sizeof w) {
    return sn_api_fail(error, SN_EINPUT, "The member `size` of the wishes is not set.",
                       "Write sinew_linear_wishes w = {.size = sizeof w};");
  }
  memcpy(&w, wishes, wishes->size);
  if (w.n_inputs < 0 || w.n_rows < 0 || (w.n_inputs > 0 && !w.inputs) || (w.n_rows > 0 && !w.rows)) {
    return sn_api_fail(error, SN_EINPUT, "Numbers of inputs and rows must not be negative, and their lists be there.",
                       "");
  }
  sn_arena *arena = sn_api_arena(x->model);
  sinew_linear *y = arena ? SN_NEW(arena, sinew_linear, 1) : NULL;
  if (!y) {
    sn_arena_free(arena);
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the linearisation.", "");
  }
  sn_error e = {0};
  y->arena = arena;
  const sn_status status = make(x, &w, y, &e);
  if (status != SN_OK) {
    sinew_linear_free(y);
    return sn_api_status(status, &e, error);
  }
  *out = y;
  return SINEW_OK;
}

int sinew_linear_read(const sinew_linear *x, sinew_linear_matrices *out, sinew_error *error)
{
  const sn_linearization *m = &x->model.matrices;
  const sinew_linear_matrices all = {.states = x->model.n_states,
                                     .inputs = m->n_input,
                                     .outputs = m->n_output,
                                     .A = m->A,
                                     .B = m->B,
                                     .C = m->C,
                                     .D = m->D,
                                     .speed = m->speed,
                                     .acceleration = m->acceleration};
  return SN_API_GIVE(out, &all, error);
}

static const char *named(const sn_named *list, int n, int i, const char **unit)
{
  const int there = i >= 0 && i < n;
  if (unit) {
    *unit = there ? list[i].unit : NULL;
  }
  return there ? list[i].name : NULL;
}

const char *sinew_linear_state(const sinew_linear *x, int i, const char **unit)
{
  return named(x->model.state, x->model.n_states, i, unit);
}

const char *sinew_linear_output(const sinew_linear *x, int i, const char **unit)
{
  return named(x->model.output, x->model.matrices.n_output, i, unit);
}
