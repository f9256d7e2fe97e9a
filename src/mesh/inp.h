/* mesh/inp.h -- a mesh out of a file of Abaqus or CalculiX (.inp).
 */
#ifndef SN_MESH_INP_H
#define SN_MESH_INP_H
#include "mesh/read.h"

/* As sn_mesh_parse. Groups are ELSET, NSET and SURFACE; a set with elements of several dimensions makes a group of each. */
sn_status sn_inp_parse(const char *name, const char *bytes, size_t size, const sn_mesh_opener *opener, sn_arena *arena,
                       const sn_mesh **out, sn_error *error);

#endif
