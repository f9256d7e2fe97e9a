/* system/kernel.h -- the one kernel of forms, and composite strains of them.
 * What:    strain values, B, geometric stiffness, coordinates and their derivatives. Compiled a second time with complex
 *          numbers by the tests (SN_COMPLEX_STEP), hence sn_real.
 * Layout:  B is n_form x n_vec 3-vectors, B[k*n_vec + a] = de_k/dq_a.
 */
#ifndef SN_SYSTEM_KERNEL_H
#define SN_SYSTEM_KERNEL_H
#include "system/system.h"

/* Most of a block; the builder refuses more with a message. A brick of 64 nodes has 384 forms of 192 points on 64 vectors. Functions that
   have no arena keep rows of these sizes on the stack, never their products: what needs a matrix over forms is a composite strain,
   which has few, or takes memory from an arena. */
enum { SN_MAX_POINTS = 512, SN_MAX_FORMS = 512, SN_MAX_BLOCK_VECTORS = 176, SN_MAX_COMPOSITE_FORMS = 64 };
enum { SN_MAX_FACTORS = 4 }; /* coordinates of a constraint on rates whose factors are functions */

/* q: all vectors of the system. e: n_form values c0 + 1/2 B q. */
void sn_forms(const sn_block *b, const sn_v3 *q, sn_real *e);
void sn_form_rates(const sn_block *b, const sn_v3 *q, sn_v3 *B);
/* de/dt with the velocities v of all vectors; n_form. */
void sn_form_speeds(const sn_block *b, const sn_v3 *q, const sn_v3 *v, sn_real *rate);
/* B^T s: forces of stresses s (n_form) on its vectors, F of n_vec, without B. */
void sn_form_forces(const sn_block *b, const sn_real *s, const sn_v3 *q, sn_v3 *F);
/* Geometric stiffness G (n_vec x n_vec numbers): Ks(s)_ac = sum_k s_k S_k,ac; accumulates factor*Ks. */
void sn_geometric(const sn_block *b, const sn_real *s, double factor, sn_real *G);

/* Value of the composite strain without the drive: sum coefficient*coordinate + offset; angles counted from own[]
   (NULL: the value is not asked for). gradient: n_form; hessian: n_form x n_form; both may be NULL. Of a constraint on rates the
   value says nothing; gradient are the coefficients of the rates, and hessian[k n + l] is the derivative of the k-th by form l. */
double sn_composite(const sn_block *b, const double *internal, const double *e, double *gradient, double *hessian);
/* The drive of a composite strain, u(t) (integrated in own[] when given by its rate), and u'(t); 0 without drive. */
double sn_drive(const sn_block *b, const double *internal, double t);
double sn_drive_rate(const sn_block *b, double t);
/* Its value, rate and second derivative. */
void sn_drive_taylor(const sn_block *b, const double *internal, double t, double u[3]);
/* 1: a given force that is always zero; the block only counts its angles. */
int sn_only_counts(const sn_block *b);
/* Power of a length in it: 1 if any coordinate is a length, else 0 (angles, cosines). */
int sn_composite_dimension(const sn_block *b);
int sn_row_dimension(const sn_block *b, int row); /* the same of row `row` of a constraint */
/* Counted angle nearest to `from` with cosine c and sine s; all counted angles of a block, in own[], at q. */
double sn_counted_angle(double from, double c, double s);
/* A coordinate by the numbers it reads: an angle by its cosine and sine, counted from a value near by; a length by half its square; a
   displacement as it is. And its rate, by theirs. */
double sn_coordinate_value(sn_coordinate_type type, const double *e, double from);
double sn_coordinate_rate(sn_coordinate_type type, const double *e, const double *rate);
void sn_count_angles(const sn_block *b, const sn_v3 *q, double *internal);

/* Feedback (laws/feedback.c): what its forces are functions of: t, values, rates; 1 + 2 n_coordinate numbers. */
void sn_feedback_arguments(const sn_block *b, const sn_form_point *at, double *out);
/* How its stresses change with an input. */
void sn_feedback_by_input(const sn_block *b, const sn_form_point *at, int input, double *s);

/* Directions of the rotations that move the directors of a node: ground axes, or two across a fibre. */
void sn_rotation_directions(const sn_node *c, const sn_v3 *q, sn_v3 out[3]);

/* Position, triad (columns) and their velocities and accelerations of a moving frame; any output may be NULL. */
void sn_frame_motion(const sn_moving_frame *f, double t, sn_v3 q[4], sn_v3 v[4], sn_v3 a[4]);

/* Forces of a load on its vectors at configuration q, with velocities v (NULL: at rest), at time t; K and D (may be NULL):
   derivatives by q and v, row-major (3 n_vec) x (3 n_vec), K[(3a+i)*3n + 3b+j] = dF_ai/dq_bj. */
void sn_load_forces(const sn_load *l, const sn_v3 *q, const sn_v3 *v, double t, sn_v3 F[4], double *K, double *D);
/* How these forces change with an input. */
void sn_load_by_input(const sn_load *l, const sn_v3 *q, const sn_v3 *v, double t, int input, sn_v3 F[4]);
/* What its components are functions of: t and the velocity of its point along its axes. */
void sn_load_arguments(const sn_load *l, const sn_v3 *q, const sn_v3 *v, double t, double out[4]);

/* Wrench of stresses s (n_form) of a block on the node `node` (index into system->node; -1: all its fixed and prescribed
   vectors), force and moment about `point`, ground axes: what the block exerts. Forces are -B^T s. */
void sn_block_wrench(const sn_system *sys, const sn_block *b, const double *s, const sn_v3 *q, int node, sn_v3 point,
                     sn_v3 *force, sn_v3 *moment);

#endif
