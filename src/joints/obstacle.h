/* joints/obstacle.h -- what wheels run on: a convex solid on a part or on the ground.
 * Who:     joints/obstacle.c makes them, joints/wheel.c runs on them.
 */
#ifndef SN_JOINTS_OBSTACLE_H
#define SN_JOINTS_OBSTACLE_H
#include "math/convex.h"
#include "model/kind.h"

typedef struct {
  sn_frame frame;  /* origin and axes of the solid */
  sn_convex solid; /* along those */
  int node;        /* of what carries it, -1: ground, moving frame, or several nodes */
} sn_obstacle;

/* NULL: the item is none. */
const sn_obstacle *sn_obstacle_of(const sn_item *item);

/* Draws a shape of this kind and these sizes ("mesh": the surface, which must outlive the model) at a frame; it has no mass. */
void sn_draw_form(sn_item *item, sn_builder *b, const char *kind, const double par[3], const sn_surface *surface,
                  const sn_frame *at);

#endif
