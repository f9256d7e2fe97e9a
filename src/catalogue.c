/* catalogue.c -- all kinds: the lists of parts/part.h and joints/joint.h, which a new kind is a word in. */
#include "catalogue.h"

#include <string.h>

#include "joints/joint.h"
#include "parts/part.h"

/* revolute, prismatic, screw, cylindrical, planar, spherical, universal, fixed, point_on_line, point_on_plane */
#define PAIR(k) &sn_pairs[k].kind,
#define PAIRS PAIR(0) PAIR(1) PAIR(2) PAIR(3) PAIR(4) PAIR(5) PAIR(6) PAIR(7) PAIR(8) PAIR(9)
_Static_assert(SN_PAIRS == 10, "a lower pair is missing in the list");

#define ENTRY(name) &sn_kind_##name,
const sn_kind *const sn_catalogue[] = {SN_EVERY_PART(ENTRY) SN_EVERY_JOINT(ENTRY, PAIRS) NULL};

const sn_kind *sn_kind_named(const char *name)
{
  for (int k = 0; sn_catalogue[k]; k++) {
    if (strcmp(sn_catalogue[k]->name, name) == 0) {
      return sn_catalogue[k];
    }
  }
  return NULL;
}
