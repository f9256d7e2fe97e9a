/* mesh/section_private.h -- a section while it is made. Private to section*.c.
 */
#ifndef SN_MESH_SECTION_PRIVATE_H
#define SN_MESH_SECTION_PRIVATE_H
#include "mesh/section.h"

enum { SN_SECTION_MOST = 1 << 26 }; /* nodes */
/* The arrays of `made`, open for writing. */
typedef struct {
  double (*x)[2];
  unsigned long long *on;
  int (*cell)[9], *region;
  const char **name;
  sn_mesh_section *made;
} sn_section_draft;
sn_status sn_section_begin(sn_arena *arena, long long n_node, int n_cell, int n_region, int n_name,
                           sn_section_draft *out, sn_error *error);

#endif
