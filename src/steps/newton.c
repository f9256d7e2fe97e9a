/* steps/newton.c -- see newton.h. */
#include "steps/newton.h"

#include <math.h>

static const double CLOSED = 1e-15, LEDGER = 1e-12, NEARLY = 1e-10, ROUND_OFF = 1e-13, RENEW = 0.15, FAR = 1e-3;

sn_status sn_newton_solve(const sn_newton *p, const sn_step_options *o, sn_step_report *report)
{
  const double tolerance = o->tolerance > 0 ? o->tolerance : 1e-10;
  const int limit = o->max_iterations > 0 ? o->max_iterations : 25;
  double last = INFINITY, last_defect = INFINITY;
  int tangent = 1, growing = 0, level = 0;
  for (int it = 1; it <= limit; it++) {
    double size = 0;
    const sn_status status = p->iterate(p->x, tangent, &size);
    report->iterations++;
    report->factorisations += tangent;
    if (status != SN_OK) {
      return status;
    }
    if (report->n_history < (int)(sizeof report->history/sizeof *report->history)) {
      report->history[report->n_history++] = size;
    }
    report->increment = size;
    growing = size > last && size > ROUND_OFF ? growing + 1 : 0; /* round-off rises and falls */
    if (!(size < 1e6) || growing > 3) {
      return SN_ENOCONV;
    }
    p->apply(p->x);
    /* linear convergence at the rate seen: what is left is rho/(1 - rho) of the last increment; increments that are
       below the tolerance and no longer fall are round-off */
    const double rho = size/last, left = size == 0 ? 0 : rho < 1 ? rho/(1 - rho)*size : INFINITY;
    const int floor = size < tolerance && rho > RENEW;
    if ((it > 1 && (left < tolerance || floor)) || size < 1e-3*tolerance) {
      const double defect = p->balance(p->x, &report->ledger);
      if ((defect <= CLOSED && left < 1e-3*tolerance) || (defect <= LEDGER && (size < ROUND_OFF || floor))) {
        return SN_OK;
      }
      /* slow convergence over a kink and the cycle of a friction law that jams are not round-off */
      const int stuck = size < ROUND_OFF || (defect <= NEARLY && size > 0.9*last);
      level = stuck && defect > 0.5*last_defect ? level + 1 : 0;
      if (level > 1) { /* twice no longer falling */
        report->at_roundoff = 1;
        return SN_OK;
      }
      last_defect = isfinite(defect) ? defect : last_defect;
    }
    tangent = (it == 1 ? size > FAR : size > RENEW*last) && size > tolerance;
    last = size;
  }
  return SN_ENOCONV;
}

sn_status sn_newton_fail(sn_status status, sn_error *error)
{
  return sn_failf(error, status, status == SN_ESINGULAR ? "the linear system of the step is singular"
                                 : status == SN_ENOCONV ? "the Newton iteration did not converge"
                                                        : "the step broke an invariant of the program: please report it");
}
