/* component/lab.h -- what the laboratory offers: plane rods with the integrators of SUNDIALS (docs/rods.md), and studies of rods, of
 *          schemes and of GOG's pendulum (docs/gog.md). An optional component: lab/, package sinew-lab.
 * Who:     the kind plane_rod (parts/plane_rod.c), its runner (session/rod_runner.c), `sinew study` (cli/verb_study.c).
 */
#ifndef SN_COMPONENT_LAB_H
#define SN_COMPONENT_LAB_H
#include "component/component.h"
#include "component/study.h"

typedef struct {
  sn_component base;

  /* ---- names, in the order of their enumerations; end with NULL or {0} */
  const char *const *measure, *const *formulation;
  const sn_rod_integrator *integrator;

  /* ---- a rod (lab/rod/rod.h says what each does) */
  sn_status (*prepare)(sn_rod *rod, sn_arena *arena, sn_error *error);
  double (*mass)(const sn_rod *rod);
  void (*drive_at)(const sn_rod *rod, double t, sn_rod_drive *out);
  void (*place)(const sn_rod *rod, const double *angles, double *p, double *v);
  sn_status (*statics)(const sn_rod *rod, sn_arena *arena, double *p, sn_rod_balance *out, sn_error *error);
  void (*strains)(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double *q, double *qd);
  void (*reaction)(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *a,
                   sn_p2 *force, double *moment);
  void (*drifts)(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, const double *q,
                 sn_rod_drift *out);
  void (*extremes)(const sn_rod *rod, const sn_rod_drive *o, const double *p, sn_rod_extreme *out);
  sn_rod_work *(*work_new)(const sn_rod *rod, sn_arena *arena);
  void (*accelerations)(const sn_rod *rod, const sn_rod_drive *o, const double *p, const double *v, double stabilise,
                        sn_rod_work *work, double *a, double *lambda);

  /* ---- its runs (lab/rod/run.h) */
  sn_status (*check)(const sn_rod *rod, const sn_rod_options *o, sn_error *error);
  int (*unknowns)(const sn_rod *rod, const sn_rod_options *o);
  sn_status (*run)(const sn_rod *rod, const sn_rod_options *o, const double *p, const double *v, sn_arena *arena,
                   const sn_rod_sink *sink, sn_rod_statistics *out, sn_error *error);

  /* ---- studies (lab/rod/study.h, lab/study) */
  sn_status (*study_plan)(sn_study *s, sn_arena *arena, sn_error *error);
  sn_status (*study_reference)(const sn_study *s, int k, double tip[2], sn_error *error);
  void (*study_run)(const sn_study *s, int row, sn_study_row *out);
  sn_status (*study_measure)(const sn_rod *like, sn_study_costs *out, sn_error *error);
  void (*study_verdict)(const sn_study *s, char *text);
  sn_status (*study_write)(const sn_study *s, const char *folder, sn_arena *arena, sn_error *error);
  sn_status (*study_draw)(const sn_study *s, const char *folder, const char *kind, sn_arena *arena, sn_error *error);
  sn_status (*pendulum_study)(const char *folder, const char *kind, volatile const int *stop, sn_arena *arena,
                              char *text, sn_error *error);
  sn_status (*schemes_study)(const char *folder, const char *kind, sn_arena *arena, char *text, sn_error *error);
} sn_lab;

/* SN_EINPUT: it is not installed. No place. */
sn_status sn_lab_open(const sn_lab **out, sn_error *error);

#endif
