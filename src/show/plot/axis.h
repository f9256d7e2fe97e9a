/* show/plot/axis.h -- ranges and ticks of the axes of figures. */
#ifndef SN_SHOW_PLOT_AXIS_H
#define SN_SHOW_PLOT_AXIS_H
#include "show/plot/plot.h"

/* Widens nothing that is wide enough; a margin of 1/25 on both sides, whole decades for a logarithmic axis. */
sn_axis sn_axis_around(double lo, double hi, int log, double margin);
double sn_axis_part(const sn_axis *a, double value); /* 0 at lo, 1 at hi; NaN outside of a logarithm */
enum { SN_MOST_TICKS = 24, SN_TICK_TEXT = 24 };
typedef struct {
  int n;
  double step; /* between neighbours; a logarithmic axis: their ratio */
  double value[SN_MOST_TICKS];
  char text[SN_MOST_TICKS][SN_TICK_TEXT];
} sn_ticks;
void sn_ticks_of(const sn_axis *a, int most, sn_ticks *out);

#endif
