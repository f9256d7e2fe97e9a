/* cli/workers.h -- pieces of work in processes of their own, a few side by side.
 * Why:     HDF5 and ARPACK are not made for threads, and a piece that crashes or takes all memory must not take the others with
 *          it. A process is made for each piece: that costs about a millisecond.
 */
#ifndef SN_CLI_WORKERS_H
#define SN_CLI_WORKERS_H
#include <stddef.h>

#include "base/error.h"

enum { SN_MOST_WORKERS = 64 };

typedef struct {
  void *data;
  int n;                                /* pieces 0 ... n - 1 */
  int most;                             /* number of workers in parallel */
  int show;                             /* 1: a bar on stderr */
  size_t answer;                        /* largest size of an answer, bytes */
  int (*wanted)(void *data, int piece); /* may be NULL: all are needed; returns 0 if the piece is done already */
  /* Called in a process of its own: ends with sn_worker_answer. */
  void (*work)(void *data, int piece, int to);
  /* Called in this process: the answer (size 0: none), and the status of the worker from waitpid. Another status than SN_OK ends all work. */
  sn_status (*take)(void *data, int piece, const void *answer, size_t size, int ended, sn_error *error);
} sn_workers;

/* SN_ESTOP: *stop was set; unfinished workers are ended, and their pieces are dropped. */
sn_status sn_workers_run(const sn_workers *w, const volatile int *stop, sn_error *error);
/* Writes the answer; 0: it did not arrive. */
int sn_worker_answer(int to, const void *bytes, size_t n);

#endif
