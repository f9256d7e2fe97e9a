/* steps/cut.h -- how the work of a step is shared among threads, to the same bits for any number of them.
 * What:    nodes and loads are cut into one range per thread, packs of nodes and blocks by steps/pack_plan.h. A block or a load writes
 *          what is its own; what they give to a vector is summed by the side that receives, in the order of their numbers:
 *          the lists are here. What they give to the matrix: math/linear.h.
 */
#ifndef SN_STEPS_CUT_H
#define SN_STEPS_CUT_H
#include "base/error.h"
#include "base/pool.h"
#include "system/system.h"

/* A block seen from a vector of it. */
typedef struct {
  int block;
  int local; /* which vector of the block it is */
} sn_touch;

typedef struct {
  sn_pool *pool;
  int n;                     /* parts */
  int *node, *load;          /* n + 1 each: first of every part */
  int *vector_first;         /* n_vector + 1: into the list */
  sn_touch *at_vector;       /* blocks at each vector (a fixed one: none) */
  int *load_first, *load_at; /* n_node + 1: loads at each node */
  double *largest;           /* a number of each part, far from the others in memory */
} sn_cut;

/* threads: those asked for; 0: as many as pay, by the size of the system and the processors there are. Holds threads:
   free it, whatever is returned. */
sn_status sn_cut_new(const sn_system *s, int threads, sn_arena *arena, sn_cut *out, sn_error *error);
void sn_cut_free(sn_cut *x); /* a zeroed one is fine */
/* Cuts 0 .. n-1 into parts of about equal sums of cost (NULL: all equal); first: parts + 1. */
void sn_cut_evenly(int n, const double *cost, int parts, int *first);
/* The part that something is in, by the first members of the parts. */
int sn_cut_part(const sn_cut *x, const int *first, int i);

/* Every part sets its largest number; the largest of all. */
void sn_cut_set_largest(sn_cut *x, int part, double number);
double sn_cut_largest(const sn_cut *x);

#endif
