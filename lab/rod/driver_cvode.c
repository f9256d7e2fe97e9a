/* lab/rod/driver_cvode.c -- CVODE: backward differences with a dense difference-quotient Jacobian, Adams with fixed points.
 * Tests:   tests/lab/test_trajectories.c.
 */
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "lab/rod/driver.h"

static int rhs(double t, N_Vector y, N_Vector yd, void *data)
{
  return sn_rod_evaluate(data, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yd));
}

static int project(double t, N_Vector y, N_Vector correction, double epsilon, N_Vector error, void *data)
{
  (void)epsilon;
  (void)error;
  sn_rod_problem *x = data;
  const double *from = N_VGetArrayPointer(y);
  double *to = N_VGetArrayPointer(correction);
  memcpy(to, from, sizeof(double) * (size_t)x->n_y);
  sn_rod_project_y(x, t, to);
  for (int i = 0; i < x->n_y; i++) {
    to[i] -= from[i];
  }
  return 0;
}

static sn_status create(sn_rod_problem *x, const double *p, const double *v, sn_error *error)
{
  const int bdf = sn_rod_integrators[x->o->integrator].method == CV_BDF;
  x->n_y = x->form->size * x->rod->n;
  x->y = N_VNew_Serial(x->n_y, x->context);
  x->memory = x->y ? CVodeCreate(bdf ? CV_BDF : CV_ADAMS, x->context) : NULL;
  if (!x->memory) {
    return sn_rod_sundials_failed(error, "CVODE");
  }
  x->form->start(x, p, v, N_VGetArrayPointer(x->y));
  int bad = CVodeInit(x->memory, rhs, 0, x->y) || CVodeSetErrHandlerFn(x->memory, sn_rod_no_message, NULL) ||
            CVodeSetUserData(x->memory, x) || CVodeSStolerances(x->memory, x->o->relative, x->o->absolute) ||
            CVodeSetMaxNumSteps(x->memory, 100000000) || CVodeSetStopTime(x->memory, x->o->duration) ||
            CVodeSetMinStep(x->memory, SN_ROD_LEAST_STEP * x->o->duration);
  if (!bad && x->o->max_order > 0) {
    bad = CVodeSetMaxOrd(x->memory, x->o->max_order);
  }
  if (!bad && x->o->max_step > 0) {
    bad = CVodeSetMaxStep(x->memory, x->o->max_step);
  }
  if (bdf) {
    x->matrix = SUNDenseMatrix(x->n_y, x->n_y, x->context);
    x->solver = x->matrix ? SUNLinSol_Dense(x->y, x->matrix, x->context) : NULL;
    bad = bad || !x->solver || CVodeSetLinearSolver(x->memory, x->solver, x->matrix);
  } else {
    x->iteration = SUNNonlinSol_FixedPoint(x->y, 0, x->context);
    bad = bad || !x->iteration || CVodeSetNonlinearSolver(x->memory, x->iteration);
  }
  if (!bad && x->o->projection != SN_ROD_NO_PROJECTION) {
    bad = CVodeSetProjFn(x->memory, project) || CVodeSetProjErrEst(x->memory, 0);
  }
  return bad ? sn_rod_sundials_failed(error, "CVODE") : SN_OK;
}

static int step(sn_rod_problem *x, double stop, double *t)
{
  (void)stop; /* CVODE chooses its steps; rows are interpolated */
  return CVode(x->memory, x->o->duration, x->y, t, CV_ONE_STEP);
}

static int dense(sn_rod_problem *x, double t, int derivative, double *y)
{
  N_VSetArrayPointer(y, x->other);
  return CVodeGetDky(x->memory, t, derivative, x->other);
}

static void count(sn_rod_problem *x, sn_rod_statistics *out)
{
  out->rhs_jacobian = out->jacobians = 0; /* a fixed point iteration has none */
  (void)CVodeGetNumSteps(x->memory, &out->steps);
  (void)CVodeGetNumRhsEvals(x->memory, &out->rhs);
  (void)CVodeGetNumErrTestFails(x->memory, &out->rejected);
  (void)CVodeGetNumNonlinSolvIters(x->memory, &out->newton);
  if (x->matrix) {
    (void)CVodeGetNumLinRhsEvals(x->memory, &out->rhs_jacobian);
    (void)CVodeGetNumJacEvals(x->memory, &out->jacobians);
  }
}

static void destroy(sn_rod_problem *x)
{
  if (x->memory) {
    CVodeFree(&x->memory);
  }
  if (x->iteration) {
    (void)SUNNonlinSolFree(x->iteration);
  }
}

static void read(sn_rod_problem *x, double t, const double *y, double *p, double *v)
{
  x->form->read(x, t, y, p, v);
}

const sn_rod_driver sn_rod_cvode = {create, step, dense, read, count, destroy};
