/* analysis/assemble.h -- positions that do not fit the joints are moved onto them by the smallest mass-weighted change.
 * Who:     api (start of a run), tests.
 */
#ifndef SN_ANALYSIS_ASSEMBLE_H
#define SN_ANALYSIS_ASSEMBLE_H
#include "instant/motion.h"

enum { SN_LOOP_ITEMS = 16 };

typedef struct {
  double tolerance;          /* largest gap that is closed, over the size of the model (angles: rad); 0: 1e-3 */
  const unsigned char *held; /* n_item: its nodes stay; NULL: none */
} sn_assemble_options;

typedef struct {
  double misfit;           /* largest gap before, over the size of the model (angles: rad) */
  double gap;              /* the same in m or rad */
  int gap_item, gap_angle; /* whose it is (-1: none); 1: in rad */
  const char *gap_rows;    /* "coincidence", "axis", ... */
  int moved;               /* 0: nothing was touched, to the last bit */
  int iterations;
  double after;            /* largest gap that is left, over the size */
  double *distance, *turn; /* n_item, if moved: largest of its nodes; m, rad */
} sn_assembly;

/* Closes the gaps of the state's positions (own state and directors of velocities follow). SN_EMODEL: a gap is larger than
   the tolerance, or the joints contradict each other; the state is then untouched. */
sn_status sn_assemble(sn_motion *m, sn_state *x, const sn_assemble_options *o, sn_arena *arena, sn_assembly *out,
                      sn_error *error);

#endif
