/* api/state_copy.c -- public interface: the state of a simulation as arrays and bytes, and copies of simulations.
 * What:    bytes of a state: a heading that says whose it is, the numbers of the state, the sums of the ledger, the flags of rows that
 *          the steps and the observations know. It is what a checkpoint holds of the mechanics, so what follows has the same bits.
 * Tests:   tests/api/test_stepper.c.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "api/api_private.h"
#include "base/text.h"

typedef struct {
  char mark[8];
  uint64_t model;   /* of what the state belongs to */
  uint64_t bytes;   /* all of them */
  uint64_t numbers; /* sum over what follows: nothing was changed */
} heading;

static const char mark[8] = "sinewst1";

const double *sinew_q(const sinew_simulation *x, int *n)
{
  *n = 3 * x->session.frozen.system->n_vector;
  return x->state->q->x;
}

const double *sinew_v(const sinew_simulation *x, int *n)
{
  *n = 3 * x->session.frozen.system->n_vector;
  return x->state->v->x;
}

/* ---- bytes */

static size_t rows_of(const sinew_simulation *x)
{
  return (size_t)sn_motion_rows(x->session.motion);
}

static size_t inputs_of(const sinew_simulation *x)
{
  return (size_t)sn_model_inputs(x->session.model);
}

size_t sinew_state_size(const sinew_simulation *x)
{
  return sizeof(heading) + sizeof(double) * (x->state->n + inputs_of(x)) + sizeof(sn_ledger) +
         (size_t)x->session.frozen.system->n_stress + rows_of(x);
}

static uint64_t mixed(uint64_t h, uint64_t more)
{
  const uint64_t both[2] = {h, more};
  return sn_hash((const char *)both, sizeof both);
}

/* A number for the layout of the state: sizes, names of items and the scheme. */
static uint64_t model_number(const sinew_simulation *x)
{
  const sn_system *s = x->session.frozen.system;
  const char *scheme = x->stepper ? x->session.options.scheme->name : "static";
  uint64_t h = sn_hash(scheme, strlen(scheme));
  const int sizes[] = {s->n_vector, s->n_node, s->n_block, s->n_stress, s->n_internal, s->n_item};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    h = mixed(h, (uint64_t)sizes[i]);
  }
  for (int i = 0; i < s->n_item; i++) {
    h = mixed(h, sn_hash(s->item_name[i], strlen(s->item_name[i])));
  }
  return h;
}

static char *put(char *to, const void *from, size_t n)
{
  SN_ASSERT(n == 0 || (to && from));
  memcpy(to, from, n);
  return to + n;
}

int sinew_state_save(const sinew_simulation *x, void *out, size_t room, sinew_error *error)
{
  const size_t bytes = sinew_state_size(x), n_stress = (size_t)x->session.frozen.system->n_stress;
  if (!out || room < bytes) {
    return sn_api_fail(error, SN_EINPUT, "There is not enough room for the state.",
                       "sinew_state_size says how many bytes it has.");
  }
  heading h = {.model = model_number(x), .bytes = bytes};
  memcpy(h.mark, mark, sizeof mark);
  char *body = (char *)out + sizeof h, *to = body;
  to = put(to, x->state->data, sizeof(double) * x->state->n);
  to = put(to, sn_model_input_values(x->session.model), sizeof(double) * inputs_of(x));
  to = put(to, &x->total, sizeof x->total);
  memset(to, 0, n_stress);
  if (x->dependent) {
    memcpy(to, x->dependent, n_stress);
  }
  sn_motion_keep(x->session.motion, (unsigned char *)to + n_stress);
  h.numbers = sn_hash(body, bytes - sizeof h);
  memcpy(out, &h, sizeof h);
  return SINEW_OK;
}

static int not_a_state(const char *why, sinew_error *error)
{
  sn_error e = {0};
  (void)sn_fail(&e, SN_EINPUT, "", "This is not a state of the simulation.", why,
                "Restore what was saved of the same model.");
  return sn_api_status(SN_EINPUT, &e, error);
}

int sinew_state_restore(sinew_simulation *x, const void *state, size_t size, sinew_error *error)
{
  const size_t bytes = sinew_state_size(x), n_stress = (size_t)x->session.frozen.system->n_stress;
  heading h;
  if (!state || size < sizeof h) {
    return not_a_state("It is too short.", error);
  }
  memcpy(&h, state, sizeof h);
  const char *from = (const char *)state + sizeof h;
  if (memcmp(h.mark, mark, sizeof mark) != 0 || h.bytes != size) {
    return not_a_state("Its beginning is not that of a state, or it was cut.", error);
  }
  if (h.model != model_number(x) || size != bytes) {
    return not_a_state("It belongs to another model, or to another scheme.", error);
  }
  if (h.numbers != sn_hash(from, size - sizeof h)) {
    return not_a_state("It was changed since it was saved.", error);
  }
  memcpy(x->state->data, from, sizeof(double) * x->state->n);
  from += sizeof(double) * x->state->n;
  memcpy(sn_model_input_values(x->session.model), from, sizeof(double) * inputs_of(x));
  from += sizeof(double) * inputs_of(x);
  memcpy(&x->total, from, sizeof x->total);
  from += sizeof x->total;
  if (x->dependent) {
    memcpy(x->dependent, from, n_stress);
  }
  sn_motion_recall(x->session.motion, (const unsigned char *)from + n_stress);
  x->observed = 0;
  x->report = (sn_step_report){0};
  return SINEW_OK;
}

/* ---- copies */

static sn_status copy_into(const sinew_simulation *x, sinew_simulation *y, sn_error *e)
{
  const sn_system *system = x->session.frozen.system;
  sn_session *s = &y->session;
  *s = x->session;
  s->arena = y->arena;
  s->motion = NULL;
  SN_TRY(sn_state_new(system, y->arena, &s->frozen.start, e));
  SN_TRY(sn_motion_new(system, y->arena, &s->motion, e));
  y->state = &s->frozen.start;
  if (x->stepper) {
    SN_TRY(sn_api_make_stepper(y, e));
    memcpy(y->dependent, x->dependent, (size_t)system->n_stress);
  }
  SN_REQUIRE(y->state->n == x->state->n, e);
  sn_state_copy(x->state, y->state);
  unsigned char *row = SN_NEW(y->arena, unsigned char, rows_of(x) + 1);
  if (!row) {
    return sn_no_memory(e, "the copy");
  }
  sn_motion_keep(x->session.motion, row);
  sn_motion_recall(s->motion, row);
  y->total = x->total;
  return SN_OK;
}

/* Functions read inputs where they are frozen: with inputs a copy has a frozen model of its own, made from the frozen one, so that
   nothing is started or read again, whatever has become of the user's model. */
static sn_status freeze_again(const sinew_simulation *x, sinew_simulation *y, sn_error *e)
{
  const size_t n = sinew_state_size(x);
  const sn_session *from = &x->session;
  sn_session *s = &y->session;
  unsigned char *state = sn_arena_get(y->arena, n, 1);
  sinew_error why = {0};
  if (!state) {
    return sn_no_memory(e, "the copy");
  }
  const sn_model *model = x->first->session.model;
  SN_TRY(from->holding ? sn_session_open_static(s, model, from->name, y->arena, e)
                       : sn_session_open(s, model, from->name, y->arena, e));
  const sn_frozen frozen = s->frozen;
  sn_motion *motion = s->motion;
  *s = *from;
  s->arena = y->arena;
  s->model = frozen.model;
  s->frozen = frozen;
  s->motion = motion;
  y->state = &s->frozen.start;
  if (x->stepper) {
    SN_TRY(sn_api_make_stepper(y, e));
  }
  SN_REQUIRE(sinew_state_save(x, state, n, &why) == SINEW_OK && sinew_state_restore(y, state, n, &why) == SINEW_OK, e);
  return SN_OK;
}

int sinew_simulation_copy(const sinew_simulation *x, sinew_simulation **out, sinew_error *error)
{
  *out = NULL;
  sn_arena *arena = sn_api_arena(x->model);
  sinew_simulation *y = arena ? SN_NEW(arena, sinew_simulation, 1) : NULL;
  if (!y) {
    sn_arena_free(arena);
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the copy.", "");
  }
  sn_error e = {0};
  y->arena = arena;
  y->model = x->model;
  y->first = x->first;
  atomic_fetch_add(&y->first->users, 1);
  const sn_status status = inputs_of(x) > 0 ? freeze_again(x, y, &e) : copy_into(x, y, &e);
  if (status != SN_OK) {
    sinew_simulation_free(y);
    return sn_api_status(status, &e, error);
  }
  *out = y;
  return SINEW_OK;
}
