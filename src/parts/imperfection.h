/* parts/imperfection.h -- parts that are not perfect: shapes of modes move their nodes before anything else is made of them.
 * Who:     shells and beams (prepare). Theory: docs/theory-shells.md, (S26).
 */
#ifndef SN_PARTS_IMPERFECTION_H
#define SN_PARTS_IMPERFECTION_H
#include "model/kind.h"

/* The field imperfection_mode. */
typedef struct {
  int given;
  const char *file;
  int mode;
  double amplitude; /* m */
  sn_numbers also;  /* rows: mode, amplitude */
} sn_imperfection;
extern const sn_input sn_imperfection_inputs[];

int sn_imperfection_is_perfect(const sn_imperfection *w); /* not given, or all amplitudes are 0 */
/* How far each of the n nodes, which are at x as drawn and perfect, is moved: ground coordinates. NULL: not at all. */
sn_status sn_imperfection_of(const sn_item *item, const sn_imperfection *w, int n, const sn_v3 *x, sn_arena *arena,
                             const sn_v3 **out, sn_error *error);

#endif
