/* base/pool.h -- a few threads that share one loop after another.
 * What:    a call hands out parts 0 .. n-1 of some work, one per thread, and returns when all are done. Which thread does a
 *          part is left to chance; what a part is must not depend on it, and then neither does the result.
 * Rule:    no globals: whoever makes a pool frees it. A call allocates nothing and cannot fail. One caller at a time.
 */
#ifndef SN_BASE_POOL_H
#define SN_BASE_POOL_H
#include "base/arena.h"

typedef struct sn_pool sn_pool;

/* n threads, including the caller's; fewer if the machine does not provide them (if only one, calls are plain loops).
   NULL: no memory. The pool owns threads: free it before its arena. */
sn_pool *sn_pool_new(int n, sn_arena *arena);
/* From now on a loop body that gains nothing from several threads is done by the caller alone, as measured while it runs. Results
   must not depend on the number of threads anyway. 0: no memory. */
int sn_pool_weigh(sn_pool *p, sn_arena *arena);
void sn_pool_free(sn_pool *p);         /* accepts NULL */
int sn_pool_threads(const sn_pool *p); /* number of threads; of NULL: 1 */
/* Calls body(data, part) for every part 0 .. sn_pool_threads - 1, in any order, in parallel. */
void sn_pool_each(sn_pool *p, void (*body)(void *data, int part), void *data);
/* Processors that this process may use; 1 if unknown. */
int sn_cores(void);

#endif
