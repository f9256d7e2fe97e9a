/* steps/newton.c -- see newton.h. */
#include "steps/newton.h"

#include <math.h>

#include "laws/bristle.h"
#include "steps/turned.h"

/* defects of the ledger over its scale: nothing left, good enough when the increments are round-off, almost so */
static const double CLOSED = 1e-15, LEDGER = 1e-12, NEARLY = 1e-10;
/* a defect that no round-off makes, not even of the large multipliers at singular positions: another root of the equations, which
   has nothing to do with the motion (a body that turns by more than about 2.5 rad in a step) */
static const double WRONG = 1e-6;
/* newton_tolerance unless it is given; a larger one lets the balance stay open as much more */
static const double USUAL = 1e-10;
/* increments over the size of the model: round-off, what may be, a first one that asks for a new tangent, hopeless */
static const double ROUND_OFF = 1e-13, SMALL = 3e-12, FAR = 1e-3, HOPELESS = 1e6;
/* what may be left of increments when the ledger closes: a tenth of the round-off of 1, since it adds up over the steps of a rotor */
static const double NOTHING = 2e-17;
/* Contacts that open and close by turns may lead Newton round and round. After so many iterations an increment that does not fall is halved,
   unless it is as small as this. */
enum { CYCLE = 5 };
/* Increments that grow so often in a row do not converge. Contacts that are found one after the other let them grow for a while: nine cylinders in
   a heap at 1 ms had 41 halved steps with 3, and 8 with 8. */
enum { GROWS = 3, GROWS_TOUCHING = 8 };
static const double SHORT = 1e-9;
static const double KINK =
    1e-6; /* increments beyond which contacts may be elsewhere on their law: their tangent is renewed */
static const double RENEW = 0.15; /* contraction above which the tangent is renewed */
static const double TURNS = 0.4;  /* and above which a turned factor does not serve */
static const double STANDS = 0.7; /* and above which an increment does not fall */
/* The increment after one with a new tangent is smaller than those that follow will be: chains at 1 ms 4e-5, then 5e-4. */
static const double OPTIMIST = 30;

/* turned: by the turned factor, or not at all */
static sn_status solve(const sn_newton *p, const sn_step_options *o, int turned, sn_step_report *report)
{
  const double tolerance = o->newton_tolerance > 0 ? o->newton_tolerance : USUAL;
  const double open_allowed = tolerance > USUAL ? fmin(LEDGER / USUAL * tolerance, WRONG) : 0;
  const int limit = o->max_iterations > 0 ? o->max_iterations : 25;
  double last = INFINITY, whole = INFINITY, before = INFINITY, last_defect = INFINITY;
  sn_tangent_use tangent = turned ? SN_TANGENT_TURNED : SN_TANGENT_NEW;
  const int grows = p->rubs ? GROWS_TOUCHING : GROWS;
  int was_new = 0, growing = 0, level = 0, calm = 0;
  SN_ASSERT(tolerance > 0 && limit > 0 && p->all && p->accept && p->start);
  SN_ASSERT(!(p->noticeable < 0) && report->n_history == 0);
  for (int it = 1; it <= limit; it++) {
    int open = 0; /* 1: nothing moves any more, but the balance does not close */
    const int was_tangent = tangent == SN_TANGENT_NEW || tangent == SN_TANGENT_CAREFUL;
    double size = 0;
    const sn_status status = sn_assembler_iterate(p->all, tangent, &size);
    report->iterations++;
    report->factorisations += was_tangent;
    if (status != SN_OK) { /* contacts that lead astray make any matrix; that of the start was not singular */
      return status == SN_ESINGULAR && it > 1 && p->rubs ? SN_ENOCONV : status;
    }
    if (report->n_history < SN_HISTORY) {
      report->history[report->n_history++] = size;
    }
    report->increment = size;
    growing = size > last && size > ROUND_OFF ? growing + 1 : 0; /* round-off rises and falls */
    if (!(size < HOPELESS) || growing > grows) {
      return SN_ENOCONV;
    }
    if (p->rubs && it > CYCLE && size > 0.9 * whole && size > SHORT) {
      whole = size;
      size = sn_assembler_shorten(p->all, 0.5);
    } else {
      whole = size;
    }
    sn_assembler_apply(p->all);
    /* linear convergence at the rate seen: what is left is rho/(1 - rho) of the last increment; increments that are
       below the tolerance and no longer fall are round-off */
    const double rho = size / last, rate = was_new && !p->renews ? OPTIMIST * rho : rho;
    const double left = size == 0 ? 0 : rate < 1 ? rate / (1 - rate) * size : INFINITY;
    SN_ASSERT(left >= 0 && !(rho < 0));
    calm = size < tolerance && rho > RENEW ? calm + 1 : 0;
    /* without an identity nothing tells what a kept tangent leaves behind, but the increments themselves */
    const int small = p->has_identity ? it > 1 && left < tolerance : size < 1e-2 * tolerance;
    if (small || (it > 1 && calm) || size < 1e-3 * tolerance) {
      sn_assembler_evaluate(p->all); /* its forces: those of the next iteration, if it is not accepted */
      const int settles = p->rubs == NULL || sn_friction_settled(p->rubs);
      const double defect = p->accept(p->all->x, &report->ledger);
      /* One increment that falls slowly may be slow convergence, near a singular position or in a snap: of Bricard's loop at 10 ms
         joints kept 5e-12 of its size, of the I beam 1e-12, where the next increment leaves 1e-15. */
      const int settled = calm > 1 || (calm && (rho > STANDS || size < SMALL));
      SN_ASSERT(!(defect < 0));
      if (!p->has_identity && settles) {
        return SN_OK;
      }
      if (settles && p->has_identity &&
          ((defect <= CLOSED && left < fmin(1e-3 * tolerance, NOTHING)) ||
           (defect <= LEDGER && (size < ROUND_OFF || settled || (p->renews && left < ROUND_OFF))) ||
           (defect <= open_allowed && left < tolerance))) {
        return SN_OK;
      }
      /* slow convergence over a kink and the cycle of a friction law that jams are not round-off */
      const int stuck = size < ROUND_OFF || (defect <= NEARLY && size > 0.9 * last);
      open = stuck && defect > LEDGER;
      level = stuck && defect > 0.5 * last_defect ? level + 1 : 0;
      if (turned && level > 1) {
        return SN_ENOCONV;
      }
      if (level > 1 &&
          settles) { /* twice no longer falling; what is more than round-off is a step too large for its laws */
        report->at_roundoff = 1;
        return defect <= WRONG || fabs(report->ledger.defect) <= p->noticeable ? SN_OK : SN_ENOCONV;
      }
      last_defect = fmin(last_defect, defect); /* the best so far: at rest round-off alternates */
    }
    /* large multipliers that still change leave forces behind that only a new tangent takes away */
    /* The rate over two iterations too: with a kept tangent rates of directors often follow one iteration behind. After the second
       one there is only one rate, and it counts while the increments are large: measured on the snatch of examples/gate at 2 and
       5 ms, halvings 14 and 14 without it, 0 and 1 with it. */
    SN_ASSERT(level < 2 && growing <= grows && last >= 0);
    if (turned && it > 2 && size > tolerance && !(size < TURNS * last)) {
      return SN_ENOCONV;
    }
    const int slow = size > RENEW * last && (it > 2 ? size > RENEW * RENEW * before : size > FAR);
    const int bad = open || ((it == 1 ? size > FAR : slow) && size > tolerance);
    tangent = turned                          ? SN_TANGENT_TURNED
              : bad                           ? SN_TANGENT_CAREFUL
              : p->renews && size > tolerance ? SN_TANGENT_NEW
                                              : SN_TANGENT_KEPT;
    if (p->rubs && tangent == SN_TANGENT_KEPT) {
      sn_assembler_evaluate(p->all);
      tangent = size > KINK || sn_friction_turned(p->rubs) ? SN_TANGENT_NEW : tangent;
    }
    was_new = was_tangent;
    before = last;
    last = size;
  }
  return SN_ENOCONV;
}

/* Friction whose limits stay is that of a potential, which Newton finds. Then the limits are those of the answer, until they stay. */
static sn_status with_limits(const sn_newton *p, const sn_step_options *o, sn_step_report *report)
{
  enum { MOST = 12 };
  sn_status status = SN_OK;
  p->start(p->all->x, 0);
  sn_assembler_evaluate(p->all);
  for (int i = 0; i < MOST && status == SN_OK; i++) {
    p->rubs->limited = 1;
    report->n_history = 0;
    status = solve(p, o, 0, report);
    p->rubs->limited = 0;
    p->all->fresh = 0;
    sn_assembler_evaluate(p->all);
    if (!sn_limits_changed(p->rubs)) {
      break;
    }
  }
  report->n_history = 0;
  return status == SN_OK ? solve(p, o, 0, report) : status;
}

sn_status sn_newton_solve(const sn_newton *p, const sn_step_options *o, sn_step_report *report)
{
  sn_status status = SN_ENOCONV;
  p->all->clock = o->clock;
  p->all->kernels = p->all->tangent = p->all->solver = 0;
  if (p->all->turned && !p->renews && !p->rubs && o->turned >= 0 &&
      sn_turned_factor(p->all->turned, p->h, &report->factorisations) == SN_OK) {
    p->start(p->all->x, 0);
    sn_turned_start(p->all->turned);
    status = solve(p, o, 1, report) == SN_OK ? SN_OK : SN_ENOCONV;
  }
  for (int plain = 0; plain < 2 && status == SN_ENOCONV && o->turned <= 0; plain++) {
    report->n_history = 0;
    p->start(p->all->x, plain);
    status = solve(p, o, 0, report);
  }
  if (status == SN_ENOCONV && p->rubs) {
    status = with_limits(p, o, report);
  }
  SN_ASSERT(report->factorisations <= report->iterations + 1 && report->n_history <= SN_HISTORY);
  report->kernels = p->all->kernels;
  report->tangent = p->all->tangent;
  report->solver = p->all->solver;
  return status;
}

sn_status sn_newton_fail(sn_status status, sn_error *error)
{
  if (status == SN_ENOMEM) {
    return sn_no_memory(error, "the step");
  }
  if (status == SN_ESINGULAR) {
    return sn_fail(error, status, NULL, "the linear system of the step is singular",
                   "joints repeat or contradict each other, or something without mass is free to move",
                   "run 'sinew check' on the model");
  }
  if (status == SN_ENOCONV) {
    return sn_fail(error, status, NULL, "the Newton iteration did not converge", "", "use a smaller step");
  }
  return sn_fail(error, status, NULL, "the step broke an invariant of the program", "",
                 "please report it with the model");
}
