/* lab/rod/run.c -- a rod moves: the time loop around SUNDIALS.
 * What:    one internal step at a time: work and losses by Gauss points inside the step, drift, collapse and bending past what
 *          the measure allows, then the rows whose time has come. Ends with a sentence when the integrator gives up.
 * Limits:  rows between the steps of CVODE and IDA are interpolated by their own polynomials.
 * Tests:   tests/lab/test_trajectories.c, tests/lab/test_failures.c.
 */
#include "lab/rod/run.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "base/text.h"
#include "lab/rod/driver.h"

static const double least_tolerance = 1e-14; /* doubles carry no more */
enum { MOST_DENSE = 6000 };                  /* unknowns of a dense Jacobian: 288 MB */

sn_status sn_rod_sundials_failed(sn_error *error, const char *what)
{
  (void)sn_failf(error, SN_ENOMEM, "The integrator (%s) could not be set up.", what);
  sn_error_why(error, "SUNDIALS refused the memory or the settings.");
  sn_error_fix(error, "Use fewer elements, or the banded form: formulation = \"absolute\", integrator = \"dae\".");
  return SN_ENOMEM;
}

void sn_rod_no_message(int code, const char *module, const char *function, char *text, void *data)
{
  (void)code;
  (void)module;
  (void)function;
  (void)text;
  (void)data;
}

/* ---- before the run */

static int is_dense(const sn_rod_options *o)
{
  const sn_rod_integrator *i = sn_rod_integrators + o->integrator;
  return i->implicit && !(i->family == SN_ROD_IDA && o->formulation == SN_ROD_ABSOLUTE);
}

int sn_rod_unknowns(const sn_rod *rod, const sn_rod_options *o)
{
  const sn_rod_integrator *i = sn_rod_integrators + o->integrator;
  const int banded = i->family == SN_ROD_IDA && o->formulation == SN_ROD_ABSOLUTE;
  return rod->n * (banded ? sn_rod_layouts[i->method].size : sn_rod_forms[o->formulation].size);
}

sn_status sn_rod_check(const sn_rod *rod, const sn_rod_options *o, sn_error *error)
{
  const sn_rod_integrator *i = sn_rod_integrators + o->integrator;
  const char *why;
  if (!sn_rod_allowed(o->formulation, o->integrator, &why)) {
    (void)sn_failf(error, SN_EINPUT, "integrator = \"%s\" does not go with formulation = \"%s\".", i->name,
                   sn_rod_formulation_name[o->formulation]);
    sn_error_why(error, "%s", why);
    sn_error_fix(error, "Use integrator = \"bdf\" or \"dormand_prince\", or formulation = \"absolute\".");
    return SN_EINPUT;
  }
  if (o->relative < least_tolerance || o->absolute < least_tolerance) {
    (void)sn_failf(error, SN_EINPUT, "The tolerance %.3g is below what numbers of double precision carry.",
                   fmin(o->relative, o->absolute));
    sn_error_why(error, "Their round-off is 1e-16 of the value; an integrator cannot see errors below about %.0e.",
                 least_tolerance);
    sn_error_fix(error, "Use tolerance = 1e-12 with integrator = \"rk_fehlberg\" for reference solutions, 1e-6 else.");
    return SN_EINPUT;
  }
  if (is_dense(o) && sn_rod_forms[o->formulation].size * rod->n > MOST_DENSE) {
    (void)sn_failf(error, SN_EINPUT, "%d unknowns are too many for the dense Jacobian of integrator = \"%s\".",
                   sn_rod_forms[o->formulation].size * rod->n, i->name);
    sn_error_why(error, "Its memory grows with the square, its factorisation with the cube of the number.");
    sn_error_fix(error, "Use formulation = \"absolute\" with integrator = \"dae\" (banded), or \"dormand_prince\".");
    return SN_EINPUT;
  }
  const int is_adams = i->family == SN_ROD_CVODE && !i->implicit;
  if (o->projection != SN_ROD_NO_PROJECTION &&
      (o->formulation == SN_ROD_RELATIVE || i->family == SN_ROD_IDA || is_adams)) {
    (void)sn_failf(error, SN_EINPUT, "projection does not go with formulation = \"%s\", integrator = \"%s\".",
                   sn_rod_formulation_name[o->formulation], i->name);
    sn_error_why(error, "%s",
                 o->formulation == SN_ROD_RELATIVE ? "Relative coordinates have no constraints to drift from."
                 : i->family == SN_ROD_IDA ? "The differential-algebraic forms satisfy their constraints themselves."
                                           : "CVODE projects backward differences only.");
    sn_error_fix(error,
                 "Leave projection out, or use formulation = \"absolute\" with \"bdf\" or a Runge-Kutta method.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* ---- the loop */

typedef struct {
  sn_rod_problem x;
  const sn_rod_sink *sink;
  sn_rod_statistics *out;
  double *p, *v, *a, *y;     /* the state as read; y: of dense output */
  double *fixed_p, *fixed_v; /* brought back to the constraints */
  int moves;                 /* the root does */
  double work_loads, work_root, loss, energy_start;
  double began, told, cpu_began;
} loop;

static const double *read_state(loop *l, double t, const double *y)
{
  sn_rod_problem *x = &l->x;
  x->driver->read(x, t, y, l->p, l->v);
  sn_rod_drive_at(x->rod, t, &x->drive);
  return x->form->q >= 4 ? y + (size_t)x->form->q * (size_t)x->rod->n : NULL;
}

/* Energies of the state as read, brought back to the constraints first. */
static void energies(loop *l, int with_root, sn_rod_energy *e)
{
  sn_rod_problem *x = &l->x;
  const double *p = l->p, *v = l->v;
  if (x->o->formulation != SN_ROD_RELATIVE) {
    memcpy(l->fixed_p, p, sizeof(double) * 4 * (size_t)x->rod->n);
    memcpy(l->fixed_v, v, sizeof(double) * 4 * (size_t)x->rod->n);
    sn_rod_project(x->rod, &x->drive, SN_ROD_LOCAL, x->work, l->fixed_p, l->fixed_v);
    p = l->fixed_p;
    v = l->fixed_v;
  }
  if (with_root) {
    sn_rod_absolute(x->rod, &x->drive, p, v, 0, x->work, l->a, NULL);
  }
  sn_rod_energies(x->rod, &x->drive, p, v, with_root ? l->a : NULL, e);
}

static double total(const sn_rod_energy *e)
{
  return e->kinetic + e->stretch + e->bend + e->gravity;
}

static sn_status send_row(loop *l, double t, const double *y, sn_error *error)
{
  sn_rod_problem *x = &l->x;
  sn_rod_row r = {.t = t, .q = read_state(l, t, y), .p = l->p, .v = l->v, .a = l->a, .drive = &x->drive};
  energies(l, 0, &r.energy);
  sn_rod_absolute(x->rod, &x->drive, l->p, l->v, 0, x->work, l->a, NULL);
  sn_rod_drifts(x->rod, &x->drive, l->p, l->v, r.q, &r.drift);
  r.work_loads = l->work_loads;
  r.work_root = l->work_root;
  r.loss = l->loss;
  return l->sink->row(l->sink->data, &r, error);
}

/* Three Gauss points: the powers are smooth inside a step. */
static void add_work(loop *l, double from, double to)
{
  static const double place[] = {0.11270166537925831, 0.5, 0.88729833462074169},
                      weight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  sn_rod_problem *x = &l->x;
  for (int i = 0; x->o->ledger && to > from && i < 3; i++) {
    const double t = from + (to - from) * place[i];
    sn_rod_energy e;
    if (x->driver->dense(x, t, 0, l->y) != 0) {
      return;
    }
    (void)read_state(l, t, l->y);
    energies(l, l->moves, &e);
    l->work_loads += weight[i] * (to - from) * e.loads;
    l->work_root += weight[i] * (to - from) * e.root;
    l->loss += weight[i] * (to - from) * e.loss;
  }
}

static double degrees(double angle)
{
  return angle * 180 / acos(-1);
}

/* Bent or pressed together further than the formulas reach. */
static sn_status check_state(const loop *l, double t, sn_error *error)
{
  const sn_rod *rod = l->x.rod;
  const double far = rod->measure == SN_ROD_SINE ? acos(-1) / 2 : 0.99 * acos(-1);
  sn_rod_extreme e;
  sn_rod_extremes(rod, &l->x.drive, l->p, &e);
  if (!(e.length > 0)) {
    (void)sn_failf(error, SN_ENOCONV, "Element %d of the rod has collapsed at t = %.6g s.", e.shortest + 1, t);
    sn_error_why(error, "Its length has become %.3g of %.6g m: it is pressed through itself.", e.length * rod->l,
                 rod->l);
    sn_error_fix(error, "Use a stiffer rod (E), a smaller load, a tighter tolerance, or fewer elements.");
    return SN_ENOCONV;
  }
  if (!(fabs(e.angle) < far)) {
    (void)sn_failf(error, SN_ENOCONV, "Element %d of the rod is bent by %.0f degrees at t = %.6g s.", e.bent + 1,
                   degrees(e.angle), t);
    sn_error_why(error, "%s",
                 rod->measure == SN_ROD_SINE
                     ? "With measure = \"sine\" a joint weakens beyond 45 degrees and pushes through beyond 90."
                     : "A joint between two elements has folded back onto itself.");
    sn_error_fix(error, "Use %smore elements (elements = %d), or a tighter tolerance.",
                 rod->measure == SN_ROD_TAN_HALF ? "" : "measure = \"tan_half\", ", 2 * rod->n);
    return SN_ENOCONV;
  }
  return SN_OK;
}

/* Why SUNDIALS stopped; its three packages use the same numbers. */
static const char *flag_text(int flag)
{
  static const char *const all[] = {
      "",
      "It took too many steps.",
      "The tolerance requires more accuracy than double precision has.",
      "The error test failed again and again: the step has become too small.",
      "The iteration of the implicit step did not converge: the step has become too small.",
      "The linear solver could not be set up.",
      "The Jacobian could not be made or factorised.",
      "The linear system could not be solved.",
      "The right-hand side could not be evaluated.",
      "The right-hand side could not be evaluated in the first step, or again and again.",
      "The right-hand side could not be evaluated again and again."};
  const int n = (int)(sizeof all / sizeof *all);
  return flag < 0 && -flag < n ? all[-flag] : "SUNDIALS reports a failure.";
}

static sn_status gave_up(const loop *l, int flag, double t, sn_error *error)
{
  const sn_rod_problem *x = &l->x;
  const sn_rod_integrator *i = sn_rod_integrators + x->o->integrator;
  sn_rod_extreme e;
  sn_rod_extremes(x->rod, &x->drive, l->p, &e);
  (void)sn_failf(error, SN_ENOCONV, "The integrator \"%s\" gave up at t = %.9g s.", i->name, t);
  if (x->bad > 0 && fabs(x->bad_t - t) < 0.1 * x->o->duration) {
    sn_error_why(error, "%s Element %d bends past what measure = \"%s\" can express (now %.0f degrees).",
                 flag_text(flag), x->bad, sn_rod_measure_name[x->rod->measure], degrees(e.angle));
    sn_error_fix(error, "Use measure = \"tan_half\", or more elements.");
    return SN_ENOCONV;
  }
  sn_error_why(error, "%s Element %d is bent most, by %.3g degrees; element %d has %.3g of its length.",
               flag_text(flag), e.bent + 1, degrees(e.angle), e.shortest + 1, e.length);
  sn_error_fix(error, "Try %s, formulation = \"relative\", %s.",
               x->o->relative < 1e-10 ? "a larger tolerance" : "a smaller tolerance",
               i->implicit ? "or integrator = \"dormand_prince\"" : "or integrator = \"bdf\"");
  return SN_ENOCONV;
}

static void keep_largest(sn_rod_drift *most, const sn_rod_drift *now)
{
  most->shear = fmax(most->shear, now->shear);
  most->unit = fmax(most->unit, now->unit);
  most->strain = fmax(most->strain, now->strain);
  most->shear_rate = fmax(most->shear_rate, now->shear_rate);
  most->unit_rate = fmax(most->unit_rate, now->unit_rate);
}

/* The rows inside the step from t0 to t, with the work up to each of them. *row: number of the next one. */
static sn_status send_rows(loop *l, double t0, double t, long *row, sn_error *error)
{
  sn_rod_problem *x = &l->x;
  const sn_rod_options *o = x->o;
  double from = t0;
  for (;;) {
    const double at = fmin((double)*row * o->store, o->duration);
    if (at > t || (at == from && at == o->duration)) {
      break;
    }
    add_work(l, from, at);
    const double *y = N_VGetArrayPointer(x->y);
    if (at < t) {
      if (x->driver->dense(x, at, 0, l->y) != 0) {
        return gave_up(l, -1, t, error);
      }
      y = l->y;
    }
    SN_TRY(send_row(l, at, y, error));
    from = at;
    ++*row;
  }
  add_work(l, from, t);
  return SN_OK;
}

/* After a step from t0 to t and its rows. */
static sn_status after_step(loop *l, double t0, double t, sn_error *error)
{
  sn_rod_problem *x = &l->x;
  sn_rod_step s = {.t = t, .h = t - t0, .p = l->p, .v = l->v, .drive = &x->drive};
  const double *q = read_state(l, t, N_VGetArrayPointer(x->y));
  sn_rod_drifts(x->rod, &x->drive, l->p, l->v, q, &s.drift);
  keep_largest(&l->out->drift, &s.drift);
  l->out->smallest_step = fmin(l->out->smallest_step, s.h);
  if (x->o->ledger) {
    sn_rod_energy e;
    energies(l, 0, &e);
    s.energy = total(&e);
    s.defect = s.energy - l->energy_start - l->work_loads - l->work_root + l->loss;
  }
  return l->sink->step ? l->sink->step(l->sink->data, &s, error) : SN_OK;
}

static sn_status interrupted(double t, int by_clock, sn_error *error)
{
  (void)sn_failf(error, SN_ESTOP, "The run was interrupted at t = %.9g s.", t);
  sn_error_why(error, "%s", by_clock ? "Its time is over." : "A signal needs it.");
  return SN_ESTOP;
}

static sn_status advance(loop *l, sn_error *error)
{
  sn_rod_problem *x = &l->x;
  const sn_rod_options *o = x->o;
  double t = 0;
  long row = 1, tiny = 0; /* steps in a row that lead nowhere */
  for (long k = 0; t < o->duration; k++) {
    const double row_t = fmin((double)row * o->store, o->duration), t0 = t;
    const int flag = x->driver->step(x, row_t, &t);
    l->out->t = t;
    tiny = t - t0 < 100 * SN_ROD_LEAST_STEP * o->duration ? tiny + 1 : 0;
    if (flag < 0 || tiny > 200) {
      l->out->t = t0;
      return gave_up(l, flag < 0 ? flag : -3, t0, error);
    }
    (void)read_state(l, t, N_VGetArrayPointer(x->y));
    SN_TRY(check_state(l, t, error));
    SN_TRY(send_rows(l, t0, t, &row, error));
    SN_TRY(after_step(l, t0, t, error));
    if (k % 64 == 0) {
      const double now = sn_wall_seconds();
      if (l->sink->progress && now - l->told > 0.2) {
        l->told = now;
        l->sink->progress(l->sink->data, t, o->duration, k + 1);
      }
      if (o->wall_limit > 0 && now - l->began > o->wall_limit) {
        return interrupted(t, 1, error);
      }
      if (o->cpu_limit > 0 && sn_cpu_seconds() - l->cpu_began > o->cpu_limit) {
        return interrupted(t, 1, error);
      }
    }
    if (o->stop && *o->stop) {
      return interrupted(t, 0, error);
    }
  }
  return SN_OK;
}

static void close_problem(sn_rod_problem *x)
{
  x->driver->destroy(x);
  if (x->solver) {
    (void)SUNLinSolFree(x->solver);
  }
  if (x->matrix) {
    SUNMatDestroy(x->matrix);
  }
  N_Vector const all[] = {x->y, x->yd, x->other};
  for (int i = 0; i < 3; i++) {
    if (all[i]) {
      N_VDestroy(all[i]);
    }
  }
  (void)SUNContext_Free(&x->context);
}

static sn_status open_and_run(loop *l, const double *p, const double *v, sn_arena *arena, sn_error *error)
{
  sn_rod_problem *x = &l->x;
  const int n = x->rod->n;
  double **const room[] = {&l->p, &l->v, &l->a, &l->fixed_p, &l->fixed_v};
  x->work = sn_rod_work_new(x->rod, arena);
  int good = x->work != NULL;
  for (int i = 0; i < 5; i++) {
    good &= (*room[i] = SN_NEW(arena, double, 4 * n)) != NULL;
  }
  l->y = SN_NEW(arena, double, 12 * (size_t)n);
  if (!good || !l->y) {
    return sn_no_memory(error, "the rod");
  }
  memcpy(l->p, p, sizeof(double) * 4 * (size_t)n);
  memcpy(l->v, v, sizeof(double) * 4 * (size_t)n);
  SN_TRY(x->driver->create(x, p, v, error));
  x->other = N_VMake_Serial(x->n_y, l->y, x->context);
  if (!x->other) {
    return sn_rod_sundials_failed(error, "vectors");
  }
  sn_rod_energy e;
  (void)read_state(l, 0, N_VGetArrayPointer(x->y));
  SN_TRY(check_state(l, 0, error));
  energies(l, 0, &e);
  l->energy_start = total(&e);
  l->out->unknowns = x->n_y;
  SN_TRY(send_row(l, 0, N_VGetArrayPointer(x->y), error));
  const double cpu = sn_cpu_seconds();
  const sn_status status = advance(l, error);
  l->out->cpu = sn_cpu_seconds() - cpu;
  x->driver->count(x, l->out);
  return status;
}

sn_status sn_rod_run(const sn_rod *rod, const sn_rod_options *o, const double *p, const double *v, sn_arena *arena,
                     const sn_rod_sink *sink, sn_rod_statistics *out, sn_error *error)
{
  static const sn_rod_driver *const drivers[] = {&sn_rod_cvode, &sn_rod_arkode, &sn_rod_ida};
  *out = (sn_rod_statistics){.smallest_step = o->duration};
  SN_TRY(sn_rod_check(rod, o, error));
  loop l = {.x = {.rod = rod, .o = o, .form = sn_rod_forms + o->formulation},
            .sink = sink,
            .out = out,
            .moves = rod->position[0] || rod->position[1] || rod->angle,
            .began = sn_wall_seconds(),
            .cpu_began = sn_cpu_seconds()};
  l.x.driver = drivers[sn_rod_integrators[o->integrator].family];
  if (SUNContext_Create(NULL, &l.x.context) != 0) {
    return sn_rod_sundials_failed(error, "context");
  }
  const sn_status status = open_and_run(&l, p, v, arena, error);
  close_problem(&l.x);
  return status;
}
