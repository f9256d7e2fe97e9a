/* analysis/path.h -- a path of equilibria under growing loads, through limit points and snap-back.
 * Who:     api (`sinew static` of a model with load_path { ... }), tests.
 */
#ifndef SN_ANALYSIS_PATH_H
#define SN_ANALYSIS_PATH_H
#include "instant/instant.h"

typedef struct {
  double factor; /* the path ends where the factor of the loads reaches this value, or its negative */
  double step;   /* largest change of the factor in a step; 0: a twentieth of `factor` */
  /* largest mean displacement in a step, relative to the size of the model (rad for rotations); 0: 0.02 */
  double displacement;
  int steps;         /* largest number of points; 0: 1000 */
  int keeps_gravity; /* 1: the full gravity acts all the way */
  const char *where; /* the position in the model of the load_path, for messages; NULL: none */
} sn_path_options;

typedef enum { SN_PATH_PLAIN, SN_PATH_LIMIT, SN_PATH_BRANCH } sn_path_event;
typedef struct {
  int number;     /* 0: the beginning of the path, without loads */
  double factor;  /* of the loads */
  double length;  /* length of the path so far: 1 is the largest step */
  int iterations; /* of this point */
  /* passed on the way to this point: a limit of the loads, or a branch */
  sn_path_event event;
  double event_factor; /* factor of the loads there */
  double event_error;  /* its estimated error */
  int stable;          /* 0: the equilibrium is unstable; checked after a limit or branch */
} sn_path_point;

typedef struct {
  /* cuts: number of steps that failed or led to another path and were repeated with a shorter length */
  int points, iterations, cuts;
  int reached; /* 1: the factor was reached; 0: the number of steps was exhausted */
} sn_path_summary;

typedef struct {
  void *data;
  /* receives one point; m shows it (sn_instant_start, sn_instant_observe use its loads) and state has its positions.
     *stop = 1 ends the path there. */
  sn_status (*point)(void *data, sn_instant *m, sn_state *x, const sn_path_point *p, int *stop, sn_error *error);
} sn_path_sink;

/* Follows the path from the state (whose positions must satisfy the joints), first to the equilibrium without loads. On return the full
   loads act again. SN_ENOCONV: the path could not be continued; all points so far were reported. */
sn_status sn_path(sn_instant *m, sn_state *x, const sn_path_options *o, const sn_path_sink *sink, sn_arena *arena,
                  sn_path_summary *out, sn_error *error);

#endif
