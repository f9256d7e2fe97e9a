/* system/finite.h -- laws without a finite value, and laws that switch: which, at an instant, and in words.
 * Who:     steps and analysis, after something has failed: it costs nothing before.
 */
#ifndef SN_SYSTEM_FINITE_H
#define SN_SYSTEM_FINITE_H
#include "system/state.h"

/* A law, a load or a given motion without a finite value and what it was given. */
typedef enum {
  SN_NOT_BAD,
  SN_BAD_STRAIN,    /* the strain itself: a length of zero has no direction */
  SN_BAD_TURN,      /* an angle of half a turn: the direction of the rotation is lost */
  SN_BAD_FUNCTION,  /* a strain that is a function of several forms: a given length of zero */
  SN_BAD_MATERIAL,  /* an energy of strains: material pressed flat, or inside out */
  SN_BAD_POTENTIAL, /* a spring's law at `strain` */
  SN_BAD_RATE,      /* a damper's law at `strain`, `rate`, t */
  SN_BAD_FEEDBACK,  /* a force that follows signals, at t */
  SN_BAD_DEPTH,     /* a gap as deep as it can be: `strain` */
  SN_BAD_PASSED,    /* a contact that a step went through */
  SN_BAD_INSIDE_OUT, /* an element (source: its guard, system/guard.h) whose line runs against its axis, or whose surface lies on its back */
  SN_BAD_FOLDED,  /* one whose axes have turned against each other */
  SN_BAD_THROUGH, /* one that has passed through the length zero */
  SN_BAD_BEYOND,  /* one of linear strains that has left its frame altogether */
  SN_BAD_DRIVE,   /* functions of t: */
  SN_BAD_GIVEN,
  SN_BAD_LOAD,
  SN_BAD_FRAME
} sn_bad_kind;
typedef struct {
  sn_bad_kind kind;
  int item, source; /* the user's item or -1; place among frames, loads and blocks, or among guards */
  int at_start;     /* 1: so at the start of a step already: no smaller step helps */
  double strain, rate, t;
} sn_bad_law;

/* An instant. */
typedef struct {
  const sn_v3 *q, *v; /* all vectors; v = NULL: laws on rates are left out */
  const double *internal;
  double t;
} sn_configuration;
/* The first law, load or given motion without a finite value (or slope) there; 1: found. */
int sn_find_bad_law(const sn_system *s, const sn_configuration *at, sn_bad_law *out);
/* The first gap that is as good as at its least, where a step fails for no other reason; 1: found. */
int sn_find_deep_gap(const sn_system *s, const sn_configuration *at, sn_bad_law *out);
/* How much of its range the angle that has least of it left uses, 1: half a turn, where it has no direction; rotation vectors, tilts, and
   angles about an axis that tilts. Below `most` it is 0. */
double sn_angle_range_used(const sn_system *s, const sn_v3 *q, double most, int *item);
/* Is it so at the start of the step already? Looks for any other when none was found. */
void sn_bad_at_start(const sn_system *s, const sn_state *start, sn_bad_law *out);
/* The item of the law whose slope changes most between two instants, by more than half of the larger; -1: none. */
int sn_switching_item(const sn_system *s, const sn_configuration *a, const sn_configuration *b);
/* Fills all four parts: the item, its law and what it was given. Returns status. */
static inline int sn_is_folded(sn_bad_kind kind) /* an element, not a law */
{
  return kind == SN_BAD_INSIDE_OUT || kind == SN_BAD_FOLDED || kind == SN_BAD_THROUGH || kind == SN_BAD_BEYOND;
}
sn_status sn_bad_law_error(const sn_system *s, const sn_bad_law *b, sn_status status, sn_error *error);

#endif
