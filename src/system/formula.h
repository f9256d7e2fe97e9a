/* system/formula.h -- rows of a system that are expressions of its other rows: channels, and conditions that end a run.
 * Who:     freezing makes them; everybody else sees rows like any other (sn_observable).
 */
#ifndef SN_SYSTEM_FORMULA_H
#define SN_SYSTEM_FORMULA_H
#include "system/observation.h"

enum { SN_FORMULA_PARTS = 4 }; /* most numbers of a row that formulas use, and of their own */

typedef struct {
  int row, part; /* component `part` of a row */
} sn_variable;
typedef struct {
  const char *name, *unit;
  int flags; /* SN_OUT_CHANNEL or SN_OUT_STOP */
  int n;
  const sn_expr *component[SN_FORMULA_PARTS];
  int n_variables; /* of all components */
  const sn_variable *variable;
} sn_formula;

/* The row of a formula of `rows`; what it is made of lives in the arena. */
sn_status sn_formula_observable(const sn_formula *f, const sn_observable *rows, sn_arena *arena, sn_observable *out,
                                sn_error *error);
/* Numbers of the scratch, from its beginning, that such a row writes while it is evaluated. */
int sn_formula_scratch(const sn_observable *row);
/* The numbers of a row now. */
void sn_observable_now(const sn_observation *o, int row, double *out);
/* The row of a channel by its name; -1: there is none. */
int sn_observable_of_channel(const sn_system *s, const char *name);
/* The row of an output of an item; -1: there is none. */
int sn_observable_of_item(const sn_system *s, const char *item, const char *name);
/* 1 + index in system->stop of the first condition that holds: it is not 0, and a number. 0: none does. */
int sn_stop_now(const sn_observation *o);

#endif
