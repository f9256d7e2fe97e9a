/* api/coordinates.c -- public interface: Jacobians, mass matrix, inverse dynamics and kinematics in coordinates of the user's choice.
 * What:    checks what is asked for and hands it to analysis/coordinates.h, on the motion of a borrowed machine.
 * Tests:   tests/api/test_coordinates.c, tests/python/test_coordinates.py
 */
#include "analysis/coordinates.h"

#include <math.h>
#include <string.h>

#include "api/api_private.h"
#include "session/runner.h"

typedef enum { JACOBIAN, MASS, FORCES, RATES, REACH } question;

/* What is asked for, and where it goes. */
typedef struct {
  question is;
  const char *name;
  const int *coordinate;
  int n_coordinates;
  const int *row;
  int n_rows;
  const double *in; /* n numbers */
  double *out;      /* room for n */
  int n;
} request;

static sn_status wrong(const request *r, const char *what, const char *why, const char *fix, sn_error *e)
{
  return sn_fail(e, SN_EINPUT, r->name, what, why, fix);
}

static sn_status check_rows(const sinew_simulation *x, const request *r, const int *row, int n, int *numbers,
                            sn_error *e)
{
  const sn_system *s = x->session->frozen.system;
  *numbers = 0;
  if (n < 0 || (n > 0 && !row)) {
    return wrong(r, "A list of outputs is missing.", "", "Give their rows, by sinew_row, and how many they are.", e);
  }
  for (int i = 0; i < n; i++) {
    if (row[i] < 0 || row[i] >= s->n_output || s->output[row[i]].n > SN_COORDINATES_NUMBERS) {
      return wrong(r, "There is no output with this number.", "", "Ask sinew_row for it.", e);
    }
    *numbers += s->output[row[i]].n;
  }
  return SN_OK;
}

static sn_status check(const sinew_simulation *x, const request *r, sn_error *e)
{
  int coordinates, numbers;
  SN_TRY(sn_session_need_schemes(x->session, "This", "Its motion is not that of nodes and joints.", e));
  SN_TRY(check_rows(x, r, r->coordinate, r->n_coordinates, &coordinates, e));
  SN_TRY(check_rows(x, r, r->row, r->n_rows, &numbers, e));
  const int f = x->session->freedom.freedom;
  const int wanted = r->is == JACOBIAN ? numbers * f : r->is == MASS ? f * f : r->is == REACH ? numbers : f;
  if ((r->is == JACOBIAN || r->is == MASS ? r->n < wanted : r->n != wanted) || (wanted > 0 && !r->in && !r->out)) {
    sn_failf(e, SN_EINPUT, "The array has %d numbers and should have %d.", r->n, wanted);
    sn_error_where(e, "%s", r->name);
    sn_error_why(e, "The model has %d degrees of freedom.", f);
    sn_error_fix(e, "Make room for as many.");
    return SN_EINPUT;
  }
  for (int i = 0; r->in && i < wanted; i++) {
    if (!isfinite(r->in[i])) {
      return wrong(r, "A given value is not a finite number.", "", "Check how it is computed.", e);
    }
  }
  if (r->is == RATES && !x->family->first.stepper) {
    return wrong(r, "An equilibrium does not move.", "", "Ask it of what sinew_freeze gives.", e);
  }
  return SN_OK;
}

static sn_status answer(sinew_simulation *x, sn_instant *instant, const request *r, sn_arena *arena, sn_error *e)
{
  sn_coordinates *c = NULL;
  double left;
  SN_TRY(sn_coordinates_new(instant, &x->state, r->coordinate, r->is == REACH ? 0 : r->n_coordinates, arena, &c, e));
  switch (r->is) {
  case JACOBIAN:
    return sn_coordinates_jacobian(c, r->row, r->n_rows, r->out, e);
  case MASS:
    return sn_coordinates_mass(c, r->out, e);
  case FORCES:
    return sn_coordinates_forces(c, r->in, r->out, e);
  case RATES:
    return sn_coordinates_set_rates(c, r->in, &x->state, e);
  case REACH:
    break;
  }
  return sn_coordinates_reach(c, r->row, r->n_rows, r->in, &x->state, &left, e);
}

/* The state was put elsewhere: its energies, and the scale of its ledger; no machine knows it. */
static void state_was_set(sinew_simulation *x)
{
  const sn_system *system = x->session->frozen.system;
  sn_energies(system, &x->state, &x->total.kinetic, &x->total.strain, &x->total.potential);
  *x->state.scale = fmax(*x->state.scale, x->total.kinetic + x->total.strain);
  x->number = atomic_fetch_add(&x->family->numbers, 1);
  x->observed = 0;
  x->report = (sn_step_report){0};
}

static int ask(sinew_simulation *x, const request *r, sinew_error *error)
{
  sn_error e = {0};
  sn_machine *m;
  sn_arena *arena = sn_api_arena(x->model);
  sn_status status = arena ? check(x, r, &e) : sn_no_memory(&e, "the coordinates");
  if (status == SN_OK) {
    status = sn_api_borrow(x, &m, &e);
  }
  if (status == SN_OK) {
    x->observed = 0; /* by the same motion, without the ledger */
    status = answer(x, m->session.instant, r, arena, &e);
    sn_api_give_back(x, m);
    if (status == SN_OK && (r->is == RATES || r->is == REACH)) {
      state_was_set(x);
    }
  }
  sn_arena_free(arena);
  return sn_api_status(status, &e, error);
}

int sinew_jacobian(sinew_simulation *x, const int *coordinates, int n_coordinates, const int *rows, int n_rows,
                   double *out, int room, sinew_error *error)
{
  const request r = {.is = JACOBIAN,
                     .name = "jacobian",
                     .coordinate = coordinates,
                     .n_coordinates = n_coordinates,
                     .row = rows,
                     .n_rows = n_rows,
                     .out = out,
                     .n = room};
  return ask(x, &r, error);
}

int sinew_mass_matrix(sinew_simulation *x, const int *coordinates, int n_coordinates, double *out, int room,
                      sinew_error *error)
{
  const request r = {.is = MASS,
                     .name = "mass matrix",
                     .coordinate = coordinates,
                     .n_coordinates = n_coordinates,
                     .out = out,
                     .n = room};
  return ask(x, &r, error);
}

int sinew_inverse_dynamics(sinew_simulation *x, const int *coordinates, int n_coordinates, const double *acceleration,
                           double *force, int n, sinew_error *error)
{
  const request r = {.is = FORCES,
                     .name = "inverse dynamics",
                     .coordinate = coordinates,
                     .n_coordinates = n_coordinates,
                     .in = acceleration,
                     .out = force,
                     .n = n};
  return ask(x, &r, error);
}

int sinew_set_rates(sinew_simulation *x, const int *coordinates, int n_coordinates, const double *rate, int n,
                    sinew_error *error)
{
  const request r = {
      .is = RATES, .name = "rates", .coordinate = coordinates, .n_coordinates = n_coordinates, .in = rate, .n = n};
  return ask(x, &r, error);
}

int sinew_inverse_kinematics(sinew_simulation *x, const int *rows, int n_rows, const double *target, int n,
                             sinew_error *error)
{
  const request r = {.is = REACH, .name = "inverse kinematics", .row = rows, .n_rows = n_rows, .in = target, .n = n};
  return ask(x, &r, error);
}
