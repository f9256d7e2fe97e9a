/* system/node.c -- rotations of the directors of a node.
 * Theory:  docs/theory.md, vectors, nodes, mass. A fibre does not feel rotations about itself.
 * Tests:   tests/steps/test_node.c, tests/instant/test_instant.c.
 */
#include <string.h>

#include "math/rotation.h"
#include "system/kernel.h"
#include "system/observation.h"

void sn_rotation_directions(const sn_node *c, const sn_v3 *q, sn_v3 out[3])
{
  SN_ASSERT(c->n_dir >= 0 && c->n_dir <= 3);
  const sn_m3 E = c->n_dir == 1 ? sn_rotation_along(q[c->vector[c->has_x]]) : m3_identity();
  memcpy(out, E.c, sizeof E.c);
}

sn_v3 sn_spin(const sn_v3 d[3], const sn_v3 rate[3])
{
  sn_v3 w = {{0, 0, 0}};
  for (int k = 0; k < 3; k++) {
    w = v3_axpy(w, 0.5, v3_cross(d[k], rate[k]));
  }
  return w;
}
