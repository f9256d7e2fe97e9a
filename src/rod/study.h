/* rod/study.h -- which coordinates for this rod? Runs of every formulation, integrator and tolerance that make sense, the cost
 *                of every right-hand side, and sentences made from the numbers.
 * What:    a list of rows; each is filled by one run, in any order and in any process; then the verdict reads the table.
 * Who:     cli runs the rows side by side, show writes and draws the tables.
 */
#ifndef SN_ROD_STUDY_H
#define SN_ROD_STUDY_H
#include "rod/run.h"

enum { SN_STUDY_TOLERANCES = 6, SN_STUDY_TEXT = 4096 };

typedef enum { SN_STUDY_OPEN, SN_STUDY_GOOD, SN_STUDY_FAILED } sn_study_status;
typedef struct {
  int variant; /* of sn_study_variants */
  double tau, tolerance;
  sn_study_status status;
  double error; /* distance of the tip from the reference at the end; NAN: not reached */
  sn_rod_statistics n;
} sn_study_row;

typedef struct {
  const char *label; /* "absolute, stabilised" */
  sn_rod_formulation formulation;
  const char *integrator;
  double stabilise;
} sn_study_variant;
extern const sn_study_variant sn_study_variants[]; /* ends with {0} */

/* Cost of one right-hand side: seconds for each number of elements. */
enum { SN_STUDY_SIZES = 9, SN_STUDY_FORMS = 7 };
extern const int sn_study_size[SN_STUDY_SIZES];
extern const char *const sn_study_form[SN_STUDY_FORMS];
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

/* The rows that can be run, all open. The rod of the study is prepared. */
sn_status sn_study_plan(sn_study *s, sn_arena *arena, sn_error *error);
/* Tip at the end by a tight integrator, for tau number k. */
sn_status sn_study_reference(const sn_study *s, int k, double tip[2], sn_error *error);
void sn_study_run(const sn_study *s, int row, sn_study_row *out);                     /* fills one row */
sn_status sn_study_measure(const sn_rod *like, sn_study_costs *out, sn_error *error); /* a second or two */

/* A few sentences: what to choose for this rod, and why. Text of SN_STUDY_TEXT. */
void sn_study_verdict(const sn_study *s, char *text);

#endif
