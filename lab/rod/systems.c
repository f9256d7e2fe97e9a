/* lab/rod/systems.c -- the three systems as y' = f(t, y), and the lists of formulations and integrators.
 * What:    (1) y = p, v; (2) y = q, q'; (3) y = p, q, v, q'. Which integrator takes which is said here.
 * Tests:   tests/lab/test_trajectories.c.
 */
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <math.h>
#include <string.h>

#include "lab/rod/driver.h"

const char *const sn_rod_formulation_name[] = {"absolute", "relative", "mixed", "mixed_printed", NULL};

const sn_rod_integrator sn_rod_integrators[] = {
    {"bdf", SN_ROD_CVODE, CV_BDF, 1, "backward differences of order 1 to 5 (CVODE), dense Jacobian by differences"},
    {"adams", SN_ROD_CVODE, CV_ADAMS, 0, "Adams-Moulton of order 1 to 12 (CVODE), fixed-point iteration"},
    {"dormand_prince", SN_ROD_ARKODE, ARKODE_DORMAND_PRINCE_7_4_5, 0, "explicit Runge-Kutta 5(4) (ARKODE)"},
    {"rk_fehlberg", SN_ROD_ARKODE, ARKODE_FEHLBERG_13_7_8, 0, "explicit Runge-Kutta 8(7), for references (ARKODE)"},
    {"verner", SN_ROD_ARKODE, ARKODE_VERNER_8_5_6, 0, "explicit Runge-Kutta 6(5) (ARKODE)"},
    {"bogacki_shampine", SN_ROD_ARKODE, ARKODE_BOGACKI_SHAMPINE_4_2_3, 0, "explicit Runge-Kutta 3(2) (ARKODE)"},
    {"dae", SN_ROD_IDA, SN_ROD_GGL, 1,
     "implicit differential-algebraic form (IDA): absolute: index 2 after Gear, Gupta, Leimkuhler, banded; relative: "
     "residuals"},
    {"dae_index1", SN_ROD_IDA, SN_ROD_INDEX1, 1, "absolute only: index 1, banded (IDA)"},
    {0}};

int sn_rod_integrator_named(const char *name)
{
  for (int i = 0; sn_rod_integrators[i].name; i++) {
    if (strcmp(sn_rod_integrators[i].name, name) == 0) {
      return i;
    }
  }
  return -1;
}

int sn_rod_allowed(sn_rod_formulation f, int integrator, const char **why)
{
  const sn_rod_integrator *i = sn_rod_integrators + integrator;
  *why = "";
  if (i->family == SN_ROD_IDA && f != SN_ROD_ABSOLUTE && (f != SN_ROD_RELATIVE || i->method == SN_ROD_INDEX1)) {
    *why = i->method == SN_ROD_INDEX1 ? "The index 1 form is written for absolute coordinates."
                                      : "The differential-algebraic form is written for absolute and relative "
                                        "coordinates.";
    return 0;
  }
  return 1;
}

/* ---- right-hand sides */

static int rhs_absolute(sn_rod_problem *x, double t, const double *y, double *yd)
{
  (void)t;
  const int n = x->rod->n;
  memcpy(yd, y + 4 * n, sizeof(double) * 4 * (size_t)n);
  sn_rod_absolute(x->rod, &x->drive, y, y + 4 * n, x->o->stabilise, x->work, yd + 4 * n, NULL);
  return 0;
}
static void start_absolute(sn_rod_problem *x, const double *p, const double *v, double *y)
{
  memcpy(y, p, sizeof(double) * 4 * (size_t)x->rod->n);
  memcpy(y + 4 * x->rod->n, v, sizeof(double) * 4 * (size_t)x->rod->n);
}
static void read_absolute(sn_rod_problem *x, double t, const double *y, double *p, double *v)
{
  (void)t;
  memcpy(p, y, sizeof(double) * 4 * (size_t)x->rod->n);
  memcpy(v, y + 4 * x->rod->n, sizeof(double) * 4 * (size_t)x->rod->n);
}

static int rhs_relative(sn_rod_problem *x, double t, const double *y, double *yd)
{
  (void)t;
  const int n = x->rod->n;
  memcpy(yd, y + 2 * n, sizeof(double) * 2 * (size_t)n);
  return sn_rod_relative(x->rod, &x->drive, y, y + 2 * n, x->work, yd + 2 * n);
}
static void start_relative(sn_rod_problem *x, const double *p, const double *v, double *y)
{
  sn_rod_drive o;
  sn_rod_drive_at(x->rod, 0, &o);
  sn_rod_strains(x->rod, &o, p, v, y, y + 2 * x->rod->n);
}
static void read_relative(sn_rod_problem *x, double t, const double *y, double *p, double *v)
{
  sn_rod_drive o;
  sn_rod_drive_at(x->rod, t, &o);
  (void)sn_rod_unfold(x->rod, &o, y, y + 2 * x->rod->n, p, v); /* states of accepted steps always have angles */
}

static int rhs_both(sn_rod_problem *x, const double *y, double *yd, int printed)
{
  const int n = x->rod->n;
  memcpy(yd, y + 6 * n, sizeof(double) * 6 * (size_t)n);
  sn_rod_mixed(&(sn_rod_motion){x->rod, &x->drive, y, y + 6 * n, y + 4 * n, y + 10 * n}, printed, x->o->stabilise,
               x->work, yd + 6 * n, yd + 10 * n);
  return 0;
}
static int rhs_mixed(sn_rod_problem *x, double t, const double *y, double *yd)
{
  (void)t;
  return rhs_both(x, y, yd, 0);
}
static int rhs_printed(sn_rod_problem *x, double t, const double *y, double *yd)
{
  (void)t;
  return rhs_both(x, y, yd, 1);
}
static void start_mixed(sn_rod_problem *x, const double *p, const double *v, double *y)
{
  const int n = x->rod->n;
  sn_rod_drive o;
  sn_rod_drive_at(x->rod, 0, &o);
  memcpy(y, p, sizeof(double) * 4 * (size_t)n);
  memcpy(y + 6 * n, v, sizeof(double) * 4 * (size_t)n);
  sn_rod_strains(x->rod, &o, p, v, y + 4 * n, y + 10 * n);
}
static void read_mixed(sn_rod_problem *x, double t, const double *y, double *p, double *v)
{
  (void)t;
  memcpy(p, y, sizeof(double) * 4 * (size_t)x->rod->n);
  memcpy(v, y + 6 * x->rod->n, sizeof(double) * 4 * (size_t)x->rod->n);
}

const sn_rod_form sn_rod_forms[] = {{8, rhs_absolute, start_absolute, read_absolute, -1},
                                    {4, rhs_relative, start_relative, read_relative, 0},
                                    {12, rhs_mixed, start_mixed, read_mixed, 4},
                                    {12, rhs_printed, start_mixed, read_mixed, 4}};

int sn_rod_finite(sn_rod_problem *x, double t, const double *r, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += r[i] * 0; /* 0, or not a number */
  }
  if (sum == 0) {
    return 1;
  }
  x->bad = -1;
  x->bad_t = t;
  return 0;
}

int sn_rod_evaluate(sn_rod_problem *x, double t, const double *y, double *yd)
{
  sn_rod_drive_at(x->rod, t, &x->drive);
  x->calls++;
  const int bad = x->form->rhs(x, t, y, yd);
  if (bad) {
    x->bad = bad;
    x->bad_t = t;
    return 1;
  }
  return sn_rod_finite(x, t, yd, x->n_y) ? 0 : 1;
}

/* ---- projection after a step of an ordinary differential equation */

void sn_rod_project_y(sn_rod_problem *x, double t, double *y)
{
  const int n = x->rod->n;
  double *p = y, *v = y + x->n_y / 2;
  sn_rod_drive o;
  sn_rod_drive_at(x->rod, t, &o);
  sn_rod_project(x->rod, &o, x->o->projection, x->work, p, v);
  if (x->form->size == 12) {
    sn_rod_strains(x->rod, &o, p, v, x->work->q, x->work->qd);
    for (int i = 0; i < 2 * n; i++) { /* a free joint keeps its whole turns */
      const double gap = y[4 * n + i] - x->work->q[i];
      y[4 * n + i] -= x->rod->hinged && i == 0 ? remainder(gap, 2 * acos(-1)) : gap;
      y[10 * n + i] = x->work->qd[i];
    }
  }
}
