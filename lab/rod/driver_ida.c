/* lab/rod/driver_ida.c -- IDA: the rod in its implicit forms. Absolute: banded analytic Jacobians; relative: O(n) residuals, dense
 *                      difference quotients.
 * Limits:  the multipliers are left out of the error test (IDASetSuppressAlg): with them the steps collapse.
 * Tests:   tests/lab/test_trajectories.c, tests/lab/test_dae.c.
 */
#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "lab/rod/driver.h"

static sn_rod_index index_of(const sn_rod_problem *x)
{
  return (sn_rod_index)sn_rod_integrators[x->o->integrator].method;
}

static int residual_absolute(double t, N_Vector y, N_Vector yd, N_Vector r, void *data)
{
  sn_rod_problem *x = data;
  sn_rod_drive_at(x->rod, t, &x->drive);
  x->calls++;
  sn_rod_dae_residual(x->rod, &x->drive, index_of(x), N_VGetArrayPointer(y), N_VGetArrayPointer(yd), x->work,
                      N_VGetArrayPointer(r));
  return sn_rod_finite(x, t, N_VGetArrayPointer(r), x->n_y) ? 0 : 1;
}

static int jacobian(double t, double c, N_Vector y, N_Vector yd, N_Vector r, SUNMatrix J, void *data, N_Vector a,
                    N_Vector b, N_Vector d)
{
  (void)r;
  (void)a;
  (void)b;
  (void)d;
  sn_rod_problem *x = data;
  sn_rod_drive_at(x->rod, t, &x->drive);
  sn_rod_band band = {SUNBandMatrix_Cols(J),
                      x->n_y,
                      (int)SUNBandMatrix_UpperBandwidth(J),
                      (int)SUNBandMatrix_LowerBandwidth(J),
                      (int)SUNBandMatrix_StoredUpperBandwidth(J),
                      NULL};
  sn_rod_dae_jacobian(x->rod, &x->drive, index_of(x), c, N_VGetArrayPointer(y), N_VGetArrayPointer(yd), x->work, &band);
  return 0;
}

static int residual_relative(double t, N_Vector vector, N_Vector rate, N_Vector r, void *data)
{
  sn_rod_problem *x = data;
  const int n = x->rod->n;
  const double *y = N_VGetArrayPointer(vector), *yd = N_VGetArrayPointer(rate);
  double *out = N_VGetArrayPointer(r);
  sn_rod_drive_at(x->rod, t, &x->drive);
  x->calls++;
  for (int i = 0; i < 2 * n; i++) {
    out[i] = yd[i] - y[2 * n + i];
  }
  const int bad = sn_rod_relative_residual(x->rod, &x->drive, y, y + 2 * n, yd + 2 * n, x->work, out + 2 * n);
  if (bad) {
    x->bad = bad;
    x->bad_t = t;
    return 1;
  }
  return sn_rod_finite(x, t, out, x->n_y) ? 0 : 1;
}

/* Sets which unknowns are differential, and tolerances. In the first steps, which are about as long as the tolerance, round-off
   of the constraints appears in the multipliers divided by the step. Their tolerance must not be smaller than that, or the
   iteration of the first step seems not to converge. */
static void mark(const sn_rod_problem *x, double *id, double *tolerance)
{
  const int banded = x->o->formulation == SN_ROD_ABSOLUTE, size = banded ? sn_rod_layouts[index_of(x)].size : 1;
  for (int i = 0; i < x->n_y; i++) {
    id[i] = !banded || i % size < 8 ? 1 : 0;
    tolerance[i] = id[i] != 0 ? x->o->absolute : fmax(x->o->absolute, 1e-13 / x->o->absolute);
  }
}

static sn_status start(sn_rod_problem *x, const double *p, const double *v, sn_arena *scratch, sn_error *error)
{
  const int n = x->rod->n;
  double *y = N_VGetArrayPointer(x->y), *yd = N_VGetArrayPointer(x->yd);
  double *a = SN_NEW(scratch, double, 4 * n), *lambda = SN_NEW(scratch, double, 2 * n);
  if (!a || !lambda) {
    return sn_no_memory(error, "the rod");
  }
  sn_rod_drive_at(x->rod, 0, &x->drive);
  if (x->o->formulation == SN_ROD_ABSOLUTE) {
    sn_rod_absolute(x->rod, &x->drive, p, v, 0, x->work, a, lambda);
    sn_rod_dae_start(x->rod, index_of(x), p, v, a, lambda, y, yd);
  } else {
    x->form->start(x, p, v, y);
    (void)x->form->rhs(x, 0, y, yd);
  }
  return SN_OK;
}

static sn_status create(sn_rod_problem *x, const double *p, const double *v, sn_error *error)
{
  const int banded = x->o->formulation == SN_ROD_ABSOLUTE;
  const sn_rod_layout *w = &sn_rod_layouts[index_of(x)];
  x->n_y = (banded ? w->size : x->form->size) * x->rod->n;
  x->y = N_VNew_Serial(x->n_y, x->context);
  x->yd = N_VNew_Serial(x->n_y, x->context);
  N_Vector id = N_VNew_Serial(x->n_y, x->context), tolerance = N_VNew_Serial(x->n_y, x->context);
  sn_arena *scratch = sn_arena_new(NULL);
  x->memory = x->y && x->yd && id && tolerance && scratch ? IDACreate(x->context) : NULL;
  sn_status status = x->memory ? start(x, p, v, scratch, error) : sn_rod_sundials_failed(error, "IDA");
  sn_arena_free(scratch);
  if (status == SN_OK) {
    mark(x, N_VGetArrayPointer(id), N_VGetArrayPointer(tolerance));
    const long upper = w->upper < x->n_y - 1 ? w->upper : x->n_y - 1;
    const long lower = w->lower < x->n_y - 1 ? w->lower : x->n_y - 1;
    x->matrix = banded ? SUNBandMatrix(x->n_y, upper, lower, x->context) : SUNDenseMatrix(x->n_y, x->n_y, x->context);
    x->solver = !x->matrix ? NULL
                : banded   ? SUNLinSol_Band(x->y, x->matrix, x->context)
                           : SUNLinSol_Dense(x->y, x->matrix, x->context);
    int bad = !x->solver || IDAInit(x->memory, banded ? residual_absolute : residual_relative, 0, x->y, x->yd) ||
              IDASetErrHandlerFn(x->memory, sn_rod_no_message, NULL) || IDASetUserData(x->memory, x) ||
              IDASVtolerances(x->memory, x->o->relative, tolerance) || IDASetId(x->memory, id) ||
              IDASetSuppressAlg(x->memory, 1) || IDASetMaxNumSteps(x->memory, 100000000) ||
              IDASetStopTime(x->memory, x->o->duration) || IDASetLinearSolver(x->memory, x->solver, x->matrix) ||
              (banded && IDASetJacFn(x->memory, jacobian));
    if (!bad && x->o->max_order > 0) {
      bad = IDASetMaxOrd(x->memory, x->o->max_order);
    }
    if (!bad && x->o->max_step > 0) {
      bad = IDASetMaxStep(x->memory, x->o->max_step);
    }
    status = bad ? sn_rod_sundials_failed(error, "IDA") : SN_OK;
  }
  N_Vector const mine[] = {id, tolerance}; /* IDA keeps copies */
  for (int i = 0; i < 2; i++) {
    if (mine[i]) {
      N_VDestroy(mine[i]);
    }
  }
  return status;
}

static int step(sn_rod_problem *x, double stop, double *t)
{
  (void)stop;
  return IDASolve(x->memory, x->o->duration, t, x->y, x->yd, IDA_ONE_STEP);
}

static int dense(sn_rod_problem *x, double t, int derivative, double *y)
{
  N_VSetArrayPointer(y, x->other);
  return IDAGetDky(x->memory, t, derivative, x->other);
}

static void count(sn_rod_problem *x, sn_rod_statistics *out)
{
  (void)IDAGetNumSteps(x->memory, &out->steps);
  (void)IDAGetNumResEvals(x->memory, &out->rhs);
  (void)IDAGetNumErrTestFails(x->memory, &out->rejected);
  (void)IDAGetNumNonlinSolvIters(x->memory, &out->newton);
  (void)IDAGetNumLinResEvals(x->memory, &out->rhs_jacobian);
  (void)IDAGetNumJacEvals(x->memory, &out->jacobians);
}

static void destroy(sn_rod_problem *x)
{
  if (x->memory) {
    IDAFree(&x->memory);
  }
}

static void read(sn_rod_problem *x, double t, const double *y, double *p, double *v)
{
  if (x->o->formulation == SN_ROD_ABSOLUTE) {
    sn_rod_dae_read(x->rod, index_of(x), y, p, v);
  } else {
    x->form->read(x, t, y, p, v);
  }
}

const sn_rod_driver sn_rod_ida = {create, step, dense, read, count, destroy};
