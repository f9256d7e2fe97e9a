/* base/warning.h -- one warning, for people and programs, wherever it comes from: a model, a run, a result file.
 * Who:     model keeps them in a list, run makes them of what it noticed, results store and read them, cli and show tell them.
 */
#ifndef SN_BASE_WARNING_H
#define SN_BASE_WARNING_H

typedef struct {
  const char *where, *text;
  const char *kind;               /* "model", or the name of its kind in run/warning.h */
  const char *item, *unit;        /* of a run, like the rest: "" and 0 for the model */
  long long count;                /* how often it was noticed */
  double first_t, worst, worst_t; /* s; the worst value, in `unit`, and when */
} sn_warning;

#endif
