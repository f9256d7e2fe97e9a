/* lab/study/schemes.h -- what the schemes do to a vibration: BBT Figures 3 to 5, of the paper's scheme and of ours.
 * Files:   schemes.csv; spectral_radius, damping_ratio and period_error as pictures (with gnuplot scripts beside them).
 * Who:     cli (`sinew study --schemes`).
 */
#ifndef SN_LAB_STUDY_SCHEMES_H
#define SN_LAB_STUDY_SCHEMES_H
#include "component/study.h"

/* Runs the schemes, writes table and pictures into the folder, which exists, and a few sentences into text (SN_STUDY_TEXT).
   kind: "svg", "png" or "pdf". */
sn_status sn_schemes_study(const char *folder, const char *kind, sn_arena *arena, char *text, sn_error *error);

#endif
