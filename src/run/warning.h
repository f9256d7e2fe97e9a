/* run/warning.h -- what a run notices while it runs, and its user should know: one table, one row per kind of warning.
 * What:    a run counts each kind (sn_run_warn) and keeps its first time and its worst case; the words are made of that when
 *          somebody reads them. A new kind is one name in the enum below and one row in warning.c.
 * Who:     src/run notices; results, api, cli and show tell. Warnings before a run are those of the model (sn_model_warn).
 */
#ifndef SN_RUN_WARNING_H
#define SN_RUN_WARNING_H
#include "base/warning.h"
#include "steps/step.h"

typedef enum {
  SN_WARN_THROUGH_ZERO,  /* a spring passed through the length zero. Value: none */
  SN_WARN_CONTROLLER,    /* a sampled controller swings and grows. Item: number of its output. Value: none */
  SN_WARN_STIFF_PENALTY, /* a scheme without a balance gains energy from a penalty. Value: gain over the energy */
  SN_WARN_SOFT_PENALTY,  /* a penalty is violated. Value: violation, m */
  SN_WARN_INACCURATE,    /* a step above the tolerance was accepted. Value: its estimated error */
  SN_WARN_HALF_TURN,     /* an angle of a bushing or a hinge line near half a turn, its limit. Value: rad */
  SN_WARN_TURN,          /* a part rotates far in one step. Value: rad */
  SN_WARN_LOSS,          /* the scheme has damped much of the energy. Value: relative to the energy scale */
  SN_WARN_OPEN,          /* a scheme without a balance has gained or lost much of it. Value: the same */
  SN_WARN_PULSE, /* a function of time with changes that the smallest step does not resolve. Value: part of its size that is missed */
  SN_WARN_SHORT_TOUCH, /* a contact or stop with less than three steps in a touch. Value: 1/s, of steps that would resolve it */
  SN_WARN_TURNED,    /* an element has a large rotation between its ends. Value: deg */
  SN_WARN_CRUSHED,   /* an element is compressed to less than a tenth of its length. Value: by how much of it */
  SN_WARN_STRETCHED, /* an element is stretched to more than ten times its length. Value: strain */
  SN_WARN_STRAINED,  /* a body of linear strains is strained more than they carry. Value: strain */
  SN_WARN_BENT,      /* a part of such a body has turned against its frame. Value: rad */
  SN_RUN_WARNINGS
} sn_run_warning_kind;

/* Of one kind: fixed size and without pointers, since snapshots carry it. */
typedef struct {
  long count;                     /* how often it was noticed; 0: never */
  double first_t, worst, worst_t; /* s; the largest value, and when */
  int item;                       /* of the worst one; -1: none */
} sn_run_note;

typedef struct sn_run_summary sn_run_summary;

/* Registers one case: at time t, of this item of the system (-1: none), with a value that is larger the worse the case. The cost is
   negligible, so it may be called in every step. */
void sn_run_warn(sn_run_summary *out, sn_run_warning_kind kind, int item, double t, double value);

/* Bodies of linear strains that deform more than these carry, at one configuration: of a run, or of an equilibrium (t: number of a point). */
void sn_run_notice_strains(sn_run_summary *out, const sn_system *s, const sn_v3 *q, double t);

/* Relative error of a rotation by so much in one step, of schemes of this order, and the rotation that is a warning. */
double sn_turn_error(int order, double turn);
double sn_turn_warned(int order);

/* For people and programs; texts live as long as the system. */
typedef struct {
  const char *kind;         /* its name: "through_zero" */
  const char *where, *item; /* file and line, and name, of the worst one; "": none */
  const char *unit;         /* unit of worst; "": there is no value */
  char text[600];           /* one sentence, with the advice */
  sn_run_note note;
} sn_run_warning;

/* What the texts need. */
typedef struct {
  const sn_system *system;
  const char *scheme;
  double dt;
  const sn_run_summary *run;
} sn_warned;

/* Fills x with the warning of this kind. Returns 0 if there is none. Kinds are 0, 1, ..., SN_RUN_WARNINGS - 1. */
int sn_run_warning_at(const sn_warned *w, int kind, sn_run_warning *out);
const char *sn_run_warning_name(int kind);
int sn_run_warning_logs_itself(int kind);                 /* 1: the log has a line about every case already */
sn_warning sn_run_warning_plain(const sn_run_warning *x); /* points into x */
/* Can the notes of a snapshot be read with this system? */
int sn_run_notes_good(const sn_run_note *note, const sn_system *s);

#endif
