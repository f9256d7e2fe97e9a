/* lab/rod/run.h -- a rod moves: formulations and integrators by name, the time loop, what it counted.
 * What:    SUNDIALS integrates (CVODE, ARKODE, IDA); the loop hands out rows at the times asked for, checks every step, and
 *          sums work and losses over the steps.
 * Who:     session/rod_runner.c runs models with it, through component/lab.h; study.c its rows.
 */
#ifndef SN_LAB_ROD_RUN_H
#define SN_LAB_ROD_RUN_H
#include "lab/rod/rod.h"

extern const char *const sn_rod_formulation_name[]; /* ends with NULL */

extern const sn_rod_integrator sn_rod_integrators[]; /* ends with {0} */
int sn_rod_integrator_named(const char *name);       /* -1: none */
/* Whether the two go together; if not, why (static text). */
int sn_rod_allowed(sn_rod_formulation f, int integrator, const char **why);

int sn_rod_unknowns(const sn_rod *rod, const sn_rod_options *o);
/* Whether these options can be run. what, why and fix of the error; no place. */
sn_status sn_rod_check(const sn_rod *rod, const sn_rod_options *o, sn_error *error);

/* Runs from p, v (4n each, on the constraints) at t = 0. On failure everything up to then went to the sink.
   SN_ENOCONV: the integrator gave up, or the rod did; SN_ESTOP: interrupted. */
sn_status sn_rod_run(const sn_rod *rod, const sn_rod_options *o, const double *p, const double *v, sn_arena *arena,
                     const sn_rod_sink *sink, sn_rod_statistics *out, sn_error *error);

#endif
