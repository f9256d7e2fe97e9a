/* mesh/write.h -- a mesh into a file: MSH 4.1 (text or binary), .inp of Abaqus and CalculiX, VTU of ParaView.
 */
#ifndef SN_MESH_WRITE_H
#define SN_MESH_WRITE_H
#include <stdio.h>

#include "mesh/mesh.h"

typedef enum { SN_MESH_MSH, SN_MESH_MSH_BINARY, SN_MESH_INP, SN_MESH_VTU } sn_mesh_format;
/* Groups become physical groups, sets and surfaces, and fields of cells. Sides of volumes become elements of dimension 2 in MSH and VTU. SN_EIO: the
   file took less than was written. */
sn_status sn_mesh_write(const sn_mesh *m, sn_mesh_format format, sn_arena *scratch, FILE *to, sn_error *error);

#endif
