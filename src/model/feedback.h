/* model/feedback.h -- laws that follow signals: how kinds add them to the model, and what they become.
 * What:    a force or torque whose function reads signals (angles, rates, positions, velocities of anything in the model) is a block
 *          of its own (sn_law_feedback), whose forms are those of all that it reads: so matrices have the right pattern. It is made
 *          after all items, since a law may read what is made later.
 * Who:     kinds with such fields (joints, springs, forces); model/freeze.c.
 */
#ifndef SN_MODEL_FEEDBACK_H
#define SN_MODEL_FEEDBACK_H
#include "model/model.h"

/* What the arguments of a law are, before its signals. */
typedef enum {
  SN_LAW_OF_T,        /* t */
  SN_LAW_OF_X_V_T,    /* x, v, t: of the coordinate it acts along */
  SN_LAW_OF_T_AND_V3, /* t, vx, vy, vz: velocity of its point along its axes */
} sn_law_arguments;

typedef struct sn_following sn_following;
struct sn_following {
  const sn_item *item;
  const char *field; /* "torque" */
  sn_law_arguments arguments;
  double sign; /* of a scalar law along its coordinate: -1 for a resistance */
  /* the coordinate a scalar law acts along: added to the current block; NULL: three components at a frame */
  void (*along)(const void *data, sn_builder *b);
  const void *data;
  const char *coordinate; /* its name in the item: what reads it needs no other; NULL: it has none */
  const sn_frame *frame;  /* force at its point, moment on its axes */
  int is_moment, follows;
  sn_m3 turn; /* axes of the components as drawn */
  const sn_expr *law[3];
  int *block; /* where to put the number of its block; NULL: not needed */
};

/* Adds a law to the model. */
sn_status sn_follow(const sn_following *law, sn_error *error);

#endif
