/* mesh/surface_private.h -- what the files of a surface share: triangles while they are read. */
#ifndef SN_MESH_SURFACE_PRIVATE_H
#define SN_MESH_SURFACE_PRIVATE_H
#include "mesh/surface.h"

/* Welded vertices and triangles with three different corners. */
typedef struct {
  sn_arena *arena; /* scratch */
  int n_vertex, room_vertex;
  double (*vertex)[3];
  int n_triangle, room_triangle;
  int (*triangle)[3];
  int *slot; /* open addressing: 1 + vertex; n_slot is a power of 2 */
  int n_slot;
} sn_soup;

/* surface_read.c: fills the soup by the format of the file. */
sn_status sn_soup_read(sn_soup *soup, const char *name, const char *bytes, size_t size, sn_error *error);

/* surface_weld.c. Vertices of equal coordinates are one. A triangle with two equal corners is left out. */
sn_status sn_soup_room(sn_soup *soup, int n_triangle, int n_vertex, sn_error *error);
sn_status sn_soup_vertex(sn_soup *soup, const double x[3], int *index, sn_error *error);
sn_status sn_soup_triangle(sn_soup *soup, int a, int b, int c, sn_error *error);
/* The same surface with vertices nearer than `reach` (in each coordinate) made one. */
sn_status sn_soup_weld(const sn_soup *soup, double reach, sn_soup *out, sn_error *error);

/* surface_closed.c: is every edge shared by two triangles of opposite orientation? Triangles that only have the wrong
   orientation are turned. A surface that is not closed stays as it is. */
typedef struct {
  sn_surface_flaw flaw;
  int count, at[2]; /* vertices */
} sn_soup_state;
sn_status sn_soup_close(sn_soup *soup, sn_soup_state *state, sn_error *error);

/* surface_sides.c: decides which way each shell looks. number: shell of each triangle, below n; flip: 1 where the triangle
   must be turned to agree with the others of its shell, changed to what it takes to look outward. separate: no edge belongs
   to two shells. */
sn_status sn_soup_sides(const sn_soup *soup, const int *number, int n, int separate, char *flip, sn_error *error);

/* surface.c: six times the volume between a triangle and the point o; positive if o is on its inner side. */
double sn_soup_volume6(const sn_soup *soup, int triangle, const double o[3]);

#endif
