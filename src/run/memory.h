/* run/memory.h -- everything of the time loop that decides what follows, as one plain block of bytes.
 * What:    what a checkpoint keeps beside the state, so that a run that goes on later gives the same bits. A variable of the
 *          loop that influences a later step, row or message belongs here: nothing else can then be forgotten.
 * Who:     src/run only. Pointers: none that outlive the run (grid.options is set anew).
 */
#ifndef SN_RUN_MEMORY_H
#define SN_RUN_MEMORY_H
#include "run/control.h"
#include "run/grid.h"
#include "run/report.h"

typedef struct {
  sn_grid grid;
  double duration; /* end time that the grid was made for */
  sn_run_summary out;
  sn_trouble trouble;
  int halvings; /* since the last accepted step */
  int blocked;  /* number of steps to the time blocked_t in a row that failed close to their end */
  int crossed;  /* 1: a nominal time was skipped since the last stored row */
  double blocked_t;
  double largest_stress; /* of the last row that was checked: stresses and multipliers */
  int good, wanted;      /* good steps since the last change of size, and the number required to double it */
  int just_doubled;
  sn_control_memory control;
  int error_halvings; /* since the last accepted step */
  int log_lines;
  unsigned long logged; /* bit i: the log has a line about warnings of kind i */
  double largest_defect;
  double rest; /* energy of a model that does not move */
  double stored_t, next_store;
  double skin, travelled,
      skin_wanted; /* of the lists of contacts (near.c), m: their width, and what gaps may have closed by since */
  long lists;      /* patterns made anew */
} sn_run_memory;

/* Checks values that are not trusted: sizes, finite numbers, indices in range. error says what is wrong. */
sn_status sn_memory_check(const sn_run_memory *m, const sn_system *s, const sn_run_options *o, int n_row,
                          size_t n_state, size_t n_past, sn_error *error);
/* Makes the grid of the options, starting where the memory ended; another duration is possible. */
sn_status sn_memory_regrid(sn_run_memory *m, const sn_run_options *o, double t, sn_error *error);

#endif
