/* show/vtk/vtk_fields.h -- the fields of a scene as arrays over points and cells.
 * What:    fields of one name become one array, NaN where a part has none: "nodes" on points (interpolated along the line),
 *          "elements" and "part" on cells.
 * Who:     show/vtk/vtk.c. Owner: the arena.
 */
#ifndef SN_SHOW_VTK_FIELDS_H
#define SN_SHOW_VTK_FIELDS_H
#include "results/scene.h"

typedef struct {
  sn_series series;
  int count, per_part;      /* numbers per row; 1: one for the whole part */
  double *window;           /* rows [first, first + rows) of the series */
  unsigned long long first; /* row */
  int rows;
  const double *value; /* count: the current row */
} sn_vtk_source;

typedef struct {
  const char *name, *unit;
  int on_points;
  int *source; /* per item of the scene: which source; -1: none */
} sn_vtk_field;

typedef struct {
  int n_source, n_field;
  sn_vtk_source *source;
  sn_vtk_field *field;
  int room;                /* rows of a window */
  unsigned long long last; /* row asked for before */
} sn_vtk_fields;

sn_status sn_vtk_fields_of(sn_reader *r, const sn_scene *scene, sn_arena *arena, sn_vtk_fields *out, sn_error *error);
/* Goes to a stored row. */
sn_status sn_vtk_fields_read(sn_reader *r, sn_vtk_fields *f, unsigned long long row, sn_error *error);
/* Number of elements of an item's line in the fields "elements"; 0: it has none. */
int sn_vtk_fields_elements(const sn_vtk_fields *f, int item);
/* Values at n points that lie on items (-1: on none) at places along their lines in rows (-1: not on a line). */
void sn_vtk_field_on_points(const sn_vtk_fields *f, const sn_vtk_field *field, int n, const int *item,
                            const double *along, double *out);
/* Values of n cells of items, of elements of their lines (-1: of none). */
void sn_vtk_field_on_cells(const sn_vtk_fields *f, const sn_vtk_field *field, int n, const int *item,
                           const int *element, double *out);

#endif
