/* parts/solid_modal.h -- formulation = "modal": the places of all nodes as sums of a few.
 * Who:     parts/solid_linear.c, solid_shapes.c, solid_reduce.c, solid_probe.c and solid_modal.c, in this order.
 * Theory:  docs/theory-solids.md, (V17) to (V21).
 * Letters: u    displacements of a shape, 3 numbers per node, axes of the part
 *          p_s  own places of the body: means of surfaces, then nodes               W    q_a = sum_s W_as p_s and what holds the body
 */
#ifndef SN_PARTS_SOLID_MODAL_H
#define SN_PARTS_SOLID_MODAL_H
#include "math/linear.h"
#include "parts/solid.h"

/* ---- solid_linear.c: the drawn body as a linear one */
typedef struct {
  const sn_solid_frozen *f;
  const unsigned char *held; /* n_node: it moves with what clamps the body */
  int is_free;               /* 1: nothing clamps it */
  int n;                     /* 3 n_node */
  sn_lin *lin;               /* K + shift M, factored; free it */
  int *unknown;              /* n_node: first of three; -1: held */
  double shift;              /* 1/s^2 */
  double *rigid[6];          /* orthonormal in M, if it is free */
  double *work[3];           /* n each, and the unknowns */
} sn_solid_linear;
sn_status sn_solid_linear_new(const sn_solid_frozen *f, const unsigned char *held, int is_free, sn_arena *arena,
                              sn_solid_linear *out, sn_error *error);
void sn_solid_stiffness_times(const sn_solid_linear *l, const double *u, double *out); /* K u */
void sn_solid_mass_times(const sn_solid_linear *l, const double *u, double *out);      /* M u */
/* The displacements by a load in equilibrium with the inertia of a rigid motion that it causes, without that motion. */
sn_status sn_solid_respond(sn_solid_linear *l, const double *load, double *u);
/* The lowest vibrations that are no rigid motion: up to `count` of them, rising; returns how many in *count. */
sn_status sn_solid_vibrations(sn_solid_linear *l, int *count, double *const *u, double *hertz, sn_arena *arena,
                              sn_error *error);
/* du_i/dX_j at point g of element e by displacements of all nodes. */
void sn_solid_gradient(const sn_solid_frozen *f, int e, int g, const double *u, double G[3][3]);
double sn_solid_dot(int n, const double *a, const double *b);

/* ---- solid_shapes.c: the shapes that a body keeps */
typedef struct {
  int n, n_static; /* those of loads on surfaces first, then vibrations */
  double **u;      /* n shapes */
  double *hertz;   /* of vibrations */
  const char **surface;
  int *way;           /* of loads: 0 to 2 force along an axis of the part, 3 to 5 torque, 6 pressure, 7 to 9 weight */
  double left_out;    /* Hz, of the first vibration that is not kept; 0: there is none */
  double *compliance; /* n_static: displacement along the load, of the full body */
  double **load;      /* n_static */
} sn_solid_shapes;
sn_status sn_solid_find_shapes(sn_solid_linear *l, sn_arena *arena, sn_solid_shapes *out, sn_error *error);
int sn_solid_is_loaded(const sn_solid_frozen *f, const sn_solid_surface *s); /* 1: joints or loads act on it */

/* ---- solid_reduce.c: sums of them */
typedef struct sn_solid_modal {
  int m;           /* own places */
  double *W;       /* n_node x m */
  double *at;      /* m x n_node: each of them as a mean of nodes */
  double *start;   /* m x n_node: their velocity by that of the nodes: of a free body the nearest one in its mass */
  sn_v3 *x;        /* m: drawn, axes of the part */
  double *K;       /* 3 m x 3 m */
  int n;           /* with the vectors of the frame that holds it */
  int *vector;     /* n: of the system */
  sn_frame *alone; /* n: each of them */
  int block;       /* its stiffness */
  int n_probe;     /* where its shapes strain or turn it most: points of integration of elements */
  struct sn_solid_probe {
    int element, point;
  } * probe;
  const char *summary;
} sn_solid_modal;
sn_status sn_solid_reduce(sn_solid_linear *l, const sn_solid_shapes *shapes, sn_arena *arena, sn_solid_modal *out,
                          sn_error *error);

/* ---- solid_probe.c: where to look whether the body deforms too much for them */
sn_status sn_solid_find_probes(const sn_solid_linear *l, const sn_solid_shapes *shapes, sn_arena *arena,
                               sn_solid_modal *out, sn_error *error);

#endif
