/* lab/study/pendulum.h -- penalties and schemes on the compound pendulum: GOG Figures 2 to 5.
 * Files:   survival.csv (largest steps over 60 s), errors.csv (at 2 s, stiffness 1e7), forces.csv (lab/pendulum/gog_angle.h); largest_step, position_error, energy_error and
 *          turn_error as pictures (with gnuplot scripts beside them).
 * Who:     cli (`sinew study --pendulum`).
 */
#ifndef SN_LAB_STUDY_PENDULUM_H
#define SN_LAB_STUDY_PENDULUM_H
#include "component/study.h"

/* Runs all methods, writes tables and pictures into the folder, which exists, and a few sentences into text (SN_STUDY_TEXT).
   kind: "svg", "png" or "pdf". stop: set from outside to end it. */
sn_status sn_pendulum_study(const char *folder, const char *kind, volatile const int *stop, sn_arena *arena, char *text,
                            sn_error *error);

#endif
