/* steps/turned_private.h -- data of the turned factor. Private to turned*.c.
 * Letters: K    matrix of the meshes, drawn, at rest; E   unit columns at the ports; Z = K^-1 E; W = E^T Z; S = W^-1
 *          Qr, Qc  rotations of rows and columns of a mesh; F  mean deformation gradient                         (24.1) to (24.5)
 */
#ifndef SN_STEPS_TURNED_PRIVATE_H
#define SN_STEPS_TURNED_PRIVATE_H
#include "steps/turned.h"

typedef struct {
  int n_point, first_port, n_port; /* points; ports: in sn_turned.port */
  double *S;                       /* (3 n_port)^2 by columns */
  sn_m3 row, column;               /* Qr, Qc of the iterate */
  sn_m3 first, stage, end;         /* F at the start of the step, where forces act, at its end */
  sn_v3 from, to;                  /* centre at the start, at the end */
} turned_mesh;

struct sn_turned {
  const sn_system *s;
  sn_assembler *all;
  int n_mesh, n_port;
  turned_mesh *mesh;
  int *of_node;                                         /* n_node: mesh, -1 */
  int *of_block, *of_pair;                              /* n_block, n_pair: the same */
  int *port;                                            /* n_port: nodes, by meshes */
  unsigned char *is_port;                               /* n_node */
  sn_v3 *slope;                                         /* n_node: F = sum of q slope^T over the points of a mesh */
  int *inner_size, *inner_rows, *rest_size, *rest_rows; /* unknowns of nodes, multipliers of blocks in both systems */
  sn_layout inner, rest;
  sn_layout_more more; /* the superelements, in rest */
  int careful;         /* 1: the rest was factored with a choice of pivots */
  double h;            /* of the factor; 0: there is none */
  double *Z;           /* inner.n x 3 n_port by columns */
  double *y;           /* inner.n */
  double *local;       /* of the largest superelement: its matrix, then two columns */
};

/* turned_plan.c: the points of a mesh, for its rotation; 0: they are flat */
int sn_turned_slopes(sn_turned *t, int mesh);

#endif
