/* component/study.h -- a study of a plane rod as data: a list of runs, each in a process of its own, and what they cost.
 * Who:     lab/rod/study.c fills it, `sinew study` (cli/verb_study.c) has it run. Types only, like component/rod.h.
 */
#ifndef SN_COMPONENT_STUDY_H
#define SN_COMPONENT_STUDY_H
#include "component/rod.h"

enum { SN_STUDY_TOLERANCES = 6, SN_STUDY_TEXT = 4096 };

typedef enum { SN_STUDY_OPEN, SN_STUDY_GOOD, SN_STUDY_FAILED } sn_study_status;
typedef struct {
  int variant; /* of sn_study_variants */
  double tau, tolerance;
  sn_study_status status;
  double error; /* distance of the tip from the reference at the end; NAN: not reached */
  sn_rod_statistics n;
} sn_study_row;

/* Cost of one right-hand side: seconds for each number of elements. */
enum { SN_STUDY_SIZES = 9, SN_STUDY_FORMS = 7 };
typedef struct {
  double seconds[SN_STUDY_FORMS][SN_STUDY_SIZES]; /* NAN: not measured */
  double exponent[SN_STUDY_FORMS];                /* of a power of n fitted from 100 elements on */
} sn_study_costs;

typedef struct {
  const sn_rod *rod;
  const double *p, *v; /* start */
  double duration;
  double cpu_limit; /* of one run, s of the processor */
  int n_tau;
  double tau[2];    /* that of the rod, and 0 */
  double tip[2][2]; /* reference at the end, for each tau */
  int n_row;
  sn_study_row *row;
  sn_study_costs costs;
} sn_study;

#endif
