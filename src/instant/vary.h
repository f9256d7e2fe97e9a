/* instant/vary.h -- how an instant changes when positions, velocities or an input change a little: exact first derivatives.
 * Who:     analysis (linearisation). The motion must have been observed (sn_instant_observe), and nothing asked of it since.
 * Names:   x: node unknowns (displacement, rotation vector) of a motion beside the observed one, along which d = r x d of the
 *          directors; x', x'' their rates.
 */
#ifndef SN_INSTANT_VARY_H
#define SN_INSTANT_VARY_H
#include "instant/batch.h"

/* A direction, n_vector each: changes of positions and velocities, and the part of the change of accelerations that does not come
   from x''. Vectors that no node owns stay. */
typedef struct {
  const sn_v3 *q, *v, *a;
  int input; /* changes by one; -1: none does */
} sn_direction;

/* What stays the same for all directions of an instant, and scratch of one pack along one of them. */
enum { SN_OF_V, SN_OF_A, SN_OF_DQ, SN_OF_DV, SN_OF_DA, SN_OF_FIELDS };
typedef struct {
  sn_instant *m;
  sn_batch *batch;             /* that of the motion */
  sn_v3 *total;                /* n_vector: forces that the motion leaves: what orthonormal directors carry */
  sn_v3 *force;                /* n_vector: of one direction */
  sn_lv3 *point[SN_OF_FIELDS]; /* velocities and accelerations of points, and changes along the direction */
  sn_lane *de, *drate, *ds;    /* n_form: changes of strains, rates, stresses */
  sn_lane *second, *change;    /* e'', and its change without x'' */
  sn_lane *part;
} sn_vary;

sn_status sn_vary_new(sn_instant *m, sn_arena *arena, sn_vary *out, sn_error *error);
/* Changes of the rates of all rows (n_row, in m->row_value). */
void sn_vary_rates(sn_vary *w, const sn_direction *d);
/* x'' in m->xi; accelerations (n_vector) and stresses with multipliers (n_stress) that come with it. */
sn_status sn_vary_accelerations(sn_vary *w, const sn_direction *d, sn_v3 *a, double *stress, sn_error *error);

#endif
