/* lab/rod/study.h -- which coordinates for this rod? Runs of every formulation, integrator and tolerance that make sense, the cost
 *                of every right-hand side, and sentences made from the numbers.
 * What:    a list of rows; each is filled by one run, in any order and in any process; then the verdict reads the table.
 * Who:     cli runs the rows side by side, show writes and draws the tables.
 */
#ifndef SN_LAB_ROD_STUDY_H
#define SN_LAB_ROD_STUDY_H
#include "component/study.h"
#include "lab/rod/run.h"

typedef struct {
  const char *label; /* "absolute, stabilised" */
  sn_rod_formulation formulation;
  const char *integrator;
  double stabilise;
} sn_study_variant;
extern const sn_study_variant sn_study_variants[]; /* ends with {0} */

extern const int sn_study_size[SN_STUDY_SIZES];
extern const char *const sn_study_form[SN_STUDY_FORMS];

/* The rows that can be run, all open. The rod of the study is prepared. */
sn_status sn_study_plan(sn_study *s, sn_arena *arena, sn_error *error);
/* Tip at the end by a tight integrator, for tau number k. */
sn_status sn_study_reference(const sn_study *s, int k, double tip[2], sn_error *error);
void sn_study_run(const sn_study *s, int row, sn_study_row *out);                     /* fills one row */
sn_status sn_study_measure(const sn_rod *like, sn_study_costs *out, sn_error *error); /* a second or two */

/* A few sentences: what to choose for this rod, and why. Text of SN_STUDY_TEXT. */
void sn_study_verdict(const sn_study *s, char *text);

#endif
