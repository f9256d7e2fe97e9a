/* api/state_copy.c -- public interface: the state of a simulation as arrays and bytes, and copies of simulations.
 * What:    bytes of a state: a heading that says whose it is, the numbers of the state, the sums of the ledger, the flags of rows that
 *          the steps and the observations know. It is what a checkpoint holds of the mechanics, so what follows has the same bits.
 * Tests:   tests/api/test_stepper.c.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "api/api_private.h"

typedef struct {
  char mark[8];
  uint64_t model;   /* of what the state belongs to */
  uint64_t bytes;   /* all of them */
  uint64_t numbers; /* sum over what follows: nothing was changed */
} heading;

static const char mark[8] = "sinewst2";

const double *sinew_q(const sinew_simulation *x, int *n)
{
  *n = 3 * x->session->frozen.system->n_vector;
  return x->state.q->x;
}

const double *sinew_v(const sinew_simulation *x, int *n)
{
  *n = 3 * x->session->frozen.system->n_vector;
  return x->state.v->x;
}

/* ---- bytes */

/* Flags of stresses and of rows (sinew_simulation.flag). */
static size_t flags_of(const sinew_simulation *x)
{
  return (size_t)x->session->frozen.system->n_stress + (size_t)sn_instant_rows(x->session->instant);
}

static size_t inputs_of(const sinew_simulation *x)
{
  return (size_t)sn_model_inputs(x->session->model);
}

size_t sinew_state_size(const sinew_simulation *x)
{
  return sizeof(heading) + sizeof(double) * (x->state.n + inputs_of(x)) + sizeof(sn_ledger) + flags_of(x);
}

static uint64_t mixed(uint64_t h, uint64_t more)
{
  h = (h ^ more) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

/* A number for these bytes, eight of them at a time: it shows that one of them was changed. */
static uint64_t sum_of(const char *bytes, size_t n)
{
  uint64_t h = n, word = 0;
  for (; n >= sizeof word; n -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    h = mixed(h, word);
  }
  word = 0;
  memcpy(&word, bytes, n);
  return mixed(h, word);
}

uint64_t sn_api_layout(const sinew_simulation *x)
{
  const sn_system *s = x->session->frozen.system;
  const char *scheme = x->family->first.stepper ? x->session->options.scheme->name : "static";
  uint64_t h = sum_of(scheme, strlen(scheme));
  const int sizes[] = {s->n_vector, s->n_node, s->n_block, s->n_stress, s->n_internal, s->n_item};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    h = mixed(h, (uint64_t)sizes[i]);
  }
  for (int i = 0; i < s->n_item; i++) {
    h = mixed(h, sum_of(s->item_name[i], strlen(s->item_name[i])));
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
  const size_t bytes = sinew_state_size(x);
  if (!out || room < bytes) {
    return sn_api_fail(error, SN_EINPUT, "There is not enough room for the state.",
                       "sinew_state_size says how many bytes it has.");
  }
  heading h = {.model = x->family->layout, .bytes = bytes};
  memcpy(h.mark, mark, sizeof mark);
  char *body = (char *)out + sizeof h, *to = body;
  to = put(to, x->state.data, sizeof(double) * x->state.n);
  to = put(to, x->input, sizeof(double) * inputs_of(x));
  to = put(to, &x->total, sizeof x->total);
  (void)put(to, x->flag, flags_of(x));
  h.numbers = sum_of(body, bytes - sizeof h);
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
  const size_t bytes = sinew_state_size(x);
  heading h;
  if (!state || size < sizeof h) {
    return not_a_state("It is too short.", error);
  }
  memcpy(&h, state, sizeof h);
  const char *from = (const char *)state + sizeof h;
  if (memcmp(h.mark, mark, sizeof mark) != 0 || h.bytes != size) {
    return not_a_state("Its beginning is not that of a state, or it was cut.", error);
  }
  if (h.model != x->family->layout || size != bytes) {
    return not_a_state("It belongs to another model, or to another scheme.", error);
  }
  if (h.numbers != sum_of(from, size - sizeof h)) {
    return not_a_state("It was changed since it was saved.", error);
  }
  memcpy(x->state.data, from, sizeof(double) * x->state.n);
  from += sizeof(double) * x->state.n;
  memcpy(x->input, from, sizeof(double) * inputs_of(x));
  from += sizeof(double) * inputs_of(x);
  memcpy(&x->total, from, sizeof x->total);
  from += sizeof x->total;
  memcpy(x->flag, from, flags_of(x));
  x->number = atomic_fetch_add(&x->family->numbers, 1); /* no machine has these flags */
  x->observed = 0;
  x->report = (sn_step_report){0};
  return SINEW_OK;
}

/* ---- copies */

void sn_api_take_state(sinew_simulation *y, const sinew_simulation *x)
{
  SN_ASSERT(y->family == x->family && y->state.n == x->state.n);
  sn_state_copy(&x->state, &y->state);
  memcpy(y->input, x->input, sizeof(double) * inputs_of(x));
  memcpy(y->flag, x->flag, flags_of(x));
  y->total = x->total;
  y->number = atomic_fetch_add(&y->family->numbers, 1); /* no machine has these flags */
  y->observed = 0;
  y->report = (sn_step_report){0};
}

int sinew_simulation_copy(const sinew_simulation *x, sinew_simulation **out, sinew_error *error)
{
  sn_error e = {0};
  *out = NULL;
  sinew_simulation *y = sn_api_member(x->model, x->family);
  const sn_status status = y ? sn_api_state_room(y, &e) : sn_no_memory(&e, "the copy");
  if (!y || status != SN_OK) {
    sinew_simulation_free(y);
    return sn_api_status(status, &e, error);
  }
  sn_api_take_state(y, x);
  *out = y;
  return SINEW_OK;
}
