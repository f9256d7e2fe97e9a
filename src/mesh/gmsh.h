/* mesh/gmsh.h -- a mesh out of a Gmsh file (MSH 2.2 or 4.1, text or binary), and into one.
 */
#ifndef SN_MESH_GMSH_H
#define SN_MESH_GMSH_H
#include "mesh/mesh.h"

/* The file's content (a zero byte follows the last one). Errors have what, why and fix; what begins with the line (or the byte of a binary
   file) and the name. Groups are the physical groups; one without a name is named by its number. */
sn_status sn_gmsh_parse(const char *name, const char *bytes, size_t size, sn_arena *arena, const sn_mesh **out,
                        sn_error *error);

#endif
