/* lab/study/study.h -- a study of a plane rod as tables and pictures in a folder.
 * Files:   runs.csv, costs.csv, study.h5 (both tables), verdict.txt; figure2_damped, figure2_undamped, work_precision,
 *          costs and drift as pictures (with gnuplot scripts beside them).
 * Who:     cli.
 */
#ifndef SN_LAB_STUDY_STUDY_H
#define SN_LAB_STUDY_STUDY_H
#include "lab/rod/study.h"

/* Both tables as csv and HDF5, and the verdict. folder: exists. */
sn_status sn_study_write(const sn_study *s, const char *folder, sn_arena *arena, sn_error *error);
/* The pictures; kind: "svg", "png" or "pdf". */
sn_status sn_study_draw(const sn_study *s, const char *folder, const char *kind, sn_arena *arena, sn_error *error);

#endif
