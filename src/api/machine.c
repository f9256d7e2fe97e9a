/* api/machine.c -- the machines of a family of simulations: made, borrowed for a call, given back.
 * What:    a machine has all that is large (tangent, factors, lanes) and nothing that lasts: what a simulation needs of it later is kept
 *          with the state, as bytes of a saved state have it. So any machine of the family continues with the same bits, and the one
 *          that a simulation had last need not be loaded again.
 * Tests:   tests/api/test_copies.c, tests/api/test_stepper.c
 */
#include <string.h>

#include "api/api_private.h"
#include "session/runner.h"

static size_t stresses_of(const sn_session *s)
{
  return (size_t)s->frozen.system->n_stress;
}

static size_t inputs_of(const sn_session *s)
{
  return (size_t)sn_model_inputs(s->model);
}

/* What steps need, for a machine whose session is frozen; equilibria need none of it. */
static sn_status make_stepper(sn_machine *m, const sn_state *like, sn_error *e)
{
  sn_session *s = &m->session;
  const sn_system *system = s->frozen.system;
  s->options.step.dependent = m->dependent;
  s->options.step.instant = s->instant;
  sn_instant_renew(s->instant);
  SN_TRY(s->options.scheme->create(s->options.scheme, system, &s->options.step, m->arena, &m->stepper, e));
  return sn_state_for(system, like->n_scheme, m->arena, &m->backup, e);
}

static sn_status make_flags(sn_machine *m, sn_error *e)
{
  m->of = -1;
  m->dependent = SN_NEW(m->arena, unsigned char, stresses_of(&m->session) + 1);
  return m->dependent ? SN_OK : sn_no_memory(e, "the simulation");
}

sn_status sn_api_first_machine(sn_family *f, int stepping, sn_error *e)
{
  sn_machine *m = &f->first;
  sn_session *s = &m->session;
  m->arena = f->arena;
  SN_TRY(make_flags(m, e));
  if (stepping) {
    const sn_scheme *scheme = s->options.scheme;
    SN_TRY(sn_state_room(s->frozen.system, sn_scheme_numbers(scheme, s->frozen.system), f->arena, &s->frozen.start, e));
    SN_TRY(make_stepper(m, &s->frozen.start, e));
  }
  f->idle = m;
  return SN_OK;
}

sn_status sn_api_state_room(sinew_simulation *x, sn_error *e)
{
  const sn_session *s = x->session;
  SN_TRY(sn_state_for(s->frozen.system, s->frozen.start.n_scheme, x->arena, &x->state, e));
  x->flag = SN_NEW(x->arena, unsigned char, stresses_of(s) + (size_t)sn_instant_rows(s->instant) + 1);
  x->input = SN_NEW(x->arena, double, inputs_of(s) + 1);
  return x->flag && x->input ? SN_OK : sn_no_memory(e, "the simulation");
}

sn_status sn_api_begin(sinew_simulation *x, sn_error *e)
{
  const sn_session *s = x->session;
  SN_TRY(sn_api_state_room(x, e));
  SN_REQUIRE(x->state.n == s->frozen.start.n, e);
  sn_state_copy(&s->frozen.start, &x->state);
  x->family->layout = sn_api_layout(x);
  sn_instant_keep(s->instant, x->flag + stresses_of(s));
  memcpy(x->input, sn_model_input_values(s->model), inputs_of(s) * sizeof *x->input);
  sn_energies(s->frozen.system, &x->state, &x->total.kinetic, &x->total.strain, &x->total.potential);
  return SN_OK;
}

/* ---- more of them */

/* Functions read inputs where they are frozen: with inputs a machine has a frozen model of its own, made from the frozen one, so that
   nothing is started or read again, whatever has become of the user's model. */
static sn_status share(const sn_session *from, sn_machine *m, sn_error *e)
{
  sn_session own = {0};
  if (inputs_of(from) == 0) {
    m->session = *from;
    m->session.arena = m->arena;
    m->session.instant = NULL;
    return sn_instant_new(from->frozen.system, m->arena, &m->session.instant, e);
  }
  const sn_status status = from->holding ? sn_session_open_static(&own, from->model, from->name, m->arena, e)
                                         : sn_session_open(&own, from->model, from->name, m->arena, e);
  m->session = *from;
  m->session.arena = m->arena;
  m->session.model = own.frozen.model;
  m->session.frozen = own.frozen;
  m->session.instant = own.instant; /* to be freed with the session, also after an error */
  return status;
}

static void free_machine(sn_machine *m)
{
  if (m->stepper) {
    m->session.options.scheme->destroy(m->stepper);
  }
  sn_session_close(&m->session);
}

static sn_status another(sn_family *f, const sinew_simulation *x, sn_machine **out, sn_error *e)
{
  sn_arena *arena = sn_api_arena(x->model);
  sn_machine *m = arena ? SN_NEW(arena, sn_machine, 1) : NULL;
  if (!m) {
    sn_arena_free(arena);
    return sn_no_memory(e, "the simulation");
  }
  m->arena = arena;
  sn_status status = share(&f->first.session, m, e);
  status = status == SN_OK ? make_flags(m, e) : status;
  if (status == SN_OK && f->first.stepper) {
    status = make_stepper(m, &x->state, e);
  }
  if (status != SN_OK) {
    free_machine(m);
    sn_arena_free(arena);
    return status;
  }
  *out = m;
  return SN_OK;
}

/* ---- borrowed and given back */

/* The idle machine that the simulation had last; else the one that nobody has used for longest; NULL: all are at work. */
static sn_machine *take_idle(sn_family *f, long long number)
{
  sn_machine **at = &f->idle;
  (void)pthread_mutex_lock(&f->lock);
  while (*at && (*at)->of != number && (*at)->next) {
    at = &(*at)->next;
  }
  sn_machine *m = *at;
  if (m) {
    *at = m->next;
  }
  (void)pthread_mutex_unlock(&f->lock);
  return m;
}

sn_status sn_api_borrow(sinew_simulation *x, sn_machine **out, sn_error *e)
{
  sn_machine *m = take_idle(x->family, x->number);
  if (!m) {
    SN_TRY(another(x->family, x, &m, e));
  }
  SN_REQUIRE(m != NULL, e);
  const sn_session *s = &m->session;
  if (m->of != x->number) {
    memcpy(m->dependent, x->flag, stresses_of(s));
    sn_instant_recall(s->instant, x->flag + stresses_of(s));
    m->of = x->number;
    x->observed = 0;
  }
  memcpy(sn_model_input_values(s->model), x->input, inputs_of(s) * sizeof *x->input);
  *out = m;
  return SN_OK;
}

void sn_api_give_back(sinew_simulation *x, sn_machine *m)
{
  sn_family *f = x->family;
  const sn_session *s = &m->session;
  SN_ASSERT(m->of == x->number);
  memcpy(x->flag, m->dependent, stresses_of(s));
  sn_instant_keep(s->instant, x->flag + stresses_of(s));
  memcpy(x->input, sn_model_input_values(s->model), inputs_of(s) * sizeof *x->input); /* controllers have set some */
  (void)pthread_mutex_lock(&f->lock);
  m->next = f->idle;
  f->idle = m;
  (void)pthread_mutex_unlock(&f->lock);
}

static void free_family(sn_family *f)
{
  for (sn_machine *m = f->idle, *next; m; m = next) {
    next = m->next;
    if (m != &f->first) {
      free_machine(m);
      sn_arena_free(m->arena);
    }
  }
  free_machine(&f->first);
  (void)pthread_mutex_destroy(&f->lock);
  sn_arena_free(f->arena);
}

/* ---- members of a family */

static sn_family *new_family(const sinew_model *m)
{
  sn_arena *arena = sn_api_arena(m);
  sn_family *f = arena ? SN_NEW(arena, sn_family, 1) : NULL;
  if (!f || pthread_mutex_init(&f->lock, NULL) != 0) {
    sn_arena_free(arena);
    return NULL;
  }
  f->arena = arena;
  atomic_init(&f->numbers, 0);
  atomic_init(&f->users, 0);
  return f;
}

sinew_simulation *sn_api_member(const sinew_model *m, sn_family *family)
{
  sn_family *f = family ? family : new_family(m);
  sn_arena *arena = f ? sn_api_arena(m) : NULL;
  sinew_simulation *x = arena ? SN_NEW(arena, sinew_simulation, 1) : NULL;
  if (!x) {
    sn_arena_free(arena);
    if (f && !family) {
      free_family(f);
    }
    return NULL;
  }
  x->arena = arena;
  x->model = m;
  x->family = f;
  x->session = &f->first.session;
  x->number = atomic_fetch_add(&f->numbers, 1);
  atomic_fetch_add(&f->users, 1);
  return x;
}

void sinew_simulation_free(sinew_simulation *x)
{
  if (x) {
    sn_family *f = x->family;
    sn_arena_free(x->arena);
    if (atomic_fetch_sub(&f->users, 1) == 1) {
      free_family(f);
    }
  }
}
