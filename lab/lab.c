/* lab/lab.c -- the table of the laboratory (component/lab.h): what the program finds in lab.so.
 * Tests:   tests/lab
 */
#include "component/lab.h"

#include "lab/rod/study.h"
#include "lab/study/pendulum.h"
#include "lab/study/schemes.h"
#include "lab/study/study.h"
#include "sinew.h"

extern const sn_lab sinew_component_lab; /* the only symbol that is seen from outside */

const sn_lab sinew_component_lab = {.base = {SINEW_VERSION, sizeof(sn_lab)},
                                    .measure = sn_rod_measure_name,
                                    .formulation = sn_rod_formulation_name,
                                    .integrator = sn_rod_integrators,
                                    .prepare = sn_rod_prepare,
                                    .mass = sn_rod_mass,
                                    .drive_at = sn_rod_drive_at,
                                    .place = sn_rod_place,
                                    .statics = sn_rod_statics,
                                    .strains = sn_rod_strains,
                                    .reaction = sn_rod_reaction,
                                    .drifts = sn_rod_drifts,
                                    .extremes = sn_rod_extremes,
                                    .work_new = sn_rod_work_new,
                                    .accelerations = sn_rod_absolute,
                                    .check = sn_rod_check,
                                    .unknowns = sn_rod_unknowns,
                                    .run = sn_rod_run,
                                    .study_plan = sn_study_plan,
                                    .study_reference = sn_study_reference,
                                    .study_run = sn_study_run,
                                    .study_measure = sn_study_measure,
                                    .study_verdict = sn_study_verdict,
                                    .study_write = sn_study_write,
                                    .study_draw = sn_study_draw,
                                    .pendulum_study = sn_pendulum_study,
                                    .schemes_study = sn_schemes_study};
