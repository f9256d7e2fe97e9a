/* joints/bushing.h -- the three angles of a bushing: bushing.c makes its stiffness and damping of them. */
#ifndef SN_JOINTS_BUSHING_H
#define SN_JOINTS_BUSHING_H
#include "model/kind.h"

/* One component of a rotation vector or of a tilt, as a number of forms (math/turn.h). */
typedef struct {
  sn_gap gap;
  int component; /* among the numbers w */
} sn_turn_gap;

typedef struct {
  sn_frame frame[2];
  int side;  /* whose axes the tilt is measured in */
  int about; /* the axis whose turns are counted, and which tilts; -1: the three angles are a rotation vector */
  sn_turn_gap turn[3];
  int *internal; /* counted angle in sn_state.internal; -1: no block reads it */
} sn_bushing_angles;

/* Which angles: the bits of `stiff` and `damped` are the axes about which stiffness and damping act. */
sn_status sn_bushing_choose_angles(const sn_frame frame[2], int side, unsigned stiff, unsigned damped, sn_builder *b,
                                   sn_bushing_angles *out, sn_error *error);
/* Adds the sum of coefficient[k] times angle k to the strain of the current block. */
void sn_bushing_add_angles(const sn_bushing_angles *a, const double coefficient[3], sn_builder *b);
void sn_bushing_observe_angles(const sn_bushing_angles *a, const sn_observation *o, double out[3]);

#endif
