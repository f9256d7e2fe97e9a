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

/* What a function has seen of its series. */
typedef struct {
  long n;         /* rows */
  double t, x;    /* the last one */
  double t0;      /* time of the first */
  double best;    /* largest, smallest, or what was sought */
  double best_t;  /* when */
  double sum;     /* integral */
  int bad, found; /* 1: a row without a finite value; 1: what was sought is there */
} sn_seen;

/* A function that can be collected; the table is read by the parser, the help and the reference. */
typedef struct {
  const char *name, *takes; /* "at", "SERIES, T" */
  const char *help;
  sn_analysis of;   /* SN_SWEEP_RUN: also of statics */
  int numbers;      /* numbers it takes after the series; modes: 1, which one */
  const char *unit; /* NULL: that of its series */
  void (*add)(sn_seen *seen, double t, double x, double level);
  double (*end)(const sn_seen *seen);
  double (*mode)(const sn_mode *mode);
} sn_collector;
extern const sn_collector sn_collectors[]; /* ends with {0} */

typedef struct {
  const char *column; /* heading: what was written, without spaces, or the name before "=" */
  const sn_collector *how;
  const char *series; /* NULL: a mode */
  double number;      /* a time, a level, the number of a mode from 1 */
} sn_wish;

/* "max(tip_z), peak = max(energy/total), at(angle, 0.5)": the whole list. */
sn_status sn_wishes_read(const char *text, sn_analysis analysis, sn_arena *arena, sn_wish **out, int *n,
                         sn_error *error);
int sn_wishes_modes(const sn_wish *wish, int n); /* how many modes are needed */

/* A wish in a run: its series found. */
typedef struct {
  const sn_wish *wish;
  int row, part; /* row -1: energy number `part` */
  const char *unit;
  sn_seen seen;
} sn_collecting;
/* SN_EINPUT: there is no such series; the nearest name is told. */
sn_status sn_collect_begin(const sn_system *s, const sn_wish *wish, int n, sn_arena *arena, sn_collecting **out,
                           sn_error *error);
void sn_collect_row(sn_collecting *c, int n, const sn_observation *o, const sn_ledger *total);
double sn_collect_end(const sn_collecting *c);
/* Of modes: those without stiffness are not counted. NAN: there are not so many. */
double sn_collect_mode(const sn_wish *wish, const sn_modes *modes);
const char *sn_wish_unit(const sn_collecting *c);

#endif
