/* analysis/assemble.h -- positions that do not fit the joints are moved onto them by the smallest mass-weighted change.
 * Who:     api (start of a run), tests.
 */
#ifndef SN_ANALYSIS_ASSEMBLE_H
#define SN_ANALYSIS_ASSEMBLE_H
#include "instant/instant.h"

enum { SN_LOOP_ITEMS = 16 };

typedef struct {
  double tolerance;          /* largest gap that is closed, relative to the size of the model (angles: rad); 0: 1e-3 */
  const unsigned char *held; /* n_item: 1 if the nodes of the item are not moved; NULL: none */
} sn_assemble_options;

typedef struct {
  double misfit;           /* largest gap before, relative to the size of the model (angles: rad) */
  double gap;              /* the same in m or rad */
  int gap_item, gap_angle; /* item of the gap (-1: none); 1: the gap is in rad */
  const char *gap_rows;    /* "coincidence", "axis", ... */
  int moved;               /* 0: nothing was changed, not by a single bit */
  int iterations;
  double after;            /* largest remaining gap, relative to the size */
  double *distance, *turn; /* n_item, if moved: largest displacement and rotation of its nodes; m, rad */
} sn_assembly;

/* Closes the gaps of the state's positions; internal state and rates of directors are changed accordingly. SN_EMODEL: a gap is larger
   than the tolerance, or the joints contradict each other; the state is then unchanged. */
sn_status sn_assemble(sn_instant *m, sn_state *x, const sn_assemble_options *o, sn_arena *arena, sn_assembly *out,
                      sn_error *error);

#endif
