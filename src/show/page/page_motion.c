/* show/page/page_motion.c -- what moves in a run.
 * What:    a place that never changes is stored once, in the head.
 * Limits:  a place that moves less than the resolution of a float stands still.
 * Tests:   tests/show/test_page.c.
 */
#include <float.h>
#include <math.h>

#include "show/page/page_private.h"

static const double STILL =
    4e-7; /* a few units in the last place of a float: relative to the model's size, or of a quaternion */

typedef struct {
  sn_page *p;
  int raised;
  int first; /* row 0 of the file is among the rows: it gives `at` and `turn` */
} watching;

static void watch_position(void *data, size_t k, const double *row)
{
  watching *w = data;
  sn_page *p = w->p;
  for (int i = 0; i < p->scene.n_place; i++, row += 3) {
    if (!(fabs(row[0]) + fabs(row[1]) + fabs(row[2]) < FLT_MAX)) {
      w->raised += !p->moves[i][0];
      p->moves[i][0] = 1;
      continue;
    }
    double size = p->scene.extent, change = 0;
    for (int c = 0; c < 3; c++) {
      if (w->first && k == 0) {
        p->at[i][c] = (float)row[c];
      }
      size = fmax(size, fabs(row[c]));
      change = fmax(change, fabs(row[c] - (double)p->at[i][c]));
    }
    const int moves = change > STILL * size;
    w->raised += moves && !p->moves[i][0];
    p->moves[i][0] |= (unsigned char)moves;
  }
}

static void watch_quaternion(void *data, size_t k, const double *row)
{
  watching *w = data;
  sn_page *p = w->p;
  for (int i = 0; i < p->scene.n_place; i++, row += 4) {
    double same = 0, opposite = 0; /* q and -q are one rotation */
    for (int c = 0; c < 4; c++) {
      if (w->first && k == 0) {
        p->turn[i][c] = isfinite(row[c]) ? (float)row[c] : c == 0;
      }
      same = fmax(same, fabs(row[c] - (double)p->turn[i][c]));
      opposite = fmax(opposite, fabs(row[c] + (double)p->turn[i][c]));
    }
    const int turns = !(fmin(same, opposite) <= STILL);
    w->raised += turns && !p->moves[i][1];
    p->moves[i][1] |= (unsigned char)turns;
  }
}

sn_status sn_page_watch(sn_page *p, sn_reader *r, const sn_selection *which, int *raised, sn_error *error)
{
  watching w = {p, 0, which->first == 0};
  int c = 0;
  if (p->has[SN_PLACE_POSITION]) {
    SN_TRY(sn_page_walk(p, r, &p->frames.column[c++].series, which, watch_position, &w, error));
  }
  if (p->has[SN_PLACE_QUATERNION]) {
    SN_TRY(sn_page_walk(p, r, &p->frames.column[c].series, which, watch_quaternion, &w, error));
  }
  *raised = w.raised;
  return SN_OK;
}
