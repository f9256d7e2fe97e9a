/* catalogue.c -- the list of all kinds, one line each. A new kind appears here and nowhere else. */
#include "catalogue.h"

#include <string.h>

#include "joints/joint.h"
#include "parts/part.h"
#include "parts/plane_rod.h"

/* clang-format off */
const sn_kind *const sn_catalogue[] = {
  &sn_kind_point,
  &sn_kind_body,
  &sn_kind_link,
  &sn_kind_bar,
  &sn_kind_cable,
  &sn_kind_beam,
  &sn_kind_shell,
  &sn_kind_solid,
  &sn_kind_base,
  &sn_kind_plane_rod,
  &sn_kind_plane,
  &sn_kind_obstacle,
  &sn_pairs[0].kind, /* revolute */
  &sn_pairs[1].kind, /* prismatic */
  &sn_pairs[2].kind, /* screw */
  &sn_pairs[3].kind, /* cylindrical */
  &sn_pairs[4].kind, /* planar */
  &sn_pairs[5].kind, /* spherical */
  &sn_pairs[6].kind, /* universal */
  &sn_pairs[7].kind, /* fixed */
  &sn_pairs[8].kind, /* point_on_line */
  &sn_pairs[9].kind, /* point_on_plane */
  &sn_kind_distance,
  &sn_kind_align,
  &sn_kind_shell_revolute,
  &sn_kind_torsion,
  &sn_kind_spring,
  &sn_kind_bushing,
  &sn_kind_wheel,
  &sn_kind_contact,
  &sn_kind_clearance,
  &sn_kind_force,
  &sn_kind_moment,
  &sn_kind_gear,
  &sn_kind_coupling,
  &sn_kind_rate_constraint,
  &sn_kind_knife_edge,
  &sn_kind_rolling,
  &sn_kind_slide,
  &sn_kind_hold,
  &sn_kind_load_path,
  &sn_kind_modes,
  &sn_kind_view,
  NULL,
};
/* clang-format on */

const sn_kind *sn_kind_named(const char *name)
{
  for (int k = 0; sn_catalogue[k]; k++) {
    if (strcmp(sn_catalogue[k]->name, name) == 0) {
      return sn_catalogue[k];
    }
  }
  return NULL;
}
