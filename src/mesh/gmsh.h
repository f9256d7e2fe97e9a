/* mesh/gmsh.h -- a mesh out of a Gmsh file (MSH 2.2 or 4.1, text): nodes, elements, and the names of their physical groups.
 * Who:     shells (parts/shell_mesh.c) take their quadrilaterals from it. Lives in the arena of the model.
 */
#ifndef SN_MESH_GMSH_H
#define SN_MESH_GMSH_H
#include "base/arena.h"
#include "base/error.h"
#include "math/v3.h"

enum {
  SN_GMSH_NODES = 9,
  SN_GMSH_BYTES = 256 << 20,
  SN_GMSH_MOST = 2000000
}; /* of an element; of a file; of both lists */

/* A type of element as Gmsh numbers them. */
typedef struct {
  int number, dimension, nodes;
  const char *name; /* "triangle of 3 nodes" */
} sn_gmsh_type;

/* An element of dimension 0, 1 or 2. One that is in several groups is there once for each. */
typedef struct {
  const sn_gmsh_type *type;
  long long number;        /* in the file */
  int group;               /* -1: in none */
  int node[SN_GMSH_NODES]; /* the first nine, in the order of Gmsh */
} sn_gmsh_element;

typedef struct {
  int dimension;
  long long tag;
  const char *name; /* without one in the file: its number */
} sn_gmsh_group;

/* Everything in units of the file. Nodes are sorted by their numbers. */
typedef struct {
  const char *file; /* as written in the model */
  int n_node;
  const sn_v3 *x;
  const long long *number;
  int n_element;
  const sn_gmsh_element *element;
  int n_group;
  const sn_gmsh_group *group;
} sn_gmsh;

/* The file's content (a zero byte follows the last one). Errors have what, why and fix; what begins with the line and the name. */
sn_status sn_gmsh_parse(const char *name, const char *bytes, size_t size, sn_arena *arena, const sn_gmsh **out,
                        sn_error *error);
/* The group of this name, of this dimension (-1: of any, lines before points before surfaces); -1: there is none. */
int sn_gmsh_find(const sn_gmsh *g, int dimension, const char *name);
/* Names of the groups of a dimension (-1: of any), "root, tip", or "none". */
const char *sn_gmsh_names(const sn_gmsh *g, int dimension, char *text, size_t size);

#endif
