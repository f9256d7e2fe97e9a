/* results/mat.h -- matrices in a MAT-file (level 4), which MATLAB, Octave and scipy.io.loadmat open.
 * Use:     open, put, close; an error of writing is told by close, which also frees.
 */
#ifndef SN_RESULTS_MAT_H
#define SN_RESULTS_MAT_H
#include "base/arena.h"
#include "base/error.h"

typedef struct sn_mat sn_mat;
sn_status sn_mat_open(const char *file, sn_arena *arena, sn_mat **out, sn_error *error);
void sn_mat_put(sn_mat *m, const char *name, int rows, int columns, const double *x); /* x by rows */
void sn_mat_put_texts(sn_mat *m, const char *name, int n, const char *const *text);   /* one row of letters each */
sn_status sn_mat_close(sn_mat *m, sn_error *error);

#endif
