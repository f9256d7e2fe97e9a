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
  int most;                             /* side by side */
  int show;                             /* 1: a bar on stderr */
  size_t answer;                        /* most bytes of one */
  int (*wanted)(void *data, int piece); /* may be NULL: all are; 0: it is done already */
  /* In a process of its own: ends with sn_worker_answer. */
  void (*work)(void *data, int piece, int to);
  /* In this one: what it answered (size 0: nothing), and how it ended, as waitpid tells. Another status than SN_OK ends it all. */
  sn_status (*take)(void *data, int piece, const void *answer, size_t size, int ended, sn_error *error);
} sn_workers;

/* SN_ESTOP: *stop was set; workers that were not ready are ended, and their pieces are not taken. */
sn_status sn_workers_run(const sn_workers *w, const volatile int *stop, sn_error *error);
/* Writes the answer; 0: it did not arrive. */
int sn_worker_answer(int to, const void *bytes, size_t n);

#endif
