/* results/viewer_rows.h -- where things are, for the viewer: one position and quaternion per node, moving frame and fixed point.
 * Who:     results/writer.c and layout.c. Rows: all nodes of the system, then its moving frames, then fixed positions, then frames of
 *          several nodes that are shown (bodies by points).
 */
#ifndef SN_RESULTS_VIEWER_ROWS_H
#define SN_RESULTS_VIEWER_ROWS_H
#include "base/arena.h"
#include "system/observation.h"

typedef struct {
  int n;                  /* rows */
  const int (*vector)[4]; /* n: position, d1, d2, d3; -1: missing */
  const int *of_vector;   /* per vector of the system: its row */
  int n_shown;            /* the last of the rows */
  const sn_shown_frame *shown;
} sn_viewer_rows;

sn_status sn_viewer_rows_of(const sn_system *s, sn_arena *arena, sn_viewer_rows *out, sn_error *error);
/* One instant: 3 n numbers, 4 n (scalar first), 3 n, 3 n (ground axes). Missing directors are completed; without directors there is no
   rotation. */
typedef struct {
  double t;
  double *position, *quaternion, *velocity, *spin;
} sn_poses;
void sn_poses_at(const sn_viewer_rows *p, const sn_v3 *q, const sn_v3 *v, sn_poses *out);

#endif
