/* lab/study/drawing.h -- a figure that grows panel by panel and curve by curve, then a picture in the folder of a study.
 * Who:     lab/study. After a failed allocation calls do nothing; saving says so.
 */
#ifndef SN_LAB_STUDY_DRAWING_H
#define SN_LAB_STUDY_DRAWING_H
#include "show/plot/plot.h"

typedef struct {
  sn_arena *arena;
  const char *folder, *kind; /* kind: "svg", "png" or "pdf" */
  int log_x, log_y;          /* such axes show positive values only */
  sn_figure figure;
  double lo, hi; /* of x */
  int failed;
} sn_drawing;

typedef struct {
  const char *key;
  int colour, dash;
  int n;
  const double *x, *y; /* n each, x rising; values that are not finite are left out */
} sn_drawn;

sn_panel *sn_drawing_panel(sn_drawing *d, const char *label, const char *unit); /* NULL: failed */
void sn_drawing_curve(sn_drawing *d, sn_panel *p, const sn_drawn *c);
/* FOLDER/name.kind; panels without a curve are left out, a figure without panels is no file. */
sn_status sn_drawing_save(sn_drawing *d, const char *name, const char *title, const char *x_name, const char *x_label,
                          sn_error *error);

#endif
