/* model/section_private.h -- what the files of sections share: section.c, section_kinds.c, section_wall.c,
 * section_outline.c. */
#ifndef SN_MODEL_SECTION_PRIVATE_H
#define SN_MODEL_SECTION_PRIVATE_H
#include "model/kind.h"

/* What a user wrote, as numbers: sizes of the kind, then what every section takes (NAN: not given). */
typedef struct sn_section_fields {
  int joined; /* rectangle: its short sides along y: one is joined to a plate */
  double par[8];
  double shear[2], torsion; /* instead of those of the kind */
  double offset[2];         /* of the centroid from the beam's line */
  double turn;              /* rad, from y to z, about the centroid */
  sn_numbers points;
} sn_section_fields;

/* A rectangle of a section: middle and size. */
typedef struct {
  double y, z, dy, dz;
} sn_rectangle;
/* Area, centroid and second moments of rectangles that do not overlap; torsion is the sum of long*short^3/3. */
void sn_section_of_rectangles(const sn_rectangle *r, int n, sn_section *out);

/* section_wall.c: an open thin wall, straight between nodes; a tree listed from its free ends to its root: the flow into
   `from` comes from the walls before it that end there. Fills shear and shear_centre (in the coordinates of the nodes). */
typedef struct {
  int from, to;
  double thickness;
} sn_wall;
void sn_section_of_walls(const double (*node)[2], const sn_wall *wall, int n, sn_section *out);

/* section_outline.c */
sn_status sn_outline_loops(int n_loop, const int *count, const double (*point)[2], sn_arena *arena, sn_outline *out,
                           sn_error *error); /* copies */
sn_status sn_outline_round(double radius, double inner, sn_arena *arena, sn_outline *out, sn_error *error);
/* Area, centroid and second moments about it of a closed polygon, whichever way it runs; *area is signed. */
void sn_polygon_moments(const double (*point)[2], int n, double *area, double centroid[2], double second[3]);
/* Edges of a polygon that touch or cross though they are not neighbours, or have no length: their numbers from 0. */
int sn_polygon_crosses(const double (*point)[2], int n, int *a, int *b);

#endif
