/* analysis/path_branch.h -- where between two points of a path the tangent is singular.
 * Who:     analysis/path.c.
 */
#ifndef SN_ANALYSIS_PATH_BRANCH_H
#define SN_ANALYSIS_PATH_BRANCH_H
#include "base/error.h"

typedef struct {
  void *data;
  /* at the length s of the path: a smooth function that vanishes where the tangent is singular, and the load factor */
  sn_status (*at)(void *data, double s, double *t, double *factor);
} sn_branch_search;

/* Finds the branch between s = a and b, which are on different sides of it. Returns 0 if it is not found. *error: estimated error of the factor. */
int sn_branch_find(const sn_branch_search *f, double a, double b, double *factor, double *error);

#endif
