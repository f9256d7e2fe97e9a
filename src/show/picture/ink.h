/* show/picture/ink.h -- lines and text on an image.
 * Who:     show/picture/picture.c (labels, legend, axes). Coordinates in pixels, (0, 0) the upper left corner, y down.
 */
#ifndef SN_SHOW_INK_H
#define SN_SHOW_INK_H
#include "show/picture/raster.h"

typedef struct {
  unsigned char color[3];
  double width; /* of lines */
} sn_ink;

void sn_ink_line(sn_image *image, sn_ink ink, double x0, double y0, double x1, double y1);
void sn_ink_fill(sn_image *image, const unsigned char color[3], int x, int y, int width, int height);
/* Height: of capital letters. (x, y): left end of the base line. */
void sn_ink_text(sn_image *image, sn_ink ink, double x, double y, double height, const char *text);
double sn_ink_text_width(const char *text, double height);

/* font.c: strokes of a character, as text: '/' starts a polyline, '(' a curve (corners of a quadratic spline, closed
   where it ends at its start); points are a digit 0..9 (x) and a letter A.. (y; E the base line, K height of small
   letters, N of capitals). Unknown characters: a box. */
const char *sn_font_strokes(unsigned character);

#endif
