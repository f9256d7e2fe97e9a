/* parts/body.h -- the fields of a body, and how it is made of points.
 * Who:     body.c and body_points.c.
 */
#ifndef SN_PARTS_BODY_H
#define SN_PARTS_BODY_H
#include "parts/rigid.h"

typedef struct {
  sn_v3 at;
  sn_m3 orientation;
  sn_v3 velocity, angular_velocity, angular_velocity_body;
  sn_refs points; /* places: given = 0: a node of its own at `point`, drawing coordinates */
  sn_mass_fields mass;
  sn_shapes touches; /* in place of its shapes */
} sn_body;

/* Nodes, mass and distances of a body by its points; f knows its mass already. */
sn_status sn_body_by_points(sn_item *item, const sn_body *q, sn_rigid *f, sn_builder *b, sn_error *error);
/* Where point k is drawn; 0: what it is shared with has no place. */
int sn_body_point_drawn(const sn_item *item, const sn_refs *list, int k, sn_v3 *x);

#endif
