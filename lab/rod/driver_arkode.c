/* lab/rod/driver_arkode.c -- ARKODE: explicit Runge-Kutta methods with step size control. Rows are hit, not interpolated.
 * Tests:   tests/lab/test_trajectories.c.
 */
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

#include "lab/rod/driver.h"

static int rhs(double t, N_Vector y, N_Vector yd, void *data)
{
  return sn_rod_evaluate(data, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yd));
}

static int project(double t, N_Vector y, void *data)
{
  sn_rod_project_y(data, t, N_VGetArrayPointer(y));
  return 0;
}

static sn_status create(sn_rod_problem *x, const double *p, const double *v, sn_error *error)
{
  x->n_y = x->form->size * x->rod->n;
  x->y = N_VNew_Serial(x->n_y, x->context);
  if (!x->y) {
    return sn_rod_sundials_failed(error, "ARKODE");
  }
  x->form->start(x, p, v, N_VGetArrayPointer(x->y));
  x->memory = ERKStepCreate(rhs, 0, x->y, x->context);
  int bad = !x->memory || ERKStepSetErrHandlerFn(x->memory, sn_rod_no_message, NULL) ||
            ERKStepSetUserData(x->memory, x) || ERKStepSStolerances(x->memory, x->o->relative, x->o->absolute) ||
            ERKStepSetTableNum(x->memory, sn_rod_integrators[x->o->integrator].method) ||
            ERKStepSetMaxNumSteps(x->memory, 2000000000) ||
            ERKStepSetMinStep(x->memory, SN_ROD_LEAST_STEP * x->o->duration) ||
            ERKStepSetInterpolantDegree(x->memory, 3) || ERKStepSetMaxErrTestFails(x->memory, 40);
  if (!bad && x->o->projection != SN_ROD_NO_PROJECTION) {
    bad = ERKStepSetPostprocessStepFn(x->memory, project);
  }
  if (!bad && x->o->max_step > 0) {
    bad = ERKStepSetMaxStep(x->memory, x->o->max_step);
  }
  return bad ? sn_rod_sundials_failed(error, "ARKODE") : SN_OK;
}

static int step(sn_rod_problem *x, double stop, double *t)
{
  const int flag = ERKStepSetStopTime(x->memory, stop);
  return flag < 0 ? flag : ERKStepEvolve(x->memory, stop, x->y, t, ARK_ONE_STEP);
}

static int dense(sn_rod_problem *x, double t, int derivative, double *y)
{
  N_VSetArrayPointer(y, x->other);
  return ERKStepGetDky(x->memory, t, derivative, x->other);
}

static void count(sn_rod_problem *x, sn_rod_statistics *out)
{
  long steps = 0, calls = 0, failures = 0;
  (void)ERKStepGetNumSteps(x->memory, &steps);
  (void)ERKStepGetNumRhsEvals(x->memory, &calls);
  (void)ERKStepGetNumErrTestFails(x->memory, &failures);
  out->steps = steps;
  out->rhs = calls;
  out->rejected = failures;
}

static void destroy(sn_rod_problem *x)
{
  if (x->memory) {
    ERKStepFree(&x->memory);
  }
}

static void read(sn_rod_problem *x, double t, const double *y, double *p, double *v)
{
  x->form->read(x, t, y, p, v);
}

const sn_rod_driver sn_rod_arkode = {create, step, dense, read, count, destroy};
