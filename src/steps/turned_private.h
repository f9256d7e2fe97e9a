/* steps/turned_private.h -- data of the turned factor. Private to turned*.c.
 * Letters: K    matrix of the meshes, drawn, at rest; E   unit columns at the ports; Z = K^-1 E; W = E^T Z; S = W^-1
 *          Qr, Qc  rotations of rows and columns of a mesh; F  mean deformation gradient                         (24.1) to (24.5)
 *          level   an unknown vector of a point: one with one stage; increments of q_f and w, and eta where it is unknown, with two (24.6)
 */
#ifndef SN_STEPS_TURNED_PRIVATE_H
#define SN_STEPS_TURNED_PRIVATE_H
#include "steps/turned.h"

enum { TURNED_LEVELS = 3, TURNED_SIDE = 3 * TURNED_LEVELS };
typedef double turned_map[TURNED_SIDE][TURNED_SIDE];

typedef struct {
  int n_point, first_port, n_port, n; /* points; ports: in sn_turned.port; their unknowns */
  double *S;                          /* n x n by columns */
  int *first;                         /* n_port: their first unknown in S */
  sn_m3 row[TURNED_LEVELS];           /* rows of a level: Qr of the iterate */
  sn_v3 turn;                         /* of the step, as a vector; two stages */
  turned_map to, back;            /* increments of a point by those in the axes of the drawn shape, and these by them */
  turned_map force;               /* the same of multipliers of sums */
  sn_m3 start, stage[2], end;     /* F at the start of the step, where forces act, at its end */
  sn_v3 from, centre, rate, gain; /* of its points: mean place at the start, at the end, mean rates */
} turned_mesh;

struct sn_turned {
  const sn_system *s;
  sn_assembler *all;
  int stages, n_mesh, n_port;
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
  double h;            /* of the factor, with fewer digits; 0: there is none */
  int n_column;        /* unknowns of all ports */
  double *Z;           /* inner.n x n_column by columns */
  double *y;           /* inner.n */
  double *local;       /* of the largest superelement: its matrix, then two columns */
  int *pivot;          /* of the largest superelement */
};

/* turned_plan.c: the points of a mesh, for its rotation; 0: they are flat */
int sn_turned_slopes(sn_turned *t, int mesh);

/* turned_rotation.c */
/* 1: a point of a mesh, not a sum */
int sn_turned_is_point(const sn_turned *t, int node);
/* Maps of all meshes at the iterate; 0: one is inside out. */
int sn_turned_find_maps(sn_turned *t);

#endif
