/* lab/rod/driver.h -- SUNDIALS behind one table: create, one step, dense output, counters, destroy. Private to lab/rod.
 * What:    a problem is one rod in one formulation as y' = f(t, y), or as F(t, y, y') = 0 for IDA.
 */
#ifndef SN_LAB_ROD_DRIVER_H
#define SN_LAB_ROD_DRIVER_H
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include "lab/rod/dae.h"
#include "lab/rod/run.h"

typedef struct sn_rod_problem sn_rod_problem;
typedef struct {
  int size;                                                             /* unknowns per element */
  int (*rhs)(sn_rod_problem *x, double t, const double *y, double *yd); /* 0, or 1 + element without an angle */
  void (*start)(sn_rod_problem *x, const double *p, const double *v, double *y);
  void (*read)(sn_rod_problem *x, double t, const double *y, double *p, double *v);
  int q; /* position of the strains in y, in units of n; -1: not in y */
} sn_rod_form;
extern const sn_rod_form sn_rod_forms[]; /* by sn_rod_formulation */

typedef struct sn_rod_driver sn_rod_driver;
struct sn_rod_problem {
  const sn_rod *rod;
  const sn_rod_options *o;
  const sn_rod_form *form;
  sn_rod_work *work;
  sn_rod_drive drive; /* at the time of the last evaluation */
  int n_y;
  long calls; /* of the right-hand side or residual */
  int bad;    /* 1 + element that had no angle in the last evaluation that failed, or -1: not a number */
  double bad_t;
  const sn_rod_driver *driver;
  SUNContext context;
  void *memory, *matrix, *solver, *iteration; /* of SUNDIALS */
  N_Vector y, yd, other;
};
/* Evaluates drive at t and the right-hand side; 0 good, 1: recoverable failure. */
int sn_rod_evaluate(sn_rod_problem *x, double t, const double *y, double *yd);
/* Projects y onto the constraints, according to the options. */
void sn_rod_project_y(sn_rod_problem *x, double t, double *y);
/* 1: all finite; else notes it in the problem. */
int sn_rod_finite(sn_rod_problem *x, double t, const double *r, int n);

struct sn_rod_driver {
  sn_status (*create)(sn_rod_problem *x, const double *p, const double *v, sn_error *error);
  /* makes one step, not beyond stop; returns SUNDIALS' flag */
  int (*step)(sn_rod_problem *x, double stop, double *t);
  int (*dense)(sn_rod_problem *x, double t, int derivative, double *y); /* inside the last step */
  void (*read)(sn_rod_problem *x, double t, const double *y, double *p, double *v);
  void (*count)(sn_rod_problem *x, sn_rod_statistics *out);
  void (*destroy)(sn_rod_problem *x);
};
extern const sn_rod_driver sn_rod_cvode, sn_rod_arkode, sn_rod_ida;

sn_status sn_rod_sundials_failed(sn_error *error, const char *what);
void sn_rod_no_message(int code, const char *module, const char *function, char *text, void *data);
/* Smallest accepted step, relative to the duration. */
#define SN_ROD_LEAST_STEP 1e-14

#endif
