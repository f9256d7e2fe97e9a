/* sweep/collect.h -- the few numbers that a sweep keeps of a run: "max(tip_z), final(angle), frequency(1)".
 * What:    a wish is read once; in every run it finds its series in the system and takes in the stored rows one by one, so that no
 *          result file is needed. Wishes about modes and buckling take theirs from the answer of the analysis.
 * Who:     cli (`sinew sweep`). Memory is the arena's.
 */
#ifndef SN_SWEEP_COLLECT_H
#define SN_SWEEP_COLLECT_H
#include "analysis/modes.h"
#include "base/arena.h"
#include "system/observation.h"

typedef enum { SN_SWEEP_RUN, SN_SWEEP_STATIC, SN_SWEEP_MODES, SN_SWEEP_BUCKLING } sn_analysis;

/* State of a function while it reads its series. */
typedef struct {
  long n;         /* rows */
  double t, x;    /* the last one */
  double t0;      /* time of the first */
  double best;    /* largest, smallest, or the requested value */
  double best_t;  /* its time */
  double sum;     /* integral */
  int bad, found; /* 1: a row without a finite value was met; 1: the requested value was found */
} sn_seen;

/* A function that can be collected; the table is read by the parser, the help and the reference. */
typedef struct {
  const char *name, *takes; /* "at", "SERIES, T" */
  const char *help;
  sn_analysis of;   /* SN_SWEEP_RUN: also of statics */
  int numbers;      /* arguments after the series; modes: 1, the number of the mode */
  const char *unit; /* NULL: that of its series */
  void (*add)(sn_seen *seen, double t, double x, double level);
  double (*end)(const sn_seen *seen);
  double (*mode)(const sn_mode *mode);
} sn_collector;
extern const sn_collector sn_collectors[]; /* ends with {0} */

typedef struct {
  const char *column; /* heading: the text without spaces, or the name before "=" */
  const sn_collector *how;
  const char *series; /* NULL: a mode */
  double number;      /* a time, a level, the number of a mode from 1 */
} sn_wish;

/* Reads the whole list: "max(tip_z), peak = max(energy/total), at(angle, 0.5)". */
sn_status sn_wishes_read(const char *text, sn_analysis analysis, sn_arena *arena, sn_wish **out, int *n,
                         sn_error *error);
int sn_wishes_modes(const sn_wish *wish, int n); /* how many modes are needed */

/* An entry of the list in a run: its series is known. */
typedef struct {
  const sn_wish *wish;
  int row, part; /* row -1: energy number `part` */
  const char *unit;
  sn_seen seen;
} sn_collecting;
/* SN_EINPUT: there is no such series; the message gives the nearest name. */
sn_status sn_collect_begin(const sn_system *s, const sn_wish *wish, int n, sn_arena *arena, sn_collecting **out,
                           sn_error *error);
void sn_collect_row(sn_collecting *c, int n, const sn_observation *o, const sn_ledger *total);
double sn_collect_end(const sn_collecting *c);
/* A number of modes; those without stiffness are not counted. NAN: there are fewer modes. */
double sn_collect_mode(const sn_wish *wish, const sn_modes *modes);
const char *sn_wish_unit(const sn_collecting *c);

#endif
