/* show/vtk/vtk_file.h -- one instant as a VTK PolyData file (.vtp), and a list of them over time (.pvd).
 * Who:     show/vtk/vtk.c.
 */
#ifndef SN_SHOW_VTK_FILE_H
#define SN_SHOW_VTK_FILE_H
#include <stdio.h>

#include "base/error.h"

/* Numbers of points or cells: either real (written as Float32) or whole (Int32), `width` per point or cell. */
typedef struct {
  const char *name, *unit; /* unit NULL or "": none */
  int width;
  const double *real;
  const int *whole;
} sn_vtk_array;

/* Cells come in this order: vertices (the first n_vertex points, one each), lines, polygons. */
typedef struct {
  double t;
  int n_point;
  const double (*point)[3];
  int n_vertex;
  int n_line;
  const int *line_end;   /* per line: where its points end in line_point */
  const int *line_point; /* line_end[n_line - 1] */
  int n_polygon;
  const int *polygon_end, *polygon_point; /* the same of polygons */
  int n_point_array, n_cell_array;
  const sn_vtk_array *point_array, *cell_array;
  int n_name;             /* of items; a cell's array `item` counts them */
  const char *names;      /* n_name texts, each ended by a zero byte */
  unsigned long n_letter; /* of names, zero bytes included */
} sn_vtk_piece;

/* About how many bytes the file will have. */
double sn_vtk_piece_bytes(const sn_vtk_piece *piece);
/* Writes the file under this name, which must be new or ours; SN_EIO when it cannot be written. */
sn_status sn_vtk_write_piece(const char *path, const sn_vtk_piece *piece, sn_error *error);
/* names[i] at time[i]; names are relative to the list. */
sn_status sn_vtk_write_list(const char *path, int n, const double *time, const char *const *names, sn_error *error);

#endif
