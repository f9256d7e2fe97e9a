/* system/jump.h -- given motions that jump: drives and moving frames whose place is not continuous in time, drives whose speed is not.
 * What:    a rigid joint cannot follow a jump; a run steps over it in silence or fails there. A jump of the speed is an impact, with an
 *          infinite force in no time. Found by sampling.
 * Who:     session/warnings.c before a run, run/report.c when a step has failed.
 */
#ifndef SN_SYSTEM_JUMP_H
#define SN_SYSTEM_JUMP_H
#include "system/system.h"

typedef struct {
  int item;         /* whose it is */
  const char *what; /* "drive", "position", "turn", "speed" */
  const char *unit; /* "m", "rad", "m/s", "rad/s" */
  double t, size;   /* from t on it is another; by how much */
} sn_jump;

/* The first jump of motion number i = 0, 1, ... (most are none: two per block and six per moving frame) between the times a
   and b, looked at every `step`. Returns 1 when there is one, 0 when there is none, -1 when there is no such motion. */
int sn_find_jump(const sn_system *s, int i, double a, double b, double step, sn_jump *out);

#endif
