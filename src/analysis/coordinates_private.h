/* analysis/coordinates_private.h -- coordinates from inside: for coordinates.c and reach.c only. */
#ifndef SN_ANALYSIS_COORDINATES_PRIVATE_H
#define SN_ANALYSIS_COORDINATES_PRIVATE_H
#include "analysis/coordinates.h"
#include "analysis/minimal.h"

struct sn_coordinates {
  sn_instant *m;
  sn_arena *arena;
  sn_minimal minimal;
  sn_observation now;
  int n; /* degrees of freedom */
  const int *row;
  int n_row;
  double *W, *unit; /* n x n: rates of coordinates by those of minimal ones, each over its unit; factored */
  int *pivot;
  unsigned char *moves; /* n: 1: a rate of a coordinate; 0: a coordinate */
  double *x, *follow;   /* unknowns of nodes of a direction, as minimal.h counts them; n_row of it */
  double *xi, *rhs;     /* n_unknown of the motion */
  double *square, *rate;
  sn_v3 *turn, *moved, *zero, *force,
      *space; /* n_vector: a direction, a configuration beside the present one; 0; forces; places in space */
  int most_numbers;
  double *number; /* 7 most_numbers */
};

/* Rows at q, v, a, and a later time. */
void sn_coordinates_look(sn_coordinates *c, const sn_v3 *q, const sn_v3 *v, const sn_v3 *a, double later,
                         const int *row, int n_row, double *out);
/* Room for the n numbers of rows. */
sn_status sn_coordinates_numbers(sn_coordinates *c, int n, sn_error *error);
/* Rates of the rows (n numbers) for unit rate of each minimal coordinate, by columns. moves (n, may be NULL): 1 where they follow velocities. */
sn_status sn_coordinates_columns(sn_coordinates *c, const int *row, int n_row, int n, double *out, unsigned char *moves,
                                 sn_error *error);

#endif
