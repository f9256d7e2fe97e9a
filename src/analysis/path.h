/* analysis/path.h -- a path of equilibria under growing loads, through limit points and snap-back.
 * Who:     api (`sinew static` of a model with load_path { ... }), tests.
 */
#ifndef SN_ANALYSIS_PATH_H
#define SN_ANALYSIS_PATH_H
#include "instant/motion.h"

typedef struct {
  double factor;       /* the path ends where the factor of the loads reaches this, or minus this */
  double step;         /* largest change of the factor in a step; 0: a twentieth of `factor` */
  double displacement; /* largest mean displacement in a step, over the size of the model (rad for turns); 0: 0.02 */
  int steps;           /* most of them; 0: 1000 */
  int keeps_gravity;   /* 1: gravity acts in full all the way */
  const char *where;   /* the place in the model that asks for it, for messages; NULL: none */
} sn_path_options;

typedef enum { SN_PATH_PLAIN, SN_PATH_LIMIT, SN_PATH_BRANCH } sn_path_event;
typedef struct {
  int number;     /* 0: where the path begins, without loads */
  double factor;  /* of the loads */
  double length;  /* of the path so far: 1 is the largest step */
  int iterations; /* of this point */
  /* passed on the way here: the loads have a largest or smallest value, or another path branches off */
  sn_path_event event;
  double event_factor; /* there */
  double event_error;  /* of it, estimated */
  int stable;          /* 0: it falls away; looked for where something has happened */
} sn_path_point;

typedef struct {
  int points, iterations, cuts; /* cuts: steps that failed or led elsewhere and were tried shorter */
  int reached;                  /* 1: the factor was reached; 0: the steps were used up */
} sn_path_summary;

typedef struct {
  void *data;
  /* one point; m shows it (sn_motion_start, sn_motion_observe take its loads) and state holds its positions.
     *stop = 1 ends the path there. */
  sn_status (*point)(void *data, sn_motion *m, sn_state *x, const sn_path_point *p, int *stop, sn_error *error);
} sn_path_sink;

/* From the state (positions must satisfy the joints); first to the equilibrium without loads. On return the loads are whole
   again. SN_ENOCONV: the path could not be followed further; all points so far were handed out. */
sn_status sn_path(sn_motion *m, sn_state *x, const sn_path_options *o, const sn_path_sink *sink, sn_arena *arena,
                  sn_path_summary *out, sn_error *error);

#endif
