/* mesh/read.h -- a mesh out of a file: MSH of Gmsh, or .inp of Abaqus and CalculiX.
 * Who:     models (model/read_file.c), the command `sinew mesh`.
 */
#ifndef SN_MESH_READ_H
#define SN_MESH_READ_H
#include "mesh/mesh.h"

enum { SN_MESH_BYTES = 1 << 30 }; /* most of a file */
/* How to get at a file that another one includes (INCLUDE of .inp); the text must live as long as the reading. */
typedef struct {
  sn_status (*open)(void *data, const char *name, const char **text, size_t *size, sn_error *error);
  void *data;
} sn_mesh_opener;
/* The file's content (a zero byte follows the last one); the format by the ending of the name: .inp, or else MSH. Errors have what, why and fix;
   what begins with the line and the name of the file. */
sn_status sn_mesh_parse(const char *name, const char *bytes, size_t size, const sn_mesh_opener *opener, sn_arena *arena,
                        const sn_mesh **out, sn_error *error);

#endif
