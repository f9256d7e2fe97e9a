/* show/plot/canvas.h -- a screen of characters: text, and curves made of dots.
 * What:    every cell holds a character or, inside curves, a pattern of 2 x 4 dots (braille; 1 x 1 and a letter of choice
 *          where the terminal knows ASCII only). Dots are counted from the upper left corner of the canvas.
 * Who:     show/plot/plot_terminal.c.
 */
#ifndef SN_SHOW_CANVAS_H
#define SN_SHOW_CANVAS_H
#include <stdio.h>

#include "base/arena.h"

typedef struct {
  int width, height; /* cells */
  int utf8;
  int dots_x, dots_y;     /* dots per cell */
  unsigned *letter;       /* code point per cell; 0: none */
  unsigned char *pattern; /* dots of braille */
  short *colour;          /* -1: that of the terminal */
} sn_canvas;

sn_canvas *sn_canvas_new(int width, int height, int utf8, sn_arena *arena); /* NULL: no memory */
/* Writes a text from a cell on, cut at the edge; control characters and, without UTF-8, non-ASCII ones become '?'. Returns the number
   of cells. */
int sn_canvas_text(sn_canvas *c, int column, int row, const char *text, int colour);
int sn_text_cells(const char *text);
/* Dots from (x0, y0) to (x1, y1), both included; what falls outside of the cells columns x rows given is left out. mark:
   the letter of the curve where there are no dots. */
typedef struct {
  int column, row, width, height; /* cells */
} sn_cells;
void sn_canvas_line(sn_canvas *c, const sn_cells *inside, double x0, double y0, double x1, double y1, int colour,
                    char mark);
/* Row by row without trailing blanks; colours as escape sequences if `colour`. */
void sn_canvas_print(const sn_canvas *c, int colour, FILE *out);

#endif
