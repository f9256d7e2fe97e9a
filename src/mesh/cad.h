/* mesh/cad.h -- a mesh of a CAD file (STEP, IGES, BREP) by Gmsh, an installed program of its own.
 */
#ifndef SN_MESH_CAD_H
#define SN_MESH_CAD_H
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

typedef struct {
  double size;    /* of the largest edges, m; 0: Gmsh chooses */
  int order;      /* 1 or 2 */
  double seconds; /* after which Gmsh is ended; 0: 600 */
} sn_mesh_cad;

/* Whether the name ends in .step, .stp, .iges, .igs or .brep. */
int sn_mesh_is_cad(const char *name);
/* Runs Gmsh on the CAD file at `from` and leaves MSH 4.1, text, in metres, at `to`. Volumes are the groups volume1, ...; faces are face1, ... .
   said: what Gmsh warned of, in the arena, or "". The environment variable SINEW_GMSH names another program than "gmsh". Without Gmsh the error
   says what to install. */
sn_status sn_mesh_of_cad(const char *from, const char *to, const sn_mesh_cad *wish, sn_arena *arena, const char **said,
                         sn_error *error);
/* The name of a mesh of this CAD file (its content) beside it: "part-0123456789abcdef.msh" for "dir/part.step". NULL: no memory. */
const char *sn_mesh_cad_cache(const char *name, const char *bytes, size_t size, const sn_mesh_cad *wish, sn_arena *arena);

#endif
