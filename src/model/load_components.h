/* model/load_components.h -- what a user wrote as a load becomes components that the system understands.
 * Who:     joints/load.c, parts/line_load.c.
 */
#ifndef SN_MODEL_LOAD_COMPONENTS_H
#define SN_MODEL_LOAD_COMPONENTS_H
#include "model/kind.h"

/* Where along a part a load is taken, and with which weight. */
typedef struct {
  int n;
  const double *s, *weight; /* n; s NULL: it does not depend on a length */
} sn_load_sum;

/* sum weight value(t, s, v): functions of t and the velocity v. The user's arguments are t, s (if sum->s) and the three components
   of the velocity; its results and these components are along `turn` (columns), the new ones along the axes in which turn is given. */
sn_status sn_load_components(const sn_expr3 *value, sn_m3 turn, const sn_load_sum *sum, sn_arena *arena,
                             const sn_expr *out[3], sn_error *error);
int sn_load_depends(const sn_expr3 *value, int argument);

#endif
