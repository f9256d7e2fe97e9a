/* analysis/path_private.h -- a path of equilibria from inside: what its files share.
 * Who:     path.c (walks along it), path_event.c (limits and branches between two points of it).
 */
#ifndef SN_ANALYSIS_PATH_PRIVATE_H
#define SN_ANALYSIS_PATH_PRIVATE_H
#include "analysis/path.h"
#include "analysis/statics.h"
#include "analysis/statics_private.h"

/* A point of the path, and its direction. */
typedef struct {
  sn_v3 *q;
  double *internal, *lambda, *stress, *strain, *tangent;
  double factor, tangent_load;
  int sign;
} sn_path_equilibrium;

typedef struct {
  sn_still s;
  sn_mixed mixed;
  sn_instant *m;
  sn_path_options o;
  sn_path_equilibrium last, ahead; /* the last point; the next one, while a limit between the two is searched */
  double *tangent;                 /* m->n_unknown: d xi/ds at the point */
  double tangent_load;             /* d mu/ds */
  double *normal;                  /* m->n_unknown: the tangent, weighted */
  double ds;
  int sign;          /* sign of the determinant at the point */
  int standing_sign; /* and at the beginning, if that was stable; else 0 */
  double soft_row;
  double *soft, *soft_weighted; /* m->n_unknown: the softest direction of the tangent at a branch */
  sn_v3 *heading;               /* n_vector: direction of the tangent of the last point */
} sn_path_walk;

/* ---- path.c */
/* Square of the length of a change of the node unknowns and of the load; and the weights times such a change. */
double sn_path_length2(const sn_path_walk *k, const double *xi, double change);
void sn_path_weigh(const sn_path_walk *k, const double *xi, double *out);
/* Stores the present point, and restores it. */
void sn_path_keep(const sn_path_walk *k, sn_path_equilibrium *p);
void sn_path_go_to(sn_path_walk *k, const sn_path_equilibrium *p);
/* Steps from the present point by ds to the next one, and computes its tangent. fixed: the load there, NAN: in the plane across. */
sn_status sn_path_try(sn_path_walk *k, double ds, double fixed, sn_error *error);

/* ---- path_event.c: the load factor of the event within the last step of length ds from `last`; *error: of that factor. */
double sn_path_limit(sn_path_walk *k, double ds, double *error);
double sn_path_branch(sn_path_walk *k, double ds, double *error);

#endif
